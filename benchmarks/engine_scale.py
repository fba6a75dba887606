"""Both engines at one size: bytes of each arm, documents a second, and how long a search takes.

    python -m benchmarks.engine_scale [--pages 50000] [--documents FILE] [--engine URL] [--only requests,write,search,two,sizes]

In one go: bytes of a request with and without the plugin; documents a second of one writing process; search with and without highlights;
two writing processes (of the embedded engine there is one at a time); sizes by arm. Figures go to stdout as they come, how far
it has got to stderr. The pages are those of the demo's invented papers (see `harness.demo_documents`), made once and kept in FILE
where one is named. An Elasticsearch with the plugin is started on this machine, or the one at URL is used, whose indexes are removed at
the end. Documents lie ready on the disk, so that only the engines are measured; queries are those of `benchmarks.engine_speed`, the same
ones everywhere. The load of the machine is printed beside every figure: one that others use gives times that are too long.
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
_TOLD_EVERY = 5_000


def fill(engine: Engine, path: Path) -> float:
    """Write all documents in one process; the seconds."""
    begun = time.perf_counter()
    for number, made in enumerate(spooled(path), 1):
        for arm, document in made.items():
            engine.put(arm, document)
        if number % _COMMIT_EVERY == 0:
            engine.commit()
        if number % _TOLD_EVERY == 0:
            note(f"{type(engine).__name__}: {number:,} pages written in {time.perf_counter() - begun:.0f} s")
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
            note(f"{name}: searching {arm.value}")
            took = []
            for turn in range(2):
                for query in queries:
                    begun = time.perf_counter()
                    engine.search(arm, Request(literal(query), highlight=highlight))
                    took += [1000 * (time.perf_counter() - begun)] * turn  # the first turn warms caches
            cuts = quantiles(took, n=20)
            marked = "highlights" if highlight else "plain"
            tell(f"search  {name:14} {arm.value:9} {marked:10}  p50 {cuts[9]:7.1f} ms  p95 {cuts[18]:7.1f} ms")


def sizes(server: ElasticsearchEngine, path: Path, arms: Sequence[Arm], *, by_site: bool) -> None:
    """A line an arm and engine, and maybe a site: documents, tokens, bytes of the inverted index, of what is stored, and of all.

    As `winnow size` measures them, but of the documents as they lie ready, not of those that an engine has stored.
    """
    server.delete("https://scale.example/makes-all-arms")
    server.commit()
    with server.connection.ask() as client:
        encoding = available_encoding(client)
    for arm in arms:
        embedded = tantivy_size.measure_arm(arm, ((each, entry_of(each)) for each in of_arm(path, arm)))
        cluster = elasticsearch_size.measure_arm(server.connection, arm, server.names.read(arm), encoding, of_arm(path, arm))
        for name, measured in {"tantivy": embedded, "elasticsearch": cluster}.items():
            note(f"{name}: writing {arm.value} to measure it")
            for row in measured if by_site else islice(measured, 1):
                parts = (row.documents, row.tokens, row.inverted_bytes, row.stored_bytes, row.total_bytes)
                figures = "".join(f"{'' if part is None else f'{part:,}':>16}" for part in parts)
                tell(f"size    {name:14} {row.site or 'all':20} {row.arm.value:9}{figures}")


def of_arm(path: Path, arm: Arm) -> Iterator[Document]:
    """The last document with each id, as an engine would keep."""
    last = {made[arm].id: number for number, made in enumerate(spooled(path)) if arm in made}
    for number, made in enumerate(spooled(path)):
        if arm in made and last[made[arm].id] == number:
            yield made[arm]


def requests(path: Path) -> None:
    """A line an arm: bytes of a document in a bulk request without and with the plugin, and gzipped as they are sent."""
    for arm in Arm:
        (plain, packed), (short, short_packed) = (request_bytes(path, arm, encoding) for encoding in (REPEATED, WEIGHTED_TERMS))
        less = f"{saved(int(short), int(plain)):.0f} % and {saved(int(short_packed), int(packed)):.0f} % less"
        tell(f"request {arm.value:9} without {plain:,.0f} ({packed:,.0f} gzipped)  with {short:,.0f} ({short_packed:,.0f})  {less}")


def halves(url: str, path: Path) -> float:
    """Seconds in which two processes write half of the documents each, to new indexes that are removed."""
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


def rate(who: str, counts: Sequence[int], seconds: float) -> None:
    """A line: how fast pages, each with so many documents in all arms, were written."""
    figures = f"{len(counts) / seconds:7.1f} pages/s {sum(counts) / seconds:7.1f} documents/s {seconds:7.0f} s"
    tell(f"write   {who} {len(counts):,} pages {figures}")


def note(line: str) -> None:
    """Say how far it has got."""
    print(f"{time.strftime('%H:%M:%S')} {line}", file=sys.stderr, flush=True)


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
    parser.add_argument("--arms", default=",".join(Arm), help="whose sizes are measured")
    parser.add_argument("--by-site", action="store_true", help="sizes of each site, too")
    parser.add_argument("--only", default=",".join(PARTS))
    asked = parser.parse_args(arguments)
    wanted = set(asked.only.split(","))
    if not wanted <= set(PARTS):
        parser.error(f"--only takes some of {', '.join(PARTS)}")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        path = asked.documents or folder / "documents"
        note(f"making the documents of {asked.pages:,} pages, unless {path} is there")
        spool(asked.pages, SEED, path)
        counts = [len(made) for made in spooled(path)]
        queries = queries_of(path, asked.queries)
        url = stack.enter_context(node(asked.engine))
        if "requests" in wanted:
            requests(path)
        server = stack.enter_context(ElasticsearchEngine(ConnectionSettings((url,), f"scale-{uuid.uuid4().hex[:8]}")))
        stack.callback(remove, server)
        embedded = stack.enter_context(TantivyEngine(folder / "index"))
        engines: dict[str, Engine] = {"elasticsearch": server, "tantivy": embedded} if {"write", "search"} & wanted else {}
        for name, engine in engines.items():
            rate(f"{name:14} 1 process  ", counts, fill(engine, path))
            if "search" in wanted:
                search(name, engine, queries)
        if "two" in wanted:
            note("elasticsearch: two processes write all to new indexes")
            rate("elasticsearch  2 processes", counts, halves(url, path))
        if "sizes" in wanted:
            sizes(server, path, [arm for arm in Arm if arm.value in asked.arms.split(",")], by_site=asked.by_site)


if __name__ == "__main__":
    main()
