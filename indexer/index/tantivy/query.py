"""Translation of bound queries to tantivy queries, which select documents; exact scores are computed afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import tantivy

from indexer.index.bound import AllBound, AnyBound, Bound, BoundNode, Clause, NotBound
from indexer.index.document import document_id, published_key
from indexer.index.engine import Match
from indexer.index.query import Field, Filter, Story, start_of
from indexer.text import terms

_MUST, _SHOULD, _MUST_NOT = tantivy.Occur.Must, tantivy.Occur.Should, tantivy.Occur.MustNot
_FIRST_KEY, _LAST_KEY = -(1 << 61), 1 << 61  # undated documents have lower keys
_NAMES = {Field.AUTHOR: "author", Field.SECTION: "section"}


def matching(schema: tantivy.Schema, bound: Bound, match: Match) -> tantivy.Query:
    """Return the query for documents that have all words, or any, and match the other nodes."""
    if bound.wanted is None:
        return tantivy.Query.empty_query()
    scored, required = bound.parts
    if match is Match.ANY and len(scored) > 1:
        return _all(schema, (AnyBound(scored), *required))
    return _all(schema, (*scored, *required))


def any_term(schema: tantivy.Schema, variants: Sequence[str], field: str = "terms") -> tantivy.Query:
    """Return the query for documents with at least one of a word's terms."""
    return _any([tantivy.Query.term_query(schema, field, term) for term in variants])


def _query(schema: tantivy.Schema, node: BoundNode) -> tantivy.Query:
    if isinstance(node, Clause):
        return _any([_reading(schema, reading, "title" if node.title else "terms") for reading in node.readings])
    if isinstance(node, Filter):
        return tantivy.Query.const_score_query(_filter(schema, node), 0.0)
    if isinstance(node, Story):
        return tantivy.Query.const_score_query(tantivy.Query.term_query(schema, "canonical", document_id(node.url)), 0.0)
    if isinstance(node, AnyBound):
        return _any([_query(schema, each) for each in node.nodes])
    return _all(schema, node.nodes if isinstance(node, AllBound) else (node,))


def _all(schema: tantivy.Schema, nodes: Sequence[BoundNode]) -> tantivy.Query:
    """Return the conjunction of the nodes; purely negative nodes are subtracted from all documents."""
    wanted = [(_MUST, _query(schema, node)) for node in nodes if not isinstance(node, NotBound)]
    unwanted = [(_MUST_NOT, _query(schema, node.node)) for node in nodes if isinstance(node, NotBound)]
    return tantivy.Query.boolean_query([*(wanted or [(_MUST, tantivy.Query.all_query())]), *unwanted])


def _reading(schema: tantivy.Schema, reading: tuple[str, ...], field: str) -> tantivy.Query:
    if len(reading) == 1:
        return tantivy.Query.term_query(schema, field, reading[0])
    return tantivy.Query.phrase_query(schema, field, list(reading))


def _filter(schema: tantivy.Schema, node: Filter) -> tantivy.Query:
    term = tantivy.Query.term_query
    if node.field is Field.SITE:
        return _any([term(schema, field, node.value) for field in ("site", "host")])
    if node.field is Field.LANGUAGE:
        return term(schema, "language", node.value)
    if node.field in _NAMES:
        return _reading(schema, tuple(terms(node.value)), _NAMES[node.field])
    key = published_key(start_of(date.fromisoformat(node.value)), "") >> 20 << 20
    lower, upper = (key, _LAST_KEY) if node.field is Field.AFTER else (_FIRST_KEY, key)
    return tantivy.Query.range_query(schema, "published", tantivy.FieldType.Integer, lower, upper, include_upper=False)


def _any(queries: Sequence[tantivy.Query]) -> tantivy.Query:
    return queries[0] if len(queries) == 1 else tantivy.Query.boolean_query([(_SHOULD, each) for each in queries])
