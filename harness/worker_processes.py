"""Worker processes that can be killed completely or partly and restarted, and the progress of their crawl."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from harness.processor import process_tree
from indexer.store.database import Database
from indexer.store.url_lifecycle import State
from workers.frontier.pending import PendingPages
from workers.frontier.view import FrontierView

_EXIT_TIMEOUT = 10.0
"""Maximum seconds until the last process of a worker ends after its supervisor: pool processes check periodically for their parent."""


class WorkerProcesses:
    """Worker processes, each with its pool in a separate process group.

    Parameters
    ----------
    home : Path
        State directory of all workers; their output is in `workers.log`.
    database, broker, engine : str
        URLs; an empty `engine` is the embedded one.
    settings : mapping of str to str
        Additional environment variables.
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
        """Start a worker with arguments and settings; without arguments, restart it as before."""
        if words:
            self._calls[name] = words, settings
        words, settings = self._calls[name]
        command = [sys.executable, "-m", "winnow", "worker", *words]
        with self.log.open("ab") as log:
            self.members[name] = subprocess.Popen(
                command, env={**self._environment, **settings}, stdout=log, stderr=log, start_new_session=True
            )

    def kill(self, name: str) -> None:
        """Kill the worker and its pool."""
        os.killpg(self.members[name].pid, signal.SIGKILL)
        self.members[name].wait()

    def stop(self) -> list[int]:
        """Terminate all workers, as an operator does; return their exit codes."""
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
        """Return the processes of a worker except the supervisor: Celery's main process, then the pool and beat."""
        return [number for number, _ in process_tree(self.members[name].pid) if _is_worker(number)]

    def pool(self, name: str) -> list[int]:
        """Return the pool processes of a worker."""
        return [number for number in self.celery(name)[1:] if _ignores_interrupts(number)]

    def beat(self, name: str) -> list[int]:
        """Return the beat process of a worker, if any."""
        return [number for number in self.celery(name)[1:] if not _ignores_interrupts(number)]

    def still_running(self) -> list[str]:
        """Return the workers with processes that still run seconds after they were stopped."""
        until, left = time.monotonic() + _EXIT_TIMEOUT, list(self.members)
        while left and time.monotonic() < until:
            left = [name for name in left if _is_alive(self.members[name].pid)]
            time.sleep(0.05)
        return left


def _is_worker(number: int) -> bool:
    try:
        return b"\0workers.celery_worker\0" in Path(f"/proc/{number}/cmdline").read_bytes()
    except OSError:
        return False


def _ignores_interrupts(number: int) -> bool:
    """Return whether a process ignores SIGINT: pool processes do, because their parent handles a terminal's interrupt; beat does not."""
    try:
        status = Path(f"/proc/{number}/status").read_text()
    except OSError:
        return False
    return bool(int(status.partition("SigIgn:")[2].split()[0], 16) >> (signal.SIGINT - 1) & 1)


def _is_alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a crawl.

    Parameters
    ----------
    urls, ended : int
        Numbers of discovered and of visited URLs.
    waiting, indexed : int
        Numbers of pages to clean and of indexed pages.
    """

    urls: int
    ended: int
    waiting: int
    indexed: int

    @classmethod
    def of(cls, database: Database) -> Progress:
        """Return the progress of a database's frontier."""
        counts = FrontierView(database).counts()
        return cls(
            sum(each.urls for each in counts),
            sum(each.states.get(State.FINISHED, 0) for each in counts),
            sum(each.pages for each in PendingPages(database).hosts()),
            sum(each.outcomes.get("indexed", 0) for each in counts),
        )

    @property
    def fetched(self) -> bool:
        """True if every URL was visited."""
        return self.ended == self.urls

    @property
    def is_complete(self) -> bool:
        """True if every URL was visited and no page is pending."""
        return self.fetched and not self.waiting
