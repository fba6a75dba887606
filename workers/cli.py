"""`winnow crawl`: parse, call the loop, print."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click

from indexer.errors import NothingToDoError
from indexer.outcome import Kind, Outcome
from indexer.settings import Settings
from workers.crawl_settings import CrawlSettings
from workers.loop import crawl as run
from workers.politeness import Politeness
from workers.report import CrawlReport

_DISTRIBUTION = "winnow-news"


@click.command()
@click.argument("urls", nargs=-1, required=True, metavar="URL...")
@click.option("--home", type=click.Path(path_type=Path, file_okay=False), help="State directory (or WINNOW_HOME).")
@click.option("--delay", type=click.FloatRange(min=0), default=1.0, show_default=True, metavar="SECONDS",
              help="Pause between two requests to one host; a longer Crawl-delay wins.")  # fmt: skip
@click.option("--max-pages", type=click.IntRange(min=1), default=1000, show_default=True, metavar="N",
              help="Pages to fetch in this run.")  # fmt: skip
@click.option("--max-depth", type=click.IntRange(min=0), default=30, show_default=True, metavar="N",
              help="Links to follow from a start URL.")  # fmt: skip
@click.option("--contact", default="", metavar="URL-OR-MAIL", envvar="WINNOW_CONTACT", show_envvar=True,
              help="Where a site's owner reaches you; required beyond this machine.")  # fmt: skip
@click.option("--allow-private", is_flag=True, help="Fetch loopback and private addresses too.")
@click.option("--again", is_flag=True, help="Fetch again what the archive already holds.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as one JSON document.")
def crawl(
    urls: tuple[str, ...],
    home: Path | None,
    delay: float,
    max_pages: int,
    max_depth: int,
    contact: str,
    *,
    allow_private: bool,
    again: bool,
    as_json: bool,
) -> None:
    """Fetch the sites of the given URLs politely into WARC files under HOME/archive.

    robots.txt is obeyed, one request at a time goes to a host, and what the archive holds is not fetched twice: a crawl
    that was broken off is continued by the same command. A host without a scheme is taken as https.
    """
    settings = CrawlSettings(
        version=_version(),
        contact=contact,
        politeness=Politeness(delay=delay),
        max_pages=max_pages,
        max_depth=max_depth,
        allow_private=allow_private,
        again=again,
    )
    archive = (home or Settings.read().home) / "archive"
    report = run(urls, archive, settings, _progress())
    click.echo(json.dumps(report.record(), ensure_ascii=False) if as_json else _table(report, archive))
    if report.lost:
        sys.exit(1)
    if not report.pages:
        raise NothingToDoError("no page was fetched; the outcomes above say why")


def _version() -> str:
    try:
        return version(_DISTRIBUTION)
    except PackageNotFoundError:
        return "0"


def _progress() -> Callable[[Outcome], None]:
    """A line that counts on a terminal; elsewhere silence."""
    if not sys.stderr.isatty():
        return lambda _: None
    fetched = 0

    def show(outcome: Outcome) -> None:
        nonlocal fetched
        fetched += outcome.kind is Kind.FETCHED
        click.echo(f"\r\x1b[K{fetched:,} pages  {outcome.kind.value}  {outcome.url[:80]}", nl=False, err=True)

    return show


def _table(report: CrawlReport, archive: Path) -> str:
    record = report.record()
    lines = [f"{number:8,}  {kind}" for kind, number in record["outcomes"].items()]
    lines += [f"{len(report.outcomes):8,}  URLs in all, {report.already:,} of them in the archive already"]
    lines += [f"{report.requests:8,}  requests, {report.received:,} bytes, {report.seconds:,.1f} s; archive: {archive}"]
    lines += [f"{reason}" for reason in record["traps"]]
    lines += [f"lost: {o.url}  {o.kind.value}: {o.reason}" for o in report.lost]
    return "\n".join(lines)
