"""What `winnow crawl` and `winnow recrawl` have in common: options, and a progress line."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from indexer.outcome import Kind, Outcome

Command = Callable[..., Any]


def crawl_options(command: Command) -> Command:
    """The options of a command that fetches."""
    for option in reversed((
        click.option("--home", type=click.Path(path_type=Path, file_okay=False), help="State directory (or WINNOW_HOME)."),
        click.option("--delay", type=click.FloatRange(min=0), default=1.0, show_default=True, metavar="SECONDS",
                     help="Pause between two requests to one host; a longer Crawl-delay wins."),
        click.option("--max-pages", type=click.IntRange(min=1), default=1000, show_default=True, metavar="N",
                     help="Pages to fetch in this run."),
        click.option("--contact", default="", metavar="URL-OR-MAIL", envvar="WINNOW_CONTACT", show_envvar=True,
                     help="Where a site's owner reaches you; required beyond this machine."),
        click.option("--allow-private", is_flag=True, help="Fetch loopback and private addresses too."),
        click.option("--no-index", is_flag=True, help="Leave the pages in the archive: do not clean and index them."),
        click.option("--json", "as_json", is_flag=True, help="Print the report as one JSON document."),
    )):  # fmt: skip
        command = option(command)
    return command


def progress() -> Callable[[Outcome], None]:
    """A line that counts on a terminal; elsewhere silence."""
    if not sys.stderr.isatty():
        return lambda _: None
    fetched = 0

    def show(outcome: Outcome) -> None:
        nonlocal fetched
        fetched += outcome.kind is Kind.FETCHED
        click.echo(f"\r\x1b[K{fetched:,} pages  {outcome.kind.value}  {outcome.url[:80]}", nl=False, err=True)

    return show
