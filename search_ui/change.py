"""Rank change: how a hit's rank differs from its document's rank in the other column, as a mark and in words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from indexer.evaluate.rank_changes import Counterpart, badge


class Kind(StrEnum):
    """Kind of rank change; the value is also the CSS class."""

    UP = "up"
    DOWN = "down"
    SAME = "same"
    NEW = "new"
    GONE = "gone"
    COPY = "copy"
    DEEP = "deep"


@dataclass(frozen=True, slots=True)
class Change:
    """The rank change of one hit.

    Parameters
    ----------
    kind : Kind
    mark : str
        Short form for display: `▲3`, `new`.
    words : str
        Long form for screen readers and tooltips.
    """

    kind: Kind
    mark: str
    words: str


def change_on_right(rank: int, counterpart: Counterpart, other: str, depth: int) -> Change:
    """Return the rank change of a hit in the right column.

    Parameters
    ----------
    rank : int
    counterpart : Counterpart
    other : str
        Arm of the other column.
    depth : int
        Number of the other column's hits searched for the document.

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
    """Return the rank change of a hit in the left column; parameters as in `change_on_right`.

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
        return Change(Kind.COPY, Kind.COPY.value, f"copy: {other} has fewer hits for the story")
    if counterpart.found:
        return Change(Kind.DEEP, f">{depth}", f"found in {other} after rank {depth}")
    return Change(absent, absent.value, f"{absent.value}: not found in {other}")
