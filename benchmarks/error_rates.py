"""Error rates of the experiments' significance tests: false positive rate for equal systems, and coverage of confidence intervals.

    python -m benchmarks.error_rates [--rounds 4000] [--seed 1]

Simulated differences between two systems resemble those of retrieval: zero for most queries, steps of nDCG for the others, more often
positive than negative. `clusters`: one to four queries on the same story share a part of their differences. Equal systems: the sign of each
query's or cluster's difference is random. Interleaving: one impression per query, two per session, half of them with a click, users with
and without a preference. A valid test has a false positive rate of .05; confidence intervals of the mean are at 95 %.
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
"""Number of pairs compared in one call, which keeps the resampled means of all of them in memory."""
QUERIES = (60, 100, 200, 400)
STEP = np.array([0.0, 0.0, 0.0, 0.0, 0.37, -0.37, 0.13, -0.13, 0.63, 0.24])
MEAN = float(STEP.mean())
RANKINGS = tuple(f"a{n}" for n in range(6)), tuple(f"b{n}" for n in range(6))


def differences(generator: np.random.Generator, clusters: Sequence[int]) -> Floats:
    """Draw one difference per query; the queries of a cluster share theirs with probability 1/2."""
    own = generator.choice(STEP, len(clusters))
    shared = generator.choice(STEP, max(clusters) + 1)[np.asarray(clusters)]
    alone = np.bincount(clusters)[np.asarray(clusters)] == 1
    return np.where(alone | (generator.random(len(clusters)) < 0.5), own, shared)


def sizes(generator: np.random.Generator, queries: int, most: int) -> list[int]:
    """Return the cluster of each query; clusters have 1 to `most` queries."""
    number = np.repeat(np.arange(queries), generator.integers(1, most + 1, queries))
    return [int(each) for each in number[:queries]]


def rates(queries: int, most: int, rounds: int, seed: int) -> tuple[float, float]:
    """Return the false positive rate for equal systems, and the share of intervals that contain the true mean."""
    generator = np.random.default_rng([seed, queries, most])
    false_positives = covered = 0
    for some in (range(first, min(first + AT_ONCE, rounds)) for first in range(0, rounds, AT_ONCE)):
        clusters = sizes(generator, queries, most)
        named = [str(each) for each in clusters]
        drawn = [differences(generator, clusters) for _ in some]
        signs = [(2 * generator.integers(0, 2, queries) - 1)[np.asarray(clusters)] for _ in some]
        zero = [0.0] * queries
        equal_systems = compare_all([(zero, list(row * sign)) for row, sign in zip(drawn, signs, strict=True)], seed, named)
        found = compare_all([(zero, list(row)) for row in drawn], seed, named)
        false_positives += sum(each.p < LEVEL for each in equal_systems)
        covered += sum(each.low <= MEAN <= each.high for each in found)
    return false_positives / rounds, covered / rounds


def simulate_clicks(seed: str, number: int, prefers: float) -> tuple[list[Impression], list[Click]]:
    """Simulate impressions and clicks of users who prefer B with probability `prefers`; half of them do not click."""
    generator = Random(seed)
    impressions, clicks = [], []
    for n in range(number):
        drawn = team_draft(*RANKINGS, f"{seed} {n}")
        names, teams = (tuple(column) for column in zip(*drawn, strict=True))
        impressions.append(Impression(f"{n}", f"s{n // 2}", "ferry", names, teams, 0.0, robot=False))
        if generator.random() < 0.5:
            clicks.append(Click(f"{n}", names[teams.index("B" if generator.random() < prefers else "A")], 5.0))
    return impressions, clicks


def interleaving_rates(number: int, prefers: float, rounds: int, seed: int) -> tuple[float, float]:
    """Return the share of logs with a significant preference, and of intervals that contain the true preference."""
    found = [preference(clean(*simulate_clicks(f"{seed} {n}", number, prefers)), seed) for n in range(rounds)]
    return sum(each.p < LEVEL for each in found) / rounds, sum(each.low <= prefers <= each.high for each in found) / rounds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=4_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rows = [["test", "queries", "false positive rate", "interval coverage"]]
    for most, name in ((1, "randomisation, bootstrap"), (4, "the same by clusters")):
        for queries in QUERIES:
            false_positives, covered = rates(queries, most, args.rounds, args.seed)
            rows.append([name, str(queries), f"{false_positives:.4f}", f"{covered:.4f}"])
    interleaving_rounds = max(1, args.rounds // 4)
    for number in (120, 240, 480):
        false_positives, covered = interleaving_rates(number, 0.5, interleaving_rounds, args.seed)
        rows.append(["interleaving, sign test", f"{number} impressions", f"{false_positives:.4f}", f"{covered:.4f}"])
    for prefers in (0.6, 0.65):
        found, covered = interleaving_rates(240, prefers, interleaving_rounds, args.seed)
        rows.append([f"the same, {prefers:.0%} prefer B", "240 impressions", f"(power: {found:.4f})", f"{covered:.4f}"])
    print(table(rows))


if __name__ == "__main__":
    main()
