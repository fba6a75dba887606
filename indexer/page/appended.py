"""Detection of other stories that a page shows in full below its own (infinite scroll: the "next story")."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from indexer.arrays import Floats
from indexer.page.tree import Tree

_OWN_TEXT = 200
"""Minimum weight of running text after the headline, for the page's own story and for each appended one."""
_RUNNING = 60
_NEAR = 4
"""Number of blocks on each side of a headline that may be its companions: section, date line, byline."""
_SHORT = 100
"""A companion weighs less than this."""
_SUB_HEADINGS = frozenset({"h2", "h3", "h4", "h5", "h6"})
_HEADLINES = ("h1", "h2", "h3")
_LINKED = 0.5
"""Share of link text from which a headline is a link."""
_OWN_SHARE = 0.5
"""The introduction of a page that presents others is less than this share of one of them."""


def appended_nodes(
    tree: Tree, keys: Sequence[str], weight: Floats, link_share: Floats, titles: Collection[str], leading: Collection[int] = ()
) -> slice:
    """Return the nodes that show other stories as a slice of the preorder; the slice is empty if there are none.

    An appended story has a headline at a place like that of the page's own (same tag and classes, same parent) that is not the page's
    title, and running text. It also has an `article` element of its own, or companions at the same places as the page's own headline.
    A sub-heading has neither. Or its headline, of any level, leads to another page from a box with the class of the headline's
    box, and the page's own story is not much shorter.

    Parameters
    ----------
    keys : sequence of str, length b
    weight, link_share : float arrays, shape (b,)
    titles : collection of str
        Keys of the page's titles.
    leading : collection of int
        Blocks of headings with a link to a page of the same site.

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> from indexer.page.blocks import keys
    >>> story = "<div class=s><h1>{0}</h1><div class=by>A. Berg</div><p>" + "It is told at length, with a comma. " * 9 + "</div>"
    >>> page = parse("<title>Crane</title>" + story.format("Crane") + "<div class=more>" + story.format("Tram") + "</div>")
    >>> found = appended_nodes(page.tree, keys(page.tree.text), page.weight, np.zeros(6), {"crane"})
    >>> [page.tree.signature[i] for i in range(found.start, found.stop)]
    ['div.more', 'div.s', 'h1', 'div.by', 'p']
    """
    running = (weight >= _RUNNING) & (link_share < _LINKED)
    text = np.concatenate(([0.0], np.where(running, weight, 0.0).cumsum()))
    for own in _own_headlines(tree, keys, titles, link_share):
        place, companions = _place(tree, own), _companions(tree, own, weight)
        linked = _linked_stories(tree, own, link_share, text).intersection(leading)
        others = [k for k in range(own + 1, len(keys)) if (_place(tree, k) == place or k in linked) and keys[k] and keys[k] not in titles]
        for k, after in zip(others, [*others, len(keys)][1:], strict=True):
            long_enough = text[k] - text[own] >= _OWN_TEXT and text[after] - text[k] >= _OWN_TEXT
            alike = k in linked or _apart(tree, own, k)
            if long_enough and (alike or (_place(tree, k) == place and not companions.isdisjoint(_companions(tree, k, weight)))):
                return _from(tree, int(tree.node[k]), int(tree.node[own]))
    return slice(0, 0)


def _own_headlines(tree: Tree, keys: Sequence[str], titles: Collection[str], link_share: Floats) -> list[int]:
    """Return the blocks that repeat the title in a headline, the first at each place; linked ones (mostly teasers) only if all are."""
    named = [k for k, name in enumerate(keys) if name in titles and tree.tag[tree.node[k]] in _HEADLINES]
    found: dict[tuple[str, str], int] = {}
    for k in [k for k in named if link_share[k] < _LINKED] or named:
        found.setdefault(_place(tree, k), k)
    return list(found.values())


def _linked_stories(tree: Tree, own: int, link_share: Floats, text: Floats) -> set[int]:
    """Return the blocks of linked headlines of stories in boxes like that of the page's own, whose headline is no link.

    Each box has its story inside, and the own story is not much shorter than another.
    """
    box = int(tree.parent[tree.node[own]])
    told = text[tree.last[box]] - text[own]
    if link_share[own] >= _LINKED or "." not in tree.signature[box] or told < _OWN_TEXT:
        return set()
    linked = [k for k in np.flatnonzero(link_share >= _LINKED).tolist() if k >= tree.last[box] and tree.tag[tree.node[k]] in _HEADLINES]
    boxes = {k: int(tree.parent[tree.node[k]]) for k in linked}
    alike = {k: other for k, other in boxes.items() if tree.signature[other] == tree.signature[box]}
    return {k for k, other in alike.items() if _OWN_TEXT <= text[tree.last[other]] - text[k] <= told / _OWN_SHARE}


def _place(tree: Tree, k: int) -> tuple[str, str]:
    """Return the signatures of a block's node and of the node's parent."""
    node = int(tree.node[k])
    return tree.signature[node], tree.signature[tree.parent[node]]


def _companions(tree: Tree, headline: int, weight: Floats) -> set[tuple[int, str, str]]:
    """Return side and place of the short lines around a headline, without bare headings, which are sub-headings of the story."""
    near = range(max(0, headline - _NEAR), min(len(weight), headline + _NEAR + 1))
    own = _place(tree, headline)
    short = (k for k in near if weight[k] < _SHORT and _place(tree, k) != own)
    lines = (k for k in short if tree.tag[tree.node[k]] != "p" and tree.signature[tree.node[k]] not in _SUB_HEADINGS)
    return {(1 if k > headline else -1, *_place(tree, k)) for k in lines}


def _apart(tree: Tree, own: int, other: int) -> bool:
    """Return whether the two headlines stand in separate `article` elements, neither of which contains the other."""
    first, second = _article(tree, own), _article(tree, other)
    return first >= 0 and second >= int(tree.end[first])


def _article(tree: Tree, k: int) -> int:
    """Return the innermost `article` element around a block, or -1."""
    node = int(tree.node[k])
    while node >= 0 and tree.tag[node] != "article":
        node = int(tree.parent[node])
    return node


def _from(tree: Tree, story: int, own: int) -> slice:
    """Return the nodes from the topmost one that contains `story` but not `own` to the end of the node that contains both."""
    while not int(tree.parent[story]) <= own < tree.end[tree.parent[story]]:
        story = int(tree.parent[story])
    return slice(story, int(tree.end[tree.parent[story]]))
