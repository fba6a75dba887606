"""Endings of visits as values: a cause and its data instead of a sentence.

The sentences are those that versions before this one wrote; this file is the only one that reads them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

from indexer import urls

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_CUT = 500
"""Characters to which a redirect's target was cut: one as long as that may be another URL."""
_ROWS = 1_000
_TRIES = re.compile(r"(.*) after (\d+) tries")
_PATTERNS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("same-story", r"same story as (\S+)", ("duplicate_of",)),
    ("redirect-permanent", r"status (301|308) to (.+)", ("status", "target")),
    ("redirect-temporary", r"status (\d+) to (.+)", ("status", "target")),
    ("refresh", r"a refresh to (.+)", ("target",)),
    ("taken-down-front", r"taken down: status (\d+) to (.+), the front page", ("status", "target")),
    ("taken-down-toc", r"taken down: status (\d+) to (.+), a table of contents", ("status", "target")),
    ("taken-down-still", r"taken down: status (\d+) to (.+), as ([\d,]+) hours before", ("status", "target", "count")),
    ("status", r"status (\d+)", ("status",)),
    ("not-modified", r"unchanged", ()),
    ("feed", r"a feed", ()),
    ("sitemap", r"a sitemap", ()),
    ("toc", r"a table of contents", ()),
    ("no-story", r"a page about the site, or next to no text of its own", ()),
    ("noindex", r"the publisher asks search engines to leave it out", ()),
    ("cut-short", r"(?:the answer was cut short|the server cut the answer short)", ()),
    ("cut-without-article", r"the answer was cut short, and what is there holds no article", ()),
    ("no-content", r"no content", ()),
    ("no-text", r"no text at all", ()),
    ("no-visible-text", r"no visible text", ()),
    ("bytes", r"([\d,]+) bytes, the limit is ([\d,]+)", ("count", "limit")),
    ("oversize", r"over ([\d,]+) bytes", ("limit",)),
    ("expanded-bytes", r"over ([\d,]+) bytes once expanded \(([\d,]+) compressed\)", ("limit", "count")),
    ("cut-record", r"the record is cut: ([\d,]+) of ([\d,]+) bytes are there", ("count", "limit")),
    ("soft-404", r"soft 404: (\d+) other addresses show the same few words and nothing else", ("count",)),
    ("wall", r"a wall: (\d+) other addresses show the same few words and nothing else", ("count",)),
    ("trap-length", r"trap: the URL has ([\d,]+) characters", ("count",)),
    ("trap-path", r"trap: the path repeats itself", ()),
    ("trap-query", r"trap: the query repeats itself", ()),
    ("trap-shape", r"trap: pages like (\S+) differ in digits only", ("detail",)),
    ("depth-limit", r"deeper than (\d+) links", ("limit",)),
    ("robots", r"robots\.txt forbids it", ()),
    ("robots-unknown", r"robots\.txt: (.+); what it allows is unknown", ("detail",)),
    ("timeout", r"no answer within ([\d.]+) s", ("limit",)),
    ("incomplete", r"the answer was not complete within ([\d.]+) s", ("limit",)),
    ("lost-worker", r"the worker was lost (\d+) times", ("count",)),
    ("cleaning-lost", r"cleaning it was begun (\d+) times and never ended", ("count",)),
    ("fault", r"the program failed on it: (.+)", ("detail",)),
)
"""A cause, the sentence that it was written as, and the columns that the sentence's groups fill; the first that fits whole."""
_NUMBERS = frozenset({"count", "limit"})
_COLUMNS: Mapping[str, sa.types.TypeEngine[Any]] = {
    "cause": sa.String(24), "target": sa.Text(), "duplicate_of": sa.Text(), "count": sa.Double(), "limit": sa.Double(), "detail": sa.Text(),
}  # fmt: skip

def _table(name: str, *more: str) -> sa.TableClause:
    known: dict[str, sa.types.TypeEngine[Any]] = {"id": sa.BigInteger(), "outcome": sa.Text(), "reason": sa.Text(), "status": sa.Integer()}
    known |= _COLUMNS
    return sa.table(name, *(sa.column(other) for other in more), *(sa.column(column, type_) for column, type_ in known.items()))


