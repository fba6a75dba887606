"""What the papers' experiments need beside bodies and page types: the folders of sites, the sections of articles, labelled text blocks."""

from __future__ import annotations

import csv
from argparse import Namespace
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar
from urllib.parse import urlsplit

import numpy as np

from demo.archive import captures, write_warc
from demo.generate import Scale
from demo.sites import SITES
from harness.inputs import SEED
from harness.shared_sites import BESIDE, HARD, folders, map_sites
from indexer.arrays import Bools
from indexer.page.blocks import key, weight
from indexer.site.draw import drawn

_SECTIONS = frozenset({"section", "menu"})
"""The kinds of queries whose text is a section's name."""
LEAST = 5
"""Fewest articles of a section, and of a class."""
FEWEST_SECTIONS = 3
"""Fewest sections of a site whose articles are told apart by them."""
_LONG = 40
"""Weight of a text block above which it does not stand in a body by chance."""
_T = TypeVar("_T")


def paper_folders(named: Sequence[str], into: Path) -> list[Path]:
    """Return the folders of the given sites, or of those beside the checkout, or of the demo's, which are written into a folder."""
    if named or any((BESIDE / group).is_dir() for group in ("sites", HARD)):
        return folders(named)
    return demo_folders(into, Scale())


def print_report(measure: Callable[[Path], _T], report: Callable[[Sequence[_T]], Iterable[str]], args: Namespace) -> int:
    """Measure each site of `paper_folders`, print the report, and return the exit code 0."""
    with TemporaryDirectory() as temporary:
        print("\n".join(report(list(map_sites(measure, paper_folders(args.sites, Path(temporary)), args.jobs)))))
    return 0


def demo_folders(into: Path, scale: Scale) -> list[Path]:
    """Write the demo's sites as labelled sites and return their folders."""
    pages = list(captures(SEED, into, scale))
    found = [into / site.key for site in SITES]
    for folder in found:
        own = [page for page in pages if urlsplit(page.url).hostname == f"{folder.name}.example"]
        write_warc(folder / "site.warc.gz", own)
    return found


def section_lists(folder: Path, articles: Collection[str]) -> dict[str, set[str]]:
    """Return the articles of each section: those that its query of the menu finds, or without such queries the folders of their URLs."""
    lists: dict[str, set[str]] = defaultdict(set)
    queries = folder / "queries.tsv"
    names = {row[0]: row[2] for row in _rows(queries, "\t") if row[1] in _SECTIONS} if queries.is_file() else {}
    for query, _, url, grade in _rows(folder / "qrels.txt", " ") if names else ():
        if query in names and url in articles and int(grade) > 0:
            lists[names[query]].add(url)
    for url in articles if not lists else ():
        first, _, rest = urlsplit(url).path.strip("/").partition("/")
        if rest:
            lists[first].add(url)
    return dict(lists)


def sections(lists: Mapping[str, Collection[str]]) -> dict[str, str]:
    """Return the section of each article, which is the smallest one that lists it; sections of too few articles are omitted.

    >>> news, sport = [f"/{i}" for i in range(12)], [f"/{i}" for i in range(6)]
    >>> found = sections({"All": news, "Sport": sport, "Chess": ["/1"]})
    >>> found["/0"], found["/7"], found["/1"]
    ('Sport', 'All', 'Sport')
    """
    large = {name: urls for name, urls in lists.items() if len(urls) >= LEAST}
    smallest: dict[str, str] = {}
    for name in sorted(large, key=lambda name: (len(large[name]), name)):
        for url in large[name]:
            smallest.setdefault(url, name)
    size = Counter(smallest.values())
    return {url: name for url, name in sorted(smallest.items()) if size[name] >= LEAST}


def body_blocks(texts: Sequence[str], body: str) -> Bools:
    """Return which of a page's text blocks are those of its labelled body; shape (b,), all False if no long one is.

    >>> story = "The harbour crane was raised on Monday after two years."
    >>> body_blocks(["Home", story, "Home", story, "Imprint"], f"{story} Home {story}").tolist()
    [False, True, True, True, False]
    """
    whole = key(body)
    within = np.array([bool(key(text)) and key(text) in whole for text in texts], bool)
    long = [k for k, text in enumerate(texts) if within[k] and weight(text) >= _LONG]
    if not long:
        return np.zeros(len(texts), bool)
    within[: long[0]] = within[long[-1] + 1 :] = False
    return within


def some(urls: Iterable[str], number: int) -> list[str]:
    """Return at most so many of the URLs, the same in every run."""
    return sorted(urls, key=drawn)[:number]


def _rows(path: Path, separator: str) -> list[list[str]]:
    with path.open(encoding="utf-8") as table:
        return list(csv.reader(table, delimiter=separator, quoting=csv.QUOTE_NONE))
