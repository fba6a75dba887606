"""One site of a run: it is learned from a sample of its pages, which are cleaned at once; its other pages are cleaned in batches.

Both steps are functions of values that are sent between processes: pages are sent as entries (their places), never as bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from indexer.archive.entry import Entry
from indexer.archive.limits import Limits
from indexer.archive.load import load
from indexer.article.clean import clean_page, clean_read
from indexer.article.cleaned import Cleaned
from indexer.article.learned import Action, Change, LearnedSite, learn, update
from indexer.errors import ending_of
from indexer.forks import shared_by
from indexer.outcome import Outcome
from indexer.sampling import ReadPage, draw_order, read_sample
from indexer.site.drift import Drift, DriftParams, drifted
from indexer.site.methods.registry import Fitted, Method
from indexer.site.model import watch
from indexer.site.params import SiteParams


@dataclass(frozen=True, slots=True)
class CleaningOptions:
    """Parameters of learning and cleaning.

    Parameters
    ----------
    now : datetime
        With time zone; later dates are rejected.
    page_level : bool
        True to use only the page-level extractor.
    method : Method or None
        The paper's method that chooses and weights the blocks.
    params : SiteParams
    limits : Limits
    """

    now: datetime
    page_level: bool
    method: Method | None
    params: SiteParams
    limits: Limits


@dataclass(frozen=True, slots=True)
class Pages:
    """A site's pages that learning may read.

    Parameters
    ----------
    site : str
    entries : sequence of Entry
        All pages, or of a large site the first in `draw_order`.
    several : bool
        True if the site has more than one page; a single page has no voter but itself.
    processes : int
        Number of processes that may share the learning.
    """

    site: str
    entries: Sequence[Entry]
    several: bool
    processes: int = 1

    @classmethod
    def of(cls, site: str, entries: Sequence[Entry], processes: int = 1) -> Pages:
        """Return the pages that learning may read."""
        drawn = sorted(entries, key=draw_order)[:_MOST_TRIED] if len(entries) > _MOST_TRIED else entries
        return cls(site, drawn, len(entries) > 1, processes)


BATCH = 50
"""Number of pages that a process cleans per batch: half a second."""
_MOST_TRIED = 20_000
"""Maximum number of a site's pages that are tried for a sample of a few hundred readable ones."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A site that is ready for cleaning.

    Parameters
    ----------
    learned : LearnedSite
    fitted : Fitted or None
        The method, fitted on the same sample.
    read : frozenset of str
        URLs of the pages that were read already, and are cleaned by the process that learned the site.
    drift : str
        Why the stored model does not fit the pages; "" if it does.
    """

    learned: LearnedSite
    fitted: Fitted | None = None
    read: frozenset[str] = frozenset()
    drift: str = ""


PreparedStream = Iterator[Prepared | Mapping[str, Cleaned]]
"""A site ready for cleaning, as soon as it is; then, by URL, the pages that were read already, in batches."""


def prepare(pages: Pages, options: CleaningOptions) -> PreparedStream:
    """Learn a site, and clean the pages of its sample."""
    sample = _sample(pages, options)
    learned = _learned(pages, sample, options)
    fitted = None if options.method is None else options.method.learn([one.page for one in sample])
    yield from _prepared_stream(Prepared(learned, fitted), sample, options)


def compare_stored(pages: Pages, known: LearnedSite, options: CleaningOptions) -> PreparedStream:
    """Yield a stored model after comparing it with some pages of its design, until enough of them are articles."""
    if not known.model.has_templates:
        yield Prepared(known)
        return
    present = [entry for entry in pages.entries if known.at(entry.date) is known]
    some = sorted(present, key=draw_order)[:_MOST_WATCHED]
    seen, read = Drift(), list[ReadPage]()
    for start in range(0, len(some), _WATCHED_AT_ONCE):
        batch = read_sample(some[start : start + _WATCHED_AT_ONCE], _WATCHED_AT_ONCE, options.limits)
        seen += watch(known.model, [one.sampled(votes=False) for one in batch])
        read += batch
        if seen.articles >= _WATCHED_ARTICLES:
            break
    yield from _prepared_stream(Prepared(known, drift=drifted(known.model.expected, seen, DriftParams())), read, options)


_WATCHED_ARTICLES, _WATCHED_AT_ONCE, _MOST_WATCHED = 6, 8, 40


def learn_site(pages: Pages, options: CleaningOptions) -> LearnedSite:
    """Return the site's model."""
    return _learned(pages, _sample(pages, options), options)


def learn_or_update(pages: Pages, known: LearnedSite | None, options: CleaningOptions) -> Change:
    """Return a site's model with the new pages, and the action taken."""
    if known is None:
        return Change(learn_site(pages, options), Action.LEARNED, "a new site")
    votes = _has_votes(pages, options)
    return update(known, [one.sampled(votes=votes) for one in _sample(pages, options)], options.params)


def clean_batch(entries: Sequence[Entry], learned: LearnedSite, options: CleaningOptions, fitted: Fitted | None = None) -> list[Cleaned]:
    """Return the pages cleaned by their site's model, or the reasons why they cannot be read."""
    return [_clean(entry, learned, options, fitted) for entry in entries]


def _clean(entry: Entry, learned: LearnedSite, options: CleaningOptions, fitted: Fitted | None) -> Cleaned:
    def work() -> Cleaned:
        return clean_page(load(entry, options.limits), learned, entry.site, options.now, page_level=options.page_level, fitted=fitted)

    return _ended(entry, work)


def _prepared_stream(prepared: Prepared, read: Sequence[ReadPage], options: CleaningOptions) -> PreparedStream:
    def work(one: ReadPage) -> Cleaned:
        site, fitted = one.entry.site, prepared.fitted
        return clean_read(one.raw, one.page, prepared.learned, site, options.now, page_level=options.page_level, fitted=fitted)

    yield replace(prepared, read=frozenset(one.entry.url for one in read))
    for start in range(0, len(read), BATCH):
        yield {one.entry.url: _ended(one.entry, partial(work, one)) for one in read[start : start + BATCH]}


def _ended(entry: Entry, work: Callable[[], Cleaned]) -> Cleaned:
    try:
        return work()
    except Exception as error:  # noqa: BLE001 - `ending_of` raises what is not the page's
        return Cleaned(Outcome(entry.url, entry.source, ending_of(error)), entry.site, fetched=entry.date)


def _learned(pages: Pages, sample: Sequence[ReadPage], options: CleaningOptions) -> LearnedSite:
    votes = _has_votes(pages, options)
    with shared_by(pages.processes):
        return learn(pages.site, [one.sampled(votes=votes) for one in sample], options.params)


def _has_votes(pages: Pages, options: CleaningOptions) -> bool:
    return options.params.votes and pages.several and not options.page_level


def _sample(pages: Pages, options: CleaningOptions) -> list[ReadPage]:
    with shared_by(pages.processes):
        return read_sample(pages.entries, options.params.most_pages, options.limits)
