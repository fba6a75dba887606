"""Charts: where the lines and bars of a picture lie; the templates draw them as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

ROW = 22
"""Pixels between two ranks."""


class Slope(NamedTuple):
    """A line from a rank on the left to one on the right, in pixels; `kind` names the class of its colour."""

    y1: int
    y2: int
    kind: str
    words: str


def slopes(left: Sequence[tuple[int, int | None, str]], right: Sequence[tuple[int, int | None, str]]) -> tuple[Slope, ...]:
    """The lines of a slope chart.

    Parameters
    ----------
    left, right : sequence of (rank, other rank or None, class)
        The hits of both columns; the other rank may lie outside of the other column, and the line leads to its edge.

    Examples
    --------
    >>> [(line.y1, line.y2) for line in slopes([(1, 2, "down"), (2, None, "gone")], [(1, None, "new"), (2, 1, "down")])]
    [(11, 33)]
    """
    if not left or not right:
        return ()
    first, rows = left[0][0], max(len(left), len(right))
    lines = [(rank, other, kind) for rank, other, kind in left if other]
    known = {(rank, other) for rank, other, _ in lines}
    lines += [(other, rank, kind) for rank, other, kind in right if other and (other, rank) not in known]
    return tuple(
        Slope(_y(one - first, rows), _y(other - first, rows), kind, f"rank {one} on the left, {other} on the right")
        for one, other, kind in sorted(lines)
    )


def height(rows: int) -> int:
    """Pixels of a slope chart, with an edge below for what lies deeper."""
    return (rows + 1) * ROW


def _y(place: int, rows: int) -> int:
    return ROW * max(-1, min(place, rows)) + ROW // 2


def width(part: int, whole: int, most: int = 100) -> float:
    """The length of a bar.

    >>> width(25, 50), width(1, 0)
    (50.0, 0.0)
    """
    return round(most * min(1.0, part / whole), 2) if whole else 0.0
