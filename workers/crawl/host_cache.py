"""A process's cache of the database's state of hosts, refreshed every minute."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from sqlalchemy import select

from indexer.cause import Cause
from indexer.store.crawl_tables import Host, Url
from indexer.store.crawled_pages import latest_page
from indexer.store.database import Database
from indexer.store.sites import Sites
from indexer.store.trap_counts import TrapCounts
from workers.clock import Clock
from workers.fetch.robots import Robots
from workers.frontier.view import FrontierView
from workers.reading.session_ids import SessionId, SessionIds
from workers.reading.traps import PAGE_REPEATS, Traps

_REMEMBERED, _MOST_HOSTS = 60.0, 500
"""Seconds after which an entry is refreshed, and the maximum number of entries."""


@dataclass(slots=True)
class CachedHost:
    """A cached host.

    Parameters
    ----------
    until : float
        The time at which the entry expires, UTC seconds; the traps are kept as long as the host is cached.
    names : frozenset of str
        The registered domains of its site.
    traps : Traps
        The known traps, including those that other processes have found.
    robots : dict of str to (float, Robots)
        The rules by origin, each with the time until which they are valid.
    scheduled : bool
        The last result of `HostCache.is_scheduled`.
    session_ids : SessionIds
        The known session identifiers.
    first : dict of str to str
        The first URL of each page whose URLs have a session identifier, by the common part of its URLs; empty until one is known.
    """

    until: float
    names: frozenset[str]
    traps: Traps
    robots: dict[str, tuple[float, Robots]] = field(default_factory=dict)
    scheduled: bool = False
    session_ids: SessionIds = field(default_factory=SessionIds)
    first: dict[str, str] = field(default_factory=dict)

    def first_of(self, url: str) -> str:
        """The first URL of a page: the given one, unless an earlier one differs only in a session identifier."""
        form = self.session_ids.common_form(url) if self.session_ids.known else ""
        return self.first.setdefault(form, url) if form else url


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
            traps.close(self._details(host, Cause.TRAP_SHAPE))
            for trap in self._counts.of(host, PAGE_REPEATS):
                traps.record_repeats(trap.shape, trap.repeats)
            before = known or CachedHost(0.0, names, traps)
            known = CachedHost(now + _REMEMBERED, names, traps, session_ids=before.session_ids, first=before.first)
            known.session_ids.learn([SessionId.read(text) for text in self._details(host, Cause.SESSION_ID)])
            self._find_first(host, known)
            self._known[host] = known
        self._known.move_to_end(host)
        while len(self._known) > _MOST_HOSTS:
            self._known.popitem(last=False)
        return known

    def note_dead_end(self, host: str, shape: str) -> None:
        """Record a page of this shape whose links are not followed."""
        self._counts.add(host, shape, self._clock(), dead_end=True)

    def _repeated(self, host: str, shape: str) -> int:
        return self._counts.add(host, shape, self._clock())

    def is_scheduled(self, host: str) -> bool:
        """Whether the revisit policy decides which of the site's links are visited.

        A negative result is not cached: as soon as a site is on the schedule, its links must no longer be followed.
        """
        known = self.of(host)
        known.scheduled = known.scheduled or self._is_scheduled(host)
        return known.scheduled

    def note_page(self, host: str, url: str, fingerprint: bytes) -> None:
        """Learn the host's session identifiers from the URL and the text fingerprint of a page."""
        known = self.of(host)
        if known.session_ids.record(url, fingerprint) is not None:
            known.first.clear()
            self._find_first(host, known)

    def _find_first(self, host: str, known: CachedHost) -> None:
        if known.session_ids.known and not known.first:
            for state in FrontierView(self._database).urls(host):
                known.first_of(state.url)

    def _details(self, host: str, cause: Cause) -> Sequence[str]:
        """The details of the host's URLs that were skipped for a cause: trap shapes, or session identifiers."""
        found = select(Url.detail).join(Host, Host.id == Url.host_id).where(Host.key == host, Url.cause == cause.value)
        with self._database.reading() as connection:
            return sorted(str(detail) for detail in connection.scalars(found.distinct()))

    def is_separate(self, host: str) -> bool:
        """Whether pages of a registered domain were crawled before another site's page led there."""
        return bool(latest_page(self._database, host))

    def add_name(self, host: str, name: str) -> None:
        """Record another registered domain of the site of `host`."""
        self._sites.add_alias(host, name, self._clock())
        self.of(host).until = 0.0

    def answers_itself(self, host: str) -> None:
        """Record that a host answered with a page of its own: if its site had moved away, it is a site of its own again."""
        names = self.of(host).names
        if len(names) > 1 and self._sites.part(host, self._clock()):
            for name in names & self._known.keys():
                self._known[name].until = 0.0
