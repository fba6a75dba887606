"""Fuzzing of an engine with random queries: none may raise an exception or be slow.

    .venv/bin/python -m benchmarks.query_fuzz --home DIR [--engine URL] [--queries 100000] [--seconds 300] [--seed 1] [--jobs 2]

Queries combine words of the index, operators, fields, fragments of syntax, and random characters; a quarter is run with highlights, a tenth
with near-duplicates collapsed. The exit code is 1 if a search raises an exception or takes more than a second of processing time. On the
embedded engine, processing time is this process's processor time. A search on a server that takes more than a second of wall time is
repeated: its processing time is the minimum of three sums of the server's `took` and the processor time here.
Queries are generated in batches, each with its own seed; the figures so far are printed after each batch. `--seconds` limits the run.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import date
from itertools import islice
from pathlib import Path

from indexer.errors import WinnowError
from indexer.home import Home
from indexer.index.arm import Arm
from indexer.index.elasticsearch.engine import ElasticsearchEngine
from indexer.index.engine import Engine, Match, Request, Sort
from indexer.index.query_parser import parse

PIECES = (
    *(f"{name}:" for name in ("site", "author", "title", "section", "after", "before", "language", "foo", "w", "_exists_")),
    *('"', "“", "(", ")", "-", "--", "*", " OR ", " AND ", " NOT ", "\\", "/", "~2", "^3", "[a TO b]", '{"match_all":{}}', "?", "%"),
    *("2025", "2025-13", "7d", "yesterday", "german", "12,500", "12 500", "U.N.", "水库水位", "ไทย", "a" * 300, "<script>", "';--"),
    *("\u0000", "\u202e", "\U0001f600", "\ud800", "\n", "\u00a0"),
)
SLOW = 1.0
"""Seconds."""
REPETITIONS = 3
"""Number of repetitions of a slow search; the fastest counts."""


def queries(words: list[str], seed: int) -> Iterator[str]:
    """Yield an endless sequence of random queries."""
    rng = random.Random(seed)
    while True:
        parts = []
        for _ in range(rng.randint(1, 12)):
            kind = rng.random()
            if kind < 0.45:
                parts.append(rng.choice(words))
            elif kind < 0.9:
                parts.append(rng.choice(PIECES))
            else:
                parts.append(chr(rng.randint(1, rng.choice((0x2FF, 0xFFFF, 0x10FFFF)))))
            parts.append(" " * (rng.random() < 0.7))
        yield "".join(parts)


@dataclass(frozen=True, slots=True)
class Batch:
    """Queries of one seed; none is run after `until` (Unix time in seconds)."""

    home: Path
    engine: str | None
    queries: int
    until: float
    seed: int


@dataclass(slots=True)
class SearchCounts:
    """Counts of searches; `took` has the seconds of each, `waited` counts searches that were slow only in wall time."""

    failed: int = 0
    with_notes: int = 0
    found: int = 0
    waited: int = 0
    slow: int = 0
    took: list[float] = field(default_factory=list)

    def add(self, other: SearchCounts) -> None:
        """Add the figures of another batch."""
        self.failed += other.failed
        self.with_notes += other.with_notes
        self.found += other.found
        self.waited += other.waited
        self.slow += other.slow
        self.took += other.took

    def line(self) -> str:
        """Return a summary as one line."""
        took = [1000 * seconds for seconds in sorted(self.took)] or [0.0]
        return (
            f"{len(self.took) + self.failed:,} queries: {self.failed} failed, {self.slow} over {SLOW:g} s of processing time,"
            f" {self.waited} only in wall time (load {os.getloadavg()[0]:.1f}), {self.with_notes:,} with a note, {self.found:,} with hits;"
            f" median {took[len(took) // 2]:.1f} ms, 99 % {took[len(took) * 99 // 100]:.1f} ms, longest {took[-1]:.0f} ms"
        )


def run_batch(batch: Batch) -> SearchCounts:
    """Run a batch of random searches; print failures and slow searches to stderr."""
    counted = SearchCounts()
    engine = Home.of(batch.home, batch.engine).engine()
    words = [word for stored in islice(engine.stored(Arm.BODY), 200) for _, text, _ in stored.texts for word in text.split()][:20_000]
    rng, today = random.Random(batch.seed), date(2026, 3, 10)
    clock = time.perf_counter if batch.engine else time.process_time
    for text in islice(queries(words or ["ferry"], batch.seed), batch.queries):
        if time.time() > batch.until:
            break
        arm = rng.choice(list(Arm))
        options = {"collapse": rng.random() < 0.1, "highlight": rng.random() < 0.25}
        match, sort = rng.choice(list(Match)), rng.choice(list(Sort))
        start = clock()
        try:
            query = parse(text, today)
            request = Request(query, match, sort, **options)
            counted.found += engine.search(arm, request).total > 0
            counted.with_notes += bool(query.notes)
        except (WinnowError, ValueError, TypeError, KeyError, IndexError, RecursionError) as error:
            counted.failed += 1
            print(f"{text!r}: {type(error).__name__}: {error}"[:400], file=sys.stderr)
            continue
        counted.took.append(clock() - start)
        if counted.took[-1] > SLOW:
            duration = min(processing_seconds(engine, arm, request) for _ in range(REPETITIONS))
            counted.slow += duration > SLOW
            counted.waited += duration <= SLOW
            print(f"{text!r}: {counted.took[-1]:.2f} s, processing time {duration:.2f} s, load {os.getloadavg()[0]:.1f}", file=sys.stderr)
    return counted


def processing_seconds(engine: Engine, arm: Arm, request: Request) -> float:
    """Return the processing time of a search, which excludes waiting: processor time here, plus the server's `took`."""
    start = time.process_time()
    engine.search(arm, request)
    here = time.process_time() - start
    return here + (server_seconds(engine, arm, request) if isinstance(engine, ElasticsearchEngine) else 0.0)


def server_seconds(engine: ElasticsearchEngine, arm: Arm, request: Request) -> float:
    """Return the server's `took` of a search in seconds."""
    body = engine.search_body(arm, request)
    with engine.connection.ask() as client:
        response = client.search(
            index=engine.names.read(arm),
            query=body["query"],
            sort=body["sort"],
            size=body["size"],
            track_scores=body["track_scores"],
            search_type="dfs_query_then_fetch",
            track_total_hits=True,
        )
    return float(response["took"]) / 1000


def run_batches(batches: Sequence[Batch], jobs: int, report: Callable[[str], None]) -> SearchCounts:
    """Run all batches in several processes; report the figures so far after each."""
    total = SearchCounts()
    with ProcessPoolExecutor(jobs) as pool:
        for counted in pool.map(run_batch, batches):
            if counted.took or counted.failed:
                total.add(counted)
                report(total.line())
    return total


def main() -> int:
    """Run the searches in several processes, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--engine")
    parser.add_argument("--queries", type=int, default=100_000)
    parser.add_argument("--batch", type=int, default=2_500)
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("--seed", type=int, default=1, help="seed of the first batch; later batches have the following numbers")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    until, number = time.time() + args.seconds, math.ceil(args.queries / args.batch)
    batches = [Batch(args.home, args.engine, args.batch, until, args.seed + place) for place in range(number)]
    total = run_batches(batches, args.jobs, lambda line: print(line, flush=True))
    return int(total.failed > 0 or total.slow > 0)


if __name__ == "__main__":
    sys.exit(main())
