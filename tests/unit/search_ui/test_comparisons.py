"""Comparisons of the website: made once for a state of the index, and in other processes as in this one."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from werkzeug.datastructures import MultiDict

from indexer.home import Home
from indexer.index.engine import Engine
from indexer.index.writer import write
from indexer.processes import Processes
from indexer.settings import Settings
from search_ui.comparison import Comparison, compare
from search_ui.comparisons import Comparisons, compare_by
from search_ui.search_params import SearchParams, read_params
from tests.unit.search_ui.test_difference import page

DAY = date(2026, 3, 4)


def _indexed(home: Home, *numbers: int) -> Engine:
    with home.engine() as engine, closing(write(map(page, numbers), engine)) as outcomes:
        assert len(list(outcomes)) == len(numbers)
    return home.engine()


def _asked(query: str) -> SearchParams:
    return read_params(MultiDict({"q": query}))


def _timeless(comparison: Comparison) -> Comparison:
    return replace(comparison, left=replace(comparison.left, milliseconds=0.0), right=replace(comparison.right, milliseconds=0.0))


def test_a_comparison_is_made_once_until_the_index_changes(tmp_path: Path) -> None:
    home = Home(Settings(home=tmp_path))
    engine, made = _indexed(home, 1, 2), []

    def elsewhere(params: SearchParams, today: date | None) -> Comparison:
        made.append(params.query)
        return compare(engine, params, today)

    comparisons = Comparisons(elsewhere)
    first = comparisons.of(engine, _asked("ferry"), DAY)
    assert comparisons.of(engine, _asked("ferry"), DAY) is first
    comparisons.of(engine, _asked("ferry"), date(2026, 3, 5))
    comparisons.of(engine, _asked("quay"), DAY)
    assert made == ["ferry", "ferry", "quay"]
    _indexed(home, 3)
    assert comparisons.of(engine, _asked("ferry"), DAY) is not first
    assert comparisons.of(engine, _asked("quay"), DAY).left.total == 3


@pytest.mark.slow
def test_another_process_compares_as_this_one(tmp_path: Path) -> None:
    home = Home(Settings(home=tmp_path))
    engine = _indexed(home, *range(1, 7))
    with Processes(2) as processes:
        there = compare_by(processes, home)(_asked("ferry"), DAY)
    assert _timeless(there) == _timeless(compare(engine, _asked("ferry"), DAY))
    assert there.left.total == 6
