"""Node: one server process, detached from its parent, found by any process, stopped or killed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from indexer.errors import EngineError

_ENDING = 20.0
"""Seconds for a node to close its shards before it is killed."""


@dataclass(frozen=True, slots=True)
class Node:
    """A node, identified by its folder, which holds all its state.

    Parameters
    ----------
    home : Path
        Its absolute folder, with config, data, logs, and the file of its process id. The last part of the path is its name.
    """

    home: Path

    @property
    def name(self) -> str:
        """Its name in the cluster."""
        return self.home.name

    @property
    def pid(self) -> int | None:
        """Its process id, if the process is running.

        The number alone is not sufficient, because the system can reuse it after a crash. The process's command line
        must therefore contain this node's folder.
        """
        pid = self._written_pid()
        return pid if pid is not None and str(self.home) in _command_line(pid) else None

    @property
    def ended(self) -> bool:
        """Whether its process has started and ended; a process spawned a moment ago may not have started yet."""
        return self._written_pid() is not None and self.pid is None

    @property
    def up(self) -> bool:
        """Whether its HTTP server has started and its process is running."""
        return self._ports("http").exists() and self.pid is not None

    @property
    def http(self) -> int | None:
        """Current or last port of its HTTP server."""
        return self._port("http")

    @property
    def transport(self) -> int | None:
        """Current or last port for other nodes."""
        return self._port("transport")

    @property
    def plugins(self) -> frozenset[str]:
        """Names of the plugins of the last start."""
        folder = self.home / "plugins"
        return frozenset(entry.name for entry in folder.iterdir()) if folder.is_dir() else frozenset()

    @property
    def url(self) -> str:
        """URL of its HTTP server.

        Raises
        ------
        EngineError
            If it has never started.
        """
        if self.http is None:
            msg = f"{self.name} has never started: {self.complaint()}"
            raise EngineError(msg)
        return f"http://127.0.0.1:{self.http}"

    def prepare(self, modules: Path, plugins: Mapping[str, Path]) -> None:
        """Prepare its folder: link the server's modules, copy these plugins (name to unpacked folder).

        Plugins of earlier starts stay, because indexes that need them would be lost without them.
        """
        for folder in ("config", "data", "logs", "lib", "last", "plugins", "temporary"):
            (self.home / folder).mkdir(parents=True, exist_ok=True)
        link = self.home / "modules"
        link.unlink(missing_ok=True)
        if modules.is_dir():
            link.symlink_to(modules)
        for name, unpacked in plugins.items():
            shutil.rmtree(self.home / "plugins" / name, ignore_errors=True)
            shutil.copytree(unpacked, self.home / "plugins" / name)

    def spawn(self, command: list[str]) -> None:
        """Start the process in its own session with its output in `logs/output`, without waiting for it."""
        (self.home / "pid").unlink(missing_ok=True)
        for kind in ("http", "transport"):  # new files will signal that it is up; the last ports are kept
            if self._ports(kind).exists():
                self._ports(kind).replace(self._ports(kind, "last"))
        output = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        os.posix_spawn(
            command[0], command, os.environ, setsid=True,
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                (os.POSIX_SPAWN_OPEN, 1, str(self.home / "logs" / "output"), output, 0o644),
                (os.POSIX_SPAWN_DUP2, 1, 2),
            ],
        )  # fmt: skip

    def kill(self) -> None:
        """Kill it (SIGKILL) like a crash, and wait for its end."""
        self._end(signal.SIGKILL, _ENDING)

    def stop(self) -> None:
        """Stop it gracefully; kill it after a timeout."""
        if not self._end(signal.SIGTERM, _ENDING):
            self.kill()

    def complaint(self) -> str:
        """Return its last logged error, in one line."""
        try:
            lines = (self.home / "logs" / "output").read_text("utf-8", "replace").splitlines()
        except OSError:
            return "it left no output"
        telling = [line for line in lines if "Exception" in line or "Error" in line] or lines[-1:]
        return f"{telling[0][:400] if telling else 'it said nothing'} ({self.home / 'logs' / 'output'})"

    def _written_pid(self) -> int | None:
        """Return the process id in its file."""
        try:
            return int((self.home / "pid").read_text("ascii"))
        except (OSError, ValueError):
            return None

    def _ports(self, kind: str, folder: str = "logs") -> Path:
        """Return the file to which the server writes its addresses, the loopback address first."""
        return self.home / folder / f"{kind}.ports"

    def _port(self, kind: str) -> int | None:
        for folder in ("logs", "last"):
            try:
                return int(self._ports(kind, folder).read_text("ascii").split()[0].rpartition(":")[2])
            except (OSError, ValueError, IndexError):
                continue
        return None

    def _end(self, how: signal.Signals, patience: float) -> bool:
        """Send a signal and wait; return whether the process has ended."""
        pid = self.pid
        if pid is None:
            return True
        os.kill(pid, how)
        until = time.monotonic() + patience
        while time.monotonic() < until:
            if self.pid is None:
                return True
            time.sleep(0.05)
        return False


def _command_line(pid: int) -> str:
    """Return the command line of a process; "" if it has ended, also for child processes that were not reaped."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text("utf-8", "replace")
    except OSError:
        if Path("/proc/self").exists():
            return ""
    command = ["ps", "-ww", "-o", "command=", "-p", str(pid)]  # where there is no /proc
    return subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=False).stdout  # noqa: S603
