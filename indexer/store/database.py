"""The database of one run: a SQLite file in WAL mode under the home directory, or PostgreSQL.

Both run the same statements; this file has the differences. A writing transaction is declared at its beginning: SQLite then takes
the write lock at once (`BEGIN IMMEDIATE`) instead of failing half-way.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from sqlalchemy import Connection, Dialect, Engine, create_engine, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, DataError, DisconnectionError, IntegrityError, ProgrammingError
from sqlalchemy.pool import ConnectionPoolEntry

from indexer.errors import StoreError
from indexer.interrupts import deferred_interrupts
from indexer.store.advice import DENIED, advice
from indexer.store.columns import Table
from indexer.store.migrate import check_or_upgrade, upgrade

FILE = "winnow.sqlite3"
_EXAMPLE = "postgresql://user@host/name"
_BUSY = 60_000
"""Milliseconds that a writer waits for another writer."""
_PRAGMAS = ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", f"busy_timeout={_BUSY}", "journal_size_limit=67108864")
"""With NORMAL, a power failure can lose the last commits but never corrupt the file; a killed process loses nothing."""
_IDLE = 1.0
"""Idle seconds after which a PostgreSQL connection is pinged before use."""
_WRITES, _RESTS = "winnow_writes", "winnow_rests"
_BREAK = "\n"
_FIRST_PAUSE, _LONGEST_PAUSE = 0.25, 4.0
"""Seconds between retries of a change, doubled each time."""
_T = TypeVar("_T")


class Database:
    """An open database with the current schema. It must be opened after a fork, not before.

    Parameters
    ----------
    engine : Engine

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as home, Database.open(Path(home)) as database:
    ...     database.dialect
    'sqlite'
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._at_once = engine.execution_options(isolation_level="AUTOCOMMIT")

    @classmethod
    def open(cls, home: Path, url: str = "") -> Database:
        """Open the database at `url`, or the SQLite file under `home`, which is created or upgraded if necessary.

        Raises
        ------
        StoreError
            If there is no such database, or its schema has another version.
        """
        database = cls.connect(home, url)
        try:
            with database.explaining():
                check_or_upgrade(database.engine)
        except StoreError:
            database.close()
            raise
        return database

    @classmethod
    def connect(cls, home: Path, url: str = "") -> Database:
        """Open a database like `open`, without checking the schema."""
        try:
            name = make_url(url) if url else _file(home)
            return cls(_engine(name))
        except (ArgumentError, ValueError) as error:  # ValueError: an invalid port
            raise StoreError(f"WINNOW_DATABASE is not the URL of a database such as {_EXAMPLE}") from error
        except ModuleNotFoundError as error:
            raise StoreError(f"{error.name} is not installed: pip install 'winnow-news[postgresql]'") from error

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`."""
        return self.engine.dialect.name

    def __enter__(self) -> Database:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        with deferred_interrupts():
            self.engine.dispose()

    def upgrade(self) -> tuple[str | None, str]:
        """Upgrade the schema; return the versions before and after."""
        with self.explaining():
            return upgrade(self.engine)

    @contextmanager
    def explaining(self) -> Iterator[None]:
        """Translate database and connection errors to a StoreError with a one-line message."""
        try:
            yield
        except DatabaseError as error:
            if isinstance(error, IntegrityError | ProgrammingError | DataError) and getattr(error.orig, "sqlstate", "") != DENIED:
                raise  # a bug in this program
            name, message = self.engine.url.render_as_string(hide_password=True), str(error.orig).partition(_BREAK)[0]
            raise StoreError(f"the database {name} cannot be used: {message}{advice(message)}") from error

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a read transaction with a consistent view."""
        with self.explaining(), _returned(self.engine.connect()) as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a write transaction, rolled back if the block raises; interrupts wait for its end."""
        with deferred_interrupts(), self.explaining(), self.engine.connect() as connection:
            connection.execution_options(**{_WRITES: True})
            with connection.begin():
                yield connection

    @contextmanager
    def at_once(self) -> Iterator[Connection]:
        """Open an autocommit connection to PostgreSQL, which saves the round trips for BEGIN and COMMIT."""
        with self.explaining(), _returned(self._at_once.connect()) as connection:
            yield connection

    def retrying(self, change: Callable[[], _T], seconds: float) -> _T:
        """Make a change, and retry it for some seconds while the database is unavailable.

        Raises
        ------
        StoreError
        """
        until, pause = time.monotonic() + seconds, _FIRST_PAUSE
        while True:
            try:
                return change()
            except StoreError:
                if time.monotonic() + pause > until:
                    raise
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def insert_new(self, table: type[Table]) -> sqlite.Insert | postgresql.Insert:
        """Return an INSERT that skips rows with an existing key."""
        if self.dialect == "postgresql":
            return postgresql.insert(table).on_conflict_do_nothing()
        return sqlite.insert(table).on_conflict_do_nothing()

    def insert_or_replace(self, table: type[Table], key: Sequence[str]) -> sqlite.Insert | postgresql.Insert:
        """Return an upsert: it replaces all columns except the id of a row with an existing key (given by its columns)."""
        made = postgresql.insert(table) if self.dialect == "postgresql" else sqlite.insert(table)
        new = {column.name: made.excluded[column.name] for column in table.__table__.columns if column.name not in (*key, "id")}
        return made.on_conflict_do_update(index_elements=list(key), set_=new)


@contextmanager
def _returned(connection: Connection) -> Iterator[Connection]:
    """Return a connection to its pool at the end of the block; the pool would log an interrupt that came meanwhile."""
    try:
        yield connection
    finally:
        with deferred_interrupts():
            connection.close()


def _file(home: Path) -> URL:
    home.mkdir(parents=True, exist_ok=True)
    return URL.create("sqlite", database=str(home / FILE))


def _engine(url: URL) -> Engine:
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    if url.get_backend_name() != "postgresql":
        raise StoreError(f"WINNOW_DATABASE names {url.get_backend_name()}; Winnow supports PostgreSQL ({_EXAMPLE}) and SQLite")
    engine = create_engine(url.set(drivername="postgresql+psycopg"), isolation_level="READ COMMITTED")
    event.listen(engine, "connect", _prepare_postgresql)
    event.listen(engine, "checkin", _rests)
    event.listen(engine, "checkout", partial(_wakes, engine.dialect))
    return engine


def _prepare_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # prevents implicit transactions of the driver
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _prepare_postgresql(connection: Any, _: object) -> None:
    """Plan each statement once: all use indexes for all parameters, and planning takes as long as execution."""
    connection.execute("SET plan_cache_mode = force_generic_plan")
    connection.commit()


def _rests(_: object, record: ConnectionPoolEntry) -> None:
    record.info[_RESTS] = time.monotonic()


def _wakes(dialect: Dialect, connection: Any, record: ConnectionPoolEntry, _: object) -> None:
    """Ping an idle connection, which may be broken; pinging before every use would cost a round trip each time."""
    if time.monotonic() - record.info.get(_RESTS, 0.0) < _IDLE:
        return
    try:
        dialect.do_ping(connection)
    except dialect.loaded_dbapi.Error as error:
        raise DisconnectionError from error  # the pool opens another connection


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get(_WRITES) else "BEGIN")
