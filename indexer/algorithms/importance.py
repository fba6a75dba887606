"""Importance of the nodes of a compressed structure tree, computed from counts.

References
----------
Yi, Liu: Web Page Cleaning for Web Mining through Feature Weighting (IJCAI 2003), section 3.3.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from indexer.algorithms.entropy import entropy


def node_importance(styles: Mapping[Any, int], tags: int) -> float:
    """Return NodeImp of an internal element node: the entropy of its presentation styles (equation 1).

    Parameters
    ----------
    styles : mapping of style to int
        Number of tag nodes with each presentation style.
    tags : int
        Number of tag nodes, m.

    Returns
    -------
    float
        In [0, 1]: 0 if all tag nodes have the same style, 1 if all differ, and 1 for a single tag node.

    Examples
    --------
    The root and the body of the paper's Figure 2:

    >>> node_importance({("body",): 2}, 2)
    0.0
    >>> node_importance({("table", "img", "table"): 1, ("table", "img", "table", "span"): 1}, 2)
    1.0
    """
    return 1.0 if tags == 1 else entropy(styles.values(), tags)


def leaf_importance(words: Mapping[str, Sequence[int]], tags: int) -> float:
    """Return NodeImp of a leaf: one minus the mean entropy of its words over its tag nodes (equations 2 and 3).

    Parameters
    ----------
    words : mapping of str to sequence of int
        Each word's frequency in the tag nodes with it.
    tags : int
        Number of tag nodes, m.

    Returns
    -------
    float
        In [0, 1]; 1 for a leaf without words.

    Examples
    --------
    >>> leaf_importance({"menu": [1, 1]}, 2), leaf_importance({"crane": [3], "lynx": [1]}, 2), leaf_importance({"x": [1]}, 1)
    (0.0, 1.0, 1.0)
    """
    if not words or tags < 2:
        return 1.0
    several = sorted(word for word, counts in words.items() if len(counts) > 1)  # the entropy of the others is 0
    return 1.0 - sum(entropy(words[w], tags) for w in several) / len(words)


def path_importance(chain: Sequence[float]) -> float:
    """Return PathImp: the cumulative importance of the nodes from the root (equation 4).

    Parameters
    ----------
    chain : sequence of float
        NodeImp of each node of the path, each in [0, 1].

    Examples
    --------
    >>> path_importance([0.0, 0.5, 0.5])
    0.75
    """
    rest = 1.0
    for value in chain:
        rest *= 1.0 - value
    return 1.0 - rest


class WordUse(NamedTuple):
    """The distribution of one word over the tag nodes of a leaf: all that its entropy needs; two of them can be added.

    Parameters
    ----------
    total : int
        Number of its occurrences, Σ f.
    spread : float
        Σ f·ln f over the tag nodes with it.
    """

    total: int = 0
    spread: float = 0.0

    def plus(self, count: int) -> WordUse:
        """Return the use extended by one tag node with `count` occurrences of the word."""
        return WordUse(self.total + count, self.spread + count * math.log(count))

    def entropy(self, tags: int) -> float:
        """Return H_E(a): the entropy of the word over `tags` tag nodes (equation 3), in [0, 1].

        >>> word = WordUse().plus(3).plus(1)
        >>> round(word.entropy(2), 4), round(entropy([3, 1], 2), 4), word.entropy(1)
        (0.8113, 0.8113, 0.0)
        """
        if tags < 2:
            return 0.0
        return min(1.0, max(0.0, (math.log(self.total) - self.spread / self.total) / math.log(tags)))


def word_weight(path: float, word_entropy: float, frequency: float) -> float:
    """Return W_E(a, T): the weight of a word under a tag node (equation 5).

    Parameters
    ----------
    path : float
        PathImp of the leaf.
    word_entropy : float
        H_E(a).
    frequency : float
        Frequency of the word under the tag node, f.

    Examples
    --------
    >>> word_weight(0.5, 0.2, 3)
    1.2000000000000002
    """
    return path * (1.0 - word_entropy) * frequency
