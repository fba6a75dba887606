"""`winnow learn`: fit the model of each site in the input and store it."""

from __future__ import annotations

import sys

import click

from indexer.article.learned import LearnedSite
from indexer.cli.job import Progress, job
from indexer.cli.output import whole_file
from indexer.pipeline import learn_sites, standard_input, write_models


@click.command()
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option("--out", required=True, metavar="FILE", help="Where to write the models; `-`: standard output.")
def learn(inputs: tuple[str, ...], out: str) -> None:
    """Learn each site in WARC files, HTML files or folders (`-`: standard input) and write one model file.

    The file is JSON that a human can read; `winnow clean --model FILE` uses it.
    """
    with Progress() as progress:
        models = list(learn_sites(inputs, job(progress), standard_input()))
    text = write_models(models)
    if out == "-":
        sys.stdout.write(text)
    else:
        with whole_file(out) as handle:
            handle.write(text)
    for model in models:
        click.echo(_line(model), err=True)


def _line(learned: LearnedSite) -> str:
    body = learned.model.body
    pages = f"{learned.name}: {learned.model.pages} pages"
    if not learned.model.has_templates:
        return f"{pages}, {body.stories} stories: too few, pages will be cleaned one by one"
    containers = len(body.rules.containers)
    return (
        f"{learned.name}: {learned.model.pages} pages, {body.article_stories} article stories, {containers} containers,"
        f" {len(body.rules.dropped)} places dropped"
    )
