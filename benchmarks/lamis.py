"""LAMIS and its variants on labelled real sites: R-precision for tables of contents among articles and tables of contents.

    python -m benchmarks.lamis [--sites SITE...] [--jobs 2] [--unfetched] [--equal-start] [--unit-scores] [--steps N] [--words N] [--draw N]

R is the number of pages labelled `toc`, and R-precision the share of them among the R pages that are ranked first; pages of equal
scores stand by URL, as the product has them, and the last column is the mean where every order of equals is as likely. Nodes are all
pages of a site, labelled `other` too; these are left out of the ranking, as in the paper's Table 4. A site is a folder with
`site.warc.gz` and `pages.tsv`.
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

from harness.shared_sites import HARD, each, folders, load, options
from indexer.page.page import Page
from indexer.site.links.builder import page_key
from indexer.site.links.graph import LinkGraph
from indexer.site.links.lamis import LamisParams, rank, variant
from indexer.site.links.pages import link_graph
from indexer.urls import normalise

OUT_LINKS = "out-links"
"""The paper's OL: pages ranked by how many others they link to."""
Variants = Sequence[tuple[str, str]]
VARIANTS: Variants = (
    (OUT_LINKS, ""), ("hits", ""), ("salsa", ""), ("lamis", ""), ("lamis-ln", ""), ("lamis-ln-tw", ""), ("lamis-ln-hr", ""),
    ("lamis-ln-cb-hr-tw", "table"), ("lamis-ln-cb-hr-tw", "section"), ("lamis-ln-cb-hr-tw", "text"), ("lamis-ln-cb-hr", "text"),
    ("lamis-ln-cb", "table"), ("lamis-ln-cb", "section"), ("lamis-ln-cb", "node"), ("lamis-ln-cb", "text"),
    ("lamis-cb", "section"), ("hits-cb", "section"), ("hits-ln-cb", "section"),
)  # fmt: skip
"""The paper's methods, those with CB by what a block is."""


class Found(NamedTuple):
    """R-precision with equals by URL, and with equals in any order."""

    by_url: float
    by_chance: float


def r_precision(scores: Sequence[float], relevant: Sequence[bool]) -> Found:
    """Both for pages in the order of their URLs.

    >>> r_precision([0.5, 0.5, 0.1], [False, True, False])
    Found(by_url=0.0, by_chance=0.5)
    """
    wanted = sum(relevant)
    ranked = sorted(zip(scores, relevant, strict=True), key=lambda row: -row[0])
    last = ranked[wanted - 1][0]
    above, equal = [r for s, r in ranked if s > last], [r for s, r in ranked if s == last]
    chance = sum(above) + (wanted - len(above)) * sum(equal) / len(equal)
    return Found(sum(r for _, r in ranked[:wanted]) / wanted, chance / wanted)


def measure(asked: LamisParams, variants: Variants, drawn: int, folder: Path) -> tuple[str, list[Found]]:
    """A site's name, and its figures in the order of the variants."""
    site = load(folder)
    urls = sorted(random.Random(7).sample(site.urls, min(drawn, len(site.urls)))) if drawn else site.urls
    pages = [site.pages[url] for url in urls]
    with (folder / "pages.tsv").open(encoding="utf-8") as table:
        types = {page_key(normalise(row["url"])): row["type"] for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)}
    return site.name, list(_figures(pages, types, variants, asked))


def _figures(pages: Sequence[Page], types: Mapping[str, str], variants: Variants, asked: LamisParams) -> Iterator[Found]:
    graphs: dict[str, LinkGraph] = {}
    for name, blocks in variants:
        chosen = LamisParams() if name == OUT_LINKS else variant(name, blocks)
        params = replace(
            chosen,
            unfetched=asked.unfetched,
            words=asked.words,
            steps=asked.steps,
            equal_start=asked.equal_start,
            unit_scores=asked.unit_scores,
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
    parser.add_argument("--unfetched", action="store_true", help="linked pages that are not at hand count")
    parser.add_argument("--equal-start", action="store_true", help="all hubs begin equal with LN too")
    parser.add_argument("--unit-scores", action="store_true", help="HR subtracts scores of length 1 instead of shares")
    parser.add_argument("--steps", type=int, default=LamisParams().steps, help="most iterations (%(default)s)")
    parser.add_argument("--words", type=int, default=1, help="length of a term (%(default)s)")
    parser.add_argument("--draw", type=int, default=0, help="so many pages of each site, drawn at random; all")
    asked = parser.parse_args()
    params = LamisParams(
        unfetched=asked.unfetched, equal_start=asked.equal_start, unit_scores=asked.unit_scores, steps=asked.steps, words=asked.words
    )
    chosen = [folder for folder in folders(asked.sites) if asked.sites or folder.parent.name != HARD]
    rows = list(each(partial(measure, params, VARIANTS, asked.draw), chosen, asked.jobs))
    print(f"{'':26}" + "".join(f"{name[:9]:>10}" for name, _ in rows) + "      mean   any order of equals")
    for i, (name, blocks) in enumerate(VARIANTS):
        found = [figures[i] for _, figures in rows]
        cells = "".join(f"{one.by_url:10.2f}" for one in found)
        means = f"{fmean(f.by_url for f in found):10.3f}{fmean(f.by_chance for f in found):10.3f}"
        print(f"{f'{name} {blocks}':26}{cells}{means}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
