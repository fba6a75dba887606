"""Incremental entropy: the paper's Figure 5, and the definition on all pages."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.algorithms.block_entropy import spread, term_entropies
from indexer.algorithms.incremental_entropy import add_page

MATRICES = st.integers(1, 4).flatmap(lambda t: st.lists(st.lists(st.integers(0, 50), min_size=t, max_size=t), min_size=1, max_size=12))
"""Frequencies: a row a page, a column a term."""


def by_definition(frequencies: Sequence[int]) -> float:
    """EN = -Σ w log_n w over all pages at once."""
    total, n = sum(frequencies), len(frequencies)
    if n < 2 or not total:
        return 0.0
    return -sum(f / total * math.log(f / total, n) for f in frequencies if f)


def one_by_one(matrix: Sequence[Sequence[int]]) -> list[float]:
    entropy, total = np.zeros(len(matrix[0])), np.zeros(len(matrix[0]), np.int64)
    for k, row in enumerate(matrix):
        frequency = np.array(row, np.int64)
        entropy = add_page(entropy, total, frequency, k)
        total += frequency
    return [float(h) for h in entropy]


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (2, 3, 0, 1)])
def test_figure_5(order: tuple[int, ...]) -> None:
    """Two terms with six occurrences on three of four pages: evenly, W = 1 - log_4 3 = IDF; skewed, more."""
    pages = [(2, 1), (2, 1), (2, 4), (0, 0)]
    weights = [1 - h for h in one_by_one([pages[i] for i in order])]
    assert weights == pytest.approx([0.207519, 0.374185], abs=5e-7)
    assert weights[0] == pytest.approx(math.log(4 / 3, 4)), "the IDF of a term on three of four pages"


@given(MATRICES)
def test_page_by_page_is_all_pages_at_once(matrix: list[list[int]]) -> None:
    columns = list(zip(*matrix, strict=True))
    assert one_by_one(matrix) == pytest.approx([by_definition(column) for column in columns], abs=1e-12)


def test_nothing_drifts_over_a_thousand_pages() -> None:
    rng = np.random.default_rng(5)
    matrix = rng.poisson(1.0, (1000, 20)) * rng.integers(1, 30, (1000, 20))
    matrix[:, 0] = 3  # a template's term
    spreads = np.array([spread(column[column > 0]).sum() for column in matrix.T])
    expected = term_entropies(matrix.sum(axis=0), spreads, 1000)
    found = np.array(one_by_one(matrix.tolist()))
    assert np.abs(found - expected).max() < 2e-9, "the other is rounded to nine decimals"
    assert found[0] == pytest.approx(1.0, abs=1e-12)


def test_a_term_that_is_not_on_the_page_only_changes_its_base() -> None:
    entropy = np.array([0.7])
    found = add_page(entropy, np.array([9]), np.array([0]), 8)
    assert found[0] == pytest.approx(0.7 / math.log(9, 8))


def test_counts_are_not_negative() -> None:
    one, less = np.array([1]), np.array([-1])
    for call in ((np.zeros(1), one, one, -1), (np.zeros(1), less, one, 2), (np.zeros(1), one, less, 2)):
        with pytest.raises(ValueError, match="counts"):
            add_page(*call)
