"""Calibration of block weights as probabilities that a block belongs to the story, on pages that were held out of the fit.

    python -m benchmarks.calibration [--sites SITE...] [--learned N] [--seed S] [--jobs 2] [--cache DIR]

The model is learned from a random half of each site's pages (N of them with `--learned`) and tested on the labelled pages of the other
half; a block is true if the labelled body contains it. The table has ten bins by weight: share of blocks, mean weight and share of true
blocks, with each block counted once and weighted by its letters. The expected calibration error is the mean distance between mean weight
and share of true blocks. Most blocks of a page are menus with weight 0, so the error over the kept blocks is printed, too. The last row
maps weights by isotonic regression learned on the other sites: it shows how well calibrated these weights could be.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from harness.shared_sites import Site, Votes, draw, folders, learn, load, map_sites, options
from indexer.page.score import ScoreParams, gather
from indexer.site.model import Judged, apply
from indexer.site.sample import vote

Floats = NDArray[np.float64]
BINS = 10
MAX_ERROR = 0.05
"""Largest expected calibration error over all blocks, by letters."""


@dataclass(frozen=True, slots=True)
class Blocks:
    """Blocks of test pages (n).

    Parameters
    ----------
    weight, true, letters : float array, shape (n,)
        Predicted probability; 1 if the block belongs to the story, else 0; its length.
    """

    weight: Floats
    true: Floats
    letters: Floats

    def select(self, which: NDArray[np.bool_]) -> Blocks:
        """Return the selected blocks."""
        return Blocks(self.weight[which], self.true[which], self.letters[which])


def probability(judged: Judged) -> Floats:
    """Return the model's probability for each block, shape (b,); the only function that depends on where the model stores it."""
    return judged.clean.weight


