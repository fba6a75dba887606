"""`winnow store`: manages the schema and the size of the database."""

from __future__ import annotations

import time
from pathlib import Path

import click

from indexer.cli.options import NumberRange, home_option
from indexer.home import Home
from indexer.settings import Settings
from indexer.store.retention import Retention


@click.group()
def store() -> None:
    """Manage the database of sites, models, skeletons, the frontier and the history of visits.

    It is a SQLite file in the home directory, or the PostgreSQL database that WINNOW_DATABASE names.

    Example: winnow store upgrade
    """


@store.command("upgrade")
@home_option
def upgrade_command(home: Path | None) -> None:
    """Bring the schema up to date.

    A SQLite file is upgraded whenever it is opened, PostgreSQL only by this command: stop the workers and back it up first.

    Example: winnow store upgrade
    """
    from indexer.store.database import Database

    settings = Settings.read()
    with Database.connect(home or settings.home, settings.database) as database:
        before, after = database.upgrade()
    click.echo(f"schema {after}" + (", as it was" if before == after else f", before: {before or 'none'}"))


@store.command("purge")
@home_option
@click.option("--visits", type=click.IntRange(min=1), default=Retention().visits, show_default=True, help="Visits of each URL to keep.")
@click.option("--days", type=NumberRange(1, 36_500), default=Retention().visit_days, show_default=True,
              help="Days to keep visits other than the last of a URL, and URLs that were skipped or are gone.")  # fmt: skip
def purge_command(home: Path | None, visits: int, days: float) -> None:
    """Delete old visits and URLs. The last visit of every URL that may be requested again is kept.

    Example: winnow store purge --days 100
    """
    from indexer.store.purge import purge

    opened = Home.of(home)
    now = opened.settings.now.timestamp() if opened.settings.now else time.time()
    with opened.database() as database:
        for table, rows in purge(database, now, Retention(visits=visits, visit_days=days, url_days=days)).items():
            click.echo(f"{rows:10,}  rows of {table}")
