"""Tables of site histories: pages, the sources that showed them, requests and their results."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, LargeBinary, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from indexer.store.columns import Id, Line, Moment, Number, SiteId, Table


class ScheduleRow(Table):
    """A crawled site on the revisit schedule.

    `version` counts the saves of its history: a process with an older version must reload instead of saving. `since` is null during
    the first crawl, and `next_at` is null if nothing is planned.
    """

    __tablename__ = "watch"
    site_id: Mapped[SiteId] = mapped_column(primary_key=True, autoincrement=False)
    version: Mapped[int]
    since: Mapped[Moment | None]
    next_at: Mapped[Moment | None] = mapped_column(index=True)


class KnownPageRow(Table):
    """A page of a site, from its last response. `key` is a hash of its URL, as in the table `url`; `workers.history.rows` defines the
    formats of `blocks` and `boxes`."""

    __tablename__ = "known_page"
    __table_args__ = (UniqueConstraint("site_id", "key"),)
    id: Mapped[Id]
    site_id: Mapped[SiteId]
    key: Mapped[bytes] = mapped_column(LargeBinary(16))
    url: Mapped[Line]
    kind: Mapped[str] = mapped_column(String(8))
    found: Mapped[Moment]
    visited: Mapped[Moment]
    published: Mapped[Moment]
    visits: Mapped[int]
    etag: Mapped[Line]
    last_modified: Mapped[Line]
    blocks: Mapped[Line]
    boxes: Mapped[Line]
    life: Mapped[str] = mapped_column(String(16))
    failures: Mapped[int]
    hint: Mapped[Line]


class SightingRow(Table):
    """A page (`key`, `url`) in the last response of a source."""

    __tablename__ = "sighting"
    source_id: Mapped[Number] = mapped_column(ForeignKey("known_page.id", ondelete="CASCADE"), primary_key=True, autoincrement=False)
    key: Mapped[bytes] = mapped_column(LargeBinary(16), primary_key=True)
    url: Mapped[Line]
    first: Mapped[Moment]
    last: Mapped[Moment]
    rank: Mapped[int]
    headline: Mapped[Number]
    text: Mapped[Number]
    words: Mapped[Number]
    box: Mapped[Line]


class RequestRow(Table):
    """A request, its reason and its result."""

    __tablename__ = "request"
    __table_args__ = (Index("ix_request_site_id_at", "site_id", "at"),)
    id: Mapped[Id]
    site_id: Mapped[SiteId]
    url: Mapped[Line]
    at: Mapped[Moment]
    kind: Mapped[str] = mapped_column(String(8))
    why: Mapped[str] = mapped_column(String(8))
    since: Mapped[Moment]
    result: Mapped[str] = mapped_column(String(16))
    found: Mapped[int]
    alone: Mapped[int]
    born: Mapped[Moment]
    hint: Mapped[Line]
    hoped: Mapped[Moment]


class FactRow(Table):
    """Named JSON values of a site's history."""

    __tablename__ = "fact"
    site_id: Mapped[SiteId] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[Line] = mapped_column(primary_key=True)
    value: Mapped[Line]
