"""Error rates of the experiments' tests: how often alike systems are called different, and how often intervals hold the true mean.

    python -m benchmarks.error_rates [--rounds 4000] [--seed 1]

Differences between two systems are drawn as retrieval has them: on most queries none, on the others steps of nDCG, more often up than
down. `clusters`: queries on the same story, one to four, whose differences have a common part. Alike systems: of each query, or cluster, it
is drawn which system has which value. Interleaving: one impression a query, two a session, half of them with a click, readers without a
preference and with one. A sound test says "different" in .05 of the rounds; the interval is that of the mean over 95 %.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random

import numpy as np

from indexer.cli.terminal import table
from indexer.evaluate.interleaving import Click, Impression, clean, preference, team_draft
from indexer.evaluate.significance import compare_all

Floats = np.ndarray
LEVEL = 0.05
AT_ONCE = 400
"""Pairs that are compared at once: their resampled means are held together."""
QUERIES = (60, 100, 200, 400)
STEP = np.array([0.0, 0.0, 0.0, 0.0, 0.37, -0.37, 0.13, -0.13, 0.63, 0.24])
MEAN = float(STEP.mean())
RANKINGS = tuple(f"a{n}" for n in range(6)), tuple(f"b{n}" for n in range(6))


def differences(generator: np.random.Generator, clusters: Sequence[int]) -> Floats:
    """One of each query; a cluster's queries have half of theirs in common."""
    own = generator.choice(STEP, len(clusters))
    shared = generator.choice(STEP, max(clusters) + 1)[np.asarray(clusters)]
    alone = np.bincount(clusters)[np.asarray(clusters)] == 1
    return np.where(alone | (generator.random(len(clusters)) < 0.5), own, shared)


def sizes(generator: np.random.Generator, queries: int, most: int) -> list[int]:
    """The cluster of each query, of 1 to `most` queries each."""
    number = np.repeat(np.arange(queries), generator.integers(1, most + 1, queries))
    return [int(each) for each in number[:queries]]


def rates(queries: int, most: int, rounds: int, seed: int) -> tuple[float, float]:
    """Share of alike systems called different, and of intervals that hold the true mean."""
    generator = np.random.default_rng([seed, queries, most])
    different = held = 0
    for some in (range(first, min(first + AT_ONCE, rounds)) for first in range(0, rounds, AT_ONCE)):
        clusters = sizes(generator, queries, most)
        named = [str(each) for each in clusters]
        drawn = [differences(generator, clusters) for _ in some]
        signs = [(2 * generator.integers(0, 2, queries) - 1)[np.asarray(clusters)] for _ in some]
        zero = [0.0] * queries
        alike = compare_all([(zero, list(row * sign)) for row, sign in zip(drawn, signs, strict=True)], seed, named)
        found = compare_all([(zero, list(row)) for row in drawn], seed, named)
        different += sum(each.p < LEVEL for each in alike)
        held += sum(each.low <= MEAN <= each.high for each in found)
    return different / rounds, held / rounds


def readers(seed: str, number: int, prefers: float) -> tuple[list[Impression], list[Click]]:
    """Impressions with the clicks of readers who prefer B with that probability; half do not click."""
    generator = Random(seed)
    impressions, clicks = [], []
    for n in range(number):
        drawn = team_draft(*RANKINGS, f"{seed} {n}")
        names, teams = (tuple(column) for column in zip(*drawn, strict=True))
        impressions.append(Impression(f"{n}", f"s{n // 2}", "ferry", names, teams, 0.0, robot=False))
        if generator.random() < 0.5:
            clicks.append(Click(f"{n}", names[teams.index("B" if generator.random() < prefers else "A")], 5.0))
    return impressions, clicks


def interleaved(number: int, prefers: float, rounds: int, seed: int) -> tuple[float, float]:
    """Share of logs whose rankings are called different, and of intervals that hold the true preference."""
    found = [preference(clean(*readers(f"{seed} {n}", number, prefers)), seed) for n in range(rounds)]
    return sum(each.p < LEVEL for each in found) / rounds, sum(each.low <= prefers <= each.high for each in found) / rounds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=4_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rows = [["test", "queries", "alike called different", "intervals with the mean"]]
    for most, name in ((1, "randomisation, bootstrap"), (4, "the same by clusters")):
        for queries in QUERIES:
            different, held = rates(queries, most, given.rounds, given.seed)
            rows.append([name, str(queries), f"{different:.4f}", f"{held:.4f}"])
    few = max(1, given.rounds // 4)
    for number in (120, 240, 480):
        different, held = interleaved(number, 0.5, few, given.seed)
        rows.append(["interleaving, sign test", f"{number} impressions", f"{different:.4f}", f"{held:.4f}"])
    for prefers in (0.6, 0.65):
        found, held = interleaved(240, prefers, few, given.seed)
        rows.append([f"the same, {prefers:.0%} prefer B", "240 impressions", f"(found: {found:.4f})", f"{held:.4f}"])
    print(table(rows))


if __name__ == "__main__":
    main()
