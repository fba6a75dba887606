"""The same pages give the same bytes: in any order of records, in any process, however often."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from demo.archive import Capture, write_warc

NOW = "2024-06-01T00:00:00Z"

Winnow = Callable[..., Any]


class Results(NamedTuple):
    """All that a user gets from one archive."""

    model: str
    lines: str
    lines_by_model: str
    index_report: str
    sizes: str
    hits: str


def results(winnow: Winnow, folder: Path, hash_seed: str) -> Results:
    """Every command on `sites.warc.gz`, named relatively, so that no path differs."""
    environment = {"WINNOW_NOW": NOW, "PYTHONHASHSEED": hash_seed}

    def run(*arguments: object) -> str:
        ended = winnow(*arguments, cwd=folder, **environment)
        assert ended.code == 0, ended.err
        return str(ended.out)

    model = run("learn", "sites.warc.gz", "--out", "-")
    (folder / "model.json").write_text(model, "utf-8")
    return Results(
        model,
        run("clean", "sites.warc.gz"),
        run("clean", "sites.warc.gz", "--model", "model.json"),
        run("index", "sites.warc.gz", "--home", "home"),
        run("size", "--home", "home"),
        run("search", "harbour council museum", "--match", "any", "--limit", 50, "--json", "--home", "home"),
    )


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory, demo_pages: list[Capture], winnow: Winnow) -> Results:
    folder = tmp_path_factory.mktemp("first")
    write_warc(folder / "sites.warc.gz", demo_pages)
    return results(winnow, folder, "1")


@pytest.fixture(scope="module")
def shuffled(tmp_path_factory: pytest.TempPathFactory, demo_pages: list[Capture], winnow: Winnow) -> Results:
    folder = tmp_path_factory.mktemp("shuffled")
    write_warc(folder / "sites.warc.gz", demo_pages, shuffle=5)
    return results(winnow, folder, "2")


@pytest.mark.parametrize("what", Results._fields)
def test_shuffled_records_and_another_hash_seed_change_nothing(first: Results, shuffled: Results, what: str) -> None:
    assert getattr(first, what) == getattr(shuffled, what)


def test_there_is_something_to_compare(first: Results, demo_pages: list[Capture]) -> None:
    assert len(first.lines.splitlines()) == len(demo_pages)
    assert '"total": 0' not in first.hits


def test_a_stored_model_cleans_as_the_fresh_one(first: Results) -> None:
    assert first.lines == first.lines_by_model


def test_html_files_in_any_order(tmp_path: Path, demo_pages: list[Capture], winnow: Winnow) -> None:
    """Files named one by one; the order of the arguments is the user's, not a property of the pages."""
    names = []
    for number, page in enumerate(demo_pages[:40]):
        names.append(f"{number}.html")
        (tmp_path / names[-1]).write_bytes(page.body)
    one = winnow("clean", *names, cwd=tmp_path, WINNOW_NOW=NOW, PYTHONHASHSEED="3")
    other = winnow("clean", *reversed(names), cwd=tmp_path, WINNOW_NOW=NOW, PYTHONHASHSEED="4")
    assert one.out == other.out
    assert len(one.records()) == len(names)
