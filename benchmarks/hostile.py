"""Pages that are made to be costly: each ends in one outcome within its bound of time and memory.

    python -m benchmarks.hostile [--size BYTES] [--mixtures N] [--first SEED] [--pages N] [--sites] [NAME ...]

A table: attack, outcomes, seconds of the processor, growth of the process's largest memory, what was running where the budget ended it.
`--mixtures`: so many further pages, each of two to four attacks in and around one another, of 20 kB to the size.
`--sites`: each attack is a site of so many pages, learned and cleaned as `winnow clean` does it, beside an honest site, whose stories must
all be there. Ends with the outcomes and the slowest; exits 1 where a page takes over 5 s (a site 5 s a page), where memory grows by over
300 MiB with one, or where an honest page is wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence

from harness.hostile import HONEST, LONGEST, MOST, PAGES, Result, mixtures, run, run_site


def summary(results: Sequence[Result], pages: int) -> bool:
    """Print what came of all, by worst; whether all is within the bounds."""
    outcomes = Counter(result.outcome for result in results)
    slowest = sorted(results, key=lambda result: -result.seconds)[:3]
    over = [result for result in results if result.seconds > LONGEST * pages]
    grown, wrong = sum(result.memory for result in results), sum(not result.right for result in results)
    if len(outcomes) < len(PAGES) // 2:
        print("outcomes: " + ", ".join(f"{number:,} {outcome}" for outcome, number in outcomes.most_common()))
    print("slowest: " + ", ".join(f"{result.name} {result.seconds:.2f} s" for result in slowest))
    whole = sum(result.seconds for result in results)
    print(
        f"{len(results):,} in {whole:.0f} s; over the bound: {len(over)}; memory grew by {grown >> 20} MiB, with one by at most "
        f"{max(result.memory for result in results) >> 20} MiB; wrong: {wrong}"
    )
    return not over and not wrong and all(result.memory <= MOST for result in results)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=1_000_000)
    parser.add_argument("names", nargs="*", default=[])
    parser.add_argument("--sites", action="store_true")
    parser.add_argument("--pages", type=int, default=12, help="of a site")
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
