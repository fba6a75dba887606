"""WinnowPipeline: a Scrapy item pipeline that puts what an article says in the place of its page.

    ITEM_PIPELINES = {"indexer.scrapy_pipeline.WinnowPipeline": 300}
    WINNOW_MODELS = "models.json"       # of `winnow learn`; without it pages are cleaned one by one

An item names its page in `url` and its bytes or text in `html` (or the names in WINNOW_URL_FIELD, WINNOW_HTML_FIELD); `content_type`,
if there is one, is the HTTP header. The article's fields come into `winnow`, a dict as `winnow clean` prints it, and the page leaves the
item, unless WINNOW_KEEP_HTML is set. A page that is no article is dropped with its outcome and reason, unless WINNOW_KEEP_ALL is set. Every
item is counted under `winnow/OUTCOME` in Scrapy's statistics.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import TYPE_CHECKING, Any, Self

from itemadapter import ItemAdapter
from scrapy.exceptions import DropItem

from indexer.errors import ModelError
from indexer.outcome import Kind
from indexer.preprocessor import Preprocessor

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.statscollectors import StatsCollector

RESULT_FIELD = "winnow"


class WinnowPipeline:
    """See the module; made by Scrapy with `from_crawler`.

    Parameters
    ----------
    preprocessor : Preprocessor
    stats : StatsCollector
    url_field, html_field : str
        The fields of an item that hold its page.
    keep_all : bool
        Let pages pass that are no articles.
    keep_html : bool
        Leave the page in the item.
    """

    def __init__(
        self,
        preprocessor: Preprocessor,
        stats: StatsCollector,
        url_field: str = "url",
        html_field: str = "html",
        *,
        keep_all: bool = False,
        keep_html: bool = False,
    ) -> None:
        self._preprocessor = preprocessor
        self._stats = stats
        self._url_field, self._html_field = url_field, html_field
        self._keep_all, self._keep_html = keep_all, keep_html

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """As the crawler's settings say.

        Raises
        ------
        ModelError
            Where WINNOW_MODELS names no model file. Scrapy ends the run: one that went on would clean every page alone.
        """
        settings = crawler.settings
        models = settings.get("WINNOW_MODELS", "")
        try:
            preprocessor = Preprocessor.read(models) if models else Preprocessor({})
        except ModelError as error:
            raise ModelError(f"WINNOW_MODELS: {error}") from error
        assert crawler.stats is not None, "Scrapy makes the statistics before the pipelines"
        return cls(
            preprocessor,
            crawler.stats,
            settings.get("WINNOW_URL_FIELD", "url"),
            settings.get("WINNOW_HTML_FIELD", "html"),
            keep_all=settings.getbool("WINNOW_KEEP_ALL"),
            keep_html=settings.getbool("WINNOW_KEEP_HTML"),
        )

    def process_item(self, item: Any) -> Any:
        """Return the item with the article's fields.

        Raises
        ------
        DropItem
            Where the page is no article, or the item names no page.
        """
        fields = ItemAdapter(item)
        url, html = fields.get(self._url_field), fields.get(self._html_field)
        if not isinstance(url, str) or not isinstance(html, str | bytes):
            self._stats.inc_value("winnow/no-page")
            names = f"{self._url_field!r} and {self._html_field!r}"
            raise DropItem(f"an item without text in {names}: set WINNOW_URL_FIELD and WINNOW_HTML_FIELD")
        cleaned = self._preprocessor.clean(url, html, fields.get("content_type") or "")
        self._stats.inc_value(f"winnow/{cleaned.outcome.kind.value}")
        if not self._keep_html:
            self._leave_out(item, fields)  # before a drop, too: Scrapy logs the items that it drops
        if cleaned.outcome.kind is not Kind.CLEANED and not self._keep_all:
            raise DropItem(f"{url}: {cleaned.outcome.kind.value}: {cleaned.outcome.reason}")
        fields[RESULT_FIELD] = dict(cleaned.record())
        return item

    def _leave_out(self, item: Any, fields: ItemAdapter) -> None:
        """Take the page out of an item; an object keeps the field."""
        if isinstance(item, MutableMapping):
            del item[self._html_field]
        else:
            fields[self._html_field] = None
