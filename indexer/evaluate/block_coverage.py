"""How well informative blocks cover the labelled ones: significant node coverage and information coverage.

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
    """What answer (A) and result (W) have in common, and what only one of them has; in links, or in characters.

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
        """P = AW / (AW + WO); where nothing was found, 1 if nothing was to be found, else 0."""
        found = self.both + self.extra
        return self.both / found if found else float(self.missed == 0)

    @property
    def recall(self) -> float:
        """R = AW / (AW + AO); 1 where nothing was to be found."""
        wanted = self.both + self.missed
        return self.both / wanted if wanted else 1.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def significant_node_coverage(tree: CoverageTree, answer: Bools, result: Bools) -> BlockCoverage:
    """SNC, the measure for tables of contents: links in the answer's and in the result's nodes.

    Parameters
    ----------
    tree : CoverageTree
        Of m nodes.
    answer, result : bool array, shape (m,)
        The nodes of labelled blocks (`block_nodes`), and of mined ones (`InformativeStructure.kept`).
    """
    return coverage(own_part(tree.anchors, tree.parent), answer, result)


def information_coverage(tree: CoverageTree, answer: Bools, result: Bools) -> BlockCoverage:
    """IC, the measure for articles: characters of context, which is text outside of links, in the answer's and in the result's nodes."""
    return coverage(own_part(tree.context, tree.parent), answer, result)


def block_nodes(roots: Iterable[int], tree: CoverageTree) -> Bools:
    """The nodes of the subtrees with these roots, shape (m,): an answer set is labelled by its roots."""
    return inside(np.array(sorted(roots), np.int64), tree.end)


def coverage(own: Floats, answer: Bools, result: Bools) -> BlockCoverage:
    """Coverage of what each node holds itself; shapes (m,).

    The second row of the paper's Table 3: 9 of 15 characters are found, and none beside.

    >>> found = coverage(np.array([0.0, 9, 6]), np.array([True, True, True]), np.array([False, True, False]))
    >>> found, found.precision, round(found.recall, 2), round(found.f1, 2)
    (BlockCoverage(both=9.0, missed=6.0, extra=0.0), 1.0, 0.6, 0.75)
    """
    return BlockCoverage(float(own[answer & result].sum()), float(own[answer & ~result].sum()), float(own[result & ~answer].sum()))
