"""A page that ends the process that cleans it: the others of its site are indexed, and it is given up, beside a real broker."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import redis

from harness.news_hosts import NewsHosts, news_hosts
from harness.servers import Server, redis_server
from indexer.errors import EngineError
from indexer.outcome import Kind
from indexer.settings import Settings
from indexer.store.database import Database
from workers.broker.settings import WorkerSettings
from workers.broker.worker_context import WorkerContext
from workers.fetch.settings import CrawlSettings
from workers.frontier.frontier import Frontier
from workers.frontier.values import CrawlRequest, FrontierParams
from workers.frontier.view import FrontierView
from workers.indexing import cleaning


class Killed(BaseException):
    """The end of a process, as far as one process can show it."""


@pytest.fixture
def broker() -> Iterator[Server]:
    with redis_server() as server:
        yield server


@pytest.fixture
def worker_context(tmp_path: Path, broker: Server) -> Iterator[WorkerContext]:
    settings = WorkerSettings(Settings(home=tmp_path), CrawlSettings(allow_private=True), FrontierParams(delay=0.0))
    with Database.open(tmp_path) as database, redis.Redis.from_url(broker.url) as connection:
        made = WorkerContext(settings, database, connection, time.time)
        yield made
        made.close()


@pytest.fixture
def sites() -> Iterator[NewsHosts]:
    with news_hosts(articles=24) as served:
        yield served


def crawl(worker_context: WorkerContext, database: Database, start: str) -> str:
    """Fetch a whole site and learn it; its key."""
    frontier = Frontier(database, time.time, FrontierParams(delay=0.0))
    frontier.add([CrawlRequest(start)])
    while claims := frontier.claim():
        worker_context.fetch([(claim.id, claim.number) for claim in claims])
    host = FrontierView(database).counts()[0].host
    worker_context.fit(host, 0)
    return host


def test_the_page_is_found_and_given_up(worker_context: WorkerContext, sites: NewsHosts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Database.open(tmp_path) as database:
        host = crawl(worker_context, database, sites.start(1))
        poison = next(state.url for state in FrontierView(database).urls(host) if state.url.endswith("/a/17"))
        read, lost = cleaning.load, 0

        def deadly(entry: cleaning.Entry) -> object:
            if entry.url == poison:
                raise Killed
            return read(entry)

        monkeypatch.setattr(cleaning, "load", deadly)
        for _ in range(12):
            try:
                worker_context.clean(host, lambda *_: None)
            except Killed:
                lost += 1
        ended = {state.url: (state.kind, state.ending.reason) for state in FrontierView(database).urls(host)}
        assert lost == 4, "two batches, and the page alone twice"
        assert ended[poison] == (Kind.UNREADABLE, "cleaning started 2 times and never finished")
        assert sum(kind is Kind.INDEXED for kind, _ in ended.values()) == sites.articles - 1


def test_an_engine_that_is_away_is_no_pages_fault(worker_context: WorkerContext, sites: NewsHosts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Database.open(tmp_path) as database:
        host = crawl(worker_context, database, sites.start(1))
        with monkeypatch.context() as away:

            def refuse(*_: object, **_options: object) -> None:
                raise EngineError("the engine is away")

            away.setattr("workers.indexing.processing.write", refuse)
            for _ in range(6):
                with suppress(EngineError):
                    worker_context.clean(host, lambda *_: None)
        worker_context.clean(host, lambda *_: None)
        assert sum(state.kind is Kind.INDEXED for state in FrontierView(database).urls(host)) == sites.articles
