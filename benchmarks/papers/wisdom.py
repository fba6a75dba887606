"""WISDOM: coverage of labelled article and table-of-contents blocks (Kao and others, Table 3, Figures 17, 18 and 21).

    python -m benchmarks.papers.wisdom [--sites SITE...] [--jobs 2]

The answer of an article is the text blocks of its labelled body. No labels name the blocks of a table of contents, so its answer is its
links to labelled articles, except to those to which more than half of the site's pages link: these are in a box, not in the list. At most
60 articles and 60 tables of contents of a site are evaluated, of a model of all its pages; figures are means over pages.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean

import numpy as np

from benchmarks.papers.comparison import Row, both, comparison, figure, markdown
from benchmarks.papers.labels import body_blocks, print_report, some
from harness.coverage_example import TABLE_3, example
from harness.shared_sites import Site, load, options
from indexer.arrays import Bools
from indexer.evaluate.block_coverage import BlockCoverage, information_coverage, significant_node_coverage
from indexer.evaluate.labels import read_types
from indexer.page.page import Page
from indexer.page.tree import HIDDEN
from indexer.site.methods.wisdom import WisdomModel, WisdomParams, fit, information
from indexer.site.methods.wisdom_structure import ARTICLE, ARTICLES, CONTENTS, CONTENTS_BY_LENGTH, TOC, SearchParams, mine
from indexer.site.methods.wisdom_terms import link_paths
from indexer.site.methods.wisdom_tree import link_places
from indexer.site.site_path import site_path

MERGING = {"no merging": {"expand": False}, "DSTM": {"collateral": 0}, "DSTM, 1-CSTM": {}}
_THRESHOLDS = (0.7, 0.8, 0.9)
_TESTED = 60
BY_LENGTH = "Figure 21, setting B"
DEFAULT = "k = 1, ST = .8, DSTM, 1-CSTM"


def searches(kind: str) -> dict[str, SearchParams]:
    """Return the search parameters of Figures 17, 18 and 21 by name."""
    default = ARTICLES if kind == ARTICLE else CONTENTS
    found = {}
    for k, threshold in (*((1, threshold) for threshold in _THRESHOLDS), (3, 0.8)):
        for merging, changes in MERGING.items():
            name = f"k = {k}, ST = {figure(threshold, 1)}, {merging}"
            found[name] = replace(default, blocks=k, structure_threshold=threshold, **changes)
    return found if kind == ARTICLE else {**found, BY_LENGTH: CONTENTS_BY_LENGTH}


@dataclass(frozen=True, slots=True)
class Score:
    """Mean precision and recall over pages; nan without pages."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """Their harmonic mean."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


@dataclass(frozen=True, slots=True)
class Measured:
    """A site's numbers of evaluated pages, and scores by search, both by kind of block; a kind without a page is absent."""

    name: str
    hard: bool
    pages: Mapping[str, int]
    scores: Mapping[str, Mapping[str, Score]]


def measure(folder: Path) -> Measured:
    """Fit one site and search its labelled pages with all parameters."""
    site = load(folder)
    model = fit([site.pages[url] for url in site.urls], WisdomParams())
    listed = _listed(site)
    contents = some((url for url, kind in read_types(folder / "pages.tsv").items() if kind == TOC and url in site.pages), _TESTED)
    found: dict[str, list[Mapping[str, BlockCoverage]]] = {
        ARTICLE: list(_articles(site, model)),
        TOC: [one for url in contents if (one := _contents(site.pages[url], model, listed))],
    }
    pages = {kind: len(coverages) for kind, coverages in found.items()}
    scores = {
        kind: {
            name: Score(fmean(one[name].precision for one in coverages), fmean(one[name].recall for one in coverages))
            for name in searches(kind)
        }
        for kind, coverages in found.items()
        if coverages
    }
    return Measured(site.name, site.hard, pages, scores)


def _articles(site: Site, model: WisdomModel) -> Iterator[Mapping[str, BlockCoverage]]:
    """Yield IC of each article by search."""
    for url in some((url for url in site.labels if url in site.pages), _TESTED):
        page = site.pages[url]
        blocks = body_blocks(page.tree.text, site.labels[url])
        if not blocks.any():
            continue
        tree = information(model, page)
        answer = np.zeros(len(tree.parent), bool)
        answer[tree.block] = blocks
        yield {name: information_coverage(tree, answer, mine(tree, search).kept) for name, search in searches(ARTICLE).items()}


def _listed(site: Site) -> Collection[str]:
    """Return the paths of the labelled articles to which at most half of the pages link."""
    linked = Counter(path for page in site.pages.values() for path in set(link_paths(page)))
    paths = {site_path(url) for url in site.labels}
    return {path for path in paths if 2 * linked[path] <= len(site.pages)}


def _contents(page: Page, model: WisdomModel, listed: Collection[str]) -> Mapping[str, BlockCoverage]:
    """Return SNC of a table of contents by search; {} if it has no link of the answer."""
    shown = np.array([page.tree.hidden[link.node] != HIDDEN for link in page.links], bool)
    answer = np.array([path in listed for path in link_paths(page)], bool) & shown
    if not answer.any():
        return {}
    tree = information(model, page)
    place = link_places(page, tree.element, tree.block)
    return {name: link_coverage(answer, shown & mine(tree, search).kept[place]) for name, search in searches(TOC).items()}


def link_coverage(answer: Bools, result: Bools) -> BlockCoverage:
    """Return SNC of links, each of which is in the answer and in the result or not; shapes (l,)."""
    return BlockCoverage(float((answer & result).sum()), float((answer & ~result).sum()), float((result & ~answer).sum()))


def report(sites: Sequence[Measured]) -> Iterator[str]:
    """Yield the tables: Table 3 and the means of the figures, and Figure 18 by site."""
    yield from comparison([*_table_3(), *_figures(sites)])
    yield ""
    head = ("Figure 18", "articles", "IC: P", "R", "F", "tables of contents", "SNC: P", "R", "F")
    yield from markdown(head, ([one.name, *_cells(one, ARTICLE), *_cells(one, TOC)] for one in sites))


def _cells(one: Measured, kind: str) -> list[str]:
    found = one.scores.get(kind)
    return [str(one.pages[kind]), *(_values(found[DEFAULT]) if found else "–––")]


def _values(score: Score) -> tuple[str, str, str]:
    return figure(score.precision), figure(score.recall), figure(score.f1)


def _table_3() -> Iterator[Row]:
    measures = {"SNC": significant_node_coverage, "IC": information_coverage}
    for (name, kind), published in TABLE_3.items():
        found = measures[name](*example(kind))
        shares = (found.precision, found.recall, found.f1)
        paper, here = (", ".join(figure(value, 2) for value in values) for values in (published.shares, shares))
        yield Row(f"Table 3: {name}, {kind}: P, R, F", paper, here)


def _figures(sites: Sequence[Measured]) -> Iterator[Row]:
    for kind, measured in ((ARTICLE, "IC"), (TOC, "SNC")):
        for name in searches(kind):
            found = [(one.hard, one.scores[kind][name]) for one in sites if kind in one.scores]
            shown = ((both((hard, getattr(score, value)) for hard, score in found)) for value in ("precision", "recall", "f1"))
            title = name if name == BY_LENGTH else f"Figure {18 if name == DEFAULT else 17}, {name}"
            yield Row(f"{title}: {kind}, {measured}: P, R, F", "–", ", ".join(shown))


def main() -> int:
    return print_report(measure, report, options(__doc__).parse_args())


if __name__ == "__main__":
    sys.exit(main())
