"""The database of one run: a SQLite file in WAL mode under the home directory, or PostgreSQL.

Statements are the same on both; the differences are in this file. A transaction that will write says so at its beginning: SQLite then takes
the one write lock at once (`BEGIN IMMEDIATE`) instead of failing half-way.
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
from indexer.store.advice import DENIED, advice
from indexer.store.columns import Table
from indexer.store.migrate import check_or_upgrade, upgrade

FILE = "winnow.sqlite3"
_EXAMPLE = "postgresql://user@host/name"
_BUSY = 60_000
"""Milliseconds for which a writer waits for another one."""
_PRAGMAS = ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", f"busy_timeout={_BUSY}", "journal_size_limit=67108864")
"""NORMAL: a power cut may take the last commits with it, never the file; a killed process loses nothing."""
_IDLE = 1.0
"""Seconds without use after which PostgreSQL is asked whether it is still there."""
_WRITES, _RESTS = "winnow_writes", "winnow_rests"
_BREAK = "\n"
_FIRST_PAUSE, _LONGEST_PAUSE = 0.25, 4.0
"""Seconds between two tries of a change, doubled after each."""
_T = TypeVar("_T")


class Database:
    """An open database with the present schema. Not to be carried into another process: open it after the fork.

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
        """The database that `url` names, or the SQLite file under `home`, made and brought to the present schema where need be.

        Raises
        ------
        StoreError
            If there is no such database, or its schema is not the program's.
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
        """As `open`, without a look at the schema."""
        try:
            name = make_url(url) if url else _file(home)
            return cls(_engine(name))
        except (ArgumentError, ValueError) as error:  # ValueError: a port that is no number
            raise StoreError(f"WINNOW_DATABASE is no URL of a database, as {_EXAMPLE} is") from error
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
        self.engine.dispose()

    def upgrade(self) -> tuple[str | None, str]:
        """Bring the schema up to date; the version before and the one now."""
        with self.explaining():
            return upgrade(self.engine)

    @contextmanager
    def explaining(self) -> Iterator[None]:
        """What the database or the way to it does wrong becomes one line."""
        try:
            yield
        except DatabaseError as error:
            if isinstance(error, IntegrityError | ProgrammingError | DataError) and getattr(error.orig, "sqlstate", "") != DENIED:
                raise  # a fault of this program
            name, said = self.engine.url.render_as_string(hide_password=True), str(error.orig).partition(_BREAK)[0]
            raise StoreError(f"the database {name} cannot be used: {said}{advice(said)}") from error

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state of the database."""
        with self.explaining(), self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that changes it: all of it or, where an exception leaves the block, nothing."""
        with self.explaining(), self.engine.connect() as connection:
            connection.execution_options(**{_WRITES: True})
            with connection.begin():
                yield connection

    @contextmanager
    def at_once(self) -> Iterator[Connection]:
        """A connection to PostgreSQL on which every statement is a transaction of its own: no round trip to begin one, none to end it."""
        with self.explaining(), self._at_once.connect() as connection:
            yield connection

    def retrying(self, change: Callable[[], _T], seconds: float) -> _T:
        """Make a change; repeat it while the database is away, for at most so many seconds.

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
        """An INSERT that passes over rows whose key is there already."""
        if self.dialect == "postgresql":
            return postgresql.insert(table).on_conflict_do_nothing()
        return sqlite.insert(table).on_conflict_do_nothing()

    def insert_or_replace(self, table: type[Table], key: Sequence[str]) -> sqlite.Insert | postgresql.Insert:
        """An INSERT that replaces all columns of a row whose key (names of columns) is there already, but for its number."""
        made = postgresql.insert(table) if self.dialect == "postgresql" else sqlite.insert(table)
        new = {column.name: made.excluded[column.name] for column in table.__table__.columns if column.name not in (*key, "id")}
        return made.on_conflict_do_update(index_elements=list(key), set_=new)


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
        raise StoreError(f"WINNOW_DATABASE names {url.get_backend_name()}; Winnow knows PostgreSQL ({_EXAMPLE}) and SQLite")
    engine = create_engine(url.set(drivername="postgresql+psycopg"), isolation_level="READ COMMITTED")
    event.listen(engine, "connect", _prepare_postgresql)
    event.listen(engine, "checkin", _rests)
    event.listen(engine, "checkout", partial(_wakes, engine.dialect))
    return engine


def _prepare_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # the driver begins no transactions of its own
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _prepare_postgresql(connection: Any, _: object) -> None:
    """Plan each statement once: all find their rows by an index whatever their parameters, and planning takes as long as execution."""
    connection.execute("SET plan_cache_mode = force_generic_plan")
    connection.commit()


def _rests(_: object, record: ConnectionPoolEntry) -> None:
    record.info[_RESTS] = time.monotonic()


def _wakes(dialect: Dialect, connection: Any, record: ConnectionPoolEntry, _: object) -> None:
    """A connection that was not used for a while may be gone; to ask before each use would cost a round trip each time."""
    if time.monotonic() - record.info.get(_RESTS, 0.0) < _IDLE:
        return
    try:
        dialect.do_ping(connection)
    except dialect.loaded_dbapi.Error as error:
        raise DisconnectionError from error  # the pool makes another


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get(_WRITES) else "BEGIN")
