"""Text missing inside an extractor's answer: sub-headings, list items and paragraphs beside its own."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Sequence

import numpy as np

from indexer.arrays import Bools, Floats
from indexer.page.blocks import SENTENCE_ENDS
from indexer.page.elements import HEADINGS
from indexer.page.score import Evidence
from indexer.page.tree import Tree
from indexer.site.parts.pointer import COLONS
from indexer.site.site_path import outward_blocks

_ITEM, _PARAGRAPH = 40, 60
"""Minimum weights: shorter items are an index or a menu, shorter paragraphs notices."""
_LINKED = 0.3
"""Share of link text from which a block counts as links rather than text with links."""
_MOSTLY = 0.5
_CLOSING = "\"'”’»“‘)]）」』"
"""Marks that may follow a sentence's last one."""
_ITEMS = frozenset({"li", "dd", "dt"})
_MEANINGS = frozenset({"dd"})
_CELLS, _TABLE = frozenset({"td", "th"}), frozenset({"table"})
_DIGIT = re.compile(r"\d")
"""A time or a count is no label."""


def skipped_text(e: Evidence, found: Bools, own: Bools) -> list[int]:
    """Return the blocks between two of an answer that the page-level scorer wants and that are beside the answer's.

    They are: what heads text of the answer (`_heads_text`), also above its first line if the answer has such sub-headings; a cell behind
    one of the answer's in a table; an item of a list beside the answer's paragraphs, also after the last, or a short one of a list without
    links, or behind a colon with links to other sites, right between two of them; a program in a path of the answer's own; a paragraph of
    a box beside them that a heading opens; a paragraph in a path of the answer's own (a link, or a short one, only between two of the
    answer's blocks and if it ends like a sentence; a short link, if the answer has paragraphs of links to other sites, and it is one);
    and a sentence between two blocks of the answer beside them, which may be short if its place has several.

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
    linked = tree.subtree_sum(e.link_share)
    outward = outward_blocks(e, e.page.url)
    missing = (own | _linked_entries(e, outward)) & ~found & (e.prior[tree.node] == 0)
    missing[: max(0, at[0] - 1)] = missing[_end(tree, at[-1] + 1, places, paths) :] = False
    cites = sum(k in outward and e.link_share[k] >= _MOSTLY and e.page.weight[k] >= _PARAGRAPH for k in at) > 1
    inserted = _sentence_places(e, [k for k in np.flatnonzero(missing).tolist() if {k - 1, k + 1} <= told and parent[node[k]] in places])

    def is_entry(k: int) -> bool:
        least = _ITEM if tree.tag[node[k]] in _ITEMS else _PARAGRAPH
        return _is_entry(tree, k, places) and (bool(e.page.weight[k] >= least) or _is_listed(tree, k, told, linked, outward))

    def is_text(k: int) -> bool:
        tag = tree.tag[node[k]]
        if (heads := _heads_text(e, k, places, told)) or tag in HEADINGS or k < at[0]:
            return heads and (k > at[0] or any(path[j] == path[k] for j in told))
        if e.link_share[k] >= _LINKED:
            least = 0 if cites and k in outward else _PARAGRAPH
            sentence = path[k] in paths and _is_sentence(e, k, least) and {k - 1, k + 1} <= told
            return sentence or _is_listed(tree, k, told, linked, outward)
        long = bool(e.page.weight[k] >= _PARAGRAPH) or tag == "pre"
        least = 0 if path[k] in paths or path[k] in inserted else _ITEM
        between = {k - 1, k + 1} <= told and _is_sentence(e, k, least)
        is_own = (path[k] in paths and (long or between)) or (parent[node[k]] in places and between)
        return is_own or is_entry(k) or _is_cell(tree, k, at)

    for k in np.flatnonzero(missing).tolist()[::-1]:  # a heading depends on the text below it
        if (e.key[k] not in known or (_is_cell(tree, k, at) and not e.key[k].isdecimal())) and is_text(k):  # cells repeat words
            known.add(e.key[k])
            told.add(k)
    return sorted(told.difference(at))


def _is_entry(tree: Tree, k: int, places: Collection[int]) -> bool:
    """Return whether a block is an item of a list beside the answer's text, or in a box beside it that a heading opens."""
    above = int(tree.parent[tree.node[k]])
    if above < 0 or int(tree.parent[above]) not in places:
        return False
    return tree.tag[tree.node[k]] in _ITEMS or tree.tag[tree.node[tree.first[above]]] in HEADINGS


