"""Recovers from killed processes: ends their leases, and corrects times that lie too far in the future because a clock was set back.

Each process that works on a home directory holds a shared lock on a file there, which the operating system releases when the process ends.
If a process gets the exclusive lock, all leases in the home's database belong to dead processes, and it ends them. With PostgreSQL,
processes on other machines hold no lock here; their leases expire instead.
"""

from __future__ import annotations

import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, or_, select, update

from indexer.store.crawl_tables import Host
from indexer.store.database import Database
from workers.clock import Clock
from workers.frontier.claims import expire_lease
from workers.frontier.hosts import lock_hosts, update_ready_at
from workers.frontier.values import FrontierParams

_LOCK = "winnow.lock"
_MAX_BACKOFF = 86_400.0
"""Maximum back-off of a host in seconds (`workers.crawl.robots_cache`, `workers.crawl.claim_executor`)."""


@contextmanager
def presence(home: Path, on_exclusive: Callable[[], object]) -> Iterator[None]:
    """Hold the shared lock of a home directory during the block; call `on_exclusive` first if no other process holds it."""
    home.mkdir(parents=True, exist_ok=True)
    with open(home / _LOCK, "ab") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            pass  # another process works here, and its leases are valid
        else:
            on_exclusive()
        fcntl.flock(handle, fcntl.LOCK_SH)
        yield


@contextmanager
def exclusive(home: Path, what: str) -> Iterator[None]:
    """Hold an exclusive lock of a home directory during the block; `what` names the guarded work."""
    with open(home / f"winnow-{what}.lock", "ab") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def recover_leases(database: Database, clock: Clock, params: FrontierParams) -> int:
    """End the leases of dead processes and return their number. The politeness delay of each host restarts."""
    if database.dialect != "sqlite":
        return 0
    now = clock()
    with database.writing() as connection:
        held = connection.execute(select(Host.id, Host.key, Host.leased_url_id).where(Host.leased_url_id.is_not(None))).all()
        for host, _, url in held:
            expire_lease(connection, host, int(url or 0), now, params)
        _delay_hosts(connection, [key for _, key, _ in held], now, params)
        _delay_hosts(connection, _ahead(connection, now, params), now, params)
    return len(held)


def _ahead(connection: Connection, now: float, params: FrontierParams) -> list[str]:
    """Return the hosts whose delay or back-off exceeds the maximum, because the clock was ahead when it was written."""
    late = or_(Host.next_at > now + Host.delay + params.delay, Host.blocked_until > now + _MAX_BACKOFF)
    return list(connection.scalars(select(Host.key).where(late)))


def _delay_hosts(connection: Connection, keys: list[str], now: float, params: FrontierParams) -> None:
    """Restart the delay of the hosts; a back-off within the maximum still applies."""
    for state in lock_hosts(connection, keys).values():
        next_at = now + max(params.delay, state.delay)
        blocked = state.blocked_until if state.blocked_until <= now + _MAX_BACKOFF else 0.0
        connection.execute(update(Host).where(Host.id == state.id).values(next_at=next_at, blocked_until=blocked))
        update_ready_at(connection, state.id, max(next_at, blocked))
