"""A read-only view of the frontier: URLs with their last responses and visits, and counts by host."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Select, func, select

from indexer.outcome import Ending, Kind
from indexer.store.crawl_tables import Host, Url
from indexer.store.database import Database
from indexer.store.ending_columns import columns_of, ending_of
from indexer.store.host_blocks import BLOCK
from indexer.store.url_lifecycle import State
from indexer.store.visits import VisitRecord, history
from workers.frontier.hosts import chunks
from workers.frontier.urls import url_key

_PAGE = 1_000


@dataclass(frozen=True, slots=True)
class UrlState:
    """A URL as the frontier stores it.

    Parameters
    ----------
    due : float
        The time at which a queued or deferred URL becomes due, UTC seconds; meaningless for a finished URL.
    visits : int
        The number of ended visits.
    ended_at : float or None
        The time at which the last visit ended.
    ending : Ending or None
        The ending of the last visit.
    etag, last_modified, content_hash : str
        The values of the last response that had them; "" if none had.
    """

    url: str
    host: str
    state: State
    priority: int
    depth: int
    due: float
    visits: int
    found_at: float
    ended_at: float | None
    ending: Ending | None
    etag: str
    last_modified: str
    content_hash: str

    @property
    def kind(self) -> Kind | None:
        """The outcome of the last visit."""
        return self.ending.kind if self.ending else None


@dataclass(frozen=True, slots=True)
class HostCounts:
    """The counts of a host; the URLs by state add up to all its URLs.

    Parameters
    ----------
    host : str
        The registered domain.
    outcomes : mapping of str to int
        The number of URLs by the outcome of their last visit, including URLs that are scheduled again.
    next_visit : float or None
        The time at which its next URL may be fetched, UTC seconds; for a leased host, the time after the end of the lease.
    delay : float
        The Crawl-delay of its robots.txt in seconds; 0 if there is none.
    blocked_until : float
        The end of its back-off, UTC seconds.
    blocked : Ending or None
        The ending that caused the back-off.
    """

    host: str
    states: Mapping[State, int] = field(default_factory=dict)
    outcomes: Mapping[str, int] = field(default_factory=dict)
    next_visit: float | None = None
    delay: float = 0.0
    blocked_until: float = 0.0
    blocked: Ending | None = None

    @property
    def urls(self) -> int:
        """The number of its URLs."""
        return sum(self.states.values())


@dataclass(frozen=True, slots=True)
class GivenUp:
    """The URLs of a host that ended for one cause.

    Parameters
    ----------
    host : str
        The registered domain.
    urls : int
        The number of URLs.
    url : str
        The first URL found.
    ending : Ending
        The ending of the first URL.
    """

    host: str
    urls: int
    url: str
    ending: Ending


class FrontierView:
    """Reads the frontier of a database and changes nothing."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def url(self, url: str) -> UrlState | None:
        """Return the state of a URL; None if it is unknown."""
        with self._database.reading() as connection:
            row = connection.execute(_urls().where(Url.key == url_key(url))).one_or_none()
        return None if row is None else _state(row)

    def urls(self, host: str) -> Iterator[UrlState]:
        """Yield all URLs of a registered domain in the order of discovery, read in batches so that no transaction stays open."""
        last = 0
        while True:
            with self._database.reading() as connection:
                some = _urls().where(Host.key == host, Url.id > last).order_by(Url.id).limit(_PAGE)
                rows = connection.execute(some).all()
            if not rows:
                return
            yield from map(_state, rows)
            last = rows[-1].id

    def history(self, url: str, limit: int = 60) -> tuple[VisitRecord, ...]:
        """Return the last visits of a URL, oldest first."""
        with self._database.reading() as connection:
            number = connection.scalar(select(Url.id).where(Url.key == url_key(url)))
            return () if number is None else history(connection, number, limit)

    def counts(self, hosts: Collection[str] | None = None) -> list[HostCounts]:
        """Return the counts of all hosts, or of the given ones, in alphabetical order."""
        wanted = select(Host.id, Host.key, Host.ready_at, Host.delay, Host.blocked_until, *BLOCK)
        grouped = select(Url.host_id, Url.state, Url.outcome, func.count()).group_by(Url.host_id, Url.state, Url.outcome)
        if hosts is not None:
            wanted = wanted.where(Host.key.in_(sorted(hosts)))
            grouped = grouped.where(Url.host_id.in_(select(Host.id).where(Host.key.in_(sorted(hosts)))))
        states: dict[int, Counter[State]] = {}
        outcomes: dict[int, Counter[str]] = {}
        with self._database.reading() as connection:
            for host, state, outcome, number in connection.execute(grouped):
                states.setdefault(host, Counter())[State(state)] += number
                if outcome is not None:
                    outcomes.setdefault(host, Counter())[outcome] += number
            rows = connection.execute(wanted.order_by(Host.key)).all()
        return [
            HostCounts(key, states.get(number, {}), outcomes.get(number, {}), ready, delay, until, ending_of(block))
            for number, key, ready, delay, until, *block in rows
        ]


    def reasons(self, hosts: Collection[str] | None = None) -> list[GivenUp]:
        """Return the URLs given up at all hosts, or at the given ones, by host, outcome and cause, most frequent first."""
        ended = (Url.outcome.in_(_GIVEN_UP), Url.state != State.FETCHING.value)
        groups = select(Host.key, func.count(), func.min(Url.id)).join(Host, Url.host_id == Host.id).where(*ended)
        if hosts is not None:
            groups = groups.where(Host.key.in_(sorted(hosts)))
        groups = groups.group_by(Host.key, Url.outcome, Url.cause).order_by(Host.key, func.count().desc(), func.min(Url.id))
        with self._database.reading() as connection:
            found = connection.execute(groups).all()
            parts = chunks([number for *_, number in found])
            first = {row.id: _state(row) for part in parts for row in connection.execute(_urls().where(Url.id.in_(part)))}
        states = [(host, urls, first[number]) for host, urls, number in found]
        return [GivenUp(host, urls, state.url, state.ending) for host, urls, state in states if state.ending is not None]


_GIVEN_UP = sorted(
    kind.value for kind in Kind if kind.lost or kind in (Kind.HTTP_ERROR, Kind.ROBOTS, Kind.SKIPPED, Kind.EMPTY, Kind.NOINDEX, Kind.GONE)
)


def _urls() -> Select[*tuple[Any, ...]]:
    return select(
        Url.id, Url.url, Host.key, Url.state, Url.priority, Url.depth, Url.due, Url.visits, Url.found_at, Url.ended_at, Url.etag,
        Url.last_modified, Url.content_hash, *columns_of(Url),
    ).join(Host, Url.host_id == Host.id)  # fmt: skip


def _state(row: tuple[Any, ...]) -> UrlState:
    _, url, host, state, priority, depth, due, visits, found_at, ended_at, etag, last_modified, content_hash, *ending = row
    known = etag or "", last_modified or "", content_hash or ""
    return UrlState(url, host, State(state), priority, depth, due, visits, found_at, ended_at, ending_of(ending), *known)
