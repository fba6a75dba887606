"""One commit of a tantivy index, open for reading, and the exact scores of its documents.

Nothing is kept beside the index that a crash could leave behind: document lengths are a column of it, and their mean
is summed over the documents alive when the commit is opened.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import tantivy

from indexer.index.bm25 import idf, score
from indexer.index.bound import Clause
from indexer.index.document import published_of_key
from indexer.index.explanation import Contribution, Explanation
from indexer.index.freshness import Freshness
from indexer.index.stored import Stored
from indexer.index.tantivy.query import any_term
from indexer.index.tantivy.store import fingerprint_of, id_of, stored_of, vector_of
from indexer.index.weights import UNIT, lookup, lookup_key

CACHED_DOCUMENTS = 10_000
"""About 50 MB of weights, so that a run of test queries loads each document once."""


class Scored(NamedTuple):
    """A document, its W-BM25, times its freshness where that was asked for, and what tells its near copies."""

    score: float
    id: str
    address: tantivy.DocAddress
    fingerprint: str


class View:
    """A snapshot: it does not change when the index does.

    Parameters
    ----------
    searcher : tantivy.Searcher
    schema : tantivy.Schema
    """

    def __init__(self, searcher: tantivy.Searcher, schema: tantivy.Schema) -> None:
        self._searcher = searcher
        self._schema = schema
        self._cache: dict[tuple[int, int], tuple[str, bytes, str]] = {}
        self.documents = searcher.num_docs
        self.languages = tuple(language for language, _ in searcher.terms_with_prefix("language", ""))
        sums = searcher.aggregate(tantivy.Query.all_query(), {"length": {"sum": {"field": "length"}}})
        self._mean_length = sums["length"]["value"] / self.documents / UNIT if self.documents else 0.0

    def best(self, query: tantivy.Query, limit: int) -> tuple[int, list[tantivy.DocAddress]]:
        """How many match (exact), and the best by plain BM25."""
        found = self._searcher.search(query, limit=max(1, limit))
        return _count(found), [address for _, address in found.hits][:limit]

    def latest(self, query: tantivy.Query, limit: int, offset: int) -> tuple[int, list[tantivy.DocAddress]]:
        """How many match (exact), and the latest."""
        found = self._searcher.search(query, limit=max(1, limit), offset=offset, order_by_field="published")
        return _count(found), [address for _, address in found.hits][:limit]

    def scores(
        self, clauses: Sequence[Clause], addresses: Sequence[tantivy.DocAddress], freshness: Freshness | None = None
    ) -> list[Scored]:
        """Exact W-BM25 of documents, in their order.

        A word's different terms (in different languages) count as one word, a repeated word counts twice.
        """
        keyed = [([lookup_key(term) for term in word], weight) for word, weight in self._words(clauses)]
        factors = self._factors(addresses, freshness)
        out = []
        for address, length, factor in zip(addresses, self._lengths(addresses), factors, strict=True):
            identifier, encoded, fingerprint = self._weights(address)
            weighted = [(weight, sum(lookup(encoded, key) for key in keys) / UNIT) for keys, weight in keyed]
            value = score(weighted, length, self._mean_length) * factor
            out.append(Scored(value, identifier, address, fingerprint))
        return out

    def explain(
        self, clauses: Sequence[Clause], address: tantivy.DocAddress, freshness: Freshness | None = None
    ) -> Explanation:
        """What each word adds to a document's score."""
        (length,), (factor,) = self._lengths([address]), self._factors([address], freshness)
        encoded = self._weights(address)[1]
        words = []
        for word, weight in self._words(clauses):
            held = sum(lookup(encoded, lookup_key(term)) for term in word) / UNIT
            if held:
                words.append(Contribution(word, held, weight, score([(weight, held)], length, self._mean_length)))
        return Explanation(tuple(words), length, self._mean_length, factor)

    def stored(self, address: tantivy.DocAddress) -> Stored:
        """What is stored of a document."""
        return stored_of(self._searcher.doc(address))

    def _words(self, clauses: Sequence[Clause]) -> list[tuple[tuple[str, ...], float]]:
        """The query's words and their idf, as often as each stands in the query."""
        words = Counter(word for clause in clauses for word in clause.words)
        return [(word, times * idf(self.documents, self._frequency(word))) for word, times in sorted(words.items())]

    def _lengths(self, addresses: Sequence[tantivy.DocAddress]) -> list[float]:
        lengths = self._searcher.fast_field_values("length", list(addresses)) if addresses else []
        return [float(length or 0) / UNIT for length in lengths]

    def _factors(self, addresses: Sequence[tantivy.DocAddress], freshness: Freshness | None) -> list[float]:
        if freshness is None or not addresses:
            return [1.0] * len(addresses)
        keys = self._searcher.fast_field_values("published", list(addresses))
        return [freshness.factor(published_of_key(int(key or 0))) for key in keys]

    def _frequency(self, word: tuple[str, ...]) -> int:
        """Documents alive that hold one of a word's terms; tantivy's own doc_freq counts deleted ones too."""
        return _count(self._searcher.search(any_term(self._schema, word), limit=1))

    def _weights(self, address: tantivy.DocAddress) -> tuple[str, bytes, str]:
        """Id, encoded weights and fingerprint of a document; the first ones asked for stay in memory."""
        key = address.segment_ord, address.doc
        if key in self._cache:
            return self._cache[key]
        entry = self._searcher.doc(address)
        found = id_of(entry), vector_of(entry), fingerprint_of(entry)
        if len(self._cache) < CACHED_DOCUMENTS:
            self._cache[key] = found
        return found


def _count(found: tantivy.SearchResult) -> int:
    return int(found.count)  # type: ignore[attr-defined]  # tantivy's stub leaves it out
