"""A page as a visit found it, and what the archive has of it."""

from __future__ import annotations

from dataclasses import dataclass

from indexer.archive.load import RecordAwayError, load
from indexer.archive.place import Place
from indexer.errors import PageError
from indexer.page.decode import decode
from indexer.page.page import Page
from indexer.page.parse import parse_any
from indexer.page.sniff import sniff
from workers.reading.feeds import Feed, read_feed


@dataclass(frozen=True, slots=True)
class CapturedPage:
    """An HTML page.

    Parameters
    ----------
    robots : str
        All X-Robots-Tag headers, one a line.
    """

    page: Page
    robots: str = ""


def page_of(text: str, url: str) -> Page:
    """A page from its decoded text; one that cannot be parsed shows nothing and leads nowhere.

    >>> page_of("", "https://example.org/").visible_text
    ''
    """
    try:
        return parse_any(text, url)
    except PageError:
        return parse_any("<html>", url)


def stored_response(archive: Place, url: str, record: str) -> CapturedPage | Feed | None:
    """What a record of the archive brought: a page, a feed or sitemap, or None for anything else.

    Parameters
    ----------
    record : str
        `file:offset`, as `PageStore.keep` gives it.

    Raises
    ------
    RecordAwayError
        Where the record cannot be reached now.
    """
    if not record:
        return None
    try:
        raw = load(archive.entry(url, record))
    except RecordAwayError:
        raise
    except PageError:
        return None
    if sniff(raw.body, raw.content_type) is not None:
        return read_feed(raw.body, url)
    return CapturedPage(page_of(decode(raw.body, raw.content_type).text, url), raw.robots)
