"""Queries at random against an engine: none may fail without a message, and none may take long.

    .venv/bin/python -m benchmarks.query_fuzz --home DIR [--engine URL] [--queries 100000] [--seconds 300] [--seed 1] [--jobs 2]

Queries are made of words of the index, operators, fields, halves of syntax, and characters at random; a quarter is asked with highlights,
a tenth with near copies collapsed. Ends with 1 where a search raised anything, or took over a second: of processor time on the embedded
engine, which works in this process, else of the clock. A slow one is asked again: one that is quick then had to wait for a busy machine.
After so many seconds of processor time each process stops early, and the number of queries is that which it came to.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from itertools import islice
from pathlib import Path

from indexer.errors import WinnowError
from indexer.home import Home
from indexer.index.arm import Arm
from indexer.index.engine import Match, Request, Sort
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
class Share:
    """What one process is to search."""

    home: Path
    engine: str | None
    queries: int
    seconds: float
    seed: int


@dataclass(slots=True)
class Counted:
    """What searches came to; `took` has the seconds of each, `slow` of those that are slow again when they are repeated."""

    failed: int = 0
    noted: int = 0
    found: int = 0
    waited: int = 0
    slow: int = 0
    took: list[float] = field(default_factory=list)

    def add(self, other: Counted) -> None:
        """Take another process's figures in."""
        self.failed += other.failed
        self.noted += other.noted
        self.found += other.found
        self.waited += other.waited
        self.slow += other.slow
        self.took += other.took


def searched(share: Share) -> Counted:
    """Search at random, and print what fails and what is slow."""
    counted = Counted()
    engine = Home.of(share.home, share.engine).engine()
    words = [word for stored in islice(engine.stored(Arm.BODY), 200) for _, text, _ in stored.texts for word in text.split()][:20_000]
    chance, today = random.Random(share.seed), date(2026, 3, 10)
    clock = time.perf_counter if share.engine else time.process_time
    for text in islice(queries(words or ["ferry"], share.seed), share.queries):
        if time.process_time() > share.seconds:
            break
        arm = chance.choice(list(Arm))
        options = {"collapse": chance.random() < 0.1, "highlight": chance.random() < 0.25}
        match, sort = chance.choice(list(Match)), chance.choice(list(Sort))
        start = clock()
        try:
            query = parse(text, today)
            search = partial(engine.search, arm, Request(query, match, sort, **options))
            counted.found += search().total > 0
            counted.noted += bool(query.notes)
        except (WinnowError, ValueError, TypeError, KeyError, IndexError, RecursionError) as error:
            counted.failed += 1
            print(f"{text!r}: {type(error).__name__}: {error}"[:400], file=sys.stderr)
            continue
        counted.took.append(clock() - start)
        if counted.took[-1] > SLOW:
            again = min(seconds(search, clock) for _ in range(AGAIN))
            counted.slow += again > SLOW
            counted.waited += again <= SLOW
            print(f"{text!r}: {counted.took[-1]:.2f} s, again {again:.2f} s, load {os.getloadavg()[0]:.1f}", file=sys.stderr)
    return counted


def seconds(search: Callable[[], object], clock: Callable[[], float]) -> float:
    """What a search takes."""
    start = clock()
    search()
    return clock() - start


def main() -> int:
    """Search in several processes, count, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--engine")
    parser.add_argument("--queries", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    seeds = range(given.seed * given.jobs, (given.seed + 1) * given.jobs)
    shares = [Share(given.home, given.engine, given.queries // given.jobs, given.seconds, seed) for seed in seeds]
    whole = Counted()
    with ProcessPoolExecutor(given.jobs) as pool:
        for counted in pool.map(searched, shares):
            whole.add(counted)
    took = sorted(whole.took)
    print(
        f"{len(took) + whole.failed:,} queries: {whole.failed} failed, {whole.slow} over {SLOW:g} s each time, {whole.waited} once only"
        f" (load {os.getloadavg()[0]:.1f}), {whole.noted:,} with a note, {whole.found:,} with hits;"
        f" median {took[len(took) // 2] * 1000:.1f} ms, 99 % {took[len(took) * 99 // 100] * 1000:.1f} ms, longest {took[-1] * 1000:.0f} ms"
    )
    return int(whole.failed > 0 or whole.slow > 0)


if __name__ == "__main__":
    sys.exit(main())
