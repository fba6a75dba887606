"""Coverage of labelled blocks by informative blocks: significant node coverage and information coverage.

References
----------
Kao, Ho, Chen: WISDOM: Web Intrapage Informative Structure Mining Based on Document Object Model. Section 4.1 and Table 3.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from indexer.algorithms.information_coverage import inside, own_part
from indexer.arrays import Bools, Floats
from indexer.site.methods.wisdom_tree import CoverageTree


@dataclass(frozen=True, slots=True)
class BlockCoverage:
    """Overlap of answer (A) and result (W), and what only one of them has; in links, or in characters.

    Parameters
    ----------
    both, missed, extra : float
        AW, AO and WO of the paper's Table 3.
    """

    both: float
    missed: float
    extra: float

    @property
    def precision(self) -> float:
        """P = AW / (AW + WO); without a result, 1 if the answer is empty, else 0."""
        found = self.both + self.extra
        return self.both / found if found else float(self.missed == 0)

    @property
    def recall(self) -> float:
        """R = AW / (AW + AO); 1 if the answer is empty."""
        wanted = self.both + self.missed
        return self.both / wanted if wanted else 1.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def significant_node_coverage(tree: CoverageTree, answer: Bools, result: Bools) -> BlockCoverage:
    """SNC, the measure for tables of contents: overlap of links in the answer's and the result's nodes.

    Parameters
    ----------
    tree : CoverageTree
        Tree of m nodes.
    answer, result : bool array, shape (m,)
        The nodes of labelled blocks (`block_nodes`), and of mined ones (`InformativeStructure.kept`).
    """
    return coverage(own_part(tree.anchors, tree.parent), answer, result)


def information_coverage(tree: CoverageTree, answer: Bools, result: Bools) -> BlockCoverage:
    """IC, the measure for articles: overlap of context (text outside links), in characters, in the answer's and the result's nodes."""
    return coverage(own_part(tree.context, tree.parent), answer, result)


def block_nodes(roots: Iterable[int], tree: CoverageTree) -> Bools:
    """Return the nodes of the subtrees with these roots, shape (m,); labels name only the roots of an answer."""
    return inside(np.array(sorted(roots), np.int64), tree.end)


def coverage(own: Floats, answer: Bools, result: Bools) -> BlockCoverage:
    """Return the coverage of each node's own value; shapes (m,).

    The second row of the paper's Table 3: 9 of 15 characters are found, and no others.

    >>> found = coverage(np.array([0.0, 9, 6]), np.array([True, True, True]), np.array([False, True, False]))
    >>> found, found.precision, round(found.recall, 2), round(found.f1, 2)
    (BlockCoverage(both=9.0, missed=6.0, extra=0.0), 1.0, 0.6, 0.75)
    """
    return BlockCoverage(float(own[answer & result].sum()), float(own[answer & ~result].sum()), float(own[result & ~answer].sum()))
