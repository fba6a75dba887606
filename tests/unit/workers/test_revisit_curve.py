"""What budgets are expected to buy: exhaustive search as an oracle, and relations between points."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workers.cli.recrawl import _print_curves
from workers.history.planned_request import Reason
from workers.history.site_history import PageKind, Request, SiteHistory
from workers.revisit.curve import _AGES, BUDGETS, best_ages, curve
from workers.revisit.policy import RevisitPolicyParams

NOW, HOUR, DAY = 1_772_431_200.0, 3600.0, 86_400.0
PARAMS = RevisitPolicyParams()


def gains(mean: float, events: float, life: float = 72.0) -> np.ndarray:
    """Of events at exponential ages: the discounted number between two ages."""
    start, end = _AGES[:, None], _AGES[None, :]
    speed = 1.0 / life - 1.0 / mean
    found = events * (np.exp(-end / mean) - np.exp(-start / mean - (end - start) / life)) / (mean * speed)
    return np.where(start < end, found, 0.0)


@settings(max_examples=15, deadline=None)
@given(st.floats(2.0, 60.0), st.floats(0.1, 1.5), st.sampled_from([0.02, 0.1, 0.3]))
def test_no_choice_of_three_ages_is_better(mean: float, events: float, price: float) -> None:
    table = gains(mean, events)

    def value(places: tuple[int, ...]) -> float:
        return sum(float(table[a, b]) - price for a, b in pairwise((0, *places)))

    chosen = tuple(int(np.argmin(abs(_AGES - age))) for age in best_ages(table, price))
    best = max(value(places) for number in range(4) for places in combinations(range(2, len(_AGES), 4), number))
    assert value(chosen) >= best - 1e-9


def site(changed: float, mean: float, sources: int = 50) -> SiteHistory:
    """A week of a hundred articles, each revisited twice, a share of which changed at the mean age before the first revisit or the second."""
    history = SiteHistory("news.example")
    for n in range(100):
        born, url = NOW - 6 * DAY + n * HOUR, f"https://news.example/{n}"
        ages = (1.0, 12.0, 40.0)
        at = mean if n < 100 * changed else 1e9
        history.log([Request(url, born + HOUR, PageKind.ARTICLE, Reason.NEW, born=born)])
        visits = [Request(url, born + b * HOUR, PageKind.ARTICLE, Reason.AGE, born + a * HOUR, "changed" if a < at <= b else "same", born=born) for a, b in pairwise(ages)]
        history.log(visits)
    history.log([Request("https://news.example/", NOW - n * HOUR, PageKind.LIST, Reason.NEWS, NOW - (n + 1) * HOUR, "changed") for n in range(sources)])
    history.requests.sort(key=lambda request: request.at)
    return history


@pytest.mark.parametrize(("changed", "mean"), [(0.0, 5.0), (0.5, 5.0), (0.5, 30.0), (0.9, 30.0)])
def test_more_budget_never_buys_less(changed: float, mean: float) -> None:
    points = curve(site(changed, mean), NOW, PARAMS)
    assert [point.budget for point in points] == list(BUDGETS)
    for few, many in pairwise(points):
        assert few.revisits <= many.revisits
        assert few.changes <= many.changes <= 1.0
        assert few.deletions <= many.deletions <= 1.0


def test_what_sources_cost_no_article_has() -> None:
    cheap, dear = (curve(site(0.5, 5.0, sources), NOW, PARAMS)[BUDGETS.index(2.0)] for sources in (50, 90))
    assert dear.revisits == pytest.approx(cheap.revisits - 0.4)
    assert dear.changes < cheap.changes


def test_what_hints_show_needs_no_visit() -> None:
    history = site(0.0, 5.0)
    hints = [replace(r, why=Reason.HINT, hint="date https://news.example/feed#", result="changed") for r in history.requests if r.why == Reason.AGE and r.url.endswith("0")]
    history.log(hints)
    assert curve(history, NOW, PARAMS)[0].changes > curve(site(0.0, 5.0), NOW, PARAMS)[0].changes + 0.2


def test_the_table_and_the_json_have_the_same_points(capsys: pytest.CaptureFixture[str]) -> None:
    points = curve(site(0.5, 5.0), NOW, PARAMS)
    _print_curves({"news.example": points}, as_json=False)
    _print_curves({"news.example": points}, as_json=True)
    out = capsys.readouterr().out
    assert out.count("\n") == 3 + len(points)
    assert f"{points[2].changes:.0%}" in out
    assert f'"changes": {round(points[2].changes, 3)}' in out
