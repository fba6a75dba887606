"""Compensation of Lucene's one-byte length norm by scaled term frequencies.

BM25 divides by 1 − b + b · L / mean, but Lucene keeps only four binary digits of L and cuts off up to an eighth. Scaling a
document's frequencies by g has the same effect as dividing its norm by g, because tf / (tf + k1 · norm) is equal for g · tf and
g · norm. All frequencies are therefore scaled by the g for which the norm of the kept length K is g times the true norm, exactly
at L = mean and nearly so around it:

    g = 1 − b + b · K / (L · ḡ)

where ḡ is the mean of g over documents, by which the mean length shrinks too.

References
----------
org.apache.lucene.util.SmallFloat, intToByte4 and byte4ToInt.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from indexer.index.bm25 import B

_EXACT = 24
"""Lengths up to this are exact; beyond it, the excess is cut to four digits."""
_DIGITS = 4
MEAN_SCALE = 0.98
"""ḡ for lengths spread evenly over several orders of magnitude: K is .955 · L on average."""


def kept_length(length: int) -> int:
    """Return the length that Lucene uses in scores.

    >>> [kept_length(length) for length in (20, 40, 41, 1000, 100_000)]
    [20, 40, 40, 984, 98328]
    """
    if length < _EXACT:
        return length
    rest = length - _EXACT
    shift = max(0, rest.bit_length() - _DIGITS)
    return _EXACT + (rest >> shift << shift)


def evened(frequencies: Mapping[str, int]) -> dict[str, int]:
    """Return frequencies with which the document scores nearly as with its exact length.

    >>> evened({"ferry": 5500, "the": 100_000})  # 105,500, of which 98,328 are kept
    {'ferry': 5298, 'the': 96328}
    """
    length = sum(frequencies.values())
    kept = kept_length(length)
    scale = 1 - B + B * kept / (length * MEAN_SCALE) if length else 1.0
    scaled = {term: max(1, round(scale * frequency)) for term, frequency in frequencies.items()}
    if kept_length(sum(scaled.values())) == kept:
        return scaled
    return {term: ceil(scale * frequency) for term, frequency in frequencies.items()}
