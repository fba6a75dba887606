"""SNC and IC: the paper's Table 3."""

from __future__ import annotations

import numpy as np
import pytest

from indexer.evaluate.block_coverage import BlockCoverage, block_nodes, information_coverage, significant_node_coverage
from indexer.page.parse import parse
from indexer.site.methods.wisdom_tree import CoverageTree, TermUse, coverage_tree

TABLE_3 = {
    ("SNC", "toc"): ((3, 3, 0), (1.0, 0.50, 0.67)),
    ("SNC", "article"): ((5, 5, 0), (1.0, 0.50, 0.67)),
    ("IC", "toc"): ((9, 6, 0), (1.0, 0.60, 0.75)),
    ("IC", "article"): ((17, 8, 0), (1.0, 0.68, 0.81)),
}


def tree_of(found: tuple[int, int], missed: tuple[int, int]) -> tuple[CoverageTree, list[int], list[int]]:
    """An answer node whose first child was found, and its second was not; of each, links and characters of context."""

    def part(links: int, letters: int) -> str:
        return "<div>" + "<a href=x>y</a>" * links + "z" * letters + "</div>"

    page = parse(f"<p>before</p><section>{part(*found)}{part(*missed)}</section>")
    none = TermUse(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))
    tree = coverage_tree(page, none, [0.0] * len(page.links))
    answer, result = page.tree.tag.index("section"), page.tree.tag.index("div")
    return tree, [int(tree.element[answer])], [int(tree.element[result])]


@pytest.mark.parametrize("kind", ["toc", "article"])
def test_table_3(kind: str) -> None:
    (links, links_missed, _), shares = TABLE_3["SNC", kind]
    (letters, letters_missed, _), letter_shares = TABLE_3["IC", kind]
    tree, answer, result = tree_of((links, letters), (links_missed, letters_missed))
    masks = block_nodes(answer, tree), block_nodes(result, tree)
    for measure, counts, expected in (
        (significant_node_coverage, TABLE_3["SNC", kind][0], shares),
        (information_coverage, TABLE_3["IC", kind][0], letter_shares),
    ):
        found = measure(tree, *masks)
        assert (found.both, found.missed, found.extra) == counts
        assert (round(found.precision, 2), round(found.recall, 2), round(found.f1, 2)) == expected


def test_what_is_found_beside_the_answer_costs_precision() -> None:
    tree, answer, _ = tree_of((1, 4), (1, 4))
    found = information_coverage(tree, block_nodes(answer, tree), block_nodes([0], tree))
    assert (found.both, found.missed, found.extra) == (8, 0, 6)
    assert (found.recall, found.precision) == (1, 8 / 14)


def test_nothing_to_find_and_nothing_found() -> None:
    assert (BlockCoverage(0, 0, 0).precision, BlockCoverage(0, 0, 0).recall) == (1, 1)
    assert (BlockCoverage(0, 3, 0).precision, BlockCoverage(0, 3, 0).recall, BlockCoverage(0, 3, 0).f1) == (0, 0, 0)
    assert (BlockCoverage(0, 0, 3).precision, BlockCoverage(0, 0, 3).recall) == (0, 1)
