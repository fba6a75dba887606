"""A recrawl in one process: alternates scheduler steps and the requests that they plan, until nothing more is due."""

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
"""Maximum number of scheduler steps per run; following links five deep twice takes fewer."""


def recrawl(
    session: CrawlSession,
    site: str,
    *,
    everything: bool = False,
    plan: RevisitPolicyParams | None = None,
    on_event: Callable[[Outcome], None] = lambda _: None,
) -> CrawlReport:
    """Revisit a site by its revisit policy.

    Parameters
    ----------
    session : CrawlSession
        A session whose `is_scheduled` is true for the site, so that it follows no links.
    site : str
        A registered domain.
    everything : bool
        Whether to request every known page instead of following the policy.
    on_event : callable
        Called with each visit's outcome when it ends.

    Raises
    ------
    NothingToDoError
        If the site was never crawled.
    UsageError
        If its pages may not be requested with these settings.
    """
    scheduler = Scheduler(session.frontier, session.home.archive, session.clock, plan, pages=session.pages)
    scheduler.advance(site, begin=False)  # record the visits of a killed crawl or of workers
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
                break  # the remaining hosts require a longer wait than the settings allow
    finally:
        scheduler.advance(site, begin=False, close=True)
    return run.report(include_earlier=False)


def update_histories(session: CrawlSession, hosts: Iterable[str]) -> None:
    """Record the visits of the sites in their histories without making requests, at the end of a crawl."""
    sites, scheduler = Sites(session.database), Scheduler(session.frontier, session.home.archive, session.clock, pages=session.pages)
    for site in sorted({sites.name(host) or host for host in hosts}):
        scheduler.advance(site, begin=False)
