"""Spelling suggestions: for a query without hits, the same query with unknown words replaced by similar words of the index."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rapidfuzz.distance import OSA

from indexer.index.arm import Arm
from indexer.index.engine import Engine, Request
from indexer.index.query import All, AnyOf, Node, Query, Words, words_of
from indexer.text import forms

SHORTEST = 4
"""Least length of a word that is corrected; shorter words resemble too many others."""
LONG = 8
"""Length from which two errors are allowed instead of one."""


def suggestion(engine: Engine, arm: Arm, request: Request) -> Query | None:
    """Return a similar query that has hits; None if the query itself has hits or there is no such query.

    Negated words are not corrected.
    """
    if request.query.wanted is None or _finds(engine, arm, request, request.query.wanted):
        return None
    table = {}
    for words in dict.fromkeys(words_of(request.query.wanted)):
        if not _finds(engine, arm, request, words):
            better = " ".join(_better(form, engine.similar(arm, form)) for form in forms(words.text))
            if better != " ".join(forms(words.text)):
                table[words] = replace(words, text=better)
    wanted = _replaced(request.query.wanted, table)
    return Query(wanted) if table and _finds(engine, arm, request, wanted) else None


def most_errors(word: str) -> int:
    """Return how many letters of a word may be missing, wrong, superfluous or transposed.

    >>> [most_errors(word) for word in ("tea", "ferry", "reservoir")]
    [0, 1, 2]
    """
    return (len(word) >= SHORTEST) + (len(word) >= LONG)


def _better(word: str, similar: Iterable[tuple[str, int]]) -> str:
    """Return the nearest similar word, ties broken by frequency, or the word itself if none is near enough."""
    ranked = ((OSA.distance(word, other), -count, other) for other, count in similar if count)
    return min((each for each in ranked if each[0] <= most_errors(word)), default=(0, 0, word))[2]


def _finds(engine: Engine, arm: Arm, request: Request, node: Node) -> bool:
    probe = replace(request, query=Query(node), limit=0, offset=0, highlight=False, collapse=False, explain=False)
    return engine.search(arm, probe).total > 0


def _replaced(node: Node, table: Mapping[Words, Words]) -> Node:
    if isinstance(node, Words):
        return table.get(node, node)
    if isinstance(node, All):
        return All(tuple(_replaced(each, table) for each in node.nodes))
    return AnyOf(tuple(_replaced(each, table) for each in node.nodes)) if isinstance(node, AnyOf) else node
