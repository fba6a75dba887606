"""Conversion of Elasticsearch's score explanations to `Explanation`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from indexer.index.bm25 import K1, Similarity
from indexer.index.bound import Clause
from indexer.index.elasticsearch.mapping import Encoding
from indexer.index.elasticsearch.query import OTHER_TERMS
from indexer.index.explanation import Contribution, Explanation
from indexer.index.weights import UNIT

_BEST_AND_OTHERS = "max plus"
"""Start of Lucene's description of a `dis_max`: the maximum of its parts plus a share of the others."""
_WEIGHT = re.compile(r"weight\(w:(\S+) in \d+\)")


def explanation_of(
    tree: Mapping[str, Any], clauses: Sequence[Clause], encoding: Encoding, weights: Mapping[str, int], freshness: float = 1.0
) -> Explanation:
    """Return each word's contribution to a score, from the tree of a hit's `_explanation`.

    Scores are the server's. Weights and length come from the document, because the server has rounded and scaled values
    (`indexer.index.elasticsearch.length_norm`).

    Parameters
    ----------
    tree : mapping
        `value`, `description` and `details`, with Lucene's BM25Similarity at the leaves.
    clauses : sequence of Clause
        The query's clauses, which define the terms of each word.
    encoding : Encoding
        Encoding of the index's weights.
    weights : mapping of term to int
        W of the document's terms, in thousandths.
    freshness : float
        Factor of the whole score.
    """
    word_of = {term: word for clause in clauses for word in clause.words for term in word}
    found: dict[tuple[str, ...], Contribution] = {}
    seen: set[str] = set()  # a term is scored again for its written form, and for the headline
    mean = 0.0
    for term, share, node in _weights(tree):
        word = word_of.get(term, (term,))
        leaf = dict(_leaves(node))
        mean = leaf.get("avgdl", 0.0) / encoding.mean_scale
        earlier = found.get(word) or Contribution(word, sum(weights.get(each, 0) for each in word) / UNIT, 0.0, 0.0)
        idf = leaf.get("boost", 1.0) * leaf.get("idf", 0.0) + (earlier.idf if term in seen else 0.0)
        found[word] = Contribution(word, earlier.weight, idf, earlier.score + share * float(node["value"]))
        seen.add(term)
    length = sum(weights.values()) / UNIT if found else 0.0
    return Explanation(tuple(found[word] for word in sorted(found)), length, mean, freshness)


def rescored(tree: Mapping[str, Any], similarity: Similarity) -> Mapping[str, Any]:
    """Recompute a tree with other BM25 parameters than those of the index.

    A server always uses the parameters of the index, but its explanation has all inputs. `k1` of the index is 1.2 · S.

    Parameters
    ----------
    tree : mapping
        From a search without freshness.
    similarity : Similarity
    """
    if _WEIGHT.search(str(tree["description"])):
        leaf = dict(_leaves(tree))
        norm = leaf["k1"] / K1 * similarity.k1 * (1 - similarity.b + similarity.b * leaf["dl"] / leaf["avgdl"])
        return {**tree, "value": leaf.get("boost", 1.0) * leaf["idf"] * leaf["freq"] / (leaf["freq"] + norm)}
    details = [rescored(each, similarity) for each in tree["details"]]
    if not any(True for _ in _weights({**tree, "details": details})):
        return tree
    values = sorted((float(each["value"]) for each in details), reverse=True)
    others = OTHER_TERMS if str(tree["description"]).startswith(_BEST_AND_OTHERS) else 1.0
    return {**tree, "value": values[0] + others * math.fsum(values[1:]), "details": details}


def _weights(node: Mapping[str, Any], share: float = 1.0) -> Iterator[tuple[str, float, Mapping[str, Any]]]:
    """Yield every scored term of `w`, its share of the sum, and its subtree."""
    description, details = str(node["description"]), node["details"]
    named = _WEIGHT.search(description)
    if named:
        yield named[1], share, node
        return
    best = max(details, key=lambda detail: float(detail["value"])) if description.startswith(_BEST_AND_OTHERS) else None
    for detail in details:
        yield from _weights(detail, share if best is None or detail is best else share * OTHER_TERMS)


def _leaves(node: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    """Yield names (the first word of each description) and values: `boost`, `idf`, `freq`, `dl`, `avgdl` …"""
    name = str(node["description"]).split(",")[0].split(" ")[0]
    yield name, float(node["value"])
    for detail in node["details"]:
        yield from _leaves(detail)

