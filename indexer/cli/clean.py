"""`winnow clean`: cleans pages, and writes one JSON object per page."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TextIO

import click

from indexer.article.cleaned import Cleaned
from indexer.cli.job import Progress, dated_ahead, job, jobs_option, model_option
from indexer.cli.options import base_url_option
from indexer.cli.output import whole_file
from indexer.cli.page_formats import CSV_HEAD, as_csv, as_markdown, as_text
from indexer.cli.terminal import printable
from indexer.outcome import Outcome, count
from indexer.settings import Settings
from indexer.site.methods.published import PUBLISHED

WINNOW, PAGE = "winnow", "page"
RECORDS, BULK, CSV = "json", "bulk", "csv"
_FOR_PEOPLE = {"text": as_text, "markdown": as_markdown, CSV: as_csv}
Formatter = Callable[[Cleaned], Iterable[str]]
"""Returns the output lines of a page."""
_FORMATS = (
    f"{RECORDS}: one object per page; {BULK}: the documents of --arms, for the _bulk API of Elasticsearch and OpenSearch; "
    f"text, markdown: only the articles; {CSV}: one row per page."
)
_EXPLAINED = "\n\n".join((
    "The method that selects and weights the blocks.",
    f"{WINNOW}: learns the template of each site, and keeps the bodies of its articles.",
    f"{PAGE}: only the page-level extractor.",
    f"The others are published methods, fitted on the input, without --model; page types and fields are those of {WINNOW}.",
    *(f"{method.name}: {method.summary}." for method in PUBLISHED),
))


@click.command()
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option("--out", default="-", metavar="FILE", help="Output file [standard output].")
@model_option
@click.option(
    "--method",
    type=click.Choice((WINNOW, PAGE, *(method.name for method in PUBLISHED))),
    default=WINNOW,
    show_default=True,
    help=_EXPLAINED,
)
@click.option("--format", "form", type=click.Choice((RECORDS, BULK, *_FOR_PEOPLE)), default=RECORDS, show_default=True, help=_FORMATS)
@click.option("--delimited", is_flag=True, help=f"For {BULK}: weights for OpenSearch, or Elasticsearch with the plugin weighted-terms.")
@base_url_option
@click.option("--arms", default="raw,articles,body,weighted", show_default=True, help=f"For {BULK}: arms separated by commas.")
@jobs_option
def clean(
    inputs: tuple[str, ...], out: str, model: Path | None, method: str, form: str, arms: str, base_url: str, jobs: int, *, delimited: bool
) -> None:
    """Clean web archives, HTML files or folders of them (`-`: standard input).

    Writes one JSON object per page: url, canonicalUrl, outcome, cause, reason, pageType, siteModel, modelDoubts, schema.org
    fields, articleBody, and all blocks with their weights. Pages of one site are learned together; a folder of HTML files counts
    as one site.
    """
    from indexer.article.doubted_sites import DoubtedSites
    from indexer.pipeline import clean as clean_pages
    from indexer.pipeline import standard_input
    from indexer.site.methods.registry import METHODS

    with Progress() as progress:
        options = job(progress, jobs=jobs, model=model, page_level=method == PAGE, method=METHODS.get(method), base_url=base_url)
        ahead: list[str] = []
        formatter = _formatter(form, arms, ahead.append, delimited=delimited)
        doubted = DoubtedSites()
        cleaned = doubted.watching(clean_pages(inputs, options, standard_input()))
        outcomes = _write(cleaned, out, formatter, CSV_HEAD if form == CSV else "")
    _report(outcomes, len(ahead), doubted.lines())
    if any(outcome.kind.lost for outcome in outcomes):
        sys.exit(1)


def _formatter(form: str, arms: str, ahead: Callable[[str], object], *, delimited: bool) -> Formatter:
    """The formatter of an output format; `ahead` is called with URLs whose fetch time is in the future."""
    if form in _FOR_PEOPLE:
        return _FOR_PEOPLE[form]
    if form == RECORDS:
        return lambda cleaned: (json.dumps(cleaned.record(), ensure_ascii=False),)
    from indexer.cli.options import parse_arms  # here: the records need no index
    from indexer.index.bulk_lines import bulk_lines
    from indexer.index.elasticsearch.aliases import Names
    from indexer.index.elasticsearch.mapping import DELIMITED_TERMS, REPEATED
    from indexer.index.fetch_time import not_ahead, now

    encoding = DELIMITED_TERMS if delimited else REPEATED
    lines = partial(bulk_lines, names=Names(Settings.read().engine_prefix), arms=parse_arms(arms), encoding=encoding)

    def noting(cleaned: Cleaned) -> Iterable[str]:
        page = not_ahead(cleaned, now())
        if page is not cleaned:
            ahead(cleaned.outcome.url)
        return lines(page)

    return noting


def _write(results: Iterable[Cleaned], out: str, formatter: Formatter, head: str) -> list[Outcome]:
    if out == "-":
        return _lines(results, sys.stdout, formatter, head)
    with whole_file(out) as handle:
        return _lines(results, handle, formatter, head)


def _lines(results: Iterable[Cleaned], handle: TextIO, formatter: Formatter, head: str) -> list[Outcome]:
    outcomes = []
    if head:
        handle.write(head + "\n")
    for cleaned in results:
        for line in formatter(cleaned):
            try:
                handle.write(line + "\n")
            except UnicodeEncodeError:  # an unpaired surrogate
                handle.write(line.encode("utf-8", "replace").decode("utf-8") + "\n")
        outcomes.append(cleaned.outcome)
    return outcomes


def _report(outcomes: list[Outcome], ahead: int, doubted: Iterable[str]) -> None:
    for outcome in outcomes:
        if outcome.kind.lost:
            click.echo(f"lost: {printable(outcome.url)}: {outcome.kind.value}: {printable(outcome.reason)}", err=True)
    counts = ", ".join(f"{kind} {number}" for kind, number in count(outcomes).items())
    click.echo(f"{len(outcomes)} pages: {counts}", err=True)
    for line in doubted:
        click.echo(printable(line), err=True)
    if ahead:
        click.echo(dated_ahead(ahead, len(outcomes)), err=True)
