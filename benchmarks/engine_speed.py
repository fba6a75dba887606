"""Indexing throughput, bytes per document and search latency of each arm on Elasticsearch.

    python -m benchmarks.engine_speed --engine http://localhost:9200 [--documents 5000] [--workers 1,2] [--demo] [SITE …]

Pages of the named sites (or of three beside the checkout) are cleaned once, and documents are composed at random from their parts, so that
lengths, words and weights are those of real pages and no two documents are equal; with --demo they are pages of the demo's invented papers.
All arms are written from documents on disk; the indexes are removed afterwards. Queries match all of two or three words of one story, ten
hits; latency is the time that the caller waits.
"""

from __future__ import annotations

import argparse
import gzip
import json
import multiprocessing
import pickle
import random
import resource
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory

from elasticsearch import Elasticsearch

from benchmarks.engine_parity import remove
from harness import demo_documents
from harness.demo_documents import spooled
from harness.shared_sites import folders
from indexer.index.arm import Arm
from indexer.index.document import Document, document_id, documents
from indexer.index.elasticsearch.connection_settings import ConnectionSettings
from indexer.index.elasticsearch.document import written
from indexer.index.elasticsearch.engine import ElasticsearchEngine
from indexer.index.elasticsearch.mapping import REPEATED, WEIGHTED_TERMS, Encoding
from indexer.index.engine import Request
from indexer.index.fingerprint import fingerprint
from indexer.index.query import literal
from indexer.pipeline import Job, clean

