"""Skeletons of labelled real sites: F1 of menu links, ablations, other constants, few pages, time per page.

    python -m benchmarks.skeleton [--sites SITE...] [--only sites|ablations|constants|pages] [--bare]

A site's folder contains `site.warc.gz` and `site.json`, the labels of its main menu. Cells are F1 of the links of the first level, and of
the first two levels. Ablations and few pages are means over the sites, with hard sites in a separate column. The published method:
`benchmarks.papers.sew`.
"""

from __future__ import annotations

import random
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path

from harness.inputs import pages as captures
from harness.shared_sites import HARD, folders, means, options
from indexer.article.clean import read_page
from indexer.errors import PageError
from indexer.evaluate.skeleton import Menu, read_menu, score
from indexer.page.page import Page
from indexer.page.raw import RawPage
from indexer.site.model import Sampled, fit
from indexer.site.skeleton.known import KnownPages
from indexer.site.skeleton.learn import learn_tree
from indexer.site.skeleton.params import SkeletonParams
from indexer.site.skeleton.row import PageRows, page_rows
from indexer.site.skeleton.site import Site
from indexer.site.skeleton.skeleton import Node, nested

Pair = tuple[float, float]
PARTS = ("sites", "ablations", "constants", "pages")


@dataclass(slots=True)
class Labelled:
    """A parsed, labelled site."""

    name: str
    hard: bool
    menu: Menu
    start: str
    site: Site
    pages: Mapping[str, Page]
    known: KnownPages
    rows: Sequence[PageRows]
    milliseconds: float


_NAMES = re.compile(rb"""\s(?:class|id)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)""", re.IGNORECASE)


def load(folder: Path, *, bare_html: bool) -> Labelled:
    """Read a site; page types are those of a model fitted on all its pages. `bare_html` removes all class and id attributes."""
    menu = read_menu(folder / "site.json")
    parsed: dict[str, Page] = {}
    for capture in captures(folder / "site.warc.gz"):
        body = _NAMES.sub(b"", capture.body) if bare_html else capture.body
        try:
            parsed[capture.url] = read_page(RawPage(capture.url, body, str(folder), capture.content_type))
        except PageError:
            continue
    site = Site.of([menu.start, *parsed]).named_by(parsed.values())
    pages = {site.place(url): page for url, page in sorted(parsed.items())}
    begun = time.process_time()
    rows = [page_rows(page, site, SkeletonParams().row) for page in pages.values()]
    spent = 1000 * (time.process_time() - begun) / len(rows)
    known = KnownPages(pages, site, fit([Sampled(page, page.url) for page in pages.values()]))
    return Labelled(folder.name, folder.parent.name == HARD, menu, site.place(menu.start), site, pages, known, rows, spent)


def measured(one: Labelled, root: Node) -> Pair:
    """Return F1 of level 1 and of levels 1 and 2."""
    found = score(one.menu, nested(root))
    return found[1].f1, found[2].f1


def production(one: Labelled, params: SkeletonParams, change: Callable[[PageRows], PageRows] | None = None) -> Pair:
    rows = one.rows if change is None else map(change, one.rows)
    return measured(one, learn_tree(rows, one.start, Node(one.menu.start), one.known, params))


def from_few(one: Labelled, number: int, draw: int) -> Pair:
    """Return F1 of a skeleton learned from `number` pages: the start page and random others, with types learned from them only."""
    others = sorted(one.pages.keys() - {one.start})
    chosen = {one.start, *random.Random(draw).sample(others, min(number - 1, len(others)))}
    sample = {place: one.pages[place] for place in sorted(chosen)}
    known = KnownPages(sample, one.site, fit([Sampled(page, page.url) for page in sample.values()]))
    rows = [row for row in one.rows if row.place in chosen]
    return measured(one, learn_tree(rows, one.start, Node(one.menu.start), known))


# -- ablations -------------------------------------------------------------------------------------------------------


def bare(page: PageRows, *, names: bool, tags: bool) -> PageRows:
    """Return a page's rows without class names and ids, or without the tags around them."""
    kept = [replace(row, names="" if names else row.names, tags=frozenset() if tags else row.tags) for row in page.rows]
    return PageRows(page.place, tuple(kept))


