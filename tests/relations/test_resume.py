"""`winnow index` ended in the middle, by Ctrl-C or for good, and run again: nothing twice, nothing lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from demo.archive import Capture, write_warc

ARMS = ("raw", "articles", "body", "weighted")
NOW = "2024-06-01T00:00:00Z"

Winnow = Callable[..., Any]


def hits(winnow: Winnow, home: Path, arm: str) -> list[dict[str, Any]]:
    """All documents of an arm, by URL."""
    ended = winnow("search", "*", "--arm", arm, "--limit", 1000, "--json", "--home", home)
    assert ended.code == 0, ended.err
    found = json.loads(ended.out)
    assert found["total"] == len(found["hits"])
    return sorted(found["hits"], key=lambda hit: str(hit["url"]))


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory, demo_pages: list[Capture]) -> Path:
    path = tmp_path_factory.mktemp("archive") / "sites.warc.gz"
    write_warc(path, demo_pages[:100])
    return path


@pytest.fixture(scope="module")
def undisturbed(
    tmp_path_factory: pytest.TempPathFactory, archive: Path, winnow: Winnow
) -> dict[str, list[dict[str, Any]]]:
    """The arms as one run makes them."""
    home = tmp_path_factory.mktemp("undisturbed")
    assert winnow("index", archive, "--home", home, WINNOW_NOW=NOW).code == 0
    return {arm: hits(winnow, home, arm) for arm in ARMS}


def test_the_runs_have_something_to_lose(undisturbed: dict[str, list[dict[str, Any]]]) -> None:
    assert 100 >= len(undisturbed["raw"]) > len(undisturbed["body"]) > 40


@pytest.mark.parametrize(
    ("end", "documents", "code", "said"),
    [(signal.SIGINT, 40, 130, "winnow: interrupted\n"), (signal.SIGKILL, 60, -signal.SIGKILL, "")],
)
def test_ended_in_the_middle_and_run_again(
    tmp_path: Path, archive: Path, winnow: Winnow, undisturbed: dict[str, list[dict[str, Any]]],
    end: signal.Signals, documents: int, code: int, said: str,
) -> None:  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, "-c", _COUNTING, str(documents), "index", archive, "--home", tmp_path],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "WINNOW_NOW": NOW},
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "reached\n"
    process.send_signal(end)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (code, said)
    between = len(hits(winnow, tmp_path, "raw"))
    assert between == (documents if end is signal.SIGINT else 0), "an interrupt commits what was written, a kill cannot"
    for _ in range(2):
        assert winnow("index", archive, "--home", tmp_path, WINNOW_NOW=NOW).code == 0
        assert {arm: hits(winnow, tmp_path, arm) for arm in ARMS} == undisturbed


_COUNTING = """
import sys, time
from indexer.index.arm import Arm
from indexer.index.tantivy.engine import TantivyEngine
from winnow import main
left, put = int(sys.argv.pop(1)), TantivyEngine.put
def counted(engine, arm, document):
    global left
    put(engine, arm, document)
    left -= arm is Arm.RAW
    if left == 0 and arm is Arm.RAW:
        print("reached", flush=True)
        time.sleep(30)
TantivyEngine.put = counted
main()
"""
"""The command itself, which stops in the middle of the document number ARGV[1] until the signal comes."""


def test_a_second_writer_is_told_to_wait(tmp_path: Path, archive: Path, winnow: Winnow) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", _COUNTING, "5", "index", archive, "--home", tmp_path],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "reached\n"
    begun = time.monotonic()
    ended = winnow("index", archive, "--home", tmp_path)
    process.kill()
    process.communicate(timeout=60)
    assert ended.code == 2
    assert ended.err.startswith("winnow: another process is writing to ")
    assert time.monotonic() - begun < 25
