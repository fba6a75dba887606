"""The main job: inputs in, one Cleaned a page out, site by site.

Two passes, so that memory holds one site's sample and no more: a scan notes where each page lies; then each site is learned from a sample,
and its pages are read back one at a time. The order of the results depends on the pages alone.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import BinaryIO, NamedTuple

from indexer.archive.captures import select
from indexer.archive.entry import Entry, Lost
from indexer.archive.limits import Limits
from indexer.archive.load import load
from indexer.archive.scan import scan
from indexer.article.clean import clean_page
from indexer.article.cleaned import Cleaned
from indexer.article.learned import Action, Change, LearnedSite, decode, encode, learn, update
from indexer.article.stories import Stories
from indexer.errors import ModelError, NothingToDoError, PageError
from indexer.outcome import Outcome
from indexer.sampling import sampled
from indexer.site.draw import drawn
from indexer.site.drift import Drift, DriftParams, drifted
from indexer.site.methods.registry import Fitted, Method
from indexer.site.model import Sampled, watch
from indexer.site.params import SiteParams

Progress = Callable[[str, int, int], None]
"""Called with what is being done, and how many pages of how many are done."""


def _silent(_doing: str, _done: int, _total: int) -> None:
    """No progress wanted."""


@dataclass(frozen=True, slots=True)
class Job:
    """How a run is to go.

    Parameters
    ----------
    now : datetime
        With time zone; dates after it are not believed.
    models : mapping of str to LearnedSite
        Sites that need not be learned.
    page_level : bool
        Use the page-level extractor alone.
    method : Method or None
        The paper's method that chooses and weighs the blocks, fitted on each site's sample; all else is learned as without.
    params : SiteParams
    limits : Limits
    progress : callable
    notice : callable or None
        Called with a line where a site's pages drift from the model that is to clean them, and of files that hold no page; None: nobody
        looks.
    base_url : str
        Where a folder of pages was saved from.

    Raises
    ------
    ValueError
        Where there are models or the page-level extractor beside a method, which is fitted on the input.
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

    def __post_init__(self) -> None:
        if self.method is not None and (self.models or self.page_level):
            raise ValueError(f"{self.method.name} is fitted on the input and chooses the blocks alone: no models, no page_level")


class _Site(NamedTuple):
    """What was learned of a site, and the method that was fitted on the same sample."""

    learned: LearnedSite
    fitted: Fitted | None = None


def clean(inputs: Sequence[str], job: Job, stdin: BinaryIO | None = None) -> Iterator[Cleaned]:
    """Every page of the inputs with its outcome; as many results as pages came in.

    Raises
    ------
    InputError
        Where an input cannot be read at all.
    NothingToDoError
        Where the inputs hold no page.
    """
    with _sites(inputs, job, stdin) as (sites, total):
        done = 0
        for site, items in sites:
            entries = [item for item in items if isinstance(item, Entry)]
            known = _learned(site, entries, job) if entries else None
            if known is not None and job.notice is not None:
                _look_for_drift(site, entries, known.learned, job, job.notice)
            stories = Stories()
            for item in items:
                done += 1
                job.progress(f"cleaning {site}", done, total)
                yield _result(item, known, stories, job)


def learn_sites(inputs: Sequence[str], job: Job, stdin: BinaryIO | None = None) -> Iterator[LearnedSite]:
    """The model of every site in the inputs.

    Raises
    ------
    InputError, NothingToDoError
        As `clean`.
    """
    with _sites(inputs, job, stdin) as (sites, _):
        for site, items in sites:
            entries = [item for item in items if isinstance(item, Entry)]
            if entries:
                yield _learned(site, entries, job).learned


def update_sites(inputs: Sequence[str], job: Job, stdin: BinaryIO | None = None) -> Iterator[Change]:
    """Every site of the job's models and of the inputs: its model with the new pages, and what was done.

    Raises
    ------
    InputError, NothingToDoError
        As `clean`.
    """
    visited: set[str] = set()
    with _sites(inputs, job, stdin) as (sites, _):
        for site, items in sites:
            entries = [item for item in items if isinstance(item, Entry)]
            known = _known(site, entries, job)
            if not entries:
                continue
            if known is None:
                yield Change(_learned(site, entries, job).learned, Action.LEARNED, "a new site")
            else:
                visited.add(known.site)
                yield update(known, _sample(site, entries, job), job.params)
    for site in sorted(job.models.keys() - visited):
        yield Change(job.models[site], Action.KEPT, "no new pages")


