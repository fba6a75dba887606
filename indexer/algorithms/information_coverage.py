"""Information on a tree: sums over subtrees, the evenness of a node's sum over its children, and sums over distinct terms.

A tree of n nodes in preorder is two arrays: `parent` (-1 for the root, node 0) and `end` (one past the last node of the subtree), so
a subtree is a slice and its sum a difference of prefix sums.

References
----------
Kao, Ho, Chen: WISDOM: Web Intrapage Informative Structure Mining Based on Document Object Model. Sections 3.1.3 and 3.2.1.
"""

from __future__ import annotations

import numpy as np

from indexer.arrays import Bools, Floats, Ints


def aggregate(own: Floats, end: Ints) -> Floats:
    """Return F_A(N) = F(N) + Σ F_A(n) over the children n of N: the sum over each node's subtree (3.2.1).

    Parameters
    ----------
    own : float array, shape (n,)
        F: each node's own value. Sums of multiples of a power of two (`fixed_point`) are exact anywhere in the tree.
    end : int array, shape (n,)

    Returns
    -------
    float array, shape (n,)

    Examples
    --------
    The paper's Figure 7: 6 = 3 + (3 + 0), and above it 8 = 1 + (1 + 6).

    >>> aggregate(np.array([1.0, 1, 3, 3, 0]), np.array([5, 2, 5, 4, 5])).tolist()
    [8.0, 1.0, 6.0, 3.0, 0.0]
    """
    running = np.concatenate((np.zeros(1), np.cumsum(own)))
    filled = np.concatenate((np.zeros(1, np.int64), np.cumsum(own != 0)))
    sums: Floats = running[end] - running[:-1]
    return np.where(filled[end] > filled[:-1], sums, 0.0)  # otherwise rounding would leave residues at empty nodes


def fixed_point(values: Floats, bits: int) -> Floats:
    """Return the nearest multiples of 2^-bits: their sums are exact up to 2^(53 - bits), so that equal subtrees have equal sums.

    >>> fixed_point(np.array([0.1, 0.25]), 4).tolist()
    [0.125, 0.25]
    """
    scale = float(1 << bits)
    return np.rint(values * scale) / scale


def own_part(aggregated: Floats, parent: Ints) -> Floats:
    """Return F(N) = F_A(N) - Σ F_A(n): a node's own value, from its subtree's sum; the inverse of `aggregate`. Shapes (n,).

    >>> own_part(np.array([8.0, 1, 6, 3, 0]), np.array([-1, 0, 0, 2, 2])).tolist()
    [1.0, 1.0, 3.0, 3.0, 0.0]
    """
    below = np.flatnonzero(parent >= 0)
    own: Floats = aggregated - np.bincount(parent[below], aggregated[below], minlength=len(parent))
    return own


def structure_information(value: Floats, parent: Ints) -> Floats:
    """Return SII(N, f) = -Σ_j w_j log_m w_j: the evenness of f over the m children of a node with f > 0 (3.1.3).

    Parameters
    ----------
    value : float array, shape (n,)
        f of each node. Children with f = 0 are the paper's dummy nodes (3.3) and do not count in m.
    parent : int array, shape (n,)

    Returns
    -------
    float array, shape (n,)
        In [0, 1]: 1 if all children have the same value; 0 for nodes with fewer than two such children.

    Examples
    --------
    >>> structure_information(np.array([9.0, 4, 4, 0, 3, 1]), np.array([-1, 0, 0, 0, 2, 2])).round(3).tolist()
    [1.0, 0.0, 0.811, 0.0, 0.0, 0.0]
    """
    n = len(value)
    real = np.flatnonzero((parent >= 0) & (value > 0))
    above, held = parent[real], value[real]
    m = np.bincount(above, minlength=n)
    total = np.bincount(above, held, minlength=n)
    share = held / total[above]
    nats = np.bincount(above, -share * np.log(share), minlength=n)
    spread: Floats = np.where(m > 1, nats / np.log(np.maximum(m, 2)), 0.0)
    return np.clip(spread, 0.0, 1.0)


def distinct_sums(term: Ints, at: Ints, value: Floats, parent: Ints, end: Ints) -> Floats:
    """Return the sum of the values of the distinct terms in each subtree.

    A term adds its value at each of its places, and subtracts it at the lowest common ancestor of each two successive places, so a
    subtree counts it once.

    Parameters
    ----------
    term, at : int array, shape (q,)
        Occurrences: the term (an index into `value`), and its node.
    value : float array, shape (t,)
    parent, end : int array, shape (n,)

    Returns
    -------
    float array, shape (n,)

    Examples
    --------
    A root with two leaves: term 0 is in both, term 1 in the second.

    >>> distinct_sums(np.array([0, 0, 1]), np.array([1, 2, 2]), np.array([0.5, 2.0]), np.array([-1, 0, 0]), np.array([3, 2, 3])).tolist()
    [2.5, 0.5, 2.5]

    Notes
    -----
    O(q log q + n log n) for a tree of any shape.
    """
    n = len(parent)
    own = np.zeros(n)
    if not len(term):
        return own
    place = np.unique(term * np.int64(n) + at)
    term, at = place // n, place % n
    np.add.at(own, at, value[term])
    again = np.flatnonzero(term[1:] == term[:-1]) + 1
    common = lowest_common_ancestors(at[again - 1], at[again], parent)
    np.add.at(own, common, -value[term[again]])
    return aggregate(own, end)


def lowest_common_ancestors(a: Ints, b: Ints, parent: Ints) -> Ints:
    """Return the lowest node above both nodes of each pair.

    In preorder it is the smallest parent of the nodes after `a` up to `b`: all of them are below it, and one is its child.

    Parameters
    ----------
    a, b : int array, shape (q,)
        Nodes, with a < b.
    parent : int array, shape (n,)

    Examples
    --------
    >>> lowest_common_ancestors(np.array([2, 1]), np.array([3, 4]), np.array([-1, 0, 1, 1, 0])).tolist()
    [1, 0]
    """
    found = np.empty(len(a), np.int64)
    length = b - a
    least = parent  # least[i] = min(parent[i : i + width])
    width = 1
    longest = int(length.max(initial=0))
    while width <= longest:
        mine = np.flatnonzero((length >= width) & (length < 2 * width))
        found[mine] = np.minimum(least[a[mine] + 1], least[b[mine] + 1 - width])
        least = np.minimum(least[:-width], least[width:])
        width *= 2
    return found


def inside(roots: Ints, end: Ints) -> Bools:
    """Return which nodes are among the roots or below one of them.

    >>> inside(np.array([1]), np.array([4, 3, 3, 4])).tolist()
    [False, True, True, False]
    """
    edges = np.zeros(len(end) + 1, np.int64)
    np.add.at(edges, roots, 1)
    np.add.at(edges, end[roots], -1)
    covered: Bools = np.cumsum(edges[:-1]) > 0
    return covered
