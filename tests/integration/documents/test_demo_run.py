"""python -m demo from end to end, on small editions: every step runs, and the report holds what it promises."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from demo.archive import Capture, write_warc
from harness.paths import ROOT


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    home = tmp_path_factory.mktemp("home")
    ended = subprocess.run(
        [sys.executable, "-m", "demo", "--home", str(home), "--articles", "24"],
        cwd=ROOT, env={**os.environ, "SERVE": "0"}, capture_output=True, text=True, timeout=300,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_every_step_is_shown_as_a_command(report: str) -> None:
    steps = re.findall(r"^\$ .*winnow ([a-z]+)", report, re.MULTILINE)
    assert steps == ["crawl", "index", "audit", "size", "compare", "compare", "compare", "compare"]


def test_odd_pages_end_in_their_outcomes(report: str) -> None:
    counts = {}
    for line in report.splitlines():
        words = line.split()
        if len(words) == 2:  # the crawl's table has the number first, the index's last
            number, name = sorted(words, key=lambda word: not word.isdigit())
            counts[name] = number
    for name in ("gone", "redirect", "robots", "noindex", "empty", "not-html"):
        assert counts.get(name) == "3", name


def test_the_report_holds_size_precision_and_what_to_do_next(report: str) -> None:
    for word in ("nDCG@10", "interval", "verdict", "Match precision", "inverted", "saved", "winnow crawl https"):
        assert word in report


def test_what_it_says_to_type_runs_as_printed(report: str, tmp_path: Path, demo_pages: list[Capture]) -> None:
    archive = tmp_path / "pages.warc.gz"
    write_warc(archive, demo_pages)
    index, _, measure = report.partition("The same on your own pages:")[2].splitlines()[1:4]
    told = (index.partition("  or a folder")[0].replace("FILE.warc.gz", str(archive)), measure.replace("QUERY", "Foxcombe").rpartition(";")[0])
    for line in told:
        ended = subprocess.run(line, shell=True, cwd=ROOT, env={**os.environ, "WINNOW_HOME": str(tmp_path)}, capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stderr


def test_a_folder_of_someone_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "archive").mkdir()
    ended = subprocess.run(
        [sys.executable, "-m", "demo", "--home", str(tmp_path)], cwd=ROOT, capture_output=True,
        text=True, timeout=60, check=False,
    )
    assert ended.returncode == 2
    assert "choose another --home" in ended.stderr
    assert (tmp_path / "archive").is_dir()
