"""Both engines at one size: bytes of each arm, documents a second, and how long a search takes.

    python -m benchmarks.engine_scale [--pages 50000] [--documents FILE] [--engine URL] [--only speed,search,sizes]

The pages are those of the demo's invented papers (see `benchmarks.demo_documents`), made once and kept in FILE where one is named. An
Elasticsearch with the plugin is started on this machine, or the one at URL is used, whose indexes are removed at the end. Documents
lie ready on the disk, so that only the engines are measured; queries are those of `benchmarks.engine_speed`, the same ones everywhere.
The load of the machine is printed beside every figure: one that others use gives times that are too long.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import quantiles

from benchmarks.demo_documents import spool, spooled
from benchmarks.engine_parity import remove
from benchmarks.engine_speed import queries_of, request_bytes, write_share
from benchmarks.inputs import SEED
from indexer.index.arm import Arm
from indexer.index.elasticsearch_client import Address
from indexer.index.elasticsearch_engine import ElasticsearchEngine
from indexer.index.elasticsearch_mapping import REPEATED, WEIGHTED_TERMS
from indexer.index.engine import Engine, Request
from indexer.index.node.cluster import Cluster, Launch, engine_folder
from indexer.index.node.plugin import NAME, build_plugin
from indexer.index.node.product import ELASTICSEARCH
from indexer.index.query import literal
from indexer.index.size import measure, saved
from indexer.index.tantivy_engine import TantivyEngine

PARTS = ("speed", "search", "sizes")
_COMMIT_EVERY = 1_000


def fill(engine: Engine, path: Path) -> float:
    """Write all documents in one process; the seconds."""
    begun = time.perf_counter()
    for number, made in enumerate(spooled(path), 1):
        for arm, document in made.items():
            engine.put(arm, document)
        if number % _COMMIT_EVERY == 0:
            engine.commit()
    refused = engine.commit().refused
    if refused:
        raise RuntimeError(f"{len(refused)} documents were refused: {refused[0].reason}")
    return time.perf_counter() - begun


def search(name: str, engine: Engine, queries: Sequence[str]) -> None:
    """A line an arm: median and 95th percentile of the milliseconds that a caller waits for ten hits.

    With highlights, and without: those are made in Python on either engine, and take most of the time.
    """
    for arm in Arm:
        for highlight in (False, True):
            took = []
            for turn in range(2):
                for query in queries:
                    begun = time.perf_counter()
                    engine.search(arm, Request(literal(query), highlight=highlight))
                    took += [1000 * (time.perf_counter() - begun)] * turn  # the first turn warms caches
            cuts = quantiles(took, n=20)
            marked = "highlights" if highlight else "plain"
            tell(f"search  {name:14} {arm.value:9} {marked:10}  p50 {cuts[9]:7.1f} ms  p95 {cuts[18]:7.1f} ms")


def sizes(name: str, engine: Engine) -> None:
    """A line an arm, in all and by site: documents, tokens, and bytes of the inverted index, of what is stored, and of all."""
    for row in measure(engine, list(Arm)):
        parts = (row.documents, row.tokens, row.inverted_bytes, row.stored_bytes, row.total_bytes)
        figures = "".join(f"{'' if part is None else f'{part:,}':>16}" for part in parts)
        tell(f"size    {name:14} {row.site or 'all':20} {row.arm.value:9}{figures}")


def requests(path: Path) -> None:
    """A line an arm: bytes of a document in a bulk request without and with the plugin, and gzipped as they are sent."""
    for arm in Arm:
        (plain, packed), (short, short_packed) = (request_bytes(path, arm, encoding) for encoding in (REPEATED, WEIGHTED_TERMS))
        less = f"{saved(int(short), int(plain)):.0f} % and {saved(int(short_packed), int(packed)):.0f} % less"
        tell(f"request {arm.value:9} without {plain:,.0f} ({packed:,.0f} gzipped)  with {short:,.0f} ({short_packed:,.0f})  {less}")


def halves(url: str, path: Path) -> float:
    """Seconds in which two processes write half of the documents each, to new indexes that are removed."""
    import multiprocessing

    address = Address((url,), f"scale-{uuid.uuid4().hex[:8]}")
    with ElasticsearchEngine(address) as engine:
        engine.delete("https://scale.example/makes-all-arms")
        engine.commit()
        begun = time.perf_counter()
        running = [multiprocessing.Process(target=write_share, args=(path, address, worker, 2)) for worker in range(2)]
        for process in running:
            process.start()
        for process in running:
            process.join()
        seconds = time.perf_counter() - begun
        remove(engine)
    if any(process.exitcode for process in running):
        raise RuntimeError("a writing process failed")
    return seconds


def rate(who: str, counts: Sequence[int], seconds: float) -> None:
    """A line: how fast pages, each with so many documents in all arms, were written."""
    figures = f"{len(counts) / seconds:7.1f} pages/s {sum(counts) / seconds:7.1f} documents/s {seconds:7.0f} s"
    tell(f"write   {who} {len(counts):,} pages {figures}")


def tell(line: str) -> None:
    """Print a line with the machine's load."""
    print(f"{line}   load {os.getloadavg()[0]:.1f}", flush=True)


@contextmanager
def node(url: str) -> Iterator[str]:
    """A node with the plugin."""
    if url:
        yield url
        return
    with tempfile.TemporaryDirectory() as home:
        launch = Launch(heap="1g", plugins={NAME: build_plugin(ELASTICSEARCH)}, until=os.getpid())
        cluster = Cluster(ELASTICSEARCH, engine_folder(Path(home), ELASTICSEARCH, 1), 1, launch)
        cluster.start()
        try:
            yield cluster.urls[0]
        finally:
            cluster.stop()


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the documents, fill both engines, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=50_000)
    parser.add_argument("--documents", type=Path, metavar="FILE", help="where documents lie (then --pages says nothing), or are to be kept")
    parser.add_argument("--engine", default="", metavar="URL")
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--only", default=",".join(PARTS))
    asked = parser.parse_args(arguments)
    wanted = asked.only.split(",")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        path = asked.documents or folder / "documents"
        spool(asked.pages, SEED, path)
        counts = [len(made) for made in spooled(path)]
        queries = queries_of(path, asked.queries)
        url = stack.enter_context(node(asked.engine))
        if "speed" in wanted:
            requests(path)
        server = stack.enter_context(ElasticsearchEngine(Address((url,), f"scale-{uuid.uuid4().hex[:8]}")))
        stack.callback(remove, server)
        for name, engine in (("elasticsearch", server), ("tantivy", stack.enter_context(TantivyEngine(folder / "index")))):
            seconds = fill(engine, path)
            rate(f"{name:14} 1 process  ", counts, seconds)
            if "search" in wanted:
                search(name, engine, queries)
            if "sizes" in wanted:
                sizes(name, engine)
        if "speed" in wanted:
            seconds = halves(url, path)
            rate("elasticsearch  2 processes", counts, seconds)


if __name__ == "__main__":
    main()
