"""Budgets: how they are written, what they bound, and what they are expected to buy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from indexer.configuration import SETTINGS
from indexer.errors import UsageError
from indexer.store.database import Database
from tests.conftest import Ended
from workers.clock import HOUR
from workers.history.planned_request import Reason
from workers.history.site_histories import SiteHistories
from workers.history.site_history import KnownPage, PageKind, Request, Sighting, SiteHistory
from workers.revisit.budget import of_site, parse_budget
from workers.revisit.policy import RevisitPolicyParams, balance_of, make_plan

Winnow = Callable[..., Ended]
HOME, NOW = "https://news.example/", 1_772_431_200.0


def site(name: str = "news.example", articles: int = 48) -> SiteHistory:
    """A front page visited every four hours for two days, which showed all articles."""
    history = SiteHistory(name)
    history.put(KnownPage(HOME, PageKind.LIST, NOW - 48 * HOUR, NOW - 4 * HOUR, visits=12))
    for n in range(articles):
        at = NOW - (4 + n % 12 * 4) * HOUR
        history.put(KnownPage(f"{HOME}{n}", PageKind.ARTICLE, at, at, at - HOUR, 1))
        history.log([Request(f"{HOME}{n}", at, PageKind.ARTICLE, Reason.NEW, born=at - HOUR)])
        history.record_sightings(HOME, {f"{HOME}{n}": Sighting(at, at, n, 1, 1, 1, "main[0]")})
    history.log([Request(HOME, NOW - 4 * HOUR, PageKind.LIST, Reason.NEWS, NOW - 8 * HOUR, "same", articles)])
    return history


@pytest.mark.parametrize("text", ["x", "3", "0.5/article", "0/day", "3/week", "3/day,4/day", "-1/day", "nan/day"])
def test_a_budget_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="--budget"):
        parse_budget(text)


def test_the_defaults_are_those_of_the_policy() -> None:
    assert parse_budget("") == RevisitPolicyParams()


def test_a_daily_limit_bounds_every_kind_of_request() -> None:
    history, spent = site(), 21  # 20 articles and the front page within a day
    free = make_plan(history, NOW)
    assert len(free.lines) > 0
    assert balance_of(history, NOW, replace(RevisitPolicyParams(), daily_limit=spent + 3.0)) <= 3
    assert len(make_plan(history, NOW, parse_budget(f"{spent + 1}/day")).lines) <= 1
    assert make_plan(history, NOW, parse_budget("10/day")).lines == ()


def test_sites_share_a_limit_by_their_new_articles(database: Database) -> None:
    histories = SiteHistories(database)
    for name, articles in (("one.example", 30), ("two.example", 10)):
        assert histories.save(site(name, articles), NOW)
    shares = [histories.share(name, NOW) for name in ("one.example", "two.example")]
    assert shares == pytest.approx([31 / 42, 11 / 42])
    assert of_site(parse_budget("420/all"), lambda: shares[1]).daily_limit == pytest.approx(110.0)
    assert of_site(parse_budget("420/all,50/day"), lambda: shares[1]).daily_limit == 50.0
    assert histories.share("three.example", NOW) == pytest.approx(1 / 42)


def test_the_table_of_settings_has_the_policy_s_default() -> None:
    assert parse_budget(SETTINGS["WINNOW_BUDGET"].default) == RevisitPolicyParams()


@pytest.mark.slow
@pytest.mark.parametrize("command", ["recrawl", "schedule"])
def test_a_command_refuses_a_budget_that_is_none(tmp_path: Path, winnow: Winnow, command: str) -> None:
    ended = winnow(command, "news.example", "--home", tmp_path, WINNOW_BUDGET="3/week")
    assert (ended.code, ended.err.count("\n")) == (2, 0)
    assert "3/week" in ended.err
