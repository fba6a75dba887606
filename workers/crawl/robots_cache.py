"""Reads each host's robots.txt once a day, and backs off from hosts whose rules cannot be read."""

from __future__ import annotations

from dataclasses import replace

from indexer import urls
from indexer.cause import Cause
from indexer.outcome import Ending, Kind
from workers.clock import DAY, Clock, moment
from workers.crawl.host_cache import HostCache
from workers.crawl.outlinks import declared, lies_elsewhere
from workers.fetch.fetcher import Fetcher
from workers.fetch.politeness import retry_after_seconds
from workers.fetch.robots import Robots, RobotsUnknownError, read_robots
from workers.fetch.settings import PRODUCT, CrawlSettings
from workers.frontier.frontier import Frontier
from workers.frontier.robots import RobotsState, RobotsStates
from workers.frontier.values import Backoff, Claim, CrawlRequest, VisitResult

SITEMAP_PRIORITY = 1
"""The priority of a sitemap: after the front page, equal to the pages that the front page links to."""
_QUICK_RETRIES = 2
"""Number of retries of a robots.txt with the short delays of a page's retries, since the failure may be momentary."""
_RECONNECT = (1.0, 4.0, 15.0, 40.0)
"""Seconds before each of the first retries of an unreachable host: a minute in total, in which a server may restart."""
_RARE_RECONNECT = {Cause.UNKNOWN_HOST: (2.0,), Cause.TLS: (2.0,), Cause.WRONG_SCHEME: (60.0,)}
"""The same by cause, for failures that rarely end within a minute."""
_FIRST_BACKOFF = 600.0
"""Seconds before the first retry after these; they double with each retry, up to a day."""


class RobotsCache:
    """Provides the rules of hosts from this cache, the database, or the hosts themselves."""

    def __init__(self, frontier: Frontier, fetcher: Fetcher, settings: CrawlSettings, known: HostCache, clock: Clock) -> None:
        self._frontier = frontier
        self._fetcher = fetcher
        self._settings = settings
        self._known = known
        self._clock = clock
        self._states = RobotsStates(frontier.database)

    def of(self, claim: Claim) -> Robots | None:
        """Return the rules of the claim's origin; None if they were unknown, in which case the claim was released or finished."""
        origin, now = urls.origin(claim.url), self._clock()
        held = self._known.of(claim.host).robots.get(origin)
        if held is not None and now < held[0]:
            return held[1]
        state = self._states.get(origin)
        if state is None or not state.at <= now < state.until:
            self._request_rules(claim, origin, state.tries if state is not None and not state.status else 0)
            return None
        if not state.status:
            self._release_or_finish(claim, state, requested=False)
            return None
        robots = Robots.parse(state.body, PRODUCT)
        self._known.of(claim.host).robots[origin] = (state.until, robots)
        return robots

    def _request_rules(self, claim: Claim, origin: str, tries: int) -> None:
        """Request the rules and release the claim; the request for its page follows after the host's delay."""
        try:
            robots = read_robots(self._fetcher, claim.url, PRODUCT)
        except RobotsUnknownError as error:
            self._defer(claim, origin, error, tries + 1)
            return
        now = self._clock()
        self._states.put(RobotsState(origin, now, now + DAY, 200, body=robots.text.encode()))
        self._frontier.set_delay(claim.url, min(DAY, max(0.0, robots.crawl_delay or 0.0)))
        known = self._known.of(claim.host)
        if not self._known.is_scheduled(claim.host):
            template = CrawlRequest("", SITEMAP_PRIORITY, depth=1)
            self._frontier.add(declared(robots.sitemap_urls(claim.url), claim, known, self._settings, template))
        self._frontier.release(claim)

    def _defer(self, claim: Claim, origin: str, error: RobotsUnknownError, tries: int) -> None:
        """Back off from a host whose rules are unknown (RFC 9309, 2.3.1.4)."""
        ending = error.ending
        if lies_elsewhere(claim, self._known.of(claim.host)):
            self._frontier.finish(claim, VisitResult(ending))
            return
        if error.final:
            self._frontier.finish(claim, VisitResult(ending))
            self._frontier.close_host(claim.url, ending)
            return
        now = self._clock()
        state = RobotsState(origin, now, now + self._retry_delay(error, tries), 0, tries, ending=ending)
        self._states.put(state)
        self._release_or_finish(claim, state, requested=True)

    def unreachable(self, claim: Claim, ending: Ending) -> None:
        """Back off from a host that has become unreachable; the next request to it is for its rules."""
        origin, now = urls.origin(claim.url), self._clock()
        self._known.of(claim.host).robots.pop(origin, None)
        state = RobotsState(origin, now, now + self._retry_delay(RobotsUnknownError(ending), claim.tries), 0, claim.tries, ending=ending)
        self._states.put(state)
        if ending.cause is Cause.WRONG_SCHEME:
            self._frontier.finish(claim, VisitResult(ending))
        else:
            final = VisitResult(replace(ending, count=claim.tries))
            self._frontier.retry(claim, state.until, final, self._backoff(origin, state.until, ending))

    def _release_or_finish(self, claim: Claim, state: RobotsState, *, requested: bool) -> None:
        """Release a claim of a host with unknown rules; finish it if the port speaks another scheme or the host stays unreachable."""
        assert state.ending is not None
        if state.ending.cause is Cause.WRONG_SCHEME:
            self._frontier.finish(claim, VisitResult(state.ending, requested=requested))
        elif state.ending.kind is Kind.UNREACHABLE and state.until - state.at >= DAY:  # the back-off has doubled up to a day
            self._frontier.finish(claim, VisitResult(replace(state.ending, count=state.tries), requested=requested))
        else:
            self._frontier.release(claim, state.until, self._backoff(state.origin, state.until, state.ending))

    def _backoff(self, origin: str, until: float, ending: Ending) -> Backoff | None:
        """Return a back-off for the whole host; None if its other scheme is reachable, since on some sites https fails while http works."""
        scheme, _, name = origin.partition("://")
        other = self._states.get(f"{'http' if scheme == 'https' else 'https'}://{name}")
        other_reachable = other is not None and other.status and self._clock() < other.until
        return None if other_reachable else Backoff(until, ending)

    def _retry_delay(self, error: RobotsUnknownError, tries: int) -> float:
        now = moment(self._clock())
        if error.ending.kind is Kind.UNREACHABLE:
            delays = _RARE_RECONNECT.get(error.ending.cause, _RECONNECT)
            if tries <= len(delays):
                return delays[tries - 1]
            return min(_FIRST_BACKOFF * 2.0 ** min(tries - len(delays) - 1, 20), DAY)
        delay = self._settings.politeness.retry_in(503, tries, error.retry_after, now) if tries <= _QUICK_RETRIES else None
        if delay is not None:
            return delay
        backoff = _FIRST_BACKOFF * 2.0 ** min(max(tries - _QUICK_RETRIES - 1, 0), 20)
        return min(max(backoff, retry_after_seconds(error.retry_after, now) or 0.0), DAY)
