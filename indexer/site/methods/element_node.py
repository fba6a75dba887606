"""ElementNode: tag nodes of many pages that are the same logical block in the compressed structure tree.

References
----------
Yi, Liu: Web Page Cleaning for Web Mining through Feature Weighting (IJCAI 2003), the definition of an element node and equations 1 to 3.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from indexer.algorithms.alike import ROUNDING, Table, Words, similarity
from indexer.algorithms.importance import WordUse
from indexer.site.methods.tag_tree import Style


class StyleUse(NamedTuple):
    """One presentation style of an element node.

    Parameters
    ----------
    tags : int
        Number of tag nodes that have it.
    children : tuple of int
        The element node of the child at each position.
    """

    tags: int
    children: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Leaf:
    """The text of an element node outside its child tags: the distribution of its words over its tag nodes.

    Parameters
    ----------
    tags : int
        Number of tag nodes with a text, m.
    words : mapping of str to WordUse
    importance : float
        NodeImp of a leaf (equation 2); 1 without words.
    """

    tags: int = 0
    words: Mapping[str, WordUse] = field(default_factory=dict)
    importance: float = 1.0

    def entropy(self, word: str) -> float:
        """Return H_E(a) (equation 3); 0 for an unknown word, which would occur in one tag node only."""
        use = self.words.get(word)
        return 0.0 if use is None else use.entropy(self.tags)

    def plus(self, texts: Sequence[Mapping[str, int]]) -> Leaf:
        """Return the leaf extended by the texts of more tag nodes, as word frequencies.

        >>> leaf = Leaf().plus([{"home": 1}, {"home": 1, "crane": 3}])
        >>> leaf.words["home"], leaf.importance
        (WordUse(total=2, spread=0.0), 0.5)
        """
        if not texts:
            return self
        words = dict(self.words)
        for text in texts:
            for word, count in text.items():
                words[word] = words.get(word, _UNUSED).plus(count)
        tags = self.tags + len(texts)
        uncertain = math.fsum(use.entropy(tags) for use in words.values())
        return Leaf(tags, words, 1.0 - uncertain / len(words) if words else 1.0)


_UNUSED = WordUse()


@dataclass(frozen=True, slots=True)
class ElementNode:
    """The paper's (Tag, Attr, TAGs, STYLES, CHILDS), with counts instead of the tag nodes.

    Parameters
    ----------
    signature : str
        Tag and Attr.
    table : Table
        Number of its tag nodes whose textual content has each word; `table.documents` is m, the number of tag nodes.
    words : frozenset of str
        Its characteristic words.
    styles : mapping of Style to StyleUse
    children : mapping of str to tuple of int
        Its child element nodes by their signature, those with the fewest characteristic words first.
    leaf : Leaf
        Text of its tag nodes that belongs to none of its children.
    importance : float
        NodeImp (equation 1).
    """

    signature: str
    table: Table
    words: Words
    styles: Mapping[Style, StyleUse]
    children: Mapping[str, tuple[int, ...]]
    leaf: Leaf
    importance: float

    @property
    def tags(self) -> int:
        """m, the number of tag nodes."""
        return self.table.documents

    @classmethod
    def empty(cls, signature: str) -> ElementNode:
        """Return an element node without tag nodes yet."""
        return cls(signature, Table(0, {}), frozenset(), {}, {}, Leaf(), 1.0)

    def most_alike(self, nodes: Sequence[ElementNode], signature: str, words: Words, least: float) -> int | None:
        """Return the child that a tag node of an unknown style would merge into: the most similar one, if it is similar enough."""
        children = self.children.get(signature, ())
        start = bisect_left(children, least * len(words) - ROUNDING, key=lambda i: len(nodes[i].words))
        best: tuple[float, int] | None = None
        for child in islice(children, start, None):
            if len(nodes[child].words) * least > len(words) + ROUNDING:
                break
            alike = similarity(nodes[child].words, words)
            if alike >= least - ROUNDING and (best is None or (alike, -child) > best):
                best = (alike, -child)
        return None if best is None else -best[1]
