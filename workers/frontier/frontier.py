"""The frontier: decides which URL is fetched next and when. It is stored in the database and shared by any number of workers.

Each host (registered domain) has at most one leased URL at a time, and the next one only after its politeness delay. If a worker is lost,
its lease expires and its URL is claimed again. Every change is one transaction; the one that ends a visit also stores its outlinks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any, TypeVar

from sqlalchemy import Connection, func, literal, select, update

from indexer.outcome import Ending
from indexer.store.crawl_tables import Host, Url, is_in
from indexer.store.database import Database
from indexer.store.host_blocks import NO_BLOCK
from indexer.store.statement_batch import least
from indexer.store.url_lifecycle import State
from indexer.urls import site_key
from workers.clock import Clock
from workers.frontier import postgresql_claims
from workers.frontier.claims import LockedClaim, claim, lock_claim, release, renew
from workers.frontier.hosts import HostState, chunks, lock_hosts, make_hosts, release_values, update_ready_at, wake
from workers.frontier.listeners import FrontierListener
from workers.frontier.urls import add_rejected, add_urls, end_url, end_waiting, schedule_known, url_key
from workers.frontier.values import Backoff, Claim, CrawlRequest, FrontierParams, RejectedUrl, VisitResult

_MAX_URLS = 5_000
"""Maximum number of URLs per transaction; on SQLite all other writers wait for it."""


class Frontier:
    """The frontier of a database.

    Parameters
    ----------
    clock : callable
        Returns UTC seconds (`workers.clock`).
    listeners : sequence of FrontierListener
        Notified after each change for which they have a method.
    patience : float
        Seconds for which `resume`, `finish`, `retry` and `release` wait for an unavailable database, at most a lease, so that the result of
        a fetch is not lost. If the confirmation of a commit is lost, the change is not repeated, because the commit has ended the lease.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from indexer.outcome import Kind
    >>> with TemporaryDirectory() as home, Database.open(Path(home)) as database:
    ...     frontier = Frontier(database, lambda: 1000.0, FrontierParams(delay=5.0))
    ...     frontier.add([CrawlRequest("https://a.org/"), CrawlRequest("https://a.org/1"), CrawlRequest("https://b.org/")])
    ...     first, other = frontier.claim(limit=9)
    ...     first.url, other.url, frontier.claim()
    ...     frontier.finish(first, VisitResult(Ending(Kind.FETCHED)), found=[CrawlRequest("https://a.org/1"), CrawlRequest("https://a.org/2")])
    ...     frontier.next_ready_at()
    3
    ('https://a.org/', 'https://b.org/', [])
    True
    1005.0
    """

    def __init__(
        self,
        database: Database,
        clock: Clock,
        params: FrontierParams | None = None,
        listeners: Sequence[FrontierListener] = (),
        patience: float = 0.0,
    ) -> None:
        self.database = database
        self.params = params or FrontierParams()
        self._clock = clock
        self._listeners = listeners
        self._patience = min(patience, self.params.lease)

    def add(self, items: Iterable[CrawlRequest]) -> int:
        """Queue new URLs, each once; return their number. Known URLs stay unchanged."""
        return sum(self._add(part) for part in chunks(list(items), _MAX_URLS))

    def schedule(self, items: Iterable[CrawlRequest]) -> int:
        """Set the time and priority of known and new URLs; return the number of known ones. Leased URLs stay unchanged."""
        return sum(self._schedule(part) for part in chunks(list(items), _MAX_URLS))

    def claim(self, limit: int = 1, hosts: Collection[str] | None = None) -> list[Claim]:
        """Claim at most `limit` URLs of different hosts; if `hosts` (registered domains) are given, only of these."""
        now, claims = self._clock(), list[Claim]()
        if self.database.dialect == "postgresql":
            claims, hosts = postgresql_claims.claim(self.database, now, limit, hosts, self.params)
        if hosts is None or hosts:
            with self.database.writing() as connection:
                claims += claim(connection, now, limit - len(claims), hosts, self.params)
        return claims

    def resume(self, url_id: int, number: int) -> Claim | None:
        """Resume the claim of a message with a new lease from now on; return None if the lease was lost and the claim must not be executed.

        A lease can be resumed only once. A message may be delivered again during the execution of the first delivery, or after a worker was
        killed right after its request. An immediate second request would violate the politeness delay, so the page waits until the lease
        expires.
        """
        return self.database.retrying(lambda: self._resume(url_id, number), self._patience)

    def finish(
        self,
        claim: Claim,
        result: VisitResult,
        found: Sequence[CrawlRequest] = (),
        rejected: Sequence[RejectedUrl] = (),
        backoff: Backoff | None = None,
    ) -> bool:
        """End a visit: store its result and its outlinks in one transaction.

        Returns
        -------
        bool
            False if the lease was lost, because another worker has the URL or has ended its visit; then nothing changes.
        """
        finished = self.database.retrying(lambda: self._finish(claim, result, found, rejected, backoff), self._patience)
        if finished:
            for listener in self._listeners:
                listener.visit_finished(claim, result, len(found))
            self._notify_deferred(claim.url, backoff)
        return finished

    def retry(
        self, claim: Claim, until: float, final: VisitResult, backoff: Backoff | None = None, carry: Mapping[str, Any] | None = None
    ) -> bool:
        """Schedule another try of a failed visit at `until`, with a new `carry` if given; if no try is left, end the visit with `final`.

        Returns
        -------
        bool
            Whether another try is scheduled.
        """
        if claim.tries >= self.params.max_tries:
            self.finish(claim, final, backoff=backoff)
            return False
        return self._requeue(claim, until, backoff, carry, counted=True)

    def release(self, claim: Claim, until: float = 0.0, backoff: Backoff | None = None) -> bool:
        """Return a claimed URL to the queue without a request for it, so that the try does not count."""
        return self._requeue(claim, until, backoff, None, counted=False)

    def set_delay(self, url: str, delay: float) -> None:
        """Set the delay of the URL's host, in seconds; the frontier's own delay is the minimum."""
        with self.database.writing() as connection:
            connection.execute(update(Host).where(Host.key == site_key(url)).values(delay=delay))

    def unblock(self, hosts: Collection[str]) -> None:
        """End the back-off of hosts (registered domains); their politeness delay still applies."""
        if not hosts:
            return
        now = self._clock()
        with self.database.writing() as connection:
            for host in self._lock(connection, set(hosts), now).values():
                waiting = update(Url).where(Url.host_id == host.id, is_in(State.DEFERRED), Url.due <= host.blocked_until)
                connection.execute(waiting.values(due=least(Url.due, literal(now))))
                connection.execute(update(Host).where(Host.id == host.id).values(blocked_until=0.0, **NO_BLOCK))
                if not host.leased:
                    update_ready_at(connection, host.id, host.next_at)

    def close_host(self, url: str, ending: Ending) -> int:
        """End the visits of all waiting URLs on a URL's host with this ending; return their number."""
        now = self._clock()
        with self.database.writing() as connection:
            host = self._lock(connection, {site_key(url)}, now)[site_key(url)]
            ended = end_waiting(connection, host.id, ending, now)
            if not host.leased:
                update_ready_at(connection, host.id, host.gate)
        if ended:
            for listener in self._listeners:
                listener.host_closed(site_key(url), ended, ending)
        return ended

    def next_ready_at(self, hosts: Collection[str] | None = None) -> float | None:
        """Return the time at which the next host is ready or the next lease expires; None if no URL waits or is leased."""
        earliest = select(func.min(Host.ready_at))
        if hosts is not None:
            earliest = earliest.where(Host.key.in_(sorted(hosts)))
        with self.database.reading() as connection:
            return connection.scalar(earliest)

    def _add(self, items: Sequence[CrawlRequest]) -> int:
        now = self._clock()
        with self.database.writing() as connection:
            return self._put(connection, self._lock(connection, {item.host_key for item in items}, now), items, now)

    def _schedule(self, items: Sequence[CrawlRequest]) -> int:
        now = self._clock()
        with self.database.writing() as connection:
            hosts = self._lock(connection, {item.host_key for item in items}, now)
            known = schedule_known(connection, _by_key(items, hosts), now)
            self._put(connection, hosts, [item for item in items if url_key(item.url) not in known], now)
            for host in hosts.values():
                if not host.leased:
                    update_ready_at(connection, host.id, host.gate)
            return len(known)

    def _resume(self, url_id: int, number: int) -> Claim | None:
        until = self._clock() + self.params.lease
        if self.database.dialect == "postgresql":
            claim = postgresql_claims.resume(self.database, url_id, number, until, self.params)
        else:
            with self.database.writing() as connection:
                held = lock_claim(connection, url_id, number)
                claim = None if held is None else renew(connection, held, until, self.params)
        return None if self._clock() >= until else claim  # the lease has expired meanwhile, and another worker may have the URL

    def _finish(
        self, claim: Claim, result: VisitResult, found: Sequence[CrawlRequest], rejected: Sequence[RejectedUrl], backoff: Backoff | None
    ) -> bool:
        now = self._clock()
        with self.database.writing() as connection:
            hosts = self._hosts(connection, claim, {item.host_key for item in found} | {item.host_key for item in rejected}, now)
            held = lock_claim(connection, claim.id, claim.number)
            if held is None:
                return False
            hosts = {**hosts, claim.host: held.host}
            new = self._put(connection, hosts, found, now) if found else 0
            if rejected:
                add_rejected(self.database, connection, _by_key(rejected, hosts), now)
            free = self._free(held, now if result.requested else None, backoff, result.next_visit)
            end_url(connection, claim.id, held.claim.visits + 1, _compared(held.claim, result), result.at or now, new, free)
            return True

    def _hosts(self, connection: Connection, claim: Claim, keys: Set[str], now: float) -> Mapping[str, HostState]:
        """Lock the claim's host together with the hosts of links; without links to other hosts, leave the lock to `lock_claim`."""
        keys = keys - {claim.host}
        if not keys:
            return {}
        make_hosts(self.database, connection, keys, now)
        return lock_hosts(connection, {claim.host, *keys})

    def _lock(self, connection: Connection, keys: Set[str], now: float) -> Mapping[str, HostState]:
        """Create missing hosts and lock all of them; return them by registered domain."""
        make_hosts(self.database, connection, keys, now)
        return lock_hosts(connection, keys)

    def _put(self, connection: Connection, hosts: Mapping[str, HostState], items: Sequence[CrawlRequest], now: float) -> int:
        """Add URLs and wake their hosts; return the number of new URLs."""
        by_key = _by_key(items, hosts)
        new = add_urls(self.database, connection, by_key, now)
        earliest: dict[HostState, float] = {}
        for key in new:
            host, item = by_key[key]
            due = now if item.due is None else item.due
            earliest[host] = min(due, earliest.get(host, due))
        wake(connection, earliest)
        return len(new)

    def _requeue(
        self, claim: Claim, until: float, backoff: Backoff | None, carry: Mapping[str, Any] | None, *, counted: bool
    ) -> bool:  # fmt: skip
        requeued = self.database.retrying(lambda: self._give_back(claim, until, backoff, carry, counted=counted), self._patience)
        if requeued:
            self._notify_deferred(claim.url, backoff)
        return requeued

    def _give_back(
        self, claim: Claim, until: float, backoff: Backoff | None, carry: Mapping[str, Any] | None, *, counted: bool
    ) -> bool:  # fmt: skip
        now = self._clock()
        with self.database.writing() as connection:
            held = lock_claim(connection, claim.id, claim.number)
            if held is None:
                return False
            release(connection, claim.id, until, now, self._free(held, now, backoff, until), carry, counted=counted)
            return True

    def _notify_deferred(self, url: str, backoff: Backoff | None) -> None:
        if backoff is not None and (backoff.ending or backoff.until):
            for listener in self._listeners:
                listener.host_deferred(url, backoff)

    def _free(self, held: LockedClaim, requested_at: float | None, backoff: Backoff | None, again: float | None) -> Mapping[str, Any]:
        next_at = 0.0 if requested_at is None else requested_at + max(self.params.delay, held.host.delay)
        return release_values(held.host, next_at, backoff, again)


def _compared(held: Claim, result: VisitResult) -> VisitResult:
    """Return the result; if its `changed` is None, derive it from the content hashes."""
    if result.changed is None and result.content_hash and held.content_hash:
        return replace(result, changed=result.content_hash != held.content_hash)
    return result


_Item = TypeVar("_Item", CrawlRequest, RejectedUrl)


def _by_key(items: Iterable[_Item], hosts: Mapping[str, HostState]) -> dict[bytes, tuple[HostState, _Item]]:
    """Return the first item of each URL with its host, by key."""
    found: dict[bytes, tuple[HostState, _Item]] = {}
    for item in items:
        found.setdefault(url_key(item.url), (hosts[item.host_key], item))
    return found
