"""Text missing inside an extractor's answer: sub-headings, list items and paragraphs beside its own."""

from __future__ import annotations

import re
from collections.abc import Collection

import numpy as np

from indexer.arrays import Bools
from indexer.page.blocks import SENTENCE_ENDS
from indexer.page.elements import HEADINGS
from indexer.page.score import Evidence
from indexer.page.tree import Tree

_ITEM, _PARAGRAPH = 40, 60
"""Minimum weights: shorter items are an index or a menu, shorter paragraphs notices."""
_LINKED = 0.3
"""Share of link text from which a block counts as links rather than text with links."""
_CLOSING = "\"'”’»“‘)]）」』"
"""Marks that may follow a sentence's last one."""
_ITEMS = frozenset({"li", "dd", "dt"})
_DIGIT = re.compile(r"\d")
"""A time or a count is no label."""


def skipped_text(e: Evidence, found: Bools, own: Bools) -> list[int]:
    """Return the blocks between two of an answer that the page-level scorer wants and that are beside the answer's.

    They are: what heads text of the answer (`_heads_text`); an item of a list beside the answer's paragraphs, also after the last; a
    paragraph of a box beside them that a heading opens; a paragraph in a path of the answer's own (a link, or a short one, only between two
    of the answer's blocks and if it ends like a sentence); and a sentence between two blocks of the answer beside them.

    Parameters
    ----------
    found, own : bool array, shape (b,)
        The answer's blocks, and the page-level scorer's.

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> item = "A list of the sentences in which the harbour office says what it wants."
    >>> e = gather(parse(f"<div><p>One</p><h2>Why</h2><p>Two</p><ul><li>{item}</li></ul><p>Three</p></div>"), ScoreParams())
    >>> skipped_text(e, np.array([True, False, True, False, True]), np.array([True] * 5))
    [1, 3]
    """
    at = np.flatnonzero(found).tolist()
    if not at:
        return []
    tree = e.tree
    node, parent, path = tree.node.tolist(), tree.parent.tolist(), tree.path[tree.node].tolist()
    places, paths = {parent[node[k]] for k in at}, {path[k] for k in at}
    told, known = set(at), {e.key[k] for k in at} | e.titles
    missing = own & ~found & (e.prior[tree.node] == 0)
    after = (k for k in range(at[-1] + 1, len(node)) if tree.tag[node[k]] not in _ITEMS or parent[parent[node[k]]] not in places)
    missing[: at[0]] = missing[next(after, len(node)) :] = False

    def is_text(k: int) -> bool:
        tag, above = tree.tag[node[k]], parent[node[k]]
        if e.link_share[k] >= _LINKED:
            return path[k] in paths and _is_sentence(e, k, _PARAGRAPH) and {k - 1, k + 1} <= told
        if (heads := _heads_text(e, k, places, told)) or tag in HEADINGS:
            return heads
        if above >= 0 and parent[above] in places and (tag in _ITEMS or tree.tag[node[int(tree.first[above])]] in HEADINGS):
            return bool(e.page.weight[k] >= (_ITEM if tag in _ITEMS else _PARAGRAPH))
        is_own = path[k] in paths and (bool(e.page.weight[k] >= _PARAGRAPH) or (_is_sentence(e, k, 0) and {k - 1, k + 1} <= told))
        return is_own or (above in places and _is_sentence(e, k, _ITEM) and {k - 1, k + 1} <= told)

    for k in np.flatnonzero(missing).tolist()[::-1]:  # a heading depends on the text below it
        if e.key[k] not in known and is_text(k):
            known.add(e.key[k])
            told.add(k)
    return sorted(told.difference(at))


def _is_sentence(e: Evidence, k: int, least: int) -> bool:
    return bool(e.page.weight[k] >= least) and e.tree.text[k].rstrip(_CLOSING).endswith(SENTENCE_ENDS)


def _heads_text(e: Evidence, k: int, places: Collection[int], told: Collection[int]) -> bool:
    """Return whether a block heads the answer's text right below it: a sub-heading, a term, or a label, the first line of that text's box.

    A sub-heading is beside the text, in a box before or after it, or heads a box with it.
    """
    if k + 1 not in told:
        return False
    tree, node = e.tree, int(e.tree.node[k])
    if tree.tag[node] in HEADINGS:
        return tree.parent[node] in places or _heads_box(tree, k, int(tree.parent[node]), told)
    if tree.tag[node] == "dt":
        return tree.tag[int(tree.node[k + 1])] == "dd"
    return bool(e.page.weight[k] < _ITEM) and _heads_box(tree, k, node, ()) and _DIGIT.search(tree.text[k]) is None


def _heads_box(tree: Tree, k: int, box: int, told: Collection[int]) -> bool:
    """Return whether a heading's box contains the text below it, and above it text of the answer or nothing."""
    after, before = int(tree.node[k + 1]), int(tree.node[k - 1])
    inner = int(tree.node[k])
    while box == inner - 1 and tree.end[box] == tree.end[inner] and not tree.images[box]:  # around the heading alone
        inner, box = box, int(tree.parent[box])
    return box >= 0 and after < tree.end[box] and (bool(tree.first[box] == k) or (k - 1 in told and box < before))
