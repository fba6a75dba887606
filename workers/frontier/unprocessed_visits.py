"""Reads visits and cleaning results that a site's history has not recorded yet, and the status of its URLs in the frontier."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, and_, exists, select

from indexer.outcome import Ending, Kind
from indexer.store.crawl_tables import Host, Url, Visit, is_in, is_unobserved
from indexer.store.database import Database
from indexer.store.ending_columns import columns_of, ended
from indexer.store.sites import site_id
from indexer.store.url_lifecycle import State, Unobserved
from workers.fetch.fetcher import Validator
from workers.frontier.hosts import chunks
from workers.frontier.urls import url_key

_VISIT, _RESULT = is_unobserved(Unobserved.VISIT), is_unobserved(Unobserved.RESULT)
_NOT_REQUESTED = frozenset({Kind.SKIPPED.value, Kind.ROBOTS.value})


@dataclass(frozen=True, slots=True)
class Visited:
    """An ended visit.

    Parameters
    ----------
    id, visit : int
        The id of the URL, and the visit's number.
    at : float
        The time at which it ended, UTC seconds.
    status : int
        The HTTP status; 0 without a response.
    ending : Ending
        The current ending: `fetched`, or the result of cleaning; for an unchanged page, the result of its previous cleaning.
    changed : bool or None
        Whether the response differs from the previous one; None if unknown.
    record : str
        `file:offset` of the page's latest response in the archive; "" for none.
    """

    id: int
    visit: int
    url: str
    at: float
    status: int
    ending: Ending
    changed: bool | None = None
    record: str = ""
    validator: Validator = Validator()


@dataclass(frozen=True, slots=True)
class CleaningResult:
    """The cleaning result of a page whose last visit the history has recorded; `id` is the id of its URL."""

    id: int
    url: str
    ending: Ending


@dataclass(frozen=True, slots=True)
class UrlStatus:
    """The status of a URL.

    Parameters
    ----------
    fetched_at : float
        The time of the last request; 0.0 if there was none.
    unobserved : bool
        Whether the last visit is not recorded yet.
    """

    state: State
    priority: int
    due: float
    found_at: float
    fetched_at: float
    unobserved: bool

    @property
    def is_queued(self) -> bool:
        """True if it is queued with the priority of a plan, or leased, or its last visit is not recorded yet."""
        if self.state in (State.QUEUED, State.DEFERRED):
            return self.priority < 0
        return self.state is State.FETCHING or self.unobserved


class UnprocessedVisits:
    """The visits of a database that no site history has recorded yet."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def exceeds(self, site: str, number: int) -> bool:
        """Return whether a site has more than `number` unrecorded visits."""
        with self._database.reading() as connection:
            mine = select(Url.id).join(Host, Url.host_id == Host.id).where(Host.site_id == site_id(connection, site), _VISIT)
            return len(connection.execute(mine.limit(number + 1)).all()) > number

    def of(self, site: str, number: int) -> list[Visited]:
        """Return at most `number` unrecorded visits of a site, in the order in which they ended."""
        with self._database.reading() as connection:
            mine = _VISITS.where(Host.site_id == site_id(connection, site), _VISIT)
            rows = connection.execute(mine.order_by(Visit.at, Url.id).limit(number)).all()
        return [
            Visited(number, visit, url, at, status, ended(ending), changed, record or "", Validator(etag or "", date or ""))
            for number, visit, url, at, status, changed, record, etag, date, *ending in rows
        ]

    def has_queued(self, site: str) -> bool:
        """Return whether a URL of the site waits for its first visit or is leased."""
        queued = exists().where(Url.host_id == Host.id, is_in(State.QUEUED))
        with self._database.reading() as connection:
            mine = select(Host.id).where(Host.site_id == site_id(connection, site), queued | Host.leased_url_id.is_not(None))
            return connection.scalar(mine.limit(1)) is not None

    def cleaning_results(self, site: str) -> list[CleaningResult]:
        """Return the cleaning results of recorded visits; an unrecorded visit already has the result as its outcome."""
        columns = select(Url.id, Url.url, *columns_of(Url)).join(Host, Url.host_id == Host.id).order_by(Url.id)
        with self._database.reading() as connection:
            rows = connection.execute(columns.where(Host.site_id == site_id(connection, site), _RESULT)).all()
        return [CleaningResult(number, url, ended(ending)) for number, url, *ending in rows if ending[0] is not None]

    def url_statuses(self, urls: Iterable[str]) -> Mapping[str, UrlStatus]:
        """Return the status of URLs; the result omits URLs that the frontier does not know."""
        found: dict[str, UrlStatus] = {}
        with self._database.reading() as connection:
            for part in chunks([url_key(url) for url in sorted(set(urls))]):
                rows = connection.execute(_STATUSES.where(Url.key.in_(part))).all()
                for url, state, priority, due, found_at, ended_at, outcome, unobserved in rows:
                    fetched = 0.0 if outcome is None or outcome in _NOT_REQUESTED else ended_at or 0.0
                    found[url] = UrlStatus(State(state), priority, due, found_at, fetched, unobserved == Unobserved.VISIT)
        return found


_VISITS: Select[*tuple[Any, ...]] = (
    select(
        Url.id, Url.visits, Url.url, Visit.at, Visit.status, Visit.changed, Url.record, Url.etag, Url.last_modified, *columns_of(Url)
    )
    .join(Host, Url.host_id == Host.id)
    .join(Visit, and_(Visit.url_id == Url.id, Visit.visit == Url.visits))
)
_STATUSES: Select[*tuple[Any, ...]] = select(
    Url.url, Url.state, Url.priority, Url.due, Url.found_at, Url.ended_at, Url.outcome, Url.unobserved
)  # fmt: skip
