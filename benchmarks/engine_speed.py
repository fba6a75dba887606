"""How fast documents go into an Elasticsearch, how many bytes they are, and how fast each arm answers.

    python -m benchmarks.engine_speed --engine http://localhost:9200 [--documents 5000] [--workers 1,2] [SITE …]

Pages of the named sites (or of three beside the checkout) are cleaned once. From their parts as many documents as asked for are put
together by chance, so that lengths, words and weights are those of real pages and no two documents are alike. All arms are written;
the indexes are removed afterwards. Queries are the sites' own, all words, ten hits with highlights; time is what the caller waits.
"""

from __future__ import annotations

import argparse
import gzip
import json
import multiprocessing
import random
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import quantiles

from benchmarks.engine_parity import remove
from benchmarks.shared_sites import folders
from indexer.evaluate.trec import read_queries
from indexer.index.arm import Arm
from indexer.index.document import Document, document_id, documents
from indexer.index.elasticsearch_client import Address
from indexer.index.elasticsearch_document import written
from indexer.index.elasticsearch_engine import ElasticsearchEngine
from indexer.index.elasticsearch_mapping import REPEATED, WEIGHTED_TERMS, Encoding
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
    """Real documents of each arm, to be mixed, and the sites' queries."""

    made: Mapping[Arm, Sequence[Document]]
    queries: Sequence[str]

    @classmethod
    def of(cls, sites: Sequence[Path]) -> Corpus:
        """Clean the sites' pages."""
        made: dict[Arm, list[Document]] = {arm: [] for arm in Arm}
        queries = []
        for folder in sites:
            for page in clean([str(folder / "site.warc.gz")], Job(now=NOW)):
                for arm, document in documents(page).items():
                    made[arm].append(document)
            queries += [query.text for query in read_queries(folder / "queries.tsv")]
        return cls(made, queries)

    def mixed(self, arm: Arm, numbers: range) -> Iterator[Document]:
        """Documents with these numbers: the parts of each come from others of the arm, one by one by chance."""
        made = self.made[arm]
        for number in numbers:
            draw = random.Random(SEED + number)
            like = made[draw.randrange(len(made))]
            parts = tuple(draw.choice(other.parts) for other in draw.choices(made, k=len(like.parts)) if other.parts)
            url = f"https://mixed.example/{number}"
            fields = {**like.fields, "url": url, "canonicalUrl": url, "additionalUrls": []}
            mark = fingerprint(part.terms for part in parts)
            yield replace(like, id=document_id(url), page_url=url, parts=parts, fields=fields, fingerprint=mark)


def write_share(corpus: Corpus, address: Address, numbers: range) -> None:
    """What one worker writes."""
    with ElasticsearchEngine(address) as engine:
        for start in range(numbers.start, numbers.stop, COMMIT_EVERY * numbers.step):
            some = range(start, min(numbers.stop, start + COMMIT_EVERY * numbers.step), numbers.step)
            for arm in Arm:
                for document in corpus.mixed(arm, some):
                    engine.put(arm, document)
            refused = engine.commit().refused
            assert not refused, refused[0].reason


def throughput(corpus: Corpus, address: Address, count: int, workers: int) -> float:
    """Pages a second into all arms, from documents in memory to the last commit."""
    with ElasticsearchEngine(address) as engine:
        engine.delete("https://mixed.example/makes-all-arms")
        engine.commit()
    shares = [range(worker, count, workers) for worker in range(workers)]
    start = time.perf_counter()
    running = [multiprocessing.Process(target=write_share, args=(corpus, address, share)) for share in shares]
    for process in running:
        process.start()
    for process in running:
        process.join()
    assert not any(process.exitcode for process in running)
    return count / (time.perf_counter() - start)


def making(corpus: Corpus, count: int) -> float:
    """Pages a second that the mixing alone makes: the ceiling of `throughput`."""
    start = time.perf_counter()
    for arm in Arm:
        for _ in corpus.mixed(arm, range(count)):
            pass
    return count / (time.perf_counter() - start)


def request_bytes(corpus: Corpus, arm: Arm, encoding: Encoding, count: int = 300) -> tuple[float, float]:
    """Bytes of a document in a bulk request, and gzipped as it is sent."""
    lines = [
        json.dumps(dict(written(each, encoding, cleaned=arm.cleaned).source), ensure_ascii=False, separators=(",", ":")).encode()
        for each in corpus.mixed(arm, range(count))
    ]
    return sum(map(len, lines)) / count, len(gzip.compress(b"\n".join(lines))) / count


def waits(address: Address, arm: Arm, queries: Sequence[str]) -> tuple[float, float]:
    """Median and 95th percentile of a search, in milliseconds."""
    with ElasticsearchEngine(address) as engine:
        took = []
        for turn in range(2):
            for query in queries:
                start = time.perf_counter()
                engine.search(arm, Request(literal(query)))
                if turn:  # the first turn warms caches
                    took.append(1000 * (time.perf_counter() - start))
    return quantiles(took, n=20)[9], quantiles(took, n=20)[18]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sites", nargs="*")
    parser.add_argument("--engine", required=True)
    parser.add_argument("--documents", type=int, default=5000)
    parser.add_argument("--workers", default="1,2")
    options = parser.parse_args()
    corpus = Corpus.of(folders(options.sites or list(DEFAULT)))
    print("request bytes per document        repeated, S=8      gzip    with the plugin      gzip")
    for arm in Arm:
        plain, plugin = (request_bytes(corpus, arm, encoding) for encoding in (REPEATED, WEIGHTED_TERMS))
        print(f"{arm.value:30} {plain[0]:>16,.0f} {plain[1]:>9,.0f} {plugin[0]:>18,.0f} {plugin[1]:>9,.0f}", flush=True)
    print(f"\npages a second made by mixing alone: {making(corpus, 500):.0f}")
    for workers in map(int, options.workers.split(",")):
        address = Address((options.engine,), f"speed-{uuid.uuid4().hex[:8]}")
        try:
            rate = throughput(corpus, address, options.documents, workers)
            print(f"{workers} workers: {rate:.0f} pages a second into four arms, {4 * rate:.0f} documents", flush=True)
            if workers == 1:
                for arm in Arm:
                    median, high = waits(address, arm, corpus.queries)
                    print(f"search {arm.value:9} {options.documents:,} documents: p50 {median:.1f} ms, p95 {high:.1f} ms", flush=True)
        finally:
            remove(ElasticsearchEngine(address))


if __name__ == "__main__":
    main()
