"""The intrapage informative structure of one page, of either kind: articles' text, or tables of contents.

References
----------
Kao, Ho, Chen: WISDOM: Web Intrapage Informative Structure Mining Based on Document Object Model. Sections 3.2.2 and 3.3.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from indexer.algorithms.information_coverage import own_part, structure_information
from indexer.algorithms.informative_blocks import maximum_informative_blocks
from indexer.algorithms.sibling_merge import condense, expand
from indexer.arrays import Bools, Floats
from indexer.site.methods.wisdom_tree import CoverageTree, spanning

ARTICLE, TOC = "article", "toc"
FEATURES: Mapping[str, tuple[str, ...]] = MappingProxyType({ARTICLE: ("context", "text"), TOC: ("precision", "anchor")})
"""f_A of each kind: CLEN_A and TLEN_A, the amount of text; API_A and ALEN_A, the information of links."""


@dataclass(frozen=True, slots=True)
class SearchParams:
    """Search parameters for blocks of one kind.

    Parameters
    ----------
    kind : str
        ARTICLE or TOC.
    feature : str
        f_A, one of the kind's `FEATURES`.
    type_constraint : float
        TC. An article's CII must be above 1 - TC; a table of contents' mean API above TC.
    blocks : int
        k of k-MIB. The paper's default: 1 (4.4).
    structure_threshold : float
        ST, in [0, 1]. The paper's default: .8 (4.4).
    expand : bool
        True if siblings are merged (DSTM).
    collateral : int
        k of k-CSTM, which follows DSTM; 0: none. The paper's default: 1 (3.3).
    """

    kind: str
    feature: str
    type_constraint: float
    blocks: int = 1
    structure_threshold: float = 0.8
    expand: bool = True
    collateral: int = 1

    def __post_init__(self) -> None:
        if self.feature not in FEATURES.get(self.kind, ()):
            known = "; ".join(f"{kind}: {', '.join(features)}" for kind, features in FEATURES.items())
            raise ValueError(f"there is no search for {self.kind!r} by {self.feature!r}: name one of {known}")
        if not (self.blocks >= 1 and self.collateral >= 0):
            raise ValueError("at least one block is searched for, and collateral levels are counted from 0")
        if not 0 <= self.structure_threshold <= 1 or not self.type_constraint >= 0:  # NaN is not, either
            raise ValueError("the structure threshold lies in [0, 1], and the type constraint is not negative")


ARTICLES = SearchParams(ARTICLE, "context", 0.8)
"""The paper's default: TC = .8 (4.2). f_A = CLEN_A, because the dummy nodes of articles are those where it is 0 (3.3)."""
CONTENTS = SearchParams(TOC, "precision", 1.25)
"""The paper's default: TC = 1.25, which is 1/.8 (4.2); f_A = API_A with SII(API_A) (4.2)."""
CONTENTS_BY_LENGTH = SearchParams(TOC, "anchor", 1.25, structure_threshold=0.9, expand=False)
"""Setting B of the paper's Figure 21, for sites whose anchors match few terms of the pages they lead to."""


@dataclass(frozen=True, slots=True, eq=False)
class InformativeStructure:
    """The informative structure of a page.

    Parameters
    ----------
    kind : str
        ARTICLE or TOC.
    skeleton : tuple of int
        The nodes of the coverage tree that k-MIB found, in its order.
    roots : tuple of int
        The roots of the informative blocks after merging, in preorder.
    kept : bool array, shape (m,)
        The nodes of the blocks that remain after condensing.
    reduced : bool array, shape (m,)
        The reduced tree: `kept` and all that connects it with the root.
    """

    kind: str
    skeleton: tuple[int, ...]
    roots: tuple[int, ...]
    kept: Bools
    reduced: Bools


def mine(tree: CoverageTree, search: SearchParams) -> InformativeStructure:
    """Return the informative structure by k-MIB, block expansion and condensation.

    Examples
    --------
    >>> import numpy as np
    >>> from indexer.page.parse import parse
    >>> from indexer.site.methods.wisdom_tree import TermUse, coverage_tree
    >>> page = parse("<nav>Home</nav><div><p>The crane sinks</p><p>The lynx returns</p><p>Home</p></div>")
    >>> use = TermUse(np.array([0, 1, 2, 0]), np.array([0, 1, 2, 3]), np.array([0.0, 1.0, 1.0]))
    >>> found = mine(coverage_tree(page, use, []), ARTICLES)
    >>> found.skeleton, found.kept[coverage_tree(page, use, []).block].tolist()
    ((3,), [False, True, True, False])
    """
    value = _feature(tree, search.feature)
    qualified = type_constraint(tree, search)
    spread = structure_information(value, tree.parent)
    skeleton = maximum_informative_blocks(value, spread, qualified, tree.end, search.blocks, search.structure_threshold)
    roots = tuple(sorted(skeleton))
    if search.expand:
        roots = expand(skeleton, search.collateral, value, qualified, tree.parent, tree.end)
    kept = condense(roots, qualified & (value > 0), tree.end)
    return InformativeStructure(search.kind, skeleton, roots, kept, spanning(kept, tree.end))


def type_constraint(tree: CoverageTree, search: SearchParams) -> Bools:
    """Return which nodes match TC (3.2.2); shape (m,). A node without terms is no article, one without links no table of contents."""
    if search.kind == ARTICLE:
        return tree.content > 1 - search.type_constraint
    return (tree.anchors > 0) & (tree.precision > search.type_constraint * tree.anchors)


def unmatched_share(tree: CoverageTree, least: float = 1.0) -> float:
    """Return the share of the meaningful anchors without a term of their target page: a large one favours `CONTENTS_BY_LENGTH` (4.4).

    Parameters
    ----------
    tree : CoverageTree
    least : float
        Minimum length of a meaningful anchor. The paper: "more than some threshold". Anchors in one text block count as one.

    Returns
    -------
    float
        In [0, 1]; 0 for a page without meaningful anchors.
    """
    meaningful = (own_part(tree.anchor, tree.parent) >= least) & (own_part(tree.anchors, tree.parent) > 0)
    unmatched = meaningful & (own_part(tree.precision, tree.parent) <= 0)
    return float(unmatched.sum() / max(meaningful.sum(), 1))


def _feature(tree: CoverageTree, feature: str) -> Floats:
    return {"context": tree.context, "text": tree.text, "anchor": tree.anchor, "precision": tree.precision}[feature]
