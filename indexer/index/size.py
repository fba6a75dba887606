"""How large each arm's index is, as its engine measures it (`indexer.index.tantivy.size`, `indexer.index.elasticsearch.size`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from indexer.index.arm import Arm


@dataclass(frozen=True, slots=True)
class Size:
    """One arm's figures, of one site or of all.

    Parameters
    ----------
    site : str
        "" for all sites together.
    arm : Arm
    documents, tokens : int
        Tokens as indexed, each occurrence counted.
    inverted_bytes : int
        Dictionary, postings, positions and length norms of the text.
    total_bytes : int or None
        With filters, weights and stored texts; measured for all sites together only.
    stored_bytes : int or None
        What is stored of the documents, which is part of `total_bytes`; where the engine can tell.
    native_bytes : int or None
        The inverted index of the fields for other clients, which is part of `total_bytes`; where the engine has such fields.
    indexing_seconds : float or None
        Processor time for analysing all texts and writing them anew with their stored weights; of all sites together,
        where the engine works in this process.
    """

    site: str
    arm: Arm
    documents: int
    tokens: int
    inverted_bytes: int
    total_bytes: int | None = None
    stored_bytes: int | None = None
    native_bytes: int | None = None
    indexing_seconds: float | None = None


class Measurable(Protocol):
    """What an engine measures itself by."""

    def count(self, arm: Arm) -> int:
        """The documents of an arm."""

    def sizes(self, arm: Arm) -> Iterator[Size]:
        """The sizes of an arm, in all and by site."""


def measure(engine: Measurable, arms: Sequence[Arm]) -> list[Size]:
    """Measure arms in all and by site; rows by site (all first, then by name) and in the order of `arms`.

    Needs free space of about the indexes' size: on the temporary disk, or in the cluster.
    """
    rows = [row for arm in arms if engine.count(arm) for row in engine.sizes(arm)]
    order = {arm: number for number, arm in enumerate(arms)}
    return sorted(rows, key=lambda row: (row.site, order[row.arm]))


def saved(size: int, base: int) -> float:
    """Reduction against a base in percent; negative where it has grown.

    >>> saved(25, 100), saved(3, 0)
    (75.0, 0.0)
    """
    return 100 * (1 - size / base) if base else 0.0
