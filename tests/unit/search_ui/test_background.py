"""Figures computed behind a page: a request waits briefly, nothing is computed twice at a time, and failures are tried again."""

from __future__ import annotations

from threading import Event

import pytest

from indexer.errors import EngineError
from search_ui import background
from search_ui.background import Background


def test_a_request_waits_for_what_is_soon_there() -> None:
    made: list[str] = []
    Background().wait_for("figures", lambda: made.append("once"))
    assert made == ["once"]


def test_a_request_goes_on_and_the_next_one_starts_nothing_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "PATIENCE", 0.01)
    free, made, threads = Event(), [], Background()

    def compute() -> None:
        free.wait()
        made.append("once")

    for _ in range(3):
        threads.wait_for("figures", compute)
    assert made == []
    monkeypatch.setattr(background, "PATIENCE", None)
    free.set()
    threads.wait_for("figures", lambda: None)
    assert made == ["once"]


def test_what_fails_is_computed_again() -> None:
    tried: list[int] = []

    def compute() -> None:
        tried.append(len(tried))
        if len(tried) == 1:
            raise EngineError("down")

    threads = Background()
    for _ in range(2):
        threads.wait_for("figures", compute)
    assert tried == [0, 1]
