"""Line numbers beside program text: cells or lines that only count. Years and scores in a cell may also count, but are content."""

from __future__ import annotations

from collections.abc import Sequence

from indexer.page.score import Evidence

_CELLS = frozenset({"pre", "td", "th", "code", "div", "span"})
_CELL = frozenset({"td", "th"})
"""Cells of a row may count what they head."""
_LONGEST = 6
"""A number of more digits is no line number."""
_LEAST_FROM_ONE = 3
"""Minimum length of a sequence from 1 that is line numbers anywhere: highlighters write program text in all kinds of elements."""


def without_line_numbers(e: Evidence, kept: Sequence[int]) -> list[int]:
    """Drop blocks that count 1, 2, 3 … in one place, from any number beside a `pre`, and a lone 1 in a `pre` beside another.

    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> e = gather(parse("<table><tr><td><pre>1<br>2<br>3</pre></td><td><pre>a = 1<br>b = 2</pre></td></tr></table>"), ScoreParams())
    >>> [e.tree.text[k] for k in without_line_numbers(e, range(5))]
    ['a = 1', 'b = 2']
    """
    out: list[int] = []
    j = 0
    while j < len(kept):
        run = _run(e, kept, j)
        if run and _are_lines(e, kept[j : j + run], kept[j + run : j + run + 1]):
            j += run
        else:
            out.append(kept[j])
            j += 1
    return out


def _numbers(text: str) -> list[int]:
    """Return the integers of a text that contains nothing else."""
    words = text.split()
    if not words or not all(w.isdecimal() and len(w) <= _LONGEST for w in words):
        return []
    return [int(w) for w in words]


def _run(e: Evidence, kept: Sequence[int], j: int) -> int:
    """Return the number of blocks from `kept[j]` that count upwards in one node, or from 1 in nodes of one kind beside each other, or 0."""
    tree = e.tree
    node = int(tree.node[kept[j]])
    like = () if tree.tag[node] in _CELL or tree.text[kept[j]] != "1" else (tree.parent[node], tree.path[node])
    if not e.tree.text[kept[j]][0].isdecimal() or _tag(e, kept[j]) not in _CELLS:
        return 0
    expected: int | None = None
    blocks = 0
    for k in kept[j:]:
        numbers = _numbers(e.tree.text[k])
        first = numbers[0] if numbers and expected is None else expected
        other = int(tree.node[k])
        beside = other == node or like == (tree.parent[other], tree.path[other])
        if not beside or not numbers or first is None or numbers != list(range(first, first + len(numbers))):
            break
        expected = first + len(numbers)
        blocks += 1
    return blocks


def _are_lines(e: Evidence, run: Sequence[int], after: Sequence[int]) -> bool:
    """Return whether numbers that count are line numbers: from 1, or beside program text; a lone 1 only between two `pre`."""
    numbers = [n for k in run for n in _numbers(e.tree.text[k])]
    if len(numbers) == 1:
        return e.tree.text[run[0]] == "1" and [_tag(e, k) for k in (*run, *after)] == ["pre", "pre"]
    return (numbers[0] == 1 and len(numbers) >= _LEAST_FROM_ONE) or _beside_program(e, run)


def _beside_program(e: Evidence, run: Sequence[int]) -> bool:
    """Return whether the block before or after is another node's program text."""
    around = [k for k in (run[0] - 1, run[-1] + 1) if 0 <= k < len(e.key) and e.tree.node[k] != e.tree.node[run[0]]]
    return any(_tag(e, k) == "pre" for k in around)


def _tag(e: Evidence, k: int) -> str:
    return e.tree.tag[int(e.tree.node[k])]
