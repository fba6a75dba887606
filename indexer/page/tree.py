"""Tree: a page's DOM as arrays: nodes in preorder and text blocks.

A *node* is a block-level element below (and including) the body; inline elements only contribute text. A *block* is a run
of text between two block-level boundaries or line breaks. Node `i`'s subtree is the nodes `i … end[i] - 1` and the blocks
`first[i] … last[i] - 1`, so sums over subtrees are differences of prefix sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from indexer.arrays import Bools, Floats, Ints

VISIBLE, FOLDED, HIDDEN = 0, 1, 2
"""`FOLDED`: display:none, which a click may open. `HIDDEN`: no reader can see it."""


class Link(NamedTuple):
    """One `a href` of the page, or `area href` of an image map.

    Parameters
    ----------
    href : str
        As written.
    text : str
        The anchor text; or the alternative text of its image (of the area itself for an area) or its title.
    node : int
        The block-level node around it.
    block : int
        Index of the text block in which it begins.
    """

    href: str
    text: str
    node: int
    block: int


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """Nodes (n) and text blocks (b) of one page.

    Parameters
    ----------
    tag, signature : sequence of str, length n
    path : int64 array, shape (n,)
        Hash of the signatures from the body, or from the nearest node with an id (`indexer.page.signature`).
    parent : int64 array, shape (n,)
        -1 for the body.
    end : int64 array, shape (n,)
        One past the last node of the subtree.
    first, last : int64 array, shape (n,)
        The subtree's blocks, `first` to `last - 1`.
    hidden : int64 array, shape (n,)
        VISIBLE, FOLDED or HIDDEN, inherited.
    images : int64 array, shape (n,)
        Images that are children of the node or of inline elements in it.
    text : sequence of str, length b
        White space is folded; soft hyphens and zero-width characters are removed.
    node : int64 array, shape (b,)
        The node that owns the block.
    link_length : int64 array, shape (b,)
        Characters of the block inside links, at most its length.
    lead : sequence of str, length b
        The words before the first link; "" if there is no link, or nothing before it.
    """

    tag: Sequence[str]
    signature: Sequence[str]
    path: Ints
    parent: Ints
    end: Ints
    first: Ints
    last: Ints
    hidden: Ints
    images: Ints
    text: Sequence[str]
    node: Ints
    link_length: Ints
    lead: Sequence[str]

    def subtree_sum(self, values: Floats) -> Floats:
        """Return the sum of a per-block value over each node's subtree; shape (b,) in, shape (n,) out.

        >>> from indexer.page.parse import parse
        >>> tree = parse("<div><p>One</p><p>Two</p></div><p>Three</p>").tree
        >>> list(tree.tag), tree.subtree_sum(np.array([1.0, 2.0, 4.0])).tolist()
        (['body', 'div', 'p', 'p', 'p'], [7.0, 3.0, 1.0, 2.0, 4.0])
        """
        running = np.zeros(len(values) + 1)
        values.cumsum(out=running[1:])
        return running[self.last] - running[self.first]

    def under(self, marked: Bools) -> Bools:
        """Return the nodes that are marked or have a marked ancestor; shapes (n,).

        >>> from indexer.page.parse import parse
        >>> tree = parse("<div><p>One</p></div><p>Two</p>").tree
        >>> tree.under(np.array([False, True, False, False])).tolist()
        [False, True, True, False]
        """
        at = np.flatnonzero(marked)
        if not len(at):
            return np.zeros(len(self.path), bool)
        length = len(self.path) + 1
        edges = np.bincount(at, minlength=length) - np.bincount(self.end[at], minlength=length)
        covered: Bools = edges[:-1].cumsum() > 0
        return covered

    def path_name(self, i: int) -> str:
        """Return the path of node `i` as signatures, the form that models store.

        >>> from indexer.page.parse import parse
        >>> parse('<div id="main"><p class="lead">One</p></div>').tree.path_name(2)
        'div#main>p.lead'
        """
        names: list[str] = []
        while i >= 0:
            names.append(self.signature[i])
            if "#" in self.signature[i]:
                break
            i = int(self.parent[i])
        return ">".join(reversed(names))
