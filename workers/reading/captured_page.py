"""Loads the response of a visit from the archive."""

from __future__ import annotations

from dataclasses import dataclass

from indexer.archive.load import RecordUnavailableError, load
from indexer.archive.place import Place
from indexer.article.clean import Parse, parse_page
from indexer.errors import PageError
from indexer.outcome import Kind
from indexer.page.page import Page
from indexer.page.parse import parse_any
from workers.reading.feeds import Feed, feed_in


@dataclass(frozen=True, slots=True)
class CapturedPage:
    """An archived HTML page.

    Parameters
    ----------
    robots : str
        All X-Robots-Tag headers, one a line.
    """

    page: Page
    robots: str = ""


def unreadable_page(url: str) -> Page:
    """Return an empty page as a placeholder for one that cannot be parsed.

    >>> unreadable_page("https://example.org/").visible_text
    ''
    """
    return parse_any("<html>", url)


def stored_response(archive: Place, url: str, record: str, parse: Parse = parse_page) -> CapturedPage | Feed | None:
    """Load a record; return its page, feed or sitemap, None for other content.

    Parameters
    ----------
    record : str
        `file:offset`, as returned by `PageStore.keep`; "" for none.

    Raises
    ------
    RecordUnavailableError
        If the record cannot be read now, for example because its storage is down.
    """
    if not record:
        return None
    try:
        raw = load(archive.entry(url, record))
    except RecordUnavailableError:
        raise
    except PageError:
        return None
    feed = feed_in(raw.body, raw.content_type, url)
    if feed is not None:
        return feed
    try:
        return CapturedPage(parse(raw), raw.robots)
    except PageError as error:
        return None if error.ending.kind is Kind.NOT_HTML else CapturedPage(unreadable_page(url), raw.robots)
