"""View: one commit of a tantivy index, open for reading, with the exact scores of its documents.

The index needs no additional files that a crash could make inconsistent: document lengths are a column, and their mean
is computed over the live documents when the commit is opened.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import tantivy

from indexer.index.bm25 import LUCENE, UNWRITTEN, Similarity, idf, score
from indexer.index.bound import Clause, ScoredWord
from indexer.index.document import Document, published_of_key
from indexer.index.explanation import Contribution, Explanation
from indexer.index.facets import MOST_MONTHS, MOST_VALUES, Counts, Facet
from indexer.index.freshness import Freshness
from indexer.index.stored import Stored
from indexer.index.tantivy.query import any_term
from indexer.index.tantivy.store import FACETS, Derived, ScoringData, entry_of, scoring_data_of, stored_of
from indexer.index.weights import UNIT, lookup, lookup_key

CACHED_DOCUMENTS = 10_000
"""Size of the cache, about 95 MB of weights, words and fields, so that a run of test queries loads each document once."""


class Scored(NamedTuple):
    """A document with its score, W-BM25 times freshness if requested, and its fingerprint."""

    score: float
    id: str
    address: tantivy.DocAddress
    fingerprint: str


class View:
    """A snapshot, which does not change with the index.

    Parameters
    ----------
    searcher : tantivy.Searcher
    schema : tantivy.Schema
    """

    def __init__(self, searcher: tantivy.Searcher, schema: tantivy.Schema) -> None:
        self._searcher = searcher
        self._schema = schema
        self._cache: dict[tuple[int, int], ScoringData] = {}
        self.documents = searcher.num_docs
        self.languages = tuple(language for language, _ in searcher.terms_with_prefix("language", ""))
        sums = searcher.aggregate(tantivy.Query.all_query(), {"length": {"sum": {"field": "length"}}})
        self._mean_length = sums["length"]["value"] / self.documents / UNIT if self.documents else 0.0

    def best(self, query: tantivy.Query, limit: int) -> tuple[int, list[tantivy.DocAddress]]:
        """Return the exact number of matches, and the best by plain BM25."""
        found = self._searcher.search(query, limit=max(1, limit))
        return _count(found), [address for _, address in found.hits][:limit]

    def latest(self, query: tantivy.Query, limit: int, offset: int) -> tuple[int, list[tantivy.DocAddress]]:
        """Return the exact number of matches, and the latest."""
        found = self._searcher.search(query, limit=max(1, limit), offset=offset, order_by_field="published")
        return _count(found), [address for _, address in found.hits][:limit]

    def scores(
        self,
        clauses: Sequence[Clause],
        addresses: Sequence[tantivy.DocAddress],
        freshness: Freshness | None = None,
        headline_boost: float = 0.0,
        similarity: Similarity = LUCENE,
    ) -> list[Scored]:
        """Return the exact W-BM25 of documents, in their order.

        A word's terms in different languages count as one word, a repeated word counts twice. A word scores less
        (`UNWRITTEN`) in documents with only other written forms, and more in the headline.
        """
        keyed = [(word, [lookup_key(term) for term in word.terms], weight) for word, weight in self._words(clauses)]
        factors = self._factors(addresses, freshness)
        out = []
        for address, length, factor in zip(addresses, self._lengths(addresses), factors, strict=True):
            data = self._scoring_data(address)
            weighted = [
                (weight * self._share(word, data, headline_boost), w)
                for word, keys, weight in keyed
                if (w := sum(lookup(data.vector, key) for key in keys) / UNIT)
            ]
            value = score(weighted, length, self._mean_length, similarity) * factor
            out.append(Scored(value, data.id, address, data.fingerprint))
        return out

    def explain(
        self,
        clauses: Sequence[Clause],
        address: tantivy.DocAddress,
        freshness: Freshness | None = None,
        headline_boost: float = 0.0,
        similarity: Similarity = LUCENE,
    ) -> Explanation:
        """Return the contribution of each word to a document's score."""
        (length,), (factor,) = self._lengths([address]), self._factors([address], freshness)
        data = self._scoring_data(address)
        words = []
        for word, rarity in self._words(clauses):
            weight = rarity * self._share(word, data, headline_boost)
            w = sum(lookup(data.vector, lookup_key(term)) for term in word.terms) / UNIT
            if w:
                words.append(Contribution(word.terms, w, weight, score([(weight, w)], length, self._mean_length, similarity)))
        return Explanation(tuple(words), length, self._mean_length, factor)

    def forms(self, beginning: str) -> list[tuple[str, int]]:
        """Return the written forms with a prefix and their document counts, which include some deleted documents."""
        return [(form, int(count)) for form, count in self._searcher.terms_with_prefix("forms", beginning)]

    def facets(self, query: tantivy.Query) -> Counts:
        """Count the matching documents by facet."""
        terms = {facet: {"terms": {"field": FACETS[facet], "size": MOST_VALUES, "order": {"_count": "desc"}}} for facet in FACETS}
        found = self._searcher.aggregate(query, {facet.value: aggregation for facet, aggregation in terms.items()})
        counts = {
            facet: tuple(sorted(((str(b["key"]), int(b["doc_count"])) for b in found[facet.value]["buckets"]), key=lambda c: (-c[1], c[0])))
            for facet in FACETS
        }
        kind, day = tantivy.FieldType.Integer, 86_400 << 20
        dated = tantivy.Query.range_query(self._schema, "published", kind, -(1 << 61), 1 << 61)
        both = tantivy.Query.boolean_query([(tantivy.Occur.Must, query), (tantivy.Occur.Must, dated)])
        days = self._searcher.aggregate(both, {"day": {"histogram": {"field": "published", "interval": day, "min_doc_count": 1}}})
        dates = [(published_of_key(int(b["key"])), int(b["doc_count"])) for b in reversed(days["day"]["buckets"]) if b["doc_count"]]
        latest = [(when.date().isoformat(), number) for when, number in dates if when]
        months = Counter[str]()
        for day_of_month, number in latest:
            months[day_of_month[:7]] += number
        counts[Facet.DAY] = tuple(latest[:MOST_VALUES])
        counts[Facet.MONTH] = tuple(months.items())[:MOST_MONTHS]
        return counts

    def fields(self, address: tantivy.DocAddress) -> Mapping[str, Any]:
        """Return the stored fields of a document, which are cached for a scored one."""
        return self._scoring_data(address).fields

    def stored(self, address: tantivy.DocAddress) -> Stored:
        """Return a stored document."""
        return stored_of(self._searcher.doc(address))

    def rewritten(self, addresses: Sequence[tantivy.DocAddress]) -> Iterator[tuple[Document, tantivy.Document]]:
        """Yield the documents, analysed again, with their entries rebuilt from stored data."""
        lengths = self._searcher.fast_field_values("length", list(addresses)) if addresses else []
        for address, length in zip(addresses, lengths, strict=True):
            found = self._searcher.doc(address)
            document, data = stored_of(found).document(), scoring_data_of(found)
            yield document, entry_of(document, Derived(int(length or 0), data.vector, data.written, data.named))

    def _words(self, clauses: Sequence[Clause]) -> list[tuple[ScoredWord, float]]:
        """Return the query's words and their idf, multiplied by their number of occurrences in the query."""
        words = Counter(word for clause in clauses for word in clause.scored)
        return [(word, times * idf(self.documents, self._frequency(word.terms))) for word, times in sorted(words.items())]

    def _share(self, word: ScoredWord, data: ScoringData, headline_boost: float) -> float:
        """Return the factor of a word's score in a document."""
        share = 1.0 if not word.form or data.has_form(word.form) else 1.0 - UNWRITTEN
        return share + headline_boost if headline_boost and not word.plain and any(map(data.has_in_title, word.terms)) else share

    def _lengths(self, addresses: Sequence[tantivy.DocAddress]) -> list[float]:
        lengths = self._searcher.fast_field_values("length", list(addresses)) if addresses else []
        return [float(length or 0) / UNIT for length in lengths]

    def _factors(self, addresses: Sequence[tantivy.DocAddress], freshness: Freshness | None) -> list[float]:
        if freshness is None or not addresses:
            return [1.0] * len(addresses)
        keys = self._searcher.fast_field_values("published", list(addresses))
        return [freshness.factor(published_of_key(int(key or 0))) for key in keys]

    def _frequency(self, word: tuple[str, ...]) -> int:
        """Return the number of live documents with one of a word's terms; tantivy's doc_freq includes deleted ones."""
        return _count(self._searcher.search(any_term(self._schema, word), limit=1))

    def _scoring_data(self, address: tantivy.DocAddress) -> ScoringData:
        """Return the data that scores need of a document; the first documents stay in the cache."""
        key = address.segment_ord, address.doc
        if key in self._cache:
            return self._cache[key]
        found = scoring_data_of(self._searcher.doc(address))
        if len(self._cache) < CACHED_DOCUMENTS:
            self._cache[key] = found
        return found


def _count(found: tantivy.SearchResult) -> int:
    return int(found.count)  # type: ignore[attr-defined]  # tantivy's stub leaves it out
