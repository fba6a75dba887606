"""Entropy of terms over a growing set of pages: a new page costs its own terms, and no page is read twice.

With TF occurrences of a term on k pages, the entropy E_k = -Σ_j w_j log_k w_j of the shares w_j is known. A page k+1 with tf further
occurrences scales the shares by TF / (TF + tf) and adds one; the base of the logarithm grows to k+1.

References
----------
Kao, Ho, Chen: WISDOM: Web Intrapage Informative Structure Mining Based on Document Object Model. Section 3.1; the proof is in its
appendix A.
"""

from __future__ import annotations

import math

import numpy as np

from indexer.arrays import Floats, Ints


def add_page(entropy: Floats, total: Ints, frequency: Ints, pages: int) -> Floats:
    """Return E_(k+1) of each term, from E_k, TF_k and its frequency on page k+1 alone.

    For terms that are not on the page only the base changes: E_(k+1) = E_k / log_k(k+1). For the others, Φ(E_k, TF_k, tf) is
    [TF (E_k ln k + ln((TF + tf) / TF)) + tf ln((TF + tf) / tf)] / [(TF + tf) ln(k+1)].

    Parameters
    ----------
    entropy : float array, shape (t,)
        E_k, in [0, 1]; ignored if `total` is 0.
    total : int array, shape (t,)
        TF_k: occurrences on the first k pages; 0 for a new term.
    frequency : int array, shape (t,)
        tf_(k+1): occurrences on the new page; 0 for a term that is not on it.
    pages : int
        k, at least 0.

    Returns
    -------
    float array, shape (t,)
        In [0, 1]; 0 for terms of one page only.

    Raises
    ------
    ValueError
        If a number of pages or a frequency is negative.

    Examples
    --------
    Term B of the paper's Figure 5, with 1, 1 and 4 occurrences on three of four pages:

    >>> h = np.zeros(1)
    >>> for k, (before, new) in enumerate([(0, 1), (1, 1), (2, 4), (6, 0)]):
    ...     h = add_page(h, np.array([before]), np.array([new]), k)
    >>> (1 - h).round(6).tolist()
    [0.374185]

    Notes
    -----
    Exact up to rounding: some 1e-16 per page, for any number of pages.
    """
    if pages < 0 or (total < 0).any() or (frequency < 0).any():
        raise ValueError("pages and frequencies are counts: none is negative")
    if pages == 0:
        return np.zeros(len(total))
    before, new = total.astype(np.float64), frequency.astype(np.float64)
    both = np.maximum(before + new, 1.0)
    nats = np.where(total > 0, entropy, 0.0) * math.log(pages)
    kept = before * (nats + np.log(both / np.maximum(before, 1.0)))
    added = new * np.log(both / np.maximum(new, 1.0))
    value: Floats = np.clip((kept + added) / (both * math.log(pages + 1)), 0.0, 1.0)
    return value
