"""`winnow crawl`: parse, call the loop, print."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from indexer import urls
from indexer.errors import NothingToDoError
from indexer.settings import Settings
from workers.clock import clock, moment
from workers.crawl_options import crawl_options, index_pages, memory_of, progress
from workers.crawl_settings import CrawlSettings
from workers.loop import crawl as run
from workers.loop import start_url
from workers.notebook import CrawlNotes
from workers.politeness import Politeness
from workers.report import CrawlReport
from workers.version import version


@click.command()
@click.argument("urls", nargs=-1, required=True, metavar="URL...")
@click.option("--max-depth", type=click.IntRange(min=0), default=30, show_default=True, metavar="N",
              help="Links to follow from a start URL.")  # fmt: skip
@click.option("--again", is_flag=True, help="Fetch again what the archive already holds.")
@crawl_options
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
    no_index: bool,
    as_json: bool,
) -> None:
    """Fetch the sites of the given URLs politely into WARC files under HOME/archive, and index their articles.

    robots.txt is obeyed, one request at a time goes to a host, and what the archive holds is not fetched twice: a crawl
    that was broken off is continued by the same command. A host without a scheme is taken as https. `winnow recrawl`
    visits the sites again. Where WINNOW_BROKER is set, the URLs are queued for `winnow worker` instead.
    """
    settings = CrawlSettings(
        version=version(),
        contact=contact,
        politeness=Politeness(delay=delay),
        max_pages=max_pages,
        max_depth=max_depth,
        allow_private=allow_private,
        again=again,
    )
    shared = Settings.read()
    tell = clock(shared.now)
    place = home or shared.home
    if shared.broker:
        from workers.hand_over import hand_over  # here: a crawl in this process needs no database

        new = hand_over(urls, settings, place, shared)
        said = f"{new:,} URLs queued for the workers; winnow frontier shows what becomes of them"
        click.echo(json.dumps({"queued": new}) if as_json else said)
        return
    memory = memory_of(place)
    notes = CrawlNotes(memory)
    report = run(urls, place / "archive", settings, progress(), lambda: moment(tell()), notes)
    notes.save()
    indexed = {} if no_index else index_pages(place, memory, _sites(urls), moment(tell()))
    record = {**report.record(), "indexed": indexed}
    click.echo(json.dumps(record, ensure_ascii=False) if as_json else _table(report, place / "archive", indexed))
    if report.lost:
        sys.exit(1)
    if not report.pages:
        raise NothingToDoError("no page was fetched; the outcomes above say why")


def _sites(starts: tuple[str, ...]) -> list[str]:
    return sorted({urls.site_key(start_url(start)) for start in starts})


def _table(report: CrawlReport, archive: Path, indexed: dict[str, int]) -> str:
    record = report.record()
    lines = [f"{number:8,}  {kind}" for kind, number in record["outcomes"].items()]
    lines += [f"{len(report.outcomes):8,}  URLs in all, {report.already:,} of them in the archive already"]
    lines += [f"{report.requests:8,}  requests, {report.received:,} bytes, {report.seconds:,.1f} s; archive: {archive}"]
    lines += [f"{number:8,}  {kind} (cleaned)" for kind, number in indexed.items()]
    lines += [f"{reason}" for reason in record["traps"]]
    lines += [f"lost: {o.url}  {o.kind.value}: {o.reason}" for o in report.lost]
    return "\n".join(lines)
