"""Content blocks: the parts of a page that are judged as units, and the features of each.

The paper divides pages of 2001 by their `<TABLE>` elements, because tables laid them out: a block is a table's content without that of
nested tables. Today other elements lay pages out, and tables contain data. The principle is unchanged: an element groups related
content, and a group's own content is the part outside smaller groups. So any set of grouping elements divides a page.

References
----------
Kao, Lin, Ho, Chen: Mining Web Informative Structures and Contents Based on Entropy Analysis. Sections 3.2 and 4.1.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from indexer.arrays import Ints
from indexer.page.tree import HIDDEN, Tree
from indexer.site.links.partitions import GROUPING, PARTITIONS
from indexer.text import phrases, terms

Features = tuple[str, ...]
"""Features of one text in order, or the distinct ones of a content block, sorted."""

NONE = -1
"""The content block of invisible text."""


def content_blocks(tree: Tree, partition: str) -> Ints:
    """Return the content block of each text block.

    Parameters
    ----------
    tree : Tree
        With n nodes and b text blocks.
    partition : str
        One of `PARTITIONS`.

    Returns
    -------
    int array, shape (b,)
        Equal numbers for text of one content block (the index of its node, or of the text block for `text`); NONE for hidden text.

    Raises
    ------
    ValueError
        If there is no such partition.

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> tree = parse("<table><tr><td>A<table><tr><td>B<td>C</table>D</table>E").tree
    >>> ["".join(tree.text[i] for i in np.flatnonzero(content_blocks(tree, "table") == k)) for k in (1, 4, 0)]
    ['AD', 'BC', 'E']
    """
    if partition not in PARTITIONS:
        raise ValueError(f"there is no partition {partition!r}: name one of {', '.join(PARTITIONS)}")
    if partition == "text":
        block = np.arange(len(tree.text), dtype=np.int64)
    elif partition == "node":
        block = tree.node.copy()
    else:
        block = holders(tree, GROUPING[partition])[tree.node]
    block[tree.hidden[tree.node] == HIDDEN] = NONE
    return block


def holders(tree: Tree, grouping: frozenset[str]) -> Ints:
    """Return the nearest grouping element of each node, itself included, or the body. Shape (n,).

    >>> from indexer.page.parse import parse
    >>> holders(parse("<div><p>The crane</div><p>Imprint").tree, GROUPING["section"]).tolist()
    [0, 1, 1, 0]
    """
    holder = list(range(len(tree.tag)))
    for i, above in enumerate(tree.parent.tolist()):
        if above >= 0 and tree.tag[i] not in grouping:
            holder[i] = holder[above]
    return np.array(holder, np.int64)


def block_features(tree: Tree, partition: str, words: int) -> dict[int, list[Features]]:
    """Return the features of each visible text block, by content block.

    >>> from indexer.page.parse import parse
    >>> block_features(parse("<div><p>The crane<p>sinks</div>Imprint").tree, "section", 1)
    {1: [('the', 'crane'), ('sinks',)], 0: [('imprint',)]}
    """
    found: dict[int, list[Features]] = {}
    for block, text in zip(content_blocks(tree, partition).tolist(), tree.text, strict=True):
        if block != NONE:
            found.setdefault(block, []).append(features_of(text, words))
    return found


def features_of(text: str, words: int) -> Features:
    """Return the terms of a text, or its phrases of this many terms; a shorter text is one phrase.

    >>> features_of("The new harbour crane", 1), features_of("The new harbour crane", 3), features_of("Home", 3)
    (('the', 'new', 'harbour', 'crane'), ('the new harbour', 'new harbour crane'), ('home',))
    """
    found = _short_terms(text) if len(text) < _CACHED_LENGTH else tuple(terms(text))
    return phrases(found, words)


_CACHED_LENGTH = 200


@lru_cache(maxsize=1 << 13)  # a template's texts are on every page; long ones are unique to a page and would fill the cache
def _short_terms(text: str) -> Features:
    return tuple(terms(text))
