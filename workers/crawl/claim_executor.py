"""Executes one claim: checks robots.txt, makes one request, and stores the response in the archive and the frontier.

Between two claims a process keeps only open connections and, for a minute, its cache of hosts. All other state is in the database, so any
process may execute any claim. If a host's rules cannot be read, or the host sends Retry-After, the process backs off, and no URL is lost.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

from indexer.cause import Cause
from indexer.errors import PageError, fault, is_page_fault
from indexer.outcome import Ending, Kind
from indexer.store.validators import is_doubtful
from workers.archive.originals import Originals
from workers.archive.page_store import PageStore, check_room
from workers.clock import DAY, Clock, moment
from workers.crawl.host_cache import CachedHost, HostCache
from workers.crawl.moved_sites import MovedSites
from workers.crawl.outlinks import NAMED, Outlinks, lies_elsewhere, sent_cookie
from workers.crawl.robots_cache import RobotsCache
from workers.fetch.addresses import RefusedAddressError
from workers.fetch.fetcher import Fetcher, Response, Validator
from workers.fetch.settings import CrawlSettings
from workers.frontier.frontier import Frontier
from workers.frontier.values import Backoff, Claim, VisitResult
from workers.reading.page_cache import PageCache
from workers.reading.parsed_response import ParsedResponse, parse_response

_LOG = logging.getLogger("winnow.crawl")
_POISON_TRIES = 2
_OF_HOST = frozenset({Cause.CONNECTION_REFUSED, Cause.UNKNOWN_HOST, Cause.TLS, Cause.WRONG_SCHEME})
"""Causes of failures that affect a whole host; a time-out may affect a single page."""


def nothing_scheduled(_site: str) -> bool:
    """Return False: no site is on the revisit schedule, and all links are followed."""
    return False


class ClaimExecutor:
    """Executes claims one after another.

    Parameters
    ----------
    is_scheduled : callable
        Returns whether the revisit policy decides which links of a site are visited; then no links are queued here.
    pages : PageCache or None
        The cache to which each archived page is added.

    Attributes
    ----------
    received : int
        The bytes of the received bodies before decoding.
    moved : dict of str to str
        The new registered domains of moved sites, by the old ones.
    start_targets : dict of str to set of str
        The other registered domains to which start pages have redirected, by that of the start page.
    dead_ends : set of str
        URL shapes (`workers.reading.traps`) whose pages repeatedly had known content.
    """

    def __init__(
        self,
        frontier: Frontier,
        store: PageStore,
        fetcher: Fetcher,
        settings: CrawlSettings,
        clock: Clock,
        is_scheduled: Callable[[str], bool] = nothing_scheduled,
        pages: PageCache | None = None,
    ) -> None:
        self._frontier = frontier
        self._store = store
        self._originals = Originals(frontier.database, store.place)
        self._fetcher = fetcher
        self._settings = settings
        self._clock = clock
        self._known = HostCache(frontier.database, clock, is_scheduled)
        self._rules = RobotsCache(frontier, fetcher, settings, self._known, clock)
        self._outlinks = Outlinks(settings, self._known)
        self._moves = MovedSites(frontier.database, fetcher, settings, self._known, clock)
        self._pages = PageCache() if pages is None else pages
        self.received = 0
        self.moved = self._moves.found
        self.start_targets = self._outlinks.start_targets
        self.dead_ends: set[str] = set()

    def execute(self, claim: Claim) -> None:
        """Make one request for a claim's page or its host's robots.txt; then release the claim or finish its visit.

        After an unexpected error, the page is retried once; a second error loses this page only.

        Raises
        ------
        ArchiveError
            If a response could not be stored; the claim is still leased.
        """
        check_room(self._store.place)
        try:
            self._execute(claim)
        except Exception as error:  # loses this page only, and the loss is counted
            if not is_page_fault(error):
                raise
            result = VisitResult(Ending(Kind.FETCH_FAILED, Cause.FAULT, detail=fault(error)))
            _LOG.warning("%s: %s", claim.url, result.ending.reason)
            if claim.tries < _POISON_TRIES:
                self._frontier.retry(claim, self._clock(), result)
            else:
                self._frontier.finish(claim, result)

    def _execute(self, claim: Claim) -> None:
        skipped = self._skipped(claim)
        if skipped is not None:
            self._frontier.finish(claim, VisitResult(skipped, requested=False))
            return
        robots = self._rules.of(claim)
        if robots is None:
            return
        if self._moves.check(claim, robots):
            self._frontier.release(claim)  # the page's own request follows after the host's delay
        elif robots.allows(claim.url):
            self._fetch(claim)
        else:
            self._frontier.finish(claim, VisitResult(Ending(Kind.ROBOTS, Cause.ROBOTS), requested=False))

    def _skipped(self, claim: Claim) -> Ending | None:
        """Return the ending of a URL that is skipped without reading robots.txt; None for others."""
        limit, known = self._settings.max_depth, self._known.of(claim.host)
        too_deep = Ending(Kind.SKIPPED, Cause.DEPTH_LIMIT, limit=limit) if claim.depth > limit else None
        named = not claim.depth or claim.visits > 0 or NAMED in claim.carry
        out_of_scope = self._settings.scope.refuses(claim.url, named=named)
        return out_of_scope or known.traps.refuses(claim.url) or too_deep or _another_session(claim.url, known)

    def _fetch(self, claim: Claim) -> None:
        validator = Validator(claim.etag, claim.last_modified) if claim.etag or claim.last_modified else None
        if validator is not None and is_doubtful(self._frontier.database, claim.id):
            validator = None
        try:
            response = self._fetcher.get(claim.url, sent_cookie(claim), validator)
        except RefusedAddressError as error:
            self._frontier.finish(claim, VisitResult(error.ending))
            return
        except PageError as error:
            self._no_response(claim, error.ending)
            return
        self.received += len(response.body)
        self._process(claim, response)

    def _process(self, claim: Claim, response: Response) -> None:
        parsed = parse_response(response, self._settings.limits, moment(self._clock()))
        result = VisitResult(parsed.ending)
        if parsed.page is not None and lies_elsewhere(claim, self._known.of(claim.host)):
            foreign = Ending(Kind.NOT_HTML, Cause.MEDIA_TYPE, status=response.status, detail="a page of another site, named as a feed")
            self._frontier.finish(claim, VisitResult(foreign))
        elif parsed.retryable:
            self._retry(claim, parsed)
        elif self._moves.suspects(claim, parsed.ending):
            self._frontier.release(claim)
        elif parsed.archivable:
            self._archive(claim, parsed, response)
        elif response.status == 304:
            at = self._clock()
            self._store.keep_revisit(response, self._originals.of(claim.id), moment(at))
            self._frontier.finish(claim, replace(result, changed=False, at=at))
        else:
            self._store.keep_failure(claim.url, parsed.ending)
            self._frontier.finish(claim, result)

    def _no_response(self, claim: Claim, ending: Ending) -> None:
        if ending.cause in _OF_HOST and not lies_elsewhere(claim, self._known.of(claim.host)):
            self._rules.unreachable(claim, ending)
        else:
            self._retry(claim, ParsedResponse(ending))

    def _retry(self, claim: Claim, parsed: ParsedResponse) -> None:
        """Retry after a temporary failure, after the server's Retry-After or the back-off, but at most a day later."""
        now = self._clock()
        final = VisitResult(replace(parsed.ending, count=claim.tries))
        wait = self._settings.politeness.retry_in(parsed.ending.status, claim.tries, "", moment(now))
        if wait is None and not parsed.retry_after:
            self._frontier.finish(claim, final)
            return
        until = now + min(max(wait or 0.0, parsed.retry_after), DAY)
        elsewhere = lies_elsewhere(claim, self._known.of(claim.host))
        self._frontier.retry(claim, until, final, None if elsewhere else Backoff(until, parsed.ending))

    def _archive(self, claim: Claim, parsed: ParsedResponse, response: Response) -> None:
        """Store a conclusive response in the archive, and then its result and outlinks in the frontier.

        If a worker is lost in between, the archive has an extra record, but never lacks one.
        """
        again = self._outlinks.cookie_again(claim, parsed, response)
        if again is not None and again.url == claim.url:
            self._frontier.retry(claim, self._clock(), VisitResult(parsed.ending), carry=again.carry)
            return
        temporary = parsed.ending.kind is Kind.REDIRECT and not parsed.ending.moved  # each temporary redirect gets a record
        changed = temporary or not (claim.content_hash and claim.content_hash == parsed.content_hash)
        record, at = None, self._clock()
        if changed:
            record = self._store.keep(response, moment(at))
            if parsed.page is not None:
                self._pages.begin(self._store.place.entry(claim.url, record).source, parsed.unreadable or parsed.page)
        else:
            self._store.keep_revisit(response, self._originals.of(claim.id), moment(at))
        links = self._outlinks.of(claim, parsed, response)
        if links.dead_end:
            self.dead_ends.add(links.dead_end)
        if links.moved:
            parsed = replace(parsed, ending=Ending(Kind.REDIRECT, Cause.REFRESH, links.moved, status=response.status))
        elif parsed.page is not None:
            self._known.answers_itself(claim.host)
        tag, date = response.validator.etag, response.validator.last_modified
        result = VisitResult(parsed.ending, etag=tag, last_modified=date, content_hash=parsed.content_hash, record=record, at=at)
        self._frontier.finish(claim, result, links.found, links.refused)
        if again is not None:
            self._frontier.schedule([again])


def _another_session(url: str, known: CachedHost) -> Ending | None:
    """Return the ending of a URL that differs from an earlier one only in a session identifier; None for others."""
    first = known.first_url_of(url)
    return None if first == url else Ending(Kind.SKIPPED, Cause.SESSION_ID, duplicate_of=first, detail=str(known.session_ids.of(url)))
