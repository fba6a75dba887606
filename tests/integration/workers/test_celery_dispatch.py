"""What a process of the workers does with messages, beside a real broker: who deals out, how much goes with a message, what a slow server costs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from harness.news_hosts import news_hosts
from harness.servers import Server, redis_server
from indexer.cause import Cause
from indexer.outcome import Kind
from indexer.settings import Settings
from indexer.store.database import Database
from workers.archive import page_store
from workers.broker import worker_context as module
from workers.broker.redis_lock import redis_lock
from workers.broker.settings import WorkerSettings
from workers.broker.worker_context import Leases, WorkerContext
from workers.fetch.settings import CrawlSettings
from workers.frontier.frontier import Frontier
from workers.frontier.values import Backoff, CrawlRequest, FrontierParams
from workers.frontier.view import FrontierView

HOSTS = 150


@pytest.fixture(scope="module")
def broker() -> Iterator[Server]:
    with redis_server() as server:
        yield server


class Room:
    """A station, and what it sends."""

    def __init__(self, worker_context: WorkerContext, database: Database, broker: redis.Redis) -> None:
        self.worker_context, self.broker = worker_context, broker
        self.view = FrontierView(database)
        self.frontier = Frontier(database, time.time, FrontierParams(delay=0.0))
        self.sent: list[Leases] = []

    def dispatch(self) -> float:
        """Let the station deal out; how long it took."""
        begun = time.monotonic()
        self.worker_context.dispatch(self.sent.append, lambda _: None, lambda *_: None)
        return time.monotonic() - begun


@pytest.fixture
def room(tmp_path: Path, broker: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    monkeypatch.setattr(module, "DISPATCH_FOR", 2.0)
    settings = WorkerSettings(Settings(home=tmp_path), CrawlSettings(allow_private=True), FrontierParams(delay=0.0))
    with Database.open(tmp_path) as database, redis.Redis.from_url(broker.url) as connection:
        connection.flushall()
        made = WorkerContext(settings, database, connection, time.time)
        yield Room(made, database, connection)
        made.close()


def test_the_first_dispatcher_works_for_its_time(room: Room) -> None:
    room.frontier.add([CrawlRequest(f"https://h{n}.org/") for n in range(HOSTS)])
    assert room.dispatch() >= 2.0
    assert sum(map(len, room.sent)) == HOSTS
    assert {len(some) for some in room.sent} == {1}, "nobody waits: a message each"


def test_others_help_and_go_when_there_is_no_more_than_one_deals_out(room: Room) -> None:
    room.frontier.add([CrawlRequest(f"https://h{n}.org/") for n in range(HOSTS)])
    with redis_lock(room.broker, "dispatch") as first:
        assert first
        assert room.dispatch() < 2.0
    assert sum(map(len, room.sent)) == HOSTS


def test_claims_go_together_where_messages_wait(room: Room) -> None:
    room.frontier.add([CrawlRequest(f"https://h{n}.org/") for n in range(40)])
    room.broker.lpush("fetch", *["a message"] * 5)
    room.dispatch()
    assert max(map(len, room.sent)) == 6
    assert sum(map(len, room.sent)) == 40


def test_nothing_is_dealt_out_into_a_full_queue(room: Room) -> None:
    room.frontier.add([CrawlRequest("https://a.org/")])
    room.broker.lpush("fetch", *["a message"] * 200)
    room.dispatch()
    assert room.sent == []


def test_what_a_slow_server_keeps_waiting_is_given_back(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PATIENCE", -1.0)
    room.frontier.add([CrawlRequest(f"https://h{n}.invalid/") for n in range(3)])
    claims = room.frontier.claim(3)
    room.worker_context.fetch([(claim.id, claim.number) for claim in claims])
    again = room.frontier.claim(3)
    assert [claim.tries for claim in again] == [1, 1, 1], "not counted"
    room.worker_context.fetch([(claim.id, claim.number) for claim in claims])
    assert all(room.frontier.resume(claim.id, claim.number) for claim in again), "an old message changes nothing"


def test_what_cannot_be_kept_is_asked_for_later_and_costs_no_try(room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = tmp_path / "archive"
    archive.touch()  # in the place of a folder: as impossible as a full disk, for root too
    with news_hosts(articles=3) as sites:
        room.frontier.add([CrawlRequest(sites.start(1)), CrawlRequest(sites.start(2))])
        for _ in range(2):  # robots.txt first
            room.worker_context.fetch([(claim.id, claim.number) for claim in room.frontier.claim(2)])
        assert sorted(sites.counts().values()) == [1, 1, 1], "two robots.txt and a page; after that nothing was asked for"
        assert room.frontier.claim(2) == []
        assert [counts.blocked and counts.blocked.cause for counts in room.view.counts()] == [Cause.ARCHIVE] * 2
        archive.unlink()
        monkeypatch.setattr(room.frontier, "_clock", lambda: time.time() + 70.0)
        monkeypatch.setattr(room.worker_context, "_archive_back", Backoff(0.0))
        again = room.frontier.claim(2)
        assert [claim.tries for claim in again] == [1, 1]
        room.worker_context.fetch([(claim.id, claim.number) for claim in again])
        assert [visit.ending.kind for number in (1, 2) for visit in room.view.history(sites.start(number))] == [Kind.FETCHED] * 2


def test_nothing_is_asked_for_while_the_archive_has_no_room(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    with news_hosts(articles=3) as sites, monkeypatch.context() as full:
        full.setattr(page_store, "_MIN_FREE_BYTES", 1 << 62)
        room.frontier.add([CrawlRequest(sites.start(1))])
        room.worker_context.fetch([(claim.id, claim.number) for claim in room.frontier.claim()])
        assert not sites.counts()
        [counts] = room.view.counts()
        assert counts.blocked is not None
        assert (counts.blocked.cause, "MiB are free" in counts.blocked.detail) == (Cause.ARCHIVE, True)
        assert room.frontier.next_ready_at() == pytest.approx(time.time() + 60.0, abs=10.0)
