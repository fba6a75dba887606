"""How rare a word of several terms is: asked of the index, so that the term of each language counts as the whole word does.

A word has a term in each language of the index (`ferri`, `ferries`). Lucene scores each by the number of documents that have it, and so
the same word would be worth more in the language that is rarer; its queries that blend such numbers are of a kind that a cluster may
forbid (`search.allow_expensive_queries`). Here each term gets a boost that turns its own rarity into that of the word, which goes by the
number of documents with any of its terms, as in the embedded engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from indexer.index.bm25 import idf
from indexer.index.bound import Clause

Word = tuple[str, ...]
Boosts = Mapping[Word, Mapping[str, float]]
"""Of each word with several terms: those that the index has, and the boost of each."""


def several(clauses: Iterable[Clause]) -> Sequence[Word]:
    """The different words that have more than one term.

    >>> several([Clause((("cloud", "lock"), ("clouds", "lock")))])
    [('cloud', 'clouds')]
    """
    return sorted({word for clause in clauses for word in clause.words if len(word) > 1})


def counting(words: Sequence[Word]) -> dict[str, Any]:
    """Aggregations that count documents: all with text, those with a word, and those with each of its terms."""
    wanted: dict[str, Any] = {"all": {"exists": {"field": "w"}}}
    for number, word in enumerate(words):
        wanted[f"{number}"] = {"terms": {"w": list(word)}}
        wanted |= {f"{number}.{place}": {"term": {"w": term}} for place, term in enumerate(word)}
    return {name: {"filter": each} for name, each in wanted.items()}


def boosts(words: Sequence[Word], counted: Mapping[str, Mapping[str, Any]]) -> Boosts:
    """What the answer to `counting` comes to.

    >>> counted = {"all": 100, "0": 12, "0.0": 10, "0.1": 2, "0.2": 0}
    >>> made = boosts([("ferri", "ferries", "feri")], {name: {"doc_count": count} for name, count in counted.items()})
    >>> {term: round(boost, 2) for term, boost in made["ferri", "ferries", "feri"].items()}
    {'ferri': 0.92, 'ferries': 0.56}
    """
    counts = {name: int(each["doc_count"]) for name, each in counted.items()}
    documents = counts["all"]

    def of(number: int, word: Word) -> dict[str, float]:
        found = {term: counts[f"{number}.{place}"] for place, term in enumerate(word)}
        whole = idf(documents, counts[f"{number}"])
        return {term: whole / idf(documents, count) for term, count in found.items() if count}

    return {word: of(number, word) for number, word in enumerate(words)}
