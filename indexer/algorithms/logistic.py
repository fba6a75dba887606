"""Ridge-penalised logistic regression for few observations and many columns, by Newton steps on the kernel matrix."""

from __future__ import annotations

import numpy as np

from indexer.arrays import Floats

_STEPS = 12
_CLOSE = 1e-9
_LEAST_CURVATURE = 1e-8
_MOST_KERNEL = 1_000
"""Maximum number of observations for the kernel matrix: above it, its cubic cost exceeds all the rest of a fit."""


def fit(x: Floats, y: Floats, weight: Floats, ridge: float) -> tuple[Floats, float]:
    """Return the coefficients and intercept that minimise Σ wᵢ·log(1 + exp(-±f(xᵢ))) + ridge/2·|v|², f(x) = x·v + b.

    The minimum has v = Xᵀa for some a, one number per observation, so each Newton step solves an (n + 1) × (n + 1) system for any
    number of columns.

    Parameters
    ----------
    x : float array, shape (n, c)
    y : float array, shape (n,)
        0 or 1; both occur.
    weight : float array, shape (n,)
        Non-negative.
    ridge : float
        Positive.

    Returns
    -------
    coefficients : float array, shape (c,)
    intercept : float

    Examples
    --------
    >>> x = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0]])
    >>> v, b = fit(x, np.array([1.0, 1.0, 0.0, 0.0]), np.ones(4), 0.3)
    >>> bool(v[0] > 0 > v[1]), abs(b) < 1e-6
    (True, True)

    Notes
    -----
    O(n²·c + n³) for the kernel and the steps; beyond 1,000 observations, if there are fewer columns, O(n·c² + c³) by steps on the columns.

    References
    ----------
    Zhu & Hastie, "Kernel Logistic Regression and the Import Vector Machine", equations 6 to 9; le Cessie & van Houwelingen (1992).
    """
    if len(y) > _MOST_KERNEL and len(y) > x.shape[1]:
        return _fit_columns(x, y, weight, ridge)
    n = len(y)
    kernel = x @ x.T
    a = np.zeros(n)
    b = 0.0
    for _ in range(_STEPS):
        target, curvature = _working(kernel @ a + b, y, weight)
        system = np.zeros((n + 1, n + 1))
        system[:n, :n] = kernel + np.diag(ridge / curvature)
        system[:n, n] = system[n, :n] = 1.0
        solution = np.linalg.solve(system, np.append(target, 0.0))
        step = max(float(np.abs(solution[:n] - a).max()), abs(float(solution[n]) - b))
        a, b = solution[:n], float(solution[n])
        if step < _CLOSE:
            break
    return x.T @ a, b


def _fit_columns(x: Floats, y: Floats, weight: Floats, ridge: float) -> tuple[Floats, float]:
    """Return the same minimum by Newton steps on the coefficients: O(n·c² + c³), linear in the observations."""
    columns = np.column_stack([x, np.ones(len(y))])
    penalty = np.full(columns.shape[1], ridge)
    penalty[-1] = 0.0
    v = np.zeros(columns.shape[1])
    for _ in range(_STEPS):
        target, curvature = _working(columns @ v, y, weight)
        weighted = columns * curvature[:, None]
        solution = np.linalg.solve(weighted.T @ columns + np.diag(penalty), weighted.T @ target)
        step = float(np.abs(solution - v).max())
        v = solution
        if step < _CLOSE:
            break
    return v[:-1], float(v[-1])


def _working(f: Floats, y: Floats, weight: Floats) -> tuple[Floats, Floats]:
    """Return working response and curvature of each observation at the linear predictor `f`, both of shape (n,)."""
    p = 1.0 / (1.0 + np.exp(-np.clip(f, -30, 30)))
    curvature = np.maximum(weight * p * (1 - p), _LEAST_CURVATURE)
    return f + weight * (y - p) / curvature, curvature


def valley(z: Floats, separation: float, most: float) -> float:
    """Return the cut between two groups of logits, modelled as two normals of one spread, by maximum likelihood.

    Parameters
    ----------
    separation : float
        Minimum distance of the two means in standard deviations; the result is 0 below it.
    most : float
        Bound of the absolute value of the cut.

    Examples
    --------
    >>> valley(np.array([1.0, 1.1, 1.2, 1.3, 5.0, 5.1, 5.2, 5.3]), 3.0, 3.0)
    3.0
    >>> valley(np.linspace(-1, 1, 9), 4.0, 3.0)
    0.0
    """
    s = np.sort(np.clip(z, -6, 6))
    n = len(s)
    if n < 8:
        return 0.0
    c1, c2 = np.cumsum(s), np.cumsum(s * s)
    best: tuple[float, float] | None = None
    for i in range(2, n - 1):
        if s[i] - s[i - 1] < 1e-9:
            continue
        low, high = c1[i - 1] / i, (c1[-1] - c1[i - 1]) / (n - i)
        spread = np.sqrt(max((c2[-1] - i * low**2 - (n - i) * high**2) / n, 1e-3))
        likelihood = -n * np.log(spread) + i * np.log(i / n) + (n - i) * np.log(1 - i / n)
        if (high - low) / spread >= separation and (best is None or likelihood > best[0]):
            best = (float(likelihood), float(s[i] + s[i - 1]) / 2)
    return 0.0 if best is None else float(np.clip(best[1], -most, most))
