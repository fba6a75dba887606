"""Keeps a worker at work: one that ends by itself, as Celery's may where its broker goes away, is started again after a pause."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Sequence
from types import FrameType

import click

_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 30.0
_SETTLED = 60.0
"""Seconds after which a worker counts as having worked, and the next pause is a short one again."""


class Supervisor:
    """Runs a command until it is asked to stop.

    Parameters
    ----------
    command : sequence of str
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._command = list(command)
        self._stopping = False
        self._child: subprocess.Popen[bytes] | None = None

    def run(self) -> int:
        """Start the command, again and again; its exit code once it was asked to stop, or ended as if it had been."""
        signal.signal(signal.SIGTERM, self._stop)
        signal.signal(signal.SIGINT, self._note)
        pause = _FIRST_PAUSE
        while True:
            begun = time.monotonic()
            self._child = subprocess.Popen(self._command)  # noqa: S603 - our own words
            code = self._child.wait()
            if self._stopping or code == 0:
                return max(code, 0)  # a child that was ended by the signal passed on ended as it should
            if time.monotonic() - begun > _SETTLED:
                pause = _FIRST_PAUSE
            click.echo(f"winnow: the worker ended with {code}; another is started in {pause:g} s", err=True)
            self._sleep(pause)
            if self._stopping:
                return 0
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _stop(self, _signal: int, _frame: FrameType | None) -> None:
        self._stopping = True
        if self._child is not None and self._child.poll() is None:
            self._child.terminate()

    def _note(self, _signal: int, _frame: FrameType | None) -> None:
        """A terminal's interrupt reaches the worker by itself."""
        self._stopping = True

    def _sleep(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self._stopping and time.monotonic() < until:
            time.sleep(0.1)
