"""Runs a child process and measures its time and memory."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Cost:
    """Wall time and processor time (user and system) in seconds, peak resident memory in MiB, and the standard output."""

    wall: float
    cpu: float
    peak: float
    out: str


def winnow(*arguments: object) -> list[str]:
    """Return the command line of `winnow` with this Python interpreter."""
    return [sys.executable, "-m", "winnow", *map(str, arguments)]


def run(command: Sequence[str], good: Sequence[int] = (0, 1)) -> Cost:
    """Run a command and wait for it.

    Raises
    ------
    RuntimeError
        If its exit code is not in `good` (1: some pages lost, which is normal for real archives).
    """
    begun = time.perf_counter()
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=Path(__file__).parents[1]
    ) as child:
        assert child.stdout is not None
        out = child.stdout.read()
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in good:
        raise RuntimeError(f"{' '.join(command)} failed with exit code {child.returncode}")
    return Cost(time.perf_counter() - begun, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, out)
