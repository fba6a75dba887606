"""Freshness of pages without an age: published crawl schedules on one page set, with true and learned change rates.

    python -m benchmarks.revisit_freshness [--folder FOLDER] [--bandwidth 0.1 0.25 0.5 1] [--pages 1000] [--seeds 1 2 3]

FOLDER contains `urlid_offset_history.txt` and `urlid_imp.txt` of the 14 weeks of change data [1]_: rates are learned from the first half of
each page's visits, the second half has its changes. Without FOLDER, pages are those of [2]_ (`sync_bandits.py`, experiment 2a): rates
uniform between .005 and 5 changes per day, equal importances; 14 weeks, split in the same way, with one visit per day in the first half.
Bandwidth is in visits per page and day. A schedule visits each page at equal intervals from a random start;
`optimal` maximises the freshness of such visits (Cho and Garcia-Molina 2003).

References
----------
.. [1] A. Kolobov, Y. Peres, E. Lubetzky, E. Horvitz: Optimal freshness crawl under politeness constraints. SIGIR 2019.
   github.com/microsoft/Optimal-Freshness-Crawl-Scheduling
.. [2] A. Kolobov, S. Bubeck, J. Zimmert: Online learning for active cache synchronization. ICML 2020.
.. [3] A. Kolobov, Y. Peres, C. Lu, E. Horvitz: Staying up to date with online content changes. NeurIPS 2019 (LambdaCrawl without
   complete observations: frequencies f that minimise Σ importance · ln((λ + f)/f), at which f(f + λ) ∝ importance · λ).
.. [4] Y. Azar, E. Horvitz, E. Lubetzky, Y. Peres, D. Shahaf: Tractable near-optimal policies for crawling. PNAS 115(32), 2018
   (BinaryLambdaCrawl: frequencies that maximise Σ importance · f/(f + λ), at which (f + λ)² ∝ importance · λ or f = 0).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.revisit_baselines import optimal_frequencies
from workers.revisit.change_rate import Interval, RatePrior, rate

DAYS = 98
"""Fourteen weeks."""
_PRIOR = RatePrior(0.5, 0.5)
"""Half a change in half a day, the smoothing of the published code [3]_ for sources with complete observations."""
Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Page:
    """A page: visits of the first half, times of changes in the second half (days from its beginning), true rate (nan if unknown)."""

    visits: tuple[Interval, ...]
    changes: Values
    days: float
    importance: float
    rate: float


def invented(number: int, rng: np.random.Generator) -> Iterator[Page]:
    """Generate the pages of [2]_."""
    for each in rng.uniform(0.005, 5.0, number):
        visits = tuple(Interval(1.0, bool(changed)) for changed in rng.random(DAYS // 2) < -np.expm1(-each))
        yield Page(visits, np.sort(rng.uniform(0.0, DAYS / 2, rng.poisson(each * DAYS / 2))), DAYS / 2, 1.0, float(each))


def recorded(folder: Path, number: int) -> Iterator[Page]:
    """Read the first pages of the change data; a change between two visits is placed in the middle."""
    with (folder / "urlid_imp.txt").open() as lines:
        importance = {name: float(value) for name, value in (line.split() for line in lines)}
    with (folder / "urlid_offset_history.txt").open() as lines:
        for line in islice(lines, number):
            name, _, pairs = line.rstrip("\n").split("\t", 2)
            history = [(days, changed) for days, changed in json.loads(pairs) if days > 0]
            first, second = history[: len(history) // 2], history[len(history) // 2 :]
            if first and second and importance.get(name):
                ends = np.cumsum([days for days, _ in second])
                middles = np.array([end - days / 2 for end, (days, changed) in zip(ends, second, strict=True) if changed])
                visits = tuple(Interval(days, bool(changed)) for days, changed in first)
                yield Page(visits, middles, float(ends[-1]), importance[name], float("nan"))


def freshness(page: Page, frequency: float, rng: np.random.Generator) -> float:
    """Return the share of time in which the copy equals the page; visits are 1 / frequency days apart from a random start."""
    if frequency <= 0:
        return float(page.changes[0] / page.days) if len(page.changes) else 1.0
    start, gap = rng.random() / frequency, 1.0 / frequency
    visits = start + gap * np.ceil(np.maximum(page.changes - start, 0.0) / gap)
    first = np.unique(visits, return_index=True)[1]  # the copy is stale from the first change before a visit
    return 1.0 - float((np.minimum(visits[first], page.days) - page.changes[first]).sum()) / page.days


def priced(frequencies: Callable[[float], Values], total: float) -> Values:
    """Return the frequencies at the price of a visit for which their sum is `total`.

    >>> priced(lambda price: np.array([1.0, 2.0]) / price, 6.0).round(6)
    array([2., 4.])
    """
    low, high = 1e-12, 1e12
    for _ in range(100):
        middle = float(np.sqrt(low * high))
        low, high = (middle, high) if float(frequencies(middle).sum()) > total else (low, middle)
    return frequencies(high)


def schedules(rates: Values, importances: Values, total: float) -> dict[str, Values]:
    """Return the visits per day of each page, by schedule."""
    weighted = importances * rates
    return {
        "proportional": total * rates / rates.sum(),
        "LambdaCrawl": priced(lambda price: (np.sqrt(rates**2 + 4 * weighted / price) - rates) / 2, total),
        "BinaryLambdaCrawl": priced(lambda price: np.maximum(np.sqrt(weighted / price) - rates, 0.0), total),
        "optimal": optimal_frequencies(rates, total, importances),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--bandwidth", type=float, nargs="+", default=[0.1, 0.25, 0.5, 1.0])
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    options = parser.parse_args()
    for bandwidth in options.bandwidth:
        found: dict[str, list[float]] = {}
        for seed in options.seeds:
            rng = np.random.default_rng(seed)
            pages = list(invented(options.pages, rng) if options.folder is None else recorded(options.folder, options.pages))
            importances, total = np.array([page.importance for page in pages]), bandwidth * len(pages)
            chosen = {"uniform": np.full(len(pages), bandwidth)}
            known = {"learned": np.array([rate(page.visits, _PRIOR) for page in pages]), "true": np.array([page.rate for page in pages])}
            for name, rates in known.items():
                if not np.isnan(rates).any():
                    chosen |= {f"{policy}, {name}": each for policy, each in schedules(rates, importances, total).items()}
            for name, frequencies in chosen.items():
                fresh = [freshness(page, float(f), rng) for page, f in zip(pages, frequencies, strict=True)]
                found.setdefault(name, []).append(float(np.average(fresh, weights=importances)))
        print(f"{bandwidth:4.0%}  " + "  ".join(f"{name} {np.mean(shares):.1%}" for name, shares in found.items()), flush=True)


if __name__ == "__main__":
    main()
