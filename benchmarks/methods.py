"""The papers' methods, trafilatura and the production method on labelled real sites: precision, recall and F1 of bodies, time of a fit.

    python -m benchmarks.methods [--sites SITE...] [--only METHOD...] [--jobs 2] [--cache DIR]

Every method is fitted on all pages of a site without their labels, and evaluated on the labelled ones over 4-word shingles. The body
consists of the blocks with a weight above 0. The last row is the processor time of a fit, for `winnow` without that of the second
extractor's votes. The table has the methods of `winnow clean --method` and two further parameter sets of the Python API.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import fmean
from types import MappingProxyType
from typing import NamedTuple

from harness.shared_sites import Site, Votes, bodies, folders, learn, load, map_sites, means, options, peer_bodies
from indexer.article.article import body_text
from indexer.article.extract import blocks_of
from indexer.evaluate.bodies import score
from indexer.site.clean_page import CleanPage
from indexer.site.methods import infodiscoverer, template
from indexer.site.methods.registry import METHODS, Method, bound

WINNOW, PEER = "winnow", "trafilatura"
VARIANTS: Mapping[str, Method] = MappingProxyType({
    method.name: method
    for method in (
        bound("template PUBLISHED", "Needleman–Wunsch aligner, one threshold", template.fit, template.apply, template.PUBLISHED),
        bound(
            "infodiscoverer STEADY",
            "forty pages, a longer search",
            infodiscoverer.fit,
            infodiscoverer.apply,
            infodiscoverer.STEADY,
        ),
    )
})
LEARNED: Mapping[str, Method] = MappingProxyType({**METHODS, **VARIANTS})
ALL = (WINNOW, PEER, *LEARNED)


class Row(NamedTuple):
    """One method on one site: means over its labelled pages, and the processor time of the fit."""

    precision: float
    recall: float
    f1: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Measured:
    """A site's rows by method."""

    name: str
    hard: bool
    pages: int
    rows: Mapping[str, Row]


def measure(cache: Path, methods: Sequence[str], folder: Path) -> Measured:
    """Evaluate all methods on one site."""
    site = load(folder)
    votes = Votes(cache).of(site)
    return Measured(site.name, site.hard, len(site.pages), {name: _row(site, votes, name) for name in methods})


def _row(site: Site, votes: Mapping[str, str], name: str) -> Row:
    if name == PEER:
        return _scored(site, peer_bodies(site, votes), 0.0)
    begun = time.process_time()
    if name == WINNOW:
        model = learn(site, votes)
        return _scored(site, bodies(model, site), time.process_time() - begun)
    fitted = LEARNED[name].learn([site.pages[url] for url in site.urls])
    seconds = time.process_time() - begun
    pages = {url: site.pages[url] for url in site.labels if url in site.pages}
    kept = {url: body_text(blocks_of(CleanPage(page, fitted.weights(page), name))) for url, page in pages.items()}
    return _scored(site, kept, seconds)


def _scored(site: Site, predicted: Mapping[str, str], seconds: float) -> Row:
    found = score(site.labels, predicted)
    return Row(found.precision, found.recall, found.f1, seconds)


def table(measured: Sequence[Measured], methods: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a Markdown table: one row per site, then means."""
    yield f"| site | {' | '.join(methods)} |"
    yield "|---" * (len(methods) + 1) + "|"
    for one in measured:
        yield _line(one.name, [_cell(one.rows[name]) for name in methods])
    for title, hard in (("mean without hard sites", False), ("mean of hard sites", True)):
        if any(one.hard == hard for one in measured):
            yield _line(title, [_mean(measured, name, hard=hard) for name in methods])
    yield _line("worst F1", [f"{min(one.rows[name].f1 for one in measured):.3f}" for name in methods])
    hundreds = sum(one.pages for one in measured) / 100
    spent = {name: sum(one.rows[name].seconds for one in measured) for name in methods}
    yield _line("fit, s per 100 pages", [f"{spent[name] / hundreds:.2f}" if spent[name] else "–" for name in methods])


def _line(title: str, cells: Sequence[str]) -> str:
    return f"| {title} | {' | '.join(cells)} |"


def _cell(row: Row) -> str:
    return f"{row.precision:.3f} {row.recall:.3f} **{row.f1:.3f}**"


def _mean(measured: Sequence[Measured], name: str, *, hard: bool) -> str:
    def of(value: Callable[[Row], float]) -> float:
        return means((one.hard, value(one.rows[name])) for one in measured)[hard]

    return f"{of(lambda r: r.precision):.3f} {of(lambda r: r.recall):.3f} **{of(lambda r: r.f1):.3f}**"


def main() -> int:
    """Evaluate every site, print the table."""
    parser = options(__doc__)
    parser.add_argument("--only", nargs="+", choices=ALL, default=list(ALL), metavar="METHOD", help=f"any of {', '.join(ALL)} [all]")
    args = parser.parse_args()
    work = partial(measure, args.cache, args.only)
    measured = list(map_sites(work, folders(args.sites), args.jobs))
    pages = fmean(one.pages for one in measured)
    print(f"Cells: precision, recall, F1. {len(measured)} sites of {pages:.0f} pages on average.\n")
    print("\n".join(table(measured, args.only)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
