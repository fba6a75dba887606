"""Evaluation of page types against labels: precision, recall and F1 of `article`, `toc` and `other`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

JUDGED = ("article", "toc")
"""Types measured only over the pages labelled with one of them, because labels of other pages are disputable."""
OTHER = "other"
"""Measured over all labelled pages, because an article with this predicted type is missing from the index."""


@dataclass(frozen=True, slots=True)
class TypeScore:
    """One type's figures, in [0, 1]."""

    labelled: int
    precision: float
    recall: float
    f1: float


def score(labels: Mapping[str, str], predictions: Mapping[str, str]) -> dict[str, TypeScore]:
    """Return the figures by type; keys of labels and predictions are URLs.

    >>> score({"a": "article", "b": "toc", "c": "other"}, {"a": "article", "b": "article", "c": "toc"})["article"]
    TypeScore(labelled=1, precision=0.5, recall=1.0, f1=0.6666666666666666)
    """
    judged = {url: label for url, label in labels.items() if label in JUDGED}
    return {kind: _one(kind, judged, predictions) for kind in JUDGED} | {OTHER: _one(OTHER, labels, predictions)}


def _one(kind: str, labels: Mapping[str, str], predictions: Mapping[str, str]) -> TypeScore:
    wanted = {url for url, label in labels.items() if label == kind}
    found = {url for url in labels if predictions.get(url) == kind}
    right = len(wanted & found)
    precision = right / len(found) if found else 0.0
    recall = right / len(wanted) if wanted else 0.0
    return TypeScore(len(wanted), precision, recall, 2 * right / (len(wanted) + len(found)) if right else 0.0)
