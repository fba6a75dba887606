"""`winnow frontier` and `winnow store`, as a person and a program see them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic import command
from click.testing import CliRunner, Result

from indexer.cause import Cause
from indexer.outcome import Ending, Kind
from indexer.store.database import Database
from indexer.store.migrate import HEAD, config
from indexer.store.sites import Sites
from winnow import cli
from workers.frontier.frontier import Frontier
from workers.frontier.values import Backoff, CrawlRequest, FrontierParams, VisitResult

NOW = "2026-03-04T12:00:00Z"
SECONDS = 1_772_625_600.0


@pytest.fixture
def call(database: Database, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Runs a command on a frontier of three hosts, two of which are one site."""
    frontier = Frontier(database, lambda: SECONDS, FrontierParams(delay=60.0))
    frontier.add([CrawlRequest("https://a.org/1"), CrawlRequest("https://a.org/2"), CrawlRequest("https://b.org/", due=SECONDS + 10_800), CrawlRequest("https://a.net/")])
    for claim in frontier.claim(9, {"a.org"}):
        frontier.finish(claim, VisitResult(Ending(Kind.FETCHED)), backoff=Backoff(SECONDS + 600, Ending(Kind.HTTP_ERROR, Cause.STATUS, status=503)))
    Sites(database).add_alias("a.org", "a.net", SECONDS)
    monkeypatch.setenv("WINNOW_DATABASE", "" if database.dialect == "sqlite" else database_url)
    monkeypatch.setenv("WINNOW_HOME", str(tmp_path))
    monkeypatch.setenv("WINNOW_NOW", NOW)
    return lambda *words: CliRunner().invoke(cli, words, catch_exceptions=True)


def test_a_program_gets_json(call: Callable[..., Result]) -> None:
    ended = call("frontier", "--json", "http://www.a.org/some/page")
    assert ended.exit_code == 0, ended.output
    net, org = json.loads(ended.stdout)["sites"]
    assert (net["site"], net["queued"], net["outcomes"]) == ("a.net", 1, {})
    assert org == {
        "site": "a.org", "urls": 2, "queued": 1, "deferred": 0, "fetching": 0, "finished": 1, "outcomes": {"fetched": 1},
        "nextVisit": "2026-03-04T12:10:00+00:00", "delay": 0.0, "blockedUntil": "2026-03-04T12:10:00+00:00",
        "blockedCause": "status", "blockedReason": "status 503",
        "traps": [],
    }  # fmt: skip


def test_a_person_gets_a_table(call: Callable[..., Result]) -> None:
    lines = call("frontier").stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["site", "a.net", "a.org", "b.org", "3"]
    assert lines[2].split(None, 5)[1:] == ["1", "0", "0", "1", "in 10 min  1 fetched; left alone: status 503"]
    assert lines[3].endswith("in 3 h")


def test_an_unknown_site_is_nothing_to_do(call: Callable[..., Result]) -> None:
    ended = call("frontier", "c.org")
    assert "c.org" in str(ended.exception)
    assert ended.exit_code == 1


def test_an_empty_home_is_nothing_to_do_and_stays_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WINNOW_DATABASE", raising=False)
    ended = CliRunner().invoke(cli, ["frontier", "--home", str(tmp_path / "none")])
    assert "nothing was crawled" in str(ended.exception)
    assert not (tmp_path / "none").exists()


def test_the_store_is_upgraded_once(call: Callable[..., Result], database: Database) -> None:
    assert call("store", "upgrade").stdout == f"schema {HEAD}, as it was\n"
    with database.writing() as connection:
        command.downgrade(config(connection), "base")
    assert call("store", "upgrade").stdout == f"schema {HEAD}, before: none\n"


def test_the_store_forgets(call: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WINNOW_NOW", "2036-01-01")
    ended = call("store", "purge")
    assert [line.split() for line in ended.stdout.splitlines()] == [["0", "rows", "of", name] for name in ("visit", "url", "robots", "trap", "redesign")]
