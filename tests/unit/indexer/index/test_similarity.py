"""BM25 by other parameters: what each does, what it goes with, and a server's explanation computed again."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.index.bm25 import K1, LUCENE, B, Similarity, score
from indexer.index.elasticsearch.explain import rescored
from indexer.index.elasticsearch.query import OTHER_TERMS
from indexer.index.engine import Request
from indexer.index.freshness import Freshness
from indexer.index.query_parser import parse

SCALE = 100
frequencies = st.integers(1, 10_000)
similarities = st.builds(Similarity, st.floats(0, 10), st.floats(0, 1))


def leaf(term: str, freq: int, length: int, mean: int, idf: float = 1.0, boost: float = 1.0) -> dict[str, Any]:
    """As Lucene explains one term's score in the field `w`; `value` is that of the index's own parameters."""
    values = {"boost": boost, "idf": idf, "freq": freq, "k1": K1 * SCALE, "b": B, "dl": length, "avgdl": mean}
    details = [{"description": f"{name}, of the index", "value": value, "details": []} for name, value in values.items()]
    own = boost * score([(idf, freq)], length, mean, Similarity(K1 * SCALE))
    return {"description": f"weight(w:{term} in 7) [PerFieldSimilarity], result of:", "value": own, "details": details}


def node(description: str, *details: dict[str, Any], value: float = 0.0) -> dict[str, Any]:
    return {"description": description, "value": value, "details": list(details)}


@given(frequencies, frequencies, frequencies, similarities)
def test_a_term_explained_is_scored_as_the_embedded_engine_scores_it(freq: int, length: int, mean: int, similarity: Similarity) -> None:
    expected = score([(2.0, freq / SCALE)], length / SCALE, mean / SCALE, similarity)
    assert rescored(leaf("crane", freq, length, mean, 2.0), similarity)["value"] == pytest.approx(expected)


@given(frequencies, frequencies, frequencies)
def test_by_the_index_s_own_parameters_nothing_changes(freq: int, length: int, mean: int) -> None:
    tree = leaf("crane", freq, length, mean)
    assert rescored(tree, LUCENE)["value"] == pytest.approx(tree["value"])


def test_words_are_added_and_of_a_word_s_terms_the_best_counts_whole() -> None:
    one, other, third = (leaf(term, freq, 900, 1000) for term, freq in (("work", 300), ("worker", 100), ("quay", 200)))
    matched = node("match on required clause, product of:", node("# clause", value=0.0))
    tree = node("sum of:", node(f"max plus {OTHER_TERMS} times others of:", other, one), third, matched)
    similarity = Similarity(0.5, 0.2)
    parts = [rescored(each, similarity)["value"] for each in (one, other, third)]
    assert rescored(tree, similarity)["value"] == pytest.approx(parts[0] + OTHER_TERMS * parts[1] + parts[2])


def test_k1_saturates_and_b_counts_the_length() -> None:
    often = [score([(1.0, w)], 10, 10, Similarity(0.0)) for w in (1.0, 9.0)]
    assert often == [1.0, 1.0], "without saturation a word is there or not"
    alike = {score([(1.0, 2.0)], length, 10, Similarity(b=0.0)) for length in (5, 50)}
    assert len(alike) == 1


@pytest.mark.parametrize(("k1", "b"), [(-1, 0.5), (float("nan"), 0.5), (float("inf"), 0.5), (1, -0.1), (1, 1.1), (1, float("nan"))])
def test_what_is_no_similarity_is_refused(k1: float, b: float) -> None:
    with pytest.raises(ValueError, match="k1"):
        Similarity(k1, b)


@pytest.mark.parametrize("other", [{"collapse": True}, {"freshness": Freshness(7, datetime(2026, 3, 1, tzinfo=UTC))}], ids=str)
def test_it_goes_neither_with_near_copies_nor_with_freshness(other: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="cannot be combined"):
        Request(parse("crane"), similarity=Similarity(0.5), **other)
    assert Request(parse("crane"), **other).similarity == LUCENE
