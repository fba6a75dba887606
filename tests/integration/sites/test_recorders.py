"""Archives as other recorders leave them: every page is found, no other, and what cannot be read is named."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import pytest

from harness.recorders import RECORDERS, Site, problems
from indexer.archive.http import parse


@pytest.mark.parametrize("name", RECORDERS)
@pytest.mark.parametrize("seed", [1, 2])
def test_an_archive_of_another_recorder(name: str, seed: int, tmp_path: Path) -> None:
    assert list(problems(RECORDERS[name](Site(seed)), tmp_path)) == []


def test_the_order_of_files_does_not_matter() -> None:
    made = [RECORDERS["across-files"](Site(seed)) for seed in range(5)]
    for each in made:
        with tempfile.TemporaryDirectory() as folder:
            assert list(problems(each, Path(folder))) == []


def test_interim_answers_are_passed_over_once_each() -> None:
    def seconds(number: int) -> float:
        message = b"HTTP/1.1 100 Continue\r\n\r\n" * number + b"HTTP/1.1 200 OK\r\n\r\n<p>"
        begun = time.process_time()
        assert parse(message).body == b"<p>"
        return time.process_time() - begun

    assert min(seconds(40_000) for _ in range(3)) < 8 * min(seconds(10_000) for _ in range(3)) + 0.05
    assert parse(b"HTTP/1.1 100 Continue\r\n\r\n").status == 100