@contextmanager
def _sites(
    inputs: Sequence[str], job: Job, stdin: BinaryIO | None
) -> Iterator[tuple[Iterator[tuple[str, list[Entry | Lost]]], int]]:
    """The inputs' pages by site, and their number; what had to be spooled is deleted at the end."""
    with tempfile.TemporaryDirectory(prefix="winnow-") as folder:
        items = list(select(scan(inputs, Path(folder), job.limits, stdin, base_url=job.base_url, notice=job.notice)))
        site_of = {item.url: item.site for item in items if isinstance(item, Entry)}

        def site(item: Entry | Lost) -> str:
            return item.site if isinstance(item, Entry) else site_of.get(item.outcome.url, "")

        yield ((name, list(group)) for name, group in groupby(items, key=site)), len(items)


def _known(site: str, entries: Sequence[Entry], job: Job) -> LearnedSite | None:
    known = job.models.get(site)
    if known is None and len(job.models) == 1 and not any(e.record for e in entries):
        known = next(iter(job.models.values()))  # a folder has no name that would be the same elsewhere
    return known


_WATCHED_ARTICLES, _WATCHED_AT_ONCE, _MOST_WATCHED = 6, 8, 40
"""A stored model is compared with some of a site's pages before it cleans all of them, until enough are articles; they are read twice."""


def _look_for_drift(site: str, entries: Sequence[Entry], known: LearnedSite, job: Job, notice: Callable[[str], None]) -> None:
    """Say so where a stored model does not fit the pages that it is to clean."""
    if known.site not in job.models or not known.model.has_templates:
        return
    watched = replace(job, params=replace(job.params, votes=False))
    some = sorted(entries, key=lambda entry: (drawn(entry.url), entry.source))[:_MOST_WATCHED]
    seen = Drift()
    for start in range(0, len(some), _WATCHED_AT_ONCE):
        seen += watch(known.model, _sample(site, some[start : start + _WATCHED_AT_ONCE], watched))
        if seen.articles >= _WATCHED_ARTICLES:
            break
    reason = drifted(known.model.expected, seen, DriftParams())
    if reason:
        notice(f"{known.name} has drifted: {reason}; `winnow learn INPUT --update MODEL --out MODEL` learns it again where it has to be")


def _learned(site: str, entries: Sequence[Entry], job: Job) -> _Site:
    known = _known(site, entries, job)
    if known is not None:
        return _Site(known)
    sample = _sample(site, entries, job)
    fitted = None if job.method is None else job.method.learn([sampled.page for sampled in sample])
    return _Site(learn(site, sample, job.params), fitted)


def _sample(site: str, entries: Sequence[Entry], job: Job) -> list[Sampled]:
    """Readable pages for the fit; a page alone has no other voter than itself."""
    most = job.params.most_pages
    votes = job.params.votes and len(entries) > 1 and not job.page_level
    told = partial(job.progress, f"reading {site}")
    return sampled(entries, most, job.limits, votes=votes, progress=lambda read: told(read, min(len(entries), most)))


def _result(item: Entry | Lost, known: _Site | None, stories: Stories, job: Job) -> Cleaned:
    if isinstance(item, Lost):
        return Cleaned(item.outcome, known.learned.site if known else "")
    assert known is not None, "a site with entries was learned"
    try:
        raw = load(item, job.limits)
        cleaned = clean_page(raw, known.learned, item.site, job.now, page_level=job.page_level, fitted=known.fitted)
    except PageError as error:
        return Cleaned(Outcome(item.url, item.source, error.ending), item.site, fetched=item.date)
    return stories.judge(cleaned)


FORMAT, VERSION = "winnow-models", 1


def write_models(models: Iterable[LearnedSite]) -> str:
    """Models as the JSON text of a model file.

    Raises
    ------
    NothingToDoError
        Where there is none.
    """
    sites = [encode(model) for model in models]
    if not sites:
        raise NothingToDoError("no site to learn: the input holds no readable pages")
    return json.dumps({"format": FORMAT, "version": VERSION, "sites": sites}, ensure_ascii=False, sort_keys=True, indent=1) + "\n"


def read_models(text: str) -> dict[str, LearnedSite]:
    """Models by site, from the text of a model file.

    Raises
    ------
    ModelError
        Where it is none, or one of another version.
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
    """Models by site, from a model file.

    Raises
    ------
    ModelError
        Where it cannot be read, or as `read_models`.
    """
    try:
        return read_models(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ModelError(f"{file}: {error}") from error


def standard_input() -> BinaryIO | None:
    """Standard input as bytes, None where it is closed."""
    return sys.stdin.buffer if sys.stdin is not None else None
