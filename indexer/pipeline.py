"""The main job: from inputs to one Cleaned per page, site by site.

It runs in two passes, so that memory contains at most one site's sample per process: a scan records the place of each page; then each
site is learned from a sample, and its pages are read back one at a time. The order of results is the same for any number of processes.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import chain, groupby, islice
from pathlib import Path
from typing import BinaryIO, NamedTuple, TypeVar

from indexer.archive.captures import select
from indexer.archive.entry import Entry, Lost
from indexer.archive.limits import Limits
from indexer.archive.scan import scan
from indexer.article.cleaned import Cleaned
from indexer.article.learned import Action, Change, LearnedSite, decode, encode
from indexer.article.stories import Stories
from indexer.clean_site import (
    BATCH,
    CleaningOptions,
    Pages,
    Prepared,
    PreparedStream,
    clean_batch,
    compare_stored,
    learn_or_update,
    learn_site,
    prepare,
)
from indexer.errors import ModelError, NothingToDoError
from indexer.processes import Processes, Task
from indexer.site.methods.registry import Method
from indexer.site.params import SiteParams
from indexer.urls import normalise

Progress = Callable[[str, int, int], None]
"""Called with the current activity, the number of pages done, and their total."""
_LEARN_AGAIN = "`winnow learn INPUT --update MODEL --out MODEL` learns it again where it has to be"
_T = TypeVar("_T")
_R = TypeVar("_R")


def _silent(_doing: str, _done: int, _total: int) -> None:
    """Ignore progress."""


@dataclass(frozen=True, slots=True)
class Job:
    """Parameters of a run.

    Parameters
    ----------
    now : datetime
        With time zone; later dates are rejected.
    models : mapping of str to LearnedSite
        Sites that need not be learned.
    page_level : bool
        True to use only the page-level extractor.
    method : Method or None
        The paper's method that chooses and weights the blocks, fitted on each site's sample; everything else is learned as usual.
    params : SiteParams
    limits : Limits
    progress : callable
    notice : callable or None
        Called with a line if a site's pages drift from the model that cleans them, and about files without pages; None disables
        both checks.
    base_url : str
        URL of the saved folder of pages.
    jobs : int
        Number of processes that learn and clean in parallel; a method is fitted and applied in this process alone.

    Raises
    ------
    ValueError
        If a method, which is fitted on the input, is combined with models or the page-level extractor.
    """

    now: datetime
    models: Mapping[str, LearnedSite] = field(default_factory=dict)
    page_level: bool = False
    method: Method | None = None
    params: SiteParams = field(default_factory=SiteParams)
    limits: Limits = field(default_factory=Limits)
    progress: Progress = _silent
    notice: Callable[[str], None] | None = None
    base_url: str = ""
    jobs: int = 1

    def __post_init__(self) -> None:
        if self.method is not None and (self.models or self.page_level):
            raise ValueError(f"{self.method.name} is fitted on the input and chooses the blocks alone: no models, no page_level")

    @property
    def options(self) -> CleaningOptions:
        """The parameters that are sent to other processes."""
        return CleaningOptions(self.now, self.page_level, self.method, self.params, self.limits)

    @property
    def processes(self) -> Processes:
        """The processes that run the job; they have not begun."""
        return Processes(self._number, at_once=False)

    @property
    def scan_limits(self) -> Limits:
        """Limits of the scan, which keeps pages only for this process."""
        return self.limits if self._number == 1 else replace(self.limits, kept=0)

    @property
    def _number(self) -> int:
        return 1 if self.method is not None else self.jobs


class _Site(NamedTuple):
    """A site's pages in order, and those that ended during the scan; `processes` may share its learning."""

    name: str
    items: Sequence[Entry | Lost]
    processes: int

    @property
    def entries(self) -> list[Entry]:
        return [item for item in self.items if isinstance(item, Entry)]


def clean(inputs: Sequence[str], job: Job, stdin: BinaryIO | None = None) -> Iterator[Cleaned]:
    """Yield every page of the inputs with its outcome; there are as many results as input pages.

    Raises
    ------
    InputError
        If an input cannot be read at all.
    NothingToDoError
        If the inputs contain no page.
    KilledError
        If the system kills the cleaning processes.
    """
    with job.processes as processes, _sites(inputs, job, processes, stdin) as (sites, total):
        done = 0
        for site, stream in _ahead(processes, sites, lambda site: _prepared(processes, site, job)):
            job.progress(f"learning {site.name}", 0, len(site.items))
            for cleaned in _cleaned(processes, site, stream, job):
                done += 1
                job.progress(f"cleaning {site.name}", done, total)
                yield cleaned


