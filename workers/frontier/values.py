"""Values that go into the frontier and come out of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from indexer.outcome import Ending
from indexer.urls import site_key


@dataclass(frozen=True, slots=True)
class FrontierParams:
    """Parameters of claims.

    Parameters
    ----------
    delay : float
        Seconds between the end of one request to a host and the next; a host's own longer delay wins.
    lease : float
        Seconds for which a worker has a URL. After the lease and the host's delay another worker may get it, so a lease must be longer
        than a request may take.
    max_tries : int
        Leases that one visit of a URL gets before it counts as failed; this bounds the harm of a page that kills its worker.
    """

    delay: float = 1.0
    lease: float = 120.0
    max_tries: int = 5

    def __post_init__(self) -> None:
        if self.delay < 0 or self.lease <= 0 or self.max_tries < 1:
            raise ValueError("the delay must not be negative, the lease must be positive, and max_tries at least 1")


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
        Data for the worker that visits it (redirect hops, a cookie); JSON, dropped when the visit ends.
    host : str
        The registered domain that names it as its own although it lies elsewhere (a feed, a sitemap); "" for the URL's own.
    """

    url: str
    priority: int = 0
    due: float | None = None
    depth: int = 0
    carry: Mapping[str, Any] = field(default_factory=dict)
    host: str = ""

    @property
    def host_key(self) -> str:
        """The registered domain among whose URLs this one is."""
        return self.host or site_key(self.url)


@dataclass(frozen=True, slots=True)
class RejectedUrl:
    """A URL that will not be requested, and why."""

    url: str
    ending: Ending

    @property
    def host_key(self) -> str:
        """As of a request."""
        return site_key(self.url)


@dataclass(frozen=True, slots=True)
class Claim:
    """A URL leased to a worker; no other worker requests its host meanwhile.

    Parameters
    ----------
    id, number : int
        The URL and the lease number, counted per URL. A message needs only these two (`Frontier.resume`, which increments the number).
    url, host : str
        `host` is the registered domain.
    until : float
        The lease's end.
    tries : int
        Leases of this visit so far, this one included.
    visits : int
        Fetches that ended before this visit.
    carry : mapping
        As given with the URL.
    etag, last_modified, content_hash : str
        Of the last answer that had them, or "".
    free_at : float
        When the host's delay after its last request was over, UTC seconds; 0 if there was none.
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
    """The result of a visit.

    Parameters
    ----------
    changed : bool or None
        Whether the page has changed since the last visit; None leaves it to the content hashes, and unknown if there are none.
    etag, last_modified, content_hash : str or None
        None keeps the known value.
    record : str or None
        Where the archive has the response (`PageStore.keep`), from which the page is cleaned and indexed, or removed; None if nothing
        is new.
    next_visit : float or None
        When to visit it again, UTC seconds; None for never.
    priority : int or None
        For that visit; None keeps the priority.
    asked : bool
        Whether a request was made; without one the host's delay does not start.
    at : float or None
        When the archive got the response, UTC seconds, so that the visit has the record's date; None for now.
    """

    ending: Ending
    changed: bool | None = None
    etag: str | None = None
    last_modified: str | None = None
    content_hash: str | None = None
    record: str | None = None
    next_visit: float | None = None
    priority: int | None = None
    asked: bool = True
    at: float | None = None


@dataclass(frozen=True, slots=True)
class Backoff:
    """A host's request to be left alone (Retry-After), until a time in UTC seconds."""

    until: float
    reason: str = ""
