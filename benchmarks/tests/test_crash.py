"""The archive checks of the crash run detect damage, and its faults are reproducible."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from benchmarks.crash_archive import inspect_archive
from benchmarks.crash_faults import FAULTS, fault_sequence
from workers.archive.page_store import PageStore
from workers.fetch.fetcher import Response

Damage = Callable[[Path, Path], object]


@pytest.fixture
def archive(tmp_path: Path) -> tuple[Path, Path]:
    """The only file of an archive, and its index."""
    with PageStore(tmp_path, "winnow/0", lambda: datetime(2026, 3, 2, tzinfo=UTC)) as store:
        for number in range(3):
            headers = (("Content-Type", "text/html"),)
            store.keep(Response(f"https://example.org/{number}", 200, "OK", headers, b"<p>one", "", (("User-Agent", "winnow"),), 0.1))
    (file,), (index,) = tmp_path.glob("*.warc.gz"), tmp_path.glob("*.cdxj")
    return file, index


def test_an_intact_archive_has_no_problems(archive: tuple[Path, Path]) -> None:
    found = inspect_archive(archive[0].parent)
    assert (found.problems, found.files, found.records) == ([], 1, 7)
    assert dict(found.responses) == {f"https://example.org/{number}": 1 for number in range(3)}


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda file, _: file.write_bytes(file.read_bytes()[:-9]), id="truncated"),
        pytest.param(lambda file, _: file.write_bytes(_flipped(file.read_bytes(), 900)), id="a flipped bit"),
        pytest.param(lambda file, _: file.write_bytes(file.read_bytes() + b"\0" * 7), id="trailing bytes"),
        pytest.param(lambda _, index: index.unlink(), id="no index"),
        pytest.param(lambda _, index: index.write_text(index.read_text().replace("org/2", "org/3")), id="another page in the index"),
        pytest.param(lambda _, index: index.write_text("".join(index.read_text().splitlines(keepends=True)[:2])), id="a missing index line"),
        pytest.param(lambda file, _: file.with_suffix(".part").touch(), id="a leftover file"),
    ],
)
def test_damage_is_detected(archive: tuple[Path, Path], damage: Damage) -> None:
    damage(*archive)
    assert inspect_archive(archive[0].parent).problems


def test_a_seed_reproduces_the_faults_and_all_of_them_occur() -> None:
    first, again = (list(islice(fault_sequence(tuple(FAULTS), Random(7)), 40)) for _ in range(2))
    assert first == again
    assert set(first) == set(FAULTS)


def _flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 16]) + data[at + 1 :]
