"""One recrawl under way: the sources first, then the links that they show for the first time, at last articles known before."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from indexer import urls
from indexer.outcome import Kind, Outcome
from workers.clock import moment
from workers.crawl_settings import CrawlSettings
from workers.feeds import read_feed
from workers.fetch import Fetched, Fetcher, Validator
from workers.frontier import Item
from workers.newcomers import LIKELY, Candidate, is_new_section
from workers.observer import Observer, Seen
from workers.page_store import PageStore
from workers.plan import PlanParams, balance_of, choose_articles, make_plan
from workers.plan_line import Line, Why
from workers.report import CrawlReport
from workers.robot_memory import known_robots, remember_robots
from workers.robots import Robots
from workers.run_log import RunLog
from workers.site_memory import KnownPage, Life, PageKind, SiteMemory
from workers.traps import Traps
from workers.visits import PageText, Visits

_ROUNDS = 5
"""Times that new links lead to new links in one run."""
_MENU_LOOKS = 6
"""New pages beside the sections that are looked at in one run."""
_LIMIT_REASON = "the limit of pages was reached"


@dataclass(frozen=True, slots=True)
class RecrawlParams:
    """What a recrawl does.

    Parameters
    ----------
    everything : bool
        Ask for every known page instead of following the plan.
    plan : PlanParams
    """

    everything: bool = False
    plan: PlanParams = field(default_factory=PlanParams)


class Run:
    """One run's state; every method is a step of `carry_out`, or the visits' answer (`workers.visits.Visitor`)."""

    def __init__(
        self,
        memory: SiteMemory,
        settings: CrawlSettings,
        store: PageStore,
        fetcher: Fetcher,
        now: float,
        params: RecrawlParams,
        on_event: Callable[[Outcome], None],
    ) -> None:
        self._memory = memory
        self._settings = settings
        self._fetcher = fetcher
        self._now = now
        self._params = params
        self._on_event = on_event
        self._observer = Observer(memory, now)
        self._visits = Visits(settings, store, fetcher, self, self._moment)
        self._visits.known_robots.update(known_robots(memory, now))
        self._traps = Traps()
        self._log = RunLog(memory, now)
        self._candidates: dict[str, Candidate] = {}
        self._more: list[str] = []
        self._outcomes: list[Outcome] = []
        self._pages = 0

    def _moment(self) -> datetime:
        return moment(self._now)

    def carry_out(self) -> CrawlReport:
        """Do it all, and write it down in the memory."""
        begun = time.monotonic()
        if self._params.everything:
            self._ask({url: Why.ALL for url, page in self._memory.pages.items() if page.life is not Life.MOVED and page.visited})
            self._follow()
        else:
            plan = make_plan(self._memory, self._now, self._params.plan)
            self._log.hopes = {line.url: line.value for line in plan.sources}
            self._ask(_reasons((*plan.sources, *plan.looks)))
            self._follow()
            left = balance_of(self._memory, self._now, self._params.plan) + self._log.spent(self._params.plan.budget)
            self._ask(_reasons(choose_articles(self._memory, self._now, left, self._params.plan)))
            self._follow()
        self._observer.learn()
        self._log.write_down()
        return CrawlReport(tuple(self._outcomes), self._fetcher.requests, self._visits.received, 0, time.monotonic() - begun)

    def _ask(self, reasons: Mapping[str, Why]) -> None:
        """Visit pages, each once a run."""
        for url, why in reasons.items():
            if self._log.begin(url, why):
                self._visits.frontier.add(Item(url))
        while len(self._visits.frontier):
            if self._pages >= self._settings.max_pages:
                for item in self._visits.frontier.drain():
                    self.end(item.url, Kind.SKIPPED, _LIMIT_REASON)
            else:
                self._visits.step()

    def _follow(self) -> None:
        """Ask for the new links that are probably articles, and for new pages in the menu."""
        for _ in range(_ROUNDS):
            self._observer.learn()
            found = list(self._candidates.values())
            wanted = [one.url for one in found if self._params.everything or one.story >= LIKELY]
            menu = [one.url for one in found if one.story < LIKELY and is_new_section(one, self._memory, self._now)]
            more = dict.fromkeys(self._more, Why.NEWS)
            self._candidates.clear()
            self._more.clear()
            if not wanted and not menu and not more:
                return
            self._ask(more | dict.fromkeys((*wanted, *menu[:_MENU_LOOKS]), Why.NEW))

    def refuses(self, item: Item) -> str | None:
        return self._traps.refuses(item.url)

    def validator(self, item: Item) -> Validator | None:
        page = self._memory.pages.get(item.url)
        return page.validator if page is not None and page.visits and page.validator.conditions else None

    def robots(self, url: str, rules: Robots) -> None:
        remember_robots(self._memory, url, rules, self._now)
        self._log.rules(f"{urls.origin(url)}/robots.txt")

    def page(self, item: Item, fetched: Fetched, page: PageText) -> None:
        self._pages += 1
        self._take(item.url, self._observer.page(item.url, page, fetched.validator))

    def document(self, item: Item, fetched: Fetched, body: bytes) -> bool:
        feed = read_feed(body, item.url)
        if feed is None:
            return False
        self._take(item.url, self._observer.feed(item.url, feed, fetched.validator))
        return True

    def _take(self, url: str, seen: Seen) -> None:
        before = self._log.before[url]
        self._log.results[url] = "new" if not before.visits else "changed" if seen.changed else "same"
        if seen.more:
            self._more.append(seen.more)
        for one in seen.candidates:
            if one.url in self._log.why or self._traps.refuses(one.url):
                continue
            if one.url not in self._memory.pages:
                self._memory.put(KnownPage(one.url, found=self._now))
            known = self._candidates.get(one.url)
            if known is None or (one.menu, one.story) > (known.menu, known.story):
                self._candidates[one.url] = one

    def unchanged(self, item: Item, fetched: Fetched) -> None:  # noqa: ARG002 - that it is unchanged says it all
        page = self._memory.pages[item.url]
        self._memory.put(replace(page, visited=self._now, visits=page.visits + 1, failures=0, hint="", life=Life.LIVE))
        if page.kind.source:
            latest = self._memory.shown.get(item.url, {})
            top = max((s.last for s in latest.values()), default=0.0)
            self._memory.see(item.url, {url: replace(s, last=self._now) for url, s in latest.items() if s.last == top})
        self._log.results[item.url] = "same"

    def redirect(self, item: Item, location: str, cookie: str) -> None:
        """Follow within the site; the target takes over what was known of a source that moved."""
        target = urls.resolve(item.url, location)
        if target is None or urls.site_key(target) != self._memory.site or len(item.hops) >= self._settings.max_redirects:
            return
        if target in self._log.why:
            return
        old = self._log.before[item.url]
        known = self._memory.pages.get(target)
        if known is None or not known.visits:
            self._memory.put(replace(old, url=target, visits=0, kind=PageKind.NEW, validator=Validator(), life=Life.LIVE, hint=""))
            self._memory.see(target, self._memory.shown.get(item.url, {}))
        self._log.begin(target, self._log.why[item.url])
        self._visits.frontier.add_first(Item(target, hops=(*item.hops, item.url), cookie=cookie))

    def end(self, url: str, kind: Kind, reason: str) -> None:
        outcome = Outcome(url, "", kind, reason)
        self._outcomes.append(outcome)
        self._on_event(outcome)
        if kind is Kind.FETCHED:
            return
        page = self._memory.pages.get(url) or KnownPage(url, found=self._now)
        if kind in (Kind.GONE, Kind.REDIRECT):
            life, result = (Life.GONE, "gone") if kind is Kind.GONE else (Life.MOVED, "moved")
            page = replace(page, life=life, visited=self._now, failures=page.failures + 1, hint="")
        elif kind in (Kind.SKIPPED, Kind.ROBOTS):
            return
        elif kind.lost and kind is not Kind.FETCH_FAILED:
            result, page = "same", replace(page, kind=PageKind.OTHER, visited=self._now, visits=page.visits + 1)
        else:
            result, page = "failed", replace(page, life=Life.FAILING, failures=page.failures + 1, visited=self._now)
        self._memory.put(page)
        self._log.results[url] = result


def _reasons(lines: Iterable[Line]) -> dict[str, Why]:
    return {line.url: line.why for line in lines}
