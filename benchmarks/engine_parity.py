"""Whether both engines rank as W-BM25 does: their first ten against an exhaustive computation, and against each other.

    python -m benchmarks.engine_parity --engine http://localhost:9200 [SITE …] [--json FILE]

Each site's pages are cleaned once and written to a new embedded index and to new indexes of the Elasticsearch, which are removed
afterwards; every test query is run on every arm. overlap@10 is the share of the true first ten that an engine has among its first
ten, mean over the queries with a hit.
"""

from __future__ import annotations

import argparse
import heapq
import json
import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

from benchmarks.shared_sites import folders
from indexer.evaluate.trec import TestQuery, read_queries
from indexer.index.arm import Arm
from indexer.index.bm25 import UNWRITTEN, idf, score
from indexer.index.bound import bind
from indexer.index.elasticsearch.aliases import available_encoding
from indexer.index.elasticsearch.connection_settings import ConnectionSettings
from indexer.index.elasticsearch.engine import ElasticsearchEngine
from indexer.index.engine import Engine, Match, Request
from indexer.index.query import literal
from indexer.index.tantivy.engine import TantivyEngine
from indexer.index.weights import UNIT, forms_of, vector
from indexer.index.writer import write
from indexer.pipeline import Job, clean

DEPTH = 10
NOW = datetime(2026, 6, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Exact:
    """All documents of an arm with their weights and written words, to be scored one by one."""

    weights: dict[str, dict[str, float]]
    forms: dict[str, frozenset[str]]
    languages: frozenset[str]

    @classmethod
    def of(cls, engine: Engine, arm: Arm) -> Exact:
        """Read an arm, analysing its texts anew."""
        documents = [stored.document() for stored in engine.stored(arm)]
        weights = {each.id: {term: w / UNIT for term, w in vector(each.parts).items()} for each in documents}
        forms = {each.id: frozenset(forms_of(each.parts).split()) for each in documents}
        return cls(weights, forms, frozenset(each.language for each in documents))

    def first(self, text: str) -> list[str]:
        """Ids of the best documents by W-BM25, ties by id."""
        words = Counter(word for clause in bind(literal(text), self.languages).clauses for word in clause.scored)
        lengths = {name: sum(weights.values()) for name, weights in self.weights.items()}
        mean = fmean(lengths.values())
        holding = {word: sum(any(t in w for t in word.terms) for w in self.weights.values()) for word in words}
        rarity = {word: times * idf(len(self.weights), holding[word]) for word, times in words.items()}
        scores = []
        for name, weights in self.weights.items():
            pairs = [
                (rarity[word] * self.share(name, word.form), sum(weights.get(term, 0.0) for term in word.terms))
                for word in sorted(words)
            ]
            found = score(pairs, lengths[name], mean)
            if found:
                scores.append((-found, name))
        return [name for _, name in heapq.nsmallest(DEPTH, scores)]

    def share(self, name: str, form: str) -> float:
        """How much of a word's score a document gets that may have it in other forms alone."""
        return 1 - UNWRITTEN if form and form not in self.forms[name] else 1.0


def found(engine: Engine, arm: Arm, text: str) -> list[str]:
    """Ids of an engine's first hits."""
    request = Request(literal(text), Match.ANY, limit=DEPTH, highlight=False)
    return [hit.id for hit in engine.search(arm, request).hits]


def overlap(one: Sequence[str], truth: Sequence[str]) -> float:
    """The share of `truth` in `one`."""
    return len({*one} & {*truth}) / len(truth)


def measure(folder: Path, url: str) -> Iterator[dict[str, object]]:
    """Figures of every arm of one site."""
    queries = read_queries(folder / "queries.tsv")
    cleaned = list(clean([str(folder / "site.warc.gz")], Job(now=NOW)))
    server = ElasticsearchEngine(ConnectionSettings((url,), f"parity-{uuid.uuid4().hex[:8]}"))
    with TemporaryDirectory() as home, TantivyEngine(Path(home)) as embedded, server:
        try:
            for engine in (embedded, server):
                list(write(iter(cleaned), engine))
            for arm in Arm:
                yield {"site": folder.name, "arm": arm.value} | compare(embedded, server, arm, queries)
        finally:
            remove(server)


def compare(embedded: Engine, server: Engine, arm: Arm, queries: Sequence[TestQuery]) -> dict[str, float]:
    """Overlaps and equal first hits of one arm, means over the queries that have a hit."""
    exact = Exact.of(embedded, arm)
    rows = []
    for query in queries:
        truth = exact.first(query.text)
        if truth:
            one, two = found(embedded, arm, query.text), found(server, arm, query.text)
            rows.append((overlap(one, truth), overlap(two, truth), overlap(one, two), float(two[:1] == truth[:1])))
    means = [fmean(column) for column in zip(*rows, strict=True)]
    return dict(zip(("tantivy", "elasticsearch", "both", "firstEqual"), means, strict=True)) | {"queries": len(rows)}


def remove(server: ElasticsearchEngine) -> None:
    """Remove what was made on the server."""
    prefix = server.names.prefix
    with server.connection.ask() as client:
        client.indices.delete(index=list(client.indices.get(index=[f"{prefix}-*"]).body))
        client.indices.delete_index_template(name=prefix)
        client.cluster.delete_component_template(name=f"{prefix}-*")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sites", nargs="*")
    parser.add_argument("--engine", required=True)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    with ElasticsearchEngine(ConnectionSettings((options.engine,))).connection.ask() as client:
        encoding = available_encoding(client)
    print(f"weights: {encoding.name}, S = {encoding.scale}\n")
    head = ("site", "arm", "queries", "tantivy", "elasticsearch", "both", "first equal")
    print("{:16} {:9} {:>7} {:>8} {:>13} {:>7} {:>11}".format(*head))
    rows = []
    for folder in folders(options.sites):
        for row in measure(folder, options.engine):
            rows.append(row)
            print(line(row), flush=True)
    for arm in Arm:
        print(line(total([row for row in rows if row["arm"] == arm.value])))
    if options.json:
        options.json.write_text(json.dumps({"encoding": encoding.name, "rows": rows}, indent=1))


def total(rows: Sequence[dict[str, object]]) -> dict[str, object]:
    """Means over all queries of one arm."""
    counts = [int(str(row["queries"])) for row in rows]
    out: dict[str, object] = {"site": "all", "arm": rows[0]["arm"], "queries": sum(counts)}
    for name in ("tantivy", "elasticsearch", "both", "firstEqual"):
        out[name] = sum(n * float(str(row[name])) for n, row in zip(counts, rows, strict=True)) / sum(counts)
    return out


def line(row: dict[str, object]) -> str:
    """One row of the table."""
    return "{site:16} {arm:9} {queries:>7} {tantivy:>8.4f} {elasticsearch:>13.4f} {both:>7.4f} {firstEqual:>11.3f}".format(**row)


if __name__ == "__main__":
    main()
