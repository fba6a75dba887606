"""Caches the state of hosts in a process; an entry is refreshed from the database after a minute."""

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

_TTL, _MAX_HOSTS = 60.0, 500
"""Seconds after which an entry is refreshed, and the maximum number of entries."""


@dataclass(slots=True)
class CachedHost:
    """A cached host.

    Parameters
    ----------
    until : float
        The time at which the entry expires, UTC seconds; a refresh keeps its traps and session identifiers.
    names : frozenset of str
        The registered domains of its site.
    traps : Traps
        The known traps, including those found by other processes.
    robots : dict of str to (float, Robots)
        The rules of each origin with their expiry time, UTC seconds.
    scheduled : bool
        The last result of `HostCache.is_scheduled`.
    session_ids : SessionIds
        The known session identifiers.
    first_urls : dict of str to str
        The first URL of each page whose URLs have a session identifier, by their common form; empty until an identifier is known.
    """

    until: float
    names: frozenset[str]
    traps: Traps
    robots: dict[str, tuple[float, Robots]] = field(default_factory=dict)
    scheduled: bool = False
    session_ids: SessionIds = field(default_factory=SessionIds)
    first_urls: dict[str, str] = field(default_factory=dict)

    def first_url_of(self, url: str) -> str:
        """Return the first known URL of a page: the given one, unless an earlier one differs only in its session identifier."""
        form = self.session_ids.common_form(url) if self.session_ids.known else ""
        return self.first_urls.setdefault(form, url) if form else url


class HostCache:
    """An LRU cache of hosts.

    Parameters
    ----------
    is_scheduled : callable
        Returns whether a site, given by a registered domain, is on the revisit schedule.
    """

    def __init__(self, database: Database, clock: Clock, is_scheduled: Callable[[str], bool]) -> None:
        self._database = database
        self._sites = Sites(database)
        self._counts = TrapCounts(database)
        self._clock = clock
        self._is_scheduled = is_scheduled
        self._known: OrderedDict[str, CachedHost] = OrderedDict()

    def of(self, host: str) -> CachedHost:
        """Return the entry of a registered domain, refreshed if it has expired."""
        known, now = self._known.get(host), self._clock()
        if known is None or now >= known.until:
            names = frozenset({host, *self._sites.names(host)})
            traps = known.traps if known else Traps(partial(self._repeated, host))
            traps.close(self._details(host, Cause.TRAP_SHAPE))
            for trap in self._counts.of(host, PAGE_REPEATS):
                traps.record_repeats(trap.shape, trap.repeats)
            before = known or CachedHost(0.0, names, traps)
            known = CachedHost(now + _TTL, names, traps, session_ids=before.session_ids, first_urls=before.first_urls)
            known.session_ids.learn([SessionId.read(text) for text in self._details(host, Cause.SESSION_ID)])
            self._find_first(host, known)
            self._known[host] = known
        self._known.move_to_end(host)
        while len(self._known) > _MAX_HOSTS:
            self._known.popitem(last=False)
        return known

    def note_dead_end(self, host: str, shape: str) -> None:
        """Count a page of this shape whose links are not followed."""
        self._counts.add(host, shape, self._clock(), dead_end=True)

    def _repeated(self, host: str, shape: str) -> int:
        return self._counts.add(host, shape, self._clock())

    def is_scheduled(self, host: str) -> bool:
        """Return whether the revisit policy decides which of the site's links are visited.

        A negative result is not cached, because links must no longer be followed as soon as the site is on the schedule.
        """
        known = self.of(host)
        known.scheduled = known.scheduled or self._is_scheduled(host)
        return known.scheduled

    def note_page(self, host: str, url: str, fingerprint: bytes) -> None:
        """Learn the host's session identifiers from the URL and the text fingerprint of a page."""
        known = self.of(host)
        if known.session_ids.record(url, fingerprint) is not None:
            known.first_urls.clear()
            self._find_first(host, known)

    def _find_first(self, host: str, known: CachedHost) -> None:
        if known.session_ids.known and not known.first_urls:
            for state in FrontierView(self._database).urls(host):
                known.first_url_of(state.url)

    def _details(self, host: str, cause: Cause) -> Sequence[str]:
        """Return the distinct details (trap shapes, session identifiers) of the host's URLs that were skipped for a cause."""
        found = select(Url.detail).join(Host, Host.id == Url.host_id).where(Host.key == host, Url.cause == cause.value)
        with self._database.reading() as connection:
            return sorted(str(detail) for detail in connection.scalars(found.distinct()))

    def is_separate(self, host: str) -> bool:
        """Return whether pages of a registered domain were crawled as a site of its own."""
        return bool(latest_page(self._database, host))

    def add_name(self, host: str, name: str) -> None:
        """Record another registered domain of the host's site."""
        self._sites.add_alias(host, name, self._clock())
        self.of(host).until = 0.0

    def answers_itself(self, host: str) -> None:
        """Record that a host answered with a page of its own: if its site had moved away, it is a site of its own again."""
        names = self.of(host).names
        if len(names) > 1 and self._sites.part(host, self._clock()):
            for name in names & self._known.keys():
                self._known[name].until = 0.0
