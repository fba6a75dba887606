"""WinnowPipeline: a Scrapy item pipeline that replaces an item's page by the article's fields.

    ITEM_PIPELINES = {"indexer.scrapy_pipeline.WinnowPipeline": 300}
    WINNOW_MODELS = "models.json"       # from `winnow learn`; without it each page is cleaned alone

An item names its page in `url` and its bytes or text in `html` (or the names in WINNOW_URL_FIELD, WINNOW_HTML_FIELD); `content_type`,
if present, is the HTTP header. The article's fields are stored in `winnow`, a dict as printed by `winnow clean`, and the page is removed
from the item, unless WINNOW_KEEP_HTML is set. A page that is no article is dropped with its outcome and reason, unless WINNOW_KEEP_ALL is
set. Every item is counted under `winnow/OUTCOME` in Scrapy's statistics.
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
    """See the module; Scrapy creates it with `from_crawler`.

    Parameters
    ----------
    preprocessor : Preprocessor
    stats : StatsCollector
    url_field, html_field : str
        The fields of an item with its page.
    keep_all : bool
        True to keep pages that are no articles.
    keep_html : bool
        True to keep the page in the item.
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
        """Create the pipeline from the crawler's settings.

        Raises
        ------
        ModelError
            If WINNOW_MODELS names no model file. Scrapy then ends the run, which would otherwise clean every page alone.
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
            If the page is no article, or the item has no page.
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
            self._leave_out(item, fields)  # before a drop, too: Scrapy logs dropped items
        if cleaned.outcome.kind is not Kind.CLEANED and not self._keep_all:
            raise DropItem(f"{url}: {cleaned.outcome.kind.value}: {cleaned.outcome.reason}")
        fields[RESULT_FIELD] = dict(cleaned.record())
        return item

    def _leave_out(self, item: Any, fields: ItemAdapter) -> None:
        """Remove the page from an item; an object keeps the field, empty."""
        if isinstance(item, MutableMapping):
            del item[self._html_field]
        else:
            fields[self._html_field] = None
