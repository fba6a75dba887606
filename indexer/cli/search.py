"""`winnow search`: search one arm."""

from __future__ import annotations

from pathlib import Path

import click

from indexer.cli.options import ARM_NAMES, home_option, json_option, match_option, open_engine, sort_option
from indexer.cli.terminal import print_json, printable, styled
from indexer.index.arm import Arm
from indexer.index.engine import Hit, Match, Request, Results, Sort
from indexer.index.query import parse


@click.command()
@click.argument("query", nargs=-1, required=True)
@click.option("--arm", type=click.Choice(ARM_NAMES), default=Arm.WEIGHTED.value, show_default=True, help="Which index to search.")
@match_option(Match.ALL)
@sort_option
@click.option("--limit", type=click.IntRange(min=0, max=10_000), default=10, show_default=True, help="Hits to show.")
@click.option("--offset", type=click.IntRange(min=0, max=100_000), default=0, help="Hits to skip.")
@home_option
@json_option
def search(
    query: tuple[str, ...],
    arm: str,
    match: str,
    sort: str,
    limit: int,
    offset: int,
    home: Path | None,
    *,
    as_json: bool,
) -> None:
    """Search one arm.

    QUERY is words, "phrases", and site:HOST author:NAME language:CODE after:DATE before:DATE; `*` is everything.
    """
    request = Request(parse(" ".join(query)), Match(match), Sort(sort), limit, offset)
    results = open_engine(home).search(Arm(arm), request)
    if as_json:
        print_json({"total": results.total, "hits": [hit.record() for hit in results.hits]})
    else:
        _print(results, offset)


def _print(results: Results, offset: int) -> None:
    click.echo(f"{results.total} found")
    for rank, hit in enumerate(results.hits, offset + 1):
        click.echo(f"\n{rank:>3}. {styled(hit.headline) or '(no headline)'}")
        click.echo(f"     {_about(hit)}")
        if hit.snippet.text:
            click.echo(f"     {styled(hit.snippet)}")


def _about(hit: Hit) -> str:
    date = str(hit.fields["datePublished"])[:10]
    return "  ".join(each for each in (printable(hit.url), printable(date), f"{hit.score:.3f}") if each)
