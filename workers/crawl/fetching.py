"""One claim carried out: the host's rules first, then one request, and what its answer means for the frontier and the archive.

Nothing is remembered here between two claims but open connections and what is known of hosts for a minute; everything else is in the
database, so that any process may carry out any claim. A host whose rules cannot be read, or which asks for patience, is left alone for a
while and loses no URL.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

from indexer.article.clean import REFRESH
from indexer.errors import PageError, fault, is_of_page
from indexer.outcome import Kind
from workers.archive.originals import Originals
from workers.archive.page_store import PageStore
from workers.archive.room import check_room
from workers.clock import Clock, moment
from workers.crawl.host_rules import DAY, HostRules
from workers.crawl.known_hosts import KnownHosts
from workers.crawl.leads import Leads, sent
from workers.fetch.addresses import RefusedAddressError
from workers.fetch.fetcher import Fetched, Fetcher, Validator
from workers.fetch.settings import CrawlSettings
from workers.frontier.queue import Frontier
from workers.frontier.values import Claim, Ending, Rest
from workers.reading.answer import Reading, read
from workers.reading.redirects import is_lasting

_LOG = logging.getLogger("winnow.crawl")
_POISON_TRIES = 2


def never(_site: str) -> bool:
    """No site is watched: every link of theirs is followed."""
    return False


class Fetching:
    """Carries out claims, one after another.

    Parameters
    ----------
    frontier : Frontier
    store : PageStore
    fetcher : Fetcher
    settings : CrawlSettings
    clock : callable
    watched : callable
        Whether somebody else decides which links of a site are visited: then none are queued here.

    Attributes
    ----------
    received : int
        Bytes of bodies, as sent.
    dead_ends : set of str
        Shapes of URLs (`workers.reading.traps`) whose pages said nothing new one after another.
    """

    def __init__(
        self,
        frontier: Frontier,
        store: PageStore,
        fetcher: Fetcher,
        settings: CrawlSettings,
        clock: Clock,
        watched: Callable[[str], bool] = never,
    ) -> None:
        self._frontier = frontier
        self._store = store
        self._originals = Originals(frontier.database, store.place)
        self._fetcher = fetcher
        self._settings = settings
        self._clock = clock
        self._known = KnownHosts(frontier.database, clock, watched)
        self._rules = HostRules(frontier, fetcher, settings, self._known, clock)
        self._leads = Leads(settings, self._known)
        self.received = 0
        self.dead_ends: set[str] = set()

    def carry_out(self, claim: Claim) -> None:
        """One request for a claim's page, or for its host's robots.txt; at the end the claim is given back or its visit is over.

        A page on which the program fails loses itself, after another try, and nothing else.

        Raises
        ------
        ArchiveError
            Where an answer could not be kept, or was not; the claim is still held.
        """
        check_room(self._store.place)
        try:
            self._carry_out(claim)
        except Exception as error:  # whatever a page does that no test foresaw; its loss is counted
            if not is_of_page(error):
                raise
            reason = f"the program failed on it: {fault(error)}"
            _LOG.warning("%s: %s", claim.url, reason)
            ending = Ending(Kind.FETCH_FAILED, reason)
            if claim.tries < _POISON_TRIES:
                self._frontier.retry(claim, self._clock(), ending)
            else:
                self._frontier.end(claim, ending)

    def _carry_out(self, claim: Claim) -> None:
        unasked = self._unasked(claim)
        if unasked is not None:
            self._frontier.end(claim, unasked)
            return
        robots = self._rules.of(claim)
        if robots is None:
            return
        if robots.allows(claim.url):
            self._fetch(claim)
        else:
            self._frontier.end(claim, Ending(Kind.ROBOTS, "robots.txt forbids it", asked=False))

    def _unasked(self, claim: Claim) -> Ending | None:
        """Why a URL is not asked for, whatever its host allows."""
        reason = self._known.of(claim.host).traps.refuses(claim.url)
        if reason is None and claim.depth > self._settings.max_depth:
            reason = f"deeper than {self._settings.max_depth} links"
        return None if reason is None else Ending(Kind.SKIPPED, reason, asked=False)

    def _fetch(self, claim: Claim) -> None:
        validator = Validator(claim.etag, claim.last_modified) if claim.etag or claim.last_modified else None
        try:
            fetched = self._fetcher.get(claim.url, sent(claim), validator)
        except RefusedAddressError as error:
            self._frontier.end(claim, Ending(error.kind, error.reason))
            return
        except PageError as error:
            self._again(claim, Reading(error.kind, error.reason), Ending(error.kind, error.reason))
            return
        self.received += len(fetched.body)
        reading = read(fetched, self._settings.limits, moment(self._clock()))
        ending = Ending(reading.kind, reading.reason, fetched.status)
        if reading.passing:
            self._again(claim, reading, ending)
        elif reading.lasting:
            self._keep(claim, reading, fetched)
        elif fetched.status == 304:
            self._store.revisit(fetched, self._originals.of(claim.id))
            self._frontier.end(claim, replace(ending, changed=False))
        else:
            self._store.note(claim.url, reading.kind, reading.reason)
            self._frontier.end(claim, ending)

    def _again(self, claim: Claim, reading: Reading, otherwise: Ending) -> None:
        """Another try for what may pass, after as long as the server asks for, but for no longer than a day."""
        now = self._clock()
        if claim.tries > 1:
            otherwise = replace(otherwise, reason=f"{otherwise.reason} after {claim.tries} tries")
        wait = self._settings.politeness.retry_in(otherwise.status, claim.tries, "", moment(now))
        if wait is None and not reading.asked:
            self._frontier.end(claim, otherwise)
            return
        until = now + min(max(wait or 0.0, reading.asked), DAY)
        self._frontier.retry(claim, until, otherwise, Rest(until, reading.reason))

    def _keep(self, claim: Claim, reading: Reading, fetched: Fetched) -> None:
        """An answer that says something about the page: into the archive, then with its links into the frontier.

        In this order, a worker that is lost between the two leaves a record too many, and none too few.
        """
        again = self._leads.cookie_again(claim, reading, fetched)
        if again is not None and again.url == claim.url:
            self._frontier.retry(claim, self._clock(), Ending(reading.kind, reading.reason, fetched.status), carry=again.carry)
            return
        sent_on = reading.kind is Kind.REDIRECT and not is_lasting(reading.reason)  # that it still is says something each time
        changed = sent_on or not (claim.content_hash and claim.content_hash == reading.content_hash)
        record = None
        if changed:
            record = self._store.keep(fetched)
        else:
            self._store.revisit(fetched, self._originals.of(claim.id))
        led = self._leads.of(claim, reading, fetched)
        if led.dead_end:
            self.dead_ends.add(led.dead_end)
        if led.moved:
            reading = replace(reading, kind=Kind.REDIRECT, reason=f"{REFRESH} to {led.moved[:500]}")
        tag, date = fetched.validator.etag, fetched.validator.last_modified
        ending = Ending(
            reading.kind, reading.reason, fetched.status, etag=tag, last_modified=date, content_hash=reading.content_hash, record=record
        )
        self._frontier.end(claim, ending, led.found, led.refused)
        if again is not None:
            self._frontier.plan([again])
