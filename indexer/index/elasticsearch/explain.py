"""What Elasticsearch says of a score, read into our own words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from indexer.index.bound import Clause
from indexer.index.elasticsearch.query import OTHER_TERMS
from indexer.index.explanation import Contribution, Explanation

_BEST_AND_OTHERS = "max plus"
"""How Lucene explains a `dis_max`: the best of its parts, and a share of the others."""
_WEIGHT = re.compile(r"weight\(w:(\S+) in \d+\)")


def explanation_of(tree: Mapping[str, Any], clauses: Sequence[Clause], scale: int, freshness: float = 1.0) -> Explanation:
    """The words of a query and what each adds, from the tree of a hit's `_explanation`.

    Parameters
    ----------
    tree : mapping
        `value`, `description` and `details` of Lucene's BM25Similarity at its leaves.
    clauses : sequence of Clause
        The query, to know which terms are one word.
    scale : int
        S: the index holds round(S · W).
    freshness : float
        The factor that the whole score was multiplied by.
    """
    word_of = {term: word for clause in clauses for word in clause.words for term in word}
    found: dict[tuple[str, ...], Contribution] = {}
    seen: set[str] = set()  # a term is scored once more where it is written alike, and in headlines
    length = mean = 0.0
    for term, share, node in _weights(tree):
        word = word_of.get(term, (term,))
        leaf = dict(_leaves(node))
        length, mean = leaf.get("dl", 0.0) / scale, leaf.get("avgdl", 0.0) / scale
        earlier = found.get(word, Contribution(word, 0.0, 0.0, 0.0))
        again = term in seen
        weight = 0.0 if again else leaf.get("freq", 0.0) / scale
        idf = leaf.get("boost", 1.0) * leaf.get("idf", 0.0) + (earlier.idf if again else 0.0)
        found[word] = Contribution(word, earlier.weight + weight, idf, earlier.score + share * float(node["value"]))
        seen.add(term)
    return Explanation(tuple(found[word] for word in sorted(found)), length, mean, freshness)


def _weights(node: Mapping[str, Any], share: float = 1.0) -> Iterator[tuple[str, float, Mapping[str, Any]]]:
    """Every term of `w` that was scored, what the sum takes of it, and the part of the tree about it."""
    description, details = str(node["description"]), node["details"]
    named = _WEIGHT.search(description)
    if named:
        yield named[1], share, node
        return
    best = max(details, key=lambda detail: float(detail["value"])) if description.startswith(_BEST_AND_OTHERS) else None
    for detail in details:
        yield from _weights(detail, share if best is None or detail is best else share * OTHER_TERMS)


def _leaves(node: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    """Names and values: `boost`, `idf`, `freq`, `dl`, `avgdl` …; the name is the first word of the description."""
    name = str(node["description"]).split(",")[0].split(" ")[0]
    yield name, float(node["value"])
    for detail in node["details"]:
        yield from _leaves(detail)

