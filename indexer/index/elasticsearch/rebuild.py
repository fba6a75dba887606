"""Rebuild: build all four arms in new indexes and switch the aliases atomically."""

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
"""Number of previous indexes kept for a rollback."""
LEAST = 0.9
"""Least share of the old index's documents that the new one must have before the switch."""


@dataclass(frozen=True, slots=True)
class Change:
    """Conditions of a switch.

    Parameters
    ----------
    keep : int
        Number of previous indexes kept.
    least : float
        Least share in [0, 1] of documents that the new index must have, relative to the old index and to the documents written.
    """

    keep: int = KEPT
    least: float = LEAST

    def __post_init__(self) -> None:
        if self.keep < 0 or not 0 <= self.least <= 1:
            raise ValueError("keep must be at least 0, and least a share from 0 to 1")


@contextmanager
def rebuilding(settings: ConnectionSettings, change: Change, patience: Patience | None = None) -> Iterator[ElasticsearchEngine]:
    """Yield an engine that writes to new, empty indexes, which replace the old ones when the block ends.

    Other processes meanwhile write to both. If the block raises, or documents are missing at the end, the new indexes are
    removed and the old ones stay; the next run removes those of a killed run.

    Raises
    ------
    EngineError
        If an arm is too small; nothing is changed.
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
    """Point all aliases to the previous indexes, and return these.

    Documents written since the switch are only in the later indexes, which are kept.

    Raises
    ------
    EngineError
        If there are none; nothing is changed.
    """
    with connection.ask() as client:
        earlier = previous(state(client, names))
        switch(client, names, earlier)
    return earlier


def _change_over(client: Client, names: Names, new: Mapping[Arm, str], keep: int) -> None:
    """Switch searches and writes to the new indexes; this is idempotent."""
    client.indices.put_settings(index=sorted(new.values()), settings={"index": {"refresh_interval": "1s"}})
    switch(client, names, new)
    prune(client, state(client, names), keep)


def _abandon(asker: Asker, names: Names, new: Mapping[Arm, str]) -> None:
    """Remove the new indexes unless another rebuild has replaced them."""

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
