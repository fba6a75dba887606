"""Manages the rows of URLs: adds and schedules URLs, and writes a row for each visit that ends."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ARRAY, Connection, LargeBinary, any_, bindparam, case, func, insert, literal, select, true, update

from indexer.outcome import UNANSWERED, Ending, Kind
from indexer.store.crawl_tables import Url, Visit, is_in
from indexer.store.database import Database
from indexer.store.ending_columns import NAMES as ENDING_NAMES
from indexer.store.ending_columns import bound, columns_of, parameters_of, values_of
from indexer.store.statement_batch import StatementBatch
from indexer.store.url_lifecycle import State, Unobserved
from workers.frontier.hosts import RELEASE, HostState, chunks
from workers.frontier.values import CrawlRequest, RejectedUrl, VisitResult

_PLAN = (
    update(Url)
    .where(Url.key == bindparam("hash"), Url.state != State.FETCHING.value)
    .values(state=bindparam("to"), due=bindparam("at"), priority=bindparam("rank"), carry=bindparam("new_carry"))
)
_KNOWN = select(Url.key).where(Url.key.in_(bindparam("keys", expanding=True)))
_KNOWN_OF_ARRAY = select(Url.key).where(Url.key == any_(bindparam("keys", type_=ARRAY(LargeBinary))))
"""The same query for PostgreSQL with one array parameter: it takes half the time for hundreds of links, and is prepared once."""
_KEEPS = bindparam("keeps", type_=Url.pending.type)
"""Whether a page is unchanged and keeps its cleaning result."""
_FAILED = Url.outcome.in_(sorted(kind.value for kind in UNANSWERED))
"""Whether the previous visit failed. Its outcome is no cleaning result to keep, so the archived page is cleaned again."""
_AGAIN = _KEEPS & _FAILED & Url.record.is_not(None)
_RECORD = insert(Visit).values(
    url_id=bindparam("number"),
    visit=bindparam("nth"),
    at=bindparam("now"),
    changed=bindparam("differs"),
    new_links=bindparam("links"),
    **bound(Visit),
)
_END = (
    update(Url)
    .where(Url.id == bindparam("number"))
    .values(
        visits=bindparam("nth"),
        tries=0,
        carry=None,
        ended_at=bindparam("now"),
        state=bindparam("to"),
        due=bindparam("next_due"),
        priority=func.coalesce(bindparam("rank", type_=Url.priority.type), Url.priority),
        etag=func.coalesce(bindparam("tag", type_=Url.etag.type), Url.etag),
        last_modified=func.coalesce(bindparam("date", type_=Url.last_modified.type), Url.last_modified),
        content_hash=func.coalesce(bindparam("content", type_=Url.content_hash.type), Url.content_hash),
        record=func.coalesce(bindparam("where", type_=Url.record.type), Url.record),
        pending=case((bindparam("new", type_=Url.pending.type) | _AGAIN, true()), else_=Url.pending),
        unobserved=Unobserved.VISIT.value,
        **{name: case((_KEEPS & ~_FAILED, getattr(Url, name)), else_=new) for name, new in bound(Url).items()},
    )
)
_OVER = StatementBatch(_RECORD, _END)
_OVER_AND_FREE = StatementBatch(_RECORD, _END, RELEASE)


def url_key(url: str) -> bytes:
    """Return the key of a URL in the database, a 16-byte hash."""
    return hashlib.blake2b(url.encode("utf-8", "replace"), digest_size=16).digest()


def known_keys(connection: Connection, keys: Sequence[bytes]) -> set[bytes]:
    """Return the keys that exist in the database."""
    if connection.dialect.name == "postgresql":
        return set(connection.scalars(_KNOWN_OF_ARRAY, {"keys": list(keys)}))
    found: set[bytes] = set()
    for part in chunks(keys):
        found.update(connection.scalars(_KNOWN, {"keys": part}))
    return found


def add_urls(database: Database, connection: Connection, items: Mapping[bytes, tuple[HostState, CrawlRequest]], now: float) -> set[bytes]:
    """Add rows for unknown URLs in their order; return the keys of the new rows."""
    known = known_keys(connection, list(items))
    rows = [
        {
            "key": key,
            "host_id": host.id,
            "url": item.url,
            "priority": item.priority,
            "depth": item.depth,
            "carry": _text(item.carry),
            "found_at": now,
            **_when(item.due, now),
        }
        for key, (host, item) in items.items()
        if key not in known
    ]
    return _insert(database, connection, rows)


def schedule_known(connection: Connection, items: Mapping[bytes, tuple[HostState, CrawlRequest]], now: float) -> set[bytes]:
    """Set the time and priority of known URLs that are not leased; return the keys of all known URLs."""
    known = known_keys(connection, list(items))
    rows = []
    for key in sorted(known):
        item = items[key][1]
        when = _when(item.due, now)
        rows.append({"hash": key, "rank": item.priority, "new_carry": _text(item.carry), "to": when["state"], "at": when["due"]})
    if rows:
        connection.execute(_PLAN, rows)
    return known


def add_rejected(
    database: Database, connection: Connection, items: Mapping[bytes, tuple[HostState, RejectedUrl]], now: float
) -> set[bytes]:  # fmt: skip
    """Add rows for rejected URLs, with the cause in a visit of number 0; return the keys of the new rows."""
    known = known_keys(connection, list(items))
    rows = [
        {
            "key": key,
            "host_id": host.id,
            "url": item.url,
            "priority": 0,
            "depth": 0,
            "found_at": now,
            "ended_at": now,
            **values_of(item.ending),
            "state": State.FINISHED.value,
            "due": now,
        }
        for key, (host, item) in items.items()
        if key not in known
    ]
    new = _insert(database, connection, rows)
    for part in chunks(sorted(new)):
        columns = select(Url.id, literal(0), literal(now), literal(0), *columns_of(Url)).where(Url.key.in_(part))
        connection.execute(insert(Visit).from_select(_VISIT_COLUMNS, columns))
    return new


_VISIT_COLUMNS = ["url_id", "visit", "at", "new_links", *ENDING_NAMES]


def end_url(
    connection: Connection, url: int, visit: int, result: VisitResult, now: float, new_links: int, free: Mapping[str, Any] | None = None
) -> None:  # fmt: skip
    """End a visit: write its row and the data for the next visit; if `free` is given, also release its host."""
    again = result.next_visit
    values = {
        "number": url,
        "nth": visit,
        "now": now,
        "differs": result.changed,
        "links": new_links,
        "keeps": result.ending.kind is Kind.FETCHED and result.changed is False,
        "to": (State.FINISHED if again is None else State.DEFERRED).value,
        "next_due": now if again is None else again,
        "rank": result.priority,
        "tag": result.etag,
        "date": result.last_modified,
        "content": result.content_hash,
        "where": result.record,
        "new": result.record is not None,
        **parameters_of(result.ending),
    }
    if free is None:
        _OVER.execute(connection, values)
    else:
        _OVER_AND_FREE.execute(connection, {**values, **free})


def end_waiting(connection: Connection, host: int, ending: Ending, now: float) -> int:
    """End the visits of all waiting URLs of a host; return their number."""
    waiting = is_in(State.QUEUED) | is_in(State.DEFERRED)
    values = values_of(ending)
    new = [literal(value, getattr(Url, name).type) for name, value in values.items()]
    columns = select(Url.id, Url.visits + 1, literal(now), literal(0), *new).where(Url.host_id == host, waiting)
    connection.execute(insert(Visit).from_select(_VISIT_COLUMNS, columns))
    ended = connection.execute(
        update(Url)
        .where(Url.host_id == host, waiting)
        .values(
            state=State.FINISHED.value, visits=Url.visits + 1, tries=0, carry=None, ended_at=now, unobserved=Unobserved.VISIT.value,
            **values,
        )
    )  # fmt: skip
    return ended.rowcount


def _text(carry: Mapping[str, Any]) -> str | None:
    return json.dumps(carry, sort_keys=True) if carry else None


def _when(due: float | None, now: float) -> dict[str, Any]:
    if due is None or due <= now:
        return {"state": State.QUEUED.value, "due": now if due is None else due}
    return {"state": State.DEFERRED.value, "due": due}


def _insert(database: Database, connection: Connection, rows: Sequence[Mapping[str, Any]]) -> set[bytes]:
    if not rows:
        return set()
    return set(connection.scalars(database.insert_new(Url).returning(Url.key), rows))
