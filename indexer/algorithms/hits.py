"""Hubs and authorities of a graph with weighted links, by a deterministic power iteration.

A good hub links to good authorities, and good hubs link to a good authority. A link counts by its weight: with 1 - E, where E is
the entropy of its anchor's features, links that are on every page count little (`indexer.algorithms.block_entropy`).

References
----------
Kao, Lin, Ho, Chen: Mining Web Informative Structures and Contents Based on Entropy Analysis. Sections 3.3, 3.4 and 4.2.
Kleinberg: Authoritative sources in a hyperlinked environment (1999). Lempel, Moran: SALSA (2001).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from indexer.arrays import Floats, Ints


class Scores(NamedTuple):
    """Scores of each node, of Euclidean length 1, or all 0 in a graph without weight.

    Parameters
    ----------
    hub, authority : float array, shape (n,)
        Non-negative.
    steps : int
        Number of iterations.
    """

    hub: Floats
    authority: Floats
    steps: int


def hits(
    source: Ints,
    target: Ints,
    weight: Floats,
    nodes: int,
    *,
    back: Floats | None = None,
    start: Floats | None = None,
    steps: int = 1_000,
    tolerance: float = 1e-10,
) -> Scores:
    """Iterate A(v) = Σ H(u) · α_uv over the links into v, and H(v) = Σ A(u) · α_vu over the links out of v, normalised, to convergence.

    Parameters
    ----------
    source, target : int array, shape (e,)
        The nodes of each link, from 0; links between the same nodes add up.
    weight : float array, shape (e,)
        α, non-negative: the factor with which a hub passes its score to the authority at the other end.
    nodes : int
        n.
    back : float array, shape (e,), optional
        The factor with which the authority passes its score back, if different (`normalised`: SALSA).
    start : float array, shape (n,), optional
        The hubs' scores before the first step, non-negative; equal by default.
    steps : int
        Maximum number of iterations. The paper reads the scores after 10.
    tolerance : float
        The iteration ends when no score changes by more.

    Returns
    -------
    Scores
        Where the graph falls into parts that do not link to one another, each part keeps the share of the start that its strongest
        scores have: the parts of the largest eigenvalue remain, and nothing depends on chance.

    Raises
    ------
    ValueError
        If a weight or a score of the start is negative or not finite: the iteration need not converge then.

    Examples
    --------
    Two pages of links, one of which links to both stories:

    >>> scores = hits(np.array([0, 0, 1]), np.array([2, 3, 3]), np.ones(3), 4)
    >>> scores.hub.round(3).tolist(), scores.authority.round(3).tolist()
    ([0.851, 0.526, 0.0, 0.0], [0.0, 0.0, 0.526, 0.851])

    Notes
    -----
    A step is linear in links and nodes. Underflow does not occur, because both vectors are normalised in each step.
    """
    back = weight if back is None else back
    start = np.ones(nodes) if start is None else start
    if not all(np.isfinite(w).all() and (w >= 0).all() for w in (weight, back, start)):
        raise ValueError("weights are finite and not negative: without that, hubs and authorities need not converge")
    hub = _unit(start)
    authority = np.zeros(nodes)
    for step in range(1, steps + 1):
        was = hub, authority
        authority = _unit(_sums(target, hub[source] * weight, nodes))
        hub = _unit(_sums(source, authority[target] * back, nodes))
        if max(_change(hub, was[0]), _change(authority, was[1])) <= tolerance:
            return Scores(hub, authority, step)
    return Scores(hub, authority, steps)


def normalised(end: Ints, weight: Floats, nodes: int) -> Floats:
    """Return link weights as shares of all weight at one end: LN, the stochastic approach of SALSA (section 3.3).

    With `weight=normalised(source, …)` each hub passes its score on once, regardless of its number of links, and with
    `back=normalised(target, …)` each authority does.

    Parameters
    ----------
    end : int array, shape (e,)
        Sources, or targets.
    weight : float array, shape (e,)
    nodes : int

    Returns
    -------
    float array, shape (e,)
        0 if the links of an end have no weight.

    Examples
    --------
    >>> normalised(np.array([0, 0, 1, 2]), np.array([3.0, 1.0, 5.0, 0.0]), 3).tolist()
    [0.75, 0.25, 1.0, 0.0]
    """
    total = _sums(end, weight, nodes)[end]
    return np.divide(weight, total, out=np.zeros(len(weight)), where=total > 0)


def _sums(end: Ints, values: Floats, nodes: int) -> Floats:
    return np.bincount(end, values, nodes).astype(np.float64, copy=False)


def _unit(values: Floats) -> Floats:
    length = float(np.linalg.norm(values))
    return values / length if length > 0 else values


def _change(values: Floats, before: Floats) -> float:
    return float(np.abs(values - before).max(initial=0.0))
