"""The examples run: the notebook from its first cell to its last, the Scrapy project on an invented site."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from demo.generate import Scale, generate
from demo.server import free_bases, serve
from demo.sites import SITES
from harness.paths import ROOT
from tests.unit.house.test_house import ALL

EXAMPLES = ROOT / "examples"
pytestmark = pytest.mark.slow


@pytest.mark.filterwarnings("default")
def test_the_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import nbformat  # here, because every process that collects the tests would wait for it
    from nbclient import NotebookClient

    for name, value in {"PYTHONPATH": str(ROOT), "MPLBACKEND": "agg", "MPLCONFIGDIR": str(tmp_path), "JUPYTER_PLATFORM_DIRS": "1"}.items():
        monkeypatch.setenv(name, value)
    notebook = nbformat.read(EXAMPLES / "archive_to_plot.ipynb", as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "is committed without outputs"
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    printed = json.dumps(notebook.cells)
    assert "indexed         73" in printed
    assert "<svg" in (tmp_path / "size_and_precision.svg").read_text("utf-8")


def test_the_scrapy_project_cleans_a_site(tmp_path: Path) -> None:
    generate(11, tmp_path / "sites", free_bases(len(SITES)), Scale(articles=24))
    out = tmp_path / "articles.jsonl"
    with serve(tmp_path / "sites") as server:
        command = [sys.executable, "-m", "scrapy", "crawl", "site", "-a", f"start={server.urls[0]}", "-O", str(out), "-s", "DOWNLOAD_DELAY=0"]
        environment = os.environ | {"PYTHONPATH": f"{ROOT}:{EXAMPLES / 'scrapy'}"}
        subprocess.run(command, cwd=EXAMPLES / "scrapy", env=environment, check=True, capture_output=True, timeout=300)
    articles = [json.loads(line)["winnow"] for line in out.read_text("utf-8").splitlines()]
    assert len(articles) >= 24
    assert {article["outcome"] for article in articles} == {"cleaned"}


def test_the_crontab_calls_commands_that_exist() -> None:
    called = re.findall(r"winnow ((?:[a-z]+ ?)+)", (EXAMPLES / "crontab").read_text("utf-8"))
    assert {"recrawl", "store", "audit"} <= {words.split()[0] for words in called}
    assert all(tuple(words.split()[:1]) in ALL for words in called)
