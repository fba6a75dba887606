"""`winnow links`: ranks the pages of a site as hubs and authorities, and exports its link graph."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from indexer.archive.entry import Entry, Lost
from indexer.cli.options import json_option
from indexer.cli.output import whole_file
from indexer.cli.terminal import print_json, printable
from indexer.errors import PageError, UsageError
from indexer.outcome import Outcome
from indexer.site.links.partitions import PARTITIONS

if TYPE_CHECKING:
    from indexer.page.page import Page
    from indexer.site.links.lamis import LamisParams, Ranking

_SCORES = ("hub", "authority", "out-links")


@click.command()
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option("--method", default="lamis-ln-cb", show_default=True,
              help="hits, salsa or lamis, then any of -ln (links normalised), -cb (content blocks), -hr (hub less authority), "
                   "-tw (longer anchors weigh more).")  # fmt: skip
@click.option("--blocks", type=click.Choice(PARTITIONS), default="text", show_default=True, help="The blocks of -cb.")
@click.option("--unfetched", is_flag=True, help="Include linked pages of the site that are not in the input.")
@click.option("--by", type=click.Choice(_SCORES), default="hub", show_default=True,
              help="The score to rank by: hubs are tables of contents, authorities the pages to which they link.")  # fmt: skip
@click.option("--limit", type=click.IntRange(min=0), default=20, show_default=True, help="Maximum number of pages shown per site; 0: all.")
@click.option("--graphml", metavar="FILE", help="Write graphs and scores as GraphML; `-`: to standard output, without the table.")
@json_option
def links(
    inputs: tuple[str, ...], method: str, blocks: str, by: str, limit: int, graphml: str | None, *, unfetched: bool, as_json: bool
) -> None:
    """Rank the pages of WARC files, HTML files or folders (`-`: standard input) as hubs or authorities of their site's links.

    Example: winnow links pages.warc.gz --by authority --limit 10
    """
    if graphml == "-" and as_json:
        raise UsageError("--json and --graphml - both write to standard output: name a file for the graph")
    lost: list[Outcome] = []
    rankings = dict(_rankings(inputs, _params(method, blocks, unfetched=unfetched), lost))
    if graphml is not None:
        _write_graphml(list(rankings.values()), graphml)
    shown = {site: _order(ranking, by)[: limit or None] for site, ranking in rankings.items()}
    if as_json:
        sites = [_record(site, ranking, shown[site]) for site, ranking in rankings.items()]
        print_json({"method": method, "sites": sites, "lost": [outcome.record() for outcome in lost]})
    elif graphml != "-":
        click.echo("\n\n".join(_text(site, ranking, shown[site]) for site, ranking in rankings.items()))
    for outcome in lost:
        click.echo(f"lost: {printable(outcome.url)}: {outcome.kind.value} {printable(outcome.reason)}".rstrip(), err=True)
    if lost:
        sys.exit(1)


def _params(method: str, blocks: str, *, unfetched: bool) -> LamisParams:
    from indexer.site.links.lamis import variant

    try:
        return variant(method, blocks, unfetched=unfetched)
    except ValueError as error:
        raise UsageError(f"--method: {error}") from error


def _rankings(inputs: Sequence[str], params: LamisParams, lost: list[Outcome]) -> Iterator[tuple[str, Ranking]]:
    """Each site with its ranking; one page is in memory at a time."""
    from indexer.archive.captures import select
    from indexer.archive.scan import scan
    from indexer.pipeline import standard_input
    from indexer.site.links.lamis import fit

    with tempfile.TemporaryDirectory(prefix="winnow-") as folder:
        found = select(scan(inputs, Path(folder), stdin=standard_input()))
        for site, entries in groupby(_entries(found, lost), key=lambda entry: entry.site):
            yield site, fit(_pages(entries, lost), params)


def _entries(found: Iterable[Entry | Lost], lost: list[Outcome]) -> Iterator[Entry]:
    for item in found:
        if isinstance(item, Entry):
            yield item
        elif item.outcome.kind.lost:
            lost.append(item.outcome)


def _pages(entries: Iterable[Entry], lost: list[Outcome]) -> Iterator[Page]:
    from indexer.archive.load import load
    from indexer.article.clean import read_page

    for entry in entries:
        try:
            yield read_page(load(entry))
        except PageError as error:
            if error.ending.kind.lost:
                lost.append(Outcome(entry.url, entry.source, error.ending))


def _order(ranking: Ranking, by: str) -> list[int]:
    if by == "hub":
        return ranking.order()
    return ranking.order(ranking.authority if by == "authority" else ranking.graph.degrees()[0].astype(float))


def _write_graphml(rankings: Sequence[Ranking], out: str) -> None:
    import networkx as nx  # here, because the import takes a quarter of a second

    from indexer.site.links.exchange import to_networkx

    graphs = nx.compose_all([to_networkx(ranking.graph, ranking) for ranking in rankings] or [nx.DiGraph()])
    if out == "-":
        nx.write_graphml(graphs, sys.stdout.buffer)
        return
    with whole_file(out) as handle:
        nx.write_graphml(graphs, handle.buffer)


class _Row(NamedTuple):
    """One page: its hub score, both scores, and the numbers of its outlinks and inlinks."""

    url: str
    score: float
    hub: float
    authority: float
    out: int
    into: int


def _rows(ranking: Ranking, pages: Sequence[int]) -> Iterator[_Row]:
    out, into = ranking.graph.degrees()
    for i in pages:
        scores = float(ranking.score[i]), float(ranking.hub[i]), float(ranking.authority[i])
        yield _Row(ranking.graph.urls[i], *scores, int(out[i]), int(into[i]))


def _text(site: str, ranking: Ranking, pages: Sequence[int]) -> str:
    graph = ranking.graph
    head = printable(f"{site}: {graph.fetched} pages, {len(graph.source)} links, {ranking.steps} iterations")
    rows = (
        f"{row.score:7.4f}  {row.hub:7.4f}    {row.authority:7.4f}  {row.out:6}  {row.into:6}  {printable(row.url)}"
        for row in _rows(ranking, pages)
    )
    return "\n".join([head, "  score      hub  authority   links  linked  URL", *rows])


def _record(site: str, ranking: Ranking, pages: Sequence[int]) -> dict[str, Any]:
    graph = ranking.graph
    ranked = [
        {"url": row.url, "score": row.score, "hub": row.hub, "authority": row.authority, "linksTo": row.out, "linkedFrom": row.into}
        for row in _rows(ranking, pages)
    ]
    return {"site": site, "pages": graph.fetched, "links": len(graph.source), "iterations": ranking.steps, "ranked": ranked}
