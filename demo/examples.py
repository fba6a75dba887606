"""Finds the demo queries whose results change most when templates are removed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from indexer.evaluate.rank_changes import compare_arms
from indexer.evaluate.trec import TestQuery
from indexer.index.arm import Arm
from indexer.index.engine import Engine, Match, Request
from indexer.index.query import literal

_KINDS = ("menu", "box", "topic")
"""Queries with words of the menu, of the most-read box, of a topic: three kinds of false matches on raw pages."""


@dataclass(frozen=True, slots=True)
class Example:
    """A query, and the numbers of documents in the raw and in the weighted arm that match all its words."""

    query: TestQuery
    raw: int
    weighted: int


def most_changed(engine: Engine, queries: Sequence[TestQuery]) -> list[Example]:
    """Return for each site (the part of a query's id before the hyphen) the query with the largest drop in matches that still has
    hits, of a different kind for each site; ties by id."""
    best: dict[str, Example] = {}
    sites = sorted({query.id.partition("-")[0] for query in queries})
    kind_of = {site: _KINDS[number % len(_KINDS)] for number, site in enumerate(sites)}
    for query in sorted(queries, key=lambda each: each.id):
        if query.type != kind_of[query.id.partition("-")[0]]:
            continue
        found = compare_arms(engine, Arm.RAW, Arm.WEIGHTED, Request(literal(query.text), Match.ALL, highlight=False))
        example = Example(query, found.left_total, found.right_total)
        site = query.id.partition("-")[0]
        drop = example.raw - example.weighted
        if example.weighted and (site not in best or drop > best[site].raw - best[site].weighted):
            best[site] = example
    return list(best.values())
