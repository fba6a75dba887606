"""`winnow learn`: fits the model of each site in the input, or updates stored models with new pages."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from indexer.cli.job import Progress, job, jobs_option
from indexer.cli.model_report import model_table
from indexer.cli.output import whole_file
from indexer.cli.terminal import printable

if TYPE_CHECKING:
    from indexer.article.learned import LearnedSite


@click.command()
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option("--out", required=True, metavar="FILE", help="Output file; `-`: standard output.")
@click.option(
    "--update",
    "known",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="MODEL",
    help="Update these models: the pages of the input are counted, and sites whose pages no longer fit are learned again.",
)
@jobs_option
def learn(inputs: tuple[str, ...], out: str, known: Path | None, jobs: int) -> None:
    """Learn each site in WARC files, HTML files or folders (`-`: standard input) and write one model file.

    The file is readable JSON; `winnow clean --model FILE` uses it, and `winnow model FILE` shows it. With --update, give only new pages:
    each page is added to the counts. A site that is learned again keeps its earlier model in the file.

    Example: winnow learn pages.warc.gz --out models.json
    """
    from indexer.article.learned import Action, Change
    from indexer.pipeline import learn_sites, standard_input, update_sites

    with Progress() as progress:
        options = job(progress, jobs=jobs, model=known)
        if known is None:
            changes = [Change(site, Action.LEARNED, _summary(site)) for site in learn_sites(inputs, options, standard_input())]
        else:
            changes = list(update_sites(inputs, options, standard_input()))
    _write([change.learned for change in changes], out)
    for change in changes:
        click.echo(printable(f"{change.learned.name} {change.action}: {change.reason}"), err=True)
    click.echo(model_table([change.learned for change in changes]), err=True)


def _write(models: Sequence[LearnedSite], out: str) -> None:
    from indexer.pipeline import write_models

    text = write_models(sorted(models, key=lambda model: model.site))
    if out == "-":
        sys.stdout.write(text)
    else:
        with whole_file(out) as handle:
            handle.write(text)


def _summary(learned: LearnedSite) -> str:
    body, pages = learned.model.body, f"{learned.model.pages} pages"
    if not learned.model.has_templates:
        return f"{pages}, {body.stories} stories: too few, pages will be cleaned one by one"
    return f"{pages}, {body.article_stories} article stories"
