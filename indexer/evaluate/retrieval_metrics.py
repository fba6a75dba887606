"""Measures of a ranking against judgements, as in trec_eval; all are in [0, 1].

A ranking is a sequence of distinct document names, best first; `grades` maps names to relevance. A grade above 0 is
relevant, and documents without a grade count as not relevant.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

Grades = Mapping[str, int]
Measure = Callable[[Sequence[str], Grades], float]

CUTOFF = 10
"""One page of results."""


def precision(ranking: Sequence[str], grades: Grades, cutoff: int = CUTOFF) -> float:
    """Share of relevant documents among the first `cutoff` ranks; missing ranks count as not relevant.

    >>> precision(["a", "b"], {"a": 1}), precision(["a", "b"], {"a": 1}, 1)
    (0.1, 1.0)
    """
    return sum(grades.get(name, 0) > 0 for name in ranking[:cutoff]) / cutoff


def ndcg(ranking: Sequence[str], grades: Grades, cutoff: int = CUTOFF) -> float:
    """Normalised discounted cumulative gain with gain = grade (trec_eval's ndcg_cut).

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
    """Mean of the precision at the ranks of the relevant documents, 0 for those not found.

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


def r_precision(ranking: Sequence[str], grades: Grades) -> float:
    """Share of relevant documents among the first R ranks, where R is the number of relevant documents.

    >>> r_precision(["a", "x", "b"], {"a": 1, "b": 1})
    0.5
    """
    relevant = sum(grade > 0 for grade in grades.values())
    return precision(ranking, grades, relevant) if relevant else 0.0


def recall(ranking: Sequence[str], grades: Grades, cutoff: int = 100) -> float:
    """Share of the relevant documents found in the first `cutoff` ranks.

    >>> recall(["a", "x"], {"a": 1, "b": 1})
    0.5
    """
    relevant = sum(grade > 0 for grade in grades.values())
    return sum(grades.get(name, 0) > 0 for name in ranking[:cutoff]) / relevant if relevant else 0.0


def bpref(ranking: Sequence[str], grades: Grades) -> float:
    """Inverse of the share of judged non-relevant documents ranked above relevant ones; unjudged documents are ignored.

    >>> bpref(["x", "a", "unjudged", "b"], {"a": 1, "b": 1, "x": 0, "y": 0})
    0.5

    References
    ----------
    Buckley, Voorhees: Retrieval evaluation with incomplete information, 2004; in trec_eval's form.
    """
    relevant = sum(grade > 0 for grade in grades.values())
    least = min(relevant, sum(grade <= 0 for grade in grades.values()))
    before, total = 0, 0.0
    for name in ranking:
        if name in grades and grades[name] > 0:
            total += 1 - min(before, relevant) / least if before else 1.0
        elif name in grades:
            before += 1
    return total / relevant if relevant else 0.0


RBP_PERSISTENCE = 0.8
"""Probability of continuing to the next hit."""


def rank_biased_precision(ranking: Sequence[str], grades: Grades) -> float:
    """Expected gain of a reader who continues to the next hit with probability .8.

    >>> round(rank_biased_precision(["a", "x", "b"], {"a": 1, "b": 1}), 3)
    0.328

    References
    ----------
    Moffat, Zobel: Rank-biased precision for measurement of retrieval effectiveness, 2008.
    """
    return _biased(grades.get(name, 0) > 0 for name in ranking)


def rbp_residual(ranking: Sequence[str], grades: Grades) -> float:
    """Increase of rank-biased precision if all unjudged documents, also below the ranking, were relevant.

    >>> round(rbp_residual(["a", "unjudged"], {"a": 1}), 3)  # .16 at rank 2, .64 below
    0.8
    """
    return _biased(name not in grades for name in ranking) + RBP_PERSISTENCE ** len(ranking)


def rank_biased_overlap(first: Sequence[str], second: Sequence[str], persistence: float = 0.9) -> float:
    """Top-weighted similarity of two rankings, extrapolated from the depth of the shorter one.

    >>> rank_biased_overlap(["a", "b"], ["a", "b"]), rank_biased_overlap(["a"], ["b"]), rank_biased_overlap([], [])
    (1.0, 0.0, 1.0)

    References
    ----------
    Webber, Moffat, Zobel: A similarity measure for indefinite rankings, 2010, equation 30.
    """
    depth = min(len(first), len(second))
    if not depth:
        return float(len(first) == len(second))
    shares = [common / d for d, common in enumerate(_common(first, second), 1)]
    weighted = sum(share * persistence**d for d, share in enumerate(shares, 1))
    return shares[-1] * persistence**depth + (1 - persistence) / persistence * weighted


def _common(first: Sequence[str], second: Sequence[str]) -> Iterator[int]:
    """Yield the number of documents that the first 1, 2, … of two rankings have in common."""
    above: tuple[set[str], set[str]] = (set(), set())
    common = 0
    for one, other in zip(first, second, strict=False):
        above[0].add(one)
        common += one in above[1]
        above[1].add(other)
        common += other in above[0]
        yield common


def judged_share(ranking: Sequence[str], grades: Grades, cutoff: int = CUTOFF) -> float:
    """Judged@k: share of judged documents among the first `cutoff`, or among all of fewer hits.

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
"""Measures of every report, by their names in ir_measures, the primary one first."""

FURTHER: Mapping[str, Measure] = MappingProxyType({
    "Rprec": r_precision,
    "R@100": recall,
    "Bpref": bpref,
    "RBP(p=0.8)": rank_biased_precision,
    "residual": rbp_residual,
    "Judged@10": judged_share,
})
"""Further measures of experiments; they are not tested, because every additional test weakens the others."""


def _biased(hits: Iterable[bool]) -> float:
    return (1 - RBP_PERSISTENCE) * sum(hit * RBP_PERSISTENCE**place for place, hit in enumerate(hits))


def _gain(grades: Sequence[int]) -> float:
    return sum(max(grade, 0) / math.log2(rank + 1) for rank, grade in enumerate(grades, 1))
