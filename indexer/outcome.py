"""How a page ends: exactly one outcome each (kind, cause, data), and the counts add up to the pages that came in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from enum import StrEnum

from indexer.cause import Cause
from indexer.reasons import reason_of


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
    SUPERSEDED = "superseded"
    """a capture beside the one of the same page that counts"""
    NOT_MODIFIED = "not-modified"
    """a revisit: the page was as another capture has it"""
    NOINDEX = "noindex"
    """the publisher asks search engines to leave it out"""
    GONE = "gone"
    """the server says that the page is no more (404, 410, 451)"""
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
    TOO_COSTLY = "too-costly"
    """over the processor time that a page of its size may take"""
    TRUNCATED = "truncated"
    """the record ends before its length is reached"""
    UNREADABLE = "unreadable"
    """neither HTML nor anything known"""
    REFUSED = "refused"
    """the engine did not take the document"""
    ROBOTS = "robots"
    """robots.txt forbids fetching it"""
    UNREACHABLE = "unreachable"
    """the host does not answer: no address, refused, no TLS, too late"""
    FETCH_FAILED = "fetch-failed"
    """no answer that could be used"""
    FETCHED = "fetched"
    """crawled: the page is in the archive"""
    SKIPPED = "skipped"
    """crawled: left out by a limit of the crawl, or as part of a trap"""

    @property
    def lost(self) -> bool:
        """Return whether the page could not be processed (exit code 1), rather than having been judged.

        >>> Kind.TOO_LARGE.lost, Kind.NOT_ARTICLE.lost
        (True, False)
        """
        return self in _LOST


UNANSWERED = frozenset({Kind.UNREACHABLE, Kind.FETCH_FAILED, Kind.HTTP_ERROR, Kind.ROBOTS, Kind.SKIPPED})
"""The outcomes of visits that found out nothing about the page."""
_LOST = frozenset({
    Kind.TOO_LARGE, Kind.TOO_COSTLY, Kind.TRUNCATED, Kind.UNREADABLE, Kind.NOT_HTML, Kind.REFUSED, Kind.UNREACHABLE, Kind.FETCH_FAILED,
})  # fmt: skip


_LASTING = frozenset({Cause.REDIRECT_PERMANENT, Cause.REFRESH})


@dataclass(frozen=True, slots=True)
class Ending:
    """How a page ended, as values; what a program needs of it is here, `reason` is for people.

    Parameters
    ----------
    kind : Kind
    cause : Cause
    target : str
        The absolute URL that a redirect leads to.
    duplicate_of : str
        The URL by which the story is known that the page repeats.
    status : int
        HTTP status, 0 where nothing answered or the status does not matter any more.
    count, limit : float
        What was counted, and how much may be; the cause names the unit.
    detail : str
        What others say of it: a media type, an exception, an engine.
    """

    kind: Kind
    cause: Cause = Cause.NONE
    target: str = ""
    duplicate_of: str = ""
    status: int = 0
    count: float = 0
    limit: float = 0
    detail: str = ""

    @property
    def moved(self) -> bool:
        """Return whether the page has another URL for good (RFC 9110, 15.4; a page that sends its reader on is taken at its word).

        >>> Ending(Kind.REDIRECT, Cause.REDIRECT_TEMPORARY, "https://example.org/b", status=302).moved
        False
        """
        return self.kind is Kind.REDIRECT and self.cause in _LASTING

    @property
    def reason(self) -> str:
        """One line for people; empty where the kind says it all.

        >>> Ending(Kind.TOO_LARGE, Cause.BYTES, count=9_000_000, limit=8_388_608).reason
        '9,000,000 bytes, the limit is 8,388,608'
        """
        return reason_of(self.cause, asdict(self))

    def record(self) -> dict[str, str]:
        """Return the fields of JSON records and reports."""
        return {
            "outcome": self.kind.value,
            "reason": self.reason,
            "cause": self.cause.value,
            "target": self.target,
            "duplicateOf": self.duplicate_of,
        }


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one page ended.

    Parameters
    ----------
    url : str
        The page's URL, or the source's name where there is no URL.
    source : str
        The file, or WARC file and record, that the page came from.
    ending : Ending
    """

    url: str
    source: str
    ending: Ending

    @property
    def kind(self) -> Kind:
        """The way in which it ended."""
        return self.ending.kind

    @property
    def reason(self) -> str:
        """The same with its cause, in words for people."""
        return self.ending.reason

    def record(self) -> dict[str, str]:
        """Return the JSON object of a page in a report."""
        return {"url": self.url, "source": self.source, **self.ending.record()}


def count(outcomes: Iterable[Outcome]) -> dict[str, int]:
    """Number of pages by outcome, most frequent first, ties by name.

    >>> count([Outcome("u", "s", Ending(kind)) for kind in (Kind.CLEANED, Kind.EMPTY, Kind.CLEANED)])
    {'cleaned': 2, 'empty': 1}
    """
    counts = Counter(outcome.kind.value for outcome in outcomes)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
