"""Interleaving and calibration: fair lists, logs cleaned, error rates as promised."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path

import numpy as np
import pytest
import scipy.stats
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import winnow
from indexer.errors import InputError
from indexer.evaluate.calibration import calibrate
from indexer.evaluate.interleaving import Click, Impression, clean, clicks_over_expected, preference, read_log, sign_test, team_draft

pytestmark = pytest.mark.slow
NAMES = [f"d{n}" for n in range(12)]


@settings(max_examples=80)
@given(st.lists(st.sampled_from(NAMES), unique=True), st.lists(st.sampled_from(NAMES), unique=True), st.text(), st.integers(0, 12))
def test_a_draft_is_fair_and_loses_nothing(first: list[str], second: list[str], seed: str, length: int) -> None:
    shown = team_draft(first, second, seed, length)
    assert shown == team_draft(first, second, seed, length)
    assert len({name for name, _ in shown}) == len(shown) == min(length, len({*first, *second}))
    for team, ranking in (("A", first), ("B", second)):
        mine = [name for name, of in shown if of == team]
        assert mine == sorted(mine, key=ranking.index), "each team picks in the order of its ranking"
    if not set(first) & set(second) and len(first) == len(second):
        teams = [team for _, team in shown]
        assert abs(teams.count("A") - teams.count("B")) <= 1


def test_the_sign_test_is_scipys() -> None:
    for wins, losses in ((0, 0), (3, 9), (20, 20), (61, 40)):
        expected = scipy.stats.binomtest(wins, wins + losses).pvalue if wins + losses else 1.0
        assert sign_test(wins, losses) == pytest.approx(expected)


def event(number: int, session: str, **more: object) -> dict[str, object]:
    return {
        "query_id": f"{session}-{number}", "client_id": session, "user_query": "ferry", "timestamp": f"2026-03-01T10:00:{number:02}+00:00",
        "query_response_hit_ids": ["a", "b"], "query_attributes": {"teams": ["A", "B"]},
    } | more  # fmt: skip


def click(number: int, session: str, document: str, second: int) -> dict[str, object]:
    return {
        "action_name": "click", "query_id": f"{session}-{number}", "timestamp": f"2026-03-01T10:00:{second:02}+00:00",
        "event_attributes": {"object": {"object_id": document}},
    }  # fmt: skip


def test_what_no_reader_did_is_dropped_and_counted(tmp_path: Path) -> None:
    lines = [
        event(1, "ada"), click(1, "ada", "b", 9), click(1, "ada", "b", 9), click(1, "ada", "a", 12),  # one click is credited
        event(2, "bo"), click(2, "bo", "z", 9),  # not on the list
        click(7, "cy", "a", 9),  # no list
        event(3, "di", user_agent="NewsBot/2.0"), click(3, "di", "a", 30),
        event(4, "ed"), click(4, "ed", "a", 4), event(5, "ed"), click(5, "ed", "b", 5),  # at once, on every list
    ]  # fmt: skip
    path = tmp_path / "log.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    log = read_log(path)
    assert log.dropped == {"repeated clicks": 1, "clicks without a list that showed them": 2, "impressions of robots": 3}
    found = preference(log)
    assert (found.wins, found.losses, found.unclicked) == (1, 0, 1)
    output = CliRunner().invoke(winnow.cli, ["experiment", "interleaving", str(path)], catch_exceptions=False).output
    assert "B 1, A 0" in output
    ratings = CliRunner().invoke(winnow.cli, ["experiment", "interleaving", str(path), "--ratings"], catch_exceptions=False).output
    assert json.loads(ratings)["ferry"]["a"]["shown"] == 2


@pytest.mark.parametrize("line", ["{", "[]", '{"query_id": "1", "docs": ["a"], "query_attributes": {"teams": ["C"]}, "t": 1}', '{"docs": []}'])
def test_a_bad_line_is_named(line: str, tmp_path: Path) -> None:
    (tmp_path / "log").write_text(f"\n{line}\n")
    with pytest.raises(InputError, match="line 2"):
        read_log(tmp_path / "log")


def test_nothing_clicked_says_nothing() -> None:
    found = preference(clean([Impression("1", "s", "q", ("a",), ("A",), 0.0, False)], []))
    assert math.isnan(found.share)
    assert found.p == 1.0


def test_rank_alone_makes_no_rating() -> None:
    """Readers who click by rank alone find all documents equally good, whichever stood first."""
    generator = random.Random(1)
    lists = [("a", "b") if generator.random() < 0.8 else ("b", "a") for _ in range(2_000)]
    shown = [Impression(str(n), str(n), "q", documents, (), 0.0, False) for n, documents in enumerate(lists)]
    clicks = [Click(each.id, each.documents[generator.random() > 0.7], 9.0) for each in shown]
    rated = clicks_over_expected(clean(shown, clicks))["q"]
    assert rated["a"][0] == pytest.approx(rated["b"][0], abs=0.1)


@pytest.mark.parametrize("n", [60, 150])
def test_tests_and_intervals_keep_their_promises(n: int) -> None:
    generator = np.random.default_rng(3)
    first = generator.random(n).round(1)
    found = calibrate(list(first), list(np.clip(first + generator.normal(0.02, 0.2, n), 0, 1)))
    assert 0.03 <= found.false_positives <= 0.07
    assert 0.92 <= found.coverage <= 0.98
    assert 0.72 <= found.power <= 0.88
