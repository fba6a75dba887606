"""SNC and IC: the paper's Table 3."""

from __future__ import annotations

import pytest

from harness.coverage_example import TABLE_3, example, tree_of
from indexer.evaluate.block_coverage import BlockCoverage, block_nodes, information_coverage, significant_node_coverage


@pytest.mark.parametrize("kind", ["toc", "article"])
def test_table_3(kind: str) -> None:
    for name, measure in (("SNC", significant_node_coverage), ("IC", information_coverage)):
        counts, shares = TABLE_3[name, kind]
        found = measure(*example(kind))
        assert (found.both, found.missed, found.extra) == counts
        assert (round(found.precision, 2), round(found.recall, 2), round(found.f1, 2)) == shares


def test_what_is_found_beside_the_answer_costs_precision() -> None:
    tree, answer, _ = tree_of((1, 4), (1, 4))
    found = information_coverage(tree, answer, block_nodes([0], tree))
    assert (found.both, found.missed, found.extra) == (8, 0, 6)
    assert (found.recall, found.precision) == (1, 8 / 14)


def test_nothing_to_find_and_nothing_found() -> None:
    assert (BlockCoverage(0, 0, 0).precision, BlockCoverage(0, 0, 0).recall) == (1, 1)
    assert (BlockCoverage(0, 3, 0).precision, BlockCoverage(0, 3, 0).recall, BlockCoverage(0, 3, 0).f1) == (0, 0, 0)
    assert (BlockCoverage(0, 0, 3).precision, BlockCoverage(0, 0, 3).recall) == (0, 1)
