"""A recrawl: the plan carried out, what it brings written down, and new articles fetched where they appear.

First the sources, then the links that they show for the first time, at last the articles that the sources gave reason to ask
for again, as far as the budget goes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from indexer import urls
from indexer.errors import NothingToDoError
from indexer.outcome import Kind, Outcome
from workers.clock import moment
from workers.crawl_settings import CrawlSettings
from workers.feeds import read_feed
from workers.fetch import Fetched, Fetcher, Validator
from workers.frontier import Item
from workers.link_kinds import sisterhood
from workers.observer import Candidate, Observer, Seen
from workers.page_store import PageStore
from workers.plan import PlanParams, balance_of, choose_articles, make_plan
from workers.plan_line import Line, Why
from workers.report import CrawlReport
from workers.robot_memory import known_robots, remember_robots
from workers.robots import Robots
from workers.site_memory import KnownPage, Life, PageKind, Request, SiteMemory
from workers.traps import Traps
from workers.visits import PageText, Visits

_STORY = 0.5
"""Probability from which on a new link is taken for an article and followed at once."""
_ROUNDS = 5
"""Times that new links lead to new links in one run."""
_MENU_LOOKS = 6
"""New pages beside the sections that are looked at in one run."""
_VAIN, _MOST_VAIN = 7 * 86_400.0, 4
"""So many new pages of one folder that brought no news are enough for a week: a cloud of tags is no menu."""
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


def recrawl(
    memory: SiteMemory,
    archive: Path,
    settings: CrawlSettings,
    now: float,
    params: RecrawlParams = RecrawlParams(),
    on_event: Callable[[Outcome], None] = lambda _: None,
) -> tuple[CrawlReport, list[Path]]:
    """Visit a site again as its memory suggests.

    Parameters
    ----------
    memory : SiteMemory
        Is brought up to date; store it afterwards.
    archive : Path
        The folder of WARC files.
    settings : CrawlSettings
    now : float
        The run's time, UTC seconds.
    params : RecrawlParams
    on_event : callable
        Is told each URL's outcome as it ends.

    Returns
    -------
    CrawlReport, list of Path
        What was done, and the files that were written.

    Raises
    ------
    NothingToDoError
        Where nothing is known of the site.
    UsageError
        Where its pages may not be asked for with these settings.
    """
    if not memory.pages:
        raise NothingToDoError(f"{memory.site} was never crawled; `winnow crawl URL` does it first")
    settings.check(min(memory.pages, key=lambda url: (len(url), url)))
    with (
        PageStore(archive, settings.user_agent, lambda: moment(now)) as store,
        Fetcher(settings.user_agent, settings.limits, allow_private=settings.allow_private) as fetcher,
    ):
        report = _Recrawl(memory, settings, store, fetcher, now, params, on_event).run()
        return report, store.written


class _Recrawl:
    """One run's state; every method is a step of `run`, or the visits' answer (`workers.visits.Visitor`)."""

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
        self._why: dict[str, Why] = {}
        self._hopes: dict[str, float] = {}
        self._before: dict[str, KnownPage] = {}
        self._results: dict[str, tuple[str, Seen]] = {}
        self._candidates: dict[str, Candidate] = {}
        self._more: list[str] = []
        self._outcomes: list[Outcome] = []
        self._extra: list[Request] = []
        self._pages = 0

    def _moment(self) -> datetime:
        return moment(self._now)

    def run(self) -> CrawlReport:
        begun = time.monotonic()
        if self._params.everything:
            self._ask({url: Why.ALL for url, page in self._memory.pages.items() if page.life is not Life.MOVED and page.visited})
            self._follow()
        else:
            plan = make_plan(self._memory, self._now, self._params.plan)
            self._hopes = {line.url: line.value for line in plan.sources}
            self._ask(_reasons((*plan.sources, *plan.looks)))
            self._follow()
            left = balance_of(self._memory, self._now, self._params.plan) + self._spent()
            self._ask(_reasons(choose_articles(self._memory, self._now, left, self._params.plan)))
            self._follow()
        self._observer.learn()
        self._write_down()
        return CrawlReport(tuple(self._outcomes), self._fetcher.requests, self._visits.received, 0, time.monotonic() - begun)

    def _spent(self) -> float:
        """What this run changes in the budget: each new article gives, every other request takes."""
        new = sum(result == "new" and self._memory.pages[url].kind is PageKind.ARTICLE for url, (result, _) in self._results.items())
        return self._params.plan.budget * new - len(self._results) - len(self._extra)

    def _ask(self, reasons: Mapping[str, Why]) -> None:
        """Visit pages, each once a run."""
        for url, why in reasons.items():
            if url in self._why:
                continue
            self._why[url] = why
            self._before[url] = self._memory.pages.get(url) or KnownPage(url, found=self._now)
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
            wanted = [one.url for one in self._candidates.values() if self._wanted(one)]
            menu = [one.url for one in self._candidates.values() if not self._wanted(one) and self._new_section(one)]
            more = dict.fromkeys(self._more, Why.NEWS)
            self._candidates.clear()
            self._more.clear()
            if not wanted and not menu and not more:
                return
            self._ask(more | dict.fromkeys((*wanted, *menu[:_MENU_LOOKS]), Why.NEW))

    def _wanted(self, one: Candidate) -> bool:
        return self._params.everything or one.story >= _STORY

    def _new_section(self, one: Candidate) -> bool:
        """Whether a page stands in the menu, and others of such addresses were not looked at for nothing of late."""
        if not one.menu:
            return False
        kin = sisterhood(one.url)
        vain = [
            request
            for request in self._memory.requests
            if request.at > self._now - _VAIN and request.why == Why.NEW and request.kind is not PageKind.ARTICLE
            and not request.alone and sisterhood(request.url) == kin
        ]  # fmt: skip
        return len(vain) < _MOST_VAIN

    def refuses(self, item: Item) -> str | None:
        return self._traps.refuses(item.url)

    def validator(self, item: Item) -> Validator | None:
        page = self._memory.pages.get(item.url)
        return page.validator if page is not None and page.visits and page.validator.conditions else None

    def robots(self, url: str, rules: Robots) -> None:
        remember_robots(self._memory, url, rules, self._now)
        self._extra.append(Request(f"{urls.origin(url)}/robots.txt", self._now, PageKind.OTHER, Why.RULES, result="same"))

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
        before = self._before[url]
        result = "new" if not before.visits else "changed" if seen.changed else "same"
        self._results[url] = (result, seen)
        if seen.more:
            self._more.append(seen.more)
        for one in seen.candidates:
            if one.url in self._why or self._traps.refuses(one.url):
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
        self._results[item.url] = ("same", Seen(page.kind, changed=False))

    def redirect(self, item: Item, location: str, cookie: str) -> None:
        """Follow within the site; the target takes over what was known of a source that moved."""
        target = urls.resolve(item.url, location)
        if target is None or urls.site_key(target) != self._memory.site or len(item.hops) >= self._settings.max_redirects:
            return
        if target in self._why:
            return
        old = self._before[item.url]
        known = self._memory.pages.get(target)
        if known is None or not known.visits:
            self._memory.put(replace(old, url=target, visits=0, kind=PageKind.NEW, validator=Validator(), life=Life.LIVE, hint=""))
            self._memory.see(target, self._memory.shown.get(item.url, {}))
        self._why[target] = self._why[item.url]
        self._before[target] = self._memory.pages[target]
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
        self._results[url] = (result, Seen(page.kind))

    def _write_down(self) -> None:
        """Log every request with what came of it; an article is a source's alone if no other source of the run shows it."""
        fresh = {
            url for url, (result, _) in self._results.items() if result == "new" and self._memory.pages[url].kind is PageKind.ARTICLE
        }
        shows = {url: fresh & self._memory.shown.get(url, {}).keys() for url in self._results if self._memory.pages[url].kind.source}
        shown: dict[str, int] = {}
        for articles in shows.values():
            for article in articles:
                shown[article] = shown.get(article, 0) + 1
        self._memory.log(self._extra)
        for url, (result, _) in self._results.items():
            before, articles = self._before[url], shows.get(url, set())
            after = self._memory.pages[url]
            self._memory.log([
                Request(
                    url, self._now, after.kind, self._why[url].value, before.visited if before.visits else 0.0, result, len(articles),
                    sum(shown[article] == 1 for article in articles), after.birth, before.hint, self._hopes.get(url, 0.0),
                )
            ])  # fmt: skip


def _reasons(lines: Iterable[Line]) -> dict[str, Why]:
    return {line.url: line.why for line in lines}
