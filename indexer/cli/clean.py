"""`winnow clean`: pages in, one JSON object a page out."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

import click

from indexer.article.cleaned import Cleaned
from indexer.cli.job import Progress, job
from indexer.cli.output import whole_file
from indexer.cli.terminal import printable
from indexer.outcome import Outcome, count
from indexer.pipeline import clean as clean_pages
from indexer.pipeline import standard_input
from indexer.site.methods import METHODS

WINNOW, PAGE = "winnow", "page"
_EXPLAINED = "\n\n".join((
    "What chooses and weighs the blocks.",
    f"{WINNOW}: learns each site's template, and keeps the bodies of its articles.",
    f"{PAGE}: the page-level extractor alone.",
    f"The others are published methods, each alone and fitted on the input, without --model; page types and fields are {WINNOW}'s.",
    *(f"{method.name}: {method.summary}." for method in METHODS.values()),
))


@click.command()
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option("--out", default="-", metavar="FILE", help="Where to write JSON Lines [standard output].")
@click.option("--model", type=click.Path(dir_okay=False, path_type=Path), help="Use the models of `winnow learn`.")
@click.option(
    "--method",
    type=click.Choice((WINNOW, PAGE, *METHODS)),
    default=WINNOW,
    show_default=True,
    help=_EXPLAINED,
)
def clean(inputs: tuple[str, ...], out: str, model: Path | None, method: str) -> None:
    """Clean WARC files, HTML files or folders of them (`-`: standard input).

    Writes one JSON object a page: url, canonicalUrl, outcome, reason, pageType, siteModel, schema.org fields,
    articleBody, and all blocks with their weight. Pages of one site are learned together; a folder of HTML files counts
    as one site.
    """
    with Progress() as progress:
        asked = job(progress, model=model, page_level=method == PAGE, method=METHODS.get(method))
        outcomes = _write(clean_pages(inputs, asked, standard_input()), out)
    _report(outcomes)
    if any(outcome.kind.lost for outcome in outcomes):
        sys.exit(1)


def _write(results: Iterable[Cleaned], out: str) -> list[Outcome]:
    if out == "-":
        return _lines(results, sys.stdout)
    with whole_file(out) as handle:
        return _lines(results, handle)


def _lines(results: Iterable[Cleaned], handle: TextIO) -> list[Outcome]:
    outcomes = []
    for cleaned in results:
        line = json.dumps(cleaned.record(), ensure_ascii=False)
        try:
            handle.write(line + "\n")
        except UnicodeEncodeError:  # half a surrogate pair: no text, whatever the page says
            handle.write(line.encode("utf-8", "replace").decode("utf-8") + "\n")
        outcomes.append(cleaned.outcome)
    return outcomes


def _report(outcomes: list[Outcome]) -> None:
    for outcome in outcomes:
        if outcome.kind.lost:
            click.echo(f"lost: {printable(outcome.url)}: {outcome.kind.value}: {printable(outcome.reason)}", err=True)
    counts = ", ".join(f"{kind} {number}" for kind, number in count(outcomes).items())
    click.echo(f"{len(outcomes)} pages: {counts}", err=True)