def evaluate_site(cache: Path, learned: int, seed: int, folder: Path) -> Blocks:
    """Return the blocks of a site's held-out labelled pages."""
    site = load(folder)
    half = draw(site, len(site.urls) // 2, seed)
    model = learn(site, Votes(cache).of(site), half if learned < 1 else draw_from(half, learned))
    held_back = sorted(set(site.labels) & set(site.pages) - set(half))
    return concatenate([_blocks(site, url, probability(apply(model, site.pages[url], url))) for url in held_back])


def draw_from(urls: Sequence[str], size: int) -> list[str]:
    """Return `size` evenly spaced URLs.

    >>> draw_from(["a", "b", "c", "d"], 2)
    ['a', 'c']
    """
    return list(urls)[:: max(1, len(urls) // size)][:size]


def _blocks(site: Site, url: str, weight: Floats) -> Blocks:
    page = site.pages[url]
    true = vote(gather(page, ScoreParams()), site.labels[url])
    return Blocks(weight, true.astype(np.float64), page.weight)


def concatenate(parts: Sequence[Blocks]) -> Blocks:
    """Concatenate the blocks of several sites."""
    return Blocks(*(np.concatenate([getattr(part, name) for part in parts]) for name in ("weight", "true", "letters")))


def isotonic(x: Floats, y: Floats, mass: Floats) -> tuple[Floats, Floats]:
    """Return the monotone step function with the least squared error: ascending values of x, and the function at them.

    The algorithm is pool adjacent violators; equal values of x are one point.

    >>> [array.tolist() for array in isotonic(np.array([0., 1., 2.]), np.array([0., 1., 0.]), np.ones(3))]
    [[0.0, 1.0, 2.0], [0.0, 0.5, 0.5]]
    """
    points, where = np.unique(x, return_inverse=True)
    total = np.bincount(where, mass)
    mean = np.bincount(where, mass * y) / total
    pools: list[tuple[float, float, int]] = []  # mean, mass, number of points
    for pool in zip(mean.tolist(), total.tolist(), [1] * len(points), strict=True):
        pools.append(pool)
        while len(pools) > 1 and pools[-2][0] >= pools[-1][0]:
            (low, a, n), (high, b, m) = pools.pop(), pools.pop()
            pools.append(((low * a + high * b) / (a + b), a + b, n + m))
    return points, np.concatenate([np.full(count, value) for value, _, count in pools])


def calibration_error(weight: Floats, true: Floats, mass: Floats) -> float:
    """Return the expected calibration error over equal bins.

    The error is the sum over the bins of their share of the mass times the distance between mean weight and share of true blocks.

    >>> round(calibration_error(np.array([0.95, 0.95]), np.array([1.0, 0.0]), np.ones(2)), 2)
    0.45
    """
    rows = list(bins(weight, true, mass))
    return float(sum(share * abs(mean - right) for _, share, mean, right in rows))


def bins(weight: Floats, true: Floats, mass: Floats) -> Iterator[tuple[int, float, float, float]]:
    """Yield each non-empty bin: its number, its share of the mass, its mean weight, its share of true blocks.

    References
    ----------
    Naeini, Cooper, Hauskrecht: Obtaining Well Calibrated Probabilities Using Bayesian Binning (2015), for the measure.
    """
    number = np.minimum((weight * BINS).astype(np.int64), BINS - 1)
    for i in range(BINS):
        inside = number == i
        total = float(mass[inside].sum())
        if total:
            share, mean, right = total, float(mass[inside] @ weight[inside]), float(mass[inside] @ true[inside])
            yield i, share / float(mass.sum()), mean / total, right / total


def main() -> int:
    """Test every site, print the tables."""
    parser = options(__doc__)
    parser.add_argument("--learned", type=int, default=0, metavar="N", help="pages to learn from [half of the site]")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    sites = folders(args.sites)
    work = partial(evaluate_site, args.cache, args.learned, args.seed)
    judged = dict(zip([f.name for f in sites], map_sites(work, sites, args.jobs), strict=True))
    all_blocks = concatenate(list(judged.values()))
    mapped = concatenate([recalibrated(judged, name) for name in judged]) if len(judged) > 1 else all_blocks
    print(f"{'weight':>9} {'blocks':>8} {'mean':>6} {'true':>6}   {'letters':>8} {'mean':>6} {'true':>6}")
    by_letters = {row[0]: row for row in bins(all_blocks.weight, all_blocks.true, all_blocks.letters)}
    for i, share, mean, true in bins(all_blocks.weight, all_blocks.true, np.ones_like(all_blocks.weight)):
        _, letters, mean_letters, true_letters = by_letters[i]
        edges = f"{i / BINS:.1f}-{(i + 1) / BINS:.1f}"
        print(f"{edges:>9} {share:8.2%} {mean:6.3f} {true:6.3f}   {letters:8.2%} {mean_letters:6.3f} {true_letters:6.3f}")
    print(f"\n{'expected calibration error':26} {'blocks':>7} {'letters':>8} {'kept: blocks':>13} {'letters':>8}")
    for name, blocks in {**judged, "all sites": all_blocks, "all, mapped from others": mapped}.items():
        kept = blocks.select(blocks.weight > 0)
        errors = [calibration_error(b.weight, b.true, mass) for b in (blocks, kept) for mass in (np.ones_like(b.weight), b.letters)]
        print(f"{name:26} {errors[0]:7.4f} {errors[1]:8.4f} {errors[2]:13.4f} {errors[3]:8.4f}")
    return int(calibration_error(all_blocks.weight, all_blocks.true, all_blocks.letters) > MAX_ERROR)


def recalibrated(judged: Mapping[str, Blocks], name: str) -> Blocks:
    """Return one site's blocks with weights mapped by the isotonic regression of the other sites."""
    others = concatenate([blocks for other, blocks in judged.items() if other != name])
    points, values = isotonic(others.weight, others.true, others.letters)
    own = judged[name]
    return Blocks(np.interp(own.weight, points, values), own.true, own.letters)


if __name__ == "__main__":
    sys.exit(main())
