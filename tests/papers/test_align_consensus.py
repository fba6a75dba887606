"""The consensus tree, against the paper's text spelled out."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.algorithms.align import ALIGNERS, Aligner, longest_common, needleman_wunsch
from indexer.algorithms.consensus import consensus, supported
from indexer.arrays import Ints

PAGES = st.lists(st.integers(0, 6), max_size=10)


def arrays(pages: list[list[int]]) -> list[Ints]:
    return [np.array(page, np.int64) for page in pages]


def as_published(pages: list[list[int]], align: Aligner) -> list[tuple[int, Fraction]]:
    """Section 2.2 for t = 2^n: scores of 1/t at first, matching tokens with their sum, pruned under 2^(r-2)/t after step r."""
    t = len(pages)
    level = [[(token, Fraction(1, t)) for token in page] for page in pages]
    r = 0
    while len(level) > 1:
        r += 1
        level = [_step(level[i], level[i + 1], align) for i in range(0, len(level), 2)]
        least = Fraction(2) ** (r - 2) / t
        level = [[(token, score) for token, score in sequence if score >= least] for sequence in level]
    return level[0]


def _step(u: list[tuple[int, Fraction]], v: list[tuple[int, Fraction]], align: Aligner) -> list[tuple[int, Fraction]]:
    columns = align(*arrays([[token for token, _ in u], [token for token, _ in v]]))
    out = []
    for i, j in zip(columns.left.tolist(), columns.right.tolist(), strict=True):
        if i >= 0 and j >= 0 and u[i][0] == v[j][0]:
            out.append((u[i][0], u[i][1] + v[j][1]))
        else:
            out += [u[i]] if i >= 0 else []
            out += [v[j]] if j >= 0 else []
    return out


@pytest.mark.slow
@pytest.mark.parametrize("aligner", ALIGNERS.values(), ids=ALIGNERS)
@given(st.sampled_from([2, 4, 8, 16]).flatmap(lambda t: st.lists(PAGES, min_size=t, max_size=t)))
def test_the_tree_is_the_published_one(aligner: Aligner, pages: list[list[int]]) -> None:
    root = consensus(arrays(pages), aligner)
    assert [(s, Fraction(c, root.leaves)) for s, c in zip(root.symbol.tolist(), root.count.tolist(), strict=True)] == as_published(pages, aligner)


def test_eight_pages_by_hand() -> None:
    """A frame 1 2 … 3, a box 7 on four pages, a box 8 on two, and a text of its own on each page."""
    pages = [[1, 2, *([7] if n % 2 else []), *([8] if n in (0, 2) else []), 20 + n, 3] for n in range(8)]
    root = consensus(arrays(pages), longest_common)
    assert dict(zip(root.symbol.tolist(), root.count.tolist(), strict=True)) == {1: 8, 2: 8, 7: 4, 8: 2, 3: 8}
    assert supported(root, 0.5).symbol.tolist() == [1, 2, 7, 3]  # "below 1/2" goes, 1/2 stays
    assert supported(root, 0.51).symbol.tolist() == [1, 2, 3]


def test_two_pages_keep_their_union() -> None:
    """Each token has a score of at least 1/2: the paper's table 2 has templates larger than pages at t = 2."""
    assert len(supported(consensus(arrays([[1, 5], [1, 6]]), needleman_wunsch), 0.5).symbol) == 3


@pytest.mark.parametrize("t", range(1, 34))
def test_any_number_of_pages(t: int) -> None:
    pages = [[1, 2, 100 + n, 3] for n in range(t)]
    root = consensus(arrays(pages), needleman_wunsch)
    assert root.leaves == t
    found = supported(root, 0.5)
    assert [s for s in found.symbol.tolist() if s < 100] == [1, 2, 3]
    assert t < 3 or found.symbol.tolist() == [1, 2, 3]
    assert set(found.count[found.symbol < 100].tolist()) == {t}


def test_no_page_no_consensus() -> None:
    with pytest.raises(ValueError, match="no sequences"):
        consensus([], longest_common)


def test_empty_pages() -> None:
    assert len(consensus(arrays([[], [], [], []]), longest_common).symbol) == 0
