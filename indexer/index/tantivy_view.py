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
from indexer.index.query import Clause
from indexer.index.stored import Stored
from indexer.index.tantivy_query import any_term
from indexer.index.tantivy_store import id_of, stored_of, vector_of
from indexer.index.weights import UNIT, lookup, lookup_key

CACHED_DOCUMENTS = 10_000
"""About 50 MB of weights, so that a run of test queries loads each document once."""


class Scored(NamedTuple):
    """A document and its W-BM25."""

    score: float
    id: str
    address: tantivy.DocAddress


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
        self._cache: dict[tuple[int, int], tuple[str, bytes]] = {}
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

    def scores(self, clauses: Sequence[Clause], addresses: Sequence[tantivy.DocAddress]) -> list[Scored]:
        """Exact W-BM25 of documents, in their order.

        A word's different terms (in different languages) count as one word, a repeated word counts twice.
        """
        words = Counter(word for clause in clauses for word in clause.words)
        keyed = [
            ([lookup_key(term) for term in word], times * idf(self.documents, self._frequency(word)))
            for word, times in sorted(words.items())
        ]
        lengths = self._searcher.fast_field_values("length", list(addresses)) if addresses else []
        out = []
        for address, length in zip(addresses, lengths, strict=True):
            identifier, encoded = self._weights(address)
            weighted = [(weight, sum(lookup(encoded, key) for key in keys) / UNIT) for keys, weight in keyed]
            out.append(Scored(score(weighted, float(length or 0) / UNIT, self._mean_length), identifier, address))
        return out

    def stored(self, address: tantivy.DocAddress) -> Stored:
        """What is stored of a document."""
        return stored_of(self._searcher.doc(address))

    def _frequency(self, word: tuple[str, ...]) -> int:
        """Documents alive that hold one of a word's terms; tantivy's own doc_freq counts deleted ones too."""
        return _count(self._searcher.search(any_term(self._schema, word), limit=1))

    def _weights(self, address: tantivy.DocAddress) -> tuple[str, bytes]:
        """Id and encoded weights of a document; the first ones asked for stay in memory."""
        key = address.segment_ord, address.doc
        if key in self._cache:
            return self._cache[key]
        entry = self._searcher.doc(address)
        found = id_of(entry), vector_of(entry)
        if len(self._cache) < CACHED_DOCUMENTS:
            self._cache[key] = found
        return found


def _count(found: tantivy.SearchResult) -> int:
    return int(found.count)  # type: ignore[attr-defined]  # tantivy's stub leaves it out
