"""A worker waits for its database, and what it has fetched is noted once."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.servers import Server, make_database, postgres_server
from indexer.errors import StoreError
from indexer.outcome import Ending, Kind
from indexer.store.database import Database
from workers.frontier.frontier import Frontier
from workers.frontier.values import CrawlRequest, FrontierParams, VisitResult
from workers.frontier.view import FrontierView

PARAMS = FrontierParams(delay=0.0, lease=60.0)


@pytest.fixture
def server() -> Iterator[Server]:
    with postgres_server() as started:
        yield started


@pytest.mark.slow
def test_a_database_that_is_away_for_a_moment_costs_no_page(server: Server, tmp_path: Path) -> None:
    with Database.connect(tmp_path, make_database(server.url, "patient")) as database:
        database.upgrade()
        frontier, view = Frontier(database, time.time, PARAMS, patience=30.0), FrontierView(database)
        frontier.add([CrawlRequest("https://a.org/"), CrawlRequest("https://b.org/")])
        first, other = frontier.claim(2)
        server.stop(signal.SIGQUIT)
        later = threading.Timer(1.0, server.start)
        later.start()
        resumed = frontier.resume(first.id, first.number)
        later.join()
        assert resumed is not None
        server.stop(signal.SIGQUIT)
        later = threading.Timer(1.0, server.start)
        later.start()
        assert frontier.finish(resumed, VisitResult(Ending(Kind.FETCHED, status=200)))
        later.join()
        assert frontier.release(other)
        assert [visit.ending.kind for visit in view.history("https://a.org/")] == [Kind.FETCHED]
        server.stop(signal.SIGQUIT)
        with pytest.raises(StoreError):
            Frontier(database, time.time, PARAMS, patience=0.5).resume(other.id, other.number)
