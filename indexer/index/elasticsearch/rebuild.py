"""Build all four arms anew beside those that are searched, and change over in one step, or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass

from indexer.errors import EngineError
from indexer.index.arm import Arm
from indexer.index.elasticsearch.aliases import (
    ArmIndexes,
    Names,
    abandon_build,
    ensure,
    previous,
    prune,
    start_build,
    state,
    switch,
)
from indexer.index.elasticsearch.client_library import Client
from indexer.index.elasticsearch.connection import Connection
from indexer.index.elasticsearch.connection_settings import ConnectionSettings
from indexer.index.elasticsearch.engine import ElasticsearchEngine
from indexer.index.elasticsearch.patience import Asker, Patience

KEPT = 2
"""Indexes before the one that is searched that stay, to go back to."""
LEAST = 0.9
"""A new index with fewer documents than this share of the old one's is not taken into use."""


@dataclass(frozen=True, slots=True)
class Change:
    """How far a new index may differ, and what is kept.

    Parameters
    ----------
    keep : int
        Earlier indexes that stay.
    least : float
        Share in [0, 1] of the documents that the new index must have: of those of the old one, and of those written to it.
    """

    keep: int = KEPT
    least: float = LEAST

    def __post_init__(self) -> None:
        if self.keep < 0 or not 0 <= self.least <= 1:
            raise ValueError("a number of indexes from 0 is kept, and a share from 0 to 1 of the documents needed")


@contextmanager
def rebuilding(settings: ConnectionSettings, change: Change, patience: Patience | None = None) -> Iterator[ElasticsearchEngine]:
    """An engine whose writes go to new, empty indexes, which take the place of the old ones when the block ends.

    Whatever other processes write meanwhile they write to both. Where the block is left by an exception, or documents are
    missing in the end, the new indexes are removed and the old ones stay; those of a killed run are removed by the next.

    Raises
    ------
    EngineError
        Where an arm came out too small: nothing was changed.
    """
    names, connection = Names(settings.prefix), Connection(settings)
    with closing(connection), connection.ask() as client:
        ensure(client, names, native=settings.native)
        new = start_build(client, names, native=settings.native)
    with ElasticsearchEngine(settings, patience, building=new) as engine:
        try:
            yield engine
            engine.commit()
            _check(engine.asker, names, new, engine.created, change.least)
        except BaseException:
            _abandon(engine.asker, names, new)
            raise
        engine.asker.ask(lambda client: _change_over(client, names, new, change.keep))


def roll_back(connection: Connection, names: Names) -> dict[Arm, str]:
    """Let all aliases lead to the indexes before the present ones; returns them.

    What was written since the change is in the later indexes alone, which stay.

    Raises
    ------
    EngineError
        Where there are none: nothing was changed.
    """
    with connection.ask() as client:
        earlier = previous(state(client, names))
        switch(client, names, earlier)
    return earlier


def _change_over(client: Client, names: Names, new: Mapping[Arm, str], keep: int) -> None:
    """Have the new indexes searched and written to; once more does no harm."""
    client.indices.put_settings(index=sorted(new.values()), settings={"index": {"refresh_interval": "1s"}})
    switch(client, names, new)
    prune(client, state(client, names), keep)


def _abandon(asker: Asker, names: Names, new: Mapping[Arm, str]) -> None:
    """Remove what was begun, unless another rebuild has done so and begun its own."""

    def remove(client: Client) -> None:
        current = state(client, names)
        abandon_build(client, {arm: indexes for arm, indexes in current.items() if indexes.build == new[arm]})

    asker.ask(remove)


def _check(asker: Asker, names: Names, new: Mapping[Arm, str], created: Mapping[Arm, int], least: float) -> None:
    def compare(client: Client) -> None:
        current = state(client, names)
        client.indices.refresh(index=sorted(new.values()))
        for arm, index in new.items():
            old = int(client.count(index=current[arm].read)["count"]) if current[arm].read else 0
            _compare(arm, current[arm], int(client.count(index=index)["count"]), old, created[arm], least)

    asker.ask(compare)


def _compare(arm: Arm, indexes: ArmIndexes, have: int, old: int, written: int, least: float) -> None:
    if have < least * max(old, written):
        msg = (
            f"the new index of the arm {arm.value} has {have:,} documents; {written:,} were written to it, and {indexes.read} has"
            f" {old:,}: the aliases were not moved. If that is how it should be, run again with --least {_share(have, old, written)}"
        )
        raise EngineError(msg)


def _share(have: int, old: int, written: int) -> str:
    return f"{int(100 * have / max(old, written, 1)) / 100:.2f}"
