"""`winnow crawl`: parses options, crawls, indexes, prints."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from indexer.cli.terminal import counted
from indexer.errors import NothingToDoError
from workers.cli.options import Progress, crawl_options, index_or_error, lost_lines, permits_private, refuse_other_scope
from workers.clock import make_clock, moment
from workers.fetch.politeness import Politeness
from workers.fetch.scope import Scope
from workers.version import version

if TYPE_CHECKING:
    from workers.crawl.report import CrawlReport, Waiting


@click.command()
@click.argument("urls", nargs=-1, required=True, metavar="URL...")
@click.option("--max-depth", type=click.IntRange(min=0), default=30, show_default=True, metavar="N",
              help="Maximum number of links between a start URL and a page.")  # fmt: skip
@click.option("--again", is_flag=True, help="Fetch archived pages again.")
@crawl_options
def crawl(
    urls: tuple[str, ...],
    home: Path | None,
    delay: float,
    max_pages: int,
    max_depth: int,
    contact: str,
    allow: tuple[str, ...],
    deny: tuple[str, ...],
    *,
    allow_private: bool,
    again: bool,
    no_index: bool,
    as_json: bool,
) -> None:
    """Fetch the sites of the given URLs politely into WARC files under HOME/archive, and index their articles.

    robots.txt is obeyed, each host gets one request at a time, and archived pages are not fetched twice, so that the same
    command continues an interrupted crawl. https is assumed for a host without a scheme, http for this machine and for IP
    addresses. An unreachable host is retried for a minute, and by later runs; `--again` retries it now.
    `winnow frontier --reasons` shows which URLs were given up. `winnow recrawl` visits the sites again. If WINNOW_BROKER is set, the URLs
    are queued for `winnow worker` instead.

    Example: winnow crawl https://example.org/ --contact you@example.org
    """
    # here, so that --help answers at once
    from indexer.home import Home
    from workers.crawl.crawl import checked, crawl_sites, enqueue
    from workers.crawl.crawl_run import start_url
    from workers.crawl.session import CrawlSession
    from workers.fetch.settings import CrawlSettings
    from workers.recrawl.recrawl import update_histories

    opened, starts = Home.of(home), [start_url(url) for url in urls]
    settings = CrawlSettings(
        version=version(),
        contact=contact,
        politeness=Politeness(delay=delay),
        max_pages=max_pages,
        max_depth=max_depth,
        allow_private=allow_private if opened.settings.broker else permits_private(starts, given=allow_private),
        again=again,
        scope=Scope(allow, deny),
    )
    if opened.settings.broker:
        refuse_other_scope(settings)
        new = enqueue(starts, settings, opened)
        message = f"{counted(new, 'URL')} queued for the workers; `winnow frontier` shows their progress"
        click.echo(json.dumps({"queued": new}) if as_json else message)
        return
    starts = checked(starts, settings)
    show = Progress()
    with CrawlSession.open(settings, opened, make_clock(opened.settings.now), on_wait=show.wait) as session:
        try:
            run = crawl_sites(session, starts, show)
        except KeyboardInterrupt:
            show.end()
            click.echo("fetched pages are kept; the same command continues the crawl", err=True)
            raise
        finally:
            show.end()
        report = run.report()
        indexed, failed = ({}, None) if no_index else index_or_error(session, run.hosts)
        update_histories(session, run.hosts)
    record = {**report.record(), "indexed": indexed}
    click.echo(json.dumps(record, ensure_ascii=False) if as_json else _table(report, opened.archive.folder, indexed))
    if failed is not None:
        raise failed
    if report.lost:
        sys.exit(1)
    if not report.pages:
        raise NothingToDoError(f"no page was fetched: {_reasons(report)}")


def _reasons(report: CrawlReport) -> str:
    """Return why no page was fetched: each reason once, with a URL."""
    reasons = {f"{o.kind.value}{f' ({o.reason})' if o.reason else ''}": o.url for o in report.outcomes}
    shown = [f"{url}: {why}" for why, url in list(reasons.items())[:_MAX_REASONS]]
    return "; ".join(shown) + (" …" if len(reasons) > _MAX_REASONS else "")


_MAX_REASONS = 3


def _table(report: CrawlReport, archive: str, indexed: dict[str, int]) -> str:
    record = report.record()
    lines = [f"{number:8,}  {kind}" for kind, number in record["outcomes"].items()]
    lines += [f"{len(report.outcomes):8,}  URLs in all, {report.already:,} of them in the archive already"]
    lines += [f"{report.requests:8,}  requests, {report.received:,} bytes, {report.seconds:,.1f} s; archive: {archive}"]
    lines += [f"{number:8,}  {kind} (cleaned)" for kind, number in indexed.items()]
    lines += [*report.moves, *record["traps"]]
    lines += [_wait(waiting) for waiting in report.waiting]
    lines += lost_lines(report)
    return "\n".join(lines)


def _wait(waiting: Waiting) -> str:
    until = f"{moment(waiting.until):%Y-%m-%d %H:%M:%S} UTC"
    wait = "waits" if waiting.urls == 1 else "wait"
    return f"{waiting.host}: {counted(waiting.urls, 'URL')} {wait} until {until} ({waiting.reason}); the same command continues then"
