"""One scheduler step on a site's history: records visits, begins or continues a run, and chooses the next requests."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from indexer.archive.load import RecordUnavailableError
from indexer.store.url_lifecycle import State
from workers.frontier.unprocessed_visits import CleaningResult, UrlStatus, Visited
from workers.history.planned_request import Reason
from workers.history.site_history import PageKind, SiteHistory
from workers.observations.cleaning_results import CleaningResults
from workers.observations.page_observations import PageClassifier
from workers.recrawl.run_state import NOT_REQUESTED, RunState
from workers.recrawl.run_steps import LoadResponse, RunSteps
from workers.recrawl.unplanned_visits import record_unplanned_visits
from workers.revisit.policy import RevisitPolicyParams

_PATIENCE = 300.0
"""Seconds of deferral above which a request counts as failed for this run."""
UrlStatuses = Callable[[Iterable[str]], Mapping[str, UrlStatus]]


@dataclass(frozen=True, slots=True)
class StepContext:
    """The context of a step.

    Parameters
    ----------
    load_response : callable
        Loads the response of a visit.
    classify : callable
        Returns the kind of a page by the site's model.
    names : collection of str
        The registered domains of the site.
    url_statuses : callable
        Looks up the status of URLs in the frontier.
    """

    now: float
    load_response: LoadResponse
    classify: PageClassifier
    names: Collection[str]
    url_statuses: UrlStatuses
    plan: RevisitPolicyParams


class SiteStep:
    """A scheduler step.

    Parameters
    ----------
    history : SiteHistory
        Updated in place.
    visits : sequence of Visited
        The visits that the history has not recorded yet, in the order in which they ended.
    results : sequence of CleaningResult
        New cleaning results of visits that it has recorded.

    Attributes
    ----------
    left : list of Visited
        Visits whose responses cannot be read now; a later step records them.
    """

    def __init__(self, history: SiteHistory, visits: Sequence[Visited], results: Sequence[CleaningResult], context: StepContext) -> None:
        self._history = history
        self._context = context
        self._run = RunState.load(history)
        self._steps = None if self._run is None else self._steps_of(self._run)
        self.left: list[Visited] = []
        cleaning = CleaningResults(history, None if self._run is None else self._run.amend)
        for result in results:
            cleaning.apply(result.url, result.ending)
        unplanned = [visited for visited in visits if not self._take(visited)]
        unplanned = [visited for visited in unplanned if not (self._adopt(visited) and self._take(visited))]
        self.left += record_unplanned_visits(history, unplanned, context.load_response, context.classify)
        unread = {visited.id for visited in self.left}
        for visited in visits:
            if visited.id not in unread:
                cleaning.apply(visited.url, visited.ending)

    @property
    def policy(self) -> RevisitPolicyParams:
        """The parameters of the site's revisit policy."""
        return self._context.plan

    @property
    def running(self) -> bool:
        """True if a run is in progress."""
        return self._run is not None

    def count_robots(self, read: Iterable[str]) -> None:
        """Count the requests for robots.txt since the last step."""
        if self._run is not None:
            self._run.rules += [url for url in read if url not in self._run.rules]

    def begin(self, *, everything: bool = False) -> list[str]:
        """Begin a run, which takes over the open requests of the previous run; return its first requests."""
        left = {}
        if self._run is not None:
            left = {url: self._run.requests[url] for url in self._run.unanswered()}
            self._run.log_requests(self._history)
        self._run = RunState(self._context.now, everything=everything, requests=left)
        self._steps = self._steps_of(self._run)
        return self._steps.start()

    def wanted(self, begun: Sequence[str]) -> list[str]:
        """Return the URLs to request now: the run's first requests `begun`, and those that follow from its responses."""
        if self._run is None or self._steps is None:
            return []
        fresh = set(begun)
        outstanding = self._outstanding(self._run, self._steps, [url for url in self._run.unanswered() if url not in fresh])
        while True:
            found = self._steps.next(outstanding + len(begun))
            planned = self._not_queued(self._run, found)
            if planned or not found:
                return [*begun, *planned]

    def close(self, *, at_once: bool) -> bool:
        """End the run if all requests have results, or `at_once`; return whether it is over."""
        if self._run is None:
            return True
        left = self._run.unanswered()
        if left and not at_once:
            self._run.store(self._history)
            return False
        self._run.log_requests(self._history)
        RunState.remove(self._history)
        if left:
            replace(self._run, requests={url: self._run.requests[url] for url in left}, rules=[]).store(self._history)
        return True

    def _steps_of(self, run: RunState) -> RunSteps:
        context = self._context
        return RunSteps(self._history, run, context.load_response, context.classify, context.names, context.plan)

    def _take(self, visited: Visited) -> bool:
        if self._run is None or self._steps is None or visited.url not in self._run.requests:
            return False
        try:
            self._steps.record(visited)
        except RecordUnavailableError:
            self.left.append(visited)
        return True

    def _adopt(self, visited: Visited) -> bool:
        """Try to add an unplanned visit to the run: another process may follow a link before it sees that the site is scheduled."""
        return self._steps is not None and self._steps.adopt(visited.url)

    def _outstanding(self, run: RunState, steps: RunSteps, urls: Sequence[str]) -> int:
        """Return the number of outstanding responses. Requests deferred for long fail; those no longer queued are dropped."""
        url_statuses, number = self._context.url_statuses(urls), 0
        for url in urls:
            one = url_statuses.get(url)
            if one is None or (one.state is State.FINISHED and not one.unobserved):
                run.end(url, NOT_REQUESTED)
            elif one.state is State.DEFERRED and one.due > self._context.now + _PATIENCE:
                steps.fail(url)
            else:
                number += 1
        return number

    def _not_queued(self, run: RunState, urls: Sequence[str]) -> list[str]:
        """Return the URLs to schedule, without those that are already queued and those whose visits the history has purged."""
        url_statuses, found = self._context.url_statuses(urls), []
        for url in urls:
            one = url_statuses.get(url)
            if one is None or not (one.is_queued or self._purged(run, url, one)):
                found.append(url)
        return found

    def _purged(self, run: RunState, url: str, one: UrlStatus) -> bool:
        """Return whether a page that seems new was fetched before; if so, record it again."""
        page = self._history.pages[url]
        if page.visits or not one.fetched_at or run.requests[url].why != Reason.NEW:
            return False
        self._history.put(replace(page, kind=PageKind.OTHER, found=one.found_at, visited=one.fetched_at, visits=1))
        run.end(url, NOT_REQUESTED)
        return True
