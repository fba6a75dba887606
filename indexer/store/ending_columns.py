"""Columns of an ending (`indexer.outcome.Ending`), shared by the tables of URLs and visits.

Fields without a value are null.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import BindParameter, Double, String, bindparam
from sqlalchemy.orm import Mapped, mapped_column

from indexer.cause import Cause
from indexer.outcome import Ending, Kind
from indexer.store.columns import Line

NAMES = ("outcome", "cause", "target", "duplicate_of", "status", "count", "limit", "detail")
"""Columns in the order of `Ending`'s fields; `outcome` is its kind."""
_PREFIX = "ended_"


class EndingColumns:
    """All columns except `outcome` and `status`, which tables declare themselves because they are null for an unvisited URL."""

    cause: Mapped[str | None] = mapped_column(String(24))
    target: Mapped[Line | None]
    duplicate_of: Mapped[Line | None]
    count: Mapped[float | None] = mapped_column(Double())
    limit: Mapped[float | None] = mapped_column(Double())
    detail: Mapped[Line | None]


def columns_of(table: Any) -> tuple[Any, ...]:
    """Return a table's columns for `ending_of`."""
    return tuple(getattr(table, name) for name in NAMES)


def ending_of(values: Sequence[Any]) -> Ending | None:
    """Return the ending in a row's columns, or None.

    >>> ending_of(values_of(Ending(Kind.GONE, Cause.STATUS, status=404)).values())
    Ending(kind=<Kind.GONE: 'gone'>, cause=<Cause.STATUS: 'status'>, target='', duplicate_of='', status=404, count=0, limit=0, detail='')
    """
    kind, cause, target, duplicate_of, status, count, limit, detail = values
    if kind is None:
        return None
    return Ending(Kind(kind), Cause(cause or ""), target or "", duplicate_of or "", status or 0, count or 0, limit or 0, detail or "")


def ended(values: Sequence[Any]) -> Ending:
    """Return the ending of a row that has one."""
    ending = ending_of(values)
    assert ending is not None, "the statement selects only rows with an ending"
    return ending


def values_of(ending: Ending) -> dict[str, Any]:
    """Return the column values of an ending, in column order."""
    return {
        "outcome": ending.kind.value,
        "cause": ending.cause.value or None,
        "target": ending.target or None,
        "duplicate_of": ending.duplicate_of or None,
        "status": ending.status,
        "count": ending.count or None,
        "limit": ending.limit or None,
        "detail": ending.detail or None,
    }


def parameters_of(ending: Ending) -> dict[str, Any]:
    """Return the parameters of an ending for `bound`."""
    return {_PREFIX + name: value for name, value in values_of(ending).items()}


def bound(table: Any, *without: str) -> dict[str, BindParameter[Any]]:
    """Return bind parameters by column name for a statement that sets an ending's columns."""
    return {name: bindparam(_PREFIX + name, type_=getattr(table, name).type) for name in NAMES if name not in without}