def ablations() -> Iterator[tuple[str, SkeletonParams, Callable[[PageRows], PageRows] | None]]:
    full = SkeletonParams()
    yield "all", full, None
    yield "without class names and ids", full, partial(bare, names=True, tags=False)
    yield "without names and tags", full, partial(bare, names=True, tags=True)
    off = {
        "position": {"front": 0.0, "early": 0.0},
        "page types": {"toc": 0.0},
        "start page": {"start": 0.0},
        "share of pages": {"share": 0.0},
        "size and levels": {"size": 0.0, "nested": 0.0},
        "features of lists": {"long": 0.0, "alphabet": 0.0, "numbers": 0.0, "languages": 0.0, "jumps": 0.0},
    }
    for name, changes in off.items():
        yield f"without {name}", replace(full, choice=replace(full.choice, **changes)), None
    position = replace(full.choice, front=0.0, early=0.0)
    yield "without names, tags and position", replace(full, choice=position), partial(bare, names=True, tags=True)
    yield "best menu only", replace(full, choice=replace(full.choice, often=1.0, near=0.0, overlap=0.0, items=10**6)), None


def other_constants() -> Iterator[tuple[str, SkeletonParams]]:
    """Yield the parameters with each constant multiplied by .5 and by 1.5, if the result is valid."""
    full = SkeletonParams()
    for part in fields(full):
        params = getattr(full, part.name)
        for constant in fields(params):
            value = getattr(params, constant.name)
            for factor in (0.5, 1.5):
                try:
                    changed = replace(params, **{constant.name: type(value)(value * factor)})
                except ValueError:
                    continue
                yield f"{part.name}.{constant.name} {value:g} → {value * factor:g}", replace(full, **{part.name: changed})


def table_of_constants(sites: Sequence[Labelled]) -> Iterator[str]:
    yield "| constant changed | F1, levels 1 / 1–2 | hard sites |\n|---|---|---|"
    steady = 0
    for name, params in other_constants():
        read_anew = params.row != SkeletonParams().row
        pairs = []
        for one in sites:
            rows = [page_rows(page, one.site, params.row) for page in one.pages.values()] if read_anew else one.rows
            pairs.append((one.hard, measured(one, learn_tree(rows, one.start, Node(one.menu.start), one.known, params))))
        if all(pair == (1.0, 1.0) for _, pair in pairs):
            steady += 1
        else:
            yield line(name, pairs)
    yield f"| {steady} other changes | 1.000 / 1.000 | 1.000 / 1.000 |"


# -- tables ----------------------------------------------------------------------------------------------------------


def line(title: str, values: Sequence[tuple[bool, Pair]]) -> str:
    first, both = (means((is_hard, pair[level]) for is_hard, pair in values) for level in (0, 1))
    return f"| {title} | {first[0]:.3f} / {both[0]:.3f} | {first[1]:.3f} / {both[1]:.3f} |"


def table_of_sites(sites: Sequence[Labelled]) -> Iterator[str]:
    yield "| site | pages | links in the menu, levels 1 / 1–2 | F1 | rows, ms per page |\n|---|---|---|---|---|"
    for one in sites:
        f1 = production(one, SkeletonParams())
        labelled = " / ".join(str(found.labelled) for found in score(one.menu, {}).values())
        yield f"| {one.name} | {len(one.pages)} | {labelled} | {f1[0]:.3f} / {f1[1]:.3f} | {one.milliseconds:.1f} |"


def table_of_ablations(sites: Sequence[Labelled]) -> Iterator[str]:
    yield "| | F1, levels 1 / 1–2 | hard sites |\n|---|---|---|"
    for name, params, change in ablations():
        yield line(name, [(one.hard, production(one, params, change)) for one in sites])


def table_of_few_pages(sites: Sequence[Labelled]) -> Iterator[str]:
    yield "| pages | F1, levels 1 / 1–2 | hard sites |\n|---|---|---|"
    for number in (1, 2, 5, 15):
        yield line(str(number), [(one.hard, from_few(one, number, draw)) for one in sites for draw in range(1 if number == 1 else 3)])


def main() -> int:
    """Measure and print the tables."""
    parser = options(__doc__)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), metavar="PART", help=f"any of {', '.join(PARTS)} [all]")
    parser.add_argument("--bare", action="store_true", help="remove class and id attributes from the pages")
    args = parser.parse_args()
    sites = [load(folder, bare_html=args.bare) for folder in folders(args.sites)]
    tables: Mapping[str, Callable[[], Iterator[str]]] = {
        "sites": lambda: table_of_sites(sites),
        "ablations": lambda: table_of_ablations(sites),
        "constants": lambda: table_of_constants(sites),
        "pages": lambda: table_of_few_pages(sites),
    }
    for part in args.only:
        for text in tables[part]():
            print(text, flush=True)
        print(flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
