"""The freshness benchmark: its measure compared with the closed form, the optimal schedule with others, and the format of the public data."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks.revisit_freshness import Page, Values, freshness, invented, recorded, schedules


def test_freshness_of_equal_intervals_is_the_closed_form() -> None:
    """Cho and Garcia-Molina 2003: with λ changes and f visits a day, (1 - exp(-λ/f)) / (λ/f)."""
    rng = np.random.default_rng(1)
    changes = np.sort(rng.uniform(0.0, 20_000.0, rng.poisson(20_000 * 0.7)))
    page = Page((), changes, 20_000.0, 1.0, 0.7)
    for frequency in (0.25, 1.0, 4.0):
        ratio = 0.7 / frequency
        assert freshness(page, frequency, rng) == pytest.approx(-np.expm1(-ratio) / ratio, abs=0.01)


def test_a_page_without_visits_is_fresh_until_its_first_change() -> None:
    assert freshness(Page((), np.array([10.0, 20.0]), 40.0, 1.0, 0.1), 0.0, np.random.default_rng(1)) == 0.25


def test_the_optimal_schedule_is_the_best_and_none_exceeds_the_bandwidth() -> None:
    rng = np.random.default_rng(2)
    pages = list(invented(200, rng))
    rates, importances = np.array([page.rate for page in pages]), rng.uniform(0.5, 2.0, 200)
    found = schedules(rates, importances, 50.0)

    def closed(frequencies: Values) -> float:
        ratio = rates / np.maximum(frequencies, 1e-9)
        return float(np.average(-np.expm1(-ratio) / ratio, weights=importances))

    assert all(each.sum() == pytest.approx(50.0, rel=1e-3) for each in found.values())
    assert max(found, key=lambda name: closed(found[name])) == "optimal"


def test_the_public_format_is_read(tmp_path: Path) -> None:
    (tmp_path / "urlid_imp.txt").write_text("5\t30\n6\t0\n")
    (tmp_path / "urlid_offset_history.txt").write_text("5\t5.5\t[[1.0, 0], [1.5, 1], [2.0, 1], [1.0, 0]]\n6\t1.0\t[[1.0, 0], [1.0, 1]]\n")
    (page,) = recorded(tmp_path, 10)
    assert [(visit.hours, visit.changed) for visit in page.visits] == [(1.0, False), (1.5, True)]
    assert (page.changes.tolist(), page.days, page.importance) == ([1.0], 3.0, 30.0)