def learn_sites(inputs: Sequence[str], job: Job, stdin: BinaryIO | None = None) -> Iterator[LearnedSite]:
    """Yield the model of every site in the inputs.

    Raises
    ------
    InputError, NothingToDoError, KilledError
        As for `clean`.
    """
    with job.processes as processes, _sites(inputs, job, processes, stdin) as (sites, _):
        read = (site for site in sites if site.entries)
        for _, learned in _ahead(processes, read, lambda site: _learned(processes, site, job)):
            yield learned.result()


def update_sites(inputs: Sequence[str], job: Job, stdin: BinaryIO | None = None) -> Iterator[Change]:
    """Yield for every site of the job's models and of the inputs its model with the new pages, and the action taken.

    Raises
    ------
    InputError, NothingToDoError, KilledError
        As for `clean`.
    """
    visited: set[str] = set()
    with job.processes as processes, _sites(inputs, job, processes, stdin) as (sites, _):
        read = (site for site in sites if site.entries)
        for site, change in _ahead(processes, read, lambda site: _update(processes, site, job)):
            known = _known(site, job)
            if known is not None:
                visited.add(known.site)
            yield change.result()
    for name in sorted(job.models.keys() - visited):
        yield Change(job.models[name], Action.KEPT, "no new pages")


@contextmanager
def _sites(inputs: Sequence[str], job: Job, processes: Processes, stdin: BinaryIO | None) -> Iterator[tuple[Iterator[_Site], int]]:
    """Provide the inputs' pages by site, and their number; spooled files are deleted at the end."""
    with tempfile.TemporaryDirectory(prefix="winnow-") as folder:
        found = scan(inputs, Path(folder), job.scan_limits, stdin, base_url=job.base_url, notice=job.notice)
        items = list(select(_beginning(processes, found)))
        lost = {normalise(item.outcome.url) for item in items if isinstance(item, Lost)}
        site_of = {url: item.site for item in items if lost and isinstance(item, Entry) and (url := normalise(item.url)) in lost}

        def site(item: Entry | Lost) -> str:
            """Return the site of an item; for a capture that was not selected, its page's site, under any spelling of the URL."""
            return item.site if isinstance(item, Entry) else site_of.get(normalise(item.outcome.url), "")

        share = processes.share(len(set(map(site, items))))
        yield (_Site(name, list(group), share) for name, group in groupby(items, key=site)), len(items)


def _beginning(processes: Processes, found: Iterable[_T]) -> Iterator[_T]:
    """Yield what a scan finds; the processes begin during it, when there is more than one batch, which takes as long as their start."""
    for number, item in enumerate(found):
        if number == BATCH:
            processes.begin()
        yield item


def _ahead(processes: Processes, items: Iterable[_T], start: Callable[[_T], _R]) -> Iterator[tuple[_T, _R]]:
    """Yield the items in order, each with its started task; enough tasks are started ahead to keep all processes busy."""
    left = iter(items)
    started = deque((item, start(item)) for item in islice(left, processes.ahead))
    return _in_order(started, left, start)


def _in_order(started: deque[tuple[_T, _R]], left: Iterator[_T], start: Callable[[_T], _R]) -> Iterator[tuple[_T, _R]]:
    for item in left:
        started.append((item, start(item)))
        yield started.popleft()
    yield from started


def _prepared(processes: Processes, site: _Site, job: Job) -> PreparedStream:
    """Start to learn a site, or to compare its stored model with its pages."""
    if not site.entries:
        return iter(())
    known, pages = _known(site, job), _travelling(processes, site)
    if known is None:
        return processes.stream(prepare, pages, job.options)
    if job.notice is None or known.site not in job.models:
        return iter((Prepared(known),))
    return processes.stream(compare_stored, pages, known, job.options)


