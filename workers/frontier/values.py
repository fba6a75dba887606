"""What goes into the frontier and what comes out of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from indexer.outcome import Kind


@dataclass(frozen=True, slots=True)
class FrontierParams:
    """How the frontier deals work out.

    Parameters
    ----------
    delay : float
        Seconds between the end of one request to a host and the next; a host's own longer delay wins.
    lease : float
        Seconds for which a worker has a URL. After them, and the host's delay, another worker may get it; so a lease is longer than a
        request may take.
    max_tries : int
        Leases that one visit of a URL gets before it counts as failed: a page that kills its worker is asked for no more often.
    """

    delay: float = 1.0
    lease: float = 120.0
    max_tries: int = 5

    def __post_init__(self) -> None:
        if self.delay < 0 or self.lease <= 0 or self.max_tries < 1:
            raise ValueError("delays are not negative, a lease lasts, and a URL gets a try")


@dataclass(frozen=True, slots=True)
class CrawlRequest:
    """A URL to visit.

    Parameters
    ----------
    url : str
        Normalised.
    priority : int
        Among the URLs of its host that are due, the lowest comes first; the same priority in the order of `due`.
    due : float or None
        When, in UTC seconds; None for now.
    depth : int
        Links from a start URL.
    carry : mapping
        What the worker wants to be told when its time comes (hops, a cookie); JSON, dropped with the visit.
    """

    url: str
    priority: int = 0
    due: float | None = None
    depth: int = 0
    carry: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RejectedUrl:
    """A URL that will not be asked for, and why."""

    url: str
    kind: Kind
    reason: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A URL that a worker has for the time of its lease; nobody else asks its host meanwhile.

    Parameters
    ----------
    id, number : int
        The URL and the lease, counted per URL. These two are all that a message needs (`Frontier.resume`, which counts once more).
    url, host : str
        `host` is the registered domain.
    until : float
        The lease's end.
    tries : int
        Leases of this visit so far, this one included.
    visits : int
        Fetches that ended before this visit.
    priority, depth : int
    carry : mapping
        As given with the URL.
    etag, last_modified, content_hash : str
        Of the last answer that had them, or "".
    free_at : float
        When the host's delay after its last request was over, UTC seconds; 0 where there was none.
    """

    id: int
    number: int
    url: str
    host: str
    until: float
    tries: int
    visits: int
    priority: int
    depth: int
    carry: Mapping[str, Any]
    etag: str
    last_modified: str
    content_hash: str
    free_at: float = 0.0


@dataclass(frozen=True, slots=True)
class VisitResult:
    """How a visit ended.

    Parameters
    ----------
    kind : Kind
    reason : str
    status : int
        The HTTP status, 0 where there was no answer.
    changed : bool or None
        Whether the page was another than at the last visit; None leaves it to the hashes, and where there are none it stays unknown.
    etag, last_modified, content_hash : str or None
        None keeps what is known.
    record : str or None
        Where the archive has the answer (`PageStore.keep`), by which the page is then cleaned and indexed, or taken out; None where nothing
        is new.
    next_visit : float or None
        When to visit it again, UTC seconds; None for never.
    priority : int or None
        For that visit; None keeps the priority.
    asked : bool
        Whether a request was made; without one the host need not rest.
    """

    kind: Kind
    reason: str = ""
    status: int = 0
    changed: bool | None = None
    etag: str | None = None
    last_modified: str | None = None
    content_hash: str | None = None
    record: str | None = None
    next_visit: float | None = None
    priority: int | None = None
    asked: bool = True


@dataclass(frozen=True, slots=True)
class Backoff:
    """A host's wish to be left alone (Retry-After), until a moment in UTC seconds."""

    until: float
    reason: str = ""
