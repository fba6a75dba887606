"""Document frequency of words with several terms, so that the term of each language gets the idf of the whole word.

A word has a term in each language of the index (`ferri`, `ferries`). Lucene scores each term by its own document frequency, which would
favour the rarer language, and a cluster can forbid Lucene's queries that blend frequencies (`search.allow_expensive_queries`). Each term
therefore gets a boost that replaces its idf by the word's, computed from the documents with any of its terms, as in the embedded engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from indexer.index.bm25 import idf
from indexer.index.bound import Clause

Word = tuple[str, ...]
Boosts = Mapping[Word, Mapping[str, float]]
"""Word with several terms to the boost of each of its terms in the index."""


def several(clauses: Iterable[Clause]) -> Sequence[Word]:
    """Return the distinct words with more than one term.

    >>> several([Clause((("cloud", "lock"), ("clouds", "lock")))])
    [('cloud', 'clouds')]
    """
    return sorted({word for clause in clauses for word in clause.words if len(word) > 1})


def counting(words: Sequence[Word]) -> dict[str, Any]:
    """Return aggregations that count all documents with text, those with each word, and those with each term."""
    wanted: dict[str, Any] = {"all": {"exists": {"field": "w"}}}
    for number, word in enumerate(words):
        wanted[f"{number}"] = {"terms": {"w": list(word)}}
        wanted |= {f"{number}.{place}": {"term": {"w": term}} for place, term in enumerate(word)}
    return {name: {"filter": each} for name, each in wanted.items()}


def boosts(words: Sequence[Word], counted: Mapping[str, Mapping[str, Any]]) -> Boosts:
    """Compute the boosts from the response to `counting`.

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
