"""Did you mean: where a query finds nothing, the same query with words that the index has in place of those that it has not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rapidfuzz.distance import OSA

from indexer.index.arm import Arm
from indexer.index.engine import Engine, Request
from indexer.index.query import All, AnyOf, Node, Query, Words, words_of
from indexer.text import forms

SHORTEST = 4
"""Letters of a word that is thought to be misspelt; below, every word resembles others."""
LONG = 8
"""Letters from which two may be wrong instead of one."""


def suggestion(engine: Engine, arm: Arm, request: Request) -> Query | None:
    """A query that finds something, from the index's own words; None where the query itself does, or none resembles it.

    Words in parentheses under NOT are left as they are.
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
    """How many letters of a word may be missing, wrong, one too many, or exchanged with the next.

    >>> [most_errors(word) for word in ("tea", "ferry", "reservoir")]
    [0, 1, 2]
    """
    return (len(word) >= SHORTEST) + (len(word) >= LONG)


def _better(word: str, similar: Iterable[tuple[str, int]]) -> str:
    """The nearest of similar words, of equally near ones the more frequent; the word itself where there is none."""
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
