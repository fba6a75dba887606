"""Tables of the frontier: hosts with their next allowed request time, URLs with their state, and the result of every fetch."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Double, Index, LargeBinary, String, UniqueConstraint, literal_column
from sqlalchemy.orm import Mapped, mapped_column

from indexer.store.columns import HostId, Id, Line, Moment, Number, SiteId, Table, UrlId
from indexer.store.ending_columns import EndingColumns
from indexer.store.url_lifecycle import State, Unobserved


class Host(Table):
    """A registered domain, which gets one request at a time.

    Claims use only `ready_at`: the earliest time of the next request, or null if the host has nothing to fetch; for a leased host, the
    time at which the lease expires. Only hosts are ordered by time, so that a claim costs the same with a million URLs as with a hundred.
    The columns from `blocked_outcome` to `blocked_detail` are the reason for a block (`indexer.store.host_blocks`).
    """

    __tablename__ = "host"
    __table_args__ = (Index("ix_host_ready_at", "ready_at", "id"),)
    id: Mapped[Id]
    key: Mapped[Line] = mapped_column(unique=True)
    site_id: Mapped[SiteId] = mapped_column(index=True)
    delay: Mapped[Moment] = mapped_column(default=0.0)
    next_at: Mapped[Moment] = mapped_column(default=0.0)
    blocked_until: Mapped[Moment] = mapped_column(default=0.0)
    blocked_outcome: Mapped[str | None] = mapped_column(String(16))
    blocked_cause: Mapped[str | None] = mapped_column(String(24))
    blocked_target: Mapped[Line | None]
    blocked_status: Mapped[int | None]
    blocked_count: Mapped[float | None] = mapped_column(Double())
    blocked_limit: Mapped[float | None] = mapped_column(Double())
    blocked_detail: Mapped[Line | None]
    ready_at: Mapped[Moment | None]
    leased_url_id: Mapped[Number | None]
    lease_until: Mapped[Moment | None]


class RobotsRow(Table):
    """An origin's last robots.txt; `status` is 0 if it is unknown.

    In this case `outcome`, `cause`, `limit` and `reason` (its detail) are the ending of the attempt.
    """

    __tablename__ = "robots"
    origin: Mapped[Line] = mapped_column(primary_key=True)
    at: Mapped[Moment]
    until: Mapped[Moment]
    status: Mapped[int]
    tries: Mapped[int]
    body: Mapped[bytes]
    reason: Mapped[Line]
    outcome: Mapped[str | None] = mapped_column(String(16))
    cause: Mapped[str | None] = mapped_column(String(24))
    limit: Mapped[float | None] = mapped_column(Double())


class Url(EndingColumns, Table):
    """A discovered URL and its last result. `key` is a hash of the URL, because PostgreSQL indexes no text over 2,700 bytes.

    `claims` counts all leases and thereby numbers them, so that an expired lease cannot end a visit. `tries` counts the leases since the
    last end. `record` is the location of the last response in the archive (`file:offset`); `pending` means that it has not been cleaned
    and indexed yet. `state`, `pending` and `unobserved` are the regions of `indexer.store.url_lifecycle`.
    """

    __tablename__ = "url"
    id: Mapped[Id]
    key: Mapped[bytes] = mapped_column(LargeBinary(16), unique=True)
    host_id: Mapped[HostId]
    url: Mapped[Line]
    state: Mapped[str] = mapped_column(String(8))
    priority: Mapped[int]
    due: Mapped[Moment]
    depth: Mapped[int]
    carry: Mapped[Line | None]
    claims: Mapped[int] = mapped_column(default=0)
    tries: Mapped[int] = mapped_column(default=0)
    visits: Mapped[int] = mapped_column(default=0)
    etag: Mapped[Line | None]
    last_modified: Mapped[Line | None]
    content_hash: Mapped[Line | None]
    record: Mapped[Line | None]
    pending: Mapped[bool] = mapped_column(default=False)
    unobserved: Mapped[str | None] = mapped_column(String(8))
    found_at: Mapped[Moment]
    ended_at: Mapped[Moment | None]
    outcome: Mapped[str | None] = mapped_column(String(16))
    status: Mapped[int | None]


class Visit(EndingColumns, Table):
    """The result of one fetch, in exactly one row; visit 0 belongs to a URL rejected without a request."""

    __tablename__ = "visit"
    __table_args__ = (UniqueConstraint("url_id", "visit"), Index("ix_visit_at", "at"))
    id: Mapped[Id]
    url_id: Mapped[UrlId]
    visit: Mapped[int]
    at: Mapped[Moment]
    status: Mapped[int]
    outcome: Mapped[str] = mapped_column(String(16))
    changed: Mapped[bool | None]
    new_links: Mapped[int]


def is_in(state: State) -> ColumnElement[bool]:
    """Return the condition with a literal value, because neither database uses a partial index for a parameter."""
    return Url.state == literal_column(f"'{state.value}'")


def is_unobserved(what: Unobserved) -> ColumnElement[bool]:
    """Return the condition on what a site's history has not recorded, also with a literal value."""
    return Url.unobserved == literal_column(f"'{what.value}'")


_queued, _deferred = is_in(State.QUEUED), is_in(State.DEFERRED)
_visit, _result = is_unobserved(Unobserved.VISIT), is_unobserved(Unobserved.RESULT)
Index("ix_url_queued", Url.host_id, Url.priority, Url.due, Url.id, sqlite_where=_queued, postgresql_where=_queued)
Index("ix_url_deferred", Url.host_id, Url.due, sqlite_where=_deferred, postgresql_where=_deferred)
Index("ix_url_host_id", Url.host_id)
Index("ix_url_pending", Url.host_id, Url.id, sqlite_where=literal_column("pending"), postgresql_where=literal_column("pending"))
Index("ix_url_unobserved_visit", Url.host_id, Url.id, sqlite_where=_visit, postgresql_where=_visit)
Index("ix_url_unobserved_result", Url.host_id, Url.id, sqlite_where=_result, postgresql_where=_result)
