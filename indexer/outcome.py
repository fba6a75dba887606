"""How a page ends: exactly one outcome each, and the counts add up to the pages that came in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """The ways in which a page can end."""

    CLEANED = "cleaned"
    """an article, with its body"""
    INDEXED = "indexed"
    """an article whose document is in the index"""
    NOT_ARTICLE = "not-article"
    """a table of contents or another page without a story"""
    DUPLICATE = "duplicate"
    """the same story as another page of the site"""
    NOINDEX = "noindex"
    """the publisher asks search engines to leave it out"""
    GONE = "gone"
    """the server says that the page is no more (404, 410)"""
    HTTP_ERROR = "http-error"
    """any other answer than 2xx"""
    REDIRECT = "redirect"
    """an answer that only points to another page"""
    NOT_HTML = "not-html"
    """PDF, image, plain text …, whatever its name says"""
    EMPTY = "empty"
    """no visible text"""
    TOO_LARGE = "too-large"
    """over a limit of bytes, nodes or depth"""
    TRUNCATED = "truncated"
    """the record ends before its length is reached"""
    UNREADABLE = "unreadable"
    """neither HTML nor anything known"""
    REFUSED = "refused"
    """the engine did not take the document"""
    ROBOTS = "robots"
    """robots.txt forbids fetching it"""
    FETCH_FAILED = "fetch-failed"
    """no answer from the server"""
    FETCHED = "fetched"
    """crawled: the page is in the archive"""
    SKIPPED = "skipped"
    """crawled: left out by a limit of the crawl, or as part of a trap"""

    @property
    def lost(self) -> bool:
        """Whether the page could not be processed (exit code 1), rather than having been judged.

        >>> Kind.TOO_LARGE.lost, Kind.NOT_ARTICLE.lost
        (True, False)
        """
        return self in _LOST


_LOST = frozenset({Kind.TOO_LARGE, Kind.TRUNCATED, Kind.UNREADABLE, Kind.NOT_HTML, Kind.REFUSED, Kind.FETCH_FAILED})


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one page ended.

    Parameters
    ----------
    url : str
        The page's URL, or the source's name where there is no URL.
    source : str
        The file, or WARC file and record, that the page came from.
    kind : Kind
    reason : str
        One line for a human; empty where the kind says it all.
    """

    url: str
    source: str
    kind: Kind
    reason: str = ""


def count(outcomes: Iterable[Outcome]) -> dict[str, int]:
    """Number of pages by outcome, most frequent first, ties by name.

    >>> count([Outcome("u", "s", Kind.CLEANED), Outcome("v", "s", Kind.EMPTY), Outcome("w", "s", Kind.CLEANED)])
    {'cleaned': 2, 'empty': 1}
    """
    counts = Counter(outcome.kind.value for outcome in outcomes)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
