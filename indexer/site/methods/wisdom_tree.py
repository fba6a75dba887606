"""The information coverage tree of a page: its DOM with the information, links and amount of text of each subtree.

The paper's nodes are all tags. A page here keeps block-level elements and the text between them (`indexer.page.tree`), so the nodes of
the coverage tree are the elements, and each text block is a leaf below its element, in place of its inline
tags. Comments, line breaks and scripts, the paper's dummy tags, are in no page.

References
----------
Kao, Ho, Chen: WISDOM: Web Intrapage Informative Structure Mining Based on Document Object Model. Sections 3.1 and 3.2.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from indexer.algorithms.information_coverage import aggregate, distinct_sums, fixed_point
from indexer.arrays import Bools, Floats, Ints
from indexer.page.page import Page
from indexer.page.tree import HIDDEN, Tree

_WEIGHT_BITS, _PRECISION_BITS = 30, 20
"""Weights to 1e-9 and precision indices to 1e-6: exact sums over 8 million terms, and up to 8 thousand million."""


@dataclass(frozen=True, slots=True, eq=False)
class CoverageTree:
    """ICT: m nodes in preorder, a page's n elements and b text blocks, with aggregated features.

    Parameters
    ----------
    parent, end : int array, shape (m,)
    element : int array, shape (n,)
        The node of each element of the page.
    block : int array, shape (b,)
        The node of each text block.
    context : float array, shape (m,)
        CLEN_A: characters outside of links.
    anchor : float array, shape (m,)
        ALEN_A: characters in links.
    precision : float array, shape (m,)
        API_A: sum of the anchor precision indices.
    anchors : float array, shape (m,)
        Number of links.
    content : float array, shape (m,)
        CII: mean weight of the distinct terms, in [0, 1]; 0 without terms.
    """

    parent: Ints
    end: Ints
    element: Ints
    block: Ints
    context: Floats
    anchor: Floats
    precision: Floats
    anchors: Floats
    content: Floats

    @property
    def text(self) -> Floats:
        """TLEN_A = CLEN_A + ALEN_A: length of the inner text of each node."""
        return self.context + self.anchor


@dataclass(frozen=True, slots=True, eq=False)
class TermUse:
    """The terms of a page's text blocks, as indices into `weight`.

    Parameters
    ----------
    term, block : int array, shape (q,)
        Each occurrence: its term and its text block.
    weight : float array, shape (t,)
        W(T) = 1 - EN(T) of each distinct term.
    """

    term: Ints
    block: Ints
    weight: Floats


def coverage_tree(page: Page, use: TermUse, precision: Sequence[float]) -> CoverageTree:
    """Build and aggregate the tree of a page.

    Parameters
    ----------
    page : Page
    use : TermUse
    precision : sequence of float
        API of each of the page's links.

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> page = parse("<p>The <a href=b>crane</a></p><div>sinks<p>now</p></div>")
    >>> use = TermUse(np.array([0, 1, 2, 3]), np.array([0, 0, 1, 2]), np.array([0.0, 0.5, 1.0, 0.5]))
    >>> tree = coverage_tree(page, use, [2.0])
    >>> tree.parent.tolist(), tree.element.tolist(), tree.block.tolist()
    ([-1, 0, 1, 0, 3, 3, 5], [0, 1, 3, 5], [2, 4, 6])
    >>> tree.context.tolist(), float(tree.anchor[0]), tree.content.tolist()
    ([12.0, 4.0, 4.0, 8.0, 5.0, 3.0, 3.0], 5.0, [0.5, 0.25, 0.25, 0.75, 1.0, 0.5, 0.5])
    """
    tree = page.tree
    shown = tree.hidden[tree.node] != HIDDEN
    element, block = _places(tree)
    m = len(element) + len(block)
    parent, end = np.full(m, -1, np.int64), np.empty(m, np.int64)
    parent[element] = np.where(tree.parent >= 0, element[tree.parent], -1)
    parent[block] = element[tree.node]
    end[element] = tree.end + tree.last
    end[block] = block + 1
    length = np.fromiter(map(len, tree.text), np.float64, len(tree.text))
    links = link_places(page, element, block)
    context = _aggregated(block, (length - tree.link_length) * shown, end)
    anchor = _aggregated(block, tree.link_length * shown, end)
    links_shown = np.array([tree.hidden[link.node] != HIDDEN for link in page.links], np.float64)
    seen = shown[use.block]
    term, at = use.term[seen], block[use.block[seen]]
    number = distinct_sums(term, at, np.ones(len(use.weight)), parent, end)
    weights = distinct_sums(term, at, fixed_point(use.weight, _WEIGHT_BITS), parent, end)
    return CoverageTree(
        parent=parent,
        end=end,
        element=element,
        block=block,
        context=context,
        anchor=anchor,
        precision=_aggregated(links, fixed_point(np.asarray(precision, np.float64), _PRECISION_BITS) * links_shown, end),
        anchors=_aggregated(links, links_shown, end),
        content=np.where(number > 0, weights / np.maximum(number, 1.0), 0.0),
    )


def _places(tree: Tree) -> tuple[Ints, Ints]:
    """Return the positions of the elements and the text blocks in a common preorder.

    The elements before it and the `first` text blocks precede an element; the elements that begin before it precede a text block.
    """
    n, b = len(tree.tag), len(tree.text)
    element = np.arange(n, dtype=np.int64) + tree.first
    block = np.arange(b, dtype=np.int64)
    return element, block + np.searchsorted(tree.first, block, side="right")


def link_places(page: Page, element: Ints, block: Ints) -> Ints:
    """Return the node of each link: the text block in which it begins, or the element if it contains only images."""
    tree = page.tree
    places = np.empty(len(page.links), np.int64)
    for i, link in enumerate(page.links):
        in_text = tree.first[link.node] <= link.block < tree.last[link.node] and tree.link_length[link.block] > 0
        places[i] = block[link.block] if in_text else element[link.node]
    return places


def _aggregated(at: Ints, value: Floats, end: Ints) -> Floats:
    return aggregate(np.bincount(at, value, minlength=len(end)).astype(np.float64), end)


def spanning(kept: Bools, end: Ints) -> Bools:
    """Return the kept nodes with their ancestors: the reduced tree that connects the kept subtrees; shape (m,).

    >>> spanning(np.array([False, False, True, False]), np.array([4, 3, 3, 4])).tolist()
    [True, True, True, False]
    """
    spans: Bools = aggregate(kept.astype(np.float64), end) > 0
    return spans
