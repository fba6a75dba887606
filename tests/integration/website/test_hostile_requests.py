"""Hostile requests to the website and hostile messages to workers: none ends in a server error, takes long, or changes anything."""

from __future__ import annotations

import pytest

from harness.hostile_requests import run

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("seed", [1, 2])
def test_requests_and_messages_change_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("WINNOW_ENGINE", "WINNOW_DATABASE", "WINNOW_ARCHIVE"):
        monkeypatch.delenv(name, raising=False)
    requested, sent = run(seed, 120, 80)
    assert (requested.problems, sent.problems) == ([], [])
    assert (requested.ended.total(), sent.ended.total()) == (120, 80)
