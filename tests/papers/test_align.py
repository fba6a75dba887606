"""Alignment of two sequences, against the textbook's matrix."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.algorithms import align
from indexer.algorithms.align import ALIGNERS, Aligner, Alignment, longest_common, needleman_wunsch
from indexer.arrays import Ints
from indexer.errors import UsageError

SEQUENCES = st.lists(st.integers(0, 5), max_size=14)


def array(symbols: list[int] | str) -> Ints:
    return np.array([ord(s) for s in symbols] if isinstance(symbols, str) else symbols, np.int64)


def similarity(first: list[int], second: list[int], match: float = 1, mismatch: float = 0, gap: float = -1) -> list[list[float]]:
    """The paper's matrix S, row by row."""
    s = [[gap * j for j in range(len(second) + 1)]]
    for i, a in enumerate(first, 1):
        row = [gap * i]
        for j, b in enumerate(second, 1):
            row.append(max(row[j - 1] + gap, s[i - 1][j] + gap, s[i - 1][j - 1] + (match if a == b else mismatch)))
        s.append(row)
    return s


def counts(found: Alignment) -> tuple[int, int, int]:
    """Matches, mismatches, gaps."""
    gaps = int(((found.left < 0) | (found.right < 0)).sum())
    matches = int(found.matched.sum())
    return matches, len(found.left) - matches - gaps, gaps


def is_alignment(found: Alignment, first: list[int], second: list[int]) -> bool:
    """Every symbol once, in order, and never two gaps."""
    pairs = zip(found.left.tolist(), found.right.tolist(), found.matched.tolist(), strict=True)
    return (
        found.left[found.left >= 0].tolist() == list(range(len(first)))
        and found.right[found.right >= 0].tolist() == list(range(len(second)))
        and all((i, j) != (-1, -1) and m == (i >= 0 and j >= 0 and first[i] == second[j]) for i, j, m in pairs)
    )


DIV, P, ONE, TWO, P_END, DIV_END, HR = range(7)


def test_two_snippets_by_hand() -> None:
    """`<div><p>one</p></div>` and `<div><hr><p>two</p></div>`: the way of a figure 1, worked out on paper."""
    first, second = [DIV, P, ONE, P_END, DIV_END], [DIV, HR, P, TWO, P_END, DIV_END]
    assert similarity(first, second) == [
        [0, -1, -2, -3, -4, -5, -6],
        [-1, 1, 0, -1, -2, -3, -4],
        [-2, 0, 1, 1, 0, -1, -2],
        [-3, -1, 0, 1, 1, 0, -1],
        [-4, -2, -1, 0, 1, 2, 1],
        [-5, -3, -2, -1, 0, 1, 3],
    ]
    found = needleman_wunsch(array(first), array(second))
    assert counts(found) == (4, 1, 1)
    assert found.left.tolist() == [0, -1, 1, 2, 3, 4]
    assert found.right.tolist() == [0, 1, 2, 3, 4, 5]
    assert found.matched.tolist() == [True, False, True, False, True, True]


@pytest.mark.slow
@given(SEQUENCES, SEQUENCES)
def test_needleman_and_wunsch_reach_the_highest_score(first: list[int], second: list[int]) -> None:
    found = needleman_wunsch(array(first), array(second))
    assert is_alignment(found, first, second)
    matches, _, gaps = counts(found)
    assert matches - gaps == similarity(first, second)[-1][-1]


@given(SEQUENCES, SEQUENCES)
def test_longest_common_has_the_most_matches(first: list[int], second: list[int]) -> None:
    found = longest_common(array(first), array(second))
    assert is_alignment(found, first, second)
    matches, mismatches, _ = counts(found)
    assert matches == similarity(first, second, match=1, mismatch=0, gap=0)[-1][-1]
    assert mismatches == 0


@pytest.mark.parametrize("aligner", ALIGNERS.values(), ids=ALIGNERS)
@pytest.mark.parametrize(("first", "second"), [([], []), ([], [1, 2]), ([3], []), ([1], [2]), ([0xD800, 7], [0xD800, 0xDFFF])])
def test_short_sequences_and_symbols_that_are_no_characters(aligner: Aligner, first: list[int], second: list[int]) -> None:
    assert is_alignment(aligner(array(first), array(second)), first, second)


@pytest.mark.parametrize("aligner", ALIGNERS.values(), ids=ALIGNERS)
def test_the_same_every_time(aligner: Aligner) -> None:
    rng = np.random.default_rng(3)
    first, second = rng.integers(0, 40, 500), rng.integers(0, 40, 600)
    one, other = aligner(first, second), aligner(first.copy(), second.copy())
    assert one.left.tolist() == other.left.tolist()
    assert one.right.tolist() == other.right.tolist()


def test_more_symbols_than_code_points_are_refused() -> None:
    with pytest.raises(UsageError, match="1,114,112 different symbols"):
        longest_common(array([align.MOST_SYMBOLS]), array([1]))


@pytest.mark.slow
def test_a_matrix_that_does_not_fit_is_not_built(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = array("abcdefgh"), array("xxabcdxxefgh")
    monkeypatch.setattr(align, "MOST_CELLS", len(first) * len(second) - 1)
    assert counts(needleman_wunsch(first, second)) == counts(longest_common(first, second))
    monkeypatch.undo()  # 10^10 cells would be ten gigabytes
    assert counts(needleman_wunsch(np.zeros(100_000, np.int64), np.ones(100_000, np.int64)))[0] == 0


def test_without_biopython_the_message_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    align._biopython.cache_clear()
    monkeypatch.setitem(sys.modules, "Bio.Align", None)
    with pytest.raises(UsageError, match=r"install winnow-news\[published\]"):
        needleman_wunsch(array("ab"), array("cd"))
