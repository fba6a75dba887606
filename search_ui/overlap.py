"""Overlap of two lists of stories, as a number and as a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

OVERLAP_DEPTH = 10
"""Hits of the first page, which most readers do not leave."""


@dataclass(frozen=True, slots=True)
class Overlap:
    """The overlap of the first ten stories of two lists.

    Parameters
    ----------
    shared : int
        Stories in both lists.
    of : int
        Stories in the longer list.
    """

    shared: int
    of: int

    @property
    def share(self) -> float:
        """The overlap in [0, 1]; 1 if both lists are empty.

        >>> Overlap(3, 10).share, Overlap(0, 0).share
        (0.3, 1.0)
        """
        return self.shared / self.of if self.of else 1.0


@dataclass(frozen=True, slots=True)
class Ranking:
    """The results of one arm.

    Parameters
    ----------
    arm : str
    total : int
        Total number of matches.
    stories : tuple of str
        Canonical URLs of the first hits, best first.
    """

    arm: str
    total: int
    stories: tuple[str, ...]


def overlap(left: Sequence[str], right: Sequence[str]) -> Overlap:
    """Return the overlap of the first ten, each story counted once.

    >>> overlap(["a", "b", "c"], ["c", "a", "x", "y"])
    Overlap(shared=2, of=4)
    """
    first, second = set(left[:OVERLAP_DEPTH]), set(right[:OVERLAP_DEPTH])
    return Overlap(len(first & second), max(len(first), len(second)))


def verdict(left: Ranking, right: Ranking) -> str:
    """Return one sentence on what the right arm changes, even if it changes nothing.

    >>> same = Ranking("raw", 2, ("a", "b"))
    >>> verdict(same, Ranking("weighted", 2, ("a", "b")))
    'Both lists are the same, in the same order: for this query weighted changes nothing.'
    >>> verdict(same, Ranking("weighted", 1, ("b",)))
    '1 of the first 2 stories is in both lists; weighted finds 1 fewer in all.'
    """
    if left.arm == right.arm:
        return f"Both columns show {left.arm}: choose another arm for one of them."
    if not left.total or not right.total:
        return _one_sided(left, right)
    if left.stories == right.stories and left.total == right.total:
        return _same(left, right)
    return f"{_first_ones(left, right)}; {_totals(left, right)}."


def _one_sided(left: Ranking, right: Ranking) -> str:
    if not left.total and not right.total:
        return "Neither list has a hit."
    return f"{left.arm} finds {left.total or 'nothing'}, {right.arm} {right.total or 'nothing'}."


def _same(left: Ranking, right: Ranking) -> str:
    if left.total > len(left.stories):
        return (
            f"The first {len(left.stories)} of both lists are the same, in the same order, and both find"
            f" {left.total:,} in all: for this query {right.arm} changes nothing that can be seen here."
        )
    return f"Both lists are the same, in the same order: for this query {right.arm} changes nothing."


def _first_ones(left: Ranking, right: Ranking) -> str:
    first, second = left.stories[:OVERLAP_DEPTH], right.stories[:OVERLAP_DEPTH]
    common = overlap(first, second)
    if first == second:
        return f"The first {len(first)} are the same, in the same order"
    if common.shared == common.of:
        return f"The first {common.of} stories are the same, in another order"
    return f"{common.shared} of the first {common.of} stories {'is' if common.shared == 1 else 'are'} in both lists"


def _totals(left: Ranking, right: Ranking) -> str:
    difference = right.total - left.total
    if not difference:
        return f"both find {left.total:,} in all"
    return f"{right.arm} finds {abs(difference):,} {'more' if difference > 0 else 'fewer'} in all"
