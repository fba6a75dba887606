"""A bound query in Elasticsearch's DSL. What a reader typed is never sent as a query string: it has been parsed and analysed before.

Whether a document matches is asked of the terms with positions (`body`) where phrases are concerned; how well, of the weighted terms (`w`),
word by word, as the embedded engine does. A word's different terms (in different languages) count as one word
(`indexer.index.elasticsearch.rarity`). Only `term`, `match_phrase` and `bool` queries are used, none that a cluster may forbid as
expensive.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from indexer.index.elasticsearch.rarity import Boosts, Word
from indexer.index.engine import Match, Sort
from indexer.index.freshness import OLD, Freshness
from indexer.index.query import Clause, Query, start_of
from indexer.text import terms

DSL = dict[str, Any]

BY_DATE: Sequence[Mapping[str, Any]] = ({"order": "desc"}, {"id": "asc"})
BY_SCORE: Sequence[Mapping[str, Any]] = ({"_score": "desc"}, {"id": "asc"})


def search_query(
    query: Query, clauses: Sequence[Clause], match: Match, factor: float, boosts: Boosts, freshness: Freshness | None = None
) -> DSL:
    """Documents that have the clauses and pass the filters, scored by W-BM25.

    `factor` is what the server multiplies BM25 by: k1 + 1 in Elasticsearch (LegacyBM25Similarity), k1 being 1.2 · S. Every word's
    boost takes that back, so that scores are those of the embedded engine. `boosts` are those of words with several terms.

    Examples
    --------
    >>> from indexer.index.query import bind, parse
    >>> query = parse("crane language:en")
    >>> search_query(query, bind(query, ["en"]), Match.ALL, 121.0, {})["bool"]["must"]
    [{'term': {'w': {'value': 'crane', 'boost': 0.008264462809917356}}}]
    """
    wanted = _wanted(query, clauses, match, 1 / factor, boosts)
    wanted["filter"] = [*wanted.get("filter", ()), *_filters(query)]
    return fresher({"bool": wanted}, freshness) if clauses else {"bool": wanted}


def order(clauses: Sequence[Clause], sort: Sort) -> Sequence[Mapping[str, Any]]:
    """A total order of hits; documents without a date are last, as their sort key is under all others."""
    return BY_DATE if sort is Sort.DATE or not clauses else BY_SCORE


def fresher(query: DSL, freshness: Freshness | None) -> DSL:
    """The query with scores multiplied as `Freshness.factor` says."""
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


def _wanted(query: Query, clauses: Sequence[Clause], match: Match, unit: float, boosts: Boosts) -> DSL:
    if not clauses:
        return {"must": [{"match_all": {}} if query.everything else {"match_none": {}}]}
    words = Counter(word for clause in clauses for word in clause.words)
    scored = [_word(word, times * unit, boosts) for word, times in sorted(words.items())]
    phrases = [clause for clause in dict.fromkeys(clauses) if len(clause.words) > 1]
    if not phrases:
        return {"must": scored} if match is Match.ALL else {"should": scored, "minimum_should_match": 1}
    matching = [_any([_reading("body", reading) for reading in clause.readings]) for clause in dict.fromkeys(clauses)]
    least = len(matching) if match is Match.ALL else 1
    return {"filter": [{"bool": {"should": matching, "minimum_should_match": least}}], "should": scored}


def _word(word: Word, boost: float, boosts: Boosts) -> DSL:
    """One word's score; of several terms only those that the index has."""
    terms_of = boosts.get(word) or {word[0]: 1.0}
    return _any([{"term": {"w": {"value": term, "boost": boost * share}}} for term, share in terms_of.items()])


def _reading(field: str, reading: Sequence[str]) -> DSL:
    if len(reading) == 1:
        return {"term": {field: reading[0]}}
    return {"match_phrase": {field: {"query": " ".join(reading), "analyzer": "whitespace"}}}


def _filters(query: Query) -> list[DSL]:
    filters: list[DSL] = []
    if query.sites:
        filters.append(_any([{"terms": {name: list(query.sites)}} for name in ("site", "hosts")]))
    if query.languages:
        filters.append({"terms": {"language": list(query.languages)}})
    for name in query.authors:
        folded = terms(name)
        filters.append(_reading("names", folded) if folded else {"match_none": {}})
    span = {"gte": query.after and start_of(query.after), "lt": query.before and start_of(query.before)}
    limits = {bound: moment.isoformat() for bound, moment in span.items() if moment}
    if limits:
        filters.append({"range": {"published": limits}})
    return filters


def _any(queries: Sequence[DSL]) -> DSL:
    return queries[0] if len(queries) == 1 else {"bool": {"should": list(queries), "minimum_should_match": 1}}
