"""Reader of one arm of an Elasticsearch engine: search, lookup and iteration."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from indexer.errors import EngineError, EngineMissingError
from indexer.index.bm25 import K1, LUCENE
from indexer.index.bound import Bound, Clause, bind
from indexer.index.collapse import MOST_COLLAPSED, collapse
from indexer.index.document import document_id, published_time
from indexer.index.elasticsearch.client_library import Client
from indexer.index.elasticsearch.connection import Connection
from indexer.index.elasticsearch.document import EMPTY, fields_of, fingerprint_of, stored_of, texts_of, weights_of
from indexer.index.elasticsearch.explain import explanation_of, rescored
from indexer.index.elasticsearch.mapping import Encoding, encoding_of
from indexer.index.elasticsearch.query import order, search_query
from indexer.index.elasticsearch.rarity import Boosts, boosts, counting, several
from indexer.index.engine import Hit, Request, Results, Sort
from indexer.index.facets import MOST_MONTHS, MOST_VALUES, Counts, Facet
from indexer.index.highlight import Marked, mark, snippet
from indexer.index.stored import Stored
from indexer.urls import normalise

_WINDOW = 10_000
"""Hits reachable by offset (index.max_result_window); deeper ones are read by a scan of a point in time."""
_PAGE = 500
_REMEMBERED = 1.0
"""Seconds for which an index's languages and settings are cached; writes of others also take one to become visible."""
_MOST_LANGUAGES = 500
_KEEP_ALIVE = "2m"

_CANDIDATES, _CANDIDATES_PER_HIT = 100, 2
"""Candidates in the index's own order that are rescored by another similarity."""
_MOST_SIMILAR = 20
_FACETS = {Facet.SITE: "site", Facet.AUTHOR: "author", Facet.SECTION: "articleSection"}
_TEXTS = ("parts", "articleBody", "text")