_URL, _VISIT = _table("url", "url", "visits"), _table("visit", "url_id", "visit")


def upgrade() -> None:
    """Upgrade."""
    op.add_column("url", sa.Column("status", sa.Integer()))
    for table in ("url", "visit"):
        for name, type_ in _COLUMNS.items():
            op.add_column(table, sa.Column(name, type_))
    _fill(_URL, sa.select(_URL.c.id, _URL.c.url, _URL.c.outcome, _URL.c.reason), "status")
    _fill(_VISIT, sa.select(_VISIT.c.id, _URL.c.url, _VISIT.c.outcome, _VISIT.c.reason).join(_URL, _URL.c.id == _VISIT.c.url_id))
    last = sa.select(_VISIT.c.status).where(_VISIT.c.url_id == _URL.c.id, _VISIT.c.visit == _URL.c.visits).scalar_subquery()
    op.execute(sa.update(_URL).where(_URL.c.status.is_(None), _URL.c.outcome.is_not(None)).values(status=last))
    op.execute("UPDATE robots SET reason = substr(reason, 13) WHERE reason LIKE 'robots.txt: %'")
    op.execute("UPDATE robots SET reason = replace(reason, '; what it allows is unknown', '')")
    for table in ("url", "visit"):
        op.execute(f"ALTER TABLE {table} DROP COLUMN reason")  # in place: a copy of the table would take its visits along as it is dropped


def downgrade() -> None:
    """Downgrade; the sentences are not restored."""
    op.add_column("url", sa.Column("reason", sa.Text()))
    op.add_column("visit", sa.Column("reason", sa.Text(), nullable=False, server_default=""))
    op.execute("ALTER TABLE url DROP COLUMN status")
    for table in ("url", "visit"):
        for name in _COLUMNS:
            op.execute(f'ALTER TABLE {table} DROP COLUMN "{name}"')


def _fill(table: sa.TableClause, rows: sa.Select[Any], *more: str) -> None:
    """The new columns of a table's rows, from what they say of the visit; in pieces, so that memory holds some of them only."""
    connection, after = op.get_bind(), 0
    change = sa.update(table).where(table.c.id == sa.bindparam("row"))
    change = change.values({name: sa.bindparam(f"new_{name}", type_=table.c[name].type) for name in (*_COLUMNS, *more)})
    told = rows.where(table.c.reason != "").order_by(table.c.id).limit(_ROWS)
    while found := connection.execute(told.where(table.c.id > after)).all():
        changes = ((row.id, values_of(row.url, row.outcome, row.reason)) for row in found)
        connection.execute(change, [{"row": number, **{f"new_{name}": value for name, value in new.items()}} for number, new in changes])
        after = found[-1].id


def values_of(url: str, outcome: str, reason: str) -> dict[str, Any]:
    """The values of the new columns for a page's outcome and sentence; what no pattern fits is kept as it is.

    >>> found = values_of("https://example.org/a", "redirect", "status 302 to /b")
    >>> found["cause"], found["status"], found["target"]
    ('redirect-temporary', 302, 'https://example.org/b')
    """
    values: dict[str, Any] = {"status": None} | dict.fromkeys(_COLUMNS)
    if outcome in ("refused", "not-html"):
        return values | {"cause": "engine" if outcome == "refused" else "media-type", "detail": reason.removeprefix("it is ")}
    tried = _TRIES.fullmatch(reason)
    if tried is not None:
        values["count"], reason = float(tried[2]), tried[1]
    for cause, pattern, names in _PATTERNS:
        match = re.fullmatch(pattern, reason)
        if match is not None:
            values |= {"cause": cause} | {name: _read(name, text) for name, text in zip(names, match.groups(), strict=True)}
            break
    else:
        values |= {"cause": "earlier", "detail": reason}
    if values["target"] is not None:
        values["target"] = urls.resolve(url, values["target"]) if len(values["target"]) < _CUT else None
    return values


def _read(name: str, text: str) -> Any:
    if name == "status":
        return int(text)
    return float(text.replace(",", "")) if name in _NUMBERS else text
