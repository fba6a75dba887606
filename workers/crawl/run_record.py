"""Reads the outcomes of one run from the rows of visits, and the URLs that it leaves to the next run."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import bindparam, func, select

from indexer import urls
from indexer.cause import Cause
from indexer.outcome import Ending, Kind, Outcome
from indexer.reasons import REASONS
from indexer.store.crawl_tables import Host, Url, Visit
from indexer.store.database import Database
from indexer.store.ending_columns import NAMES, columns_of, ended, ending_of
from indexer.store.host_blocks import BLOCK
from indexer.store.url_lifecycle import State
from workers.clock import Clock, moment
from workers.crawl.report import Waiting
from workers.frontier.robots import RobotsStates

_IN_ARCHIVE = frozenset({
    Kind.CLEANED, Kind.INDEXED, Kind.NOT_ARTICLE, Kind.DUPLICATE, Kind.NOINDEX, Kind.EMPTY, Kind.REFUSED, Kind.TRUNCATED, Kind.UNREADABLE,
})  # fmt: skip
"""The outcomes of pages that were cleaned from the archive."""


_LAST = select(func.max(Visit.id))
_ENDED = (
    select(Visit.id, Visit.url_id, Url.url, *columns_of(Visit))
    .join(Url, Url.id == Visit.url_id)
    .join(Host, Host.id == Url.host_id)
    .where(Visit.id > bindparam("last"), Host.key == bindparam("host"))
    .order_by(Visit.id)
)
_WAKES = (
    select(Host.key, Host.ready_at, Host.delay, Host.blocked_until, Host.leased_url_id, *BLOCK)
    .where(Host.key.in_(bindparam("hosts", expanding=True)), Host.ready_at.is_not(None))
    .order_by(Host.ready_at, Host.id)
    .limit(1)
)


@dataclass(frozen=True, slots=True)
class Wait:
    """A wait for the host that is ready next.

    Parameters
    ----------
    host : str
        The registered domain.
    until : float
        The time at which it is ready, UTC seconds; if another process has leased it, the time after the end of the lease.
    reason : str
        The reason for the wait; "" for the run's own delay.
    leased : bool
        Whether another process has leased it.
    seconds : float
        The seconds until then.
    """

    host: str
    until: float
    reason: str
    leased: bool
    seconds: float


def ignore_wait(_wait: Wait) -> None:
    """Ignore a wait."""


@dataclass(frozen=True, slots=True)
class RunClock:
    """A run's clock.

    Parameters
    ----------
    sleep : callable
        Sleeps for a number of seconds by that clock.
    on_wait : callable
        Called about once a second during a wait of more than two seconds.
    """

    clock: Clock
    sleep: Callable[[float], object] = time.sleep
    on_wait: Callable[[Wait], object] = ignore_wait


@dataclass(frozen=True, slots=True)
class RunSummary:
    """The other URLs of the run's sites: URLs that ended before the run, URLs that it leaves, and the hosts that wait."""

    before: tuple[Outcome, ...] = ()
    left: tuple[Outcome, ...] = ()
    waiting: tuple[Waiting, ...] = ()


