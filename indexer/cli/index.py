"""`winnow index`: clean the input and write the documents of all arms."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import click

from indexer.cli.options import home_option, json_option, open_engine
from indexer.cli.terminal import print_json, printable, progress, table
from indexer.errors import NothingToDoError
from indexer.index.arm import Arm
from indexer.index.engine import Engine
from indexer.index.writer import write
from indexer.outcome import Outcome, count
from indexer.pipeline import clean


@click.command()
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@home_option
@json_option
def index(inputs: tuple[str, ...], home: Path | None, *, as_json: bool) -> None:
    """Clean WARC files, HTML files or folders (`-`: standard input) and write all arms.

    Pages that were indexed before are replaced, so the same command may be run again at any time, also after it was
    interrupted.
    """
    with open_engine(home) as engine, closing(write(clean(inputs), engine)) as outcomes:
        ended = list(progress(outcomes, "pages written"))
        if not ended:
            msg = f"no pages in {', '.join(inputs)}"
            raise NothingToDoError(msg)
        lost = [outcome for outcome in ended if outcome.kind.lost]
        if as_json:
            print_json(_record(ended, lost, engine))
        else:
            _print(ended, lost, engine)
    if lost:
        sys.exit(1)


def _record(ended: list[Outcome], lost: list[Outcome], engine: Engine) -> dict[str, object]:
    return {
        "pages": len(ended),
        "outcomes": count(ended),
        "documents": {arm.value: engine.count(arm) for arm in Arm},
        "lost": [{"url": o.url, "source": o.source, "outcome": o.kind.value, "reason": o.reason} for o in lost],
    }


def _print(ended: list[Outcome], lost: Iterable[Outcome], engine: Engine) -> None:
    click.echo(table([["outcome", "pages"], *([k, str(n)] for k, n in count(ended).items()), ["all", str(len(ended))]]))
    click.echo()
    click.echo(table([["arm", "documents"], *([arm.value, str(engine.count(arm))] for arm in Arm)]))
    for outcome in lost:
        why = f"{outcome.kind.value} {printable(outcome.reason)}".rstrip()
        click.echo(f"lost: {printable(outcome.url)}: {why}", err=True)
