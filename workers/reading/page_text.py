"""A page as a visit found it, and what the archive has of it."""

from __future__ import annotations

from dataclasses import dataclass

from indexer.archive.load import RecordAwayError, load
from indexer.archive.place import Place
from indexer.errors import PageError
from indexer.page.decode import decode
from indexer.page.sniff import sniff
from workers.reading.feeds import Feed, read_feed


@dataclass(frozen=True, slots=True)
class PageText:
    """An HTML page.

    Parameters
    ----------
    text : str
        Decoded.
    robots : str
        All X-Robots-Tag headers, one a line.
    """

    text: str
    robots: str = ""


def stored_answer(archive: Place, url: str, record: str) -> PageText | Feed | None:
    """What a record of the archive brought: a page, a feed or sitemap, or None for anything else.

    Parameters
    ----------
    archive : Place
    url : str
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
    return PageText(decode(raw.body, raw.content_type).text, raw.robots)
