"""Entropy and the importances of the compressed structure tree: the paper's numbers, its equations by hand, and slow twins."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.algorithms.entropy import entropy
from indexer.algorithms.importance import leaf_importance, node_importance, path_importance

COUNTS = st.lists(st.integers(0, 50), max_size=12)


def by_definition(counts: list[int], base: int) -> float:
    total = sum(counts)
    if base < 2 or not total:
        return 0.0
    return -sum(c / total * math.log(c / total, base) for c in counts if c)


@pytest.mark.slow
@given(COUNTS, st.integers(1, 20))
def test_entropy_is_its_definition(counts: list[int], base: int) -> None:
    assert entropy(counts, base) == pytest.approx(by_definition(counts, base), abs=1e-9)


@given(COUNTS)
def test_entropy_lies_in_the_unit_interval_and_ignores_order_and_zeros(counts: list[int]) -> None:
    value = entropy(counts, max(2, len(counts)))
    assert -1e-12 <= value <= 1 + 1e-12
    assert value == entropy([0, *reversed(counts)], max(2, len(counts)))


@given(st.integers(2, 30), st.integers(1, 9))
def test_a_uniform_distribution_has_entropy_one(outcomes: int, count: int) -> None:
    assert entropy([count] * outcomes, outcomes) == pytest.approx(1.0)


def test_the_papers_figure_2() -> None:
    """Two pages: the virtual root has one style, the body two."""
    assert node_importance(Counter({("body",): 2}), 2) == 0
    one, two = ("table", "img", "table"), ("table", "img", "table", "span")
    assert node_importance(Counter({one: 1, two: 1}), 2) == 1


def test_equation_1_by_hand() -> None:
    """Four tag nodes in styles of 2, 1 and 1: -(1/2·log4 1/2 + 2·1/4·log4 1/4) = 1/4 + 1/2."""
    assert node_importance(Counter({("a",): 2, ("b",): 1, ("c",): 1}), 4) == pytest.approx(0.75)
    assert node_importance(Counter({("a",): 1}), 1) == 1


def test_equations_2_and_3_by_hand() -> None:
    """Two tag nodes: `the` 1 and 1 (H = 1), `crane` once in one (H = 0), `sea` 3 and 1 (H = .8113)."""
    sea = -(0.75 * math.log2(0.75) + 0.25 * math.log2(0.25))
    words = {"the": [1, 1], "crane": [1], "sea": [3, 1]}
    assert leaf_importance(words, 2) == pytest.approx(1 - (1 + 0 + sea) / 3)
    assert leaf_importance(words, 1) == 1
    assert leaf_importance({}, 5) == 1


def test_equation_4_by_hand() -> None:
    """1 - (1 - .2)(1 - .5)(1 - 0) = .6."""
    assert path_importance([0.2, 0.5, 0.0]) == pytest.approx(0.6)
    assert path_importance([]) == 0
    assert path_importance([0.3, 1.0, 0.1]) == 1


@given(st.lists(st.floats(0, 1), max_size=9))
def test_importance_never_falls_along_a_path(chain: list[float]) -> None:
    values = [path_importance(chain[:i]) for i in range(len(chain) + 1)]
    assert all(a <= b + 1e-12 for a, b in itertools.pairwise(values))
    assert all(0 <= v <= 1 for v in values)
    assert all(v >= x - 1e-12 for v, x in zip(values[1:], chain, strict=True))


@given(st.dictionaries(st.text(min_size=1, max_size=3), st.lists(st.integers(1, 9), min_size=1, max_size=5), max_size=6), st.integers(5, 9))
def test_importance_of_a_leaf_is_its_definition(words: dict[str, list[int]], tags: int) -> None:
    expected = 1 - sum(by_definition(c, tags) for c in words.values()) / len(words) if words else 1
    assert leaf_importance(words, tags) == pytest.approx(expected, abs=1e-9)
    assert -1e-12 <= leaf_importance(words, tags) <= 1 + 1e-12
