"""A page as the tree of tag nodes that a compressed structure tree is built from.

The paper's tag nodes are the elements of the DOM, its leaves the text. Here they are the page's nodes, that is its block-level
elements; inline elements are part of the text. The tree is cut above its leaves: a tag node that has at most `height` levels of tag
nodes below it is a *virtual leaf*, and the whole text of its subtree is its content.

References
----------
Yi, Liu: Web Page Cleaning for Web Mining through Feature Weighting (IJCAI 2003), sections 3.1 to 3.3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from indexer.page.page import Page
from indexer.page.tree import HIDDEN, Tree
from indexer.text import terms

Style = tuple[str, ...]
ROOT = -1
"""The virtual root above the body."""

_MOST_COMPARED = 20_000
"""Maximum number of words of one tag node that are compared: it bounds the work on hostile pages; articles have fewer."""


@dataclass(frozen=True, slots=True)
class TagTree:
    """One page's tag nodes and words, and where the tree is cut.

    Parameters
    ----------
    tree : Tree
    name : sequence of str, length n
        Tag and attributes of each node.
    leaf : list of bool, length n
        True for virtual leaves; undefined below them.
    children : list of lists of int, length n
        Child nodes of each node, empty for virtual leaves and below them.
    own : list of lists of int, length n
        The blocks of a node's content: all of its subtree for virtual leaves, those between its children for others.
    words : tuple of str
        The words of all visible blocks.
    offset : list of int, length b + 1
        Block `k` has the words `offset[k] … offset[k + 1] - 1`.
    """

    tree: Tree
    name: Sequence[str]
    leaf: list[bool]
    children: list[list[int]]
    own: list[list[int]]
    words: tuple[str, ...]
    offset: list[int]

    def children_of(self, node: int) -> list[int]:
        """Return the child nodes of a node, or of the virtual root."""
        return [0] if node == ROOT else self.children[node]

    def style(self, node: int) -> Style:
        """Return the presentation style of a tag node: tag and attributes of each of its children.

        >>> from indexer.page.parse import parse
        >>> tree = tag_tree(parse("<div class=a><p>One</p></div><p>Two</p>"), 0, 100)
        >>> tree.style(ROOT), tree.style(0), tree.style(1), tree.style(2)
        (('body',), ('div.a', 'p'), ('p',), ())
        """
        return tuple(self.name[i] for i in self.children_of(node))

    def features(self, node: int) -> frozenset[str]:
        """Return the distinct words in the textual content of a tag node."""
        first, last = self.offset[int(self.tree.first[node])], self.offset[int(self.tree.last[node])]
        return frozenset(self.words[first : min(last, first + _MOST_COMPARED)])

    def block_words(self, block: int) -> tuple[str, ...]:
        """Return the words of a block."""
        return self.words[self.offset[block] : self.offset[block + 1]]

    def content(self, node: int) -> Counter[str] | None:
        """Return the words of a tag node's own content with their frequencies; None if it has none and is no virtual leaf."""
        if node == ROOT or not (self.leaf[node] or self.own[node]):
            return None
        counts: Counter[str] = Counter()
        for k in self.own[node]:
            counts.update(self.block_words(k))
        return counts


def tag_tree(
    page: Page, height: int, deepest: int, *, body_attributes: bool = True, words_of: Callable[[str], Sequence[str]] = terms
) -> TagTree:
    """Cut a page's tree into the tag nodes of a compressed structure tree.

    Parameters
    ----------
    page : Page
    height : int
        Levels of tag nodes below a virtual leaf: 2 for the paper's grandparents of the actual leaves.
    deepest : int
        Nodes this far below the body are virtual leaves in any case.
    body_attributes : bool
        True if the body's classes and id are part of its name.
    words_of : function of a text to its words
    """
    tree = page.tree
    parent = tree.parent.tolist()
    leaf = _leaves(parent, height, deepest)
    children: list[list[int]] = [[] for _ in parent]
    holder = list(range(len(parent)))  # the node whose content a node's own blocks are
    for i in range(1, len(parent)):
        above = holder[parent[i]]
        if leaf[above]:
            holder[i] = above
        else:
            children[above].append(i)
    own: list[list[int]] = [[] for _ in parent]
    seen = (tree.hidden[tree.node] < HIDDEN).tolist()
    words: list[str] = []
    offset = [0]
    for k, node in enumerate(tree.node.tolist()):
        own[holder[node]].append(k)
        if seen[k]:
            words += words_of(tree.text[k])
        offset.append(len(words))
    name = tree.signature if body_attributes else (tree.tag[0], *tree.signature[1:])
    return TagTree(tree, name, leaf, children, own, tuple(words), offset)


def _leaves(parent: list[int], height: int, deepest: int) -> list[bool]:
    n = len(parent)
    below = [0] * n
    for i in range(n - 1, 0, -1):
        below[parent[i]] = max(below[parent[i]], below[i] + 1)
    depth = np.zeros(n, np.int64)
    for i in range(1, n):
        depth[i] = depth[parent[i]] + 1
    return [below[i] <= height or bool(depth[i] >= deepest) for i in range(n)]
