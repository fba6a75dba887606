"""From inputs to one site's skeleton.

Memory contains one sample of the site's pages for input of any size; pages beyond the sample are read one at a time if their
type affects a decision.
"""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from indexer.archive.captures import select
from indexer.archive.entry import Entry
from indexer.archive.limits import Limits
from indexer.archive.load import load
from indexer.archive.scan import scan
from indexer.article.clean import read_page
from indexer.errors import NothingToDoError, PageError, UsageError
from indexer.page.link_nodes import link_nodes
from indexer.page.page import Page
from indexer.pipeline import Job
from indexer.site.draw import drawn
from indexer.site.methods.sew import Fetched, find_skeleton
from indexer.site.methods.sew_params import LEARNED, Norms, SewParams
from indexer.site.model import Sampled, SiteModel, fit
from indexer.site.site_path import host_path
from indexer.site.skeleton.known import KnownPages
from indexer.site.skeleton.learn import learn_tree
from indexer.site.skeleton.params import SkeletonParams
from indexer.site.skeleton.site import Site
from indexer.site.skeleton.skeleton import Skeleton
from indexer.site.skeleton.start import start_page
from indexer.urls import document_base, host, normalise, site_key

Notice = Callable[[str], None]
"""Called with a line for the user."""


class PagesOfSite:
    """One site's pages among the inputs, read on demand.

    Parameters
    ----------
    name : str
    entries : sequence of Entry
        At least one.
    limits : Limits
    """

    def __init__(self, name: str, entries: Sequence[Entry], limits: Limits) -> None:
        self.name = name
        self.site = Site.of(entry.url for entry in entries)
        self._limits = limits
        self._entry: dict[str, Entry] = {}
        for entry in entries:
            self._entry.setdefault(self.site.place(normalise(entry.url)), entry)

    @property
    def urls(self) -> list[str]:
        return [entry.url for entry in self._entry.values()]

    def __contains__(self, place: str) -> bool:
        return place in self._entry

    def read(self, place: str) -> Page | None:
        """Return the page at a place, or None if it cannot be read."""
        entry = self._entry.get(place)
        if entry is None:
            return None
        try:
            return read_page(load(entry, self._limits))
        except PageError:
            return None

    def drop(self, place: str) -> None:
        """Remove an unreadable page."""
        del self._entry[place]

    def drawn(self) -> list[str]:
        """Return all places in a reproducible pseudo-random order."""
        return sorted(self._entry, key=drawn)


def learn_skeleton(
    inputs: Sequence[str], job: Job, start: str = "", stdin: BinaryIO | None = None, params: SkeletonParams | None = None
) -> Skeleton:
    """Return the skeleton of the site of `start`, or of the site with the most pages.

    Parameters
    ----------
    start : str
        The start page; "" for the site's front page. If it is not in the inputs, the nearest one is used, and `job.notice` is
        called.

    Raises
    ------
    InputError
        If an input cannot be read at all.
    NothingToDoError
        If the inputs contain no readable page.
    UsageError
        If no page of the inputs belongs to the site of `start`.
    """
    with tempfile.TemporaryDirectory(prefix="winnow-") as folder:
        pages = _requested_site(_by_site(inputs, job, Path(folder), stdin), start, job)
        return _learn(pages, _first_page(pages, start, job.notice), job, params or SkeletonParams())


def published_skeleton(
    inputs: Sequence[str], job: Job, start: str = "", stdin: BinaryIO | None = None, params: SewParams | None = None, norms: Norms = LEARNED
) -> Skeleton:
    """Return the skeleton by SEW as published, which reads only the pages that it searches and determines no page types.

    Raises
    ------
    InputError, NothingToDoError, UsageError
        As for `learn_skeleton`.
    """
    with tempfile.TemporaryDirectory(prefix="winnow-") as folder:
        pages = _requested_site(_by_site(inputs, job, Path(folder), stdin), start, job)
        _, page = _first_page(pages, start, job.notice)
        read = 0

        def fetch(url: str) -> Fetched | None:
            nonlocal read
            found = pages.read(pages.site.place(url))
            if found is None:
                return None
            read += 1
            return Fetched(found.url, document_base(found.url, found.metadata.base or None), link_nodes(found.html))

        root = find_skeleton(page.url, fetch, norms, pages.site, params)
        return Skeleton(pages.name, replace(root, text=page.metadata.title), read, "sew")


