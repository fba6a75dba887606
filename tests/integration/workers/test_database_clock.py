"""Workers go by the database's clock: their own may be wrong."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from harness.servers import Server, make_database
from indexer.errors import StoreError
from indexer.store.database import Database
from workers.frontier import database_clock as module
from workers.frontier.database_clock import DatabaseClock, database_clock


def test_a_clock_that_is_put_back_changes_nothing(postgresql: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Database.connect(tmp_path, make_database(postgresql.url, "clock")) as database:
        tell, now = database_clock(database), time.time
        assert abs(tell() - now()) < 1.0, "one machine, so one time"
        monkeypatch.setattr(time, "time", lambda: now() - 60.0)
        assert abs(tell() - now()) < 1.0
        monkeypatch.setattr(module, "_SYNC_INTERVAL", 0.0)
        assert abs(DatabaseClock(database)() - now()) < 1.0


def test_it_goes_on_without_the_database(postgresql: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_SYNC_INTERVAL", 0.0)
    with Database.connect(tmp_path, make_database(postgresql.url, "clock-without")) as database:
        tell = DatabaseClock(database)

        def away(_: DatabaseClock) -> tuple[float, float]:
            raise StoreError("away")

        monkeypatch.setattr(DatabaseClock, "_offset", away)
        assert abs(tell() - time.time()) < 1.0


def test_a_simulated_time_and_a_file_need_no_database(tmp_path: Path) -> None:
    with Database.open(tmp_path) as database:
        assert database_clock(database) is time.time
        assert abs(database_clock(database, datetime(2026, 3, 4, tzinfo=UTC))() - datetime(2026, 3, 4, tzinfo=UTC).timestamp()) < 1.0
