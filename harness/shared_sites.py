"""Labelled real sites: parsed pages, cached texts of trafilatura, and F1 of the bodies of a model.

A site is a folder with `site.warc.gz` and `bodies.jsonl`. Models and bodies come from the functions of the product
(`indexer.site.model.fit`, `indexer.article.body.body_of`), so that the figures are those of the product.
"""

from __future__ import annotations

import argparse
import json
import os
import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean
from typing import TypeVar

from harness.inputs import pages as captures
from indexer.article.article import body_text
from indexer.article.body import body_of
from indexer.article.clean import read_page
from indexer.article.hints import SiteHints
from indexer.article.learned import LearnedSite
from indexer.errors import PageError
from indexer.evaluate.bodies import precision_recall
from indexer.evaluate.labels import read_bodies
from indexer.page.page import Page
from indexer.page.peer import extract
from indexer.page.raw import RawPage
from indexer.site.model import Sampled, SiteModel, fit
from indexer.site.params import SiteParams

BESIDE = Path(__file__).parents[2] / "shared"
"""Folder of the default labelled sites: `sites`, and hard ones in `sites_hard`."""
HARD = "sites_hard"
CACHE = Path.home() / ".cache" / "winnow-benchmarks"
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Site:
    """A site's readable pages and its labelled bodies by URL.

    Parameters
    ----------
    name : str
    hard : bool
        Whether extractors perform badly on the site.
    pages : mapping of str to Page
    labels : mapping of str to str
        The true bodies of the article pages.
    """

    name: str
    hard: bool
    pages: Mapping[str, Page]
    labels: Mapping[str, str]

    @property
    def texts(self) -> dict[str, str]:
        """Each page's decoded HTML."""
        return {url: page.html for url, page in self.pages.items()}

    @property
    def urls(self) -> list[str]:
        """The URLs of all pages in sorted order."""
        return sorted(self.pages)


def folders(named: Sequence[str], beside: Path = BESIDE) -> list[Path]:
    """Return the folders of the given sites (paths, or names of sites beside the checkout), or of all, the hard ones last.

    Raises
    ------
    SystemExit
        If a site does not exist.
    """
    known = {folder.name: folder for group in ("sites", HARD) for folder in sorted((beside / group).glob("*/"))}
    found = [known.get(name, Path(name)) for name in named] or list(known.values())
    missing = [str(folder) for folder in found if not (folder / "site.warc.gz").is_file()]
    if missing or not found:
        raise SystemExit(f"no labelled site in {', '.join(missing) or beside}: name folders with site.warc.gz and bodies.jsonl")
    return found


def load(folder: Path) -> Site:
    """Read and parse a site; unreadable pages are omitted, so that their labels count as missed."""
    pages = {}
    for capture in captures(folder / "site.warc.gz"):
        try:
            pages[capture.url] = read_page(RawPage(capture.url, capture.body, str(folder), capture.content_type))
        except PageError:
            continue
    return Site(folder.name, folder.parent.name == HARD, pages, read_bodies(folder / "bodies.jsonl"))


@dataclass(slots=True)
class Votes:
    """Trafilatura's texts, cached in one file per site; the key is the page's digest, so that a changed page is extracted again.

    Parameters
    ----------
    folder : Path
        Created if absent.
    """

    folder: Path
    _known: dict[str, dict[str, str]] = field(default_factory=dict)

    def of(self, site: Site) -> dict[str, str]:
        """Return the extractor's text of each page of the site by URL."""
        known = self._read(site.name)
        before = len(known)
        digests = {url: blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest() for url, text in site.texts.items()}
        for url, digest in digests.items():
            if digest not in known:
                known[digest] = extract(site.pages[url].html)
        if len(known) > before:
            self._write(site.name, known)
        return {url: known[digest] for url, digest in digests.items()}

    def _file(self, name: str) -> Path:
        from importlib.metadata import version

        return self.folder / f"{name}-trafilatura-{version('trafilatura')}.json"

    def _read(self, name: str) -> dict[str, str]:
        if name not in self._known:
            file = self._file(name)
            self._known[name] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
        return self._known[name]

    def _write(self, name: str, known: Mapping[str, str]) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        file = self._file(name)
        draft = file.with_suffix(f".{os.getpid()}")
        draft.write_text(json.dumps(known), "utf-8")
        draft.replace(file)  # atomic, because two commands may run at the same time


