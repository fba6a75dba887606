"""What a command imports before it knows what it is asked: `--help` and a wrong option answer at once."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ended
from winnow import COMMANDS

HEAVY = (
    "anyascii", "babel", "brotli", "celery", "concurrent.futures.process", "dateparser", "elasticsearch", "flask", "htmldate", "lxml",
    "multiprocessing.pool", "networkx", "numpy", "opensearchpy", "rapidfuzz", "regex", "requests", "scipy", "sqlalchemy", "Stemmer",
    "tantivy", "trafilatura", "urllib3", "waitress", "werkzeug",
)  # fmt: skip
"""Modules that take longer to import than all that a help page needs."""


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_a_command_is_declared_without_what_carries_it_out(command: str) -> None:
    code = f"import sys, winnow, {COMMANDS[command][0]}; print(*(name for name in {HEAVY} if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_quiet_leaves_standard_error_to_errors(tmp_path: Path, winnow: Callable[..., Ended]) -> None:
    (tmp_path / "page.html").write_text("<h1>The ferry</h1><p>The ferry sails again, said its captain on Monday.</p>")
    loud, quiet = winnow("clean", tmp_path), winnow("--quiet", "clean", tmp_path)
    assert (loud.out, loud.code) == (quiet.out, quiet.code)
    assert (bool(loud.err), quiet.err) == (True, "")
    assert winnow("--quiet", "clean", tmp_path / "absent").err.startswith("winnow: ")


def test_the_version_names_data_and_engines(winnow: Callable[..., Ended]) -> None:
    lines = winnow("--version").out.splitlines()
    assert [line.split()[0] for line in lines] == ["winnow", "record", "tantivy", "elasticsearch", "opensearch-py", "Python"]
