"""Archives, feeds, sitemaps, robots.txt files and queries that are made to be costly: twice the input takes at most twice the calls."""

from __future__ import annotations

from functools import partial

import pytest

from harness.hostile_inputs import ARCHIVES, attacks, read_archive, record, seconds
from harness.steps import calls

pytestmark = pytest.mark.slow
ATTACKS = attacks()
SECONDS = 5.0
"""Of the processor, for 300 KB."""


@pytest.mark.parametrize("name", sorted(ATTACKS))
def test_steps_grow_with_the_input(name: str) -> None:
    made, read = ATTACKS[name]
    read(made(2_000))  # what a process does once is done
    once, twice = (calls(partial(read, made(size))) for size in (20_000, 40_000))
    assert twice <= 2.4 * once + 200


@pytest.mark.parametrize("name", sorted(ATTACKS))
def test_an_input_ends_in_time(name: str) -> None:
    made, read = ATTACKS[name]
    took, outcome = seconds(partial(read, made(300_000)))
    assert outcome
    assert took < SECONDS


@pytest.mark.parametrize("name", ARCHIVES)
def test_what_stands_beside_a_page_does_not_lose_it(name: str) -> None:
    suffix, made = ARCHIVES[name]
    data = made(30_000)
    if suffix == ".warc" and data.startswith(record(0)):
        assert "page" in read_archive(suffix, data)
