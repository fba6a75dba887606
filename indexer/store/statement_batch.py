"""Changes that belong together, sent to PostgreSQL as one statement: there a round trip costs more than the work.

PostgreSQL's changes in WITH all see the database as it was before the statement, SQLite's statements each other's work. So together belong
only changes of different rows, none of which reads what another writes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Double, Insert, Update
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import GenericFunction


class StatementBatch:
    """Statements with named parameters, made once, carried out in this order or at once.

    Parameters
    ----------
    *statements : Insert or Update
        Where two of them have a parameter of one name, they are told the same.
    """

    def __init__(self, *statements: Insert | Update) -> None:
        self._each = [(statement, _told(statement)) for statement in statements]
        last = statements[-1]
        self._one = last.add_cte(*(other.cte(f"part_{number}") for number, other in enumerate(statements[:-1])))

    def execute(self, connection: Connection, parameters: Mapping[str, Any]) -> None:
        """Carry them out."""
        if connection.dialect.name == "postgresql":
            connection.execute(self._one, parameters)
            return
        for statement, names in self._each:
            connection.execute(statement, {name: parameters[name] for name in names})


def _told(statement: Insert | Update) -> tuple[str, ...]:
    """The names of the parameters that come with each execution."""
    return tuple(name for name, bound in statement.compile().binds.items() if bound.required)


class greatest(GenericFunction[float]):  # noqa: N801 - the name of a function of SQL
    """The greater of two numbers; null where SQLite is given one, so give it none."""

    type = Double()
    inherit_cache = True


class least(GenericFunction[float]):  # noqa: N801
    """The lesser of two numbers, as `greatest`."""

    type = Double()
    inherit_cache = True


@compiles(greatest, "sqlite")
def _later_sqlite(element: greatest, compiler: SQLCompiler, **options: Any) -> str:
    return f"max({compiler.process(element.clauses, **options)})"


@compiles(greatest, "postgresql")
def _later_postgresql(element: greatest, compiler: SQLCompiler, **options: Any) -> str:
    return f"greatest({compiler.process(element.clauses, **options)})"


@compiles(least, "sqlite")
def _sooner_sqlite(element: least, compiler: SQLCompiler, **options: Any) -> str:
    return f"min({compiler.process(element.clauses, **options)})"


@compiles(least, "postgresql")
def _sooner_postgresql(element: least, compiler: SQLCompiler, **options: Any) -> str:
    return f"least({compiler.process(element.clauses, **options)})"
