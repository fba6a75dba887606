"""Options and progress line shared by `winnow crawl` and `winnow recrawl`."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

from indexer.cli.options import NumberRange, home_option, json_option
from indexer.cli.terminal import counted, printable
from indexer.configuration import values_of
from indexer.errors import EngineError, UsageError
from indexer.outcome import Kind, Outcome
from workers.clock import moment
from workers.fetch.addresses import is_loopback
from workers.fetch.politeness import MAX_DELAY
from workers.fetch.scope import Scope

if TYPE_CHECKING:
    from workers.crawl.report import CrawlReport
    from workers.crawl.run_record import Wait
    from workers.crawl.session import CrawlSession
    from workers.fetch.settings import CrawlSettings

_LOST = 20
Command = Callable[..., Any]
_LONG = 15.0
"""Seconds above which a wait is reported even without a terminal, for example under cron."""


def crawl_options(command: Command) -> Command:
    """Add the options of a command that fetches."""
    for option in reversed((
        home_option,
        click.option("--delay", type=NumberRange(0, MAX_DELAY), default=1.0, show_default=True, metavar="SECONDS",
                     help="Minimum delay between two requests to one host; a longer Crawl-delay takes precedence."),
        click.option("--max-pages", type=click.IntRange(min=1), default=1000, show_default=True, metavar="N",
                     help="Maximum number of pages fetched in this run."),
        click.option("--contact", default="", metavar="URL-OR-MAIL", envvar="WINNOW_CONTACT", show_envvar=True,
                     help="How a site's owner can reach you; required beyond this machine."),
        click.option("--allow-private", is_flag=True, help="Fetch private addresses too; not needed if all URLs are of this machine."),
        click.option("--allow", multiple=True, metavar="REGEX", envvar="WINNOW_ALLOW", show_envvar=True,
                     help="Request only URLs that match this or another --allow."),
        click.option("--deny", multiple=True, metavar="REGEX", envvar="WINNOW_DENY", show_envvar=True,
                     help="Request no URL that matches this or another --deny."),
        click.option("--no-index", is_flag=True, help="Archive the pages, but do not clean and index them."),
        json_option,
    )):  # fmt: skip
        command = option(command)
    return command


def permits_private(starts: Iterable[str], *, given: bool) -> bool:
    """Return whether private addresses may be fetched: if `given`, or if all start URLs are on this machine.

    >>> permits_private(["http://127.0.0.1:8000/"], given=False), permits_private(["http://10.0.0.1/"], given=False)
    (True, False)
    """
    return given or all(is_loopback(urlsplit(start).hostname or "") for start in starts)


class Progress:
    """Shows progress on standard error: one updated line on a terminal, otherwise only long waits.

    Examples
    --------
    >>> from indexer.outcome import Ending
    >>> progress = Progress()
    >>> progress(Outcome("https://example.org/", "", Ending(Kind.FETCHED)))
    >>> progress.pages
    1
    """

    def __init__(self) -> None:
        self._terminal = sys.stderr is not None and sys.stderr.isatty()
        self._reported: set[tuple[str, str]] = set()
        self._open = False
        self.pages = 0

    def __call__(self, outcome: Outcome) -> None:
        """Show the outcome of an ended visit."""
        self.pages += outcome.kind is Kind.FETCHED
        self._show(f"{outcome.kind.value}  {outcome.url}")

    def wait(self, wait: Wait) -> None:
        """Report a wait; a long one once for each host and reason."""
        until = f"{moment(wait.until):%H:%M:%S} UTC"
        message = f"another process is at {wait.host}" if wait.leased else f"{wait.host} waits until {until}"
        message += f": {wait.reason}" if wait.reason and not wait.leased else ""
        if wait.reason and wait.seconds > _LONG and (wait.host, wait.reason) not in self._reported:
            self._reported.add((wait.host, wait.reason))
            self.end()
            click.echo(f"{printable(message)}; the run continues then; an interrupt keeps what was fetched", err=True)
        self._show(message)

    def end(self) -> None:
        """End the line."""
        if self._open:
            click.echo("", err=True)
            self._open = False

    def _show(self, message: str) -> None:
        if self._terminal:
            line = printable(f"{counted(self.pages, 'page')}  {message}")[: shutil.get_terminal_size().columns - 1]
            start, clear = ("\r", " " * 4) if os.environ.get("TERM") == "dumb" else ("\r\x1b[K", "")
            click.echo(f"{start}{line}{clear}", nl=False, err=True)
            self._open = True


def refuse_other_scope(settings: CrawlSettings) -> None:
    """Refuse `--allow` and `--deny` if workers execute the crawl: workers serve all runs, and read the patterns from their settings.

    Raises
    ------
    UsageError
    """
    if settings.scope and settings.scope != Scope.of(values_of(os.environ)):
        raise UsageError(
            "--allow and --deny bound a crawl in this process alone; workers request what all runs have queued: set WINNOW_ALLOW and "
            "WINNOW_DENY (allow and deny in winnow.toml) for them, or unset WINNOW_BROKER"
        )


def lost_lines(report: CrawlReport) -> list[str]:
    """Return a line for each lost page, at most `_LOST`, since an unreachable host may have thousands."""
    shown = [f"lost: {o.url}  {o.kind.value}: {o.reason}" for o in report.lost[:_LOST]]
    more = len(report.lost) - len(shown)
    return [*shown, f"lost: {more:,} more; `winnow frontier --reasons` counts them"] if more else shown


def index_or_error(session: CrawlSession, hosts: Collection[str]) -> tuple[dict[str, int], EngineError | None]:
    """Index the hosts' pages; return the number of pages by outcome, and the error that left some pages pending."""
    try:
        return session.index(hosts, lambda line: click.echo(line, err=True)), None
    except EngineError as error:
        return {}, EngineError(f"{error}; the pages wait in the archive, and the same command indexes them")
