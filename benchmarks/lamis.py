"""LAMIS and its variants on labelled real sites: R-precision of tables of contents in a ranking of articles and tables of contents.

    python -m benchmarks.lamis [--sites SITE...] [--jobs 2] [--unfetched] [--equal-start] [--unit-scores] [--steps N] [--words N] [--draw N]

R is the number of pages labelled `toc`, and R-precision is their share of the top R pages. Ties are broken by URL, as in the product; the
last column is the expected value with ties in random order. The graph has all pages of a site, including those labelled `other`, which are
excluded from the ranking, as in the paper's Table 4. A site is a folder with `site.warc.gz` and `pages.tsv`.
"""

from __future__ import annotations

import csv
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from harness.shared_sites import HARD, folders, load, map_sites, options
from indexer.page.page import Page
from indexer.site.links.builder import page_key
from indexer.site.links.graph import LinkGraph
from indexer.site.links.lamis import LamisParams, rank, variant
from indexer.site.links.pages import link_graph
from indexer.urls import normalise

OUT_LINKS = "out-links"
"""The paper's OL: pages ranked by the number of pages that they link to."""
Variants = Sequence[tuple[str, str]]
VARIANTS: Variants = (
    (OUT_LINKS, ""), ("hits", ""), ("salsa", ""), ("lamis", ""), ("lamis-ln", ""), ("lamis-ln-tw", ""), ("lamis-ln-hr", ""),
    ("lamis-ln-cb-hr-tw", "table"), ("lamis-ln-cb-hr-tw", "section"), ("lamis-ln-cb-hr-tw", "text"), ("lamis-ln-cb-hr", "text"),
    ("lamis-ln-cb", "table"), ("lamis-ln-cb", "section"), ("lamis-ln-cb", "node"), ("lamis-ln-cb", "text"),
    ("lamis-cb", "section"), ("hits-cb", "section"), ("hits-ln-cb", "section"),
)  # fmt: skip
"""The paper's methods; those with CB have one row per definition of a block."""


class RPrecision(NamedTuple):
    """R-precision with ties broken by URL, and its expected value with ties in random order."""

    by_url: float
    expected: float


def r_precision(scores: Sequence[float], relevant: Sequence[bool]) -> RPrecision:
    """Return the R-precision of pages that are in the order of their URLs.

    >>> r_precision([0.5, 0.5, 0.1], [False, True, False])
    RPrecision(by_url=0.0, expected=0.5)
    """
    number_relevant = sum(relevant)
    ranked = sorted(zip(scores, relevant, strict=True), key=lambda row: -row[0])
    last = ranked[number_relevant - 1][0]
    above, equal = [r for s, r in ranked if s > last], [r for s, r in ranked if s == last]
    chance = sum(above) + (number_relevant - len(above)) * sum(equal) / len(equal)
    return RPrecision(sum(r for _, r in ranked[:number_relevant]) / number_relevant, chance / number_relevant)


def measure(settings: LamisParams, variants: Variants, sample_size: int, folder: Path) -> tuple[str, list[RPrecision]]:
    """Return a site's name and its figures in the order of the variants."""
    site = load(folder)
    urls = sorted(random.Random(7).sample(site.urls, min(sample_size, len(site.urls)))) if sample_size else site.urls
    pages = [site.pages[url] for url in urls]
    with (folder / "pages.tsv").open(encoding="utf-8") as table:
        types = {page_key(normalise(row["url"])): row["type"] for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)}
    return site.name, list(_figures(pages, types, variants, settings))


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
    chosen = [folder for folder in folders(args.sites) if args.sites or folder.parent.name != HARD]
    rows = list(map_sites(partial(measure, params, VARIANTS, args.draw), chosen, args.jobs))
    print(f"{'':26}" + "".join(f"{name[:9]:>10}" for name, _ in rows) + "      mean   any order of equals")
    for i, (name, blocks) in enumerate(VARIANTS):
        found = [figures[i] for _, figures in rows]
        cells = "".join(f"{one.by_url:10.2f}" for one in found)
        means = f"{fmean(f.by_url for f in found):10.3f}{fmean(f.expected for f in found):10.3f}"
        print(f"{f'{name} {blocks}':26}{cells}{means}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
