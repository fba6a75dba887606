"""Measures of one ranking against judgements, as trec_eval computes them; all lie in [0, 1].

A ranking is a sequence of document names without repetition, best first; `grades` maps names to relevance, and what it
does not name counts as not relevant. A grade above 0 is relevant.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

Grades = Mapping[str, int]
Measure = Callable[[Sequence[str], Grades], float]

CUTOFF = 10
"""One page of results."""


def precision(ranking: Sequence[str], grades: Grades, cutoff: int = CUTOFF) -> float:
    """Share of relevant ones among the first `cutoff`; missing ones count as not relevant.

    >>> precision(["a", "b"], {"a": 1}), precision(["a", "b"], {"a": 1}, 1)
    (0.1, 1.0)
    """
    return sum(grades.get(name, 0) > 0 for name in ranking[:cutoff]) / cutoff


def ndcg(ranking: Sequence[str], grades: Grades, cutoff: int = CUTOFF) -> float:
    """Normalised discounted cumulative gain, gain = grade (trec_eval's ndcg_cut).

    >>> round(ndcg(["b", "a"], {"a": 1}), 4)
    0.6309

    References
    ----------
    Järvelin, Kekäläinen: Cumulated gain-based evaluation of IR techniques, 2002.
    """
    ideal = _gain(sorted(grades.values(), reverse=True)[:cutoff])
    return _gain([grades.get(name, 0) for name in ranking[:cutoff]]) / ideal if ideal else 0.0


def reciprocal_rank(ranking: Sequence[str], grades: Grades) -> float:
    """One over the rank of the first relevant document; its mean over queries is MRR.

    >>> reciprocal_rank(["b", "a"], {"a": 1}), reciprocal_rank(["b"], {"a": 1})
    (0.5, 0.0)
    """
    ranks = (rank for rank, name in enumerate(ranking, 1) if grades.get(name, 0) > 0)
    return 1 / first if (first := next(ranks, None)) else 0.0


def average_precision(ranking: Sequence[str], grades: Grades) -> float:
    """Mean, over the relevant documents, of the precision at their ranks; 0 for those not found.

    >>> average_precision(["a", "x", "b"], {"a": 1, "b": 1, "c": 1})  # (1/1 + 2/3 + 0) / 3
    0.5555555555555555
    """
    relevant = sum(grade > 0 for grade in grades.values())
    found, total = 0, 0.0
    for rank, name in enumerate(ranking, 1):
        if grades.get(name, 0) > 0:
            found += 1
            total += found / rank
    return total / relevant if relevant else 0.0


def judged_share(ranking: Sequence[str], grades: Grades, cutoff: int = CUTOFF) -> float:
    """Judged@k: share of the first `cutoff` that have a judgement; of fewer hits, the share of these.

    >>> judged_share(["a", "b"], {"a": 0}), judged_share([], {"a": 1})
    (0.5, 1.0)
    """
    shown = ranking[:cutoff]
    return sum(name in grades for name in shown) / len(shown) if shown else 1.0


MEASURES: Mapping[str, Measure] = MappingProxyType({
    "nDCG@10": ndcg,
    "P@10": precision,
    "MRR": reciprocal_rank,
    "AP": average_precision,
})
"""The measures of every report, the primary one first."""


def _gain(grades: Sequence[int]) -> float:
    return sum(max(grade, 0) / math.log2(rank + 1) for rank, grade in enumerate(grades, 1))
