"""Documents per second that the embedded engine indexes, and query latency on each arm.

    python -m benchmarks.index_speed [WARC...] [--queries N]

Cleaned pages are kept in memory and written to a new index (all arms, one commit), so that cleaning is not measured. Queries
are two or three adjacent words of the documents, the same for every arm; the ratio is relative to the raw arm's median.
Searches include highlights, as those of the command and the website.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from harness.inputs import SEED, archives
from indexer.article.cleaned import Cleaned
from indexer.index.arm import Arm
from indexer.index.engine import Match, Request
from indexer.index.query_parser import parse
from indexer.index.tantivy.engine import TantivyEngine
from indexer.index.writer import write
from indexer.pipeline import Job, clean


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("warcs", nargs="*", type=Path, metavar="WARC")
    parser.add_argument("--queries", type=int, default=300)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        inputs = [str(archive) for archive in archives(args.warcs, folder)]
        cleaned = list(clean(inputs, Job(now=datetime.now(UTC))))
        with TantivyEngine(folder / "index") as engine:
            began = time.perf_counter()
            list(write(cleaned, engine))
            seconds = time.perf_counter() - began
            documents = sum(engine.count(arm) for arm in Arm)
            print(f"{len(cleaned)} pages, {documents} documents in 4 arms, {seconds:.1f} s:", end=" ")
            print(f"{len(cleaned) / seconds:.0f} pages/s, {documents / seconds:.0f} documents/s")
            _queries(engine, _phrases(cleaned, args.queries))


def _phrases(cleaned: Sequence[Cleaned], count: int) -> list[str]:
    """Return random queries of adjacent words of the documents, with a fixed seed."""
    draw = random.Random(SEED)
    texts = [page.article.article_body.split() for page in cleaned if page.article and page.article.article_body]
    out: list[str] = []
    while len(out) < count:
        words = draw.choice(texts)
        at, length = draw.randrange(len(words)), draw.choice((2, 3))
        out.append(" ".join(word.strip('"') for word in words[at : at + length]))
    return out


def _queries(engine: TantivyEngine, queries: Sequence[str]) -> None:
    print(f"{'arm':10} {'match':6} {'p50 ms':>8} {'p95 ms':>8} {'ratio to raw':>13}")
    for match in Match:
        base = 0.0
        for arm in Arm:
            times = sorted(_seconds(engine, arm, Request(parse(query), match=match)) for query in queries)
            middle, late = times[len(times) // 2] * 1000, times[len(times) * 95 // 100] * 1000
            base = base or middle
            print(f"{arm.value:10} {match.value:6} {middle:8.2f} {late:8.2f} {middle / base:13.2f}", flush=True)


def _seconds(engine: TantivyEngine, arm: Arm, request: Request) -> float:
    began = time.perf_counter()
    engine.search(arm, request)
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
