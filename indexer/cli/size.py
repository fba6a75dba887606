"""`winnow size`: measures tokens and bytes of each arm, and the savings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import click

from indexer.cli.options import arms_option, engine_option, home_option, json_option, parse_arms
from indexer.cli.terminal import print_json, printable, table
from indexer.errors import NothingToDoError
from indexer.home import Home
from indexer.index.arm import Arm
from indexer.index.size import Size, measure, saved
from indexer.index.size_record import SizeRecord


@click.command()
@arms_option("raw,articles,body,weighted")
@engine_option
@home_option
@json_option
def size(arms: str, engine: str | None, home: Path | None, *, as_json: bool) -> None:
    """Measure every arm in total and by site, rewritten as one segment; percentages are relative to the first arm.

    `inverted` is the dictionary, postings, positions and length norms of the text; `in all` adds filters, weights and
    stored texts; `native` is the part for other clients of Elasticsearch or OpenSearch (WINNOW_ENGINE_NATIVE). The sizes of all arms are
    stored in the home directory, and `winnow ui` shows them.

    Example: winnow size --arms raw,weighted
    """
    where, wanted = Home.of(home, engine), parse_arms(arms)
    with where.engine() as opened:
        counts = {arm: opened.count(arm) for arm in Arm}
        rows = measure(opened, wanted)
    if rows and set(wanted) == set(Arm):
        SizeRecord(datetime.now(UTC), counts, tuple(rows)).write(where.sizes)
    if not rows:
        msg = "the index is empty: run `winnow index` first, or name another --home"
        raise NothingToDoError(msg)
    if as_json:
        print_json({"sizes": [_record(row, _base(rows, row)) for row in rows]})
    else:
        head = ["site", "arm", "documents", "tokens", "saved", "inverted", "saved", "in all", "saved", "native"]
        click.echo(table([head, *(_cells(row, _base(rows, row)) for row in rows)], left=2))


def _base(rows: Sequence[Size], row: Size) -> Size:
    """The row of the first arm for the same site."""
    return next(each for each in rows if each.site == row.site)


def _cells(row: Size, base: Size) -> list[str]:
    whole = ["", ""]
    if row.total_bytes is not None and base.total_bytes is not None:
        whole = [f"{row.total_bytes:,}", f"{saved(row.total_bytes, base.total_bytes):.1f} %"]
    return [
        printable(row.site) or "all",
        row.arm.value,
        str(row.documents),
        f"{row.tokens:,}",
        f"{saved(row.tokens, base.tokens):.1f} %",
        f"{row.inverted_bytes:,}",
        f"{saved(row.inverted_bytes, base.inverted_bytes):.1f} %",
        *whole,
        f"{row.native_bytes:,}" if row.native_bytes is not None else "",
    ]


def _record(row: Size, base: Size) -> dict[str, object]:
    record: dict[str, object] = {
        "site": row.site,
        "arm": row.arm.value,
        "documents": row.documents,
        "tokens": row.tokens,
        "tokensSavedPercent": round(saved(row.tokens, base.tokens), 2),
        "invertedBytes": row.inverted_bytes,
        "invertedSavedPercent": round(saved(row.inverted_bytes, base.inverted_bytes), 2),
    }
    if row.total_bytes is not None and base.total_bytes is not None:
        record["totalBytes"] = row.total_bytes
        record["totalSavedPercent"] = round(saved(row.total_bytes, base.total_bytes), 2)
    if row.stored_bytes is not None:
        record["storedBytes"] = row.stored_bytes
    if row.native_bytes is not None:
        record["nativeBytes"] = row.native_bytes
    if row.indexing_seconds is not None:
        record["indexingSeconds"] = row.indexing_seconds
    return record
