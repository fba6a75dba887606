"""Hostile requests to the website and messages to workers: checks that each is answered or rejected in time and changes nothing.

    python -m benchmarks.hostile_requests [--seed N] [--requests N] [--messages N]

A home with an indexed site is served as by `winnow ui`. Requests go to all routes with all of their parameters; values are long, of the
wrong type, control characters, markup, paths, or queries of `benchmarks.hostile_inputs`. Messages are arguments of Celery tasks, as anyone
with access to the broker can send them: any JSON type and size, unknown ids and names. Afterwards the same benign query must get the same
response, a benign message must be processed, and database and index must be unchanged. The exit code is 1 if this fails, if a request
causes a server error, if one takes more than three seconds of processor time, or if memory grows by more than 300 MiB.
"""

from __future__ import annotations

import argparse
import sys

from harness.hostile import MAX_MEMORY, peak_memory
from harness.hostile_requests import run


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--requests", type=int, default=2_000)
    parser.add_argument("--messages", type=int, default=1_000)
    options = parser.parse_args()
    begun = peak_memory()
    results = run(options.seed, options.requests, options.messages)
    for what, tally in zip(("requests", "messages"), results, strict=True):
        ended = ", ".join(f"{number:,} {name}" for name, number in tally.ended.most_common())
        print(f"{tally.ended.total():,} {what}: {ended}; slowest {tally.slowest[0]:.2f} s ({tally.slowest[1]});", end=" ")
        print(f"problems: {len(tally.problems)}")
        print("".join(f"    {line}\n" for line in tally.problems[:9]), end="")
    grown = peak_memory() - begun
    print(f"memory grew by {grown >> 20} MiB")
    return int(any(tally.problems for tally in results) or grown > MAX_MEMORY)


if __name__ == "__main__":
    sys.exit(main())
