"""Parameters and results of the frontier's methods."""

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
        Seconds between the end of one request to a host and the next; a longer delay of the host itself takes precedence.
    lease : float
        Duration of a lease in seconds. After the lease and the host's delay, another worker may claim the URL, so a lease must be longer
        than any request.
    max_tries : int
        Maximum number of leases for one visit of a URL, which limits the damage of a page that kills its worker.
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
        The normalised URL.
    priority : int
        The priority number; a host's due URL with the lowest number comes first, and equal numbers are ordered by `due`.
    due : float or None
        The time of the visit, UTC seconds; None for now.
    depth : int
        The number of links from a start URL.
    carry : mapping
        JSON data for the worker that visits it (redirect hops, cookies), which is deleted when the visit ends.
    host : str
        The registered domain that declares this URL of another domain as its own feed or sitemap; "" for the URL's own domain.
    """

    url: str
    priority: int = 0
    due: float | None = None
    depth: int = 0
    carry: Mapping[str, Any] = field(default_factory=dict)
    host: str = ""

    @property
    def host_key(self) -> str:
        """The registered domain whose queue it belongs to."""
        return self.host or site_key(self.url)


@dataclass(frozen=True, slots=True)
class RejectedUrl:
    """A URL that will not be requested, with the ending that says why."""

    url: str
    ending: Ending

    @property
    def host_key(self) -> str:
        """Its registered domain."""
        return site_key(self.url)


@dataclass(frozen=True, slots=True)
class Claim:
    """A URL leased to a worker; no other worker makes requests to its host during the lease.

    Parameters
    ----------
    id, number : int
        The id of the URL, and the number of the lease, counted per URL. A message contains only these two (`Frontier.resume` increments the
        number).
    url, host : str
        The URL and its host's registered domain.
    until : float
        The end of the lease, UTC seconds.
    tries : int
        The number of leases of this visit so far, including this one.
    visits : int
        The number of visits that ended before.
    carry : mapping
        The `carry` of the request.
    etag, last_modified, content_hash : str
        The values of the last response that had them; "" if none had.
    free_at : float
        The end of the host's delay after its last request, UTC seconds; 0 if there was none.
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
        Whether the page has changed since the last visit. If None, the content hashes decide; without hashes it is unknown.
    etag, last_modified, content_hash : str or None
        None keeps the known value.
    record : str or None
        The place of the response in the archive (`PageStore.keep`), from which the page is cleaned and indexed; None without a new record.
    next_visit : float or None
        The time of the next visit, UTC seconds; None for no further visit.
    priority : int or None
        The priority of the next visit; None keeps the current one.
    requested : bool
        Whether a request was made, so that the host's delay starts.
    at : float or None
        The date of the archive record, UTC seconds, so that visit and record have the same date; None for now.
    """

    ending: Ending
    changed: bool | None = None
    etag: str | None = None
    last_modified: str | None = None
    content_hash: str | None = None
    record: str | None = None
    next_visit: float | None = None
    priority: int | None = None
    requested: bool = True
    at: float | None = None


@dataclass(frozen=True, slots=True)
class Backoff:
    """The back-off of a host until a time (UTC seconds), for example after Retry-After; `ending` is its cause."""

    until: float
    ending: Ending | None = None

    @property
    def reason(self) -> str:
        """The ending in words for people."""
        return self.ending.reason if self.ending else ""
