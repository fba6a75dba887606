"""Crawler traps: shapes of URLs whose pages repeated earlier pages."""

from __future__ import annotations

from sqlalchemy import LargeBinary, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from indexer.store.columns import HostId, Id, Line, Moment, Table


class TrapRow(Table):
    """A shape of URLs on a host (`indexer.url_shape.trap_shape`; `key` is a hash of it): its pages without anything new, counted by all
    processes, those of them whose links were not followed, and when the last one came."""

    __tablename__ = "trap"
    __table_args__ = (UniqueConstraint("host_id", "key"),)
    id: Mapped[Id]
    host_id: Mapped[HostId]
    key: Mapped[bytes] = mapped_column(LargeBinary(16))
    shape: Mapped[Line]
    repeats: Mapped[int]
    dead_ends: Mapped[int]
    at: Mapped[Moment]
