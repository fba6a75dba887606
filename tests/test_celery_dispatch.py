"""What a process of the workers does with messages, beside a real broker: who deals out, how much goes with a message, what a slow server costs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from indexer.settings import Settings
from indexer.store.database import Database
from tests.servers import Server, redis_server
from workers.broker import station as module
from workers.broker.lock import alone
from workers.broker.settings import WorkerSettings
from workers.broker.station import Leases, Station
from workers.fetch.settings import CrawlSettings
from workers.frontier.queue import Frontier
from workers.frontier.values import Found, FrontierParams
from workers.frontier.view import FrontierView

HOSTS = 150


@pytest.fixture(scope="module")
def broker() -> Iterator[Server]:
    with redis_server() as server:
        yield server


class Room:
    """A station, and what it sends."""

    def __init__(self, station: Station, database: Database, broker: redis.Redis) -> None:
        self.station, self.broker = station, broker
        self.view = FrontierView(database)
        self.frontier = Frontier(database, time.time, FrontierParams(delay=0.0))
        self.sent: list[Leases] = []

    def dispatch(self) -> float:
        """Let the station deal out; how long it took."""
        begun = time.monotonic()
        self.station.dispatch(self.sent.append, lambda _: None, lambda *_: None)
        return time.monotonic() - begun


@pytest.fixture
def room(tmp_path: Path, broker: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    monkeypatch.setattr(module, "DISPATCH_FOR", 2.0)
    settings = WorkerSettings(Settings(home=tmp_path), CrawlSettings(allow_private=True), FrontierParams(delay=0.0))
    with Database.open(tmp_path) as database, redis.Redis.from_url(broker.url) as connection:
        connection.flushall()
        made = Station(settings, database, connection, time.time)
        yield Room(made, database, connection)
        made.close()


def test_the_first_dispatcher_works_for_its_time(room: Room) -> None:
    room.frontier.add([Found(f"https://h{n}.org/") for n in range(HOSTS)])
    assert room.dispatch() >= 2.0
    assert sum(map(len, room.sent)) == HOSTS
    assert {len(some) for some in room.sent} == {1}, "nobody waits: a message each"


def test_others_help_and_go_when_there_is_no_more_than_one_deals_out(room: Room) -> None:
    room.frontier.add([Found(f"https://h{n}.org/") for n in range(HOSTS)])
    with alone(room.broker, "dispatch") as first:
        assert first
        assert room.dispatch() < 2.0
    assert sum(map(len, room.sent)) == HOSTS


def test_claims_go_together_where_messages_wait(room: Room) -> None:
    room.frontier.add([Found(f"https://h{n}.org/") for n in range(40)])
    room.broker.lpush("fetch", *["a message"] * 5)
    room.dispatch()
    assert max(map(len, room.sent)) == 6
    assert sum(map(len, room.sent)) == 40


def test_nothing_is_dealt_out_into_a_full_queue(room: Room) -> None:
    room.frontier.add([Found("https://a.org/")])
    room.broker.lpush("fetch", *["a message"] * 200)
    room.dispatch()
    assert room.sent == []


def test_what_a_slow_server_keeps_waiting_is_given_back(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PATIENCE", -1.0)
    room.frontier.add([Found(f"https://h{n}.invalid/") for n in range(3)])
    claims = room.frontier.claim(3)
    room.station.fetch([(claim.id, claim.number) for claim in claims])
    again = room.frontier.claim(3)
    assert [claim.tries for claim in again] == [1, 1, 1], "not counted"
    room.station.fetch([(claim.id, claim.number) for claim in claims])
    assert all(room.frontier.resume(claim.id, claim.number) for claim in again), "an old message changes nothing"
