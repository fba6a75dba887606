"""Workers as processes of their own, to be killed in part or whole and started again, and how far they have got with a crawl."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from harness.processor import family
from indexer.store.database import Database
from indexer.store.url_lifecycle import State
from workers.frontier.pending import PendingPages
from workers.frontier.view import FrontierView

_GOING = 10.0
"""Seconds that the last process of a worker may take to end after its supervisor: those whose master is gone look for it now and then."""


class WorkerProcesses:
    """Worker processes, each with its pool in a group of its own.

    Parameters
    ----------
    home : Path
        The state directory of all; what they say is in `workers.log` there.
    database, broker, engine : str
        URLs; an empty `engine` is the embedded one.
    settings : mapping of str to str
        More of the environment.
    """

    def __init__(self, home: Path, database: str, broker: str, engine: str, settings: Mapping[str, str]) -> None:
        self.log = home / "workers.log"
        self.members: dict[str, subprocess.Popen[bytes]] = {}
        self._calls: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {}
        self._environment = {
            **os.environ, "WINNOW_HOME": str(home), "WINNOW_DATABASE": database, "WINNOW_BROKER": broker, "WINNOW_ENGINE": engine,
            "WINNOW_ALLOW_PRIVATE": "1", **settings,
        }  # fmt: skip

    def start(self, name: str, *words: str, **settings: str) -> None:
        """A worker of that name, with settings of its own; without words as it was started last."""
        if words:
            self._calls[name] = words, settings
        words, settings = self._calls[name]
        command = [sys.executable, "-m", "winnow", "worker", *words]
        with self.log.open("ab") as log:
            self.members[name] = subprocess.Popen(
                command, env={**self._environment, **settings}, stdout=log, stderr=log, start_new_session=True
            )

    def kill(self, name: str) -> None:
        """The worker and its pool, at once."""
        os.killpg(self.members[name].pid, signal.SIGKILL)
        self.members[name].wait()

    def stop(self) -> list[int]:
        """All of them, as an operator does; their exit codes."""
        for member in self.members.values():
            member.terminate()
        try:
            return [member.wait(60) for member in self.members.values()]
        finally:
            for member in self.members.values():
                if member.poll() is None:
                    os.killpg(member.pid, signal.SIGKILL)
                    member.wait()

    def celery(self, name: str) -> list[int]:
        """Processes of a worker, but for the supervisor: Celery's own first, then the pool and beat."""
        return [number for number, _ in family(self.members[name].pid) if _is_worker(number)]

    def pool(self, name: str) -> list[int]:
        """Those of them that carry out tasks."""
        return [number for number in self.celery(name)[1:] if _ignores_interrupts(number)]

    def beat(self, name: str) -> list[int]:
        """The one that gives the beat, if any."""
        return [number for number in self.celery(name)[1:] if not _ignores_interrupts(number)]

    def left(self) -> list[str]:
        """Workers of which some process is still there, seconds after they were stopped."""
        until, left = time.monotonic() + _GOING, list(self.members)
        while left and time.monotonic() < until:
            left = [name for name in left if _is_there(self.members[name].pid)]
            time.sleep(0.05)
        return left


def _is_worker(number: int) -> bool:
    try:
        return b"\0workers.celery_worker\0" in Path(f"/proc/{number}/cmdline").read_bytes()
    except OSError:
        return False


def _ignores_interrupts(number: int) -> bool:
    """A process of a pool does, since a terminal sends an interrupt to all, and its master waits for it; beat does not."""
    try:
        status = Path(f"/proc/{number}/status").read_text()
    except OSError:
        return False
    return bool(int(status.partition("SigIgn:")[2].split()[0], 16) >> (signal.SIGINT - 1) & 1)


def _is_there(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a crawl is.

    Parameters
    ----------
    urls, ended : int
        Met so far, and visited.
    waiting, indexed : int
        Pages that are to be cleaned, and that are in the index.
    """

    urls: int
    ended: int
    waiting: int
    indexed: int

    @classmethod
    def of(cls, database: Database) -> Progress:
        """That of a database's frontier."""
        counts = FrontierView(database).counts()
        return cls(
            sum(each.urls for each in counts),
            sum(each.states.get(State.FINISHED, 0) for each in counts),
            sum(each.pages for each in PendingPages(database).hosts()),
            sum(each.outcomes.get("indexed", 0) for each in counts),
        )

    @property
    def fetched(self) -> bool:
        """Whether every URL was visited."""
        return self.ended == self.urls

    @property
    def over(self) -> bool:
        """Whether nothing waits for anything."""
        return self.fetched and not self.waiting
