"""`winnow index`: cleans the input and writes the documents of all arms."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from indexer.cli.index_report import Report, Sent, print_report
from indexer.cli.job import Progress, job, jobs_option, model_option
from indexer.cli.options import base_url_option, engine_option, home_option, json_option
from indexer.errors import NothingToDoError, UsageError
from indexer.home import Home

if TYPE_CHECKING:
    from indexer.index.engine import Engine, Refusal
    from indexer.pipeline import Job
    from indexer.pipeline import Progress as Advance


@click.command()
@click.argument("inputs", nargs=-1, metavar="INPUT...")
@model_option
@click.option("--retry", is_flag=True, help="Send the documents again that the engine refused; needs no INPUT.")
@click.option("--rebuild", is_flag=True, help="Build new indexes, and switch the aliases to them at the end.")
@click.option("--keep", type=click.IntRange(min=0), default=2, show_default=True, metavar="N",
              help="For --rebuild: number of earlier indexes that are kept for a rollback.")  # fmt: skip
@click.option("--least", type=click.FloatRange(0, 1), default=0.9, show_default=True, metavar="SHARE",
              help="For --rebuild: minimum size of the new index, as a share of the documents of the old one.")  # fmt: skip
@base_url_option
@jobs_option
@engine_option
@home_option
@json_option
def index(
    inputs: tuple[str, ...],
    model: Path | None,
    keep: int,
    least: float,
    base_url: str,
    jobs: int,
    engine: str | None,
    home: Path | None,
    *,
    retry: bool,
    rebuild: bool,
    as_json: bool,
) -> None:
    """Clean web archives, HTML files or folders (`-`: standard input) and write all arms.

    Pages that were indexed before are replaced, so the command may be repeated at any time, also after an
    interruption. The archive of the home itself is cleaned by the models that its crawls have learned, so that the
    index becomes what the crawls made it. Documents that the engine refuses are stored under the home directory for --retry.

    Example: winnow index pages.warc.gz --engine http://127.0.0.1:9200
    """
    if retry == bool(inputs) or (retry and rebuild):
        raise UsageError("give INPUT, or --retry without INPUT and --rebuild")
    named = Home.of(home, engine)
    named.check_engine(connect=True)  # before pages are cleaned; only later failures are retried
    report = Report(named.refused)
    if retry:
        with named.engine() as opened:
            _send_again(opened, report)
            print_report(report, opened, as_json=as_json)
    else:
        with _written_engine(named, (keep, least) if rebuild else None) as opened:
            learned = named.models() if model is None and any(map(named.archive.holds, inputs)) else {}
            _write(inputs, partial(job, jobs=jobs, model=model, base_url=base_url, learned=learned), opened, report)
        with named.engine() as searched:
            print_report(report, searched, as_json=as_json)
    if report.lost:
        sys.exit(1)


@contextmanager
def _written_engine(home: Home, rebuild: tuple[int, float] | None) -> Iterator[Engine]:
    """The engine to write to: the one that is searched, or its replacement."""
    if rebuild is None:
        with home.engine() as opened:
            yield opened
        return
    if not home.settings.engine:
        raise UsageError("--rebuild is for a cluster: name it with --engine URL, or remove the embedded index and run without")
    from indexer.index.elasticsearch.connection_settings import ConnectionSettings
    from indexer.index.elasticsearch.rebuild import Change, rebuilding

    with rebuilding(ConnectionSettings.of(home.settings), Change(*rebuild)) as opened:
        yield opened


def _write(inputs: tuple[str, ...], ready: Callable[[Advance], Job], engine: Engine, report: Report) -> None:
    from indexer.index.writer import write
    from indexer.pipeline import clean, standard_input

    with Progress() as progress:
        cleaned = clean(inputs, ready(progress), standard_input())
        with closing(write(cleaned, engine, on_commit=report.take)) as outcomes:
            report.ended.extend(outcomes)


def _send_again(engine: Engine, report: Report) -> None:
    """Send the kept documents in batches; those that are refused again are kept again."""
    from indexer.index.writer import COMMIT_EVERY

    with report.kept.sending() as kept:
        while batch := [_send(engine, refusal) for refusal in islice(kept, COMMIT_EVERY)]:
            report.sent_again(batch, engine.commit())
    if not report.ended:
        raise NothingToDoError(f"no document is kept in {report.kept.path}: the engine has accepted all")


def _send(engine: Engine, refusal: Refusal) -> Sent:
    from indexer.index.engine import Gone

    document = refusal.document
    if isinstance(document, Gone):
        engine.remove(refusal.arm, document)
    else:
        engine.put(refusal.arm, document)
    return Sent(refusal.arm, document.id, document.page_url)
