"""`winnow doctor` on parts that work, that are broken, and that are not there."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from harness.servers import free_port
from harness.strategies import Layout, build
from indexer.archive.place import Place
from indexer.archive.storage import send
from indexer.settings import Settings
from indexer.store.database import FILE
from tests.conftest import Ended
from workers.archive.page_store import PageStore
from workers.cli.doctor_checks import Finding, State, examine
from workers.fetch.fetcher import Response

Winnow = Callable[..., Ended]


def examined(winnow: Winnow, home: Path, code: int = 0) -> dict[str, dict[str, Any]]:
    ended = winnow("doctor", "--home", home, "--json")
    assert ended.code == code, ended.err
    return {finding["part"]: finding for finding in json.loads(ended.out)["parts"]}


def test_a_fresh_home_is_well_and_only_a_contact_is_missed(tmp_path: Path, winnow: Winnow) -> None:
    found = examined(winnow, tmp_path / "home")
    assert list(found) == ["home", "archive", "engine", "database", "broker", "contact"]
    assert {part for part, finding in found.items() if finding["state"] != "ok"} == {"contact"}
    assert not (tmp_path / "home" / FILE).exists(), "looking makes nothing"


def test_a_used_home_says_what_it_holds(tmp_path: Path, winnow: Winnow) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    site = build(Layout(seed=2, articles=6))
    for number, page in enumerate(site.pages):
        (pages / f"{number}.html").write_text(page.html, "utf-8")
    assert winnow("index", pages, "--home", tmp_path).code == 0
    assert f"raw {len(site.pages)}" in examined(winnow, tmp_path)["engine"]["found"]


def test_what_is_broken_is_named_and_the_rest_is_looked_at(tmp_path: Path, winnow: Winnow, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / FILE).write_bytes(b"no database at all, but as long as the head of one would have to be " * 4)
    monkeypatch.setenv("WINNOW_ENGINE", f"http://127.0.0.1:{free_port()}")
    monkeypatch.setenv("WINNOW_BROKER", f"redis://:secret@127.0.0.1:{free_port()}/0")
    found = examined(winnow, tmp_path, code=2)
    assert {part for part, finding in found.items() if finding["state"] == "fail"} == {"engine", "database", "broker"}
    assert "is it running" in found["engine"]["found"]
    assert "WINNOW_DATABASE" in found["broker"]["found"]
    monkeypatch.setenv("WINNOW_DATABASE", f"postgresql://nobody:secret@127.0.0.1:{free_port()}/none")
    found = examined(winnow, tmp_path, code=2)
    assert "is it running" in found["broker"]["found"]
    assert all("secret" not in finding["found"] for finding in found.values())


def test_a_real_node_is_known_by_version_and_health(
    tmp_path: Path, winnow: Winnow, elasticsearch_node: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WINNOW_ENGINE", elasticsearch_node)
    monkeypatch.setenv("WINNOW_ENGINE_PREFIX", "doctor")
    found = examined(winnow, tmp_path)["engine"]
    assert found["state"] == "ok"
    assert "Elasticsearch 9." in found["found"]
    assert "weights in eighths" in found["found"]


def test_an_archive_on_a_storage_is_counted_and_what_waits_for_it_is_told(tmp_path: Path) -> None:
    far = f"memory://{tmp_path.name}/archive"
    settings = Settings(home=tmp_path, archive=far)

    def archive() -> Finding:
        return next(finding for finding in examine(settings) if finding.part == "archive")

    assert "empty" in archive().found
    with PageStore(Place.of("", tmp_path / "other"), "test", lambda: datetime.now(UTC)) as store:
        store.keep(Response("https://example.org/", 200, "OK", (("Content-Type", "text/html"),), b"<p>page", "", (), 0.1))
        (written,) = store.written
    send(Path(written), f"{far}/{written.name}")
    assert "1 WARC file" in archive().found
    assert "holds 1 page" in archive().found
    waiting = tmp_path / "archive-spool" / "winnow-1.warc.gz"
    waiting.parent.mkdir()
    waiting.write_bytes(b"on its way")
    assert archive().state is State.OK
    os.utime(waiting, (0, 0))
    assert archive().state is State.WARN
    assert "1 file not yet sent" in archive().found
