"""TrapCounts: counts of crawler traps, shared by all processes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from sqlalchemy import Select, or_, select, update

from indexer.store.crawl_tables import Host
from indexer.store.database import Database
from indexer.store.trap_tables import TrapRow


@dataclass(frozen=True, slots=True)
class Trap:
    """A shape of URLs whose pages had nothing new.

    Parameters
    ----------
    host : str
        The registered domain.
    shape : str
        The shape (`indexer.url_shape.trap_shape`).
    repeats : int
        Pages without anything new.
    dead_ends : int
        Those whose links were not followed.
    """

    host: str
    shape: str
    repeats: int
    dead_ends: int


class TrapCounts:
    """The traps of a database.

    Parameters
    ----------
    database : Database
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, host: str, shape: str, at: float, *, dead_end: bool = False) -> int:
        """Count a page without anything new, or a dead end; return the new count. Unknown hosts are not counted."""
        key = blake2b(shape.encode("utf-8", "replace"), digest_size=16).digest()
        number = TrapRow.dead_ends if dead_end else TrapRow.repeats
        with self._database.writing() as connection:
            of = connection.scalar(select(Host.id).where(Host.key == host))
            if of is None:
                return 0
            new = {"host_id": of, "key": key, "shape": shape, "repeats": 0, "dead_ends": 0, "at": at}
            connection.execute(self._database.insert_new(TrapRow).values(new))
            mine = update(TrapRow).where(TrapRow.host_id == of, TrapRow.key == key)
            return int(connection.scalar(mine.values({number: number + 1, TrapRow.at: at}).returning(number)) or 0)

    def of(self, host: str, repeats: int) -> list[Trap]:
        """Return the shapes of a host with at least this number of pages without anything new."""
        return self._read(_TRAPS.where(Host.key == host, TrapRow.repeats >= repeats))

    def known(self, hosts: Collection[str] | None, repeats: int) -> list[Trap]:
        """Return these shapes, and shapes with dead ends, for all hosts or for some."""
        wanted = _TRAPS.where(or_(TrapRow.repeats >= repeats, TrapRow.dead_ends > 0)).order_by(Host.key, TrapRow.shape)
        return self._read(wanted if hosts is None else wanted.where(Host.key.in_(sorted(hosts))))

    def _read(self, wanted: Select[*tuple[Any, ...]]) -> list[Trap]:
        with self._database.reading() as connection:
            return [Trap(*row) for row in connection.execute(wanted)]


_TRAPS: Select[*tuple[Any, ...]] = select(Host.key, TrapRow.shape, TrapRow.repeats, TrapRow.dead_ends).join(
    Host, TrapRow.host_id == Host.id
)  # fmt: skip
