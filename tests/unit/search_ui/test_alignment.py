"""Which lines of a page its kept blocks are, found again from both texts."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search_ui.alignment import align

TEXTS = st.sampled_from(["a", "b", "c", "share", "ab", "a b c"])


def kept_texts(lines: Sequence[str], kept: Sequence[str]) -> list[tuple[str, bool]]:
    return [(line.text, line.kept is not None) for line in align(lines, kept)]


@pytest.mark.slow
@given(st.lists(st.tuples(TEXTS, st.booleans()), max_size=25))
def test_blocks_that_are_lines_are_all_found_in_place(page: list[tuple[str, bool]]) -> None:
    lines = [text for text, _ in page]
    kept = [text for text, is_kept in page if is_kept]
    found = align(lines, kept)
    assert [line.text for line in found] == lines
    assert [line.kept for line in found if line.kept is not None] == list(range(len(kept)))


@given(st.permutations(range(30)), st.sets(st.integers(0, 29)))
def test_texts_that_stand_once_are_found_exactly(order: list[int], kept: set[int]) -> None:
    lines = [f"line {number}" for number in order]
    truth = [(text, number in kept) for text, number in zip(lines, order, strict=True)]
    assert kept_texts(lines, [text for text, is_kept in truth if is_kept]) == truth


@given(st.lists(TEXTS, max_size=12), st.lists(TEXTS, max_size=12))
def test_every_block_is_shown_once_whatever_the_page_holds(lines: list[str], kept: list[str]) -> None:
    found = align(lines, kept)
    assert [(line.kept, line.text) for line in found if line.kept is not None] == list(enumerate(kept))
    rest = iter(lines)
    assert all(line.text in rest for line in found if line.kept is None), "dropped lines keep their order"


@pytest.mark.parametrize(
    ("lines", "kept", "expected"),
    [
        (["Lead", "Menu", "Lead", "One", "Lead"], ["Lead", "One"], [False, False, True, True, False]),
        (["One", "Share", "Menu", "Share"], ["One", "Share"], [True, True, False, False]),
        (["Share", "Menu", "Share"], ["Share"], [True, False, False]),
        (["One", "Two"], [], [False, False]),
    ],
    ids=["teaser above", "beside its neighbour", "no neighbour: the first", "nothing kept"],
)
def test_of_equal_lines_the_one_beside_other_blocks_is_kept(
    lines: list[str], kept: list[str], expected: list[bool]
) -> None:
    assert [is_kept for _, is_kept in kept_texts(lines, kept)] == expected


def test_a_block_joined_from_lines_takes_their_place() -> None:
    lines = ["Menu", "The crane", "is gone.", "Share", "It was old."]
    assert kept_texts(lines, ["The crane is gone.", "It was old."]) == [
        ("Menu", False), ("The crane is gone.", True), ("Share", False), ("It was old.", True),
    ]  # fmt: skip


def test_a_block_the_page_does_not_show_stands_where_it_was() -> None:
    assert kept_texts(["One", "Menu", "Two"], ["One", "hidden", "Two"]) == [
        ("One", True), ("hidden", True), ("Menu", False), ("Two", True),
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        (["x"] * 20_000, ["x"] * 10_000),
        ([f"{i % 7}" for i in range(20_000)], [f"{i % 5}" for i in range(20_000)]),
        (["x"] * 5_000, [f"y{i}" for i in range(5_000)]),
    ],
    ids=["equal lines", "interleaved", "nothing in common"],
)
def test_pages_made_to_be_slow_are_not(lines: list[str], kept: list[str]) -> None:
    start = time.process_time()
    align(lines, kept)
    assert time.process_time() - start < 5, "seconds; two orders of magnitude over a usual machine's"
