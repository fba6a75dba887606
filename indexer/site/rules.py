"""Rules: the decisions of the fit about a site, and the selection of a page's blocks by them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from indexer.arrays import Bools
from indexer.page.elements import HEADINGS
from indexer.page.prior import OUT_OF_SIGHT
from indexer.page.score import Evidence
from indexer.site.parts.field_boxes import field_boxes
from indexer.site.parts.pointer import PointerParams, lead_in


@dataclass(frozen=True, slots=True)
class Rules:
    """A site's rules on paths (64-bit hashes) and texts (keys).

    Parameters
    ----------
    containers : tuple of int
        Paths of the articles' containers, the best first.
    known : frozenset of int
        Paths that the sample had inside containers; the prior decides on others.
    dropped : frozenset of int
        Paths whose subtree is not part of the article.
    own : frozenset of int
        Paths whose own text is not part of the article, although text below may be.
    texts : frozenset of str
        Texts that are not part of the article anywhere.
    lead_ins : frozenset of str
        Words before a link to another story.
    fields : frozenset of str
        Names of fields, boxes of which are not part of the article.
    """

    containers: tuple[int, ...]
    known: frozenset[int] = frozenset()
    dropped: frozenset[int] = frozenset()
    own: frozenset[int] = frozenset()
    texts: frozenset[str] = frozenset()
    lead_ins: frozenset[str] = frozenset()
    fields: frozenset[str] = frozenset()

    def guarded(self, rescued: frozenset[int]) -> Rules:
        """Return the rules with these paths dropped only by their own text, no longer with their subtree."""
        return replace(self, dropped=self.dropped - rescued, own=self.own | rescued)


def select(e: Evidence, container: int, rules: Rules, pointers: PointerParams) -> list[int]:
    """Return the indices of the blocks in a container that no rule drops."""
    tree, node = e.tree, e.tree.node
    low, high = int(tree.first[container]), int(tree.last[container])
    dead = _dropped_nodes(e, container, rules)
    kept: list[int] = []
    for k in range(low, high):
        n = int(node[k])
        text = e.key[k]
        if dead[n] or not text or text in rules.texts or int(tree.path[n]) in rules.own:
            continue
        tag = tree.tag[n]
        if text in e.titles and tag in HEADINGS:
            continue
        if rules.lead_ins and tag != "li" and lead_in(e, k, pointers) in rules.lead_ins:
            continue
        kept.append(k)
    return kept


def _dropped_nodes(e: Evidence, container: int, rules: Rules) -> Bools:
    tree = e.tree
    inside = slice(container + 1, int(tree.end[container]))
    paths = tree.path[inside].tolist()
    prior = e.prior[inside]
    dropped = np.fromiter((p in rules.dropped for p in paths), bool, len(paths))
    suspect = prior > 0
    if suspect.any() and e.prior[container] == 0:
        unknown = np.fromiter((p not in rules.known for p in paths), bool, len(paths))
        dropped |= unknown & suspect
    marked = np.zeros(len(tree.path), bool)
    marked[inside] = dropped | (prior == OUT_OF_SIGHT)
    if rules.fields:
        marked |= field_boxes(e, container, rules.fields)
    return tree.under(marked)
