"""Translation of bound queries to Elasticsearch's query DSL. User input is parsed and analysed before, never sent as a query string.

Phrases are matched in the terms with positions (`body`); scores come from the weighted terms (`w`), word by word, as in the embedded
engine. A word's terms in different languages count as one word (`indexer.index.elasticsearch.rarity`). The translation uses only `term`,
`terms`, `match_phrase`, `dis_max` and `bool` queries, none of which a cluster can forbid as expensive.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from indexer.index.bm25 import UNWRITTEN
from indexer.index.bound import AllBound, AnyBound, Bound, BoundNode, Clause, NotBound, ScoredWord
from indexer.index.document import document_id
from indexer.index.elasticsearch.rarity import Boosts, Word
from indexer.index.engine import Match, Sort
from indexer.index.freshness import OLD, Freshness
from indexer.index.query import Field, Filter, Story, start_of
from indexer.text import terms

DSL = dict[str, Any]

OTHER_TERMS = 0.3
"""Share of their scores that a document's other terms of a word (`work`, `worker`) add to the best term's score. Occurrences of one term
saturate, so the full scores of several terms would count a frequent word twice."""

_NAMES = {Field.AUTHOR: "names", Field.SECTION: "sections"}

BY_DATE: Sequence[Mapping[str, Any]] = ({"order": "desc"}, {"id": "asc"})
BY_SCORE: Sequence[Mapping[str, Any]] = ({"_score": "desc"}, {"id": "asc"})


def search_query(
    bound: Bound, match: Match, factor: float, boosts: Boosts, freshness: Freshness | None = None, headline_boost: float = 0.0
) -> DSL:
    """Return the query for documents with the clauses and filters, scored by W-BM25.

    `factor` is the server's constant factor of BM25: k1 + 1 in Elasticsearch (LegacyBM25Similarity), with k1 = 1.2 · S. Every word's
    boost cancels it, so that scores equal those of the embedded engine. `boosts` are those of words with several terms.

    Examples
    --------
    >>> from indexer.index.bound import bind
    >>> from indexer.index.query_parser import parse
    >>> (word,) = search_query(bind(parse("crane language:en"), ["en"]), Match.ALL, 1.0, {})["bool"]["must"]
    >>> word["bool"]["should"][0]
    {'term': {'w': {'value': 'crane', 'boost': 0.9}}}
    """
    if bound.wanted is None:
        return {"bool": {"must": [{"match_none": {}}]}}
    clauses = bound.clauses
    if not clauses:
        return {"bool": {"must": [{"match_all": {}}], "filter": [_node(bound.wanted)]}}
    scored, required = bound.parts
    words = Counter(word for clause in clauses for word in clause.scored)
    scores = [_scored(word, times / factor, boosts, headline_boost) for word, times in sorted(words.items())]
    filters = [_node(node) for node in required]
    if all(isinstance(node, Clause) and len(node.words) == 1 and not node.title for node in scored):
        wanted: DSL = {"must": scores} if match is Match.ALL else {"should": scores, "minimum_should_match": 1}
        return fresher({"bool": {**wanted, "filter": filters}}, freshness)
    matching = [_node(AnyBound(scored))] if match is Match.ANY else [_node(node) for node in scored]
    return fresher({"bool": {"filter": [*matching, *filters], "should": scores}}, freshness)


def order(clauses: Sequence[Clause], sort: Sort) -> Sequence[Mapping[str, Any]]:
    """Return a total order of hits; undated documents come last because their sort key is the lowest."""
    return BY_DATE if sort is Sort.DATE or not clauses else BY_SCORE


def fresher(query: DSL, freshness: Freshness | None) -> DSL:
    """Multiply the query's scores by `Freshness.factor`."""
    if freshness is None:
        return query
    decay = {
        "published": {
            "origin": freshness.now.isoformat(),
            "scale": f"{max(1, round(freshness.half_life * 86_400_000))}ms",
            "decay": 0.5,
        }
    }
    return {
        "function_score": {
            "query": query,
            "functions": [
                {"weight": OLD},
                {"filter": {"exists": {"field": "published"}}, "exp": decay, "weight": 1 - OLD},
            ],
            "score_mode": "sum",
            "boost_mode": "multiply",
        }
    }


