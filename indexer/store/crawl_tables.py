"""The frontier's tables: hosts with the time before which each must be left alone, URLs with their state, how every fetch ended."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Double, Index, LargeBinary, String, UniqueConstraint, literal_column
from sqlalchemy.orm import Mapped, mapped_column

from indexer.store.columns import HostId, Id, Line, Moment, Number, SiteId, Table, UrlId
from indexer.store.ending_columns import EndingColumns
from indexer.store.url_lifecycle import State, Unobserved


class Host(Table):
    """A registered domain, which is what gets one request at a time.

    `ready_at` is the one column that claiming looks at: when the host may next be of use, null if it has nothing to fetch; of a leased
    host it is the moment at which the lease counts as lost. Only hosts are ordered by time: a million URLs cost a claim no more than a
    hundred do. The columns from `blocked_outcome` to `blocked_detail` say why it is left alone (`indexer.store.host_blocks`).
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
    """What an origin's robots.txt said last; `status` 0 if nothing is known of it.

    Then `outcome`, `cause`, `limit` and `reason` (its detail) are the ending of the attempt.
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
    """A URL ever found, and what its last answer was. `key` is a hash of it: PostgreSQL indexes no text over 2,700 bytes.

    `claims` counts every lease ever given: so a lease has a number, and one that was lost can end nothing. `tries` counts those since the
    last end. `record` is where the archive has the last answer about the page (`file:offset`); `pending` says that it has not been cleaned
    and indexed since. `state`, `pending` and `unobserved` are the regions of `indexer.store.url_lifecycle`.
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
    """How one fetch ended: exactly one row for each, and visit 0 of a URL that was dropped unasked."""

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
    """The condition, spelled out in the statement: neither database uses a partial index for a state given as a parameter."""
    return Url.state == literal_column(f"'{state.value}'")


def is_unobserved(what: Unobserved) -> ColumnElement[bool]:
    """The same of what a site's history has not taken in."""
    return Url.unobserved == literal_column(f"'{what.value}'")


_queued, _deferred = is_in(State.QUEUED), is_in(State.DEFERRED)
_visit, _result = is_unobserved(Unobserved.VISIT), is_unobserved(Unobserved.RESULT)
Index("ix_url_queued", Url.host_id, Url.priority, Url.due, Url.id, sqlite_where=_queued, postgresql_where=_queued)
Index("ix_url_deferred", Url.host_id, Url.due, sqlite_where=_deferred, postgresql_where=_deferred)
Index("ix_url_host_id", Url.host_id)
Index("ix_url_pending", Url.host_id, Url.id, sqlite_where=literal_column("pending"), postgresql_where=literal_column("pending"))
Index("ix_url_unobserved_visit", Url.host_id, Url.id, sqlite_where=_visit, postgresql_where=_visit)
Index("ix_url_unobserved_result", Url.host_id, Url.id, sqlite_where=_result, postgresql_where=_result)
