"""`winnow learn`: fit the model of each site in the input and store it."""

from __future__ import annotations

import os
import sys

import click

from indexer.article.learned import LearnedSite
from indexer.cli.job import Progress, job
from indexer.errors import InputError
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
        _replace(out, text)
    for model in models:
        click.echo(_line(model), err=True)


def _replace(out: str, text: str) -> None:
    part = f"{out}.part"
    try:
        with open(part, "w", encoding="utf-8", newline="\n") as handle:
            handle.write(text)
        os.replace(part, out)
    except OSError as error:
        raise InputError(f"{out}: cannot be written: {error.strerror}") from error


def _line(learned: LearnedSite) -> str:
    body = learned.model.body
    if not learned.model.has_templates:
        return f"{learned.name}: {learned.model.pages} pages, {body.stories} stories: too few, pages will be cleaned one by one"
    containers = len(body.rules.containers)
    return (
        f"{learned.name}: {learned.model.pages} pages, {body.article_stories} article stories, {containers} containers,"
        f" {len(body.rules.dropped)} places dropped"
    )
