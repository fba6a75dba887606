"""Runs a crawl without a broker: executes claims sequentially in one thread. It ends when no URL is left, when the next wait exceeds the
politeness patience, or when the page limit is reached.

During one host's delay, another host is requested. Results are stored immediately, so that the next run continues a killed one; each URL
has exactly one outcome.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection
from urllib.parse import urlsplit

from indexer import urls
from indexer.cause import Cause
from indexer.errors import UsageError
from indexer.outcome import Kind, Outcome
from indexer.store.sites import Sites
from workers.crawl.claim_executor import ClaimExecutor
from workers.crawl.report import CrawlReport
from workers.crawl.run_record import RunClock, RunRecord
from workers.fetch.addresses import is_address, is_loopback
from workers.fetch.fetcher import Fetcher
from workers.fetch.settings import CrawlSettings
from workers.frontier.frontier import Frontier
from workers.frontier.values import Claim

_MIN_SLEEP, _MAX_SLEEP = 0.001, 1.0
"""Minimum and maximum seconds of one sleep; sleeps are short, because other processes may add URLs to the frontier."""
_SHOWN = 100
"""Maximum length of an invalid start URL in a message."""
_SHOWN_WAIT = 2.0
"""Seconds above which a wait is reported."""


def start_url(url: str) -> str:
    """Complete and normalise a start URL. A missing scheme defaults to https, for this machine and for IP addresses to http.

    Raises
    ------
    UsageError
        If it is not an HTTP(S) URL.

    >>> start_url("news.example.org")
    'https://news.example.org/'
    >>> start_url("127.0.0.1:8000")
    'http://127.0.0.1:8000/'
    """
    full = url if "://" in url else f"{_usual_scheme(url)}://{url}"
    if "@" in re.split(r"[/?#]", full.partition("://")[2], maxsplit=1)[0]:
        raise UsageError(f"{_shown(full)}: a name and password in a URL are neither sent nor kept; leave them out")
    resolved = urls.resolve(full, full)
    if resolved is None or not resolved.startswith(("http://", "https://")) or not urls.site_key(resolved):
        raise UsageError(f"{_shown(url)!r} is not an http(s) URL; give the site's front page, as in https://example.org/")
    return resolved


def _usual_scheme(url: str) -> str:
    name = urlsplit(f"//{url}").hostname or "" if url.count("[") == url.count("]") else ""
    return "http" if is_address(name) or is_loopback(name) else "https"


def _shown(url: str) -> str:
    """Shorten a URL for a message, without user name and password."""
    short = re.sub(r"(^|//)[^/?#@]*@", r"\1", url)
    return short if len(short) <= _SHOWN else f"{short[:_SHOWN]}…"


class CrawlRun:
    """A run over some sites; `work` may be called again when there is more to do.

    Parameters
    ----------
    settings : CrawlSettings
        The settings; `max_pages` limits all calls of `work` together.
    hosts : collection of str
        Registered domains; the other domains of their sites are included.
    on_event : callable
        Called with each URL's outcome when its visit ends.
    below : int or None
        Only URLs with a priority number below it are visited, so that the URLs of an unfinished crawl stay queued; None for all.

    Attributes
    ----------
    outcomes : dict of str to Outcome
        The outcomes by URL, in the order in which their last visits ended.
    pages : int
        The number of fetched pages, including feeds and sitemaps, so that a site with endless sitemaps reaches the limit too.
    """

    def __init__(
        self,
        frontier: Frontier,
        executor: ClaimExecutor,
        fetcher: Fetcher,
        settings: CrawlSettings,
        hosts: Collection[str],
        run_clock: RunClock,
        on_event: Callable[[Outcome], None],
        below: int | None = None,
    ) -> None:
        self._frontier = frontier
        self._executor = executor
        self._fetcher = fetcher
        self._settings = settings
        self._sites = Sites(frontier.database)
        self._hosts = frozenset(hosts)
        self._run_clock = run_clock
        self._on_event = on_event
        self._record = RunRecord(frontier.database, run_clock.clock, settings.politeness.patience)
        self._idle: float | None = None
        self._below = below
        self._done: set[str] = set()
        self._begun, self._requests, self._received = time.monotonic(), fetcher.requests, executor.received
        self.outcomes: dict[str, Outcome] = {}
        self.pages = 0

    @property
    def hosts(self) -> frozenset[str]:
        """All registered domains of the run's sites, including those discovered during the run."""
        return self._hosts

    @property
    def full(self) -> bool:
        """True if the page limit is reached."""
        return self.pages >= self._settings.max_pages

    def work(self) -> None:
        """Execute due claims, and sleep until the next host is ready unless that takes longer than the politeness patience."""
        self._done.clear()
        while not self.full:
            claims = self._frontier.claim(1, self._hosts - self._done)
            if claims and self._below is not None and claims[0].priority >= self._below:
                self._frontier.release(claims[0])
                self._done.add(claims[0].host)
            elif claims:
                self._idle = None
                self._execute(claims[0])
            elif not self._discovered_domains() and not self._sleep_until_ready():
                return

    def report(self, *, include_earlier: bool = True) -> CrawlReport:
        """Return the report of the run; `include_earlier` adds URLs whose visits ended before it."""
        summary = self._record.summary(self._hosts, full=self.full, below=self._below)
        before = summary.before if include_earlier else ()
        return CrawlReport(
            outcomes=(*self.outcomes.values(), *before, *summary.left),
            requests=self._fetcher.requests - self._requests,
            received=self._executor.received - self._received,
            already=len(before),
            seconds=time.monotonic() - self._begun,
            dead_ends=tuple(sorted(self._executor.dead_ends)),
            waiting=summary.waiting,
            moved={old: new for old, new in self._executor.moved.items() if old in self._hosts},
        )

    def _execute(self, claim: Claim) -> None:
        over, mark = False, self._record.mark()
        try:
            self._executor.execute(claim)
            over = True
        finally:
            if not over:  # interrupted: release the claim, so that nobody has to wait for the end of its lease
                self._frontier.release(claim)
        for outcome in self._record.ended(claim.host, mark):
            self.outcomes.pop(outcome.url, None)
            self.outcomes[outcome.url] = outcome
            self.pages += outcome.kind is Kind.FETCHED and outcome.ending.cause is not Cause.NOT_MODIFIED
            self._on_event(outcome)

    def _discovered_domains(self) -> bool:
        """Add newly discovered domains (of the run's sites, or targets of start pages); return whether there are any."""
        targets = self._executor.start_targets
        hosts = self._hosts.union(*(targets.get(host, ()) for host in self._hosts))
        names = hosts.union(*(self._sites.names(host) for host in hosts))
        found = names != self._hosts
        self._hosts = names
        return found

    def _sleep_until_ready(self) -> bool:
        """Sleep until the next host is ready; return False if none is ready within the politeness patience."""
        wait, now = self._record.next_wait(self._hosts - self._done), self._run_clock.clock()
        if wait is None:
            return False
        self._idle = now if self._idle is None else self._idle
        patience_ends = self._settings.politeness.patience + (self._idle if wait.leased else now)
        if (now if wait.leased else wait.until) > patience_ends:
            return False
        if wait.until - now > _SHOWN_WAIT:
            self._run_clock.on_wait(wait)
        self._run_clock.sleep(min(max(wait.until - now, _MIN_SLEEP), _MAX_SLEEP))
        return wait.until <= now or self._run_clock.clock() > now  # False for a clock that stands still
