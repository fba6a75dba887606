"""`winnow search`: search one arm."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from indexer.cli.options import (
    ARM_NAMES,
    engine_option,
    home_option,
    json_option,
    match_option,
    sort_option,
)
from indexer.cli.query_notes import query_record, read_query
from indexer.cli.terminal import print_json, printable, styled
from indexer.errors import UsageError
from indexer.home import Home
from indexer.index.arm import Arm
from indexer.index.freshness import Freshness
from indexer.index.query_options import Match
from indexer.settings import Settings

if TYPE_CHECKING:
    from indexer.index.engine import Engine, Hit, Request, Results


@click.command()
@click.argument("query", nargs=-1, required=True)
@click.option("--arm", type=click.Choice(ARM_NAMES), default=Arm.WEIGHTED.value, show_default=True, help="The index to search.")
@match_option(Match.ALL)
@sort_option
@click.option("--limit", type=click.IntRange(min=0, max=10_000), default=10, show_default=True, help="Number of hits shown.")
@click.option("--offset", type=click.IntRange(min=0, max=100_000), default=0, help="Number of hits skipped.")
@click.option("--fresh", type=click.FloatRange(min=0, min_open=True), metavar="DAYS",
              help="Rank recent documents higher; the advantage halves every DAYS.")  # fmt: skip
@click.option("--collapse", is_flag=True, help="Show only the first of near copies, and count groups.")
@click.option("--headline-boost", type=click.FloatRange(0, 100), default=0.0, metavar="N",
              help="Count a word of the headline N times more.")
@click.option("--facets", is_flag=True, help="Count the matching documents by site, author, section, day and month.")
@click.option("--dsl", is_flag=True, help="Print the request for other clients of --engine instead of searching.")
@click.option("--explain", is_flag=True, help="Show the contribution of each word to the score.")
@engine_option
@home_option
@json_option
def search(
    query: tuple[str, ...],
    arm: str,
    match: str,
    sort: str,
    limit: int,
    offset: int,
    fresh: float | None,
    headline_boost: float,
    engine: str | None,
    home: Path | None,
    *,
    collapse: bool,
    explain: bool,
    facets: bool,
    dsl: bool,
    as_json: bool,
) -> None:
    """Search one arm.

    QUERY is words, "phrases", -WORD, OR, NOT, parentheses, and title:WORD site:HOST author:NAME section:NAME
    language:NAME after:DATE before:DATE; `*` is everything. Put `--` before a QUERY that begins with a hyphen.

    Example: winnow search 'ferry -goat site:example.org' --sort date
    """
    from indexer.index.engine import Request, Sort
    from indexer.index.query import CUT
    from indexer.index.suggestion import suggestion

    now = Settings.read().now or datetime.now(UTC)
    request = Request(
        read_query(query, now.date()),
        Match(match),
        Sort(sort),
        limit,
        offset,
        freshness=None if fresh is None else Freshness(fresh, now),
        collapse=collapse,
        explain=explain,
        headline_boost=headline_boost,
    )
    with Home.of(home, engine).engine() as opened:
        if dsl:
            print_json(_body(opened, Arm(arm), request))
            return
        results = opened.search(Arm(arm), request)
        better = suggestion(opened, Arm(arm), request) if not results.total else None
        counts = opened.facets(Arm(arm), request) if facets else {}
    query_shown = replace(request.query, notes=(*request.query.notes, CUT)) if results.cut else request.query
    if results.cut:
        click.echo(CUT.message, err=True)
    if as_json:
        more: dict[str, object] = {"didYouMean": better.understood} if better else {}
        more |= {"facets": {facet.value: dict(values) for facet, values in counts.items()}} if facets else {}
        print_json(query_record(query_shown) | _record(results) | more)
        return
    _print(results, offset)
    if better:
        click.echo(f"did you mean: {printable(better.understood)}")
    for facet, values in counts.items():
        click.echo(f"\n{facet.value}")
        for value, number in values:
            click.echo(f"{number:>8,}  {printable(value)}")


def _body(engine: Engine, arm: Arm, request: Request) -> dict[str, Any]:
    """The request body for other clients of a cluster."""
    from indexer.index.engine import OpenToClients

    if not isinstance(engine, OpenToClients):
        raise UsageError("--dsl is for Elasticsearch and OpenSearch: name one with --engine URL")
    return engine.search_body(arm, request)


def _record(results: Results) -> dict[str, object]:
    if results.documents is None:
        return {"total": results.total, "hits": [hit.record() for hit in results.hits]}
    return {
        "total": results.total,
        "totalCounts": "groups",
        "totalIsLeast": results.more,
        "documents": results.documents,
        "hits": [hit.record() | {"copies": hit.copies} for hit in results.hits],
    }


def _print(results: Results, offset: int) -> None:
    click.echo(_found(results))
    for rank, hit in enumerate(results.hits, offset + 1):
        click.echo(f"\n{rank:>3}. {styled(hit.headline) or '(no headline)'}")
        click.echo(f"     {_about(hit)}")
        if hit.snippet.text:
            click.echo(f"     {styled(hit.snippet)}")
        for line in _explained(hit):
            click.echo(f"     {line}")


def _found(results: Results) -> str:
    if results.documents is None:
        return f"{results.total} found"
    stories = f"{'more than ' if results.more else ''}{results.total} stories"
    return f"{stories} in {results.documents} documents found"


def _explained(hit: Hit) -> Iterator[str]:
    """One line per word: its score, its weight in the document, and its idf."""
    if hit.explanation is None:
        return
    for word in hit.explanation.words:
        yield f"{word.score:8.3f}  {printable('/'.join(word.terms))}  W {word.weight:.2f}, idf {word.idf:.3f}"
    if hit.explanation.freshness != 1:
        yield f"       × {hit.explanation.freshness:.3f} for its date"


def _about(hit: Hit) -> str:
    date = str(hit.fields["datePublished"])[:10]
    copies = f"{hit.copies} copies" if hit.copies > 1 else ""
    return "  ".join(each for each in (printable(hit.url), printable(date), f"{hit.score:.3f}", copies) if each)
