"""InfoDiscoverer: features of informative blocks against those of the labelled bodies (Kao and others, Table 5, Figures 16 and 17).

    python -m benchmarks.papers.infodiscoverer [--sites SITE...] [--jobs 2]

A page set is the labelled articles of a site, drawn and learned from as in the paper; the bodies' features are the answer set. Recall and
precision are those of Figure 16, of distinct features, as means over 25 pages of the set.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from types import MappingProxyType
from typing import NamedTuple

from benchmarks.papers.comparison import Row, both, comparison, figure, markdown
from benchmarks.papers.labels import body_blocks, print_report, some
from harness.shared_sites import load, options
from indexer.arrays import Bools
from indexer.page.page import Page
from indexer.site.links.content_blocks import Features, features_of
from indexer.site.methods.infodiscoverer import STEADY, InfoParams, apply, fit

TABLE_5: Mapping[str, tuple[float, float, float]] = MappingProxyType({
    "IHome": (0.7, 0.957, 1.0), "ET": (0.2, 1.0, 0.979), "FTV": (0.4, 1.0, 1.0), "CNet": (0.5, 0.956, 1.0), "TSS": (0.3, 0.989, 1.0),
    "CDN": (0.5, 1.0, 1.0), "TVBS": (0.1, 1.0, 1.0), "CTV": (0.2, 1.0, 1.0), "CAN": (0.7, 1.0, 1.0), "UDN": (0.7, 0.760, 1.0),
    "CTimes": (0.4, 1.0, 1.0), "CTS": (0.5, 1.0, 0.959), "TTimes": (0.7, 0.997, 0.530),
})  # fmt: skip
"""Optimal entropy, recall and precision of each site of the paper."""
SIZES = range(5, 45, 5)
"""Training pages of Figure 17."""
_STATED = dict.fromkeys(SIZES, "recall ≥ .942") | {40: "recall ≥ .942; precision of three of eleven sites < .9"}
_TESTED = 25
PARAMS = {"as published": InfoParams(), "blocks by tables": InfoParams(partition="table"), "STEADY": STEADY}


@dataclass(frozen=True, slots=True)
class Score:
    """Threshold, recall and precision of one model."""

    threshold: float
    recall: float
    precision: float


@dataclass(frozen=True, slots=True)
class Measured:
    """A site's scores by parameter set, and by number of training pages."""

    name: str
    hard: bool
    pages: int
    by_params: Mapping[str, Score]
    by_size: Mapping[int, Score]


def measure(folder: Path) -> Measured:
    """Fit and evaluate all settings on one site."""
    site = load(folder)
    articles = [site.pages[url] for url in sorted(site.labels) if url in site.pages]
    drawn = (answered(site.pages[url], site.labels[url]) for url in some((page.url for page in articles), _TESTED))
    tested = [one for one in drawn if one.wanted]
    return Measured(
        site.name,
        site.hard,
        len(articles),
        {name: score(articles, tested, params) for name, params in PARAMS.items()},
        {size: score(articles, tested, replace(InfoParams(), pages=size)) for size in SIZES},
    )


class Answered(NamedTuple):
    """A page, the features of each of its text blocks, and the distinct ones of its labelled body."""

    page: Page
    features: Sequence[Features]
    wanted: frozenset[str]


def answered(page: Page, body: str) -> Answered:
    """Return a page with the features of its labelled body; all parameter sets have features of one length."""
    features = [features_of(text, InfoParams().words) for text in page.tree.text]
    return Answered(page, features, _distinct(features, body_blocks(page.tree.text, body)))


def score(pages: Sequence[Page], tested: Sequence[Answered], params: InfoParams) -> Score:
    """Learn from a page set and compare the features of its informative blocks with those of the answer."""
    model = fit(pages, params)
    found = []
    for page, features, wanted in tested:
        kept = _distinct(features, apply(model, page) > 0)
        common = len(wanted & kept)
        found.append((common / len(wanted), common / len(kept) if kept else 0.0))
    return Score(model.threshold, fmean(recall for recall, _ in found), fmean(precision for _, precision in found))


def _distinct(features: Sequence[Features], chosen: Bools) -> frozenset[str]:
    return frozenset(feature for block, wanted in zip(features, chosen.tolist(), strict=True) if wanted for feature in block)


def report(sites: Sequence[Measured]) -> Iterator[str]:
    """Yield the tables: means of Table 5 and Figure 17, and Table 5 by site."""
    yield from comparison(_means(sites))
    yield ""
    rows = ([one.name, str(one.pages), *_cells(one.by_params["as published"]), *_cells(one.by_params["STEADY"])] for one in sites)
    yield from markdown(("Table 5", "pages", "threshold", "recall", "precision", "STEADY: threshold", "recall", "precision"), rows)


def _cells(found: Score) -> tuple[str, str, str]:
    return figure(found.threshold, 2), figure(found.recall), figure(found.precision)


def _means(sites: Sequence[Measured]) -> Iterator[Row]:
    thresholds, recalls, precisions = zip(*TABLE_5.values(), strict=True)
    yield Row("Table 5: thresholds, least to most", _span(thresholds), _span([one.by_params["as published"].threshold for one in sites]))
    for name in PARAMS:
        paper = f"{figure(fmean(recalls))}, {figure(fmean(precisions))}" if name != "STEADY" else "–"
        yield Row(f"Table 5: recall, precision, {name}", paper, _pair((one.hard, one.by_params[name]) for one in sites))
    for size in SIZES:
        here = _pair((one.hard, one.by_size[size]) for one in sites)
        yield Row(f"Figure 17: {size} training pages, recall, precision", _STATED[size], here)


def _span(values: Sequence[float]) -> str:
    return f"{figure(min(values), 1)} to {figure(max(values), 1)}"


def _pair(scores: Iterator[tuple[bool, Score]]) -> str:
    found = list(scores)
    return f"{both((hard, s.recall) for hard, s in found)}, {both((hard, s.precision) for hard, s in found)}"


def main() -> int:
    return print_report(measure, report, options(__doc__).parse_args())


if __name__ == "__main__":
    sys.exit(main())
