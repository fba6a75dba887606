"""LAMIS and its variants: tables of contents in a ranking of articles and tables of contents (Kao and others, Table 4, Figures 14 and 15).

    python -m benchmarks.papers.lamis [--sites SITE...] [--jobs 2] [--draw N]
        [--unfetched] [--equal-start] [--unit-scores] [--steps N] [--words N]

R is the number of pages labelled `toc`, and R-precision is their share of the top R pages; the share of the top 20 is that of Figure 15.
Ties are broken by URL, as in the product; one column is the expected value with ties in random order. The graph has all pages of a site,
including those labelled `other`, which are excluded from the ranking, as in the paper's Table 4. A site is a folder with `site.warc.gz`
and `pages.tsv`.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import fmean
from types import MappingProxyType
from typing import NamedTuple

from benchmarks.papers.comparison import both, figure, markdown
from benchmarks.papers.labels import print_report
from harness.shared_sites import load, options
from indexer.evaluate.labels import read_types
from indexer.page.page import Page
from indexer.site.links.builder import page_key
from indexer.site.links.graph import LinkGraph
from indexer.site.links.lamis import LamisParams, rank, variant
from indexer.site.links.pages import link_graph
from indexer.urls import normalise

OUT_LINKS = "out-links"
"""The paper's OL: pages ranked by the number of pages that they link to."""
TABLE_4: Mapping[str, float] = MappingProxyType({
    OUT_LINKS: 0.57, "hits": 0.27, "salsa": 0.59, "lamis": 0.42, "lamis-ln": 0.64, "hits-cb": 0.32, "hits-ln-cb": 0.49,
    "lamis-cb": 0.39, "lamis-ln-cb": 0.75, "lamis-ln-cb-hr": 0.77, "lamis-ln-cb-hr-tw": 0.82,
})  # fmt: skip
"""The paper's averages over eight sites."""
Variants = Sequence[tuple[str, str]]
VARIANTS: Variants = (
    *((name, "") for name in (OUT_LINKS, "hits", "salsa", "lamis", "lamis-ln", "lamis-ln-tw", "lamis-ln-hr")),
    *((name, blocks) for name in TABLE_4 if "-cb" in name for blocks in ("table", "section", "text")),
)
"""The paper's methods and two of their parts alone; those with CB have one row per definition of a block."""
_MAJOR: Variants = (("hits", ""), ("lamis", ""), ("lamis-ln", ""), ("lamis-ln-cb", "text"), ("lamis-ln-cb-hr-tw", "table"))
"""Figure 14's methods, as far as the text names them."""
_TOP = 20


class RPrecision(NamedTuple):
    """R-precision with ties broken by URL, its expected value with ties in random order, and the precision of the top 20 by URL."""

    by_url: float
    expected: float
    top: float


@dataclass(frozen=True, slots=True)
class Measured:
    """A site's figures in the order of the variants."""

    name: str
    hard: bool
    figures: Sequence[RPrecision]


def r_precision(scores: Sequence[float], relevant: Sequence[bool]) -> RPrecision:
    """Return the R-precision of pages that are in the order of their URLs.

    >>> r_precision([0.5, 0.5, 0.1], [False, True, False])
    RPrecision(by_url=0.0, expected=0.5, top=0.3333333333333333)
    """
    number_relevant = sum(relevant)
    ranked = sorted(zip(scores, relevant, strict=True), key=lambda row: -row[0])
    last = ranked[number_relevant - 1][0]
    above, equal = [r for s, r in ranked if s > last], [r for s, r in ranked if s == last]
    chance = sum(above) + (number_relevant - len(above)) * sum(equal) / len(equal)
    top = ranked[:_TOP]
    first = sum(r for _, r in ranked[:number_relevant])
    return RPrecision(first / number_relevant, chance / number_relevant, sum(r for _, r in top) / len(top))


def measure(settings: LamisParams, variants: Variants, sample_size: int, folder: Path) -> Measured:
    """Rank the pages of one site by each variant."""
    site = load(folder)
    urls = sorted(random.Random(7).sample(site.urls, min(sample_size, len(site.urls)))) if sample_size else site.urls
    types = {page_key(normalise(url)): kind for url, kind in read_types(folder / "pages.tsv").items()}
    return Measured(site.name, site.hard, list(_figures([site.pages[url] for url in urls], types, variants, settings)))


def _figures(pages: Sequence[Page], types: Mapping[str, str], variants: Variants, settings: LamisParams) -> Iterator[RPrecision]:
    graphs: dict[str, LinkGraph] = {}
    for name, blocks in variants:
        chosen = LamisParams() if name == OUT_LINKS else variant(name, blocks)
        params = replace(
            chosen,
            unfetched=settings.unfetched,
            words=settings.words,
            steps=settings.steps,
            equal_start=settings.equal_start,
            unit_scores=settings.unit_scores,
        )
        if params.blocks not in graphs:
            graphs[params.blocks] = link_graph(pages, partition=params.blocks, words=params.words, unfetched=params.unfetched)
        graph = graphs[params.blocks]
        score = graph.degrees()[0].astype(float) if name == OUT_LINKS else rank(graph, params).score
        label = [types.get(page_key(url), "") for url in graph.urls[: graph.fetched]]
        judged = [i for i, kind in enumerate(label) if kind in ("article", "toc")]
        yield r_precision([float(score[i]) for i in judged], [label[i] == "toc" for i in judged])


def report(sites: Sequence[Measured]) -> Iterator[str]:
    """Yield the tables: Table 4's averages with those of Figure 15, and Figure 14."""
    yield from markdown(("Table 4", "paper", "R-precision", "any order of equals", "top 20 (Figure 15)"), _averages(sites))
    yield ""
    at = [VARIANTS.index(major) for major in _MAJOR]
    head = ("Figure 14", *(" ".join(major).strip() for major in _MAJOR))
    yield from markdown(head, ([one.name, *(figure(one.figures[i].by_url, 2) for i in at)] for one in sites))


def _averages(sites: Sequence[Measured]) -> Iterator[tuple[str, ...]]:
    for i, (name, blocks) in enumerate(VARIANTS):
        found = [(one.hard, one.figures[i]) for one in sites]
        paper = figure(TABLE_4[name], 2) if name in TABLE_4 else "–"
        any_order = figure(fmean(f.expected for _, f in found))
        by_url, top = both((hard, f.by_url) for hard, f in found), both((hard, f.top) for hard, f in found)
        yield f"{name} {blocks}".strip(), paper, by_url, any_order, top


def main() -> int:
    parser = options(__doc__)
    parser.add_argument("--unfetched", action="store_true", help="include linked pages that are not in the archive")
    parser.add_argument("--equal-start", action="store_true", help="start with equal hub scores for LN, too")
    parser.add_argument("--unit-scores", action="store_true", help="HR subtracts scores of unit length instead of shares")
    parser.add_argument("--steps", type=int, default=LamisParams().steps, help="maximum number of iterations (%(default)s)")
    parser.add_argument("--words", type=int, default=1, help="words per term (%(default)s)")
    parser.add_argument("--draw", type=int, default=0, help="number of random pages of each site [all]")
    args = parser.parse_args()
    params = LamisParams(
        unfetched=args.unfetched, equal_start=args.equal_start, unit_scores=args.unit_scores, steps=args.steps, words=args.words
    )
    return print_report(partial(measure, params, VARIANTS, args.draw), report, args)


if __name__ == "__main__":
    sys.exit(main())
