"""One server process: started apart from its parent, found again by any process, stopped or killed."""

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
"""Seconds that a node is given to close its shards before it is killed."""


@dataclass(frozen=True, slots=True)
class Node:
    """A node, known by its folder; all of its state is there.

    Parameters
    ----------
    home : Path
        Its own folder, absolute: config, data, logs, and the process id that it wrote. The last part is its name.
    """

    home: Path

    @property
    def name(self) -> str:
        """As the cluster knows it."""
        return self.home.name

    @property
    def pid(self) -> int | None:
        """Its process, if that is running.

        A number alone does not prove it: after a crash the system may have given it to another program. So the
        command line must name this node's folder.
        """
        pid = self._written_pid()
        return pid if pid is not None and str(self.home) in _command_line(pid) else None

    @property
    def ended(self) -> bool:
        """Whether its process began and is gone; a process that was spawned a moment ago has not begun yet."""
        return self._written_pid() is not None and self.pid is None

    @property
    def up(self) -> bool:
        """Whether its HTTP server answers, or soon would if the process were not about to end."""
        return self._ports("http").exists() and self.pid is not None

    @property
    def http(self) -> int | None:
        """The port of its HTTP server, or the last one that it had."""
        return self._port("http")

    @property
    def transport(self) -> int | None:
        """The port for other nodes, or the last one that it had."""
        return self._port("transport")

    @property
    def plugins(self) -> frozenset[str]:
        """Names of those that it was last started with."""
        folder = self.home / "plugins"
        return frozenset(entry.name for entry in folder.iterdir()) if folder.is_dir() else frozenset()

    @property
    def url(self) -> str:
        """Where its HTTP server answers.

        Raises
        ------
        EngineError
            Where it was never up.
        """
        if self.http is None:
            msg = f"{self.name} was never up: {self.complaint()}"
            raise EngineError(msg)
        return f"http://127.0.0.1:{self.http}"

    def prepare(self, modules: Path, plugins: Mapping[str, Path]) -> None:
        """Lay its folder out: the server's modules linked, these plugins (name to unpacked folder) copied.

        Plugins of earlier starts stay, for indexes that need them would be lost without.
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
        """Start the process, in a session of its own and with its output in `logs/output`; does not wait for it."""
        (self.home / "pid").unlink(missing_ok=True)
        for kind in ("http", "transport"):  # new ones will say that it is up; the last ones are remembered
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
        """End it without a word (SIGKILL), as a crash would; returns when it is gone."""
        self._end(signal.SIGKILL, _ENDING)

    def stop(self) -> None:
        """Have it close its shards and end; kill it if that takes too long."""
        if not self._end(signal.SIGTERM, _ENDING):
            self.kill()

    def complaint(self) -> str:
        """What it last said that sounds like an error, in one line."""
        try:
            lines = (self.home / "logs" / "output").read_text("utf-8", "replace").splitlines()
        except OSError:
            return "it left no output"
        telling = [line for line in lines if "Exception" in line or "Error" in line] or lines[-1:]
        return f"{telling[0][:400] if telling else 'it said nothing'} ({self.home / 'logs' / 'output'})"

    def _written_pid(self) -> int | None:
        """What the process wrote as it began."""
        try:
            return int((self.home / "pid").read_text("ascii"))
        except (OSError, ValueError):
            return None

    def _ports(self, kind: str, folder: str = "logs") -> Path:
        """The file where the server writes its addresses, the one for this machine first."""
        return self.home / folder / f"{kind}.ports"

    def _port(self, kind: str) -> int | None:
        for folder in ("logs", "last"):
            try:
                return int(self._ports(kind, folder).read_text("ascii").split()[0].rpartition(":")[2])
            except (OSError, ValueError, IndexError):
                continue
        return None

    def _end(self, how: signal.Signals, patience: float) -> bool:
        """Send a signal and wait; whether it is gone."""
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
    """The command line of a process; empty for one that has ended (of our own children too, whom nobody waits for)."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text("utf-8", "replace")
    except OSError:
        if Path("/proc/self").exists():
            return ""
    command = ["ps", "-ww", "-o", "command=", "-p", str(pid)]  # where there is no /proc
    return subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=False).stdout  # noqa: S603
