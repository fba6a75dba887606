"""Entropies normalised to [0, 1] by the base of the logarithm."""

from __future__ import annotations

import math
from collections.abc import Iterable


def entropy(counts: Iterable[int], base: int) -> float:
    """Return the Shannon entropy of a distribution given by counts, with logarithms to `base`.

    Parameters
    ----------
    counts : iterable of int
        Non-negative; zeros add nothing.
    base : int
        Usually the number of possible outcomes, so that the result is in [0, 1].

    Returns
    -------
    float
        0 for an empty or one-valued distribution, and for base 1.

    Examples
    --------
    >>> entropy([1, 1], 2), entropy([2], 2), round(entropy([1, 1, 2], 4), 3)
    (1.0, 0.0, 0.75)

    References
    ----------
    Shannon (1948); Yi & Liu, "Web Page Cleaning for Web Mining through Feature Weighting", equations 1 and 3.
    """
    values = sorted(c for c in counts if c)
    total = sum(values)
    if base < 2 or len(values) < 2:
        return 0.0
    scale = total * math.log(base)
    return math.log(total) / math.log(base) - sum(c * math.log(c) for c in values) / scale