class RunRecord:
    """The visits of one run, while other processes may crawl the same sites.

    Since a host has at most one leased URL, all visits that end on a claim's host during its execution belong to this run.

    Parameters
    ----------
    patience : float
        Maximum seconds for which the run waits for a host.
    """

    def __init__(self, database: Database, clock: Clock, patience: float) -> None:
        self._database = database
        self._clock = clock
        self._patience = patience
        self._robots = RobotsStates(database)
        self._own: set[int] = set()

    def mark(self) -> int:
        """Return the id of the last visit, to pass to `ended` later."""
        with self._database.reading() as connection:
            return connection.scalar(_LAST) or 0

    def ended(self, host: str, mark: int) -> list[Outcome]:
        """Return the outcomes of visits that ended on a host (registered domain) since a mark, in order."""
        with self._database.reading() as connection:
            found = connection.execute(_ENDED, {"last": mark, "host": host}).all()
        self._own.update(row.url_id for row in found)
        return [Outcome(url, "", ended(ending)) for _, _, url, *ending in found]

    def next_wait(self, hosts: Collection[str]) -> Wait | None:
        """Return the wait for the host that is ready next; None if no URL waits."""
        with self._database.reading() as connection:
            row = connection.execute(_WAKES, {"hosts": sorted(hosts)}).one_or_none()
        if row is None:
            return None
        leased = row.leased_url_id is not None
        if leased:
            reason = REASONS[Cause.BUSY]
        elif row.blocked_until > self._clock():
            reason = _block_reason(row)
        else:
            reason = f"robots.txt asks for {row.delay:,.0f} s between requests" if row.delay else ""
        return Wait(row.key, row.ready_at, reason, leased, row.ready_at - self._clock())

    def summary(self, hosts: Collection[str], *, full: bool, below: int | None = None) -> RunSummary:
        """Return the hosts' other URLs; `full` is true if the run ended at its page limit, `below` is that of the run."""
        columns = select(
            Url.id, Url.url, Url.state, Url.priority, Url.tries, Url.visits, Host.key, Host.delay, Host.blocked_until,
            Host.ready_at, *columns_of(Url), *BLOCK,
        ).join(Host, Host.id == Url.host_id)  # fmt: skip
        with self._database.reading() as connection:
            rows = connection.execute(columns.where(Host.key.in_(sorted(hosts))).order_by(Url.id)).all()
        before, left = [], []
        waiting: dict[str, Waiting] = {}
        for row in rows:
            if row.id in self._own:
                continue
            if row.state == State.FINISHED or (row.state == State.DEFERRED and row.visits):
                before.append(_earlier_outcome(row))
                continue
            if below is not None and row.priority >= below:
                continue
            ending = Ending(Kind.SKIPPED, Cause.PAGE_LIMIT) if full else self._left(row)
            left.append(Outcome(row.url, "", ending))
            if not full and row.ready_at is not None:
                reason = _block_reason(row) if row.blocked_until > self._clock() else ending.reason
                known = waiting.get(row.key) or Waiting(row.key, row.ready_at, reason, 0)
                waiting[row.key] = replace(known, urls=known.urls + 1)
        return RunSummary(tuple(before), tuple(left), tuple(waiting[host] for host in sorted(waiting)))

    def _left(self, row: Any) -> Ending:
        """Return the ending of a URL that a run leaves for another reason than its page limit."""
        if row.delay > self._patience:
            return Ending(Kind.ROBOTS, Cause.CRAWL_DELAY, count=row.delay, limit=self._patience)
        rules = self._robots.get(urls.origin(row.url))
        if rules is not None and not rules.status:
            return rules.ending or Ending(Kind.ROBOTS, Cause.ROBOTS_UNKNOWN)
        if row.state == State.FETCHING:
            return Ending(Kind.SKIPPED, Cause.BUSY)
        if row.blocked_until > self._clock():
            until = f"{moment(row.blocked_until):%Y-%m-%d %H:%M:%S} UTC"
            kind = Kind.HTTP_ERROR if row.tries else Kind.FETCH_FAILED
            what = f"{_block_reason(row)}: no request to {row.key} until {until}; crawl again then"
            return Ending(kind, Cause.BLOCKED, detail=what)
        return Ending(Kind.SKIPPED, Cause.NOT_DUE)


def _block_reason(row: Any) -> str:
    """Return the reason for the back-off of a row's host, in words for people; the row ends with the columns `BLOCK`."""
    ending = ending_of(row[-len(NAMES) :])
    return ending.reason if ending else ""


def _earlier_outcome(row: Any) -> Outcome:
    ending = ended(row[-2 * len(NAMES) : -len(NAMES)])
    if ending.kind in _IN_ARCHIVE or (ending.kind is Kind.FETCHED and ending.cause is Cause.NONE):
        ending = Ending(Kind.FETCHED, Cause.ARCHIVED)
    return Outcome(row.url, "", ending)