class Reader:
    """Searches one alias.

    Parameters
    ----------
    connection : Connection
    alias : str
    """

    def __init__(self, connection: Connection, alias: str) -> None:
        self._connection = connection
        self._alias = alias
        self._known: tuple[float, Encoding, tuple[str, ...]] | None = None

    def forget(self) -> None:
        """Discard the cached languages after a write."""
        self._known = None

    def count(self) -> int:
        """Return the number of documents."""
        with self._connection.ask() as client:
            answer = client.options(ignore_status=404).count(index=self._alias)
            return int(answer.get("count", 0))

    def search(self, request: Request) -> Results:
        """Find, sort and highlight."""
        with self._index() as client:
            encoding, _ = self._about(client)
            bound, search = self._request(client, request)
            if request.collapse:
                return self._collapsed(client, search, bound, encoding, request)
            another = request.similarity != LUCENE and request.sort is Sort.RELEVANCE and bool(bound.clauses)
            total, found = _rescored(client, search, request) if another else _page(client, search, request, _wanted(request))
            return Results(total, tuple(_hit(each, bound.clauses, encoding, request) for each in found), cut=bound.cut)

    def body(self, request: Request) -> dict[str, Any]:
        """Return a search body that any client can send to the alias, with `?search_type=dfs_query_then_fetch`."""
        with self._index() as client:
            _, search = self._request(client, request)
        return {
            "query": search["query"],
            "sort": list(search["sort"]),
            "track_scores": search["track_scores"],
            "from": request.offset,
            "size": request.limit,
            "_source": list(EMPTY),
        }

    def similar(self, word: str) -> list[tuple[str, int]]:
        """Return similar written forms with the same first letter, from the server's term suggester."""
        suggester = {"field": "forms", "suggest_mode": "always", "size": _MOST_SIMILAR, "min_word_length": 1, "analyzer": "whitespace"}
        with self._index() as client:
            answer = client.search(index=self._alias, size=0, suggest={"similar": {"text": word, "term": suggester}})
        return [(str(each["text"]), int(each["freq"])) for entry in answer["suggest"]["similar"] for each in entry["options"]]

    def facets(self, request: Request) -> Counts:
        """Count the matching documents by facet."""
        aggregations: dict[str, Any] = {
            facet.value: {"terms": {"field": field, "size": MOST_VALUES, "order": [{"_count": "desc"}, {"_key": "asc"}]}}
            for facet, field in _FACETS.items()
        }
        for facet, form in ((Facet.DAY, "yyyy-MM-dd"), (Facet.MONTH, "yyyy-MM")):
            spans = {"field": "published", "calendar_interval": facet.value, "format": form, "min_doc_count": 1, "order": {"_key": "desc"}}
            aggregations[facet.value] = {"date_histogram": spans}
        with self._index() as client:
            _, search = self._request(client, request)
            answer = client.search(index=self._alias, query=search["query"], size=0, aggregations=aggregations, track_total_hits=False)
        return {
            facet: tuple(
                (str(bucket.get("key_as_string", bucket["key"])), int(bucket["doc_count"]))
                for bucket in answer["aggregations"][facet.value]["buckets"][: MOST_MONTHS if facet is Facet.MONTH else MOST_VALUES]
            )
            for facet in Facet
        }

    def _request(self, client: Client, request: Request) -> tuple[Bound, dict[str, Any]]:
        """Return the bound query, and the arguments of the client's `search`."""
        encoding, languages = self._about(client)
        bound = bind(request.query, languages)
        clauses = bound.clauses
        by_date = request.sort is Sort.DATE or not clauses
        freshness = None if by_date else request.freshness
        factor = self._connection.library.bm25_factor(K1 * encoding.scale)
        search: dict[str, Any] = {
            "index": self._alias,
            "query": search_query(
                bound, request.match, factor, self._boosts(client, clauses), freshness, request.headline_boost
            ),
            "sort": order(clauses, request.sort),
            "search_type": "dfs_query_then_fetch",
            "track_scores": bool(clauses),
        }
        return bound, search

    def encoding(self) -> Encoding:
        """Return the encoding of the index's weights."""
        with self._index() as client:
            return self._about(client)[0]

    def find(self, url: str) -> Mapping[str, Any] | None:
        """Return the source of the document with this own, canonical or additional URL, as written or normalised."""
        should = [
            {"constant_score": {"filter": {"term": {name: document_id(spelling)}}, "boost": boost}}
            for spelling, weight in ((url, 8), (normalise(url), 1))
            for name, boost in (("_id", 4 * weight), ("canonical", 2 * weight), ("urls", weight))
        ]
        with self._connection.ask() as client:
            answer = client.options(ignore_status=404).search(
                index=self._alias, query={"bool": {"should": should}}, sort=["_score", {"id": "asc"}], size=1
            )
            hits = answer.get("hits", {}).get("hits", [])
            return hits[0]["_source"] if hits else None

    def read(self, url: str) -> Stored | None:
        """Return the document with a URL."""
        source = self.find(url)
        return None if source is None else stored_of(source)

    def stored(self) -> Iterator[Stored]:
        """Yield every document, ordered by id."""
        with self._index() as client:
            search = {"query": {"match_all": {}}, "sort": [{"id": "asc"}]}
            for hit in _walk(client, self._alias, search, _PAGE):
                yield stored_of(hit["_source"])

    @contextmanager
    def _index(self) -> Iterator[Client]:
        """Yield a client; a missing alias raises a clear error."""
        try:
            with self._connection.ask() as client:
                yield client
        except EngineMissingError as error:
            msg = f"no index {self._alias} at {self._connection.settings}: run `winnow index` first, or name another --engine"
            raise EngineError(msg) from error

    def _about(self, client: Client) -> tuple[Encoding, tuple[str, ...]]:
        """Return the encoding of the weights, and the languages of the documents."""
        now = time.monotonic()
        if self._known is None or now - self._known[0] > _REMEMBERED:
            found = client.indices.get_mapping(index=self._alias).body
            (index, mapping), *_ = found.items()
            encoding = encoding_of(mapping["mappings"], index)
            terms = {"terms": {"field": "language", "size": _MOST_LANGUAGES}}
            answer = client.search(index=self._alias, size=0, aggregations={"languages": terms}, track_total_hits=False)
            buckets = answer["aggregations"]["languages"]["buckets"]
            self._known = now, encoding, tuple(sorted(str(bucket["key"]) for bucket in buckets))
        return self._known[1:]

    def _boosts(self, client: Client, clauses: Sequence[Clause]) -> Boosts:
        """Return the boosts of words with several terms."""
        words = several(clauses)
        if not words:
            return {}
        answer = client.search(index=self._alias, size=0, aggregations=counting(words), track_total_hits=False)
        return boosts(words, answer["aggregations"])

    def _collapsed(
        self, client: Client, search: dict[str, Any], bound: Bound, encoding: Encoding, request: Request
    ) -> Results:
        """Collapse the first documents by their fingerprints, then fetch the displayed ones."""
        brief: dict[str, Any] = {"size": MOST_COLLAPSED, "source": False, "docvalue_fields": ["fingerprint"], "track_total_hits": True}
        answer = client.search(**search, **brief)
        ranked = answer["hits"]["hits"]
        groups = collapse(ranked, lambda hit: fingerprint_of(str(hit["fields"]["fingerprint"][0]), hit["_id"]))
        shown = groups[request.offset : request.offset + request.limit]
        only = {"ids": {"values": [hit["_id"] for hit, _ in shown]}}
        restricted = {**search, "query": {"bool": {"must": search["query"], "filter": only}}}
        _, found = _page(client, restricted, replace(request, offset=0, limit=len(shown)), _wanted(request))
        sizes = {hit["_id"]: size for hit, size in shown}
        hits = (replace(_hit(each, bound.clauses, encoding, request), copies=sizes[each["_id"]]) for each in found)
        total = int(answer["hits"]["total"]["value"])
        return Results(len(groups), tuple(hits), documents=total, more=total > len(ranked), cut=bound.cut)


