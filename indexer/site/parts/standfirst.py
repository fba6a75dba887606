"""The standfirst of a page without a model: paragraphs beside its headline, or what it also gives as its description."""

from __future__ import annotations

import numpy as np

from indexer.arrays import Bools
from indexer.page.blocks import SENTENCE_ENDS, key
from indexer.page.elements import HEADINGS
from indexer.page.score import Evidence
from indexer.page.tree import Tree

_SHORTEST = 40
"""Number of letters that a description and a paragraph must share; either may be cut."""
_PARAGRAPH = 60
"""Minimum weight of a paragraph beside the headline."""


def standfirst(e: Evidence, found: Bools, own: Bools) -> list[int]:
    """Return the blocks of the standfirst missing from an answer. A heading below the headline is none.

    They are the paragraphs that follow the headline in its own box, also below short lines (who wrote it, and when), or in a box of their
    own between that box and the answer's, if the page-level scorer wants them; else the paragraph between headline and answer that the
    page also gives as its description.

    Parameters
    ----------
    found, own : bool array, shape (b,)
        The answer's blocks, and the page-level scorer's.

    Examples
    --------
    >>> import numpy as np
    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> deck = "The old crane goes to the museum, and the new one is late."
    >>> page = f"<title>Crane late</title><meta name=description content='{deck}'><h1>Crane late</h1><div>{deck}</div><p>It is old.</p>"
    >>> standfirst(gather(parse(page), ScoreParams()), np.array([False, False, True]), np.array([False, False, True]))
    [1]
    """
    if not found.any():
        return []
    tree = e.tree
    first = int(found.argmax())
    above = [k for k in range(first) if e.key[k] in e.titles and tree.tag[tree.node[k]] in HEADINGS]
    between = range(above[-1] + 1 if above else first, first)
    answer = "".join(e.key[k] for k in np.flatnonzero(found).tolist())
    beside: list[int] = []
    for k in between:
        text = e.key[k]
        if e.page.weight[k] < _PARAGRAPH:
            continue
        is_paragraph = own[k] and e.link_share[k] < 0.5 and e.prior[tree.node[k]] == 0
        if not (is_paragraph and tree.text[k].endswith(SENTENCE_ENDS) and _beside(tree, k, between.start - 1, first)):
            break
        if text[: 2 * _SHORTEST] not in answer:
            beside.append(k)
    return [k for k in beside if tree.tag[tree.node[k]] == "p"] or beside or _described(e, between, answer)


def _beside(tree: Tree, k: int, headline: int, answer: int) -> bool:
    """Return whether a block is beside the headline, bare or not, in the largest box around it without the answer, or after that box."""
    box = int(tree.node[headline])
    if tree.parent[box] in (tree.node[k], tree.parent[tree.node[k]]):
        return True
    while (outer := int(tree.parent[box])) >= 0 and tree.last[outer] <= answer:
        box = outer
    below = int(tree.parent[tree.node[k]])
    alone = tree.tag[tree.node[k]] == "p" and tree.first[below] == k == tree.last[below] - 1
    return bool(tree.last[box] > k) or (alone and tree.parent[below] == outer)


def _described(e: Evidence, between: range, answer: str) -> list[int]:
    """Return the block that the page also gives as its description."""
    metadata = e.page.metadata
    item = metadata.linked.item
    stated = (item.description if item else "", *metadata.all("og:description", "description", "twitter:description"))
    descriptions = [k for k in map(key, stated) if len(k) >= _SHORTEST]
    for k in between:
        text, tag = e.key[k], e.tree.tag[e.tree.node[k]]
        is_deck = len(text) >= _SHORTEST and text not in e.titles and tag not in HEADINGS and e.link_share[k] < 0.5
        same = any(d.startswith(text[:_SHORTEST]) or text.startswith(d[:_SHORTEST]) for d in descriptions)
        if is_deck and same and text[: 2 * _SHORTEST] not in answer:
            return [k]
    return []
