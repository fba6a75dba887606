"""What a command imports before it knows what it is asked: `--help` and a wrong option answer at once."""

from __future__ import annotations

import subprocess
import sys

import pytest

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
