"""`winnow learn --update`, `winnow model`, and what `winnow clean --model` says of drift: on folders of pages, in processes of their own."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from harness.strategies import Layout, build
from tests.conftest import Ended

Winnow = Callable[..., Ended]
OLD = Layout(seed=4, articles=24)
NEW = replace(OLD, container=5, seed=9)


def write(folder: Path, layout: Layout, start: int, stop: int) -> Path:
    """Some articles of a site as HTML files."""
    folder.mkdir()
    for i, page in enumerate(build(layout).articles[start:stop], start):
        (folder / f"{i}.html").write_text(page.html, "utf-8")
    return folder


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, winnow: Winnow) -> Path:
    """A folder with pages of two designs, and three model files."""
    home = tmp_path_factory.mktemp("models")
    old, more, new = write(home / "old", OLD, 0, 14), write(home / "more", OLD, 14, 24), write(home / "new", NEW, 0, 24)
    for arguments in (
        ("learn", old, "--out", home / "old.json"),
        ("learn", more, "--update", home / "old.json", "--out", home / "more.json"),
        ("learn", new, "--update", home / "more.json", "--out", home / "new.json"),
    ):
        ended = winnow(*arguments)
        assert ended.code == 0, ended.err
        (home / f"{Path(arguments[-1]).stem}.err").write_text(ended.err, "utf-8")
    return home


def one(path: Path) -> dict[str, Any]:
    """The only site of a model file."""
    (found,) = json.loads(path.read_text("utf-8"))["sites"]
    assert isinstance(found, dict)
    return found


def test_each_step_says_what_it_did_and_why(site: Path) -> None:
    assert " learned: 14 pages, 14 article stories" in (site / "old.err").read_text("utf-8")
    assert "updated: 10 of 10 article pages fit" in (site / "more.err").read_text("utf-8")
    new = (site / "new.err").read_text("utf-8")
    assert "learned again: " in new
    assert "article pages do not fit" in new
    assert all("stable" in (site / f"{name}.err").read_text("utf-8") for name in ("old", "more", "new"))


def test_what_the_files_hold(site: Path) -> None:
    old, more, new = (one(site / f"{name}.json") for name in ("old", "more", "new"))
    assert "previous" not in old
    assert "previous" not in more
    assert more["model"]["since"]["seen"]["articles"] == 10
    assert old["model"]["since"]["seen"]["articles"] == 0
    unchanged = {name: part for name, part in more["model"].items() if name != "since"}
    assert unchanged == {name: part for name, part in old["model"].items() if name != "since"}
    assert new["previous"] == more
    assert new["site"] == old["site"]


def test_updating_twice_in_halves_counts_the_same(site: Path, tmp_path: Path, winnow: Winnow) -> None:
    halves = [write(tmp_path / "b", OLD, 19, 24), write(tmp_path / "a", OLD, 14, 19)]
    for source, target, pages in zip(("old", "half"), ("half", "whole"), halves, strict=True):
        known = (site if source == "old" else tmp_path) / f"{source}.json"
        assert winnow("learn", pages, "--update", known, "--out", tmp_path / f"{target}.json").code == 0
    counted, expected = one(tmp_path / "whole.json")["model"]["since"], one(site / "more.json")["model"]["since"]
    assert counted["seen"] == expected["seen"]
    assert counted["names"] == expected["names"]
    texts = [[row.split(" ", 1)[1] for row in since["stories"]] for since in (counted, expected)]
    assert texts[0] == texts[1], "the folders differ, and so the addresses, but not what the stories hold"


def test_the_listing_and_its_json_agree(site: Path, winnow: Winnow) -> None:
    shown, as_json = winnow("model", site / "more.json"), winnow("model", site / "more.json", "--json")
    assert shown.code == as_json.code == 0
    (found,) = json.loads(as_json.out)["models"]
    head, row = shown.out.splitlines()
    cells = dict(zip(head.split(), row.split(), strict=True))
    assert cells["site"] == f"{found['site']}@{found['version']}"
    assert (int(cells["pages"]), int(cells["containers"])) == (found["pages"], len(found["containers"]))
    assert cells["covered"] == f"{found['figures']['coverage']:.3f}"
    assert cells["recall"] == f"{found['figures']['recall']:.3f}"
    assert (int(cells["since"]), int(cells["misfits"])) == (found["since"]["articles"], 0)
    counts = found["agreement"]
    assert found["figures"]["precision"] == round(counts["kept_backed"] / counts["kept"], 4)


def test_the_difference_of_two_files(site: Path, winnow: Winnow) -> None:
    shown = winnow("model", site / "old.json", site / "new.json")
    assert shown.code == 0
    assert "    + body>main>section" in shown.out
    assert "    - body>div.entry" in shown.out
    (found,) = json.loads(winnow("model", site / "old.json", site / "new.json", "--json").out)["differences"]
    assert found["parts"]["containers"] == {"added": ["body>main>section"], "removed": ["body>div.entry"]}
    same = winnow("model", site / "old.json", site / "old.json")
    assert "0 differences" in same.out
    assert "+" not in same.out
    assert "containers: 1 added, 1 removed" in winnow("model", site / "new.json").out, "against the earlier model in the file"


def test_the_earlier_model_is_restored(site: Path, tmp_path: Path, winnow: Winnow) -> None:
    name = one(site / "new.json")["site"]
    ended = winnow("model", site / "new.json", "--restore", name, "--out", tmp_path / "back.json")
    assert ended.code == 0
    assert one(tmp_path / "back.json") == one(site / "more.json")
    for arguments in (["--restore", "elsewhere"], ["--restore", name], ["--out", tmp_path / "x"]):
        refused = winnow("model", site / "new.json", *arguments)
        assert refused.code == 2
        assert not (tmp_path / "x").exists()
    none = winnow("model", site / "old.json", "--restore", name, "--out", tmp_path / "x")
    assert none.code == 2
    assert "no earlier model" in none.err


def test_cleaning_with_a_model_that_no_longer_fits_is_told(site: Path, winnow: Winnow) -> None:
    drifted = winnow("clean", site / "new", "--model", site / "old.json", "--out", "/dev/null")
    assert drifted.code == 0
    assert "has drifted" in drifted.err
    assert "winnow learn INPUT --update MODEL --out MODEL" in drifted.err
    assert "article pages do not fit" in drifted.err
    for pages, model in (("more", "old"), ("new", "new"), ("old", "more")):
        fits = winnow("clean", site / pages, "--model", site / f"{model}.json", "--out", "/dev/null")
        assert fits.code == 0
        assert "drifted" not in fits.err


def test_an_update_in_place(site: Path, tmp_path: Path, winnow: Winnow) -> None:
    file = tmp_path / "m.json"
    file.write_bytes((site / "old.json").read_bytes())
    assert winnow("learn", site / "more", "--update", file, "--out", file).code == 0
    assert file.read_bytes() == (site / "more.json").read_bytes()


BAD = [
    b"", b"\xff\xfe", b"[]", b"{}", b'{"format": "winnow-models", "version": 99, "sites": [{}]}',
    b'{"format": "winnow-models", "version": 1, "sites": [{"site": "a", "model": {"version": 1}, "hints": {}}]}',
    b'{"format": "winnow-models", "version": 1, "sites": [{"site": "a", "model": {"version": 2}, "hints": {}}]}',
    b"[" * 100_000, None,
]  # fmt: skip


@pytest.mark.parametrize("content", BAD)
def test_a_file_that_holds_no_models(site: Path, tmp_path: Path, winnow: Winnow, content: bytes | None) -> None:
    """One line that says what to do, and nothing is written."""
    bad, out = tmp_path / "bad.json", tmp_path / "out.json"
    if content is not None:
        bad.write_bytes(content)
    arguments = ("model", bad) if content in (b"{}", b"", None) else ("learn", site / "more", "--update", bad, "--out", out)
    ended = winnow(*arguments)
    assert ended.code == 2
    assert not out.exists()
    assert not ended.out
    assert ended.err.startswith("winnow: ")
    assert len(ended.err.splitlines()) == 1


def test_names_from_a_file_do_not_reach_the_terminal_as_they_are(site: Path, tmp_path: Path, winnow: Winnow) -> None:
    text = json.loads((site / "new.json").read_text("utf-8"))
    text["sites"][0]["site"] = "\x1b[31mred\nline"
    text["sites"][0]["model"]["containers"].append("body>div.\x1b]0;x\x07")
    text["sites"][0]["model"]["droppedTexts"].append("\x1b[2J")
    (tmp_path / "m.json").write_text(json.dumps(text), "utf-8")
    shown = winnow("model", tmp_path / "m.json")
    assert shown.code == 0
    assert "\x1b" not in shown.out
    assert "\x07" not in shown.out
