"""Manages the rows of hosts: creates them, locks them in a fixed order, and sets the time at which each host is ready."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import BindParameter, Connection, Double, bindparam, case, exists, func, select, update

from indexer.store.crawl_tables import Host, Url, is_in
from indexer.store.database import Database
from indexer.store.host_blocks import block_parameters, bound_block
from indexer.store.sites import site_ids
from indexer.store.statement_batch import greatest, least
from indexer.store.url_lifecycle import State
from workers.frontier.values import Backoff

_T = TypeVar("_T")
_CHUNK = 500
"""Maximum number of values in one IN list."""


@dataclass(frozen=True, slots=True)
class HostState:
    """A locked row of a host."""

    id: int
    delay: float
    next_at: float
    blocked_until: float
    ready_at: float | None
    leased: bool

    @property
    def gate(self) -> float:
        """The earliest time of the next request: the end of the politeness delay and of the back-off."""
        return max(self.next_at, self.blocked_until)


_KEYS: BindParameter[Any] = bindparam("keys", expanding=True)
_KNOWN = select(Host.key).where(Host.key.in_(_KEYS))
_LOCK = (
    select(Host.id, Host.key, Host.delay, Host.next_at, Host.blocked_until, Host.ready_at, Host.leased_url_id)
    .where(Host.key.in_(_KEYS))
    .order_by(Host.id)
    .with_for_update(key_share=True)
)
_NEVER = 1e300
_QUEUED = exists().where(Url.host_id == bindparam("host"), is_in(State.QUEUED))
_DUE = select(func.min(Url.due)).where(Url.host_id == bindparam("host"), is_in(State.DEFERRED)).scalar_subquery()
_GATE: BindParameter[Any] = bindparam("gate", type_=Double())
_AGAIN: BindParameter[Any] = bindparam("again", type_=Double())
_SOONEST = least(func.coalesce(_DUE, _NEVER), func.coalesce(_AGAIN, _NEVER))
_READY = case((_QUEUED, _GATE), else_=func.nullif(greatest(_GATE, _SOONEST), _NEVER))
"""The time at which a host is ready, from its waiting URLs and the URL that the same statement requeues (`again`), not visible to it."""
_WAKE = update(Host).where(Host.id == bindparam("host")).values(ready_at=bindparam("ready"))
_SETTLE = update(Host).where(Host.id == bindparam("host")).values(ready_at=_READY)
RELEASE = (
    update(Host)
    .where(Host.id == bindparam("host"))
    .values(
        ready_at=_READY,
        next_at=bindparam("next"),
        blocked_until=bindparam("blocked"),
        **bound_block(),
        leased_url_id=None,
        lease_until=None,
    )
)
"""Release the lease of a host; see `release_values`."""


def make_hosts(database: Database, connection: Connection, keys: Collection[str], now: float) -> None:
    """Create the missing rows of registered domains. Call it before taking any lock (see `lock_hosts`)."""
    known = set(connection.scalars(_KNOWN, {"keys": list(keys)}))
    missing = sorted(set(keys) - known)
    if missing:
        sites = site_ids(database, connection, missing, now)
        connection.execute(database.insert_new(Host), [{"key": key, "site_id": sites[key]} for key in missing])


def lock_hosts(connection: Connection, keys: Collection[str]) -> Mapping[str, HostState]:
    """Lock the rows of hosts until the transaction ends.

    Every transaction creates missing hosts first, then locks hosts in the order of their ids, and then changes URLs, so that transactions
    cannot deadlock. A claim does not wait for locked hosts; it skips them.
    """
    rows = connection.execute(_LOCK, {"keys": list(keys)})
    return {
        key: HostState(number, delay, next_at, blocked, ready, held is not None)
        for number, key, delay, next_at, blocked, ready, held in rows
    }


def wake(connection: Connection, earliest: Mapping[HostState, float]) -> None:
    """Lower `ready_at` of hosts with new URLs; `earliest` is the time at which the first new URL is due."""
    woken = []
    for host, due in earliest.items():
        ready = max(host.gate, due)
        if not host.leased and (host.ready_at is None or ready < host.ready_at):
            woken.append({"host": host.id, "ready": ready})
    if woken:
        connection.execute(_WAKE, woken)


def update_ready_at(connection: Connection, host: int, gate: float) -> None:
    """Recompute the time at which a host without a lease is ready; it is at least `gate`."""
    connection.execute(_SETTLE, {"host": host, "gate": gate, "again": None})


def release_values(host: HostState, next_at: float, backoff: Backoff | None, again: float | None) -> Mapping[str, Any]:
    """Return the parameters of `RELEASE`: the host gets no request before `next_at` and the end of its back-off.

    Parameters
    ----------
    again : float or None
        The time at which the leased URL may be fetched again; None if its visit has ended.
    """
    blocked = max(host.blocked_until, backoff.until if backoff else 0.0)
    next_at = max(host.next_at, next_at)
    return {
        "host": host.id,
        "gate": max(next_at, blocked),
        "again": again,
        "next": next_at,
        "blocked": blocked,
        **block_parameters(backoff.ending if backoff else None),
    }


def chunks(items: Sequence[_T], size: int = _CHUNK) -> Iterable[Sequence[_T]]:
    """Split the items into pieces that fit one statement."""
    return (items[start : start + size] for start in range(0, len(items), size))
