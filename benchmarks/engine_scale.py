"""Both engines at one size: bytes of each arm, documents per second, and search latency.

    python -m benchmarks.engine_scale [--pages 50000] [--documents FILE] [--engine URL] [--embedded]
        [--only requests,write,search,two,sizes]

Measured are the bytes of a request with and without the plugin, documents per second of one writing process, search with and without
highlights, two writing processes (the embedded engine allows only one), and sizes by arm. Figures go to stdout, progress to stderr. The
pages are those of the demo's invented papers (see `harness.demo_documents`), generated once and kept in FILE if it is given. The benchmark
starts an Elasticsearch node with the plugin on this machine, or uses the one at URL and removes its indexes at the end; with `--embedded`
only the embedded engine writes and searches. Documents are read from disk, so that only the engines are measured; queries are those of
`benchmarks.engine_speed` for every engine. The machine's load is printed beside every figure, because times are too long on a machine with
other work.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from statistics import quantiles

from benchmarks.engine_parity import remove
from benchmarks.engine_speed import queries_of, request_bytes, write_share
from harness.demo_documents import spool, spooled
from harness.inputs import SEED
from indexer.index.arm import Arm
from indexer.index.document import Document
from indexer.index.elasticsearch import size as elasticsearch_size
from indexer.index.elasticsearch.aliases import available_encoding
from indexer.index.elasticsearch.connection_settings import ConnectionSettings
from indexer.index.elasticsearch.engine import ElasticsearchEngine
from indexer.index.elasticsearch.mapping import REPEATED, WEIGHTED_TERMS
from indexer.index.engine import Engine, Request
from indexer.index.node.cluster import Cluster, Launch, engine_folder
from indexer.index.node.plugin import NAME, build_plugin
from indexer.index.node.product import ELASTICSEARCH
from indexer.index.query import literal
from indexer.index.size import saved
from indexer.index.tantivy import size as tantivy_size
from indexer.index.tantivy.engine import TantivyEngine
from indexer.index.tantivy.store import entry_of

PARTS = ("requests", "write", "search", "two", "sizes")
_COMMIT_EVERY = 1_000
_PROGRESS_EVERY = 5_000


def fill(engine: Engine, path: Path) -> float:
    """Write all documents in one process; return the seconds."""
    begun = time.perf_counter()
    for number, made in enumerate(spooled(path), 1):
        for arm, document in made.items():
            engine.put(arm, document)
        if number % _COMMIT_EVERY == 0:
            engine.commit()
        if number % _PROGRESS_EVERY == 0:
            print_progress(f"{type(engine).__name__}: {number:,} pages written in {time.perf_counter() - begun:.0f} s")
    refused = engine.commit().refused
    if refused:
        raise RuntimeError(f"the engine refused {len(refused)} documents: {refused[0].reason}")
    return time.perf_counter() - begun


def search(name: str, engine: Engine, queries: Sequence[str]) -> None:
    """Print one line per arm: median and 95th percentile of the latency of ten hits in milliseconds.

    Highlights are computed in Python on both engines and take most of the time, so searches without them are measured, too.
    """
    for arm in Arm:
        for highlight in (False, True):
            print_progress(f"{name}: searching {arm.value}")
            latencies = []
            for turn in range(2):
                for query in queries:
                    begun = time.perf_counter()
                    engine.search(arm, Request(literal(query), highlight=highlight))
                    latencies += [1000 * (time.perf_counter() - begun)] * turn  # the first turn warms caches
            cuts = quantiles(latencies, n=20)
            marked = "highlights" if highlight else "plain"
            print_figure(f"search  {name:14} {arm.value:9} {marked:10}  p50 {cuts[9]:7.1f} ms  p95 {cuts[18]:7.1f} ms")


def sizes(server: ElasticsearchEngine, path: Path, arms: Sequence[Arm], *, by_site: bool) -> None:
    """Print one line per arm and engine (and per site): documents, tokens, bytes of the inverted index, of stored fields, and in total.

    The figures are those of `winnow size`, measured on the documents of the file instead of those stored in an engine.
    """
    server.delete("https://scale.example/makes-all-arms")
    server.commit()
    with server.connection.ask() as client:
        encoding = available_encoding(client)
    for arm in arms:
        embedded = tantivy_size.measure_arm(arm, ((each, entry_of(each)) for each in of_arm(path, arm)))
        cluster = elasticsearch_size.measure_arm(server.connection, arm, server.names.read(arm), encoding, of_arm(path, arm))
        for name, measured in {"tantivy": embedded, "elasticsearch": cluster}.items():
            print_progress(f"{name}: writing {arm.value} to measure its size")
            for row in measured if by_site else islice(measured, 1):
                parts = (row.documents, row.tokens, row.inverted_bytes, row.stored_bytes, row.total_bytes)
                figures = "".join(f"{'' if part is None else f'{part:,}':>16}" for part in parts)
                print_figure(f"size    {name:14} {row.site or 'all':20} {row.arm.value:9}{figures}")


def of_arm(path: Path, arm: Arm) -> Iterator[Document]:
    """Yield the last document of each id, which is the one that an engine keeps."""
    last = {made[arm].id: number for number, made in enumerate(spooled(path)) if arm in made}
    for number, made in enumerate(spooled(path)):
        if arm in made and last[made[arm].id] == number:
            yield made[arm]


def requests(path: Path) -> None:
    """Print one line per arm: bytes of a document in a bulk request without and with the plugin, and compressed with gzip."""
    for arm in Arm:
        (plain, packed), (short, short_packed) = (request_bytes(path, arm, encoding) for encoding in (REPEATED, WEIGHTED_TERMS))
        less = f"{saved(int(short), int(plain)):.0f} % and {saved(int(short_packed), int(packed)):.0f} % less"
        print_figure(f"request {arm.value:9} without {plain:,.0f} ({packed:,.0f} gzipped)  with {short:,.0f} ({short_packed:,.0f})  {less}")


def write_in_two_processes(url: str, path: Path) -> float:
    """Return the seconds in which two processes write half of the documents each, to new indexes that are removed afterwards."""
    import multiprocessing

    address = ConnectionSettings((url,), f"scale-{uuid.uuid4().hex[:8]}")
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


def rate(label: str, counts: Sequence[int], seconds: float) -> None:
    """Print pages and documents per second; `counts` has the number of documents of each page."""
    figures = f"{len(counts) / seconds:7.1f} pages/s {sum(counts) / seconds:7.1f} documents/s {seconds:7.0f} s"
    print_figure(f"write   {label} {len(counts):,} pages {figures}")


def print_progress(line: str) -> None:
    """Print progress to stderr."""
    print(f"{time.strftime('%H:%M:%S')} {line}", file=sys.stderr, flush=True)


def print_figure(line: str) -> None:
    """Print a figure with the machine's load."""
    print(f"{line}   load {os.getloadavg()[0]:.1f}", flush=True)


