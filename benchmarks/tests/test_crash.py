"""What the crash run looks at would be seen if it were broken."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from benchmarks.crash_archive import look
from benchmarks.crash_faults import FAULTS, drawn
from workers.archive.page_store import PageStore
from workers.fetch.fetcher import Response

Damage = Callable[[Path, Path], object]


@pytest.fixture
def archive(tmp_path: Path) -> tuple[Path, Path]:
    """An archive's one file and its index."""
    with PageStore(tmp_path, "winnow/0", lambda: datetime(2026, 3, 2, tzinfo=UTC)) as store:
        for number in range(3):
            headers = (("Content-Type", "text/html"),)
            store.keep(Response(f"https://example.org/{number}", 200, "OK", headers, b"<p>one", "", (("User-Agent", "winnow"),), 0.1))
    (file,), (index,) = tmp_path.glob("*.warc.gz"), tmp_path.glob("*.cdxj")
    return file, index


def test_a_whole_archive_has_nothing_wrong(archive: tuple[Path, Path]) -> None:
    found = look(archive[0].parent)
    assert (found.wrong, found.files, found.records) == ([], 1, 7)
    assert dict(found.answers) == {f"https://example.org/{number}": 1 for number in range(3)}


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda file, _: file.write_bytes(file.read_bytes()[:-9]), id="the end is cut"),
        pytest.param(lambda file, _: file.write_bytes(_flipped(file.read_bytes(), 900)), id="a bit is wrong"),
        pytest.param(lambda file, _: file.write_bytes(file.read_bytes() + b"\0" * 7), id="something follows"),
        pytest.param(lambda _, index: index.unlink(), id="no index"),
        pytest.param(lambda _, index: index.write_text(index.read_text().replace("org/2", "org/3")), id="another page's index"),
        pytest.param(lambda _, index: index.write_text("".join(index.read_text().splitlines(keepends=True)[:2])), id="a line is missing"),
        pytest.param(lambda file, _: file.with_suffix(".part").touch(), id="something is left over"),
    ],
)
def test_damage_is_seen(archive: tuple[Path, Path], damage: Damage) -> None:
    damage(*archive)
    assert look(archive[0].parent).wrong


def test_faults_come_again_from_their_seed_and_all_of_them_come() -> None:
    first, again = (list(islice(drawn(tuple(FAULTS), Random(7)), 40)) for _ in range(2))
    assert first == again
    assert set(first) == set(FAULTS)


def _flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 16]) + data[at + 1 :]
