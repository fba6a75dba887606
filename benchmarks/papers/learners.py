"""Textbook learners of the papers' experiments: k-means, multinomial naive Bayes and a linear support vector machine.

k-means and the machine read the matrix of inner products of the rows, since there are far fewer articles than words.

References
----------
Manning, Raghavan, Schütze: Introduction to Information Retrieval. 2008, chapters 13, 15 and 16.
Hsieh and others: A Dual Coordinate Descent Method for Large-scale Linear SVM. ICML 2008.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from scipy.optimize import linear_sum_assignment

from indexer.arrays import Bools, Floats, Ints

_PASSES = 1_000
_STEP = 1e-3
"""The descent ends when no coefficient changes by more."""


def matrix(documents: Sequence[Mapping[str, float]]) -> Floats:
    """Return documents' words and weights as rows; shape (n, v), columns in the order of the words' first occurrences.

    >>> matrix([{"crane": 2.0}, {"lynx": 1.0, "crane": 1.0}]).tolist()
    [[2.0, 0.0], [1.0, 1.0]]
    """
    column: dict[str, int] = {}
    for document in documents:
        for word in document:
            column.setdefault(word, len(column))
    rows = np.zeros((len(documents), len(column)))
    for row, document in zip(rows, documents, strict=True):
        row[[column[word] for word in document]] = list(document.values())
    return rows


def unit(rows: Floats) -> Floats:
    """Return rows of length 1; rows of zeros stay."""
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.divide(rows, length, out=np.zeros_like(rows), where=length > 0)


def k_means(products: Floats, clusters: int, rng: np.random.Generator) -> Ints:
    """Cluster points around the means of clusters, from random points as the first means.

    Parameters
    ----------
    products : float array, shape (n, n)
        Inner products of the points.
    clusters : int
        At most n. A cluster that loses its points stays empty.

    Returns
    -------
    int array, shape (n,)

    Examples
    --------
    >>> points = np.array([[0.0], [1.0], [10.0], [11.0], [12.0]])
    >>> found = k_means(points @ points.T, 2, np.random.default_rng(1))
    >>> len(set(found[:2])), len(set(found[2:])), len(set(found))
    (1, 1, 2)
    """
    squares = np.diag(products)
    first = rng.choice(len(products), clusters, replace=False)
    member = np.argmin(squares[first] - 2 * products[:, first], axis=1)
    for _ in range(_PASSES):
        share = (member[:, None] == np.arange(clusters)).astype(np.float64)
        size = share.sum(axis=0)
        share /= np.maximum(size, 1)
        to_mean = products @ share
        distance = np.where(size > 0, (share * to_mean).sum(axis=0) - 2 * to_mean, np.inf)
        new = np.argmin(distance, axis=1)
        if np.array_equal(new, member):
            break
        member = new
    return member


def assigned_f(classes: Ints, clusters: Ints, number: int) -> float:
    """Return the mean F of the classes for the best assignment of one cluster to each; classes and clusters are 0 … number - 1.

    >>> assigned_f(np.array([0, 0, 1, 1]), np.array([1, 1, 0, 0]), 2)
    1.0
    """
    shared = np.zeros((number, number))
    np.add.at(shared, (classes, clusters), 1)
    f = 2 * shared / np.maximum(shared.sum(axis=1)[:, None] + shared.sum(axis=0), 1)
    return float(f[linear_sum_assignment(f, maximize=True)].mean())


def naive_bayes(rows: Floats, positive: Bools, tested: Floats) -> Bools:
    """Classify by multinomial naive Bayes with add-one smoothing over the words of the training rows.

    Parameters
    ----------
    rows : float array, shape (n, v)
        Counts or weights of words; at least one row of each class.
    positive : bool array, shape (n,)
    tested : float array, shape (m, v)

    Returns
    -------
    bool array, shape (m,)
    """
    known = rows.sum(axis=0) > 0
    score = []
    for of_class in (positive, ~positive):
        total = rows[of_class].sum(axis=0) + 1
        weight = np.where(known, np.log(total / total[known].sum()), 0.0)
        score.append(np.log(of_class.mean()) + tested @ weight)
    found: Bools = score[0] > score[1]
    return found


def support_vectors(products: Floats, positive: Bools, cost: float = 1.0) -> Floats:
    """Return the coefficients of a linear support vector machine, by coordinate descent on its dual.

    A point with products p with the training points is positive if (p + 1) · coefficients > 0; the 1 is the bias, a further word of
    each point. A cost of 1 is SVMlight's default for points of length 1.

    Examples
    --------
    >>> points = np.array([[0.0], [2.0], [9.0]])
    >>> found = support_vectors(points @ points.T, np.array([False, True, True]), cost=10)
    >>> float((points.ravel() @ found).round(1)), float(found.sum().round(1))
    (1.0, -1.0)
    """
    sign = np.where(positive, 1.0, -1.0)
    kernel = (products + 1) * np.outer(sign, sign)
    alpha, slope = np.zeros(len(sign)), np.full(len(sign), -1.0)
    for _ in range(_PASSES):
        largest = 0.0
        for i in range(len(sign)):
            step = min(max(alpha[i] - slope[i] / kernel[i, i], 0.0), cost) - alpha[i]
            alpha[i] += step
            slope += step * kernel[i]
            largest = max(largest, abs(step))
        if largest < _STEP:
            break
    return alpha * sign
