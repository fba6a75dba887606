"""Claims and renews leases on PostgreSQL, each with one statement and so one round trip.

For hosts without a lease and with a due URL, the result is that of `workers.frontier.claims`. The other ready hosts (with an expired lease,
or without a due URL) are returned, and `workers.frontier.claims.claim` handles them.

The statement reads one snapshot of the database, but locks hosts in their current state. PostgreSQL rechecks a host that has changed in the
meantime, and skips it if it is no longer ready. It also skips a changed URL, whose host the next claim considers again. A lease granted in
the meantime is always noticed, because it changes the host's row.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import text

from indexer.store.database import Database
from workers.frontier.claims import claim_of
from workers.frontier.values import Claim, FrontierParams

_PROMOTED = 1_000
"""Maximum number of due URLs of one host that one claim moves from `deferred` to `queued`."""
# `state || ''` and `due + 0` keep the planner from using indexes over all hosts: these rows are selected by id
_CLAIM = """
WITH ready AS MATERIALIZED (
    SELECT id, key, leased_url_id, ready_at, next_at FROM host
    WHERE ready_at <= :now {of} ORDER BY ready_at, id LIMIT :most FOR NO KEY UPDATE SKIP LOCKED
), due AS MATERIALIZED (
    SELECT each.* FROM ready CROSS JOIN LATERAL (
        SELECT id, host_id, priority, due FROM url
        WHERE host_id = ready.id AND state = 'deferred' AND due <= :now AND ready.leased_url_id IS NULL LIMIT :promoted
    ) AS each
), queued AS MATERIALIZED (
    SELECT each.* FROM ready CROSS JOIN LATERAL (
        SELECT id, host_id, priority, due FROM url
        WHERE host_id = ready.id AND state = 'queued' AND ready.leased_url_id IS NULL ORDER BY priority, due, id LIMIT 1
    ) AS each
), first AS MATERIALIZED (
    SELECT DISTINCT ON (host_id) id FROM (TABLE due UNION ALL TABLE queued) AS waiting ORDER BY host_id, priority, due, id
), promoted AS (
    UPDATE url SET state = 'queued'
    WHERE id = ANY (ARRAY(SELECT id FROM due EXCEPT SELECT id FROM first)) AND state || '' = 'deferred' AND due + 0 <= :now
), taken AS (
    UPDATE url SET state = 'fetching', claims = claims + 1, tries = tries + 1
    WHERE id = ANY (ARRAY(SELECT id FROM first)) AND (state || '' = 'queued' OR state || '' = 'deferred' AND due + 0 <= :now)
    RETURNING id, host_id, claims, url, tries, visits, priority, depth, carry, etag, last_modified, content_hash
), leased AS (
    UPDATE host SET leased_url_id = taken.id, lease_until = :until, ready_at = :until + greatest(:delay, delay)
    FROM taken WHERE host.id = taken.host_id
)
SELECT taken.id, claims, url, key, CAST(:until AS float8), tries, visits, priority, depth, carry, etag, last_modified, content_hash,
    next_at
FROM ready LEFT JOIN taken ON taken.host_id = ready.id ORDER BY ready.ready_at, ready.id
"""
_RESUME = text("""
WITH held AS MATERIALIZED (
    SELECT url.id, claims, url, host.key, CAST(:until AS float8) AS until, tries, visits, priority, depth, carry, etag, last_modified,
        content_hash, next_at, host.id AS host_id
    FROM host JOIN url ON url.host_id = host.id
    WHERE url.id = :url AND claims = :number AND state = 'fetching' AND leased_url_id = url.id FOR NO KEY UPDATE
), renumbered AS (
    UPDATE url SET claims = url.claims + 1 FROM held WHERE url.id = held.id
)
UPDATE host SET lease_until = :until, ready_at = greatest(:until + greatest(:delay, delay), blocked_until)
FROM held WHERE host.id = held.host_id
RETURNING held.id, claims + 1, url, held.key, until, tries, visits, priority, depth, carry, etag, last_modified, content_hash, held.next_at
""")
_OF_ALL = text(_CLAIM.format(of=""))
_OF_SOME = text(_CLAIM.format(of="AND key = ANY (:hosts)"))


def claim(
    database: Database, now: float, limit: int, hosts: Collection[str] | None, params: FrontierParams
) -> tuple[list[Claim], list[str]]:  # fmt: skip
    """Claim at most `limit` URLs of different hosts, longest ready first; also return the hosts that `claims.claim` must handle."""
    values = {"now": now, "most": limit, "promoted": _PROMOTED, "until": now + params.lease, "delay": params.delay}
    some = {} if hosts is None else {"hosts": sorted(hosts)}
    with database.at_once() as connection:
        rows = connection.execute(_OF_SOME if some else _OF_ALL, {**values, **some}).all()
    return [claim_of(row) for row in rows if row[0] is not None], [row[3] for row in rows if row[0] is None]


def resume(database: Database, url: int, number: int, until: float, params: FrontierParams) -> Claim | None:
    """Extend the claim with this lease number; return None if it was resumed before, another worker has the URL, or it has ended."""
    with database.at_once() as connection:
        values = {"url": url, "number": number, "until": until, "delay": params.delay}
        row = connection.execute(_RESUME, values).one_or_none()
    return None if row is None else claim_of(row)
