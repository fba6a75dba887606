"""Pages that are made to be costly end in one outcome, and twice the page takes at most twice the calls."""

from __future__ import annotations

from functools import partial

import pytest

from harness.hostile import MAX_SECONDS, PAGES, mixtures, run, run_site
from harness.steps import calls
from indexer.outcome import Kind

pytestmark = pytest.mark.slow


SQUARE = frozenset({"style attributes"})
"""What trafilatura takes a time for that grows as the square of the page; the page's budget ends it."""


@pytest.mark.parametrize("name", sorted(PAGES.keys() - SQUARE))
def test_steps_grow_with_the_page(name: str) -> None:
    attack = {name: PAGES[name]}
    (result,) = run(attack, 8_000)  # what a process does once is done
    assert Kind(result.outcome) is not Kind.TOO_COSTLY
    once, twice = (calls(partial(list, run(attack, size))) for size in (20_000, 40_000))
    assert twice <= 2.4 * once


@pytest.mark.parametrize("name", ["nested div", "class names", "short paragraphs", "links of words", "style attributes", "random letters"])
def test_a_hostile_site_costs_no_other_its_pages(name: str) -> None:
    result = run_site(name, PAGES[name], 8_000, 8)
    assert result.step == "", "all honest pages are right"
    assert sum(int(part.split()[0]) for part in result.outcome.split(", ")) == 8, "each page has one outcome"


def test_attacks_in_one_another_end_in_an_outcome() -> None:
    results = list(run(mixtures(12, 100), 40_000))
    assert {result.outcome for result in results} <= set(Kind)
    assert all(result.seconds < MAX_SECONDS for result in results)
