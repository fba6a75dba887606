"""`winnow index` on files, twice, and what it says of pages that are lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import winnow

PAGE = (
    "<!doctype html><html lang=en><head><title>{0}</title></head><body><nav><a href=/>Front page</a></nav>"
    "<article><h1>{0}</h1><p>{1}</p><p>{2}</p></article><footer>All rights reserved</footer></body></html>"
)

@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "pages"
    folder.mkdir()
    for name in ("crane", "lynx", "tram"):
        first = f"The {name} was seen on the quay on Tuesday, the harbour master said, and the town came to look. " * 3
        second = f"Nobody had expected a {name} there, least of all in March, when the mill lets its water go. " * 3
        (folder / f"{name}.html").write_text(PAGE.format(f"A {name} in the harbour", first, second))
    return folder

def run(tmp_path: Path, *arguments: str) -> Result:
    return CliRunner().invoke(winnow.cli, [*arguments, "--home", str(tmp_path / "home")])

@pytest.mark.slow
def test_the_same_again_changes_nothing(tmp_path: Path, folder: Path) -> None:
    first = run(tmp_path, "index", str(folder), "--json")
    assert first.exit_code == 0, first.output
    summary = json.loads(first.stdout)
    assert summary["pages"] == sum(summary["outcomes"].values()) == summary["documents"]["raw"] == 3
    found = run(tmp_path, "search", "crane", "--arm", "raw", "--json").stdout
    assert json.loads(found)["total"] == 1
    assert json.loads(run(tmp_path, "index", str(folder), "--json").stdout) == summary
    assert run(tmp_path, "search", "crane", "--arm", "raw", "--json").stdout == found

@pytest.mark.slow
def test_a_lost_page_is_listed_and_the_others_are_there(tmp_path: Path, folder: Path) -> None:
    (folder / "paper.html").write_bytes(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n")
    result = run(tmp_path, "index", str(folder))
    assert result.exit_code == 1
    assert "lost: " in result.stderr
    assert "paper.html" in result.stderr
    assert json.loads(run(tmp_path, "search", "*", "--arm", "raw", "--json").stdout)["total"] == 3