@dataclass(slots=True)
class BodyScorer:
    """Computes F1 of bodies against a site's labels; equal bodies are compared once."""

    labels: Mapping[str, str]
    _known: dict[tuple[str, str], tuple[float, float]] = field(default_factory=dict)

    def page(self, url: str, body: str) -> tuple[float, float]:
        """Return precision and recall of one page."""
        if (url, body) not in self._known:
            same = body.split() == self.labels[url].split()  # most bodies are equal, and counting shingles is slow
            self._known[url, body] = (1.0, 1.0) if same else precision_recall(self.labels[url], body)
        return self._known[url, body]

    def f1(self, bodies: Mapping[str, str], urls: Collection[str] | None = None) -> float:
        """Return F1 as `indexer.evaluate.bodies.score`: the harmonic mean of mean precision and mean recall over the pages."""
        rows = [self.page(url, bodies.get(url, "")) for url in sorted(self.labels if urls is None else urls)]
        precision, recall = fmean(p for p, _ in rows), fmean(r for _, r in rows)
        return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def sampled(site: Site, votes: Mapping[str, str], urls: Iterable[str]) -> list[Sampled]:
    """Return pages as the input of learning; a page without a vote has no text of the second extractor."""
    return [Sampled(site.pages[url], url, votes.get(url)) for url in urls]


def learn(site: Site, votes: Mapping[str, str], urls: Iterable[str] | None = None, params: SiteParams | None = None) -> SiteModel:
    """Learn a model of the site from the given pages, or from all."""
    return fit(sampled(site, votes, site.urls if urls is None else urls), params)


def bodies(model: SiteModel, site: Site, urls: Iterable[str] | None = None) -> dict[str, str]:
    """Return the model's body of each labelled page, or of the given pages."""
    requested = site.labels if urls is None else urls
    learned = LearnedSite(site.name, model, SiteHints())
    return {
        url: body_text(body_of(site.pages[url], learned).blocks) for url in sorted(requested) if url in site.pages
    }


def peer_bodies(site: Site, votes: Mapping[str, str]) -> dict[str, str]:
    """Return trafilatura's body of each labelled page."""
    return {url: votes[url] for url in site.labels if url in votes}


def draw(site: Site, size: int, seed: int) -> list[str]:
    """Return a random sample of a site's pages, or all pages if there are not enough."""
    urls = site.urls
    return sorted(random.Random(seed).sample(urls, min(size, len(urls))))


def with_pages(site: Site, texts: Mapping[str, str], labels: Mapping[str, str]) -> Site:
    """Return the site with the HTML of some pages and the bodies of some labels replaced."""
    from indexer.page.parse import parse

    pages = {url: parse(text, url) for url, text in texts.items()}
    return replace(site, pages={**site.pages, **pages}, labels={**site.labels, **labels})


def options(description: str | None) -> argparse.ArgumentParser:
    """Return a parser with the options of all measurements on labelled sites."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sites", nargs="+", default=[], metavar="SITE", help="folders, or names of sites beside the checkout [all]")
    parser.add_argument("--cache", type=Path, default=CACHE, help="folder of trafilatura's cached texts (%(default)s)")
    parser.add_argument("--jobs", type=int, default=2, help="number of sites processed in parallel (%(default)s)")
    return parser


def map_sites(work: Callable[[Path], _T], sites: Sequence[Path], jobs: int) -> Iterator[_T]:
    """Yield the result of `work` for each site, in order, with `jobs` processes."""
    if jobs < 2:
        yield from map(work, sites)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("forkserver")) as pool:
        yield from pool.map(work, sites)


def means(rows: Iterable[tuple[bool, float]]) -> tuple[float, float]:
    """Return the means of the sites that are not hard, and of the hard ones; nan if there are none.

    >>> means([(False, 0.5), (False, 1.0), (True, 0.25)])
    (0.75, 0.25)
    """
    groups: dict[bool, list[float]] = {False: [], True: []}
    for hard, value in rows:
        groups[hard].append(value)
    easy, hard_mean = (fmean(group) if group else float("nan") for group in groups.values())
    return easy, hard_mean
