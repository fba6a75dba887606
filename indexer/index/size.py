"""Sizes of the arms' indexes, measured by their engine (`indexer.index.tantivy.size`, `indexer.index.elasticsearch.size`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from indexer.index.arm import Arm


@dataclass(frozen=True, slots=True)
class Size:
    """Size of one arm, for one site or all sites.

    Parameters
    ----------
    site : str
        "" for all sites together.
    arm : Arm
    documents, tokens : int
        Number of documents, and of indexed token occurrences.
    inverted_bytes : int
        Size of the dictionary, postings, positions and length norms of the text.
    total_bytes : int or None
        Also with filters, weights and stored texts; measured only for all sites together.
    stored_bytes : int or None
        Stored fields, which are part of `total_bytes`; None if the engine does not report them.
    native_bytes : int or None
        Inverted index of the fields for other clients, which is part of `total_bytes`; None without such fields.
    indexing_seconds : float or None
        Processor time to analyse all texts and write them with their stored weights; measured for all sites together by the embedded
        engine, and not compared.
    """

    site: str
    arm: Arm
    documents: int
    tokens: int
    inverted_bytes: int
    total_bytes: int | None = None
    stored_bytes: int | None = None
    native_bytes: int | None = None
    indexing_seconds: float | None = field(default=None, compare=False)


class Measurable(Protocol):
    """The part of an engine that `measure` needs."""

    def count(self, arm: Arm) -> int:
        """Return the number of documents in an arm."""

    def sizes(self, arm: Arm) -> Iterator[Size]:
        """Yield the sizes of an arm, in total and by site."""


def measure(engine: Measurable, arms: Sequence[Arm]) -> list[Size]:
    """Measure arms in total and by site; the rows are ordered by site (total first, then by name) and by `arms`.

    This needs as much free space as the indexes, in the temporary directory or in the cluster.
    """
    rows = [row for arm in arms if engine.count(arm) for row in engine.sizes(arm)]
    order = {arm: number for number, arm in enumerate(arms)}
    return sorted(rows, key=lambda row: (row.site, order[row.arm]))


def saved(size: int, base: int) -> float:
    """Return the reduction against a base in percent, negative for growth.

    >>> saved(25, 100), saved(3, 0)
    (75.0, 0.0)
    """
    return 100 * (1 - size / base) if base else 0.0
