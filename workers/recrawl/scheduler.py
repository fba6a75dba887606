"""The scheduler: records a site's visits in its history, and queues due requests in the frontier.

The workers that make requests do not depend on the revisit policy. A step loads the site's history, reads unrecorded responses from the
archive, lets the run in progress choose the next requests, and saves the history. All its state is in the database and the archive, so that
any process can make the next step, and a killed step is simply repeated.
"""

from __future__ import annotations

from dataclasses import dataclass

from indexer.archive.place import Place
from indexer.errors import NothingToDoError, StoreError
from indexer.page.page import Page
from indexer.pipeline import read_models
from indexer.store.site_models import SiteModels
from indexer.store.sites import Sites
from indexer.store.skeletons import Skeletons
from indexer.urls import site_key
from workers.clock import Clock
from workers.frontier.frontier import Frontier
from workers.frontier.robots import RobotsState, RobotsStates
from workers.frontier.unprocessed_visits import CleaningResult, UnprocessedVisits, Visited
from workers.frontier.values import CrawlRequest
from workers.history.clock_skew import correct_clock_skew
from workers.history.site_histories import SiteHistories
from workers.history.site_history import PageKind, SiteHistory
from workers.observations.menu import record_skeleton
from workers.observations.page_types import PageTypes
from workers.reading.captured_page import CapturedPage, stored_response
from workers.reading.feeds import Feed
from workers.reading.page_cache import PageCache
from workers.recrawl.site_robots import origins_of, record_robots
from workers.recrawl.site_step import SiteStep, StepContext
from workers.revisit.budget import of_site
from workers.revisit.policy import RevisitPolicyParams
from workers.revisit.revisit_interval import RevisitInterval, next_run

PRIORITY = -2
"""The priority of planned requests: before redirect targets, and before the queue of an unfinished crawl."""
_AT_ONCE = 2_000
"""Maximum number of visits that one step records and holds in memory; they take half a minute."""
_CONFLICTS = 5
"""Maximum number of attempts to save a history that other processes save, too."""


@dataclass(frozen=True, slots=True)
class StepResult:
    """The result of a scheduler step.

    Parameters
    ----------
    planned : int
        The number of URLs queued in the frontier.
    running : bool
        Whether the run is unfinished, so that another step must follow.
    next_at : float or None
        The time of the next run, UTC seconds; None before the first crawl ends.
    recorded : int
        The number of recorded visits.
    """

    planned: int
    running: bool
    next_at: float | None
    recorded: int = 0


