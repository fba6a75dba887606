"""Change: how a hit's rank differs from its story's rank in the other column, as a mark and in words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from indexer.evaluate.rank_changes import badge


class Kind(StrEnum):
    """What became of a story between the columns; names the class that the stylesheet colours."""

    UP = "up"
    DOWN = "down"
    SAME = "same"
    NEW = "new"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Change:
    """One hit's change.

    Parameters
    ----------
    kind : Kind
    mark : str
        Short, for the eye: `▲3`, `new`.
    words : str
        The same in full, for a screen reader and as a hint.
    """

    kind: Kind
    mark: str
    words: str


def change_on_right(rank: int, other_rank: int | None, other: str, depth: int | None) -> Change:
    """How a hit of the right column came to its rank.

    Parameters
    ----------
    rank : int
    other_rank : int or None
        None where the other column does not have the story.
    other : str
        The other column's arm.
    depth : int or None
        How many hits of the other column were looked through; None for all.

    Examples
    --------
    >>> change_on_right(2, 5, "raw", None)
    Change(kind=<Kind.UP: 'up'>, mark='▲3', words='up 3 from rank 5 in raw')
    >>> change_on_right(2, None, "raw", 100).words
    'new: not among the first 100 in raw'
    """
    mark = badge(rank, other_rank, Kind.NEW.value)
    if other_rank is None:
        return Change(Kind.NEW, mark, f"new: {_absent(other, depth)}")
    if other_rank == rank:
        return Change(Kind.SAME, mark, f"the same rank as in {other}")
    risen = rank < other_rank
    return Change(
        Kind.UP if risen else Kind.DOWN,
        mark,
        f"{'up' if risen else 'down'} {abs(other_rank - rank)} from rank {other_rank} in {other}",
    )


def change_on_left(rank: int, other_rank: int | None, other: str, depth: int | None) -> Change:
    """What becomes of a hit of the left column; parameters as `change_on_right`.

    >>> change_on_left(1, None, "weighted", None)
    Change(kind=<Kind.GONE: 'gone'>, mark='gone', words='gone: not found in weighted')
    >>> change_on_left(1, 4, "weighted", None)
    Change(kind=<Kind.DOWN: 'down'>, mark='→ 4', words='rank 4 in weighted')
    """
    if other_rank is None:
        return Change(Kind.GONE, Kind.GONE.value, f"gone: {_absent(other, depth)}")
    if other_rank == rank:
        return Change(Kind.SAME, badge(rank, other_rank, ""), f"the same rank in {other}")
    return Change(Kind.UP if other_rank < rank else Kind.DOWN, f"→ {other_rank}", f"rank {other_rank} in {other}")


def _absent(other: str, depth: int | None) -> str:
    return f"not found in {other}" if depth is None else f"not among the first {depth} in {other}"
