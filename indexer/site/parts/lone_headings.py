"""Headings and labels whose section is dropped: "Recommended" over dropped links, "Sign up" over a form."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from indexer.page.blocks import SENTENCE_ENDS
from indexer.page.score import Evidence
from indexer.site.parts.recurring import SUBHEADINGS

_LINKED = 0.5
_LABEL = 30
"""Maximum weight of a label that is no heading."""
_LINES = frozenset({"p", "div"})


def without_lone_headings(e: Evidence, kept: Sequence[int]) -> list[int]:
    """Return the blocks without headings, and short lines above a link, of a box with links or a form in which nothing else is kept.

    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> box = "<section><h3>Recommended</h3><ul><li><a href=/a>Snow</a></li></ul></section>"
    >>> page = f"<p>It rains.</p>{box}<div><h3>When</h3></div><p>Now.</p>"
    >>> without_lone_headings(gather(parse(page), ScoreParams()), [0, 1, 3, 4])
    [0, 3, 4]
    >>> e = gather(parse("<div><p>It rains.</p><div><p>Read more</p><p><a href=/a>Snow</a></p></div><p>Now.</p></div>"), ScoreParams())
    >>> without_lone_headings(e, [0, 1, 3])
    [0, 3]
    """
    tree, known = e.tree, frozenset(kept)
    headings = [k for k in kept if tree.tag[tree.node[k]] in SUBHEADINGS or (k + 1 not in known and _labels_link(e, k))]
    if not headings:
        return list(kept)
    is_kept = np.zeros(len(e.key))
    is_kept[list(kept)] = 1.0
    count = tree.subtree_sum(is_kept).tolist()
    linked = tree.subtree_sum((e.link_share > 0.5).astype(float)).tolist()
    lone = {k for k in headings if _is_lone(e, int(tree.node[k]), count, linked)}
    return [k for k in kept if k not in lone]


def _labels_link(e: Evidence, k: int) -> bool:
    """Return whether a block is a short line alone in its node, no sentence, and the next block is a link."""
    tree, node = e.tree, int(e.tree.node[k])
    is_line = tree.tag[node] in _LINES and e.page.weight[k] <= _LABEL and not tree.text[k].endswith(SENTENCE_ENDS)
    return is_line and tree.last[node] == k + 1 < len(e.key) and bool(e.link_share[k + 1] > _LINKED)


def _is_lone(e: Evidence, heading: int, kept: Sequence[float], linked: Sequence[float]) -> bool:
    """Return whether the largest box around the heading without other kept text contains links beside it, or a form."""
    tree = e.tree
    box = heading
    while (above := int(tree.parent[box])) >= 0 and kept[above] == kept[heading]:
        box = above
    inside = range(box, int(tree.end[box]))
    return box != heading and (linked[box] > linked[heading] or any(tree.tag[i] == "form" for i in inside))


def without_last_label(e: Evidence, kept: Sequence[int]) -> list[int]:
    """Return the blocks without the last if, right above a dropped link in its box, it is a sub-heading or a short line after a sentence.

    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> e = gather(parse("<div><p>It rains.</p><p><b>Related topics</b></p><p><a href=/a>Snow</a></p></div>"), ScoreParams())
    >>> without_last_label(e, [0, 1])
    [0]
    """
    tree, last = e.tree, kept[-1] if kept else len(e.key)
    node = int(tree.node[last]) if kept else 0
    if last + 1 >= tree.last[tree.parent[node]] or e.link_share[last + 1] <= _LINKED or e.prior[tree.node[last + 1]] > e.prior[node]:
        return list(kept)  # a box named for what is no story, as buttons to share, has its labels inside
    alone = tree.last[node] == tree.first[node] + 1
    line = tree.tag[node] in _LINES and e.page.weight[last] <= _LABEL and not tree.text[last].endswith(SENTENCE_ENDS)
    after_sentence = len(kept) > 1 and tree.text[kept[-2]].endswith(SENTENCE_ENDS)
    return list(kept[:-1]) if tree.tag[node] in SUBHEADINGS or (alone and line and after_sentence) else list(kept)