DEFAULT = ("newsliteracy", "ucf_news", "wyofile")
SEED = 20260601
COMMIT_EVERY = 1000
NOW = datetime(2026, 6, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Corpus:
    """Real documents of each arm, from which documents are composed."""

    made: Mapping[Arm, Sequence[Document]]

    @classmethod
    def of(cls, sites: Sequence[Path]) -> Corpus:
        """Clean the sites' pages."""
        made: dict[Arm, list[Document]] = {arm: [] for arm in Arm}
        for folder in sites:
            for page in clean([str(folder / "site.warc.gz")], Job(now=NOW)):
                for arm, document in documents(page).items():
                    made[arm].append(document)
        return cls(made)

    def compose(self, arm: Arm, number: int) -> Document:
        """Return the document with this number, composed of random parts of the arm's documents."""
        made, draw = self.made[arm], random.Random(SEED + number)
        like = made[draw.randrange(len(made))]
        parts = tuple(draw.choice(other.parts) for other in draw.choices(made, k=len(like.parts)) if other.parts)
        url = f"https://mixed.example/{number}"
        fields = {**like.fields, "url": url, "canonicalUrl": url, "additionalUrls": []}
        mark = fingerprint(part.terms for part in parts)
        return replace(like, id=document_id(url), page_url=url, parts=parts, fields=fields, fingerprint=mark)

    def spool(self, number: int, path: Path) -> None:
        """Write the documents of `number` pages to a file, as `harness.demo_documents.spool` does."""
        with path.open("wb") as file:
            for page in range(number):
                pickle.dump({arm: self.compose(arm, page) for arm in Arm}, file)


def write_share(path: Path, address: ConnectionSettings, start: int, step: int) -> None:
    """Write one worker's share of the documents."""
    with ElasticsearchEngine(address) as engine:
        for number, made in enumerate(spooled(path, start, step), 1):
            for arm, document in made.items():
                engine.put(arm, document)
            if number % COMMIT_EVERY == 0:
                engine.commit()
        refused = engine.commit().refused
        assert not refused, refused[0].reason


def throughput(path: Path, address: ConnectionSettings, workers: int) -> float:
    """Return the seconds until all documents of a file are committed."""
    with ElasticsearchEngine(address) as engine:
        engine.delete("https://mixed.example/makes-all-arms")
        engine.commit()
    start = time.perf_counter()
    running = [multiprocessing.Process(target=write_share, args=(path, address, worker, workers)) for worker in range(workers)]
    for process in running:
        process.start()
    for process in running:
        process.join()
    assert not any(process.exitcode for process in running)
    return time.perf_counter() - start


def processor_seconds(address: ConnectionSettings) -> tuple[float, float]:
    """Return the processor time of finished child processes and of the server's nodes, which depends less on load than wall time."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    with ElasticsearchEngine(address).connection.ask() as client:
        assert isinstance(client, Elasticsearch)
        nodes = client.nodes.stats(metric="process")["nodes"].values()
    return ended.ru_utime + ended.ru_stime, sum(node["process"]["cpu"]["total_in_millis"] for node in nodes) / 1000


def queries_of(path: Path, number: int = 200) -> list[str]:
    """Return queries of two or three words of one headline or block each, from every seventh page."""
    draw, found = random.Random(SEED), []
    for made in islice(spooled(path, 0, 7), number):
        document = made.get(Arm.WEIGHTED)
        parts = [part for part in document.parts if part.text.count(" ") > 5] if document else []
        if parts:
            words = [word for word in draw.choice(parts).text.split() if len(word) > 3]
            found.append(" ".join(draw.sample(words, min(len(words), draw.choice((2, 3))))))
    return found


def request_bytes(path: Path, arm: Arm, encoding: Encoding, count: int = 300) -> tuple[float, float]:
    """Return the mean bytes of a document in a bulk request, plain and compressed with gzip."""
    some = islice((made[arm] for made in spooled(path) if arm in made), count)
    sources = (dict(written(each, encoding, cleaned=arm.cleaned).source) for each in some)
    lines = [json.dumps(source, ensure_ascii=False, separators=(",", ":")).encode() for source in sources]
    return sum(map(len, lines)) / len(lines), len(gzip.compress(b"\n".join(lines))) / len(lines)


def latencies(address: ConnectionSettings, arm: Arm, queries: Sequence[str], *, highlight: bool = True) -> tuple[float, float]:
    """Return median and 95th percentile of the search latency in milliseconds."""
    with ElasticsearchEngine(address) as engine:
        milliseconds = []
        for turn in range(2):
            for query in queries:
                start = time.perf_counter()
                engine.search(arm, Request(literal(query), highlight=highlight))
                if turn:  # the first turn warms caches
                    milliseconds.append(1000 * (time.perf_counter() - start))
    return quantiles(milliseconds, n=20)[9], quantiles(milliseconds, n=20)[18]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sites", nargs="*")
    parser.add_argument("--engine", required=True)
    parser.add_argument("--documents", type=int, default=5000)
    parser.add_argument("--workers", default="1,2")
    parser.add_argument("--demo", action="store_true")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "documents"
        if options.demo:
            demo_documents.spool(options.documents, SEED, path)
        else:
            Corpus.of(folders(options.sites or list(DEFAULT))).spool(options.documents, path)
        report(path, options.engine, [int(workers) for workers in options.workers.split(",")])


def report(path: Path, url: str, workers: Sequence[int]) -> None:
    """Print all measurements for the documents of a file."""
    print("request bytes per document        repeated, S=8      gzip    with the plugin      gzip")
    for arm in Arm:
        plain, plugin = (request_bytes(path, arm, encoding) for encoding in (REPEATED, WEIGHTED_TERMS))
        print(f"{arm.value:30} {plain[0]:>16,.0f} {plain[1]:>9,.0f} {plugin[0]:>18,.0f} {plugin[1]:>9,.0f}", flush=True)
    pages = sum(1 for _ in spooled(path))
    total = sum(len(made) for made in spooled(path))
    for number in workers:
        address = ConnectionSettings((url,), f"speed-{uuid.uuid4().hex[:8]}")
        try:
            before = processor_seconds(address)
            seconds = throughput(path, address, number)
            writers, server = (after - earlier for after, earlier in zip(processor_seconds(address), before, strict=True))
            rates = f"{pages / seconds:.0f} pages and {total / seconds:.0f} documents per second"
            used = f"{1000 * writers / total:.1f} and {1000 * server / total:.1f} ms per document"
            print(f"{number} workers: {pages:,} pages in {seconds:.0f} s, {rates}", flush=True)
            print(f"processor time of the writers and of the server: {used}", flush=True)
            if number == workers[0]:
                for arm in Arm:
                    bare, shown = (latencies(address, arm, queries_of(path), highlight=highlight) for highlight in (False, True))
                    figures = f"p50 {bare[0]:.1f} ms, p95 {bare[1]:.1f} ms; with highlights {shown[0]:.1f} and {shown[1]:.1f} ms"
                    print(f"search {arm.value:9} {figures}", flush=True)
        finally:
            remove(ElasticsearchEngine(address))


if __name__ == "__main__":
    main()
