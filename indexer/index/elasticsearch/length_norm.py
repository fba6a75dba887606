"""What Lucene keeps of a document's length, one byte, and frequencies that make up for the rest.

BM25 divides by 1 − b + b · L / mean, and of L only four binary digits are kept: up to an eighth is cut off. A document's
frequencies may be scaled by any factor g, as long as its score stays: tf / (tf + k1 · norm) is that of g · tf and g · norm. So
all frequencies are scaled by the g for which the norm of the kept length K is g times the true one, at L = mean exactly, and
nearly so around it:

    g = 1 − b + b · K / (L · ḡ)

where ḡ is the mean of g over documents, by which the mean length shrinks, too.

References
----------
org.apache.lucene.util.SmallFloat, intToByte4 and byte4ToInt.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from indexer.index.bm25 import B

_EXACT = 24
"""Lengths up to which nothing is cut off; of longer ones, what exceeds it is cut."""
_DIGITS = 4
MEAN_SCALE = 0.98
"""ḡ of lengths that are spread evenly over several orders of magnitude: K is .955 · L in the mean."""


def kept_length(length: int) -> int:
    """The length that Lucene scores by.

    >>> [kept_length(length) for length in (20, 40, 41, 1000, 100_000)]
    [20, 40, 40, 984, 98328]
    """
    if length < _EXACT:
        return length
    rest = length - _EXACT
    shift = max(0, rest.bit_length() - _DIGITS)
    return _EXACT + (rest >> shift << shift)


def evened(frequencies: Mapping[str, int]) -> dict[str, int]:
    """Frequencies whose document scores nearly as if its length were kept whole.

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
