"""What crawls have learned of traps: forms of addresses whose pages said what pages before them said."""

from __future__ import annotations

from sqlalchemy import LargeBinary, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from indexer.store.columns import HostId, Id, Line, Moment, Table


class TrapRow(Table):
    """A form of address on a host (`workers.reading.traps.shape`; `key` is a hash of it): pages that said nothing new, by all processes
    together, those of them whose links were not followed, and when the last one came."""

    __tablename__ = "trap"
    __table_args__ = (UniqueConstraint("host_id", "key"),)
    id: Mapped[Id]
    host_id: Mapped[HostId]
    key: Mapped[bytes] = mapped_column(LargeBinary(16))
    shape: Mapped[Line]
    repeats: Mapped[int]
    dead_ends: Mapped[int]
    at: Mapped[Moment]
