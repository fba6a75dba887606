"""`winnow compare`: compares arms by one query, or by a set of judged queries."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

import click

from indexer.cli.options import (
    EXISTING,
    arms_option,
    engine_option,
    headline_boost_option,
    home_option,
    json_option,
    match_option,
    parse_arms,
    parse_boosts,
    sort_option,
)
from indexer.cli.query_notes import read_query
from indexer.cli.retrieval_report import match_record, match_text, retrieval_record, retrieval_text
from indexer.cli.terminal import fit, print_json, printable
from indexer.errors import UsageError
from indexer.evaluate.trec import read_judgements, read_queries
from indexer.home import Home
from indexer.settings import Settings

if TYPE_CHECKING:
    from indexer.evaluate.match_precision import MatchReport
    from indexer.evaluate.rank_changes import Comparison, RankedHit
    from indexer.evaluate.retrieval import RetrievalReport


@click.command()
@click.argument("query", nargs=-1)
@arms_option("raw,weighted")
@click.option("--queries", type=EXISTING, help="Test queries: id, type and text separated by tabs.")
@click.option("--qrels", type=EXISTING, help="TREC judgements by URL: query 0 URL grade.")
@click.option("--bodies", type=EXISTING, help="Labelled bodies (JSON Lines: url, body) for match precision.")
@headline_boost_option
@match_option(None, " [all for a QUERY, any for --queries]")
@sort_option
@click.option("--limit", type=click.IntRange(min=1, max=1000), default=10, show_default=True, help="Hits to show.")
@engine_option
@home_option
@json_option
def compare(
    query: tuple[str, ...],
    arms: str,
    queries: Path | None,
    qrels: Path | None,
    bodies: Path | None,
    headline_boost: str,
    match: str | None,
    sort: str,
    limit: int,
    engine: str | None,
    home: Path | None,
    *,
    as_json: bool,
) -> None:
    """Show the results of two arms for one QUERY side by side, or measure arms by --queries and --qrels.

    With --queries, each query is taken literally, all pairs of arms are compared, and match precision is measured too. A headline counts
    five times in `weighted`; the other arms are therefore searched a second time with this boost, unless --headline-boost is given.

    Example: winnow compare 'reservoir level' --limit 5
    """
    from indexer.evaluate.match_precision import measure, read_labels
    from indexer.evaluate.rank_changes import compare_arms
    from indexer.evaluate.retrieval import chosen_systems, evaluate
    from indexer.index.engine import Match, Request, Sort

    opened, boosts = Home.of(home, engine).engine(), parse_boosts(headline_boost)
    if query and not queries and not qrels:
        left, right = parse_arms(arms, minimum=2)[:2]
        today = (Settings.read().now or datetime.now(UTC)).date()
        request = Request(read_query(query, today), Match(match or Match.ALL), Sort(sort), limit, highlight=False)
        _show(compare_arms(opened, left, right, request, boosts), as_json=as_json)
    elif queries and qrels and not query:
        how = Match(match or Match.ANY)
        report = evaluate(opened, read_queries(queries), read_judgements(qrels), chosen_systems(parse_arms(arms), boosts), how)
        matching = measure(opened, parse_arms(arms), read_labels(bodies) if bodies else None)
        _print_reports(report, matching, as_json=as_json)
    else:
        msg = "give either a QUERY, or --queries and --qrels together"
        raise UsageError(msg)


def _print_reports(report: RetrievalReport, matching: MatchReport, *, as_json: bool) -> None:
    if as_json:
        print_json({"retrieval": retrieval_record(report), "matchPrecision": match_record(matching)})
    else:
        click.echo(f"{retrieval_text(report)}\n\n{match_text(matching)}")


def _show(comparison: Comparison, *, as_json: bool) -> None:
    if as_json:
        print_json(_record(comparison))
        return
    columns = min(shutil.get_terminal_size().columns, 160) // 2 - 1
    left_head = f"{comparison.left_arm.value}: {comparison.left_total} found"
    right_head = f"{comparison.right_arm.value}: {comparison.right_total} found"
    click.echo(f"{fit(left_head, columns)}  {right_head}")
    for number, (left, right) in enumerate(zip_longest(comparison.left, comparison.right), 1):
        click.echo(f"{_cell(left, number, 'gone', columns)}  {_cell(right, number, 'new', columns)}".rstrip())
    click.echo(f"\n{comparison.shared} in both; ▲ risen, ▼ fallen, = the same rank as in the other column, copy: copy of a found story")


def _cell(ranked: RankedHit | None, number: int, absent: str, columns: int) -> str:
    if ranked is None:
        return fit("", columns)
    mark = _badge(ranked, absent)
    name = printable(ranked.hit.headline.text) or printable(ranked.hit.url)
    return fit(f"{number:>3} {mark:<4} {name}", columns)


def _badge(ranked: RankedHit, absent: str) -> str:
    """The badge of a hit: its change of rank in the right column, in the left one only a missing counterpart."""
    from indexer.evaluate.rank_changes import DEPTH, badge

    counterpart = ranked.counterpart
    if counterpart.copy:
        return "copy"
    if counterpart.found and absent == "gone":
        return ""
    deep = f">{max(DEPTH, ranked.rank)}"
    return badge(ranked.rank, ranked.other_rank, deep if counterpart.found else absent)


def _record(comparison: Comparison) -> dict[str, object]:
    columns = (
        (comparison.left_arm, comparison.left_total, comparison.left, "gone"),
        (comparison.right_arm, comparison.right_total, comparison.right, "new"),
    )
    return {
        "shared": comparison.shared,
        "columns": [
            {
                "arm": arm.value,
                "total": total,
                "hits": [
                    each.hit.record()
                    | {"rank": each.rank, "otherRank": each.other_rank, "change": _badge(each, absent)}
                    for each in hits
                ],
            }
            for arm, total, hits, absent in columns
        ],
    }
