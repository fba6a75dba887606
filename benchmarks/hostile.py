"""Hostile pages that are expensive to process: checks that each ends in one outcome within limits of time and memory.

    python -m benchmarks.hostile [--size BYTES] [--mixtures N] [--first SEED] [--pages N] [--sites] [NAME ...]

The table has one row per attack: outcomes, processor seconds, growth of the process's peak memory, and the function in which the budget
ended. `--mixtures` adds pages that combine two to four attacks, of 20 kB up to `--size`. `--sites` makes a site of `--pages` pages of each
attack, learned and cleaned as by `winnow clean`, beside a benign site whose stories must all be found. The summary has the outcomes and the
slowest attacks; the exit code is 1 if a page takes more than 5 s (a site 5 s per page), if memory grows by more than 300 MiB, or if a
benign page is wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence

from harness.hostile import HONEST, MAX_MEMORY, MAX_SECONDS, PAGES, Result, mixtures, run, run_site


def summary(results: Sequence[Result], pages: int) -> bool:
    """Print a summary of all results; return whether all are within the limits."""
    outcomes = Counter(result.outcome for result in results)
    slowest = sorted(results, key=lambda result: -result.seconds)[:3]
    over = [result for result in results if result.seconds > MAX_SECONDS * pages]
    grown, wrong = sum(result.memory for result in results), sum(not result.right for result in results)
    if len(outcomes) < len(PAGES) // 2:
        print("outcomes: " + ", ".join(f"{number:,} {outcome}" for outcome, number in outcomes.most_common()))
    print("slowest: " + ", ".join(f"{result.name} {result.seconds:.2f} s" for result in slowest))
    whole = sum(result.seconds for result in results)
    print(
        f"{len(results):,} in {whole:.0f} s; over the limit: {len(over)}; memory grew by {grown >> 20} MiB, by one attack at most "
        f"{max(result.memory for result in results) >> 20} MiB; wrong: {wrong}"
    )
    return not over and not wrong and all(result.memory <= MAX_MEMORY for result in results)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=1_000_000)
    parser.add_argument("names", nargs="*", default=[])
    parser.add_argument("--sites", action="store_true")
    parser.add_argument("--pages", type=int, default=12, help="pages per site")
    parser.add_argument("--mixtures", type=int, default=0)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    attacks = {name: PAGES[name] for name in options.names or PAGES} | mixtures(options.mixtures, options.first)
    found, sites = [], (run_site(name, attack, options.size, options.pages) for name, attack in attacks.items())
    for each in sites if options.sites else run(attacks, options.size):
        print(f"{each.name:32} {each.outcome:14} {each.seconds:6.2f} s {each.memory >> 20:5} MiB  {each.step}", flush=True)
        found.append(each)
    return int(not summary(found, options.pages + HONEST if options.sites else 1))


if __name__ == "__main__":
    sys.exit(main())
