"""Entropies of features and blocks, and the greedy threshold: the paper's Figure 7 and Table 1, slow twins, and degenerate input."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.algorithms.block_entropy import (
    block_entropies,
    first_included,
    greedy_threshold,
    growth,
    spread,
    term_entropies,
)

FIGURE_7 = (
    ({0, 1}, {5}),
    ({3}, {4}, {2}, {5}),
    ({2},),
    ({0, 1}, {2}, {5}, {1, 4}),
    ({0, 1}, {2}, {5}, {1, 3}),
)
"""The features of the links on each of the five pages, in the order of Table 1."""
TABLE_1 = ((0.669, 0.861), (0.430, 0.430, 0.861, 0.861), (0.861,), (0.669, 0.861, 0.861, 0.543), (0.669, 0.861, 0.861, 0.543))

MATRICES = st.integers(1, 8).flatmap(
    lambda pages: st.lists(st.lists(st.integers(0, 20), min_size=pages, max_size=pages).filter(any), min_size=1, max_size=6)
)
"""Feature-document matrices: a row is a feature, which stands on one page at least."""
BLOCKS = st.lists(st.frozensets(st.integers(0, 11), max_size=8), max_size=10)
ENTROPIES = st.lists(st.floats(0, 1), min_size=12, max_size=12)


def of_matrix(matrix: Sequence[Sequence[int]]) -> list[float]:
    """Through totals and spreads, as a model adds them up."""
    totals = np.array([sum(row) for row in matrix], np.int64)
    spreads = np.array([sum(spread(np.array([f for f in row if f], np.int64)).tolist()) for row in matrix], np.int64)
    return term_entropies(totals, spreads, len(matrix[0])).tolist()


def in_a_row(blocks: Sequence[frozenset[int]]) -> tuple[np.ndarray, np.ndarray]:
    features = np.array([f for block in blocks for f in sorted(block)], np.int64)
    return features, np.cumsum([0, *(len(block) for block in blocks)])


def entropy_by_definition(row: Sequence[int]) -> float:
    """-Σ w_ij log_n w_ij."""
    n, total = len(row), sum(row)
    return -sum(f / total * math.log(f / total, n) for f in row if f) if n > 1 else 0.0


def threshold_by_definition(blocks: Sequence[frozenset[int]], entropy: Sequence[float], steps: int) -> float:
    """The heuristic of section 4.3, block by block and threshold by threshold."""

    def included(step: int) -> int:
        kept = (block for block, h in zip(blocks, entropy, strict=True) if h <= step / steps + 1e-9)
        return len(set().union(*kept))

    for step in range(steps):
        if included(step) and included(step) == included(step + 1):
            return step / steps
    return 1.0 if included(steps) else 0.0


def figure_7_features() -> list[float]:
    counts = [Counter(feature for link in page for feature in link) for page in FIGURE_7]
    return of_matrix([[page[feature] for page in counts] for feature in range(6)])


def test_the_papers_feature_entropies() -> None:
    """Section 3.4; the paper cuts .6826 to .682 and .4307 to .430."""
    expected = [0.682, 0.655, 0.861, 0.430, 0.430, 0.861]
    assert figure_7_features() == pytest.approx(expected, abs=0.001)


def test_the_papers_table_1() -> None:
    links = [link for page in FIGURE_7 for link in page]
    entropy = block_entropies(*in_a_row([frozenset(link) for link in links]), np.array(figure_7_features()))
    assert entropy.tolist() == pytest.approx([value for page in TABLE_1 for value in page], abs=0.001)


@given(MATRICES)
def test_feature_entropy_is_its_definition(matrix: list[list[int]]) -> None:
    assert of_matrix(matrix) == pytest.approx([entropy_by_definition(row) for row in matrix], abs=1e-8)


@pytest.mark.slow
@given(MATRICES)
def test_feature_entropy_lies_in_the_unit_interval_and_ignores_the_order_of_pages(matrix: list[list[int]]) -> None:
    values = of_matrix(matrix)
    assert all(0 <= value <= 1 for value in values)
    assert values == of_matrix([row[::-1] for row in matrix])


@given(st.integers(2, 5_000), st.integers(1, 10_000))
def test_a_feature_that_is_equally_frequent_on_all_pages_has_entropy_one_exactly(pages: int, count: int) -> None:
    spreads = spread(np.array([count])) * pages
    assert term_entropies(np.array([count * pages]), spreads, pages).tolist() == [1.0]
    assert term_entropies(np.array([count]), spread(np.array([count])), pages).tolist() == [0.0]


def test_spreads_of_long_archives_fit() -> None:
    """A million pages with a hundred occurrences each: the error stays under the decimals."""
    pages = 1_000_000
    value = term_entropies(np.array([100 * pages]), spread(np.array([100])) * pages, pages)
    assert value.tolist() == [1.0]


@pytest.mark.slow
@given(BLOCKS, ENTROPIES)
def test_block_entropy_is_the_mean_of_its_features(blocks: list[frozenset[int]], entropy: list[float]) -> None:
    expected = [sum(entropy[f] for f in block) / len(block) if block else 1.0 for block in blocks]
    assert block_entropies(*in_a_row(blocks), np.array(entropy)).tolist() == pytest.approx(expected, abs=1e-8)


@pytest.mark.slow
@given(BLOCKS, ENTROPIES, st.randoms())
def test_the_same_features_have_the_same_entropy_wherever_the_block_stands(
    blocks: list[frozenset[int]], entropy: list[float], rng: random.Random
) -> None:
    values = block_entropies(*in_a_row(blocks), np.array(entropy)).tolist()
    order = list(range(len(blocks)))
    rng.shuffle(order)
    assert block_entropies(*in_a_row([blocks[i] for i in order]), np.array(entropy)).tolist() == [values[i] for i in order]


@pytest.mark.slow
@given(BLOCKS, st.sampled_from([1, 2, 5, 10, 20]), st.data())
def test_the_threshold_is_the_papers_heuristic(blocks: list[frozenset[int]], steps: int, data: st.DataObject) -> None:
    entropy = data.draw(st.lists(st.integers(0, 40).map(lambda x: x / 40), min_size=len(blocks), max_size=len(blocks)))
    features, offsets = in_a_row(blocks)
    first = first_included(features, offsets, np.array(entropy), 12)
    thresholds, included = growth(first, 1 / steps)
    assert greedy_threshold(thresholds, included.tolist()) == pytest.approx(threshold_by_definition(blocks, entropy, steps))


@given(st.lists(st.floats(0, 1), max_size=30), st.floats(0.001, 1))
def test_growth_counts_the_features_under_each_threshold(first: list[float], interval: float) -> None:
    thresholds, included = growth(np.array(first), interval)
    assert thresholds[0] == 0
    assert thresholds[-1] == 1
    assert (np.diff(thresholds) > 0).all()
    assert included.tolist() == [sum(value <= t for value in first) for t in thresholds.tolist()]


@given(st.lists(st.integers(0, 9), min_size=11, max_size=11), st.floats(0, 1), st.floats(0, 0.9))
def test_reach_never_lowers_the_threshold_and_slack_never_raises_it(steps: list[int], reach: float, slack: float) -> None:
    included = np.cumsum(steps).tolist()
    thresholds = np.linspace(0, 1, 11)
    published = greedy_threshold(thresholds, included)
    assert greedy_threshold(thresholds, included, reach=reach) >= published
    assert greedy_threshold(thresholds, included, slack=slack) <= published


def test_no_features_have_a_threshold_too() -> None:
    nothing = np.zeros(0, np.int64)
    assert term_entropies(nothing, nothing, 5).tolist() == []
    assert block_entropies(nothing, np.zeros(1, np.int64), np.zeros(0)).tolist() == []
    thresholds, included = growth(first_included(nothing, np.zeros(1, np.int64), np.zeros(0), 0), 0.1)
    assert greedy_threshold(thresholds, included.tolist()) == 0
    assert greedy_threshold(np.zeros(0), []) == 0


@pytest.mark.parametrize("interval", [0, -0.1, 1e-9, 1.1, math.nan])
def test_an_interval_that_is_no_step_is_refused(interval: float) -> None:
    with pytest.raises(ValueError, match="interval"):
        growth(np.zeros(1), interval)
