"""SEW: skeletons of labelled sites (Liu and others, Tables 2 to 5), and without each pruning heuristic.

    python -m benchmarks.papers.sew [--sites SITE...]

The labels are a site's main menu: a link's level is the number of lists around it, its children are the deeper links that follow it. LOO
is trained on the first level of the menus of all other sites, TOT on those of all sites, both search one to three levels. Figures are means
over all sites, with standard deviations.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, pstdev
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urljoin

from benchmarks.papers.comparison import Row, comparison, figure, markdown
from benchmarks.papers.labels import paper_folders
from harness.shared_sites import load, options
from indexer.evaluate.skeleton import LevelScore, Menu, read_menu, score
from indexer.page.link_nodes import LinkNode, link_nodes
from indexer.site.methods.sew import Fetched, find_skeleton
from indexer.site.methods.sew_candidates import candidates
from indexer.site.methods.sew_features import LinkSet, Where, features, select
from indexer.site.methods.sew_params import HEURISTICS, Norms, SewParams, train
from indexer.site.methods.sew_pruning import targets
from indexer.site.skeleton.site import Site
from indexer.site.skeleton.skeleton import nested
from indexer.urls import document_base, resolve

LEVELS = (1, 2, 3)
TABLE_2: Mapping[str, tuple[str, str, str]] = MappingProxyType({
    "LOO1": ("1 ± 0", "1 ± 0", "1 ± 0"),
    "LOO2": (".663 ± .169", ".908 ± .118", ".752 ± .132"),
    "LOO3": (".446 ± .216", ".879 ± .205", ".566 ± .211"),
    "TOT1": ("1 ± 0", "1 ± 0", "1 ± 0"),
    "TOT2": (".658 ± .162", ".908 ± .118", ".749 ± .128"),
    "TOT3": (".415 ± .234", ".861 ± .250", ".536 ± .237"),
})
TABLE_4: Mapping[str, tuple[str, str, str]] = MappingProxyType({
    "LOO1": ("1 ± 0", "1 ± 0", "1 ± 0"),
    "LOO2": (".994 ± .027", ".981 ± .078", ".986 ± .054"),
    "LOO3": (".981 ± .123", ".974 ± .134", ".976 ± .127"),
})
TABLE_5: Mapping[str, str] = MappingProxyType({"LOO1": "1 ± 0", "LOO2": ".941 ± .096", "LOO3": ".924 ± .106"})


@dataclass(frozen=True, slots=True)
class Labelled:
    """A site's menu, the children of each of its pages by page name, the start page's for "", and the links of its pages."""

    name: str
    menu: Menu
    children: Mapping[str, frozenset[str]]
    site: Site
    pages: Mapping[str, Fetched]

    def fetch(self, url: str) -> Fetched | None:
        """Return the page at a URL."""
        return self.pages.get(self.site.place(url))


def read(folder: Path) -> Labelled:
    """Read one site."""
    menu = read_menu(folder / "site.json")
    parsed = load(folder).pages
    site = Site.of([menu.start, *parsed]).named_by(parsed.values())
    pages = {
        site.place(url): Fetched(url, document_base(url, page.metadata.base or None), link_nodes(page.html))
        for url, page in sorted(parsed.items())
    }
    return Labelled(folder.name, menu, menu_children(folder / "site.json", menu), site, pages)


def menu_children(path: Path, menu: Menu) -> dict[str, frozenset[str]]:
    """Return the labelled children of each page of a menu that has some; those of its first level belong to ""."""
    value = json.loads(path.read_text(encoding="utf-8"))
    found: dict[str, set[str]] = {}
    above: list[tuple[int, str]] = []
    for one in value["nav"]:
        if one["external"]:
            continue
        level = max(1, int(one["list_depth"]))
        page = menu.page(urljoin(value["base"], one["href"])) if one["href"] else ""
        while above and above[-1][0] >= level:
            above.pop()
        parent = next((name for _, name in reversed(above) if name), "")
        above.append((level, page))
        if page and page != parent:
            found.setdefault(parent, set()).add(page)
    return {parent: frozenset(pages) for parent, pages in found.items()}


def known_set(one: Labelled) -> tuple[float, ...] | None:
    """Return the feature values of the menu's first level on the start page; None if the page does not show it."""
    page = one.fetch(one.menu.start)
    if page is None:
        return None
    first: dict[str, LinkNode] = {}
    for link in page.links:
        name = _name(one, page, link.href)
        if one.menu.links.get(name) == 1:
            first.setdefault(name, link)
    return features(list(first.values()), Where(page.url, page.base, one.menu.start), SewParams()) if first else None


def _name(one: Labelled, page: Fetched, href: str) -> str:
    url = resolve(page.base, href)
    return one.menu.page(url) if url else ""


class Choice(NamedTuple):
    """The candidate link sets of a page that was searched, as page names, and the chosen one; empty if none was accepted."""

    page: str
    sets: Sequence[frozenset[str]]
    chosen: frozenset[str]


@dataclass(frozen=True, slots=True)
class Found:
    """A site's skeleton down to one level: its score, precision and recall of candidates, and (pages picked, pages that could be)."""

    score: LevelScore
    candidates: Sequence[tuple[float, float]]
    picked: int
    possible: int


