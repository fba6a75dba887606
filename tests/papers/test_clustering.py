"""Measures of clusterings, against their definitions written out, and furthest point first."""

from __future__ import annotations

from itertools import combinations
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.evaluate.clustering import furthest_point_first, score

PARTITIONS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=20)


def test_seven_articles_by_hand() -> None:
    """Classes a a a b b c c; clusters {a a b}, {a b}, {c c}."""
    found = score("aaabbcc", [0, 0, 1, 0, 1, 2, 2])
    assert found.purity == pytest.approx(5 / 7)
    assert found.f_measure == pytest.approx((3 * 2 * 2 / 6 + 2 * 2 / 4 + 2 * 1) / 7)  # a: 2 of 3 and 3; b: 1 of 2 and 2; c: whole
    in_first = -(2 / 3) * log(2 / 3) - (1 / 3) * log(1 / 3)
    assert found.nce == pytest.approx(1 - (3 / 7 * in_first + 2 / 7 * log(2)) / log(3))


@given(PARTITIONS)
def test_definitions(pairs: list[tuple[int, int]]) -> None:
    classes, clusters = [a for a, _ in pairs], [b for _, b in pairs]
    n, found = len(pairs), score(classes, clusters)
    gt = {a: {i for i in range(n) if classes[i] == a} for a in set(classes)}
    c = {b: {i for i in range(n) if clusters[i] == b} for b in set(clusters)}

    def f(one: set[int], other: set[int]) -> float:
        p, r = len(one & other) / len(other), len(one & other) / len(one)
        return 2 * p * r / (p + r) if p + r else 0.0

    assert found.f_measure == pytest.approx(sum(len(g) / n * max(f(g, o) for o in c.values()) for g in gt.values()))
    assert found.purity == pytest.approx(sum(len(o) / n * max(len(g & o) for g in gt.values()) / len(o) for o in c.values()))
    information = sum(
        len(g & o) / n * log((len(g & o) / n) / (len(g) / n * len(o) / n)) for g in gt.values() for o in c.values() if g & o
    )
    if len(gt) * len(c) > 1:
        assert found.nmi == pytest.approx(max(0, 2 / log(len(gt) * len(c)) * information), abs=1e-12)
    for value in (found.f_measure, found.purity, found.nmi, found.nce):
        assert 0 <= value <= 1 + 1e-12


@given(PARTITIONS)
def test_names_do_not_count(pairs: list[tuple[int, int]]) -> None:
    classes, clusters = [a for a, _ in pairs], [b for _, b in pairs]
    one, other = score(classes, clusters), score([f"class {a}" for a in classes], [9 - b for b in clusters])
    assert (one.f_measure, one.purity, one.nmi, one.nce) == pytest.approx((other.f_measure, other.purity, other.nmi, other.nce))


def test_wrong_calls_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one article"):
        score([], [])
    with pytest.raises(ValueError):
        score([1], [])
    with pytest.raises(ValueError, match="at least one cluster"):
        furthest_point_first(np.ones((2, 2)), 0)


def test_one_class() -> None:
    found = score([1, 1], [1, 1])
    assert (found.f_measure, found.purity, found.nmi, found.nce) == (1, 1, 0, 1)


@given(st.lists(st.lists(st.integers(0, 3), min_size=3, max_size=3), min_size=1, max_size=8), st.integers(1, 4))
def test_no_point_is_further_than_twice_the_best_radius(rows: list[list[int]], k: int) -> None:
    """Gonzalez's bound, for the angle, which unlike 1 - cosine is a distance of points in space."""
    vectors = np.array(rows, np.float64) + 0.1
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    angle = np.arccos(np.clip(unit @ unit.T, -1, 1))
    found = furthest_point_first(vectors, k)
    assert sorted(set(found.tolist())) == list(range(min(k, len(rows))))
    best = min(angle[:, list(chosen)].min(axis=1).max() for chosen in combinations(range(len(rows)), min(k, len(rows))))
    for cluster in set(found.tolist()):
        members = np.flatnonzero(found == cluster)
        assert min(angle[m, members].max() for m in members) <= 2 * best + 1e-6


def test_rows_of_zeros_and_equal_rows() -> None:
    assert furthest_point_first(np.zeros((3, 2)), 2).tolist() == [0, 1, 0]
    assert furthest_point_first(np.ones((3, 2)), 5).tolist() == [0, 1, 2]
    assert furthest_point_first(np.zeros((0, 2)), 2).tolist() == []
