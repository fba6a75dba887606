"""One claim carried out: the host's rules first, then one request, and what its answer means for the frontier and the archive.

Nothing is remembered here between two claims but open connections and what the traps have learned; everything else is in the database, so
that any worker may carry out any claim. A host whose rules cannot be read, or which asks for patience, is left alone for a while and loses
no URL; the embedded loop (`workers.visits`) would close it for its run.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from indexer import urls
from indexer.errors import PageError
from indexer.outcome import Kind
from indexer.store.sites import Sites
from workers.addresses import RefusedAddressError
from workers.answer import Reading, read
from workers.clock import Clock, moment
from workers.cookies import cookies
from workers.crawl_settings import PRODUCT, CrawlSettings
from workers.discover import discover
from workers.fetch import Fetched, Fetcher, Validator
from workers.frontier_queue import Frontier
from workers.frontier_robots import RobotsState, RobotsStates
from workers.frontier_values import Claim, Ending, Found, Refused, Rest
from workers.page_store import PageStore
from workers.robots import Robots, RobotsUnknownError, read_robots
from workers.traps import Traps

_DAY = 86_400.0
_REMEMBERED, _MOST_HOSTS = 60.0, 500
"""Seconds for which a site's names are not asked for again, and hosts that are remembered."""
_FIRST_WAIT = 60.0
"""Seconds before a robots.txt that could not be read is asked for again; each time twice as long, at most a day."""


@dataclass(slots=True)
class _Known:
    """What this process remembers of a host: enough not to ask the database for it each time, and soon asked for anew."""

    until: float
    names: frozenset[str]
    traps: Traps
    robots: dict[str, tuple[float, Robots]] = field(default_factory=dict)


