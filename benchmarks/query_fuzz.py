"""Queries at random against an engine: none may fail without a message, and none may take long.

    .venv/bin/python -m benchmarks.query_fuzz --home DIR [--engine URL] [--queries 100000] [--seconds 300] [--seed 1]

Queries are made of words of the index, operators, fields, halves of syntax, and characters at random. Ends with 1 where a search
raised anything, or took over a second: of processor time on the embedded engine, which works in this process, else of the clock. After
so many seconds of processor time it stops early, and says how many queries it came to.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections.abc import Iterator
from datetime import date
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


def main() -> int:
    """Search, count, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--engine")
    parser.add_argument("--queries", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    engine = Home.of(given.home, given.engine).engine()
    words = [word for stored in islice(engine.stored(Arm.BODY), 200) for _, text, _ in stored.texts for word in text.split()][:20_000]
    chance, today = random.Random(given.seed), date(2026, 3, 10)
    failed = noted = found = 0
    took: list[float] = []
    clock = time.perf_counter if given.engine else time.process_time
    for text in islice(queries(words or ["ferry"], given.seed), given.queries):
        if time.process_time() > given.seconds:
            break
        start = clock()
        try:
            query = parse(text, today)
            request = Request(query, chance.choice(list(Match)), chance.choice(list(Sort)), collapse=chance.random() < 0.1)
            found += engine.search(chance.choice(list(Arm)), request).total > 0
            noted += bool(query.notes)
        except (WinnowError, ValueError, TypeError, KeyError, IndexError, RecursionError) as error:
            failed += 1
            print(f"{text!r}: {type(error).__name__}: {error}"[:400], file=sys.stderr)
        took.append(clock() - start)
    slow = sum(seconds > SLOW for seconds in took)
    took.sort()
    print(
        f"{len(took):,} queries: {failed} failed, {slow} over {SLOW:g} s, {noted:,} with a note, {found:,} with hits;"
        f" median {took[len(took) // 2] * 1000:.1f} ms, 99 % {took[len(took) * 99 // 100] * 1000:.1f} ms, longest {took[-1] * 1000:.0f} ms"
    )
    return int(failed > 0 or slow > 0)


if __name__ == "__main__":
    sys.exit(main())
