"""Processes archived pages: learns a site's model, cleans the site's pages by it, and writes them to all arms of the index.

All methods read the outstanding work from the database and write the results there. They are idempotent, so that an interrupted call can be
repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from functools import partial

from indexer.archive.entry import Entry
from indexer.archive.place import Place
from indexer.article.cleaned import Cleaned
from indexer.article.doubted_sites import DoubtedSites
from indexer.article.learned import Action, LearnedSite, learn
from indexer.events import event
from indexer.index.arm import Arm
from indexer.index.engine import Committed, Engine
from indexer.index.writer import write
from indexer.outcome import Ending, Kind, Outcome, count
from indexer.pipeline import write_models
from indexer.sampling import sampled
from indexer.site.model import Sampled
from indexer.site.params import SiteParams
from indexer.site.skeleton.codec import write as write_skeleton
from indexer.skeletons import skeleton_of
from indexer.store.crawled_pages import is_awaited
from indexer.store.database import Database
from indexer.store.site_models import SiteModels
from indexer.store.sites import Sites
from indexer.store.skeletons import Skeletons
from indexer.store.story_index import DatabaseStoryIndex
from workers.archive.page_store import PageStore
from workers.clock import Clock, moment
from workers.frontier.pending import PendingPages, StoredPage
from workers.indexing.cleaning import Batch, entry_of, has_moved
from workers.indexing.closed_site import ClosedSite
from workers.indexing.model_refresh import DRIFTED, ModelRefresh
from workers.indexing.soft_404 import Soft404
from workers.indexing.taken_down import TakenDown
from workers.reading.page_cache import PageCache
from workers.version import version

BATCH = 200
"""Number of pages cleaned per call. They take a few seconds, so that little work is repeated after a worker was killed."""
_DRAWN_FROM = 3_000
"""Number of most recently found pages from which a sample is drawn, so that a redesigned site is learned from its present pages."""


class Processing:
    """Learns, cleans and indexes sites.

    Parameters
    ----------
    open_engine : callable
        Opens the search engine; each call that writes opens it and closes it again.
    on_commit : callable or None
        Called with the result of each commit (refused documents, retried operations).
    pages : PageCache or None
        The parsed pages of this process.
    """

    def __init__(
        self,
        database: Database,
        archive: Place,
        open_engine: Callable[[], Engine],
        clock: Clock,
        on_commit: Callable[[Committed], None] | None = None,
        pages: PageCache | None = None,
    ) -> None:
        self._database = database
        self._pending = PendingPages(database)
        self._models = SiteModels(database)
        self._model_refresh = ModelRefresh(database)
        self._skeletons = Skeletons(database)
        self._archive = archive
        self._open_engine = open_engine
        self._clock = clock
        self._on_commit = on_commit
        self._pages = PageCache() if pages is None else pages

    def version(self, host: str) -> int:
        """Return the version of the site's current model; 0 if there is none."""
        return self._models.version(host)

    def due(self, host: str) -> str:
        """Return the reason for learning the site again (`ModelRefresh.due`); "" if none."""
        return self._model_refresh.due(host)

    def fit(self, host: str, version: int, params: SiteParams | None = None) -> int:
        """Learn a site's model and skeleton from archived pages and requeue all pages; return the size of the sample.

        Nothing is stored if another worker has replaced the model `version` meanwhile.
        """
        params = params or SiteParams()
        sample = sampled(map(self._entry, self._pending.archived(host, _DRAWN_FROM)), params.most_pages, self._pages.parse)
        if sample:
            model = learn(host, sample, params)
            about = {"pages": len(sample), "name": model.name}
            stored = self._models.put(host, write_models([model]), about, self._clock(), replaces=version)
            if stored:
                event("fit", site=host, pages=len(sample), version=stored)
                self._keep_skeleton(host, sample, model)
                self._pending.requeue(host)
        return len(sample)

    def refit(self, host: str, version: int, params: SiteParams | None = None) -> str:
        """Learn a site again if due: from its new pages after a drift, otherwise from all. Return the reason; "" without a new model.

        After a drift, only the new pages are cleaned again; documents of the old design stay.
        """
        params = params or SiteParams()
        known = self._model_refresh.in_use(host)
        if known is None or known.version != version or not known.due:
            return ""
        if known.due != DRIFTED:
            return known.reason if self.fit(host, version, params) else ""
        pages = self._pending.visited(host, known.at, max(known.learned.model.since.pending.pages, 1))
        sample = sampled(map(self._entry, pages), params.most_pages, self._pages.parse)
        if not sample:
            return ""
        change = self._model_refresh.try_again(host, known, sample, params, self._clock())
        if change.action is not Action.LEARNED_AGAIN:
            return ""
        event("drift", site=host, reason=change.reason)
        Sites(self._database).note_redesign(host, min(page.at for page in pages), change.reason)
        self._keep_skeleton(host, sample, change.learned)
        self._pending.requeue(host, min(page.at for page in pages))
        return change.reason

    def clean(self, host: str, limit: int = BATCH) -> list[Outcome]:
        """Clean and index at most `limit` pending pages; return their outcomes.

        Without a model, only responses without content to clean (redirects, errors) have an outcome; the other pages stay pending.
        """
        pages = self._pending.pages(host, limit)
        if not pages:
            return []
        now = self._clock()
        story_index, taken = DatabaseStoryIndex(self._database, host, now), TakenDown(self._database, host)
        soft = Soft404(self._database, host, now, pages)
        closed, current = ClosedSite(self._database, host, now), self._model_refresh.in_use(host)
        awaited, refresh = partial(is_awaited, self._database), self._model_refresh
        batch = Batch(host, current, self._archive, refresh, story_index, soft, taken, closed, awaited, moment(now), self._pages)
        ready = list(batch.cleaned(pages))
        with closing(self._open_engine()) as engine:
            _drop_moved(engine, ready)
            outcomes = list(write((cleaned for _, cleaned in ready), engine, on_commit=self._on_commit))
        self._keep_judgements(ready)
        self._pending.settle([(page, outcome.ending) for (page, _), outcome in zip(ready, outcomes, strict=True)])
        soft.release()
        taken.release()
        if story_index.released:
            self._pending.requeue_copies(host, story_index.released)
        event("clean", site=host, pages=len(outcomes), outcomes=count(outcomes))
        _note_doubts(cleaned for _, cleaned in ready)
        return outcomes

    def give_up(self, host: str, ending: Ending) -> str:
        """Settle the first pending page of a host with this ending; return its URL, "" if none is pending."""
        pages = self._pending.pages(host, 1)
        self._pending.settle([(page, ending) for page in pages])
        return pages[0].url if pages else ""

    def _keep_skeleton(self, host: str, sample: Sequence[Sampled], learned: LearnedSite) -> None:
        skeleton = skeleton_of(host, [one.page for one in sample], learned.model)
        self._skeletons.put(host, write_skeleton(skeleton), self._clock())

    def _keep_judgements(self, ready: Sequence[tuple[StoredPage, Cleaned]]) -> None:
        """Write to the archive which judgements by other pages and visits are new, and which are withdrawn."""
        judged = [(page, cleaned.outcome.ending) for page, cleaned in ready if _is_judged_anew(page, cleaned.outcome.ending)]
        if judged:
            with PageStore(self._archive, f"Winnow/{version()}", lambda: moment(self._clock())) as store:
                for page, ending in judged:
                    store.keep_judgement(page.url, ending, moment(page.at))

    def _entry(self, page: StoredPage) -> Entry:
        return entry_of(self._archive, page)


def _is_judged_anew(page: StoredPage, ending: Ending) -> bool:
    """Return whether the archive needs a new judgement of the page's capture.

    The documents of a page that was judged gone are deleted. If the page is now judged to be behind a wall, the old judgement stays in the
    archive; the next successful visit restores the documents.
    """
    if ending.cause is page.cause or (page.cause.is_judged_gone and ending.kind in (Kind.EMPTY, Kind.REDIRECT)):
        return False
    return ending.cause.is_judgement or page.cause.is_judgement


def _note_doubts(results: Iterable[Cleaned]) -> None:
    doubted = DoubtedSites()
    for cleaned in results:
        doubted.add(cleaned)
    for site, counts in doubted.counts().items():
        articles, pages = counts.pop("articles"), counts.pop("doubted")
        event("doubt", site=site, articles=articles, doubted=pages, doubts=counts)


def _drop_moved(engine: Engine, ready: Sequence[tuple[StoredPage, Cleaned]]) -> None:
    """Delete the documents of permanently moved pages from all arms; their new URLs have their own documents."""
    for page, cleaned in ready:
        if has_moved(cleaned):
            for arm in Arm:
                engine.drop_page(arm, page.url, cleaned.fetched)