class Scheduler:
    """Advances sites by scheduler steps.

    Parameters
    ----------
    archive : Place
        The folder of WARC files.
    pages : PageCache or None
        The parsed pages of this process.
    """

    def __init__(
        self,
        frontier: Frontier,
        archive: Place,
        clock: Clock,
        policy: RevisitPolicyParams | None = None,
        interval: RevisitInterval | None = None,
        pages: PageCache | None = None,
    ) -> None:
        database = frontier.database
        self._frontier = frontier
        self._archive = archive
        self._clock = clock
        self._policy = policy or RevisitPolicyParams()
        self._interval = interval or RevisitInterval()
        self._unprocessed = UnprocessedVisits(database)
        self._histories = SiteHistories(database)
        self._sites = Sites(database)
        self._models = SiteModels(database)
        self._skeletons = Skeletons(database)
        self._robots = RobotsStates(database)
        self._pages = PageCache() if pages is None else pages

    def advance(self, site: str, *, begin: bool | None = None, everything: bool = False, close: bool = False) -> StepResult:
        """Make a step.

        Parameters
        ----------
        site : str
            A registered domain.
        begin : bool or None
            Whether to begin a run; None begins one if it is due. If `begin` is given, all unrecorded visits are recorded, otherwise as many
            as one step takes.
        everything : bool
            Whether a new run requests every known page.
        close : bool
            Whether to end the run in progress despite open requests, which the next run takes over.

        Raises
        ------
        NothingToDoError
            If `begin` is true and the site was never crawled.
        StoreError
            If other processes keep saving the site's history.
        """
        while begin is not None and self._unprocessed.exceeds(site, _AT_ONCE) and self._advance(site, begin=False).recorded:
            pass
        return self._advance(site, begin=begin, everything=everything, close=close)

    def _advance(self, site: str, *, begin: bool | None, everything: bool = False, close: bool = False) -> StepResult:
        """Make a step, and repeat it if another process has saved the history meanwhile."""
        for _ in range(_CONFLICTS):
            done = self._step(site, begin=begin, everything=everything, close=close)
            if done is not None:
                return done
        raise StoreError(f"{site}: other processes changed its history {_CONFLICTS} times meanwhile; the next step records its visits")

    def known(self, site: str) -> SiteHistory:
        """Return a site's history, updated by its unrecorded visits, for display; store nothing."""
        return self._observed(site, self._clock())[0]

    def policy(self, site: str, now: float) -> RevisitPolicyParams:
        """Return the revisit policy of a site, with its share of a limit for all sites."""
        return of_site(self._policy, lambda: self._histories.share(site, now))

    def _observed(self, site: str, now: float) -> tuple[SiteHistory, SiteStep, list[Visited], list[CleaningResult]]:
        history = self._histories.load(site)
        correct_clock_skew(history, now)
        record_skeleton(history, self._skeletons.latest(site), now)
        results = self._unprocessed.cleaning_results(site)
        visits = self._unprocessed.of(site, _AT_ONCE)
        names = frozenset({site, *self._sites.names(site)})
        statuses = self._unprocessed.url_statuses
        context = StepContext(now, self._load_response, _Types(self._models, site), names, statuses, self.policy(site, now))
        step = SiteStep(history, visits, results, context)
        step.count_robots(record_robots(history, self._rules(history), now))
        return history, step, visits, results

    def _step(self, site: str, *, begin: bool | None, everything: bool, close: bool) -> StepResult | None:
        """Attempt a step; return None if another process has saved the history since it was loaded."""
        now = self._clock()
        history, step, visits, results = self._observed(site, now)
        if begin and not history.pages:
            raise NothingToDoError(f"{site} was never crawled; `winnow crawl URL` does it first")
        if not (history.pages or visits):
            return StepResult(0, running=False, next_at=None)  # store no rows for an unknown site
        crawling = self._unprocessed.exceeds(site, len(visits)) or self._unprocessed.has_queued(site)
        if history.since is None and history.pages and not crawling:
            history.since, history.next_at = now, next_run(history, now, step.policy, self._interval)
        begins = begin if begin is not None else not step.running and history.next_at is not None and history.next_at <= now
        wanted = step.wanted(step.begin(everything=everything) if begins else [])
        if wanted:
            names = {site, *self._sites.names(site)}
            of_site = {url: "" if site_key(url) in names else site for url in wanted}  # a feed or sitemap may be on another domain
            self._frontier.schedule([CrawlRequest(url, PRIORITY, depth=1, host=host) for url, host in of_site.items()])
        was_running = step.running
        over = step.close(at_once=close)
        if was_running and history.since is not None:  # check an unfinished run even if no response arrives
            history.next_at = next_run(history, now, step.policy, self._interval) if over else now + self._interval.shortest
        recorded = [visited for visited in visits if visited not in step.left]
        if not self._histories.save(history, now, recorded, results):
            return None
        return StepResult(len(wanted), not over, history.next_at, len(visits) - len(step.left))

    def _load_response(self, visited: Visited) -> CapturedPage | Feed | None:
        return stored_response(self._archive, visited.url, visited.record, self._pages.parse)

    def _rules(self, history: SiteHistory) -> list[RobotsState]:
        found = [self._robots.get(origin) for origin in origins_of(history)]
        return [state for state in found if state is not None]


class _Types:
    """Classifies a site's pages by its stored model, which is loaded on first use."""

    def __init__(self, models: SiteModels, site: str) -> None:
        self._models = models
        self._site = site
        self._types: PageTypes | None = None

    def __call__(self, page: Page) -> PageKind | None:
        if self._types is None:
            stored = self._models.latest(self._site)
            self._types = PageTypes(None if stored is None else next(iter(read_models(stored.model).values()), None))
        return self._types.kind(page)
