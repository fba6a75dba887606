"""A process's cache of what the database knows about hosts, refreshed every minute."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from sqlalchemy import select

from indexer.cause import Cause
from indexer.store.crawl_tables import Host, Url
from indexer.store.database import Database
from indexer.store.sites import Sites
from indexer.store.trap_counts import TrapCounts
from workers.clock import Clock
from workers.fetch.robots import Robots
from workers.reading.traps import PAGE_REPEATS, Traps

_REMEMBERED, _MOST_HOSTS = 60.0, 500
"""Seconds after which an entry is refreshed, and entries kept."""


@dataclass(slots=True)
class CachedHost:
    """A cached host.

    Parameters
    ----------
    until : float
        When the entry expires, UTC seconds; what the traps have learned is kept for as long as the host is.
    names : frozenset of str
        The registered domains of its site.
    traps : Traps
        With what other processes have learned.
    robots : dict of str to (float, Robots)
        By origin, with the time until which they are valid.
    scheduled : bool
        The last result of `HostCache.is_scheduled`.
    """

    until: float
    names: frozenset[str]
    traps: Traps
    robots: dict[str, tuple[float, Robots]] = field(default_factory=dict)
    scheduled: bool = False


class HostCache:
    """The hosts that a process has used most recently.

    Parameters
    ----------
    is_scheduled : callable
        Whether a site, given by a registered domain, is on the revisit schedule.
    """

    def __init__(self, database: Database, clock: Clock, is_scheduled: Callable[[str], bool]) -> None:
        self._database = database
        self._sites = Sites(database)
        self._counts = TrapCounts(database)
        self._clock = clock
        self._is_scheduled = is_scheduled
        self._known: OrderedDict[str, CachedHost] = OrderedDict()

    def of(self, host: str) -> CachedHost:
        """The entry of a registered domain."""
        known, now = self._known.get(host), self._clock()
        if known is None or now >= known.until:
            names = frozenset({host, *self._sites.names(host)})
            traps = known.traps if known else Traps(partial(self._repeated, host))
            traps.close(self._closed(host))
            for trap in self._counts.of(host, PAGE_REPEATS):
                traps.met(trap.shape, trap.repeats)
            known = CachedHost(now + _REMEMBERED, names, traps)
            self._known[host] = known
        self._known.move_to_end(host)
        while len(self._known) > _MOST_HOSTS:
            self._known.popitem(last=False)
        return known

    def note_dead_end(self, host: str, shape: str) -> None:
        """Record a page of that shape whose links are not followed."""
        self._counts.add(host, shape, self._clock(), dead_end=True)

    def _repeated(self, host: str, shape: str) -> int:
        return self._counts.add(host, shape, self._clock())

    def is_scheduled(self, host: str) -> bool:
        """Whether the revisit policy decides which of the site's links are visited.

        A negative answer is not cached: as soon as a site is on the schedule, no link may be followed any more.
        """
        known = self.of(host)
        known.scheduled = known.scheduled or self._is_scheduled(host)
        return known.scheduled

    def _closed(self, host: str) -> Sequence[str]:
        """The shapes of traps whose URLs were rejected."""
        shapes = select(Url.detail).join(Host, Host.id == Url.host_id).where(Host.key == host, Url.cause == Cause.TRAP_SHAPE.value)
        with self._database.reading() as connection:
            return [str(shape) for shape in connection.scalars(shapes.distinct())]

    def add_name(self, host: str, name: str) -> None:
        """Record that the site of `host` answers under another registered domain too."""
        self._sites.add_alias(host, name, self._clock())
        self.of(host).until = 0.0