@dataclass(slots=True)
class _Search:
    """The pages that a search asks for, in its order."""

    one: Labelled
    asked: list[Fetched] = field(default_factory=list)

    def fetch(self, url: str) -> Fetched | None:
        page = self.one.fetch(url)
        if page:
            self.asked.append(page)
        return page


def found(one: Labelled, norms: Norms, params: SewParams) -> Found:
    """Find the skeleton of a site and evaluate it and its steps."""
    search = _Search(one)
    root = find_skeleton(one.menu.start, search.fetch, norms, one.site, params)
    whole = score(one.menu, nested(root), (params.levels,))[params.levels]
    rows, picked, possible = [], 0, 0
    for choice in _choices(one, search.asked, norms, params):
        wanted = one.children.get(choice.page, frozenset())
        if not wanted:
            continue
        best = max(choice.sets, key=lambda names: len(names & wanted), default=frozenset())
        common = len(best & wanted)
        rows.append((common / len(best) if best else 0.0, common / len(wanted)))
        if any(wanted <= names for names in choice.sets):
            possible += 1
            picked += wanted <= choice.chosen
    return Found(whole, rows, picked, possible)


def _choices(one: Labelled, asked: Sequence[Fetched], norms: Norms, params: SewParams) -> Iterator[Choice]:
    """Yield the candidates and the choice of each page asked for that is of the menu, as the search had them."""
    known: set[frozenset[str]] = set()
    for page in asked:
        sets = candidates(page.links, page.base, known, params)
        chosen = select(sets, Where(page.url, page.base, one.menu.start), norms, params)
        if chosen:
            known.add(targets(chosen, page.base))
        name = "" if one.site.place(page.url) == one.site.place(one.menu.start) else one.menu.page(page.url)
        if name in one.children:
            yield Choice(name, [_names(one, page, links) for links in sets], _names(one, page, chosen))


def _names(one: Labelled, page: Fetched, links: LinkSet) -> frozenset[str]:
    return frozenset(filter(None, (_name(one, page, link.href) for link in links)))


def run(sites: Sequence[Labelled], params: SewParams, *, leave_out: bool) -> list[Found]:
    """Evaluate each site with norms of the others, or of all."""
    known = {one.name: values for one in sites if (values := known_set(one))}
    return [found(one, train([v for name, v in known.items() if not leave_out or name != one.name]), params) for one in sites]


def report(sites: Sequence[Labelled]) -> Iterator[str]:
    """Yield Tables 2, 4 and 5 with the heuristics, and Table 3."""
    runs = {
        f"{training}{level}": run(sites, SewParams(levels=level), leave_out=training == "LOO")
        for training in ("LOO", "TOT")
        for level in LEVELS
    }
    without = {
        left: run(sites, SewParams(levels=2, heuristics=tuple(name for name in HEURISTICS if name != left)), leave_out=True)
        for left in HEURISTICS
    }
    yield from comparison([*_rows(runs), *_ablations(without)])
    yield ""
    head = ("Table 3", *(f"LOO{level}: {value}" for level in LEVELS for value in "PRF"))
    yield from markdown(head, ([one.name, *_site_cells(runs, i)] for i, one in enumerate(sites)))


def _rows(runs: Mapping[str, Sequence[Found]]) -> Iterator[Row]:
    for name, paper in TABLE_2.items():
        values = zip(*((one.score.precision, one.score.recall, one.score.f1) for one in runs[name]), strict=True)
        yield Row(f"Table 2: {name}, P, R, F", ", ".join(paper), ", ".join(map(spread, values)))
    for name, paper in TABLE_4.items():
        pairs = [pair for one in runs[name] for pair in one.candidates]
        three = [(p, r, 2 * p * r / (p + r) if p + r else 0.0) for p, r in pairs]
        yield Row(f"Table 4: {name}, {len(pairs)} pages, P, R, F", ", ".join(paper), ", ".join(map(spread, zip(*three, strict=True))))
    for name, stated in TABLE_5.items():
        shares = [one.picked / one.possible for one in runs[name] if one.possible]
        number = sum(one.possible for one in runs[name])
        yield Row(f"Table 5: {name}, {number} pages on {len(shares)} sites, P", stated, spread(shares))


def _ablations(runs: Mapping[str, Sequence[Found]]) -> Iterator[Row]:
    for left, results in runs.items():
        values = zip(*((one.score.precision, one.score.recall, one.score.f1) for one in results), strict=True)
        yield Row(f"LOO2 without {left}, P, R, F", "–", ", ".join(map(spread, values)))


def _site_cells(runs: Mapping[str, Sequence[Found]], site: int) -> Iterator[str]:
    for level in LEVELS:
        one = runs[f"LOO{level}"][site].score
        yield from (figure(one.precision), figure(one.recall), figure(one.f1))


def spread(values: Sequence[float]) -> str:
    """Return mean and standard deviation.

    >>> spread([0.0, 1.0]), spread([])
    ('.500 ± .500', '–')
    """
    return f"{figure(fmean(values))} ± {figure(pstdev(values))}" if values else "–"


def main() -> int:
    args = options(__doc__).parse_args()
    with TemporaryDirectory() as temporary:
        print("\n".join(report([read(folder) for folder in paper_folders(args.sites, Path(temporary))])))
    return 0


if __name__ == "__main__":
    sys.exit(main())
