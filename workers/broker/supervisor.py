"""Restarts a worker that exits unexpectedly, for example because its broker is unavailable."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Sequence
from types import FrameType

import click

_FIRST_PAUSE, _MAX_PAUSE = 1.0, 30.0
_SETTLED = 60.0
"""Seconds of running after which the delay before the next restart is reset."""


class Supervisor:
    """Runs a command until a stop signal arrives."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = list(command)
        self._stopping = False
        self._child: subprocess.Popen[bytes] | None = None

    def run(self) -> int:
        """Start the command, and restart it after each failure; return its exit code after a stop signal or a clean exit."""
        signal.signal(signal.SIGTERM, self._stop)
        signal.signal(signal.SIGINT, self._note)
        pause = _FIRST_PAUSE
        while True:
            begun = time.monotonic()
            self._child = subprocess.Popen(self._command)  # noqa: S603 - our own words
            code = self._child.wait()
            if self._stopping or code == 0:
                return max(code, 0)  # negative: the forwarded signal ended it, as intended
            if time.monotonic() - begun > _SETTLED:
                pause = _FIRST_PAUSE
            click.echo(f"winnow: the worker ended with {code}; another is started in {pause:g} s", err=True)
            self._sleep(pause)
            if self._stopping:
                return 0
            pause = min(2 * pause, _MAX_PAUSE)

    def _stop(self, _signal: int, _frame: FrameType | None) -> None:
        self._stopping = True
        if self._child is not None and self._child.poll() is None:
            self._child.terminate()

    def _note(self, _signal: int, _frame: FrameType | None) -> None:
        """Record a stop; the worker gets an interrupt directly from the terminal."""
        self._stopping = True

    def _sleep(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self._stopping and time.monotonic() < until:
            time.sleep(0.1)
