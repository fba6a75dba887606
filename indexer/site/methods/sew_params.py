"""Parameters of SEW: constants of the paper, and norms learned from sites whose navigation is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf, exp, isfinite, pi, prod, sqrt
from statistics import fmean, pstdev

from indexer.ranges import within

FEATURES = ("NumWordName", "LenName", "VarLenName", "URLType", "VarURLNumDir", "URLContain")
"""The six features, in the order of their values everywhere (section 3.3.1)."""


ANCHOR, LINK_DUP, STYLE, DIS_DIFF, MAX_NUM_WORD, LINK_SET_DUP = HEURISTICS = (
    "Anchor", "LinkDup", "Style", "DisDiff", "MaxNumWord", "LinkSetDup",
)  # fmt: skip
"""The six pruning heuristics, in the order of their application (figure 2)."""


@dataclass(frozen=True, slots=True)
class SewParams:
    """Constants of the algorithm.

    Parameters
    ----------
    fewest, most : int
        MinNL and MaxNL, both exclusive bounds of a candidate's number of links. The paper says that three links are too few
        (section 3.1), and names no upper limit.
    words : int
        The MaxNumWord heuristic discards a set with at least this many words per anchor (section 3.2.2).
    far : float
        The DisDiff heuristic splits a set at a distance this many standard deviations above the mean; the paper says "statistically much
        larger".
    other_directories : int
        Levels of directories of a URL of the type *others* (section 3.3.1).
    levels : int
        Levels below the start page; the paper explores one, two and three.
    heuristics : tuple of str
        The heuristics to apply; fewer for the ablation.
    links : int
        Maximum number of links read per page: the grouping takes quadratic time on hostile pages.
    """

    fewest: int = 3
    most: int = 50
    words: float = 4.0
    far: float = 3.0
    other_directories: int = 1000
    levels: int = 3
    heuristics: tuple[str, ...] = HEURISTICS
    links: int = 2000

    def __post_init__(self) -> None:
        if not 0 <= self.fewest < self.most - 1:
            raise ValueError("fewest and most must leave room for a number of links between them")
        if not 1 <= self.levels <= 20:
            raise ValueError("levels must lie in [1, 20]: the tree is built level by level")
        if unknown := sorted(set(self.heuristics) - set(HEURISTICS)):
            raise ValueError(f"there is no heuristic {unknown[0]}: name some of {', '.join(HEURISTICS)}")
        if not (self.words > 0 and self.far > 0 and self.links >= 1):
            raise ValueError("words, far and links must be positive")
        within(0, other_directories=self.other_directories)


def norm_dist(value: float, mean: float, deviation: float) -> float:
    """Return the density of the standard normal distribution at a standardised value (NORMDIST, figure 3).

    >>> round(norm_dist(5.0, 3.0, 2.0), 4), round(norm_dist(3.0, 3.0, 2.0), 4)
    (0.242, 0.3989)
    """
    standardised = (value - mean) / deviation
    return exp(-(standardised**2) / 2) / sqrt(2 * pi)


def prob(value: float, mean: float, deviation: float) -> float:
    """Return the cumulative probability of a value (PROB, figure 3).

    >>> prob(1.0, 1.0, 0.5), round(prob(1.5, 1.0, 0.5), 4)
    (0.5, 0.8413)
    """
    return (1 + erf((value - mean) / (deviation * sqrt(2)))) / 2


@dataclass(frozen=True, slots=True)
class Norms:
    """The norms of navigation link sets, learned from known ones.

    Parameters
    ----------
    means, deviations : tuple of float, length 6
        Of each feature.
    mean, deviation : float
        Of the combined confidence (mu_c and sigma_c).
    threshold : float
        tau: minimum cumulative probability of the best candidate's confidence.
    """

    means: tuple[float, ...]
    deviations: tuple[float, ...]
    mean: float
    deviation: float
    threshold: float

    def __post_init__(self) -> None:
        if len(self.means) != len(FEATURES) or len(self.deviations) != len(FEATURES):
            raise ValueError(f"norms of {len(FEATURES)} features are needed: {', '.join(FEATURES)}")
        if not all(isfinite(d) and d > 0 for d in (*self.deviations, self.deviation)):
            raise ValueError("every standard deviation must be positive")

    def confidence(self, values: Sequence[float]) -> float:
        """Return the combined confidence of a link set with these feature values (COMBINECONF, figure 3)."""
        return prod(norm_dist(f, m, d) for f, m, d in zip(values, self.means, self.deviations, strict=True))

    def accepts(self, confidence: float) -> bool:
        """Return whether a confidence is that of a navigation link set."""
        return prob(confidence, self.mean, self.deviation) >= self.threshold


_LEAST_DEVIATION = 1e-3
"""Minimum for a feature that is the same in all known sets: any other value is then unlike them, and no division by zero occurs."""


def train(known: Sequence[Sequence[float]]) -> Norms:
    """Learn norms from the feature values of known navigation link sets; the threshold is the lowest confidence among them (section 4.2).

    Raises
    ------
    ValueError
        If there is none.

    Examples
    --------
    >>> norms = train([(1, 8, 4, 1, 0, 1), (2, 12, 8, 1, 0.5, 0.5)])
    >>> norms.means, norms.accepts(norms.confidence((1, 8, 4, 1, 0, 1)))
    ((1.5, 10.0, 6.0, 1.0, 0.25, 0.75), True)
    """
    if not known:
        raise ValueError("no navigation link set is known to learn from")
    columns = [tuple(map(float, column)) for column in zip(*known, strict=True)]
    means = tuple(map(fmean, columns))
    deviations = tuple(max(pstdev(column), _LEAST_DEVIATION) for column in columns)
    open_norms = Norms(means, deviations, 0.0, 1.0, 0.0)
    scores = [open_norms.confidence(values) for values in known]
    mean, deviation = fmean(scores), max(pstdev(scores), 1e-9)
    return Norms(means, deviations, mean, deviation, prob(min(scores), mean, deviation))


LEARNED = Norms(
    means=(1.741, 9.932, 15.22, 0.9438, 0.2173, 0.9594),
    deviations=(0.7668, 4.510, 14.01, 0.0982, 0.2473, 0.0728),
    mean=3.896e-4,
    deviation=3.945e-4,
    threshold=0.1926,
)
"""Norms learned from the first level of the main menus of eight labelled real sites (`benchmarks/papers/sew.py`); the paper names none."""
