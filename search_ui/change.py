"""Change: how a hit's rank differs from its document's rank in the other column, as a mark and in words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from indexer.evaluate.rank_changes import Counterpart, badge


class Kind(StrEnum):
    """What became of a document between the columns; names the class that the stylesheet colours."""

    UP = "up"
    DOWN = "down"
    SAME = "same"
    NEW = "new"
    GONE = "gone"
    COPY = "copy"
    DEEP = "deep"


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


def change_on_right(rank: int, counterpart: Counterpart, other: str, depth: int) -> Change:
    """How a hit of the right column came to its rank.

    Parameters
    ----------
    rank : int
    counterpart : Counterpart
    other : str
        The other column's arm.
    depth : int
        How many hits of the other column were looked through for ranks.

    Examples
    --------
    >>> change_on_right(2, Counterpart("u", 5), "raw", 100)
    Change(kind=<Kind.UP: 'up'>, mark='▲3', words='up 3 from rank 5 in raw')
    >>> change_on_right(2, Counterpart("u"), "raw", 100).words
    'found in raw after rank 100'
    >>> change_on_right(2, Counterpart(), "raw", 100).words
    'new: not found in raw'
    """
    if counterpart.rank is None or not counterpart.found:
        return _unranked(Kind.NEW, counterpart, other, depth)
    if counterpart.rank == rank:
        return Change(Kind.SAME, "=", f"the same rank as in {other}")
    risen = rank < counterpart.rank
    return Change(
        Kind.UP if risen else Kind.DOWN,
        badge(rank, counterpart.rank, ""),
        f"{'up' if risen else 'down'} {abs(counterpart.rank - rank)} from rank {counterpart.rank} in {other}",
    )


def change_on_left(rank: int, counterpart: Counterpart, other: str, depth: int) -> Change:
    """What becomes of a hit of the left column; parameters as `change_on_right`.

    >>> change_on_left(1, Counterpart(), "weighted", 100)
    Change(kind=<Kind.GONE: 'gone'>, mark='gone', words='gone: not found in weighted')
    >>> change_on_left(1, Counterpart("u", 4), "weighted", 100)
    Change(kind=<Kind.DOWN: 'down'>, mark='→ 4', words='rank 4 in weighted')
    """
    if counterpart.rank is None or not counterpart.found:
        return _unranked(Kind.GONE, counterpart, other, depth)
    if counterpart.rank == rank:
        return Change(Kind.SAME, "=", f"the same rank in {other}")
    kind = Kind.UP if counterpart.rank < rank else Kind.DOWN
    return Change(kind, f"→ {counterpart.rank}", f"rank {counterpart.rank} in {other}")


def _unranked(absent: Kind, counterpart: Counterpart, other: str, depth: int) -> Change:
    if counterpart.copy:
        return Change(Kind.COPY, Kind.COPY.value, f"copy: {other} finds the story fewer times")
    if counterpart.found:
        return Change(Kind.DEEP, f">{depth}", f"found in {other} after rank {depth}")
    return Change(absent, absent.value, f"{absent.value}: not found in {other}")
