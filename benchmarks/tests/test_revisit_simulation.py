"""Newsrooms with other habits, the simulation without HTTP, and the output of commands on a plan."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest

from benchmarks.revisit_simulation import simulate
from demo.newsroom import Newsroom
from demo.newsroom_habits import Habits
from harness.recrawl import SITES
from workers.cli.recrawl import _plan_table, _print_page
from workers.history.planned_request import PlannedRequest, Reason
from workers.history.site_history import PageKind, Request
from workers.revisit.policy import Plan, RevisitPolicyParams

NOW = 1_772_431_200.0


def test_night_shifts_columns_and_purges() -> None:
    night = Newsroom(1, 2, SITES["night-shifts"]).pieces
    assert all(piece.published.hour < 6 or piece.published.hour > 19 for piece in night)
    columns = Newsroom(1, 9, SITES["weekly-columns"]).pieces
    assert {piece.published.weekday() for piece in columns if piece.section == "travel"} == {5}
    purged = Newsroom(1, 6, SITES["mass-deletions"])
    went = Counter(piece.deleted for piece in purged.pieces if piece.deleted is not None)
    assert went[purged.start + timedelta(days=5.3)] > 50


def test_bursts_are_added_to_the_other_stories() -> None:
    calm, busy = (Newsroom(1, 3, Habits(bursts=times)).pieces for times in (0.0, 1.0))
    assert len(busy) > len(calm) + 100


@pytest.mark.slow
def test_the_simulation_finds_news_as_the_benchmark_does() -> None:
    room = Newsroom(4, 1.2, Habits(sections={"sport": 12.0, "city": 6.0}, archive_days=1, opens=None, closes=None, redesigned=None))
    found = simulate(room, RevisitPolicyParams())
    assert found.found == found.published > 5
    assert found.requests < 6 * found.found


@pytest.mark.parametrize(
    ("next_at", "said"),
    [
        (None, "nothing is due; `winnow recrawl --all` requests every known page"),
        (NOW + 4 * 3600, "nothing is due until 2026-03-02 10:00 UTC; `winnow recrawl --all` requests every known page"),
    ],
)
def test_an_empty_plan_shows_the_next_due_time(next_at: float | None, said: str) -> None:
    assert _plan_table(Plan("news.example", NOW, (), (), (), 3.0), next_at).splitlines()[1:] == [said]


def test_the_reason_is_shown_for_each_past_request_and_for_the_next(capsys: pytest.CaptureFixture[str]) -> None:
    url, born = "https://news.example/tram.html", NOW - 30 * 3600
    past = [
        Request(url, NOW - 29 * 3600, PageKind.ARTICLE, Reason.NEW, born=born),
        Request(url, NOW - 5 * 3600, PageKind.ARTICLE, Reason.HINT, NOW - 29 * 3600, "changed", born=born, hint="teaser /#main"),
    ]
    _print_page(url, past, [PlannedRequest(url, Reason.AGE, 0.2, "30 h old")], as_json=False)
    assert capsys.readouterr().out.splitlines() == [
        f"{url}: 2 requests remembered",
        "2026-03-01 01:00 UTC  new    new",
        "2026-03-02 01:00 UTC  hint   changed at 25 h of age after the hint teaser /#main",
        "due now: age, 30 h old",
    ]
    _print_page(url, [], [], as_json=False)
    assert capsys.readouterr().out.splitlines() == [f"{url}: 0 requests remembered", "not due now"]
