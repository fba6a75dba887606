"""Alignment of a page's visible lines with the blocks that its article kept.

An index holds the visible lines of a page (arm `raw`) and the kept blocks with their weights (arm `weighted`), both in
document order, but no mapping between them: storing every dropped line with each article would enlarge the cleaned
index only for a display. The kept blocks are a subsequence of the lines, so alignment recovers the mapping. It is
ambiguous only where a text occurs twice; then the occurrence next to its neighbours wins, as in a patience diff.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from indexer.page.blocks import key

_LOOK_AHEAD = 200
"""Lines searched for the parts of a block that matches no line; bounds the time on hostile pages."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the displayed page.

    Parameters
    ----------
    text : str
    kept : int or None
        Index of the kept block, from 0; None for a dropped line.
    """

    text: str
    kept: int | None


def align(lines: Sequence[str], kept: Sequence[str]) -> tuple[Line, ...]:
    """Merge a page's visible lines and its kept blocks into one sequence in document order.

    The result has every kept block exactly once, in order. Dropped lines that are parts of a kept block are omitted,
    because a page-level extractor joins lines.

    Parameters
    ----------
    lines, kept : sequence of str

    Returns
    -------
    tuple of Line

    Examples
    --------
    The second `Sails` belongs to the body, because it is next to another kept block.

    >>> [line.kept for line in align(["Menu", "Sails", "More", "Sails", "At dawn.", "End"], ["Sails", "At dawn."])]
    [None, None, None, 0, 1, None]
    >>> align(["Menu", "At", "dawn."], ["At dawn."])
    (Line(text='Menu', kept=None), Line(text='At dawn.', kept=0))

    Notes
    -----
    O((n + m) log n) for n lines and m blocks.
    """
    places = _extend(lines, kept, _anchors(lines, kept))
    _fill(lines, kept, places)
    return tuple(_merge(lines, kept, places))


def _anchors(lines: Sequence[str], kept: Sequence[str]) -> list[int | None]:
    """Return the positions of blocks whose text is unique on both sides: the longest set in consistent order."""
    in_lines, in_kept = Counter(lines), Counter(kept)
    place = {text: index for index, text in enumerate(lines) if in_lines[text] == 1}
    pairs = [(place[text], number) for number, text in enumerate(kept) if in_kept[text] == 1 and text in place]
    places: list[int | None] = [None] * len(kept)
    for at, number in _longest_ascending(pairs):
        places[number] = at
    return places


def _longest_ascending(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest subsequence with ascending first elements (patience sorting)."""
    tops: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for index, (at, _) in enumerate(pairs):
        pile = bisect_left(tops, at)
        before.append(ends[pile - 1] if pile else -1)
        tops[pile:] = [at] if pile == len(tops) else [at, *tops[pile + 1 :]]
        ends[pile:] = [index] if pile == len(ends) else [index, *ends[pile + 1 :]]
    out = []
    index = ends[-1] if ends else -1
    while index >= 0:
        out.append(pairs[index])
        index = before[index]
    return out[::-1]


def _extend(lines: Sequence[str], kept: Sequence[str], places: list[int | None]) -> list[int | None]:
    """Extend every anchor over equal neighbours, first forwards, then backwards."""
    out = list(places)
    taken = {at for at in places if at is not None}
    for step, numbers in ((1, range(len(kept))), (-1, range(len(kept) - 1, -1, -1))):
        for number in numbers:
            neighbour = number - step
            if out[number] is not None or not 0 <= neighbour < len(kept):
                continue
            at = out[neighbour]
            if at is None or not 0 <= at + step < len(lines) or at + step in taken:
                continue
            if lines[at + step] == kept[number]:
                out[number] = at + step
                taken.add(at + step)
    return out


def _fill(lines: Sequence[str], kept: Sequence[str], places: list[int | None]) -> None:
    """Place each remaining block on the first equal line between its neighbours, if there is one."""
    where: dict[str, list[int]] = {}
    for index, text in enumerate(lines):
        where.setdefault(text, []).append(index)
    ends = _next_places(places, len(lines))
    at = 0
    for number, place in enumerate(places):
        if place is None:
            found = where.get(kept[number], [])
            first = bisect_left(found, at)
            place = found[first] if first < len(found) and found[first] < ends[number] else None
            places[number] = place
        at = at if place is None else place + 1


def _next_places(places: Sequence[int | None], end: int) -> list[int]:
    """Return for each block the position of the next placed block, or `end`."""
    out = [end] * len(places)
    for number in range(len(places) - 1, -1, -1):
        out[number] = end
        place = places[number]
        end = end if place is None else place
    return out


def _merge(lines: Sequence[str], kept: Sequence[str], places: Sequence[int | None]) -> Iterator[Line]:
    at = 0
    ends = _next_places(places, len(lines))
    for number, (text, place) in enumerate(zip(kept, places, strict=True)):
        if place is None:
            start, end = _pieces(lines, text, at, ends[number])
        else:
            start, end = place, place + 1
        yield from (Line(line, None) for line in lines[at:start])
        yield Line(text, number)
        at = end
    yield from (Line(line, None) for line in lines[at:])


def _pieces(lines: Sequence[str], text: str, start: int, end: int) -> tuple[int, int]:
    """Return the first run of lines that are parts of a block, or (start, start) if there is none."""
    block = key(text)
    part = [bool(name) and name in block for name in map(key, lines[start : min(end, start + _LOOK_AHEAD)])]
    if True not in part:
        return start, start
    first = part.index(True)
    last = part.index(False, first) if False in part[first:] else len(part)
    return start + first, start + last
