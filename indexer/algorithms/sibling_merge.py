"""Expansion of blocks of a tree by their siblings and their ancestors' siblings, and condensation of the result.

References
----------
Kao, Ho, Chen: WISDOM: Web Intrapage Informative Structure Mining Based on Document Object Model. Section 3.3 and Figure 9.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from indexer.algorithms.information_coverage import inside
from indexer.algorithms.informative_blocks import children_of
from indexer.arrays import Bools, Floats, Ints


def direct_siblings(nodes: Iterable[int], value: Floats, qualified: Bools, parent: Ints, end: Ints) -> list[int]:
    """DSTM: return the nodes' siblings that match the type constraint and have a smaller value than the node.

    Parameters
    ----------
    nodes : iterable of int
    value : float array, shape (n,)
        f_A. Siblings with a larger value were examined before the node was found, and either accepted or rejected.
    qualified : bool array, shape (n,)
    parent, end : int array, shape (n,)

    Returns
    -------
    list of int
        The siblings; it contains a given node only if that is a sibling of another one.

    Examples
    --------
    >>> tree = np.array([-1, 0, 0, 0]), np.array([4, 2, 3, 4])
    >>> direct_siblings([2], np.array([9.0, 1, 3, 5]), np.ones(4, bool), *tree)
    [1]
    """
    most: dict[int, float] = {}  # of several nodes below one parent, the largest has all siblings of the others
    for node in nodes:
        above = int(parent[node])
        if above >= 0:
            most[above] = max(most.get(above, 0.0), float(value[node]))
    return [s for above, largest in most.items() for s in children_of(above, end, value) if qualified[s] and value[s] < largest]


def nonsingleton_ancestors(node: int, most: int, children: Ints, parent: Ints) -> list[int]:
    """Return P_1 … P_most: the nearest ancestors that are not an only child, without dummies; fewer near the root.

    Parameters
    ----------
    node, most : int
    children : int array, shape (n,)
        Number of children of each node that are not dummies.
    parent : int array, shape (n,)

    Examples
    --------
    >>> nonsingleton_ancestors(3, 2, np.array([2, 1, 1, 0, 0]), np.array([-1, 0, 1, 2, 0]))
    [1]
    """
    found: list[int] = []
    at = int(parent[node])
    while at > 0 and len(found) < most:
        above = int(parent[at])
        if children[above] > 1:
            found.append(at)
        at = above
    return found


def expand(skeleton: Iterable[int], collateral: int, value: Floats, qualified: Bools, parent: Ints, end: Ints) -> tuple[int, ...]:
    """Return the skeleton nodes with the nodes that DSTM and k-CSTM merge to them; no root below another, in preorder.

    k-CSTM is DSTM on the nonsingleton ancestors P_1 … P_k of a skeleton node.

    Parameters
    ----------
    skeleton : iterable of int
    collateral : int
        k of k-CSTM; 0 for DSTM alone.

    Examples
    --------
    >>> tree = np.array([-1, 0, 1, 1, 0]), np.array([5, 4, 3, 4, 5])
    >>> value = np.array([9.0, 7, 5, 2, 2])
    >>> expand([2], 0, value, np.ones(5, bool), *tree), expand([2], 1, value, np.ones(5, bool), *tree)
    ((2, 3), (2, 3, 4))
    """
    nodes = list(skeleton)
    children = np.bincount(parent[(parent >= 0) & (value > 0)], minlength=len(parent))
    merged = [p for node in nodes for p in nonsingleton_ancestors(node, collateral, children, parent)]
    return outermost(sorted({*nodes, *direct_siblings([*nodes, *merged], value, qualified, parent, end)}), end)


def outermost(roots: Iterable[int], end: Ints) -> tuple[int, ...]:
    """Return the nodes that are below no other; the input is in preorder.

    >>> outermost([1, 2, 4], np.array([5, 4, 3, 4, 5]))
    (1, 4)
    """
    found: list[int] = []
    for root in roots:
        if not found or root >= end[found[-1]]:
            found.append(root)
    return tuple(found)


def condense(roots: Iterable[int], qualified: Bools, end: Ints) -> Bools:
    """Return the nodes of the roots' subtrees that remain when each subtree whose root misses the type constraint is removed.

    Parameters
    ----------
    roots : iterable of int
    qualified : bool array, shape (n,)
    end : int array, shape (n,)

    Returns
    -------
    bool array, shape (n,)

    Examples
    --------
    >>> condense([1], np.array([True, True, False, True, True]), np.array([5, 5, 4, 4, 5])).tolist()
    [False, True, False, False, True]
    """
    within = inside(np.array(sorted(roots), np.int64), end)
    removed = inside(np.flatnonzero(within & ~qualified), end)
    kept: Bools = within & ~removed
    return kept
