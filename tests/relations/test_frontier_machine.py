"""The frontier against a slow twin that keeps everything in dictionaries and looks at all of it each time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test

from harness.servers import empty
from indexer.cause import Cause
from indexer.outcome import Ending, Kind
from indexer.store.database import Database
from indexer.store.url_lifecycle import TRANSITIONS, State
from indexer.urls import site_key
from workers.frontier.frontier import Frontier
from workers.frontier.values import Backoff, Claim, CrawlRequest, FrontierParams, RejectedUrl, VisitResult
from workers.frontier.view import FrontierView

TRAP = Ending(Kind.SKIPPED, Cause.TRAP_PATH)
PARAMS = FrontierParams(delay=2.0, lease=10.0, max_tries=3)
HOSTS = ("a.org", "b.org", "c.org")
urls = st.builds("https://{}/{}".format, st.sampled_from(HOSTS), st.integers(0, 4))
waits = st.sampled_from((0.0, 0.5, 2.0, 5.0, 12.0, 40.0))
kinds = st.sampled_from((Kind.FETCHED, Kind.GONE, Kind.HTTP_ERROR))


@dataclass
class TwinUrl:
    """A URL of the twin."""

    order: int
    priority: int
    due: float
    state: str = "waiting"
    tries: int = 0
    claims: int = 0
    visits: int = 0
    records: int = 0
    kind: Kind | None = None


@dataclass
class TwinHost:
    """A host of the twin; `requested` is when the last request to it can have ended."""

    next_at: float = 0.0
    blocked: float = 0.0
    leased: str = ""
    until: float = 0.0

    def gate(self) -> float:
        """When it may be asked again."""
        return max(self.next_at, self.blocked, self.until + PARAMS.delay if self.leased else 0.0)


class Machine(RuleBasedStateMachine):
    """Every method of the frontier in any order, with workers that are lost and workers that come too late."""

    database: Database

    @initialize()
    def begin(self) -> None:
        empty(self.database)
        self.now = 1_000.0
        self.frontier = Frontier(self.database, lambda: self.now, PARAMS)
        self.view = FrontierView(self.database)
        self.urls: dict[str, TwinUrl] = {}
        self.hosts = {name: TwinHost() for name in HOSTS}
        self.out: list[Claim] = []
        self.states: dict[str, State] = {}

    @rule(wait=waits)
    def time_passes(self, wait: float) -> None:
        self.now += wait

    @rule(items=st.lists(st.tuples(urls, st.integers(0, 2), waits), max_size=4))
    def add(self, items: list[tuple[str, int, float]]) -> None:
        found = [CrawlRequest(url, priority, self.now + wait) for url, priority, wait in items]
        assert self.frontier.add(found) == self._new(found)

    @rule(url=urls, priority=st.integers(0, 2), wait=waits)
    def plan(self, url: str, priority: int, wait: float) -> None:
        item = CrawlRequest(url, priority, self.now + wait)
        known = self.urls.get(url)
        assert self.frontier.schedule([item]) == (known is not None)
        if known is None:
            self._new([item])
        elif known.state != "fetching":
            known.state, known.priority, known.due = "waiting", priority, self.now + wait

    @rule(limit=st.sampled_from((1, 2, 9)), hosts=st.none() | st.sets(st.sampled_from(HOSTS)))
    def claim(self, limit: int, hosts: set[str] | None) -> None:
        if any(host.leased and host.gate() <= self.now for host in self.hosts.values()):
            limit = 9  # which of the lost leases a smaller claim takes back is left open
        claims = self.frontier.claim(limit, hosts)
        possible = {name: url for name in HOSTS if hosts is None or name in hosts for url in self._next(name)}
        assert len(claims) <= limit
        assert limit < 9 or len(claims) == len(possible)
        for claim in claims:
            assert claim.url == possible.pop(claim.host), "the twin's choice, and one of a host"
            self._take(claim)

    @precondition(lambda self: self.out)
    @rule(data=st.data(), kind=kinds, again=st.none() | waits, links=st.lists(urls, max_size=3), traps=st.lists(urls, max_size=2), rest=st.none() | waits)
    def finish(self, data: st.DataObject, kind: Kind, again: float | None, links: list[str], traps: list[str], rest: float | None) -> None:
        claim, requested = self._pick(data), data.draw(st.booleans())
        ending = VisitResult(Ending(kind), next_visit=None if again is None else self.now + again, requested=requested)
        found = [CrawlRequest(url, 1) for url in links]
        wait = None if rest is None else Backoff(self.now + rest)
        held = self._held(claim)
        assert self.frontier.finish(claim, ending, found, [RejectedUrl(url, TRAP) for url in traps], backoff=wait) == held
        if held:
            self._new(found)
            for url in [url for url in dict.fromkeys(traps) if url not in self.urls]:
                self.urls[url] = TwinUrl(len(self.urls), 0, self.now, "finished", records=1, kind=Kind.SKIPPED)
            self._ended(claim.url, kind, None if again is None else self.now + again)
            self._free(claim.host, rest, requested=requested)

    @precondition(lambda self: self.out)
    @rule(data=st.data(), wait=waits)
    def retry(self, data: st.DataObject, wait: float) -> None:
        claim = self._pick(data)
        held = self._held(claim)
        again = self.frontier.retry(claim, self.now + wait, VisitResult(Ending(Kind.FETCH_FAILED)))
        assert again == (held and claim.tries < PARAMS.max_tries)
        if held and again:
            self.urls[claim.url].state, self.urls[claim.url].due = "waiting", self.now + wait
        elif held:
            self._ended(claim.url, Kind.FETCH_FAILED, None)
        if held:
            self._free(claim.host, None)

    @precondition(lambda self: self.out)
    @rule(data=st.data())
    def release(self, data: st.DataObject) -> None:
        claim = self._pick(data)
        held = self._held(claim)
        assert self.frontier.release(claim) == held
        if held:
            url = self.urls[claim.url]
            url.state, url.due, url.tries = "waiting", 0.0, url.tries - 1
            self._free(claim.host, None)

    @precondition(lambda self: self.out)
    @rule(data=st.data())
    def resume(self, data: st.DataObject) -> None:
        claim = data.draw(st.sampled_from(self.out))
        held = self._held(claim)
        resumed = self.frontier.resume(claim.id, claim.number)
        assert (resumed is not None) == held
        if resumed is not None:
            assert resumed == replace(claim, number=claim.number + 1, until=self.now + PARAMS.lease)
            self.hosts[claim.host].until = self.now + PARAMS.lease
            self.urls[claim.url].claims += 1
            self.out.append(resumed)

    @rule(url=urls)
    def close(self, url: str) -> None:
        waiting = [u for u, known in self.urls.items() if site_key(u) == site_key(url) and known.state == "waiting"]
        assert self.frontier.close_host(url, Ending(Kind.ROBOTS, Cause.EARLIER, detail="no")) == len(waiting)
        for u in waiting:
            self._ended(u, Kind.ROBOTS, None)

    @invariant()
    def counts_add_up(self) -> None:
        if not hasattr(self, "urls"):
            return
        seen = {state.url: state for name in HOSTS for state in self.view.urls(name)}
        assert seen.keys() == self.urls.keys()
        for url, known in self.urls.items():
            state = "waiting" if seen[url].state in (State.QUEUED, State.DEFERRED) else seen[url].state.value
            assert (state, seen[url].visits, seen[url].kind) == (known.state, known.visits, known.kind), url
            assert len(self.view.history(url, 999)) == known.records
            before, after = self.states.get(url), seen[url].state
            assert before is after or after in TRANSITIONS[before], url
            self.states[url] = after
        for counts in self.view.counts():
            mine = [known for url, known in self.urls.items() if site_key(url) == counts.host]
            assert counts.urls == len(mine)
            assert counts.outcomes == Counter(known.kind.value for known in mine if known.kind)

    @invariant()
    def it_wakes_when_there_is_something_to_do(self) -> None:
        if not hasattr(self, "urls"):
            return
        for name in HOSTS:
            host, dues = self.hosts[name], self._dues(name)
            expected = host.gate() if host.leased else max(host.gate(), min(dues)) if dues else None
            told = self.frontier.next_ready_at({name})
            assert (told is None) == (expected is None)
            assert told is None or expected is None or max(told, self.now) == max(expected, self.now), name

    def _new(self, found: list[CrawlRequest]) -> int:
        before = len(self.urls)
        for item in found:
            if item.url not in self.urls:
                self.urls[item.url] = TwinUrl(len(self.urls), item.priority, self.now if item.due is None else item.due)
        return len(self.urls) - before

    def _dues(self, name: str) -> list[float]:
        return [known.due for url, known in self.urls.items() if site_key(url) == name and known.state == "waiting"]

    def _next(self, name: str) -> Iterator[str]:
        """The URL that the host gives now; a lease that is lost is taken back on the way."""
        host = self.hosts[name]
        if host.gate() > self.now:
            return
        if host.leased:
            lost = self.urls[host.leased]
            lost.state, lost.due = "waiting", self.now
            if lost.tries >= PARAMS.max_tries:
                self._ended(host.leased, Kind.FETCH_FAILED, None)
            host.leased = ""
        waiting = [(u.priority, u.due, u.order, url) for url, u in self.urls.items() if site_key(url) == name and u.state == "waiting"]
        due = [item for item in waiting if item[1] <= self.now]
        if due:
            yield min(due)[3]

    def _take(self, claim: Claim) -> None:
        url, host = self.urls[claim.url], self.hosts[claim.host]
        assert not host.leased
        url.state, url.tries, url.claims = "fetching", url.tries + 1, url.claims + 1
        assert (claim.number, claim.tries, claim.visits, claim.until) == (url.claims, url.tries, url.visits, self.now + PARAMS.lease)
        assert claim.free_at == host.next_at <= self.now
        host.leased, host.until = claim.url, claim.until
        self.out.append(claim)

    def _pick(self, data: st.DataObject) -> Claim:
        return self.out.pop(data.draw(st.integers(0, len(self.out) - 1)))

    def _held(self, claim: Claim) -> bool:
        url = self.urls[claim.url]
        return url.state == "fetching" and url.claims == claim.number

    def _ended(self, name: str, kind: Kind, again: float | None) -> None:
        url = self.urls[name]
        url.state, url.tries, url.visits, url.kind = "finished" if again is None else "waiting", 0, url.visits + 1, kind
        url.records += 1
        url.due = url.due if again is None else again

    def _free(self, name: str, rest: float | None, *, requested: bool = True) -> None:
        host = self.hosts[name]
        host.leased, host.next_at = "", max(host.next_at, self.now + PARAMS.delay if requested else 0.0)
        if rest is not None:
            host.blocked = max(host.blocked, self.now + rest)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "examples"), [("sqlite", 25), ("postgresql", 8)])
def test_any_order_of_calls(kind: str, examples: int, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    url = "" if kind == "sqlite" else str(request.getfixturevalue("_migrated"))
    with Database.open(tmp_path, url) as database:
        machine = type("Bound", (Machine,), {"database": database})
        how = settings(max_examples=examples, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck))
        run_state_machine_as_test(machine, settings=how)
