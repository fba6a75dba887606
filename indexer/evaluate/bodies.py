"""Evaluation of extracted bodies against labels: precision and recall over word shingles.

This is the measure of the article-extraction benchmarks. Texts are compared as bags of 4-word shingles (4 characters of Chinese,
Japanese or Korean), so that order matters a little, white space and markup not at all. Precision and recall are means
over pages, F1 is their harmonic mean.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean

SHINGLE = 4
_WORD = re.compile(r"\w+")
_CJK = re.compile(r"([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])")


@dataclass(frozen=True, slots=True)
class BodyScore:
    """Means over the labelled pages.

    Parameters
    ----------
    pages : int
    missing : int
        Labelled pages without a prediction, which counts as an empty body.
    precision, recall, f1 : float
        In [0, 1].
    worst : tuple of (url, precision, recall)
        At most ten pages, those with the smallest sums.
    """

    pages: int
    missing: int
    precision: float
    recall: float
    f1: float
    worst: tuple[tuple[str, float, float], ...]


def shingles(text: str) -> Counter[tuple[str, ...]]:
    """Count the shingles of a text; a text of fewer words is one shingle.

    >>> sorted(shingles("one two three four five"))
    [('one', 'two', 'three', 'four'), ('two', 'three', 'four', 'five')]
    """
    text = unicodedata.normalize("NFC", text).replace("\u00ad", "").replace("\u200b", "")
    words = _WORD.findall(_CJK.sub(r" \1 ", text))
    if not words:
        return Counter()
    return Counter(tuple(words[i : i + SHINGLE]) for i in range(max(1, len(words) - SHINGLE + 1)))


def precision_recall(label: str, prediction: str) -> tuple[float, float]:
    """Return precision and recall of one page.

    >>> precision_recall("a b c d", "a b c d e"), precision_recall("a b", ""), precision_recall("", "")
    ((0.5, 1.0), (0.0, 0.0), (1.0, 1.0))
    """
    wanted, found = shingles(label), shingles(prediction)
    if not wanted:
        return (1.0, 1.0) if not found else (0.0, 1.0)
    both = sum((wanted & found).values())
    return (both / sum(found.values()) if found else 0.0), both / sum(wanted.values())


def score(labels: Mapping[str, str], predictions: Mapping[str, str]) -> BodyScore:
    """Score all labelled pages; keys are URLs.

    >>> score({"u": "a b c d", "v": "x"}, {"u": "a b c d"}).f1
    0.5
    """
    rows = [(url, *precision_recall(body, predictions.get(url, ""))) for url, body in sorted(labels.items())]
    precision = fmean(p for _, p, _ in rows) if rows else 0.0
    recall = fmean(r for _, _, r in rows) if rows else 0.0
    total = precision + recall
    return BodyScore(
        pages=len(rows),
        missing=sum(url not in predictions for url in labels),
        precision=precision,
        recall=recall,
        f1=2 * precision * recall / total if total else 0.0,
        worst=tuple(sorted(rows, key=lambda row: (row[1] + row[2], row[0]))[:10]),
    )
