"""Headings whose section is dropped: "Recommended" over dropped links, "Sign up" over a form."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from indexer.page.score import Evidence
from indexer.site.parts.recurring import SUBHEADINGS


def without_lone_headings(e: Evidence, kept: Sequence[int]) -> list[int]:
    """Return the blocks without headings of a box with links or a form in which nothing else is kept.

    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> box = "<section><h3>Recommended</h3><ul><li><a href=/a>Snow</a></li></ul></section>"
    >>> page = f"<p>It rains.</p>{box}<div><h3>When</h3></div><p>Now.</p>"
    >>> without_lone_headings(gather(parse(page), ScoreParams()), [0, 1, 3, 4])
    [0, 3, 4]
    """
    tree = e.tree
    headings = [k for k in kept if tree.tag[tree.node[k]] in SUBHEADINGS]
    if not headings:
        return list(kept)
    is_kept = np.zeros(len(e.key))
    is_kept[list(kept)] = 1.0
    count = tree.subtree_sum(is_kept).tolist()
    linked = tree.subtree_sum((e.link_share > 0.5).astype(float)).tolist()
    lone = {k for k in headings if _is_lone(e, int(tree.node[k]), count, linked)}
    return [k for k in kept if k not in lone]


def _is_lone(e: Evidence, heading: int, kept: Sequence[float], linked: Sequence[float]) -> bool:
    """Return whether the largest box around the heading without other kept text contains links beside it, or a form."""
    tree = e.tree
    box = heading
    while (above := int(tree.parent[box])) >= 0 and kept[above] == kept[heading]:
        box = above
    inside = range(box, int(tree.end[box]))
    return box != heading and (linked[box] > linked[heading] or any(tree.tag[i] == "form" for i in inside))
