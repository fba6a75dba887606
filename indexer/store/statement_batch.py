"""StatementBatch: several statements that PostgreSQL executes as one, because a round trip costs more than the work.

In PostgreSQL, all changes in WITH see the database before the statement; in SQLite, each statement sees the changes of the previous
ones. A batch therefore changes only distinct rows, and no statement reads another's changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Double, Insert, Update
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import GenericFunction


class StatementBatch:
    """Statements with named parameters, compiled once, executed in this order or as one.

    Parameters
    ----------
    *statements : Insert or Update
        Parameters with the same name share a value.
    """

    def __init__(self, *statements: Insert | Update) -> None:
        self._each = [(statement, _required(statement)) for statement in statements]
        last = statements[-1]
        self._one = last.add_cte(*(other.cte(f"part_{number}") for number, other in enumerate(statements[:-1])))

    def execute(self, connection: Connection, parameters: Mapping[str, Any]) -> None:
        """Execute the statements."""
        if connection.dialect.name == "postgresql":
            connection.execute(self._one, parameters)
            return
        for statement, names in self._each:
            connection.execute(statement, {name: parameters[name] for name in names})


def _required(statement: Insert | Update) -> tuple[str, ...]:
    """Return the names of the parameters to supply."""
    return tuple(name for name, bound in statement.compile().binds.items() if bound.required)


class greatest(GenericFunction[float]):  # noqa: N801 - the name of a function of SQL
    """PostgreSQL's `greatest` of two numbers. Arguments must not be null, because SQLite would return null."""

    type = Double()
    inherit_cache = True


class least(GenericFunction[float]):  # noqa: N801
    """PostgreSQL's `least` of two numbers."""

    type = Double()
    inherit_cache = True


@compiles(greatest, "sqlite")
def _greatest_sqlite(element: greatest, compiler: SQLCompiler, **options: Any) -> str:
    return f"max({compiler.process(element.clauses, **options)})"


@compiles(least, "sqlite")
def _least_sqlite(element: least, compiler: SQLCompiler, **options: Any) -> str:
    return f"min({compiler.process(element.clauses, **options)})"
