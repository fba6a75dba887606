"""The page-level body: the blocks that one page alone shows as its text, without knowledge of its site."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from indexer.arrays import Bools
from indexer.page.score import Evidence, ScoreParams, best_node, block_scores

_LINE_TAGS = frozenset({"p", "li", "blockquote"})


def page_level(e: Evidence, template: Collection[str], params: ScoreParams) -> Bools:
    """Return the blocks that page-level evidence selects as the body; shape (b,).

    They are the best node's blocks after the headline, without suspect nodes, template texts, the headline itself and link-only lines.

    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import gather
    >>> page = parse("<title>Crane</title><h1>Crane</h1><p>" + "A long story, told here. " * 5 + "</p><nav><p>Menu</p></nav>")
    >>> page_level(gather(page, ScoreParams()), (), ScoreParams()).tolist()
    [False, True, False]
    """
    tree, node = e.tree, e.tree.node
    container, _ = best_node(tree, block_scores(e, template, params), params.margin)
    inside = (node >= container) & (node < tree.end[container])
    keep = inside & ((e.prior[node] == 0) | (e.prior[container] != 0))
    keep[: _headline_at(e, inside, params)] = False
    for k in np.flatnonzero(keep).tolist():
        tag = tree.tag[node[k]]
        in_title = e.key[k] in e.titles and tag.startswith("h")
        only_link = e.link_share[k] > 0.8 and tag not in _LINE_TAGS
        keep[k] = not (in_title or only_link or e.key[k] in template)
    return _from_headline(e, keep, params)


def _headline_at(e: Evidence, inside: Bools, params: ScoreParams) -> int:
    """Return the index of the last headline before the first long text inside the container, or 0."""
    node = e.tree.node
    start = 0
    running = inside & (e.page.weight >= params.first) & (e.link_share < 0.5) & (e.prior[node] == 0)
    if running.any():
        for k in np.flatnonzero(inside[: int(np.argmax(running))]).tolist():
            if e.tree.tag[node[k]] == "h1" or (e.key[k] in e.titles and len(e.key[k]) > 5):
                start = k
    return start


def _from_headline(e: Evidence, keep: Bools, params: ScoreParams) -> Bools:
    """Drop the kept blocks up to the last headline before the first long text."""
    node = e.tree.node
    kept = np.flatnonzero(keep)
    long = [j for j, k in enumerate(kept.tolist()) if e.page.weight[k] >= params.first and e.link_share[k] < 0.5]
    if not long:
        return keep
    out = keep.copy()
    for k in kept[: long[0]].tolist():
        is_title = e.key[k] in e.titles
        if e.tree.tag[node[k]] == "h1" or (is_title and len(e.key[k]) > 5):
            out[: k + 1 if is_title else k] = False
    return out
