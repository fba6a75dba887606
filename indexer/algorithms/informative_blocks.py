"""The k maximum informative blocks of a tree: top-down search for nodes with a large value that is spread evenly.

References
----------
Kao, Ho, Chen: WISDOM: Web Intrapage Informative Structure Mining Based on Document Object Model. Section 3.2.2, algorithm MIB.
"""

from __future__ import annotations

from heapq import heappop, heappush

from indexer.arrays import Bools, Floats, Ints


def maximum_informative_blocks(value: Floats, spread: Floats, qualified: Bools, end: Ints, k: int, threshold: float) -> tuple[int, ...]:
    """Return MIB(k, f_A, ST): at most k nodes, none above another, in the order of the search.

    The search examines the reached node with the largest f_A. If f_A is spread over its children more evenly than ST,
    or it has none, it is a block: it is kept if it matches the type constraint, and its subtree is closed in either case. Otherwise its
    children are reached.

    Parameters
    ----------
    value : float array, shape (n,)
        f_A of each node; equal values are examined in preorder.
    spread : float array, shape (n,)
        SII of each node.
    qualified : bool array, shape (n,)
        True for nodes that match the type constraint.
    end : int array, shape (n,)
        The tree in preorder: one past the last node of each subtree.
    k : int
    threshold : float
        ST, in [0, 1].

    Examples
    --------
    >>> import numpy as np
    >>> value = np.array([10.0, 7, 4, 3, 3])
    >>> spread = np.array([0.2, 0.9, 0, 0, 0])
    >>> end = np.array([5, 4, 3, 4, 5])
    >>> maximum_informative_blocks(value, spread, np.ones(5, bool), end, k=2, threshold=0.8)
    (1, 4)
    >>> maximum_informative_blocks(value, spread, np.ones(5, bool), end, k=2, threshold=0.95)
    (2, 3)

    Notes
    -----
    O(n log n) if all of the tree is reached. Nodes with f_A = 0 are never reached.
    """
    found: list[int] = []
    heap: list[tuple[float, int]] = []
    if len(value) and value[0] > 0:
        heappush(heap, (-float(value[0]), 0))
    while heap and len(found) < k:
        _, node = heappop(heap)
        children = children_of(node, end, value)
        if spread[node] > threshold or not children:
            if qualified[node]:
                found.append(node)
        else:
            for child in children:
                heappush(heap, (-float(value[child]), child))
    return tuple(found)


def children_of(node: int, end: Ints, value: Floats) -> list[int]:
    """Return the node's children that are not dummies (f_A > 0).

    >>> import numpy as np
    >>> children_of(0, np.array([4, 3, 3, 4]), np.array([2.0, 1.0, 1.0, 0.0]))
    [1]
    """
    found = []
    child, last = node + 1, int(end[node])
    while child < last:
        if value[child] > 0:
            found.append(child)
        child = int(end[child])
    return found
