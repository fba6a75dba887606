"""What the README shows is true: its Python runs, and the demo's page and query look as printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from harness.paths import ROOT

README = ROOT / "README.md"


def python_example() -> str:
    """The README's one block of Python."""
    (found,) = re.findall(r"^```python\n(.*?)^```", README.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return str(found)


def write_pages(folder: Path) -> None:
    """A folder `pages` with three stories, as the example reads them."""
    (folder / "pages").mkdir()
    for number, word in enumerate(("reservoir", "ferry", "orchard")):
        story = "".join(f"<p>The {word} has changed much in year {year}, said its keeper on Monday.</p>" for year in range(2001, 2009))
        html = f"<title>The {word}</title><nav><a href='/'>Home</a></nav><article><h1>The {word}</h1>{story}</article>"
        (folder / "pages" / f"{number}.html").write_text(html, "utf-8")


def test_the_python_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    write_pages(tmp_path)
    monkeypatch.chdir(tmp_path)
    exec(compile(python_example(), "README.md", "exec"), {})
    assert "reservoir has changed much in year 2001" in capsys.readouterr().out
    assert len([line for line in python_example().splitlines() if line]) == 5


def test_the_first_screen_shows_a_page_and_a_query() -> None:
    screen = "\n".join(README.read_text("utf-8").splitlines()[:35])
    assert "articleBody" in screen
    assert "raw: 64 found" in screen
