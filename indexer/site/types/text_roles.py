"""Text of a page in records, and text below the headline of another page."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from indexer.arrays import Bools
from indexer.page.class_name import WORD_START
from indexer.page.elements import HEADINGS
from indexer.page.score import Evidence

_LABELS = 2
"""Maximum number of short lines (a date, a section) before a headline in its record."""
_THREAD = re.compile(rf"comment|{WORD_START}(?:respond|response|reply)", re.IGNORECASE)


def records(e: Evidence, links: Iterable[int], *, pager: bool) -> Bools:
    """Return the nodes inside at least four equal siblings, each with a heading and a text, half of them with a link; shape (n,).

    Without links to other pages they are parts of one text (the entries of a live report, questions with answers), unless the page
    is one of several.

    Parameters
    ----------
    links : iterable of int
        The nodes with links to other pages, except the template's.
    pager : bool
        True if it has page numbers.
    """
    tree, at = e.tree, sorted(links)
    tags = [tree.tag[n] for n in tree.node.tolist()]
    heading = np.fromiter((t in HEADINGS for t in tags), bool, len(tags)) | ((e.link_share >= 0.8) & (e.page.weight >= 15))
    text = ~heading & (e.page.weight >= 60)
    both = (tree.subtree_sum(heading.astype(float)) > 0) & (tree.subtree_sum(text.astype(float)) > 0)
    siblings: dict[tuple[int, str], list[int]] = defaultdict(list)
    for i in np.flatnonzero(both).tolist():
        if i:
            siblings[int(tree.parent[i]), tree.signature[i]].append(i)
    marked = np.zeros(len(tree.path), bool)
    for (parent, name), group in siblings.items():
        leading = sum(bisect_left(at, i) < bisect_left(at, int(tree.end[i])) for i in group)
        if len(group) >= 4 and (pager or 2 * leading >= len(group)) and not _THREAD.search(name + tree.signature[parent]):
            marked[group] = True
    return tree.under(marked)


def announced(e: Evidence, headlines: Iterable[int], long: Sequence[int]) -> Bools:
    """Return the nodes with text below the linked headline of another page, as in a list of stories; shape (n,).

    Parameters
    ----------
    headlines : iterable of int
        Blocks that consist of such a headline.
    long : sequence of int
        The blocks of running text, ascending.
    """
    tree = e.tree
    holds = np.zeros(len(e.key))
    holds[list(long)] = 1.0
    has_text = tree.subtree_sum(holds) > 0
    marked = np.zeros(len(tree.path), bool)
    for k in headlines:
        place = int(tree.node[k])
        while place > 0 and not has_text[place]:
            place = int(tree.parent[place])
        at = bisect_left(long, int(tree.first[place]))
        text = long[at] if at < len(long) else -1
        if place > 0 and text > k and k - tree.first[place] <= _LABELS and not _overruled(e, k, text):
            marked[place] = True
    return tree.under(marked)


def _overruled(e: Evidence, headline: int, text: int) -> bool:
    """Return whether a higher heading, or the page's own, is between a linked line and a text: then the line names a section."""
    tree, level = e.tree, e.tree.tag[e.tree.node[headline]]
    tags = ((k, tree.tag[tree.node[k]]) for k in range(headline + 1, text))
    return any(tag in HEADINGS and (tag < level or e.key[k] in e.titles) for k, tag in tags)