class Fetching:
    """Carries out claims, one after another.

    Parameters
    ----------
    frontier : Frontier
    store : PageStore
    fetcher : Fetcher
    settings : CrawlSettings
    clock : callable
    """

    def __init__(self, frontier: Frontier, store: PageStore, fetcher: Fetcher, settings: CrawlSettings, clock: Clock) -> None:
        self._frontier = frontier
        self._store = store
        self._fetcher = fetcher
        self._settings = settings
        self._clock = clock
        self._states = RobotsStates(frontier.database)
        self._sites = Sites(frontier.database)
        self._known: OrderedDict[str, _Known] = OrderedDict()

    def carry_out(self, claim: Claim) -> None:
        """One request for a claim's page, or for its host's robots.txt; at the end the claim is given back or its visit is over."""
        robots = self._rules(claim)
        if robots is None:
            return
        trap = self._of(claim.host).traps.refuses(claim.url)
        if trap:
            self._frontier.end(claim, Ending(Kind.SKIPPED, trap, asked=False))
        elif not robots.allows(claim.url):
            self._frontier.end(claim, Ending(Kind.ROBOTS, "robots.txt forbids it", asked=False))
        else:
            self._fetch(claim)

    def _rules(self, claim: Claim) -> Robots | None:
        """The rules of the claim's origin; None where they had to be asked for and the claim was given back."""
        origin, now = urls.origin(claim.url), self._clock()
        rules = self._of(claim.host).robots.get(origin)
        if rules is not None and now < rules[0]:
            return rules[1]
        state = self._states.get(origin)
        if state is not None and now < state.until:
            if state.status:
                parsed = Robots.parse(state.body, PRODUCT)
                self._of(claim.host).robots[origin] = (state.until, parsed)
                return parsed
            self._frontier.release(claim, state.until, Rest(state.until, state.reason))
            return None
        try:
            robots = read_robots(self._fetcher, claim.url, PRODUCT)
        except RobotsUnknownError as error:
            self._defer(claim, origin, error, (state.tries if state else 0) + 1)
            return None
        self._states.put(RobotsState(origin, now, now + _DAY, 200, body=robots.text.encode()))
        self._frontier.slow_down(claim.url, robots.crawl_delay or 0.0)
        self._frontier.release(claim)
        return None

    def _defer(self, claim: Claim, origin: str, error: RobotsUnknownError, tries: int) -> None:
        """Nobody knows what the host allows: leave it alone (RFC 9309, 2.3.1.4)."""
        now = self._clock()
        until = now + min(_FIRST_WAIT * 2 ** min(tries - 1, 20), _DAY)
        if error.final:
            self._frontier.end(claim, Ending(Kind.FETCH_FAILED, error.reason))
            return
        self._states.put(RobotsState(origin, now, until, 0, tries, reason=error.reason))
        self._frontier.release(claim, until, Rest(until, f"{error.reason}; what it allows is unknown"))

    def _fetch(self, claim: Claim) -> None:
        validator = Validator(claim.etag, claim.last_modified) if claim.etag or claim.last_modified else None
        now = moment(self._clock())
        try:
            fetched = self._fetcher.get(claim.url, str(claim.carry.get("cookie", "")), validator)
        except RefusedAddressError as error:
            self._frontier.end(claim, Ending(error.kind, error.reason))
            return
        except PageError as error:
            self._again(claim, Reading(error.kind, error.reason), Ending(error.kind, error.reason))
            return
        reading = read(fetched, self._settings.limits, now)
        ending = Ending(reading.kind, reading.reason, fetched.status)
        if reading.passing:
            self._again(claim, reading, ending)
        elif reading.lasting:
            self._keep(claim, reading, fetched)
        elif fetched.status == 304:
            self._store.revisit(fetched)
            self._frontier.end(claim, replace(ending, changed=False))
        else:
            self._store.note(claim.url, reading.kind, reading.reason)
            self._frontier.end(claim, ending)

    def _again(self, claim: Claim, reading: Reading, otherwise: Ending) -> None:
        """Another try for what may pass, after as long as the server asks for, but for no longer than a day."""
        now = self._clock()
        wait = self._settings.politeness.retry_in(otherwise.status, claim.tries, "", moment(now))
        if wait is None and not reading.asked:
            self._frontier.end(claim, otherwise)
            return
        until = now + min(max(wait or 0.0, reading.asked), _DAY)
        self._frontier.retry(claim, until, otherwise, Rest(until, reading.reason))

    def _keep(self, claim: Claim, reading: Reading, fetched: Fetched) -> None:
        """An answer that says something about the page: into the archive, then with its links into the frontier.

        In this order, a worker that is lost between the two leaves a record too many, and none too few.
        """
        again = self._again_with_cookie(claim, reading, fetched)
        if again is not None and again.url == claim.url:
            self._frontier.retry(claim, self._clock(), Ending(reading.kind, reading.reason, fetched.status), carry=again.carry)
            return
        changed = not (claim.content_hash and claim.content_hash == reading.content_hash)
        record = self._store.keep(fetched) if changed else None
        found, refused = self._links(claim, reading, fetched)
        tag, date = fetched.validator.etag, fetched.validator.last_modified
        ending = Ending(
            reading.kind, reading.reason, fetched.status, etag=tag, last_modified=date, content_hash=reading.content_hash, record=record
        )
        self._frontier.end(claim, ending, found, refused)
        if again is not None:
            self._frontier.plan([again])

    def _again_with_cookie(self, claim: Claim, reading: Reading, fetched: Fetched) -> Found | None:
        """A redirect back to where its chain has been is followed once more if a cookie was set on the way."""
        target = urls.resolve(claim.url, reading.location) if reading.location else None
        sent = str(claim.carry.get("cookie", ""))
        cookie = cookies(sent, fetched)
        chain = [*claim.carry.get("hops", ()), claim.url]
        if target not in chain or cookie == sent or chain.count(target) > 1 or len(chain) > self._settings.max_redirects:
            return None
        return Found(str(target), -1, depth=claim.depth, carry={"hops": chain, "cookie": cookie})

    def _links(self, claim: Claim, reading: Reading, fetched: Fetched) -> tuple[list[Found], list[Refused]]:
        if reading.location:
            return self._redirect(claim, reading.location, cookies(str(claim.carry.get("cookie", "")), fetched)), []
        if reading.text is None:
            return [], []
        seen = discover(reading.text, claim.url, fetched.answer.headers.get("x-robots-tag", ""), PRODUCT)
        known = self._of(claim.host)
        echoes = known.traps.note(claim.url, seen.fingerprint, int(claim.carry.get("echoes", 0)))
        if Traps.is_dead_end(echoes):
            return [], []
        links = [link for link in seen.links if urls.site_key(link) in known.names]
        return self._admitted(links, known.traps, claim.depth + 1, {"echoes": echoes} if echoes else {})

    def _admitted(
        self, links: list[str], traps: Traps, depth: int, carry: Mapping[str, Any]
    ) -> tuple[list[Found], list[Refused]]:
        found, refused = [], []
        for link in links:
            trap = traps.refuses(link)
            if trap is None and depth > self._settings.max_depth:
                trap = f"deeper than {self._settings.max_depth} links"
            if trap is None:
                found.append(Found(link, depth, depth=depth, carry=carry))
            else:
                refused.append(Refused(link, Kind.SKIPPED, trap))
        return found, refused

    def _redirect(self, claim: Claim, location: str, cookie: str) -> list[Found]:
        """A redirect's target, first of its host; a start page may lead to the site's other name, other pages stay on the site."""
        target = urls.resolve(claim.url, location)
        hops = [*claim.carry.get("hops", ()), claim.url]
        if target is None or len(hops) > self._settings.max_redirects:
            return []
        key = urls.site_key(target)
        if key not in self._of(claim.host).names:
            if claim.depth or not self._settings.may_ask(target):
                return []
            self._sites.add_alias(claim.host, key, self._clock())
            self._known.pop(claim.host, None)
        return [Found(target, -1, depth=claim.depth, carry={"hops": hops, "cookie": cookie})]

    def _of(self, host: str) -> _Known:
        """What is remembered of a host; what its traps have learned is kept as long as the host is."""
        known, now = self._known.get(host), self._clock()
        if known is None or now >= known.until:
            names = frozenset({host, *self._sites.names(host)})
            known = _Known(now + _REMEMBERED, names, known.traps if known else Traps())
            self._known[host] = known
        self._known.move_to_end(host)
        while len(self._known) > _MOST_HOSTS:
            self._known.popitem(last=False)
        return known
