"""Cleans corrupted pages one by one; none may raise an exception other than `PageError` or exceed its limits of time and memory.

    python -m benchmarks.mutated_pages [ARCHIVE...] [--pages N] [--first SEED] [--largest BYTES]

Page i is a random page of the archives (default: the demo's; none larger than `--largest`) with one to four corruptions
(`harness.page_damage`), all drawn with seed i, so that a run can continue another. Printed are outcomes by kind, the slowest page, the
growth of the process's peak memory, and every failure with its seed. The exit code is 1 if anything fails.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import time
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.alone import clean_alone
from demo.archive import Capture
from harness.inputs import archives, pages
from harness.page_damage import Corruption, corrupt
from indexer.errors import PageError
from indexer.page.raw import RawPage

NOW = datetime(2026, 6, 1, tzinfo=UTC)
SECONDS, MEBIBYTES = 5.0, 500
"""Limits per page."""
_DAMAGES = 4


def main() -> int:
    """Clean corrupted pages and print their outcomes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archives", nargs="*", type=Path)
    parser.add_argument("--pages", type=int, default=1000, help="(%(default)s)")
    parser.add_argument("--first", type=int, default=0, help="seed of the first page (%(default)s)")
    parser.add_argument("--largest", type=int, default=10**6, help="maximum bytes of a page before its corruption (%(default)s)")
    args = parser.parse_args()
    with TemporaryDirectory() as folder:
        originals = [page for archive in archives(args.archives, Path(folder)) for page in pages(archive) if len(page.body) <= args.largest]
    outcomes: Counter[str] = Counter()
    failures: list[str] = []
    slowest, before = (0.0, -1), _peak()
    for seed in range(args.first, args.first + args.pages):
        start, peak = time.process_time(), _peak()
        outcome = outcome_of(corrupted_page(originals, seed))
        taken, grown = time.process_time() - start, _peak() - peak
        slowest = max(slowest, (taken, seed))
        outcomes[outcome] += 1
        if outcome.startswith("!") or taken > SECONDS or grown > MEBIBYTES:
            failures.append(f"seed {seed}: {outcome}, {taken:.1f} s, {grown:.0f} MiB")
    print(f"{args.pages} pages of {len(originals)} from seed {args.first}: {dict(outcomes.most_common())}")
    print(f"slowest {slowest[0]:.2f} s (seed {slowest[1]}), memory grew by {_peak() - before:.0f} MiB, {len(failures)} failures")
    print(*failures, sep="\n")
    return int(bool(failures))


def corrupted_page(originals: Sequence[Capture], seed: int) -> RawPage:
    """Return a random page with random corruptions."""
    rng = random.Random(seed)
    page = rng.choice(originals)
    corruptions = [Corruption.drawn(rng) for _ in range(rng.randint(1, _DAMAGES))]
    return RawPage(url=page.url, body=corrupt(page.body, corruptions), content_type=page.content_type, source=page.url)


def outcome_of(raw: RawPage) -> str:
    """Return the outcome of a page that is cleaned alone; exceptions are marked with an exclamation mark."""
    try:
        return clean_alone(raw, NOW).outcome.kind.value
    except PageError as error:
        return error.ending.kind.value
    except Exception as error:  # noqa: BLE001 - fuzzing looks for any exception
        return f"!{type(error).__name__}: {error}"


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    sys.exit(main())
