"""A bound query as a tantivy query: which documents match; their exact scores are computed afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import tantivy

from indexer.index.document import published_key
from indexer.index.engine import Match
from indexer.index.query import Clause, Query, start_of
from indexer.text import terms

_MUST, _SHOULD = tantivy.Occur.Must, tantivy.Occur.Should
_FIRST_KEY, _LAST_KEY = -(1 << 61), 1 << 61  # documents without a date lie under the first


def matching(schema: tantivy.Schema, query: Query, clauses: Sequence[Clause], match: Match) -> tantivy.Query:
    """All documents that have the clauses and pass the filters."""
    if clauses:
        wanted = _words(schema, clauses, match)
    elif query.everything:
        wanted = tantivy.Query.all_query()
    else:
        wanted = tantivy.Query.empty_query()
    filters = [tantivy.Query.const_score_query(each, 0.0) for each in _filters(schema, query)]
    if not filters:
        return wanted
    return tantivy.Query.boolean_query([(_MUST, wanted), *((_MUST, each) for each in filters)])


def any_term(schema: tantivy.Schema, variants: Sequence[str]) -> tantivy.Query:
    """Documents that hold at least one of a word's terms."""
    return _any([tantivy.Query.term_query(schema, "terms", term) for term in variants])


def _words(schema: tantivy.Schema, clauses: Iterable[Clause], match: Match) -> tantivy.Query:
    occur = _MUST if match is Match.ALL else _SHOULD
    distinct = dict.fromkeys(clauses)
    return tantivy.Query.boolean_query([(occur, _any([_reading(schema, r) for r in c.readings])) for c in distinct])


def _reading(schema: tantivy.Schema, reading: tuple[str, ...], field: str = "terms") -> tantivy.Query:
    if len(reading) == 1:
        return tantivy.Query.term_query(schema, field, reading[0])
    return tantivy.Query.phrase_query(schema, field, list(reading))


def _filters(schema: tantivy.Schema, query: Query) -> list[tantivy.Query]:
    filters = []
    if query.sites:
        term = tantivy.Query.term_query
        filters.append(_any([term(schema, field, site) for site in query.sites for field in ("site", "host")]))
    if query.languages:
        filters.append(_any([tantivy.Query.term_query(schema, "language", code) for code in query.languages]))
    for name in query.authors:
        folded = tuple(terms(name))
        filters.append(_reading(schema, folded, "author") if folded else tantivy.Query.empty_query())
    if query.after or query.before:
        lower = published_key(start_of(query.after), "") >> 20 << 20 if query.after else _FIRST_KEY
        upper = published_key(start_of(query.before), "") >> 20 << 20 if query.before else _LAST_KEY
        kind = tantivy.FieldType.Integer
        filters.append(tantivy.Query.range_query(schema, "published", kind, lower, upper, include_upper=False))
    return filters


def _any(queries: Sequence[tantivy.Query]) -> tantivy.Query:
    return queries[0] if len(queries) == 1 else tantivy.Query.boolean_query([(_SHOULD, each) for each in queries])
