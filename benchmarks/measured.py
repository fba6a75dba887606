"""One child process, measured: what it costs in time and memory."""

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
    """Wall and processor time in seconds (user and system), peak resident memory in MiB, and what it printed."""

    wall: float
    cpu: float
    peak: float
    out: str


def winnow(*arguments: object) -> list[str]:
    """The command line of the command, run by this Python."""
    return [sys.executable, "-m", "winnow", *map(str, arguments)]


def run(command: Sequence[str], good: Sequence[int] = (0, 1)) -> Cost:
    """Run a command to its end.

    Raises
    ------
    RuntimeError
        Where it ends with another code than the good ones (1: some pages lost, as real archives have them).
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
        raise RuntimeError(f"{' '.join(command)} ended with {child.returncode}")
    return Cost(time.perf_counter() - begun, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, out)
