"""Real servers for the tests, each started at most once in a test process, on free ports of this machine.

PostgreSQL refuses to run as root; there it runs as the user `postgres` that its package makes.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from indexer.store.database import Database
from indexer.store.migrate import upgrade
from indexer.store.schema import TABLES

_WAIT = 30.0
"""Seconds that a server gets to start or to stop."""


def need(program: str | None, package: str) -> str:
    """The program's path; the test is skipped where it is missing, or failed where CI is set."""
    if program is not None:
        return program
    message = f"needs {package}: install it with the system's package manager"
    if os.environ.get("CI"):
        pytest.fail(message, pytrace=False)
    pytest.skip(message)


def free_port() -> int:
    """A port of loopback that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def postgres_program(name: str) -> str | None:
    """One of PostgreSQL's programs; Debian keeps them apart from the path."""
    versions = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3]))
    return str(versions[-1]) if versions else shutil.which(name)


@dataclass
class Server:
    """A server process that can be killed and started again on the same data.

    Parameters
    ----------
    command : sequence of str
    url : str
    ready : callable
        Whether it answers.
    log : Path
        What it prints; its folder is where it runs.
    user : struct_passwd or None
        Whom it runs as.
    """

    command: Sequence[str]
    url: str
    ready: Callable[[], bool]
    log: Path
    user: pwd.struct_passwd | None = None
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log, cwd=self.log.parent, **_as(self.user))
        until = time.monotonic() + _WAIT
        while not self.ready():
            if self.process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"{self.command[0]} did not start: {self.log.read_text()[-2000:]}")
            time.sleep(0.05)

    def stop(self, how: int = signal.SIGINT) -> None:
        """End it; SIGKILL as a crash would."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(_WAIT)
            self.process = None


@contextmanager
def postgres_server(*settings: str) -> Iterator[Server]:
    """A new PostgreSQL cluster; its `url` ends where a database's name goes. A killed server loses nothing without fsync, a dead machine would."""
    initdb = need(postgres_program("initdb"), "postgresql")
    postgres = need(postgres_program("postgres"), "postgresql")
    user = pwd.getpwnam("postgres") if os.getuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="winnow-pg-"))
    try:
        if user is not None:
            os.chown(folder, user.pw_uid, user.pw_gid)
        data, port = folder / "data", free_port()
        made = [initdb, "-D", str(data), "-U", "winnow", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        subprocess.run(made, check=True, capture_output=True, cwd=folder, **_as(user))
        ours = (f"port={port}", "listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=60", "fsync=off", *settings)
        command = [postgres, "-D", str(data), *(word for setting in ours for word in ("-c", setting))]
        url = f"postgresql://winnow@127.0.0.1:{port}/"
        server = Server(command, url, lambda: _answers(url), folder / "log", user)
        (folder / "log").touch()
        try:
            server.start()
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def make_database(url: str, name: str) -> str:
    """A new, empty database of a server; its URL."""
    import psycopg

    with psycopg.connect(f"{url}postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return f"{url}{name}"


@contextmanager
def redis_server(*options: str) -> Iterator[Server]:
    """A new Redis server that keeps its data only where an option says so."""
    program = need(shutil.which("redis-server"), "redis-server")
    with tempfile.TemporaryDirectory(prefix="winnow-redis-") as folder:
        port = free_port()
        command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder, *options]
        server = Server(command, f"redis://127.0.0.1:{port}/0", lambda: _listens(port), Path(folder) / "log")
        try:
            server.start()
            yield server
        finally:
            server.stop()


def _as(user: pwd.struct_passwd | None) -> dict[str, Any]:
    return {} if user is None else {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": ()}


def _answers(url: str) -> bool:
    import psycopg

    try:
        with psycopg.connect(f"{url}postgres", connect_timeout=2):
            return True
    except psycopg.OperationalError:
        return False


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """A PostgreSQL server of this test process."""
    with postgres_server() as server:
        yield server


@pytest.fixture(scope="session")
def _migrated(postgresql: Server) -> str:
    """A database of this test process with the present schema; its URL."""
    url = make_database(postgresql.url, "shared")
    with Database.connect(Path(), url) as made:
        upgrade(made.engine)
    return url


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database with the present schema, once of each kind: a URL as WINNOW_DATABASE takes it."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path / 'winnow.sqlite3'}"
        with Database.connect(tmp_path, url) as made:
            upgrade(made.engine)
        return url
    url = str(request.getfixturevalue("_migrated"))
    with Database.connect(tmp_path, url) as made:
        empty(made)
    return url


def empty(database: Database) -> None:
    """Delete all rows."""
    names = [str(table.__tablename__) for table in reversed(TABLES)]
    with database.writing() as connection:
        if database.dialect == "postgresql":
            connection.execute(text(f"TRUNCATE {', '.join(names)} RESTART IDENTITY CASCADE"))
        else:
            for name in names:
                connection.execute(text(f"DELETE FROM {name}"))


@pytest.fixture
def database(database_url: str, tmp_path: Path) -> Iterator[Database]:
    """The same, open."""
    with Database.open(tmp_path, database_url) as made:
        yield made
