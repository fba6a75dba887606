"""What a command imports before it knows what it is asked: `--help` and a wrong option answer at once."""

from __future__ import annotations

import subprocess
import sys

import pytest

from winnow import COMMANDS

HEAVY = ("babel", "brotli", "celery", "elasticsearch", "flask", "lxml", "networkx", "numpy", "regex", "sqlalchemy", "tantivy", "urllib3")
"""Packages that take longer to import than all that a help page needs."""


@pytest.mark.parametrize("command", ["aliases", "crawl", "recrawl", "schedule", "size"])
def test_a_command_is_declared_without_what_carries_it_out(command: str) -> None:
    code = f"import sys, winnow, {COMMANDS[command][0]}; print(*(name for name in {HEAVY} if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