@contextmanager
def node(url: str) -> Iterator[str]:
    """Start a node with the plugin, or use the one at `url`."""
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


def arguments_of(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Parse the arguments; `only` becomes a set."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=50_000)
    parser.add_argument("--documents", type=Path, metavar="FILE", help="documents to read, which override --pages, or to generate")
    parser.add_argument("--engine", default="", metavar="URL")
    parser.add_argument("--embedded", action="store_true", help="the embedded engine alone")
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--arms", default=",".join(Arm), help="arms whose sizes are measured")
    parser.add_argument("--by-site", action="store_true", help="also print sizes by site")
    parser.add_argument("--only", default=",".join(PARTS))
    args = parser.parse_args(arguments)
    args.only = set(args.only.split(","))
    if not args.only <= set(PARTS):
        parser.error(f"--only takes any of {', '.join(PARTS)}")
    if args.embedded:
        args.only &= {"write", "search"}
    return args


def main(arguments: Sequence[str] | None = None) -> None:
    """Generate the documents, fill the engines, measure, print."""
    args = arguments_of(arguments)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        path = args.documents or folder / "documents"
        print_progress(f"generating the documents of {args.pages:,} pages, unless {path} exists")
        spool(args.pages, SEED, path)
        counts = [len(made) for made in spooled(path)]
        if not args.embedded:
            measure_cluster(stack.enter_context(node(args.engine)), path, counts, args)
        if {"write", "search"} & args.only:
            fill_and_search("tantivy", stack.enter_context(TantivyEngine(folder / "index")), path, counts, args)


def measure_cluster(url: str, path: Path, counts: Sequence[int], args: argparse.Namespace) -> None:
    """Measure everything that needs the node."""
    if "requests" in args.only:
        requests(path)
    with ElasticsearchEngine(ConnectionSettings((url,), f"scale-{uuid.uuid4().hex[:8]}")) as server, ExitStack() as stack:
        stack.callback(remove, server)
        if {"write", "search"} & args.only:
            fill_and_search("elasticsearch", server, path, counts, args)
        if "two" in args.only:
            print_progress("elasticsearch: two processes write all documents to new indexes")
            rate("elasticsearch  2 processes", counts, write_in_two_processes(url, path))
        if "sizes" in args.only:
            sizes(server, path, [arm for arm in Arm if arm.value in args.arms.split(",")], by_site=args.by_site)


def fill_and_search(name: str, engine: Engine, path: Path, counts: Sequence[int], args: argparse.Namespace) -> None:
    """Write all documents in one process, and search them."""
    rate(f"{name:14} 1 process  ", counts, fill(engine, path))
    if "search" in args.only:
        search(name, engine, queries_of(path, args.queries))


if __name__ == "__main__":
    main()
