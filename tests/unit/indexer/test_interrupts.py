"""Interrupts wait for the end of a writing transaction."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import event, func, select

from indexer.interrupts import raise_interrupts
from indexer.store.database import Database
from indexer.store.site_tables import Site

HANDLED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM)


@pytest.fixture
def raised(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in HANDLED}
    monkeypatch.setattr("sys.unraisablehook", None)
    for number in HANDLED:
        signal.signal(number, signal.SIG_DFL)
    raise_interrupts()
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def write(database: Database, *numbers: signal.Signals) -> None:
    """Write a site in a transaction in which signals come."""
    with database.writing() as connection:
        for number in numbers:
            os.kill(os.getpid(), number)
        connection.execute(database.insert_new(Site).values(key="example.org", since=0.0))


def sites(database: Database) -> int | None:
    with database.writing() as connection:
        return connection.scalar(select(func.count()).select_from(Site))


@pytest.mark.usefixtures("raised")
@pytest.mark.parametrize("number", HANDLED[:3])
def test_a_transaction_ends_before_the_interrupt_and_blocks_nobody(number: signal.Signals, tmp_path: Path) -> None:
    with Database.open(tmp_path) as database:
        with pytest.raises(KeyboardInterrupt) as interrupt:
            write(database, number)
        assert (sites(database), interrupt.type.__name__) == (1, "_Interrupt")  # the traceback is still held


@pytest.mark.usefixtures("raised")
def test_an_interrupt_while_a_connection_returns_to_its_pool_is_not_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Database.open(tmp_path) as database:
        event.listen(database.engine, "reset", lambda *_: os.kill(os.getpid(), signal.SIGINT))
        with pytest.raises(KeyboardInterrupt), database.reading() as connection:
            assert connection.scalar(select(func.count()).select_from(Site)) == 0
    assert caplog.text == ""


@pytest.mark.usefixtures("raised")
def test_a_second_interrupt_does_not_wait(tmp_path: Path) -> None:
    with Database.open(tmp_path) as database:
        with pytest.raises(KeyboardInterrupt):
            write(database, signal.SIGTERM, signal.SIGTERM)
        assert sites(database) == 0


@pytest.mark.usefixtures("raised")
def test_ignored_signals_stay_ignored() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    raise_interrupts()
    os.kill(os.getpid(), signal.SIGHUP)
