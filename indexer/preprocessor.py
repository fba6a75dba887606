"""Preprocessor: from a page's bytes to clean fields, for other crawlers and indexers than Winnow's.

    pre = Preprocessor.learn(my_archive)            # (url, HTML) pairs: some pages of each site, any number of sites
    for url, html in my_crawler:
        cleaned = pre.clean(url, html)
        if cleaned.outcome.kind is Kind.CLEANED:
            my_index.add(cleaned.record())

A page of an unlearned site is cleaned alone, and `siteModel` in the record says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from indexer.article.clean import clean_read, read_page
from indexer.article.cleaned import Cleaned
from indexer.article.learned import LearnedSite, learn
from indexer.errors import PageError
from indexer.outcome import Outcome
from indexer.page.page import Page
from indexer.page.peer import extracted
from indexer.page.raw import RawPage
from indexer.pipeline import read_model_file, write_models
from indexer.site.model import Sampled
from indexer.site.params import SiteParams
from indexer.urls import site_key

MOST_PAGES = SiteParams().most_pages
"""Maximum number of a site's pages for learning; the first ones are used."""


class Preprocessor:
    """Site models, and the function that cleans a page with them.

    Parameters
    ----------
    models : mapping of str to LearnedSite
        By the site's key (`indexer.urls.site_key`).

    Notes
    -----
    It has no state beside the models: it may be shared between threads, and sent to other processes.
    """

    def __init__(self, models: Mapping[str, LearnedSite]) -> None:
        self.models = dict(models)

    @classmethod
    def learn(cls, pages: Iterable[tuple[str, bytes | str]]) -> Preprocessor:
        """Learn the models of the sites of these pages.

        Parameters
        ----------
        pages : iterable of (str, bytes or str)
            URL and HTML; an unreadable page is ignored. At most `MOST_PAGES` of a site are kept in memory.

        Examples
        --------
        >>> page = "<nav><p>Menu of the site</p></nav><div id=main><p>{0} is told here, at some length, and with several commas.</p></div>"
        >>> pre = Preprocessor.learn((f"https://example.org/{x}", page.format(x * 9)) for x in "abcd")
        >>> cleaned = pre.clean("https://example.org/e", page.format("eeeeeeeee"))
        >>> cleaned.outcome.kind.value, cleaned.article.article_body
        ('cleaned', 'eeeeeeeee is told here, at some length, and with several commas.')
        """
        samples: dict[str, dict[str, Sampled]] = {}
        for url, html in pages:
            sample = samples.setdefault(site_key(url), {})
            if url in sample or len(sample) == MOST_PAGES:
                continue
            try:
                page = read_page(_raw(url, html))
            except PageError:
                continue
            sample[url] = Sampled(page, page.url, partial(extracted, page))
        return cls({site: learn(site, list(sample.values())) for site, sample in samples.items() if sample})

    @classmethod
    def read(cls, path: str | Path) -> Preprocessor:
        """Read the models from a file that `winnow learn` or `write` has written.

        Raises
        ------
        ModelError
            If it cannot be read, or contains no models of this version.
        """
        return cls(read_model_file(Path(path)))

    def write(self, path: str | Path) -> None:
        """Write the models as JSON for `read` and `winnow clean --model`.

        Raises
        ------
        NothingToDoError
            If there is no model.
        OSError
            If the file cannot be written.
        """
        Path(path).write_text(write_models(self.models[site] for site in sorted(self.models)), "utf-8")

    def clean(self, url: str, html: bytes | str, content_type: str = "", now: datetime | None = None) -> Cleaned:
        """Clean one page: body, weights, type and fields; an unreadable page ends with an outcome that states why.

        Parameters
        ----------
        url : str
        html : bytes or str
            Bytes as served, after content decoding, so that the charset is found as in browsers; or decoded text.
        content_type : str
            The HTTP header, or "".
        now : datetime or None
            With time zone; later dates are rejected. None for the current time.
        """
        raw, site = _raw(url, html, content_type), site_key(url)
        try:
            page = read_page(raw)
            return clean_read(raw, page, self.models.get(site) or _alone(site, page), site, now or datetime.now(UTC))
        except PageError as error:
            return Cleaned(Outcome(url, raw.source, error.ending), site)


def _raw(url: str, html: bytes | str, content_type: str = "") -> RawPage:
    if isinstance(html, str):
        return RawPage(url, html.encode("utf-8", "replace"), "", "text/html; charset=utf-8")
    return RawPage(url, html, "", content_type)


def _alone(site: str, page: Page) -> LearnedSite:
    """Learn from one page: type and fields, no template."""
    return learn(site, [Sampled(page, page.url)])