def _scored(word: ScoredWord, boost: float, boosts: Boosts, headline_boost: float) -> DSL:
    """Return a word's score query: less for documents with only other written forms, more for a match in the headline."""
    shares: list[tuple[float, DSL | None]] = [(1.0 - UNWRITTEN if word.form else 1.0, None)]
    if word.form:
        shares.append((UNWRITTEN, {"term": {"forms": word.form}}))
    if headline_boost and not word.plain:
        shares.append((headline_boost, _any([{"term": {"titles": term}} for term in word.terms])))
    parts = [(_word(word.terms, boost * share, boosts), only) for share, only in shares]
    return _any([score if only is None else {"bool": {"must": [score], "filter": [only]}} for score, only in parts])


def _word(word: Word, boost: float, boosts: Boosts) -> DSL:
    """Return the score query of one word, from those of its terms that the index has."""
    terms_of = boosts.get(word) or {word[0]: 1.0}
    scores: list[DSL] = [{"term": {"w": {"value": term, "boost": boost * share}}} for term, share in terms_of.items()]
    return scores[0] if len(scores) == 1 else {"dis_max": {"queries": scores, "tie_breaker": OTHER_TERMS}}


def _reading(field: str, reading: Sequence[str]) -> DSL:
    if len(reading) == 1:
        return {"term": {field: reading[0]}}
    return {"match_phrase": {field: {"query": " ".join(reading), "analyzer": "whitespace"}}}


def _node(node: BoundNode) -> DSL:
    """Return the unscored query of a node."""
    if isinstance(node, Clause):
        return _any([_reading("titles" if node.title else "body", reading) for reading in node.readings])
    if isinstance(node, Filter):
        return _filter(node)
    if isinstance(node, Story):
        return {"term": {"canonical": document_id(node.url)}}
    if isinstance(node, AnyBound):
        return _any(_alternatives(node.nodes))
    nodes = node.nodes if isinstance(node, AllBound) else (node,)
    wanted = [_node(each) for each in nodes if not isinstance(each, NotBound)]
    unwanted = _merged(_alternatives([each.node for each in nodes if isinstance(each, NotBound)]))
    return {"bool": {"filter": wanted or [{"match_all": {}}], "must_not": unwanted}}


def _alternatives(nodes: Iterable[BoundNode]) -> list[DSL]:
    """Return the alternatives of several nodes; a site filter has two, because two fields identify a site."""
    return [query for node in nodes for query in (_sites(node) if isinstance(node, Filter) and node.field is Field.SITE else [_node(node)])]


def _sites(node: Filter) -> list[DSL]:
    return [{"term": {name: node.value}} for name in ("site", "hosts")]


def _filter(node: Filter) -> DSL:
    if node.field is Field.SITE:
        return _any(_sites(node))
    if node.field is Field.LANGUAGE:
        return {"term": {"language": node.value}}
    if node.field in _NAMES:
        return _reading(_NAMES[node.field], terms(node.value))
    bound = "gte" if node.field is Field.AFTER else "lt"
    return {"range": {"published": {bound: start_of(date.fromisoformat(node.value)).isoformat()}}}


def _any(queries: Sequence[DSL]) -> DSL:
    found = _merged(queries)
    return found[0] if len(found) == 1 else {"bool": {"should": found, "minimum_should_match": 1}}


def _merged(queries: Iterable[DSL]) -> list[DSL]:
    """Merge the unscored terms of a field into one clause: servers limit the clauses of a query, not the terms of a clause.

    >>> _merged([{"term": {"site": "a"}}, {"range": {}}, {"term": {"site": "b"}}])
    [{'terms': {'site': ['a', 'b']}}, {'range': {}}]
    """
    values: dict[str, list[str]] = {}
    others: list[DSL] = []
    for query in queries:
        ((field, value),) = query.get("term", {"": None}).items()
        if isinstance(value, str):
            values.setdefault(field, []).append(value)
        else:  # a term with a boost is scored
            others.append(query)
    return [{"terms": {field: each}} if len(each) > 1 else {"term": {field: each[0]}} for field, each in values.items()] + others
