"""Robustness of bodies on labelled sites: learned from all pages, from few pages, and on sites with content planted in their articles.

    python -m benchmarks.robustness [--sites SITE...] [--sizes 5 15 40] [--draws 10] [--seed N] [--kinds] [--jobs 2] [--cache DIR]

The first table compares models learned from all pages of a site with trafilatura. The second has models of few random pages,
`--draws` times with seeds 0, 1, …, applied to all labelled pages: the mean, the worst sample, and its margin to trafilatura with
its seed. The third has mutated sites (`harness.mutations`), learned and evaluated with the planted content; `--kinds` also plants
each kind separately. All figures are F1 over labelled pages, as in `winnow evaluate bodies`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import fmean

from harness.mutations import KINDS, SETS, mutate
from harness.shared_sites import BodyScorer, Site, Votes, bodies, draw, folders, learn, load, map_sites, means, options, peer_bodies

SIZES = (5, 15, 40)


@dataclass(frozen=True, slots=True)
class Parameters:
    """Parameters of the measurements.

    Parameters
    ----------
    cache : Path
    sizes : tuple of int
        Numbers of pages to learn from.
    draws, seed : int
        Number of random samples of each size; seed of the mutations.
    plantings : mapping of str to tuple of str
        Mutations by name: the kinds that are planted together.
    """

    cache: Path
    sizes: tuple[int, ...]
    draws: int
    seed: int
    plantings: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Measured:
    """One site's figures, all of them F1.

    Parameters
    ----------
    name : str
    hard : bool
    full, peer : float
        Model of all pages; trafilatura.
    draws : mapping of int to sequence of float
        By number of pages learned: one figure per seed.
    mutated : mapping of str to (float, float, int)
        By name: Winnow, trafilatura, and the number of pages with planted content.
    """

    name: str
    hard: bool
    full: float
    peer: float
    draws: Mapping[int, Sequence[float]]
    mutated: Mapping[str, tuple[float, float, int]]


def measure(parameters: Parameters, folder: Path) -> Measured:
    """Return all figures of one site."""
    site, votes = load(folder), Votes(parameters.cache)
    voted, scorer = votes.of(site), BodyScorer(site.labels)
    return Measured(
        name=site.name,
        hard=site.hard,
        full=scorer.f1(bodies(learn(site, voted), site)),
        peer=scorer.f1(peer_bodies(site, voted)),
        draws={
            size: [scorer.f1(bodies(learn(site, voted, draw(site, size, seed)), site)) for seed in range(parameters.draws)]
            for size in parameters.sizes
        },
        mutated={name: _mutated(site, kinds, parameters.seed, votes) for name, kinds in parameters.plantings.items()},
    )


def _mutated(site: Site, kinds: Sequence[str], seed: int, votes: Votes) -> tuple[float, float, int]:
    other, planted = mutate(site, kinds, seed)
    voted, scorer = votes.of(other), BodyScorer(other.labels)
    return scorer.f1(bodies(learn(other, voted), other)), scorer.f1(peer_bodies(other, voted)), planted.total()


def main() -> int:
    """Measure and print the tables."""
    parser = options(__doc__)
    parser.add_argument("--sizes", nargs="*", type=int, default=SIZES)
    parser.add_argument("--draws", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0, help="seed of the mutations (%(default)s)")
    parser.add_argument("--kinds", action="store_true", help="also plant each kind separately")
    parser.add_argument("--no-mutations", action="store_true")
    args = parser.parse_args()
    plantings = {} if args.no_mutations else dict(SETS) | ({kind: (kind,) for kind in KINDS} if args.kinds else {})
    parameters = Parameters(args.cache, tuple(args.sizes), args.draws, args.seed, plantings)
    rows = []
    for row in map_sites(partial(measure, parameters), folders(args.sites), args.jobs):
        rows.append(row)
        print(f"{row.name:18} {row.full:.4f} (trafilatura {row.peer:.4f})", file=sys.stderr, flush=True)
    for table in (_full(rows), _small_samples(rows, parameters), _planted(rows, parameters)):
        print(*table, sep="\n", end="\n\n")
    return 0


def _full(rows: Sequence[Measured]) -> Iterator[str]:
    yield f"{'all pages learned':18} {'F1':>7} {'peer':>7} {'margin':>8}"
    for row in rows:
        yield f"{row.name:18} {row.full:7.4f} {row.peer:7.4f} {row.full - row.peer:+8.4f}"
    (easy, hard), (easy_peer, hard_peer) = means((r.hard, r.full) for r in rows), means((r.hard, r.peer) for r in rows)
    yield f"{'mean':18} {easy:7.4f} {easy_peer:7.4f} {easy - easy_peer:+8.4f}"
    yield f"{'mean, hard':18} {hard:7.4f} {hard_peer:7.4f} {hard - hard_peer:+8.4f}"


def _small_samples(rows: Sequence[Measured], parameters: Parameters) -> Iterator[str]:
    for size in parameters.sizes if parameters.draws else ():
        yield f"{f'{size} pages learned':18} {'mean':>7} {'worst':>7} {'margin':>8} seed  samples over .005 below the peer"
        for row in rows:
            draws = row.draws[size]
            worst = min(draws)
            under = sum(value < row.peer - 0.005 for value in draws)
            yield f"{row.name:18} {fmean(draws):7.4f} {worst:7.4f} {worst - row.peer:+8.4f} {draws.index(worst):4}  {under}"
        easy, hard = means((row.hard, fmean(row.draws[size])) for row in rows)
        yield f"{'mean':18} {easy:7.4f}  hard {hard:.4f}  all {fmean(fmean(row.draws[size]) for row in rows):.4f}"


def _planted(rows: Sequence[Measured], parameters: Parameters) -> Iterator[str]:
    for name in parameters.plantings:
        yield f"{name:24} {'F1':>7} {'peer':>7} {'margin':>8} planted on pages"
        for row in rows:
            ours, peer, pages = row.mutated[name]
            yield f"{row.name:24} {ours:7.4f} {peer:7.4f} {ours - peer:+8.4f} {pages}"
        easy, hard = means((row.hard, row.mutated[name][0]) for row in rows)
        everything = fmean(row.mutated[name][0] for row in rows)
        yield f"{'mean':24} {easy:7.4f}  hard {hard:.4f}  all {everything:.4f}  peer {fmean(row.mutated[name][1] for row in rows):.4f}"


if __name__ == "__main__":
    sys.exit(main())
