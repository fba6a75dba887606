"""Sums, distribution, search and merging on trees: each as its definition says it, node by node."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.algorithms.information_coverage import (
    aggregate,
    distinct_sums,
    fixed_point,
    inside,
    lowest_common_ancestors,
    own_part,
    structure_information,
)
from indexer.algorithms.informative_blocks import children_of, maximum_informative_blocks
from indexer.algorithms.sibling_merge import condense, expand
from indexer.arrays import Bools, Floats, Ints

Parents = list[int]


@st.composite
def trees(draw: st.DrawFn, largest: int = 14) -> Parents:
    """Parents of a tree in preorder: each node's parent is the last node or one of its ancestors."""
    parents = [-1]
    for _ in range(draw(st.integers(0, largest - 1))):
        at = len(parents) - 1
        for _ in range(draw(st.integers(0, 3))):
            at = parents[at] if parents[at] >= 0 else at
        parents.append(at)
    return parents


def ends(parents: Parents) -> Ints:
    end = list(range(1, len(parents) + 1))
    for i in range(len(parents) - 1, 0, -1):
        end[parents[i]] = max(end[parents[i]], end[i])
    return np.array(end, np.int64)


def children(parents: Parents, node: int) -> list[int]:
    return [i for i, above in enumerate(parents) if above == node]


def subtree(parents: Parents, node: int) -> list[int]:
    return [node, *(i for child in children(parents, node) for i in subtree(parents, child))]


def ancestors(parents: Parents, node: int) -> list[int]:
    return [] if parents[node] < 0 else [parents[node], *ancestors(parents, parents[node])]


VALUED = trees().flatmap(lambda parents: st.tuples(st.just(parents), st.lists(st.integers(0, 6), min_size=len(parents), max_size=len(parents))))
JUDGED = VALUED.flatmap(lambda pair: st.tuples(st.just(pair[0]), st.just(pair[1]), st.lists(st.booleans(), min_size=len(pair[0]), max_size=len(pair[0]))))


# -- sums --------------------------------------------------------------------------------------------------------------


def test_figure_7() -> None:
    """8 = 1 + (1 + 6), and in it 6 = 3 + (3 + 0)."""
    parents = [-1, 0, 0, 2, 2]
    assert aggregate(np.array([1.0, 1, 3, 3, 0]), ends(parents)).tolist() == [8, 1, 6, 3, 0]


@pytest.mark.slow
@given(VALUED)
def test_a_nodes_sum_is_its_own_part_and_its_childrens_sums(tree: tuple[Parents, list[int]]) -> None:
    parents, own = tree
    sums = aggregate(np.array(own, np.float64), ends(parents))
    assert sums.tolist() == [own[i] + sum(sums[c] for c in children(parents, i)) for i in range(len(parents))]
    assert own_part(sums, np.array(parents)).tolist() == own


def test_running_sums_leave_no_residue() -> None:
    parents = [-1, *[0] * 999]
    own = np.full(1000, 0.1)
    own[500] = 0.0
    assert aggregate(own, ends(parents))[500] == 0
    exact = fixed_point(own, 30)
    assert set(aggregate(exact, ends(parents))[1:].tolist()) == {0.0, float(exact[1])}, "equal nodes have equal sums wherever they stand"


@given(VALUED)
def test_structure_information_is_the_entropy_of_the_childrens_shares(tree: tuple[Parents, list[int]]) -> None:
    parents, value = tree
    found = structure_information(np.array(value, np.float64), np.array(parents))
    for i in range(len(parents)):
        held = [value[c] for c in children(parents, i) if value[c] > 0]
        expected = -sum(v / sum(held) * math.log(v / sum(held), len(held)) for v in held) if len(held) > 1 else 0.0
        assert found[i] == pytest.approx(expected, abs=1e-12)


@given(trees(), st.data())
def test_a_subtree_counts_each_term_once(parents: Parents, data: st.DataObject) -> None:
    n = len(parents)
    held = data.draw(st.lists(st.tuples(st.integers(0, 4), st.integers(0, n - 1)), max_size=30))
    value = np.array([0.5, 0.25, 1.0, 2.0, 0.0])
    term, at = (np.array([pair[i] for pair in held], np.int64) for i in (0, 1))
    found = distinct_sums(term, at, value, np.array(parents), ends(parents))
    expected = [value[sorted({t for t, place in held if place in subtree(parents, i)})].sum() for i in range(n)]
    assert found.tolist() == pytest.approx(expected, abs=1e-12)


@given(trees(30))
def test_lowest_common_ancestors(parents: Parents) -> None:
    n = len(parents)
    pairs = [(a, b) for b in range(n) for a in range(b)]
    found = lowest_common_ancestors(np.array([a for a, _ in pairs], np.int64), np.array([b for _, b in pairs], np.int64), np.array(parents))
    for (a, b), common in zip(pairs, found.tolist(), strict=True):
        assert common == next(x for x in [a, *ancestors(parents, a)] if x in [b, *ancestors(parents, b)])


