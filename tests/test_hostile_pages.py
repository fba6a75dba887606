"""Pages that are made to be costly end in one outcome, and twice the page takes at most twice the calls."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from benchmarks.hostile import PAGES, run
from indexer.outcome import Kind

pytestmark = pytest.mark.slow


def calls(work: Callable[[], object]) -> int:
    """Functions that are called, those written in C too."""
    count = 0

    def note(_: Any, event: str, __: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


SQUARE = frozenset({"style attributes"})
"""What trafilatura takes a time for that grows as the square of the page; the page's budget ends it."""


@pytest.mark.parametrize("name", sorted(PAGES.keys() - SQUARE))
def test_steps_grow_with_the_page(name: str) -> None:
    (result,) = run([name], 8_000)  # what a process does once is done
    assert Kind(result.outcome) is not Kind.TOO_COSTLY
    once, twice = (calls(partial(list, run([name], size))) for size in (20_000, 40_000))
    assert twice <= 2.4 * once
