"""Page outcomes: each page has exactly one (kind, cause, data), so the counts add up to the number of input pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from enum import StrEnum

from indexer.cause import Cause
from indexer.reasons import reason_of


class Kind(StrEnum):
    """The kinds of outcomes."""

    CLEANED = "cleaned"
    """an article, with its body"""
    INDEXED = "indexed"
    """an article whose document is in the index"""
    NOT_ARTICLE = "not-article"
    """a table of contents or another page without a story"""
    DUPLICATE = "duplicate"
    """the same story as another page of the site"""
    SUPERSEDED = "superseded"
    """a capture of a page that another capture represents"""
    NOT_MODIFIED = "not-modified"
    """a revisit: the page is unchanged from another capture"""
    NOINDEX = "noindex"
    """the publisher excludes it from search engines"""
    GONE = "gone"
    """the server reports that the page no longer exists (404, 410, 451)"""
    HTTP_ERROR = "http-error"
    """any other status than 2xx"""
    REDIRECT = "redirect"
    """a response that only points to another page"""
    NOT_HTML = "not-html"
    """PDF, image, plain text …, regardless of its name"""
    EMPTY = "empty"
    """no visible text"""
    TOO_LARGE = "too-large"
    """over a limit of bytes, nodes or depth"""
    TOO_COSTLY = "too-costly"
    """over the limit of processor time for a page of its size"""
    TRUNCATED = "truncated"
    """the record ends before its declared length"""
    UNREADABLE = "unreadable"
    """in no known format"""
    REFUSED = "refused"
    """the engine refused the document"""
    ROBOTS = "robots"
    """robots.txt forbids fetching it"""
    UNREACHABLE = "unreachable"
    """the host does not respond: no address, refused, no TLS, too late"""
    FETCH_FAILED = "fetch-failed"
    """no usable response"""
    FETCHED = "fetched"
    """crawled: the page is in the archive"""
    SKIPPED = "skipped"
    """crawled: excluded by a limit of the crawl, or as part of a trap"""

    @property
    def lost(self) -> bool:
        """True if the page could not be processed (exit code 1), as opposed to judged.

        >>> Kind.TOO_LARGE.lost, Kind.NOT_ARTICLE.lost
        (True, False)
        """
        return self in _LOST


UNANSWERED = frozenset({Kind.UNREACHABLE, Kind.FETCH_FAILED, Kind.HTTP_ERROR, Kind.ROBOTS, Kind.SKIPPED})
"""Outcomes of visits that reveal nothing about the page."""
_LOST = frozenset({
    Kind.TOO_LARGE, Kind.TOO_COSTLY, Kind.TRUNCATED, Kind.UNREADABLE, Kind.NOT_HTML, Kind.REFUSED, Kind.UNREACHABLE, Kind.FETCH_FAILED,
})  # fmt: skip


_LASTING = frozenset({Cause.REDIRECT_PERMANENT, Cause.REFRESH})


@dataclass(frozen=True, slots=True)
class Ending:
    """How a page ended, as values for programs; `reason` is for people.

    Parameters
    ----------
    kind : Kind
    cause : Cause
    target : str
        The absolute URL of a redirect's target.
    duplicate_of : str
        The canonical URL of the story that the page repeats.
    status : int
        HTTP status; 0 without a response, or if irrelevant.
    count, limit : float
        A count and its limit; the cause determines the unit.
    detail : str
        Details from elsewhere: a media type, an exception, an engine's message.
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
        """True if the page has moved permanently (RFC 9110, 15.4; a refresh counts as permanent).

        >>> Ending(Kind.REDIRECT, Cause.REDIRECT_TEMPORARY, "https://example.org/b", status=302).moved
        False
        """
        return self.kind is Kind.REDIRECT and self.cause in _LASTING

    @property
    def reason(self) -> str:
        """One line for people; empty if the kind is sufficient.

        >>> Ending(Kind.TOO_LARGE, Cause.BYTES, count=9_000_000, limit=8_388_608).reason
        '9,000,000 bytes exceed the limit of 8,388,608'
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
        The page's URL, or the source's name without a URL.
    source : str
        The file, or WARC file and record, of the page.
    ending : Ending
    """

    url: str
    source: str
    ending: Ending

    @property
    def kind(self) -> Kind:
        """The kind of its ending."""
        return self.ending.kind

    @property
    def reason(self) -> str:
        """The reason of its ending, in words for people."""
        return self.ending.reason

    def record(self) -> dict[str, str]:
        """Return the JSON object of a page in a report."""
        return {"url": self.url, "source": self.source, **self.ending.record()}


def count(outcomes: Iterable[Outcome]) -> dict[str, int]:
    """Return the number of pages by outcome, most frequent first, ties by name.

    >>> count([Outcome("u", "s", Ending(kind)) for kind in (Kind.CLEANED, Kind.EMPTY, Kind.CLEANED)])
    {'cleaned': 2, 'empty': 1}
    """
    counts = Counter(outcome.kind.value for outcome in outcomes)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