def _learned(processes: Processes, site: _Site, job: Job) -> Task[LearnedSite]:
    known = _known(site, job)
    return processes.start(learn_site, _travelling(processes, site), job.options) if known is None else Task(lambda: known)


def _update(processes: Processes, site: _Site, job: Job) -> Task[Change]:
    return processes.start(learn_or_update, _travelling(processes, site), _known(site, job), job.options)


def _travelling(processes: Processes, site: _Site) -> Pages:
    return Pages.of(site.name, processes.sent(site.entries), site.processes)


def _known(site: _Site, job: Job) -> LearnedSite | None:
    known = job.models.get(site.name)
    if known is None and len(job.models) == 1 and not any(e.record for e in site.entries):
        known = next(iter(job.models.values()))  # a folder has no name that is the same elsewhere
    return known


def _cleaned(processes: Processes, site: _Site, stream: PreparedStream, job: Job) -> Iterator[Cleaned]:
    """Yield the pages of a site in order, with duplicates marked."""
    stories, prepared = Stories(), _first(stream)
    if prepared is not None and prepared.drift and job.notice is not None:
        job.notice(f"{prepared.learned.name} has drifted: {prepared.drift}; {_LEARN_AGAIN}")
    read: dict[str, Cleaned] = {}
    others = _others(processes, site, prepared, job.options) if prepared is not None else iter(())
    for item in site.items:
        if isinstance(item, Lost):
            yield Cleaned(item.outcome, prepared.learned.site if prepared else "")
            continue
        assert prepared is not None, "a site with entries was learned"
        if item.url in prepared.read:
            while item.url not in read:
                read.update(_pages(next(stream)))
            yield stories.judge(read[item.url])
        else:
            yield stories.judge(next(others))


def _first(stream: PreparedStream) -> Prepared | None:
    prepared = next(stream, None)
    assert prepared is None or isinstance(prepared, Prepared), "a site is learned before its pages are cleaned"
    return prepared


def _pages(cleaned: Prepared | Mapping[str, Cleaned]) -> Mapping[str, Cleaned]:
    assert not isinstance(cleaned, Prepared), "a site is learned once"
    return cleaned


def _others(processes: Processes, site: _Site, prepared: Prepared, options: CleaningOptions) -> Iterator[Cleaned]:
    """Return the pages that were not read when the site was learned; the first tasks start now."""
    entries = [entry for entry in site.entries if entry.url not in prepared.read]
    batches = (entries[start : start + BATCH] for start in range(0, len(entries), BATCH))

    def start(batch: Sequence[Entry]) -> Task[list[Cleaned]]:
        return processes.start(clean_batch, processes.sent(batch), prepared.learned, options, prepared.fitted)

    return chain.from_iterable(task.result() for _, task in _ahead(processes, batches, start))


FORMAT, VERSION = "winnow-models", 1


def write_models(models: Iterable[LearnedSite]) -> str:
    """Return models as the JSON text of a model file.

    Raises
    ------
    NothingToDoError
        If there is none.
    """
    sites = [encode(model) for model in models]
    if not sites:
        raise NothingToDoError("no site to learn: the input holds no readable pages")
    return json.dumps({"format": FORMAT, "version": VERSION, "sites": sites}, ensure_ascii=False, sort_keys=True, indent=1) + "\n"


def read_models(text: str) -> dict[str, LearnedSite]:
    """Return models by site, from the text of a model file.

    Raises
    ------
    ModelError
        If it is no model file, or one of another version.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ModelError(f"not a model file ({error}); `winnow learn INPUT --out FILE` writes one") from error
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise ModelError("not a model file; `winnow learn INPUT --out FILE` writes one")
    sites = value.get("sites")
    if value.get("version") != VERSION or not isinstance(sites, list) or not sites:
        raise ModelError("a model file of another version, or without any site: learn the sites again")
    models = [decode(one) for one in sites]
    return {model.site: model for model in models}


def read_model_file(file: Path) -> dict[str, LearnedSite]:
    """Return models by site, from a model file.

    Raises
    ------
    ModelError
        If it cannot be read, or as for `read_models`.
    """
    try:
        return read_models(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ModelError(f"{file}: {error}") from error


def standard_input() -> BinaryIO | None:
    """Return standard input as bytes, or None if it is closed."""
    return sys.stdin.buffer if sys.stdin is not None else None
