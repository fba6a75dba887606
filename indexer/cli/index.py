"""`winnow index`: clean the input and write the documents of all arms."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import click

from indexer.cli.job import Progress, job
from indexer.cli.options import home_option, json_option, open_engine
from indexer.cli.terminal import print_json, printable, table
from indexer.index.arm import Arm
from indexer.index.engine import Engine
from indexer.index.writer import write
from indexer.outcome import Outcome, count
from indexer.pipeline import clean, standard_input


@click.command()
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option("--model", type=click.Path(dir_okay=False, path_type=Path), help="Use the models of `winnow learn`.")
@home_option
@json_option
def index(inputs: tuple[str, ...], model: Path | None, home: Path | None, *, as_json: bool) -> None:
    """Clean WARC files, HTML files or folders (`-`: standard input) and write all arms.

    Pages that were indexed before are replaced, so the same command may be run again at any time, also after it was
    interrupted.
    """
    with open_engine(home) as engine:
        with Progress() as progress:
            cleaned = clean(inputs, job(progress, model=model), standard_input())
            with closing(write(cleaned, engine)) as outcomes:
                ended = list(outcomes)
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