def _wanted(request: Request) -> dict[str, Any]:
    """Return the arguments that select the parts of a hit."""
    texts = _TEXTS if request.highlight or request.explain else ()
    return {"source_includes": ["id", "language", *EMPTY, *texts], "explain": request.explain}


def _page(
    client: Client, search: Mapping[str, Any], request: Request, wanted: Mapping[str, Any]
) -> tuple[int, list[Mapping[str, Any]]]:
    """Return the exact number of matches, and the requested hits."""
    end = request.offset + request.limit
    if end <= _WINDOW:
        answer = client.search(**search, **wanted, from_=request.offset, size=request.limit, track_total_hits=True)
        return int(answer["hits"]["total"]["value"]), answer["hits"]["hits"]
    count = client.search(index=search["index"], query=search["query"], size=0, track_total_hits=True)
    index, rest = search["index"], {name: value for name, value in search.items() if name != "index"}
    found = []
    for number, hit in enumerate(_walk(client, index, {**rest, **wanted}, _PAGE)):
        if number >= end:
            break
        if number >= request.offset:
            found.append(hit)
    return int(count["hits"]["total"]["value"]), found


def _rescored(client: Client, search: Mapping[str, Any], request: Request) -> tuple[int, Sequence[Mapping[str, Any]]]:
    """Return the number of matches, and the requested hits after rescoring the best candidates from their explanations."""
    end = request.offset + request.limit
    first = replace(request, offset=0, limit=_CANDIDATES + _CANDIDATES_PER_HIT * end)
    total, found = _page(client, search, first, {**_wanted(request), "explain": True})
    trees = [rescored(hit["_explanation"], request.similarity) for hit in found]
    again = [{**hit, "_score": tree["value"], "_explanation": tree} for hit, tree in zip(found, trees, strict=True)]
    return total, sorted(again, key=lambda hit: (-hit["_score"], hit["_id"]))[request.offset : end]


def _walk(client: Client, index: str, search: Mapping[str, Any], size: int) -> Iterator[Mapping[str, Any]]:
    """Yield all hits in order, from a snapshot of the index."""
    moment = client.open_point_in_time(index=index, keep_alive=_KEEP_ALIVE)["id"]
    try:
        after: list[Any] | None = None
        while True:
            answer = client.search(
                **search, pit={"id": moment, "keep_alive": _KEEP_ALIVE}, size=size, search_after=after, track_total_hits=False
            )
            moment, hits = answer["pit_id"], answer["hits"]["hits"]
            yield from hits
            if len(hits) < size:
                return
            after = hits[-1]["sort"]
    finally:
        client.close_point_in_time(id=moment)


def _hit(found: Mapping[str, Any], clauses: Sequence[Clause], encoding: Encoding, request: Request) -> Hit:
    source = found["_source"]
    fields, language = fields_of(source), str(source.get("language", ""))
    explanation = None
    if request.explain:
        fresh = request.freshness if clauses and request.sort is Sort.RELEVANCE else None
        factor = fresh.factor(published_time(fields["datePublished"])) if fresh else 1.0
        explanation = explanation_of(found["_explanation"], clauses, encoding, weights_of(source), factor)
    plain = Hit(
        id=str(source["id"]),
        url=str(fields["url"]),
        canonical_url=str(fields["canonicalUrl"]),
        score=float(found["_score"] or 0.0) if clauses else 0.0,
        headline=Marked(str(fields["headline"])),
        fields=fields,
        explanation=explanation,
    )
    if not request.highlight:
        return plain
    texts = (text for kind, text, _ in texts_of(source) if kind == "text")
    return replace(plain, headline=mark(plain.headline.text, clauses, language), snippet=snippet(texts, clauses, language))