def skeleton_of(name: str, pages: Sequence[Page], model: SiteModel, params: SkeletonParams | None = None) -> Skeleton:
    """Return the skeleton of a site whose pages are already in memory: those from which its model was learned.

    Parameters
    ----------
    name : str
        The site's key.
    pages : sequence of Page
        At least one.
    model : SiteModel
    """
    params = params or SkeletonParams()
    site = Site.of(page.url for page in pages).named_by(pages, {host_path(page.url) for page in pages})
    sample: dict[str, Page] = {}
    for page in sorted(pages, key=lambda page: page.url):
        sample.setdefault(site.place(normalise(page.url)), page)
    start = site.place(normalise(start_page([page.url for page in sample.values()], "", site)))
    known = KnownPages(sample, site, model)
    return Skeleton(name, learn_tree(known.rows(params.row), start, known.root(start), known, params), len(sample))


def _by_site(inputs: Sequence[str], job: Job, folder: Path, stdin: BinaryIO | None) -> Mapping[str, list[Entry]]:
    sites: dict[str, list[Entry]] = defaultdict(list)
    for item in select(scan(inputs, folder, job.limits, stdin)):
        if isinstance(item, Entry):
            sites[item.site].append(item)
    if not sites:
        raise NothingToDoError("no skeleton: the input holds no readable pages")
    return sites


def _requested_site(sites: Mapping[str, list[Entry]], start: str, job: Job) -> PagesOfSite:
    """Return the pages of the requested site."""
    held = sorted(sites, key=lambda name: (-len(sites[name]), name))
    if start:
        named = [name for name in held if any(site_key(entry.url) == site_key(start) for entry in sites[name])]
        if not named and len(held) > 1:
            raise UsageError(f"the input holds no page of {host(start) or start}, but {_some(held)}: name a page of theirs with --start")
        held = named or held
    elif len(held) > 1 and job.notice is not None:
        job.notice(f"the skeleton of {held[0]}; the input holds {_some(held[1:])} too: name a page of theirs with --start")
    return PagesOfSite(held[0], sites[held[0]], job.limits)


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(names[:3])
    return shown if len(names) <= 3 else f"{shown} and {len(names) - 3:,} more"


def _first_page(pages: PagesOfSite, start: str, notice: Notice | None) -> tuple[str, Page]:
    """Return the start page's place, and the page.

    Raises
    ------
    NothingToDoError
        If no page of the site can be read.
    """
    while urls := pages.urls:
        url = start_page(urls, start, pages.site)
        place = pages.site.place(normalise(url))
        found = pages.read(place)
        if found is not None:
            if start and notice is not None and place != pages.site.place(normalise(start)):
                notice(f"{start} is not among the readable pages: the skeleton begins with {url}")
            return place, found
        pages.drop(place)
    raise NothingToDoError(f"no skeleton: no page of {pages.name} can be read")


def _learn(pages: PagesOfSite, first: tuple[str, Page], job: Job, params: SkeletonParams) -> Skeleton:
    start, page = first
    sample = _sample(pages, start, page, job)
    pages.site = pages.site.named_by(sample.values(), {host_path(url) for url in pages.urls})
    stored = job.models.get(pages.name)
    model = fit([Sampled(p, p.url) for p in sample.values()], job.params) if stored is None else stored.model
    known = KnownPages(sample, pages.site, model, pages.read)
    return Skeleton(pages.name, learn_tree(known.rows(params.row), start, known.root(start), known, params), len(sample))


def _sample(pages: PagesOfSite, start: str, page: Page, job: Job) -> dict[str, Page]:
    """Return pages by place: the start page and a random selection of others, as many as for learning a model."""
    sample = {start: page}
    for place in pages.drawn():
        if len(sample) >= job.params.most_pages:
            break
        job.progress(f"reading {pages.name}", len(sample), min(len(pages.urls), job.params.most_pages))
        if place != start and (found := pages.read(place)) is not None:
            sample[place] = found
    return sample
