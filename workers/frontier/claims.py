"""Claims URLs for workers: one URL of each ready host, under a lease.

Statements are built once, because SQLAlchemy takes longer to build one than either database takes to execute it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import BindParameter, Connection, bindparam, func, select, update

from indexer.cause import Cause
from indexer.outcome import Ending, Kind
from indexer.store.crawl_tables import Host, Url, is_in
from indexer.store.statement_batch import StatementBatch
from indexer.store.url_lifecycle import State
from workers.frontier.hosts import RELEASE, HostState, update_ready_at
from workers.frontier.urls import end_url
from workers.frontier.values import Claim, FrontierParams, VisitResult

_PROMOTED = 1_000
"""Maximum number of due URLs that one claim moves from `deferred` to `queued`."""
_HOSTS: BindParameter[Any] = bindparam("hosts", expanding=True)
_READY = (
    select(Host.id, Host.leased_url_id, Host.next_at, Host.blocked_until, Host.delay)
    .where(Host.ready_at <= bindparam("now"))
    .order_by(Host.ready_at, Host.id)
    .limit(bindparam("most", type_=Host.id.type))
    .with_for_update(skip_locked=True, key_share=True)
)
_READY_OF = _READY.where(Host.key.in_(_HOSTS))
_FIRST = (
    select(Url.id)
    .where(Url.host_id == Host.id, is_in(State.QUEUED))
    .order_by(Url.priority, Url.due, Url.id)
    .limit(1)
    .correlate(Host)
    .scalar_subquery()
)
_CLAIM = select(
    Url.id, Url.claims, Url.url, Host.key, Host.lease_until, Url.tries, Url.visits, Url.priority, Url.depth, Url.carry,
    Url.etag, Url.last_modified, Url.content_hash, Host.next_at,
)  # fmt: skip
_FIRSTS = _CLAIM.add_columns(Host.id.label("host")).join(Url, Url.id == _FIRST).where(Host.id.in_(_HOSTS))
_HELD = (
    _CLAIM.add_columns(Host.id, Host.delay, Host.next_at, Host.blocked_until, Host.ready_at)
    .select_from(Host)
    .join(Url, Url.host_id == Host.id)
    .where(Url.id == bindparam("url"), Url.claims == bindparam("number"), is_in(State.FETCHING), Host.leased_url_id == Url.id)
    .with_for_update(key_share=True)
)
_DUE = select(Url.id).where(Url.host_id.in_(_HOSTS), is_in(State.DEFERRED), Url.due <= bindparam("now")).limit(_PROMOTED)
_PROMOTE = update(Url).where(Url.id == bindparam("number")).values(state=State.QUEUED.value)
_TAKE = (
    update(Url)
    .where(Url.id.in_(bindparam("urls", expanding=True)))
    .values(state=State.FETCHING.value, claims=Url.claims + 1, tries=Url.tries + 1)
)
_LEASE = (
    update(Host)
    .where(Host.id == bindparam("host"))
    .values(leased_url_id=bindparam("url"), lease_until=bindparam("until"), ready_at=bindparam("ready"))
)
_RENEW = update(Host).where(Host.id == bindparam("host")).values(lease_until=bindparam("until"), ready_at=bindparam("ready"))
_RENUMBER = update(Url).where(Url.id == bindparam("number")).values(claims=bindparam("to"))
_RELEASE = (
    update(Url)
    .where(Url.id == bindparam("number"))
    .values(
        state=bindparam("to"),
        due=bindparam("next_due"),
        tries=Url.tries - bindparam("uncounted", type_=Url.tries.type),
        carry=func.coalesce(bindparam("new_carry", type_=Url.carry.type), Url.carry),
    )
)
_BACK_AND_FREE = StatementBatch(_RELEASE, RELEASE)


@dataclass(frozen=True, slots=True)
class LockedClaim:
    """A claim and its host, whose rows are locked."""

    claim: Claim
    host: HostState


def claim(connection: Connection, now: float, limit: int, hosts: Collection[str] | None, params: FrontierParams) -> list[Claim]:
    """Claim at most `limit` URLs, each of another host; the hosts that have been ready longest come first."""
    wanted = {"now": now, "most": limit}
    ready = _READY if hosts is None else _READY_OF
    rows = connection.execute(ready, wanted if hosts is None else {**wanted, "hosts": sorted(hosts)}).all()
    for row in rows:
        if row.leased_url_id is not None:
            expire_lease(connection, row.id, row.leased_url_id, now, params)
    ids = [row.id for row in rows]
    if not ids:
        return []
    due = connection.scalars(_DUE, {"hosts": ids, "now": now}).all()
    if due:
        connection.execute(_PROMOTE, [{"number": number} for number in due])
    firsts = {row.host: row for row in connection.execute(_FIRSTS, {"hosts": ids})}
    until = now + params.lease
    leases = []
    for row in rows:
        if row.id in firsts:
            lost_at = until + max(params.delay, row.delay)
            leases.append({"host": row.id, "url": firsts[row.id].id, "until": until, "ready": lost_at})
        else:
            update_ready_at(connection, row.id, max(row.next_at, row.blocked_until))
    if leases:
        connection.execute(_TAKE, {"urls": [lease["url"] for lease in leases]})
        connection.execute(_LEASE, leases)
    return [_claimed(firsts[lease["host"]], until) for lease in leases]


def lock_claim(connection: Connection, url: int, number: int) -> LockedClaim | None:
    """Lock the claim with this lease number and its host; return None if the lease has ended or another worker has the URL."""
    row = connection.execute(_HELD, {"url": url, "number": number}).one_or_none()
    if row is None:
        return None
    host, delay, next_at, blocked, ready = row[-5:]
    return LockedClaim(claim_of(row[:-5]), HostState(host, delay, next_at, blocked, ready, leased=True))


def renew(connection: Connection, held: LockedClaim, until: float, params: FrontierParams) -> Claim:
    """Extend a lease and give it a new number, so that only one worker can use the old number."""
    host, number = held.host, held.claim.number + 1
    ready = max(until + max(params.delay, host.delay), host.blocked_until)
    connection.execute(_RENEW, {"host": host.id, "until": until, "ready": ready})
    connection.execute(_RENUMBER, {"number": held.claim.id, "to": number})
    return replace(held.claim, number=number, until=until)


def release(
    connection: Connection, url: int, due: float, now: float, free: Mapping[str, Any], carry: Mapping[str, Any] | None, *, counted: bool
) -> None:  # fmt: skip
    """Return a leased URL to the queue, with a new `carry` if given, and release its host (`release_values`)."""
    values = None if carry is None else json.dumps(carry, sort_keys=True)
    _BACK_AND_FREE.execute(connection, {**_back(url, due, now, counted=counted), "new_carry": values, **free})


def _back(url: int, due: float, now: float, *, counted: bool) -> dict[str, Any]:
    to = State.DEFERRED if due > now else State.QUEUED
    return {"number": url, "to": to.value, "next_due": due, "uncounted": 0 if counted else 1, "new_carry": None}


def _claimed(row: Sequence[Any], until: float) -> Claim:
    """Return the claim as the update has changed it."""
    before = claim_of(row[:-1])
    return replace(before, number=before.number + 1, tries=before.tries + 1, until=until)


def claim_of(row: Sequence[Any]) -> Claim:
    """Convert a row with the columns of `_CLAIM` to a claim."""
    number, claims, url, host, until, tries, visits, priority, depth, carry, etag, last_modified, content_hash, free_at = row
    carried = json.loads(carry) if carry else {}
    known = (etag or "", last_modified or "", content_hash or "")
    return Claim(number, claims, url, host, until or 0.0, tries, visits, priority, depth, carried, *known, free_at)


def expire_lease(connection: Connection, host: int, url: int, now: float, params: FrontierParams) -> None:
    """End an expired lease: requeue the URL if it has a try left, otherwise end its visit."""
    tries, visits = connection.execute(select(Url.tries, Url.visits).where(Url.id == url)).one()
    if tries < params.max_tries:
        connection.execute(_RELEASE, _back(url, now, now, counted=True))
    else:
        end_url(connection, url, visits + 1, VisitResult(Ending(Kind.FETCH_FAILED, Cause.LOST_WORKER, count=tries)), now, 0)
    connection.execute(update(Host).where(Host.id == host).values(leased_url_id=None, lease_until=None))