@given(trees(), st.data())
def test_inside(parents: Parents, data: st.DataObject) -> None:
    roots = data.draw(st.lists(st.integers(0, len(parents) - 1), max_size=4))
    covered = {i for root in roots for i in subtree(parents, root)}
    assert inside(np.array(roots, np.int64), ends(parents)).tolist() == [i in covered for i in range(len(parents))]


# -- search and merging, as the paper writes them ------------------------------------------------------------------------


def mib(parents: Parents, value: Floats, spread: Floats, qualified: Bools, k: int, threshold: float) -> list[int]:
    """Figure 8's algorithm, with a list that is sorted again and again as its stack."""
    candidates: list[int] = []
    heap = [0] if value[0] > 0 else []
    while len(candidates) < k and heap:
        heap.sort(key=lambda node: (-value[node], node))
        node = heap.pop(0)
        below = [c for c in children(parents, node) if value[c] > 0]
        if spread[node] > threshold or not below:
            if qualified[node]:
                candidates.append(node)
        else:
            heap += below
    return candidates


def dstm(parents: Parents, value: Floats, qualified: Bools, node: int) -> set[int]:
    if parents[node] < 0:
        return set()
    return {s for s in children(parents, parents[node]) if s != node and qualified[s] and 0 < value[s] < value[node]}


def merged(parents: Parents, value: Floats, qualified: Bools, skeleton: Sequence[int], k: int) -> list[int]:
    """DSTM on each skeleton node, and on its first k ancestors that have a sibling."""
    roots = set(skeleton)
    for node in skeleton:
        roots |= dstm(parents, value, qualified, node)
        nonsingleton = [p for p in ancestors(parents, node) if parents[p] >= 0 and any(value[s] > 0 for s in children(parents, parents[p]) if s != p)]
        for p in nonsingleton[:k]:
            roots |= dstm(parents, value, qualified, p)
    return sorted(root for root in roots if not roots & set(ancestors(parents, root)))


def condensed(parents: Parents, qualified: Bools, roots: Sequence[int]) -> set[int]:
    kept: set[int] = set()

    def walk(node: int) -> None:
        if qualified[node]:
            kept.add(node)
            for child in children(parents, node):
                walk(child)

    for root in roots:
        walk(root)
    return kept


@pytest.mark.slow
@given(JUDGED, st.integers(1, 5), st.sampled_from([0.0, 0.5, 0.8, 0.95]), st.integers(0, 3))
def test_blocks_are_found_merged_and_condensed_as_written(
    tree: tuple[Parents, list[int], list[bool]], k: int, threshold: float, collateral: int
) -> None:
    parents, own, judged = tree
    parent, end, qualified = np.array(parents), ends(parents), np.array(judged)
    value = aggregate(np.array(own, np.float64), end)
    spread = structure_information(value, parent)
    skeleton = maximum_informative_blocks(value, spread, qualified, end, k, threshold)
    assert list(skeleton) == mib(parents, value, spread, qualified, k, threshold)
    assert not any(set(ancestors(parents, node)) & set(skeleton) for node in skeleton), "subtrees do not overlap"
    roots = expand(skeleton, collateral, value, qualified, parent, end)
    assert list(roots) == merged(parents, value, qualified, skeleton, collateral)
    kept = condense(roots, qualified, end)
    assert set(np.flatnonzero(kept).tolist()) == condensed(parents, qualified, roots)


@pytest.mark.slow
def test_a_wide_and_a_deep_tree_are_quick() -> None:
    n = 100_000
    wide, deep = [-1, *[0] * (n - 1)], list(range(-1, n - 1))
    start = time.process_time()
    for parents, k in ((wide, 20_000), (deep, 1)):
        parent = np.array(parents)
        end = np.full(n, n) if parents is deep else np.r_[n, np.arange(2, n + 1)]
        own = np.arange(n, dtype=np.float64)
        value = aggregate(own, end)
        spread = structure_information(value, parent)
        skeleton = maximum_informative_blocks(value, np.minimum(spread, 0.5), np.ones(n, bool), end, k, 0.8)
        assert len(skeleton) == k
        expand(skeleton, 1, value, np.ones(n, bool), parent, end)
        distinct_sums(np.arange(n) % 7, np.arange(n), np.ones(7), parent, end)
    assert time.process_time() - start < 5


def test_children_without_any_of_it_are_dummies() -> None:
    assert children_of(0, ends([-1, 0, 0, 2]), np.array([3.0, 0, 3, 3])) == [2]
    assert children_of(0, ends([-1]), np.array([3.0])) == []
