"""The reason for a host's block becomes an ending, as for a visit; redirected and deindexed pages get these names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_COLUMNS: Mapping[str, sa.types.TypeEngine[Any]] = {
    "outcome": sa.String(16), "cause": sa.String(24), "target": sa.Text(), "status": sa.Integer(),
    "count": sa.Double(), "limit": sa.Double(), "detail": sa.Text(),
}  # fmt: skip
_TRIES = re.compile(r"(.+) after (\d+) tries", re.DOTALL)
_PATTERNS: Sequence[tuple[str, str, str, str]] = (
    ("status", "http-error", r"status (\d+)", "status"),
    ("timeout", "unreachable", r"no answer within ([\d.]+) s", "limit"),
    ("unknown-host", "unreachable", r"the host has no address \((.+)\)", "detail"),
    ("connection-refused", "unreachable", r"the connection was refused \((.+)\)", "detail"),
    ("tls", "unreachable", r"no TLS connection \((.+)\)", "detail"),
    ("connection", "unreachable", r"no connection \((.+)\)", "detail"),
    ("no-http", "fetch-failed", r"no HTTP answer \((.+)\)", "detail"),
    ("incomplete", "fetch-failed", r"the answer was not complete within ([\d.]+) s", "limit"),
    ("robots-unknown", "robots", r"robots\.txt: (.+); what it allows is unknown", "detail"),
)
"""A cause, its outcome, the pattern of its former sentence, and the column for the pattern's group."""
_READ: Mapping[str, type] = {"status": int, "limit": float, "detail": str}

_WORDS: Sequence[tuple[str, str, Mapping[str, str]]] = (
    ("known_page", "life", {"away": "redirected", "aside": "deindexed"}),
    ("request", "result", {"aside": "deindexed"}),
)
"""A table, its column, and the words in it by their old names."""
_RUN_WORDS: Mapping[str, str] = {'"result": "aside"': '"result": "deindexed"', '"asked": {': '"requests": {'}
"""The same in a run that is in progress, which is JSON; no string in it holds a bare quotation mark."""


def upgrade() -> None:
    """Upgrade."""
    for name, type_ in _COLUMNS.items():
        op.add_column("host", sa.Column(f"blocked_{name}", type_))
    columns = [sa.column(f"blocked_{name}", type_) for name, type_ in _COLUMNS.items()]
    host = sa.table("host", sa.column("id"), sa.column("blocked_reason"), *columns)
    for number, sentence in op.get_bind().execute(sa.select(host.c.id, host.c.blocked_reason).where(host.c.blocked_reason != "")).all():
        values = {f"blocked_{name}": value for name, value in values_of(sentence).items()}
        op.execute(sa.update(host).where(host.c.id == number).values(values))
    op.execute("ALTER TABLE host DROP COLUMN blocked_reason")
    for table, column, words in _WORDS:
        _resize(table, column, 16)
        _rename(table, column, words)
    _rename_in_runs(_RUN_WORDS)


def downgrade() -> None:
    """Downgrade; the sentences are not restored."""
    _rename_in_runs({new: old for old, new in _RUN_WORDS.items()})
    for table, column, words in _WORDS:
        _rename(table, column, {new: old for old, new in words.items()})
        _resize(table, column, 8)
    op.add_column("host", sa.Column("blocked_reason", sa.Text(), nullable=False, server_default=""))
    for name in _COLUMNS:
        op.execute(f"ALTER TABLE host DROP COLUMN blocked_{name}")


def values_of(sentence: str) -> dict[str, Any]:
    """The values of the new columns; what no pattern fits is kept as it is.

    >>> found = values_of("status 503 after 2 tries")
    >>> found["outcome"], found["cause"], found["status"], found["count"]
    ('http-error', 'status', 503, 2.0)
    """
    tried = _TRIES.fullmatch(sentence)
    values: dict[str, Any] = dict.fromkeys(_COLUMNS) | {"status": 0, "count": float(tried[2]) if tried else None}
    for cause, outcome, pattern, column in _PATTERNS:
        match = re.fullmatch(pattern, tried[1] if tried else sentence, re.DOTALL)
        if match is not None:
            return values | {"outcome": outcome, "cause": cause, column: _READ[column](match[1])}
    return values | {"outcome": "fetch-failed", "cause": "earlier", "count": None, "detail": sentence}


def _rename(table: str, column: str, words: Mapping[str, str]) -> None:
    named = sa.table(table, sa.column(column, sa.String()))
    for before, after in words.items():
        op.execute(sa.update(named).where(named.c[column] == before).values({column: after}))


def _rename_in_runs(words: Mapping[str, str]) -> None:
    fact = sa.table("fact", sa.column("name", sa.Text()), sa.column("value", sa.Text()))
    for before, after in words.items():
        op.execute(sa.update(fact).where(fact.c.name == "run").values(value=sa.func.replace(fact.c.value, before, after)))


def _resize(table: str, column: str, length: int) -> None:
    """Change the length of a text; SQLite cannot, and a copy of the table would take what refers to its rows along as it is dropped."""
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column(table, column, type_=sa.String(length))
        return
    op.add_column(table, sa.Column("resized", sa.String(length), nullable=False, server_default=""))
    op.execute(sa.update(sa.table(table, sa.column("resized"))).values(resized=sa.column(column)))
    op.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
    op.execute(f"ALTER TABLE {table} RENAME COLUMN resized TO {column}")
