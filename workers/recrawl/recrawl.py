"""A recrawl in one process: a step of the plan and the requests that it asks for, in turns, until nothing more is due."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from indexer.errors import NothingToDoError
from indexer.outcome import Outcome
from indexer.store.sites import Sites
from workers.crawl.report import CrawlReport
from workers.crawl.session import CrawlSession
from workers.history.site_histories import SiteHistories
from workers.recrawl.scheduler import Scheduler
from workers.revisit.policy import RevisitPolicyParams

_TURNS = 20
"""Steps of one run at most: links are followed five deep, twice."""


def recrawl(
    session: CrawlSession,
    site: str,
    *,
    everything: bool = False,
    plan: RevisitPolicyParams | None = None,
    on_event: Callable[[Outcome], None] = lambda _: None,
) -> CrawlReport:
    """Visit a site again as its memory suggests.

    Parameters
    ----------
    session : CrawlSession
        Opened so that links of the site are not followed: `is_scheduled` says yes.
    site : str
        A registered domain.
    everything : bool
        Ask for every known page instead of following the plan.
    plan : RevisitPolicyParams or None
    on_event : callable
        Is told each visit's outcome as it ends.

    Raises
    ------
    NothingToDoError
        Where nothing is known of the site.
    UsageError
        Where its pages may not be asked for with these settings.
    """
    scheduler = Scheduler(session.frontier, session.home.archive, session.clock, plan)
    scheduler.advance(site, begin=False)  # what a crawl that was killed, or workers, have left
    known = SiteHistories(session.database).load(site).pages
    if not known:
        raise NothingToDoError(f"{site} was never crawled; `winnow crawl URL` does it first")
    session.settings.check(min(known, key=lambda url: (len(url), url)))
    run = session.run({site, *Sites(session.database).names(site)}, on_event, below=0)
    try:
        step = scheduler.advance(site, begin=True, everything=everything)
        for _ in range(_TURNS):
            ended = len(run.outcomes)
            if not step.running or run.full:
                break
            run.work()
            step = scheduler.advance(site, begin=False)
            if not step.planned and len(run.outcomes) == ended:
                break  # a host that is to be left alone for longer than there is patience
    finally:
        scheduler.advance(site, begin=False, close=True)
    return run.report(whole=False)


def update_histories(session: CrawlSession, hosts: Iterable[str]) -> None:
    """Remember what visits of the sites have shown, without asking for anything: what a crawl ends with."""
    sites, scheduler = Sites(session.database), Scheduler(session.frontier, session.home.archive, session.clock)
    for site in sorted({sites.name(host) or host for host in hosts}):
        scheduler.advance(site, begin=False)
