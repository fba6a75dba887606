"""Table of crawler traps: shapes of URLs whose pages repeated earlier pages."""

from __future__ import annotations

from sqlalchemy import LargeBinary, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from indexer.store.columns import HostId, Id, Line, Moment, Table


class TrapRow(Table):
    """A shape of URLs on a host (`indexer.url_shape.trap_shape`; `key` is its hash), with counts over all processes of its pages without
    anything new and of those whose links were not followed, and the time of the last such page."""

    __tablename__ = "trap"
    __table_args__ = (UniqueConstraint("host_id", "key"),)
    id: Mapped[Id]
    host_id: Mapped[HostId]
    key: Mapped[bytes] = mapped_column(LargeBinary(16))
    shape: Mapped[Line]
    repeats: Mapped[int]
    dead_ends: Mapped[int]
    at: Mapped[Moment]