def _linked_entries(e: Evidence, outward: Collection[int]) -> Bools:
    """Return which blocks are links that a story may have, although the page-level scorer takes none: terms, and items to other sites."""
    tags = [e.tree.tag[n] for n in e.tree.node.tolist()]
    entries = (tag == "dt" or (tag == "li" and k in outward) for k, tag in enumerate(tags))
    return np.fromiter(entries, bool, len(tags)) & (e.link_share >= _LINKED)


def _end(tree: Tree, k: int, places: Collection[int], paths: Collection[int]) -> int:
    """Return the first block from `k` on that is no item of a list beside the answer's text, and no program in a path of its own."""
    while k < len(tree.node):
        node = int(tree.node[k])
        item = tree.tag[node] in _ITEMS and int(tree.parent[tree.parent[node]]) in places
        if not item and not (tree.tag[node] == "pre" and int(tree.path[node]) in paths):
            break
        k += 1
    return k


def _is_sentence(e: Evidence, k: int, least: int) -> bool:
    return bool(e.page.weight[k] >= least) and e.tree.text[k].rstrip(_CLOSING).endswith(SENTENCE_ENDS)


def _sentence_places(e: Evidence, blocks: Sequence[int]) -> set[int]:
    """Return the paths with two or more of these blocks that are different sentences without links: a label says the same each time."""
    said: dict[int, set[str]] = defaultdict(set)
    for k in blocks:
        if not e.link_share[k] and _is_sentence(e, k, 0):
            said[int(e.tree.path[e.tree.node[k]])].add(e.key[k])
    return {place for place, keys in said.items() if len(keys) > 1}


def _is_cell(tree: Tree, k: int, found: Sequence[int]) -> bool:
    """Return whether a block is in a cell of a table behind another cell of the answer."""
    cell = _around(tree, int(tree.node[k]), _CELLS)
    table = _around(tree, cell, _TABLE)
    if table < 0:
        return False
    other = bisect_left(found, tree.first[table])
    return other < len(found) and found[other] < tree.first[cell]


def _is_listed(tree: Tree, k: int, told: Collection[int], linked: Floats, outward: Collection[int]) -> bool:
    """Return whether a block is in a list that is right between two blocks of the answer, or a sub-heading and one.

    Links of the list must lead to other sites, and the block above must end with a colon.
    """
    item = int(tree.node[k])
    box = int(tree.parent[item])
    if tree.tag[item] not in _ITEMS:
        return False
    first, last = int(tree.first[box]), int(tree.last[box])
    before = first - 1 - (first > 0 and tree.tag[tree.node[first - 1]] in HEADINGS and first - 1 not in told)
    led = first > 0 and tree.text[first - 1].endswith(COLONS) and all(j in outward for j in range(first, last))
    return before in told and last in told and (led or not linked[box])


def _around(tree: Tree, node: int, tags: Collection[str]) -> int:
    """Return the nearest of the node and its ancestors with one of the tags, or -1."""
    while node >= 0 and tree.tag[node] not in tags:
        node = int(tree.parent[node])
    return node


def _heads_text(e: Evidence, k: int, places: Collection[int], told: Collection[int]) -> bool:
    """Return whether a block heads the answer's text right below it: a sub-heading, a term, or a label, the first line of that text's box.

    A sub-heading is beside the text, in a box before or after it, or heads a box with it.
    """
    tree, node = e.tree, int(e.tree.node[k])
    if k + 1 not in told:
        return False
    if tree.tag[node] in HEADINGS:
        return tree.parent[node] in places or _heads_box(tree, k, int(tree.parent[node]), told)
    if tree.tag[node] == "dt":
        meaning = _around(tree, int(tree.node[k + 1]), _MEANINGS)
        return meaning >= 0 and tree.parent[meaning] == tree.parent[node]
    if e.page.weight[k] >= _ITEM or _DIGIT.search(tree.text[k]) is not None:
        return False
    return _heads_box(tree, k, node, ()) or (k - 1 in told and e.key.count(e.key[k]) == 1 and _titles_box(tree, k))


def _titles_box(tree: Tree, k: int) -> bool:
    """Return whether the box around a block's own boxes begins with it and contains the text below it."""
    box = int(tree.node[k])
    while box > 0 and tree.last[box] == k + 1:
        box = int(tree.parent[box])
    return bool(tree.first[box] == k)


def _heads_box(tree: Tree, k: int, box: int, told: Collection[int]) -> bool:
    """Return whether a heading's box contains the text below it, and above it text of the answer or nothing."""
    after, before = int(tree.node[k + 1]), int(tree.node[k - 1])
    inner = int(tree.node[k])
    while box == inner - 1 and tree.end[box] == tree.end[inner] and not tree.images[box]:  # around the heading alone
        inner, box = box, int(tree.parent[box])
    return box >= 0 and after < tree.end[box] and (bool(tree.first[box] == k) or (k - 1 in told and box < before))
