"""Workers visit a site again by themselves: its new article is found by the plan, fetched, cleaned and indexed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import text

from harness.news_hosts import NewsHosts, news_hosts
from harness.servers import Server, make_database, redis_server
from indexer.store.database import Database
from indexer.store.revisit_schedule import RevisitSchedule
from indexer.store.url_lifecycle import State
from workers.frontier.frontier import Frontier
from workers.frontier.values import CrawlRequest
from workers.frontier.view import FrontierView
from workers.history.site_histories import SiteHistories
from workers.history.site_history import PageKind

ARTICLES = 24
HALF_A_DAY = 43_200


def test_workers_find_a_new_article_of_a_watched_site(postgresql: Server, tmp_path: Path, winnow: Callable[..., Any]) -> None:
    url = make_database(postgresql.url, "recrawl")
    with news_hosts(ARTICLES) as sites, redis_server() as broker, Database.connect(tmp_path, url) as database:
        database.upgrade()
        host = sites.start(1).split("/")[2]
        Frontier(database, time.time).add([CrawlRequest(sites.start(1))])
        schedule, view = RevisitSchedule(database), FrontierView(database)
        with _worker(tmp_path, url, broker.url) as log:
            _wait(lambda: schedule.is_scheduled(host) and _outcomes(view, host) == {"indexed": ARTICLES, "not-article": 4}, log)
            first = sites.counts()
            sites.articles += 1
            _let_time_pass(database)
            _wait(lambda: _outcomes(view, host).get("indexed") == ARTICLES + 1 and "run" not in SiteHistories(database).load(host).facts, log)
        _check(sites, first, database, host)
    found = json.loads(winnow("search", "*", "--arm", "body", "--limit", "100", "--json", "--home", str(tmp_path)).out)
    assert found["total"] == ARTICLES + 1


def _let_time_pass(database: Database) -> None:
    """What is remembered was half a day ago, and the site's time has come."""
    with database.writing() as connection:
        connection.execute(text(f"UPDATE known_page SET visited = visited - {HALF_A_DAY}, found = found - {HALF_A_DAY}"))
        connection.execute(text(f"UPDATE request SET at = at - {HALF_A_DAY}, born = born - {HALF_A_DAY}"))
        connection.execute(text(f"UPDATE sighting SET first = first - {HALF_A_DAY}, last = last - {HALF_A_DAY}"))
        connection.execute(text("UPDATE watch SET next_at = 0"))


def _check(sites: NewsHosts, first: dict[str, int], database: Database, host: str) -> None:
    again = {url: number - first.get(url, 0) for url, number in sites.counts().items() if number > first.get(url, 0)}
    assert again.pop(f"{host}/a/{ARTICLES}") == 1
    assert again.pop(f"{host}/") == 1
    assert set(again.values()) <= {1}
    memory = SiteHistories(database).load(host)
    assert memory.pages[f"{sites.start(1)}a/{ARTICLES}"].kind is PageKind.ARTICLE
    assert sum(request.why == "new" and request.result == "new" for request in memory.requests) == 1
    assert {state.state for state in FrontierView(database).urls(host)} == {State.FINISHED}
    assert (memory.next_at or 0.0) > time.time()


@contextmanager
def _worker(home: Path, database: str, broker: str) -> Iterator[Path]:
    """One worker for everything, with the beat; its log."""
    environment = {
        **os.environ, "WINNOW_HOME": str(home), "WINNOW_DATABASE": database, "WINNOW_BROKER": broker, "WINNOW_ENGINE": "",
        "WINNOW_ALLOW_PRIVATE": "1", "WINNOW_DELAY": "0.05", "WINNOW_ENOUGH_PAGES": str(ARTICLES + 4), "WINNOW_PATIENCE": "60",
    }  # fmt: skip
    command = [sys.executable, "-m", "winnow", "worker", "--log-level", "INFO", "--concurrency", "2", "--beat"]
    path = home / "worker.log"
    with path.open("ab") as log, subprocess.Popen(command, env=environment, stdout=log, stderr=log, start_new_session=True) as process:
        try:
            yield path
        finally:
            process.terminate()
            try:
                code = process.wait(60)
            finally:
                process.kill()
    assert code == 0


def _outcomes(view: FrontierView, host: str) -> dict[str, int]:
    counts = view.counts({host})
    return dict(counts[0].outcomes) if counts else {}


def _wait(condition: Callable[[], bool], log: Path) -> None:
    until = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < until, "\n".join(line for line in log.read_text("utf-8", "replace").splitlines() if "dispatch" not in line)
        time.sleep(0.3)
