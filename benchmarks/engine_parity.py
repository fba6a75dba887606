"""Compares the top ten of both engines with an exhaustive computation of W-BM25, and with each other.

    python -m benchmarks.engine_parity --home DIR --engine http://localhost:9200 [SITE …] [--every 5] [--keep] [--json FILE]

The home's embedded index is copied to new indexes on the server, which are removed afterwards; with `--keep` it is copied to the indexes of
a home on the server, unless they already have as many documents. The sites' test queries are run on every arm. overlap@10 is the share of
the exact top ten that another top ten contains, averaged over the queries with a hit: for the embedded engine, for the server, and for the
exact computation with document lengths rounded as Lucene stores them.
"""

from __future__ import annotations

import argparse
import heapq
import json
import uuid
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

import urllib3

from harness.shared_sites import folders
from indexer.evaluate.trec import TestQuery, read_queries
from indexer.home import Home
from indexer.index.arm import Arm
from indexer.index.bm25 import UNWRITTEN, idf, score
from indexer.index.bound import bind
from indexer.index.document import Document
from indexer.index.elasticsearch.aliases import available_encoding
from indexer.index.elasticsearch.connection_settings import ConnectionSettings
from indexer.index.elasticsearch.engine import ElasticsearchEngine
from indexer.index.elasticsearch.length_norm import kept_length
from indexer.index.engine import Engine, Match, Request
from indexer.index.query import literal
from indexer.index.weights import UNIT, forms_of, vector

DEPTH = 10
COLUMNS = ("tantivy", "elasticsearch", "cutLength", "both", "firstEqual")


@dataclass(frozen=True, slots=True)
class Exact:
    """All documents of an arm with their term weights and word forms, scored one by one.

    Parameters
    ----------
    weights : mapping of id to mapping of term to float
    forms : mapping of id to frozenset of str
    lengths : mapping of id to float
    holders : mapping of term to set of ids
    languages : frozenset of str
    """

    weights: Mapping[str, Mapping[str, float]]
    forms: Mapping[str, frozenset[str]]
    lengths: Mapping[str, float]
    holders: Mapping[str, frozenset[str]]
    languages: frozenset[str]

    @classmethod
    def of(cls, documents: Sequence[Document]) -> Exact:
        """Build the index of an arm's documents."""
        weights = {each.id: {term: w / UNIT for term, w in vector(each.parts).items()} for each in documents}
        forms = {each.id: frozenset(forms_of(each.parts).split()) for each in documents}
        holders: dict[str, set[str]] = defaultdict(set)
        for name, terms in weights.items():
            for term in terms:
                holders[term].add(name)
        frozen = {term: frozenset(names) for term, names in holders.items()}
        lengths = {name: sum(terms.values()) for name, terms in weights.items()}
        return cls(weights, forms, lengths, frozen, frozenset(each.language for each in documents))

    def top(self, text: str, kept: Callable[[float], float] | None = None) -> list[str]:
        """Return the ids of the best documents by W-BM25, ties by id; `kept` maps a document's length to its stored length."""
        words = Counter(word for clause in bind(literal(text), self.languages).clauses for word in clause.scored)
        mean = fmean(self.lengths.values())
        holding = {word: frozenset().union(*(self.holders.get(term, frozenset()) for term in word.terms)) for word in words}
        rarity = {word: times * idf(len(self.weights), len(holding[word])) for word, times in words.items()}
        scores = []
        for name in frozenset().union(*holding.values()):
            weights = self.weights[name]
            pairs = [
                (rarity[word] * self.form_factor(name, word.form), sum(weights.get(term, 0.0) for term in word.terms))
                for word in sorted(words)
            ]
            length = self.lengths[name]
            scores.append((-score(pairs, kept(length) if kept else length, mean), name))
        return [name for _, name in heapq.nsmallest(DEPTH, scores)]

    def form_factor(self, name: str, form: str) -> float:
        """Return the factor of a word's score: less than 1 if the document has the word only in other forms."""
        return 1 - UNWRITTEN if form and form not in self.forms[name] else 1.0


