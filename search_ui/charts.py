"""Charts: coordinates of lines and bars; the templates draw them as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

ROW = 22
"""Height of one rank in pixels."""


class Slope(NamedTuple):
    """A line from a rank on the left to a rank on the right, in pixels; `kind` is its CSS class."""

    y1: int
    y2: int
    kind: str
    words: str


def slopes(left: Sequence[tuple[int, int | None, str]], right: Sequence[tuple[int, int | None, str]]) -> tuple[Slope, ...]:
    """Return the lines of a slope chart.

    Parameters
    ----------
    left, right : sequence of (rank, other rank or None, class)
        The hits of both columns; if the other rank is outside the other column, the line ends at the chart's edge.

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
    """Return the height of a slope chart in pixels, with a margin below for deeper ranks."""
    return (rows + 1) * ROW


def _y(place: int, rows: int) -> int:
    return ROW * max(-1, min(place, rows)) + ROW // 2


def width(part: int, total: int, most: int = 100) -> float:
    """Return the length of a bar.

    >>> width(25, 50), width(1, 0)
    (50.0, 0.0)
    """
    return round(most * min(1.0, part / total), 2) if total else 0.0
