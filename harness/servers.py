"""Real servers for tests, each started at most once per test process, on free ports of this machine.

PostgreSQL refuses to run as root; in this case it runs as the user `postgres`, which its package creates.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, text

from indexer.store import migrate
from indexer.store.database import FILE, Database
from indexer.store.migrate import upgrade
from indexer.store.schema import TABLES

_WAIT = 30.0
"""Maximum seconds for a server to start or stop."""


def need(program: str | None, package: str) -> str:
    """Return the program's path; if it is missing, skip the test, or fail it if CI is set."""
    if program is not None:
        return program
    message = f"needs {package}: install it with the system's package manager"
    if os.environ.get("CI"):
        pytest.fail(message, pytrace=False)
    pytest.skip(message)


def free_port() -> int:
    """Return a free loopback port."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def postgres_program(name: str) -> str | None:
    """Return the path of one of PostgreSQL's programs, which Debian does not put on PATH."""
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
        Returns whether the server responds.
    log : Path
        File of its output; its folder is the working directory.
    user : struct_passwd or None
        User of the process.
    """

    command: Sequence[str]
    url: str
    ready: Callable[[], bool]
    log: Path
    user: pwd.struct_passwd | None = None
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server and wait until it responds."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log, cwd=self.log.parent, **_as(self.user))
        until = time.monotonic() + _WAIT
        while not self.ready():
            if self.process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"{self.command[0]} did not start: {self.log.read_text()[-2000:]}")
            time.sleep(0.05)

    def stop(self, how: int = signal.SIGINT) -> None:
        """Stop the server; SIGKILL simulates a crash."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(_WAIT)
            self.process = None


@contextmanager
def postgres_server(*settings: str) -> Iterator[Server]:
    """Start a new PostgreSQL cluster; its `url` ends before the database name. Without fsync, a killed server still loses no data."""
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
        options_used = (f"port={port}", "listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=60", "fsync=off", *settings)
        command = [postgres, "-D", str(data), *(word for setting in options_used for word in ("-c", setting))]
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
    """Create an empty database on a server; return its URL."""
    import psycopg

    with psycopg.connect(f"{url}postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return f"{url}{name}"


@contextmanager
def redis_server(*options: str) -> Iterator[Server]:
    """Start a new Redis server without persistence, unless an option enables it."""
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
    """URL of a database of this test process with the current schema."""
    url = make_database(postgresql.url, "shared")
    with Database.connect(Path(), url) as made:
        upgrade(made.engine)
    return url


@pytest.fixture(scope="session", autouse=True)
def _copied_schema(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A new SQLite file that `Database.open` makes in this process is a copy of one: twelve migrations take a tenth of a second each time.

    The program's own processes and whoever calls `upgrade` migrate, as do files that are not new.
    """

    @cache
    def migrated() -> sqlite3.Connection:
        folder = tmp_path_factory.mktemp("schema")
        with Database.connect(folder) as made:
            upgrade(made.engine)
        return sqlite3.connect(folder / FILE, check_same_thread=False)

    def copy_or_upgrade(engine: Engine) -> tuple[str | None, str]:
        with engine.connect() as connection:
            new = connection.connection.driver_connection
            is_new = engine.dialect.name == "sqlite" and not new.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            if is_new:
                migrated().backup(new)
        return (None, migrate.HEAD) if is_new else upgrade(engine)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(migrate, "upgrade", copy_or_upgrade)
        yield


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """URL of an empty database with the current schema, one per dialect, in the form of WINNOW_DATABASE."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path / FILE}"
        Database.open(tmp_path, url).close()
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
    """An open empty database."""
    with Database.open(tmp_path, database_url) as made:
        yield made