def top_ids(engine: Engine, arm: Arm, text: str) -> list[str]:
    """Return the ids of an engine's top hits."""
    request = Request(literal(text), Match.ANY, limit=DEPTH, highlight=False)
    return [hit.id for hit in engine.search(arm, request).hits]


def overlap(one: Sequence[str], truth: Sequence[str]) -> float:
    """Return the share of `truth` that is in `one`."""
    return len({*one} & {*truth}) / len(truth)


def measure(home: Path, url: str, queries: Sequence[TestQuery], *, keep: bool) -> Iterator[dict[str, object]]:
    """Copy a home's index to the server and yield the figures of every arm."""
    prefix = Home.of(home, url).settings.engine_prefix if keep else f"parity-{uuid.uuid4().hex[:8]}"
    server = ElasticsearchEngine(ConnectionSettings((url,), prefix))
    with closing(Home.of(home, "").engine()) as embedded, server:
        try:
            for arm in Arm:
                documents = [stored.document() for stored in embedded.stored(arm)]
                if server.count(arm) != len(documents):
                    for document in documents:
                        server.put(arm, document)
                    server.commit()
                yield {"arm": arm.value} | compare(Exact.of(documents), embedded, server, arm, queries)
        finally:
            if not keep:
                remove(server)


def compare(exact: Exact, embedded: Engine, server: ElasticsearchEngine, arm: Arm, queries: Sequence[TestQuery]) -> dict[str, float]:
    """Return the overlaps and the share of equal first hits of one arm, averaged over the queries with a hit."""
    scale = server.encoding(arm).scale
    rows = []
    for query in queries:
        truth = exact.top(query.text)
        if truth:
            cut = exact.top(query.text, lambda length: kept_length(round(length * scale)) / scale)
            one, two = top_ids(embedded, arm, query.text), top_ids(server, arm, query.text)
            rows.append((overlap(one, truth), overlap(two, truth), overlap(cut, truth), overlap(one, two), float(two[:1] == truth[:1])))
    means = [fmean(column) for column in zip(*rows, strict=True)]
    return dict(zip(COLUMNS, means, strict=True)) | {"queries": len(rows)}


def remove(server: ElasticsearchEngine) -> None:
    """Remove the indexes and templates of the server's prefix; the server needs no password."""
    prefix, url = server.names.prefix, server.connection.settings.urls[0]
    with server.connection.ask() as client:
        client.indices.delete(index=list(client.indices.get_alias(index=[f"{prefix}-*"]).body))
    for path in (f"_index_template/{prefix}", f"_component_template/{prefix}-*"):  # both products have these requests
        urllib3.request("DELETE", f"{url}/{path}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sites", nargs="*")
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--engine", required=True)
    parser.add_argument("--every", type=int, default=1, help="run every Nth query")
    parser.add_argument("--keep", action="store_true", help="keep the copy on the server")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    with ElasticsearchEngine(ConnectionSettings((options.engine,))).connection.ask() as client:
        encoding = available_encoding(client)
    print(f"weights: {encoding.name}, S = {encoding.scale}\n")
    print(("{:9} {:>7}" + " {:>13}" * len(COLUMNS)).format("arm", "queries", *COLUMNS))
    files = [file for folder in folders(options.sites) if (file := folder / "queries.tsv").is_file()]
    queries = [query for file in files for query in read_queries(file)][:: options.every]
    rows = []
    for row in measure(options.home, options.engine, queries, keep=options.keep):
        rows.append(row)
        print(f"{row['arm']:9} {row['queries']:>7}" + "".join(f" {row[name]:>13.4f}" for name in COLUMNS), flush=True)
    if options.json:
        options.json.write_text(json.dumps({"encoding": encoding.name, "rows": rows}, indent=1))


if __name__ == "__main__":
    main()
