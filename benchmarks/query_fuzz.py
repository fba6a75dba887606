"""Queries at random against an engine: none may fail without a message, and none may take long.

    .venv/bin/python -m benchmarks.query_fuzz --home DIR [--engine URL] [--queries 100000] [--seconds 300] [--seed 1] [--jobs 2]

Queries are made of words of the index, operators, fields, halves of syntax, and characters at random; a quarter is asked with highlights,
a tenth with near copies collapsed. Ends with 1 where a search raised anything, or took over a second of the engine's and this process's own
time. On the embedded engine, which works in this process, that is processor time. A search on a server that took over a second of the clock
is repeated: its own time is what the server says that it took (`took`) and the processor time here, the least of three.
The queries are drawn in batches, each by a seed of its own; the figures so far are printed after each. After so many seconds all end.
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
AGAIN = 3
"""Times that a slow one is asked again; the quickest counts."""


def queries(words: list[str], seed: int) -> Iterator[str]:
    """Queries without end."""
    chance = random.Random(seed)
    while True:
        parts = []
        for _ in range(chance.randint(1, 12)):
            kind = chance.random()
            if kind < 0.45:
                parts.append(chance.choice(words))
            elif kind < 0.9:
                parts.append(chance.choice(PIECES))
            else:
                parts.append(chr(chance.randint(1, chance.choice((0x2FF, 0xFFFF, 0x10FFFF)))))
            parts.append(" " * (chance.random() < 0.7))
        yield "".join(parts)


@dataclass(frozen=True, slots=True)
class Batch:
    """Queries of one seed; none is searched after `until`, a time in seconds since 1970."""

    home: Path
    engine: str | None
    queries: int
    until: float
    seed: int


@dataclass(slots=True)
class Counted:
    """What searches came to; `took` has the seconds of each, `waited` counts those that were slow by the clock alone."""

    failed: int = 0
    noted: int = 0
    found: int = 0
    waited: int = 0
    slow: int = 0
    took: list[float] = field(default_factory=list)

    def add(self, other: Counted) -> None:
        """Take another batch's figures in."""
        self.failed += other.failed
        self.noted += other.noted
        self.found += other.found
        self.waited += other.waited
        self.slow += other.slow
        self.took += other.took

    def line(self) -> str:
        """All of it, for people."""
        took = [1000 * seconds for seconds in sorted(self.took)] or [0.0]
        return (
            f"{len(self.took) + self.failed:,} queries: {self.failed} failed, {self.slow} over {SLOW:g} s of their own time,"
            f" {self.waited} by the clock alone (load {os.getloadavg()[0]:.1f}), {self.noted:,} with a note, {self.found:,} with hits;"
            f" median {took[len(took) // 2]:.1f} ms, 99 % {took[len(took) * 99 // 100]:.1f} ms, longest {took[-1]:.0f} ms"
        )


def searched(batch: Batch) -> Counted:
    """Search at random, and print what fails and what is slow."""
    counted = Counted()
    engine = Home.of(batch.home, batch.engine).engine()
    words = [word for stored in islice(engine.stored(Arm.BODY), 200) for _, text, _ in stored.texts for word in text.split()][:20_000]
    chance, today = random.Random(batch.seed), date(2026, 3, 10)
    clock = time.perf_counter if batch.engine else time.process_time
    for text in islice(queries(words or ["ferry"], batch.seed), batch.queries):
        if time.time() > batch.until:
            break
        arm = chance.choice(list(Arm))
        options = {"collapse": chance.random() < 0.1, "highlight": chance.random() < 0.25}
        match, sort = chance.choice(list(Match)), chance.choice(list(Sort))
        start = clock()
        try:
            query = parse(text, today)
            request = Request(query, match, sort, **options)
            counted.found += engine.search(arm, request).total > 0
            counted.noted += bool(query.notes)
        except (WinnowError, ValueError, TypeError, KeyError, IndexError, RecursionError) as error:
            counted.failed += 1
            print(f"{text!r}: {type(error).__name__}: {error}"[:400], file=sys.stderr)
            continue
        counted.took.append(clock() - start)
        if counted.took[-1] > SLOW:
            own = min(own_seconds(engine, arm, request) for _ in range(AGAIN))
            counted.slow += own > SLOW
            counted.waited += own <= SLOW
            print(f"{text!r}: {counted.took[-1]:.2f} s, of its own {own:.2f} s, load {os.getloadavg()[0]:.1f}", file=sys.stderr)
    return counted


def own_seconds(engine: Engine, arm: Arm, request: Request) -> float:
    """What a search takes without waiting for other processes: processor time here, and what a server says of its part."""
    start = time.process_time()
    engine.search(arm, request)
    here = time.process_time() - start
    return here + (server_seconds(engine, arm, request) if isinstance(engine, ElasticsearchEngine) else 0.0)


def server_seconds(engine: ElasticsearchEngine, arm: Arm, request: Request) -> float:
    """What the server says that the search took."""
    body = engine.search_body(arm, request)
    with engine.connection.ask() as client:
        answer = client.search(
            index=engine.names.read(arm),
            query=body["query"],
            sort=body["sort"],
            size=body["size"],
            track_scores=body["track_scores"],
            search_type="dfs_query_then_fetch",
            track_total_hits=True,
        )
    return float(answer["took"]) / 1000


def in_batches(batches: Sequence[Batch], jobs: int, say: Callable[[str], None]) -> Counted:
    """Search all batches in several processes, and say after each what they came to so far."""
    whole = Counted()
    with ProcessPoolExecutor(jobs) as pool:
        for counted in pool.map(searched, batches):
            if counted.took or counted.failed:
                whole.add(counted)
                say(whole.line())
    return whole


def main() -> int:
    """Search in several processes, count, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--engine")
    parser.add_argument("--queries", type=int, default=100_000)
    parser.add_argument("--batch", type=int, default=2_500)
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("--seed", type=int, default=1, help="of the first batch; the next has the next")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    until, number = time.time() + given.seconds, math.ceil(given.queries / given.batch)
    batches = [Batch(given.home, given.engine, given.batch, until, given.seed + place) for place in range(number)]
    whole = in_batches(batches, given.jobs, lambda line: print(line, flush=True))
    return int(whole.failed > 0 or whole.slow > 0)


if __name__ == "__main__":
    sys.exit(main())
