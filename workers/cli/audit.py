"""`winnow audit`: checks whether archive, database and index agree."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from indexer.cli.options import engine_option, home_option, json_option
from indexer.cli.terminal import counted, printable
from indexer.home import Home
from workers.clock import make_clock

if TYPE_CHECKING:
    from indexer.store.database import Database
    from workers.indexing.audit import Audit, Difference

_SHOWN = 20


@click.command()
@click.option(
    "--repair",
    "with_repair",
    is_flag=True,
    help="Clean differing pages again from the archive, remove temporary indexes of killed measurements, and compare again.",
)
@click.option("--quick", is_flag=True, help="Do not read the archive: compare the database with the arms, and the arms with each other.")
@engine_option
@home_option
@json_option
def audit(engine: str | None, home: Path | None, *, with_repair: bool, quick: bool, as_json: bool) -> None:
    """Compare archive, database and every arm of the index, and list the differences.

    An arm is one of the four indexes: raw, articles, body and weighted. A page's outcome determines which arms contain it; they must
    contain the same version, with the text of its record in the archive. The exit code is 1 if there are differences (after --repair: if
    any remain).

    Example: winnow audit --repair
    """
    from workers.frontier.recovery import exclusive
    from workers.indexing.audit import repair
    from workers.indexing.processing import Processing

    opened = Home.of(home, engine)
    with opened.database() as database:
        found = _compare(opened, database, quick=quick)
        if with_repair and found.differences:
            clock = make_clock(opened.settings.now)
            with closing(opened.engine()) as searched:
                searched.left_over(remove=True)
            with exclusive(opened.directory, "index"):
                repaired = repair(found, database, Processing(database, opened.archive, opened.engine, clock))
            click.echo(f"{counted(repaired, 'page')} cleaned again", err=True)
            found = _compare(opened, database, quick=quick)
    click.echo(json.dumps(_record(found), ensure_ascii=False) if as_json else _lines(found))
    if found.differences:
        sys.exit(1)


def _compare(opened: Home, database: Database, *, quick: bool) -> Audit:
    from workers.indexing.audit import compare

    with closing(opened.engine()) as searched:
        return compare(database, opened.archive, searched, read_archive=not quick)


def _record(found: Audit) -> dict[str, object]:
    return {
        "pages": found.pages,
        "documents": found.documents,
        "records": found.records,
        "differences": [{"url": each.url, "what": each.what} for each in found.differences],
    }


def _lines(found: Audit) -> str:
    compared = f"{found.pages:,} pages, {found.documents:,} documents and {found.records:,} records compared: "
    differences: Sequence[Difference] = found.differences
    if not differences:
        return f"{compared}all agree"
    shown = [f"{printable(each.url)}: {printable(each.what)}" for each in differences[:_SHOWN]]
    more = [f"and {len(differences) - _SHOWN:,} more"] if len(differences) > _SHOWN else []
    return "\n".join([f"{compared}{len(differences):,} differences", *shown, *more])
