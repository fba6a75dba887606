"""Evaluation of clusterings against known classes (F, purity, mutual information, entropy), and the paper's clustering.

A partition is a sequence of labels, one per article; the names of the labels do not matter.

References
----------
Geraci, Maggini: A Multi-Sequence Alignment Algorithm for Web Template Detection. Section 3.2.
Strehl: Relationship-based Clustering and Cluster Ensembles for High-dimensional Data Mining. 2002, pages 108 to 110.
Gonzalez: Clustering to minimize the maximum intercluster distance. 1985.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from indexer.arrays import Floats, Ints

Labels = Sequence[Hashable]


@dataclass(frozen=True, slots=True)
class ClusteringScore:
    """The paper's four measures; larger is better.

    Parameters
    ----------
    f_measure, purity, nce : float
        In [0, 1].
    nmi : float
        In [0, 1].
    """

    f_measure: float
    purity: float
    nmi: float
    nce: float


def score(classes: Labels, clusters: Labels) -> ClusteringScore:
    """Return all four measures of a clustering.

    Parameters
    ----------
    classes, clusters : sequence of labels, both of length n
        The class and the cluster of each article.

    Raises
    ------
    ValueError
        If there is no article or the lengths differ.

    Examples
    --------
    >>> score(["sport", "sport", "arts", "arts"], [0, 0, 1, 1])
    ClusteringScore(f_measure=1.0, purity=1.0, nmi=1.0, nce=1.0)
    >>> score(["sport", "sport", "arts", "arts"], [0, 1, 0, 1])
    ClusteringScore(f_measure=0.5, purity=0.5, nmi=0.0, nce=0.0)
    """
    if not classes:
        raise ValueError("a clustering needs at least one article")
    both = Counter(zip(classes, clusters, strict=True))
    of_class, of_cluster = Counter(classes), Counter(clusters)
    return ClusteringScore(
        f_measure=_f_measure(both, of_class, of_cluster),
        purity=_purity(both, of_cluster),
        nmi=_mutual_information(both, of_class, of_cluster),
        nce=_complementary_entropy(both, of_class, of_cluster),
    )


_Pairs = Counter[tuple[Hashable, Hashable]]
_Sizes = Counter[Hashable]


def _f_measure(both: _Pairs, of_class: _Sizes, of_cluster: _Sizes) -> float:
    """Return the mean over classes, weighted by size, of the best F over the clusters. F = 2pr/(p+r) = 2·common/(sum of the sizes)."""
    best: dict[Hashable, float] = dict.fromkeys(of_class, 0.0)
    for (a, b), common in both.items():
        best[a] = max(best[a], 2 * common / (of_class[a] + of_cluster[b]))
    return sum(of_class[a] * value for a, value in best.items()) / of_class.total()


def _purity(both: _Pairs, of_cluster: _Sizes) -> float:
    """Return the share of articles in the largest class of their cluster.

    The printed formula weights |GT ∩ c| by |c|/n, which exceeds the stated range; |GT ∩ c|/|c| is meant.
    """
    largest: dict[Hashable, int] = dict.fromkeys(of_cluster, 0)
    for (_, b), common in both.items():
        largest[b] = max(largest[b], common)
    return sum(largest.values()) / of_cluster.total()


def _mutual_information(both: _Pairs, of_class: _Sizes, of_cluster: _Sizes) -> float:
    """Return 2 / log(|C| |GT|) times the mutual information; 0 for one class and one cluster."""
    n, cells = of_class.total(), len(of_class) * len(of_cluster)
    if cells == 1:
        return 0.0
    shared = sum(c / n * log(c * n / (of_class[a] * of_cluster[b])) for (a, b), c in both.items())
    return max(0.0, 2 * shared / log(cells))


def _complementary_entropy(both: _Pairs, of_class: _Sizes, of_cluster: _Sizes) -> float:
    """Return one minus the mean entropy of the classes in a cluster, relative to log |GT|; 1 for one class.

    The clusters are weighted by their size, as in Strehl's definition: the printed sum exceeds [0, 1] with several clusters.
    """
    if len(of_class) == 1:
        return 1.0
    n = of_class.total()
    entropy = sum(-c / n * log(c / of_cluster[b]) for (_, b), c in both.items())
    return min(1.0, max(0.0, 1 - entropy / log(len(of_class))))


def furthest_point_first(vectors: Floats, clusters: int) -> Ints:
    """Cluster around centres, each of which is the point furthest from the previous centres (Gonzalez).

    Parameters
    ----------
    vectors : float array, shape (n, d)
        One row per article; distances are 1 - cosine, and zero rows have distance 1 from all.
    clusters : int
        k, at least 1; the result has at most n.

    Returns
    -------
    int64 array, shape (n,)
        The first centre nearest to each row, numbered in the order of their choice.

    Examples
    --------
    >>> furthest_point_first(np.array([[1.0, 0.0], [0.9, 0.1], [0.0, 1.0], [0.1, 0.9]]), 2).tolist()
    [0, 0, 1, 1]

    Notes
    -----
    This computes n · k distances. The largest distance of a point from its centre is at most twice the optimum. The first centre is
    the first row, which the paper leaves open.
    """
    if clusters < 1:
        raise ValueError("at least one cluster is needed")
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit = np.divide(vectors, length, out=np.zeros_like(vectors, dtype=np.float64), where=length > 0)
    nearest = np.zeros(len(unit), np.int64)
    distance = np.full(len(unit), np.inf)
    centre = 0
    for number in range(min(clusters, len(unit))):
        found = 1.0 - unit @ unit[centre]
        found[centre] = 0.0
        closer = found < distance - 1e-12  # a tie stays with the earlier centre in spite of rounding
        nearest[closer], distance[closer] = number, found[closer]
        nearest[centre], distance[centre] = number, -1.0  # a centre is chosen once, even if rows are equal
        centre = int(np.argmax(distance))
    return nearest
