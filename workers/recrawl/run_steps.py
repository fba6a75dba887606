"""A recrawl run in progress: records its responses in the history and decides which URLs are requested next.

A run requests sources first, then the links that they show for the first time, and finally the known articles that the policy chooses
within the budget.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

from indexer import urls
from indexer.archive.http import GONE
from indexer.outcome import Kind
from indexer.store.url_lifecycle import Life
from workers.fetch.fetcher import Validator
from workers.frontier.unprocessed_visits import Visited
from workers.history.planned_request import PlannedRequest, Reason
from workers.history.site_history import KnownPage, PageKind, SiteHistory, mark_visited
from workers.observations.cleaning_results import moved_life
from workers.observations.new_links import LIKELY, Candidate, is_new_section
from workers.observations.observer import Observed, Observer
from workers.observations.page_observations import PageClassifier, classifier_for
from workers.reading.captured_page import CapturedPage
from workers.reading.feeds import Feed
from workers.reading.traps import Traps
from workers.recrawl.run_state import NOT_REQUESTED, RunState
from workers.revisit.policy import RevisitPolicyParams, balance_of, choose_articles, make_plan

_MAX_DEPTH = 5
"""Maximum depth to which a run follows links from a planned request."""
_MAX_MENU_PAGES = 6
"""Maximum number of new menu pages explored in one step."""

LoadResponse = Callable[[Visited], CapturedPage | Feed | None]
"""Loads the response of a visit from the archive."""


class RunSteps:
    """A run of one site.

    Parameters
    ----------
    history : SiteHistory
        Updated in place.
    names : collection of str
        The registered domains of the site.
    """

    def __init__(
        self,
        history: SiteHistory,
        run: RunState,
        load_response: LoadResponse,
        classify: PageClassifier,
        names: Collection[str],
        params: RevisitPolicyParams,
    ) -> None:
        self._history = history
        self._run = run
        self._load_response = load_response
        self._classify = classify
        self._names = names
        self._params = params
        self._observer = Observer(history, run.at)
        self._traps = Traps()
        self._candidates: dict[str, tuple[Candidate, int]] = {}
        self._more: dict[str, tuple[Reason, int]] = {}

    def start(self) -> list[str]:
        """Return the first requests."""
        if self._run.everything:
            pages = sorted(self._history.pages.values(), key=lambda page: page.url)
            return [page.url for page in pages if page.life is not Life.MOVED and page.visited and self._begin(page.url, Reason.ALL)]
        plan = make_plan(self._history, self._run.at, self._params)
        return self._begin_lines(plan.sources, hopes=True) + self._begin_lines(plan.exploration)

    def record(self, visited: Visited) -> None:
        """Record the result of a visit that this run requested."""
        url, status = visited.url, visited.status
        if visited.ending.kind in (Kind.SKIPPED, Kind.ROBOTS) and not status:
            self._not_requested(url)
        elif status in GONE or visited.ending.kind is Kind.GONE:
            self._end_with_life(url, Life.GONE, "gone")
        elif visited.ending.kind is Kind.REDIRECT and status != 304:
            self._moved(visited)
        elif visited.ending.kind in (Kind.UNREACHABLE, Kind.FETCH_FAILED, Kind.HTTP_ERROR) or not status:
            self.fail(url)
        elif visited.changed is False and self._visits(url):
            self._unchanged(url)
        else:
            self._read(visited)

    def adopt(self, url: str) -> bool:
        """Add an unplanned visit to the run if its URL is a link or redirect target that the run would request; return whether it is."""
        if url in self._more:
            why, depth = self._more.pop(url)
            return self._begin(url, why, depth)
        if url not in self._candidates:
            return False
        _, depth = self._candidates.pop(url)
        return self._begin(url, Reason.NEW, depth)

    def next(self, outstanding: int) -> list[str]:
        """Return the URLs to request now, given the number of outstanding responses. The run is over when both are none."""
        self._observer.learn()
        wanted = self._links()
        if wanted or outstanding or self._run.articles or self._run.everything:
            return wanted
        self._run.articles = True
        left = balance_of(self._history, self._run.at, self._params, *self._run.spent(self._history))
        return self._begin_lines(choose_articles(self._history, self._run.at, left, self._params))

    def fail(self, url: str) -> None:
        """Record that a page did not respond, or not in time."""
        page = self._page(url)
        self._history.put(replace(page, life=Life.FAILING, failures=page.failures + 1, visited=self._run.at))
        self._run.end(url, "failed")

    def _begin(self, url: str, why: Reason, depth: int = 0, hoped: float = 0.0) -> bool:
        return self._run.begin(url, why, self._history.pages.get(url), depth, hoped)

    def _begin_lines(self, lines: Iterable[PlannedRequest], *, hopes: bool = False) -> list[str]:
        return [line.url for line in lines if self._begin(line.url, line.why, hoped=line.news if hopes else 0.0)]

    def _page(self, url: str) -> KnownPage:
        return self._history.pages.get(url) or KnownPage(url, found=self._run.at)

    def _visits(self, url: str) -> int:
        return self._page(url).visits

    def _depth(self, url: str) -> int:
        return self._run.requests[url].depth

    def _links(self) -> list[str]:
        """Return next pages of lists, redirect targets, new links that are probably articles, and new menu pages."""
        found = sorted(self._candidates.items())
        wanted = [(url, depth) for url, (one, depth) in found if self._run.everything or one.story >= LIKELY]
        menu = [
            (url, depth) for url, (one, depth) in found
            if not self._run.everything and one.story < LIKELY and is_new_section(one, self._history, self._run.at)
        ]  # fmt: skip
        more = [url for url, (why, depth) in sorted(self._more.items()) if depth <= _MAX_DEPTH and self._begin(url, why, depth)]
        self._candidates.clear()
        self._more.clear()
        new = [*wanted, *menu[:_MAX_MENU_PAGES]]
        return more + [url for url, depth in new if depth <= _MAX_DEPTH and self._begin(url, Reason.NEW, depth)]

    def _not_requested(self, url: str) -> None:
        """Record that a page was not requested, so that the run does not retry a link to it at every visit of its source."""
        page = self._page(url)
        if not page.visits:
            self._history.put(replace(page, life=Life.GONE, visited=self._run.at, failures=page.failures + 1))
        self._run.end(url, NOT_REQUESTED)

    def _end_with_life(self, url: str, life: Life, result: str) -> None:
        page = self._page(url)
        self._history.put(replace(page, life=life, visited=self._run.at, failures=page.failures + 1, hint=""))
        self._run.end(url, result)

    def _moved(self, visited: Visited) -> None:
        """Record a redirect, and follow it within the site; the target of a moved page inherits its state."""
        url, target = visited.url, visited.ending.target
        old = self._page(url)
        life = moved_life(old, visited.ending)
        self._end_with_life(url, life, "moved")
        if not target or urls.site_key(target) not in self._names or target in self._run.requests:
            return
        if life is not Life.MOVED:
            self._history.put(self._page(target))
        elif not self._visits(target):
            self._history.put(replace(old, url=target, visits=0, kind=PageKind.NEW, validator=Validator(), life=Life.LIVE, hint=""))
            self._history.record_sightings(target, self._history.shown.get(url, {}))
        self._more[target] = (Reason(self._run.requests[url].why), self._depth(url) + 1)

    def _unchanged(self, url: str) -> None:
        """Record an unchanged page; if it is a source, it still shows the same pages."""
        page = self._page(url)
        self._history.put(mark_visited(replace(page, visits=page.visits + 1), self._run.at))
        if page.kind.source:
            shown = self._history.shown.get(url, {})
            top = max((s.last for s in shown.values()), default=0.0)
            self._history.record_sightings(url, {target: replace(s, last=self._run.at) for target, s in shown.items() if s.last == top})
        self._run.end(url, "same")

    def _read(self, visited: Visited) -> None:
        url = visited.url
        response = None if visited.ending.kind in (Kind.NOT_HTML, Kind.TOO_LARGE) else self._load_response(visited)
        if isinstance(response, CapturedPage):
            self._seen(url, self._observer.page(url, response, visited.validator, classifier_for(visited.ending.kind, self._classify)))
        elif isinstance(response, Feed):
            self._seen(url, self._observer.feed(url, response, visited.validator))
        else:
            page = self._page(url)
            self._history.put(replace(page, kind=PageKind.OTHER, visited=self._run.at, visits=page.visits + 1))
            self._run.end(url, "same")

    def _seen(self, url: str, seen: Observed) -> None:
        self._run.end(url, "new" if self._run.requests[url].fresh else "changed" if seen.changed else "same")
        depth = self._depth(url) + 1
        if seen.more:
            self._more.setdefault(seen.more, (Reason.NEWS, depth))
        for one in seen.candidates:
            if one.url in self._run.requests or self._traps.refuses(one.url):
                continue
            if one.url not in self._history.pages:
                self._history.put(KnownPage(one.url, found=self._run.at))
            known = self._candidates.get(one.url)
            if known is None or (one.menu, one.story) > (known[0].menu, known[0].story):
                self._candidates[one.url] = (one, depth)
