"""The example of WISDOM's Figure 10: an answer node of which one child was found, and its published coverage (Table 3)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from indexer.arrays import Bools
from indexer.evaluate.block_coverage import block_nodes
from indexer.page.parse import parse
from indexer.site.methods.wisdom_tree import CoverageTree, TermUse, coverage_tree


class Published(NamedTuple):
    """A row of Table 3: AW, AO and WO, then P, R and F."""

    counts: tuple[int, int, int]
    shares: tuple[float, float, float]


TABLE_3: Mapping[tuple[str, str], Published] = MappingProxyType({
    ("SNC", "toc"): Published((3, 3, 0), (1.0, 0.50, 0.67)),
    ("SNC", "article"): Published((5, 5, 0), (1.0, 0.50, 0.67)),
    ("IC", "toc"): Published((9, 6, 0), (1.0, 0.60, 0.75)),
    ("IC", "article"): Published((17, 8, 0), (1.0, 0.68, 0.81)),
})


def example(kind: str) -> tuple[CoverageTree, Bools, Bools]:
    """Return the tree of the example's table of contents or article, and the nodes of the answer and of the result."""
    links, links_missed, _ = TABLE_3["SNC", kind].counts
    letters, letters_missed, _ = TABLE_3["IC", kind].counts
    return tree_of((links, letters), (links_missed, letters_missed))


def tree_of(found: tuple[int, int], missed: tuple[int, int]) -> tuple[CoverageTree, Bools, Bools]:
    """Return a tree whose answer node has a child that was found and one that was not; of each, links and characters of context."""

    def part(links: int, letters: int) -> str:
        return "<div>" + "<a href=x>y</a>" * links + "z" * letters + "</div>"

    page = parse(f"<p>before</p><section>{part(*found)}{part(*missed)}</section>")
    none = TermUse(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))
    tree = coverage_tree(page, none, [0.0] * len(page.links))
    answer, result = (block_nodes([int(tree.element[page.tree.tag.index(tag)])], tree) for tag in ("section", "div"))
    return tree, answer, result
