"""`winnow clean --format bulk`: lines that any loader can send to indexes with Winnow's templates."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import urllib3

from harness.strategies import Layout, build
from indexer.index.arm import Arm
from indexer.index.elasticsearch.aliases import Names
from tests.conftest import Ended

Winnow = Callable[..., Ended]
SITE = build(Layout(seed=4, articles=12))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("bulk") / "pages"
    out.mkdir()
    for number, page in enumerate(SITE.pages):
        (out / f"{number}.html").write_text(page.html, "utf-8")
    return out


def pairs(text: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    lines = [json.loads(line) for line in text.splitlines()]
    return [(action["index"], source) for action, source in zip(lines[::2], lines[1::2], strict=True)]


def test_two_lines_a_document_in_each_arm(folder: Path, winnow: Winnow) -> None:
    found = pairs(winnow("clean", folder, "--format", "bulk").out)
    counts = {arm: sum(action["_index"] == f"news-{arm.value}-write" for action, _ in found) for arm in Arm}
    assert counts[Arm.RAW] == len(SITE.pages)
    assert counts[Arm.ARTICLES] == counts[Arm.BODY] == counts[Arm.WEIGHTED] == len(SITE.articles)
    assert all(action["_id"] == source["id"] and action["require_alias"] for action, source in found)
    only = pairs(winnow("clean", folder, "--format", "bulk", "--arms", "weighted").out)
    assert [pair for pair in found if pair[0]["_index"] == "news-weighted-write"] == only
    assert {source["articleBody"] for _, source in only} == {"\n".join(page.paragraphs) for page in SITE.articles}


def test_pages_dated_ahead_are_counted(tmp_path: Path, winnow: Winnow) -> None:
    warc = tmp_path / "ahead.warc"
    with warc.open("wb") as out:
        for number, date in enumerate(("2099-01-01T00:00:00Z", "2020-01-01T00:00:00Z")):
            head = f"WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: https://example.org/{number}\r\nWARC-Date: {date}\r\n"
            page = SITE.pages[number].html.encode()
            out.write(f"{head}Content-Type: text/html\r\nContent-Length: {len(page)}\r\n\r\n".encode() + page + b"\r\n\r\n")
    told = "dated ahead: 1 of 2 pages, taken for fetched now"
    assert told in winnow("clean", warc, "--format", "bulk").err
    assert told not in winnow("clean", warc).err


def test_an_unknown_arm_is_refused(folder: Path, winnow: Winnow) -> None:
    assert winnow("clean", folder, "--format", "bulk", "--arms", "best").code == 2


def test_a_loader_that_knows_only_http_fills_the_arms(
    folder: Path, winnow: Winnow, elasticsearch_node: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The templates and aliases are Winnow's; the lines go in by plain requests, twice, and are found once."""
    monkeypatch.setenv("WINNOW_ENGINE_PREFIX", "bulklines")
    monkeypatch.setenv("WINNOW_ENGINE", elasticsearch_node)
    home = folder.parent / "home"
    for _ in range(2):
        prepared = winnow("engine", "prepare", "--home", home, "--json")
        assert json.loads(prepared.out)["aliases"] == {arm.value: Names("bulklines").write(arm) for arm in Arm}, prepared.err
    lines = winnow("clean", folder, "--format", "bulk").out
    for _ in range(2):
        answer = urllib3.request(
            "POST", f"{elasticsearch_node}/_bulk?refresh=true", body=lines.encode(), headers={"Content-Type": "application/x-ndjson"}
        )
        assert answer.status == 200
        assert not answer.json()["errors"], answer.json()
    names = Names("bulklines")
    counted = urllib3.request("GET", f"{elasticsearch_node}/{names.read(Arm.WEIGHTED)}/_count").json()["count"]
    assert counted == len(SITE.articles)
    headline = SITE.articles[3].paragraphs[0].split(".")[0]
    found = json.loads(winnow("search", f'"{headline}"', "--json", "--home", home).out)
    assert found["total"] >= 1
