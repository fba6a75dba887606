"""Schema migration: SQLite files are upgraded when they are opened, PostgreSQL by `winnow store upgrade`.

The operator of a server decides when to upgrade, with a back-up and with stopped workers; a file on a laptop has no operator.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, inspect, text

from indexer.errors import StoreError

if TYPE_CHECKING:
    from alembic.config import Config

HEAD = "0013"
"""Schema version of this program, the last in `migrations/versions`."""
_TABLE = "alembic_version"
_LOCK = 0x57494E4E4F57
"""Key of the advisory lock that serialises upgrades on PostgreSQL."""


def version(connection: Connection) -> str | None:
    """Return the schema's version; None for a database without a schema."""
    if not inspect(connection).has_table(_TABLE):
        return None
    found = connection.scalar(text(f"SELECT version_num FROM {_TABLE}"))  # noqa: S608 - a constant
    return None if found is None else str(found)


def check_or_upgrade(engine: Engine) -> None:
    """Ensure the current schema.

    Raises
    ------
    StoreError
        If PostgreSQL has another schema version, or the file one that this program does not know.
    """
    with engine.connect() as connection:
        found = version(connection)
    if found == HEAD:
        return
    if engine.dialect.name == "sqlite":
        upgrade(engine)
        return
    if found is not None and found > HEAD:
        raise _newer(found)
    raise StoreError(
        f"the database has {f'schema {found}' if found else 'no schema yet'}, this program needs {HEAD}: winnow store upgrade"
    )


def upgrade(engine: Engine) -> tuple[str | None, str]:
    """Upgrade the schema, only once for concurrent processes; return the versions before and after.

    Raises
    ------
    StoreError
        If a newer version of the program made the schema.
    """
    from alembic import command  # imported here because the import takes a tenth of a second

    with engine.connect() as connection:
        connection = connection.execution_options(winnow_writes=True)
        with connection.begin():
            if engine.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
            found = version(connection)
            if found is not None and found > HEAD:
                raise _newer(found)
            if found != HEAD:
                command.upgrade(config(connection), "head")
    return found, HEAD


def config(connection: Connection) -> Config:
    """Return Alembic's configuration for a connection."""
    from alembic.config import Config

    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    made.attributes["connection"] = connection
    return made


def _newer(found: str) -> StoreError:
    return StoreError(f"the database has schema {found}, made by a newer Winnow than this one (schema {HEAD}): upgrade the program")
