"""`winnow audit` sees what is broken, and mends it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from indexer.home import Home
from indexer.index.arm import Arm
from indexer.index.engine import Gone
from indexer.store.database import Database
from tests.unit.workers.test_processing import SITE, Desk
from workers.indexing.audit import Audit, compare, repair
from workers.indexing.processing import Processing


@pytest.fixture
def desk(database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.delenv("WINNOW_ENGINE", raising=False)
    made = Desk(database, tmp_path)
    made.learn(12)
    yield made
    made.store.close()


def audited(desk: Desk, database: Database) -> Audit:
    home = Home.of(desk.home)
    with closing(home.engine()) as engine:
        return compare(database, home.archive, engine)


def mended(desk: Desk, database: Database, found: Audit) -> list[str]:
    home = Home.of(desk.home)
    repair(found, database, Processing(database, home.archive, home.engine, lambda: desk.now))
    return [difference.what for difference in audited(desk, database).differences]


def test_a_sound_home_has_no_differences(desk: Desk, database: Database) -> None:
    found = audited(desk, database)
    assert found.differences == []
    assert found.documents >= 4 * 12
    assert found.records >= 12


@pytest.mark.parametrize("arm", Arm)
def test_a_missing_document_is_found_and_made_again(desk: Desk, database: Database, arm: Arm) -> None:
    with closing(Home.of(desk.home).engine()) as engine:
        engine.drop_page(arm, SITE + "a/3", "2099-01-01T00:00:00Z")
        engine.commit()
    found = audited(desk, database)
    assert [(each.url, each.what) for each in found.differences] == [(SITE + "a/3", f"indexed, and {arm.value} lacks it")]
    assert mended(desk, database, found) == []


def test_another_text_or_version_is_found_and_written_again(desk: Desk, database: Database) -> None:
    with closing(Home.of(desk.home).engine()) as engine:
        for arm, url in ((Arm.RAW, SITE + "a/3"), (Arm.WEIGHTED, SITE + "a/4")):
            stored = engine.read(arm, url)
            assert stored is not None
            document = stored.document()
            cut = replace(document, parts=document.parts[:1]) if arm is Arm.RAW else document
            engine.remove(arm, Gone(document.id, document.page_url, 1 << 62))
            engine.put(arm, replace(cut, fields={**document.fields, "lastCrawled": "2020-01-01T00:00:00Z"}))
        engine.commit()
    found = audited(desk, database)
    assert {each.url for each in found.differences} == {SITE + "a/3", SITE + "a/4"}
    assert any("another text" in each.what for each in found.differences)
    assert any("versions differ" in each.what for each in found.differences)
    assert mended(desk, database, found) == []


def test_a_lost_record_is_found(desk: Desk, database: Database) -> None:
    desk.store.close()
    for path in Path(Home.of(desk.home).archive.folder).glob("*.warc.gz"):
        path.write_bytes(b"")
    assert all("cannot be read" in each.what for each in audited(desk, database).differences)
