"""Completion of tables and quotations that are mostly kept: column headers and writers' names recur from story to story."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from indexer.page.score import Evidence

_WHOLE = frozenset({"table", "blockquote"})
_MOST_KEPT = 0.6
"""With less kept, the rest determines the kind: a data box with one line left, a quotation around read-also links."""
_CELL = 60
"""A longer text is neither a header nor a name: the table is the page's layout."""


def complete_boxes(e: Evidence, container: int, kept: Sequence[int]) -> list[int]:
    """Return the blocks with the missing ones of kept tables and quotations; a table without column headers is layout.

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> rows = "<tr><th>Name</th></tr><tr><td>Ann Miller</td></tr><tr><td>Bo Berg</td></tr>"
    >>> complete_boxes(gather(parse(f"<p>One</p><table>{rows}</table><p>Two</p>"), ScoreParams()), 0, [0, 2, 3])
    [0, 1, 2, 3]
    """
    tree = e.tree
    nodes = range(container + 1, int(tree.end[container]))
    boxes = [i for i in nodes if tree.tag[i] == "blockquote" or (tree.tag[i] == "table" and "th" in tree.tag[i : int(tree.end[i])])]
    if not boxes:
        return list(kept)
    is_kept = np.zeros(len(e.key), bool)
    is_kept[list(kept)] = True
    for box in boxes:
        inside = slice(int(tree.first[box]), int(tree.last[box]))
        weight, had = e.page.weight[inside], is_kept[inside]
        whole = float(weight.sum())
        if whole and _MOST_KEPT * whole <= float(weight[had].sum()) and (weight[~had] < _CELL).all():
            is_kept[inside] = weight > 0
    return np.flatnonzero(is_kept).tolist()
