"""A recrawl: the plan carried out, what it brings written down, and new articles fetched where they appear.

First the sources, then the links that they show for the first time, at last the articles that the sources gave reason to ask
for again, as far as the budget goes.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from indexer.errors import NothingToDoError
from indexer.outcome import Outcome
from workers.clock import moment
from workers.crawl_settings import CrawlSettings
from workers.fetch import Fetcher
from workers.page_store import PageStore
from workers.recrawl_run import RecrawlParams, Run
from workers.report import CrawlReport
from workers.site_memory import SiteMemory


def recrawl(
    memory: SiteMemory,
    archive: Path,
    settings: CrawlSettings,
    now: float,
    params: RecrawlParams | None = None,
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
    params : RecrawlParams or None
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
        report = Run(memory, settings, store, fetcher, now, params or RecrawlParams(), on_event).carry_out()
        return report, store.written
