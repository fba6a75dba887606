"""Connections to PostgreSQL that went away meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from harness.servers import Server, make_database
from indexer.errors import StoreError
from indexer.store import database as store
from indexer.store.database import Database


@pytest.fixture
def opened(postgresql: Server, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Database]:
    with Database.connect(tmp_path, make_database(postgresql.url, request.node.name)) as database:
        yield database


def _backend(database: Database) -> int:
    with database.reading() as connection:
        return int(connection.scalar(text("SELECT pg_backend_pid()")) or 0)


def _end_others(database: Database, url: str) -> None:
    """What a restart does to connections that rest in the pool."""
    with Database.connect(Path(), url) as other, other.at_once() as connection:
        connection.execute(text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = :pid"), {"pid": _backend(database)})


def test_after_a_rest_a_lost_connection_is_made_anew(opened: Database, postgresql: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    before = _backend(opened)
    _end_others(opened, f"{postgresql.url}postgres")
    monkeypatch.setattr(store, "_IDLE", 0.0)
    assert _backend(opened) != before


def test_without_a_rest_one_use_fails_in_one_line_and_the_next_succeeds(opened: Database, postgresql: Server) -> None:
    _backend(opened)
    _end_others(opened, f"{postgresql.url}postgres")
    with pytest.raises(StoreError, match="cannot be used"):
        _backend(opened)
    assert _backend(opened)


def test_statements_are_planned_once(opened: Database) -> None:
    with opened.at_once() as connection:
        assert connection.scalar(text("SHOW plan_cache_mode")) == "force_generic_plan"
