"""Requests to the website and messages to workers that are made to do harm: each is answered or refused in time, and changes nothing.

    python -m benchmarks.hostile_requests [--seed N] [--requests N] [--messages N]

A home with an indexed site is served as `winnow ui` does it. Requests go to every address with every parameter that it has, with values
that are long, of the wrong type, of control characters, of markup, of paths, of queries of `benchmarks.hostile_inputs`. Messages are the
arguments of Celery's tasks, as somebody on the broker may send them: of any JSON type, of any size, of ids and names that there are not.
Then the same honest query and message are answered as before, and database and index are what they were. Exits 1 otherwise, where a request
is answered by a server error, where one takes over three seconds of processor time, or where memory grows by over 300 MiB.
"""

from __future__ import annotations

import argparse
import sys

from harness.hostile import MOST, peak
from harness.hostile_requests import run


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--requests", type=int, default=2_000)
    parser.add_argument("--messages", type=int, default=1_000)
    options = parser.parse_args()
    begun = peak()
    results = run(options.seed, options.requests, options.messages)
    for what, tally in zip(("requests", "messages"), results, strict=True):
        ended = ", ".join(f"{number:,} {name}" for name, number in tally.ended.most_common())
        print(f"{tally.ended.total():,} {what}: {ended}; slowest {tally.slowest[0]:.2f} s ({tally.slowest[1]}); wrong: {len(tally.wrong)}")
        print("".join(f"    {line}\n" for line in tally.wrong[:9]), end="")
    grown = peak() - begun
    print(f"memory grew by {grown >> 20} MiB")
    return int(any(tally.wrong for tally in results) or grown > MOST)


if __name__ == "__main__":
    sys.exit(main())
