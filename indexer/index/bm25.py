"""BM25 over fractional term frequencies, as Lucene computes it.

    score(D, Q) = Σ over words w of Q:  idf(w) · W(w) / (W(w) + k1 · (1 − b + b · dl / avgdl))
    idf(w) = ln(1 + (N − df + ½) / (df + ½))

with dl = Σ over terms of W and avgdl its mean. Lucene omits the constant factor k1 + 1, which does not change the order.

References
----------
Robertson, Zaragoza: The Probabilistic Relevance Framework, 2009; Lucene's BM25Similarity (k1 = 1.2, b = 0.75).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

K1 = 1.2
B = 0.75
UNWRITTEN = 0.1
"""Share of a word's score lost by a document that has only other written forms of the word: for São, São ranks above Sao."""


@dataclass(frozen=True, slots=True)
class Similarity:
    """BM25's parameters: how fast a word's occurrences saturate, and how much a document's length counts.

    Raises
    ------
    ValueError
        If k1 is negative or not finite, or b is outside [0, 1].
    """

    k1: float = K1
    b: float = B

    def __post_init__(self) -> None:
        if not (0 <= self.k1 < math.inf and 0 <= self.b <= 1):
            raise ValueError("k1 is a number from 0 on, and b one from 0 to 1")


LUCENE = Similarity()


def idf(documents: int, frequency: int) -> float:
    """Weight of a word that occurs in `frequency` of `documents` documents.

    >>> round(idf(10, 1), 4), round(idf(10, 10), 4)
    (1.9924, 0.0465)
    """
    return math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5))


def score(weighted: Iterable[tuple[float, float]], length: float, mean_length: float, similarity: Similarity = LUCENE) -> float:
    """Score of one document.

    Parameters
    ----------
    weighted : iterable of (idf, W)
        One pair per query word; W is 1.0 for one occurrence with full weight.
    length, mean_length : float
        The document's ΣW, and its mean over all documents.
    similarity : Similarity

    Examples
    --------
    >>> round(score([(2.0, 3.0), (1.0, 0.0)], 10, 10), 4)  # 2 · 3 / (3 + 1.2)
    1.4286
    """
    norm = similarity.k1 * (1 - similarity.b + similarity.b * length / mean_length) if mean_length else similarity.k1
    return sum(weight * w / (w + norm) for weight, w in weighted if w)
