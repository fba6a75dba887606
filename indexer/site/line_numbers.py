"""Line numbers beside program text: cells or lines that only count."""

from __future__ import annotations

from collections.abc import Sequence

from indexer.page.score import Evidence

_CELLS = frozenset({"pre", "td", "th", "code", "div", "span"})
_LONGEST = 6
"""A number of more digits counts no lines."""


def without_line_numbers(e: Evidence, kept: Sequence[int]) -> list[int]:
    """Without blocks that count 1, 2, 3 … in one place, and without a lone 1 beside a `pre`.

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
        if run and (run > 1 or _counts(e, kept, j)):
            j += run
        else:
            out.append(kept[j])
            j += 1
    return out


def _numbers(text: str) -> list[int]:
    """The integers of a text that holds nothing else."""
    words = text.split()
    if not words or not all(w.isdecimal() and len(w) <= _LONGEST for w in words):
        return []
    return [int(w) for w in words]


def _run(e: Evidence, kept: Sequence[int], j: int) -> int:
    """How many blocks from `kept[j]` on count upwards in one node; 0 where they do not."""
    node = int(e.tree.node[kept[j]])
    if not e.tree.text[kept[j]][0].isdecimal() or e.tree.tag[node] not in _CELLS:
        return 0
    expected: int | None = None
    blocks = 0
    for k in kept[j:]:
        numbers = _numbers(e.tree.text[k])
        first = numbers[0] if numbers and expected is None else expected
        if int(e.tree.node[k]) != node or not numbers or first is None or numbers != list(range(first, first + len(numbers))):
            break
        expected = first + len(numbers)
        blocks += 1
    return blocks


def _counts(e: Evidence, kept: Sequence[int], j: int) -> bool:
    """Whether a single block counts: several numbers, or a lone 1 in a `pre` before another `pre`."""
    if len(_numbers(e.tree.text[kept[j]])) > 1:
        return True
    tags = [e.tree.tag[int(e.tree.node[k])] for k in kept[j : j + 2]]
    return e.tree.text[kept[j]] == "1" and tags == ["pre", "pre"]
