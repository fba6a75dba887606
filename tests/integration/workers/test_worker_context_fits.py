"""Workers learn a site again where its new pages ask for it, whatever becomes of messages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from harness.servers import redis_server
from indexer.settings import Settings
from indexer.store.database import Database
from indexer.store.skeletons import Skeletons
from tests.unit.workers.test_processing import HOST, Desk, article
from workers.broker.settings import WorkerSettings
from workers.broker.worker_context import WorkerContext
from workers.fetch.settings import CrawlSettings
from workers.frontier.values import FrontierParams


@pytest.fixture
def broker() -> Iterator[redis.Redis]:
    with redis_server() as server, redis.Redis.from_url(server.url) as connection:
        yield connection


def test_a_redesign_reaches_the_workers(tmp_path: Path, broker: redis.Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WINNOW_ENGINE", raising=False)
    settings = WorkerSettings(Settings(home=tmp_path), CrawlSettings(allow_private=True), FrontierParams(delay=0.0))
    sent: list[tuple[str, int]] = []

    def clean(worker_context: WorkerContext) -> None:
        worker_context.clean(HOST, lambda host, version: sent.append((host, version)))

    with Database.open(tmp_path) as database:
        desk = Desk(database, tmp_path)
        worker_context = WorkerContext(settings, database, broker, desk.tick)
        for number in range(30):
            desk.visit(f"a/{number}", article(number))
        worker_context.fit(HOST, 0)
        clean(worker_context)
        assert sent == []
        desk.now += 10
        for number in range(24):
            desk.visit(f"b/{number}", article(f"b {number}", modern=True))
        clean(worker_context)
        clean(worker_context)  # the first message was lost
        assert sent == [(HOST, 1)] * 2
        for _ in range(2):  # or came twice
            worker_context.fit(HOST, 1)
        assert desk.processing.version(HOST) == 2
        clean(worker_context)
        assert len(sent) == 2
        assert Counter(url.kind for url in desk.view.urls(HOST)) == {"indexed": 54}
        assert len(Skeletons(database).history(HOST)) == 2
        worker_context.close()
        desk.store.close()
