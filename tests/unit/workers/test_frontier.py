"""The frontier on both databases: what is dealt out, when, to whom, and what is on record afterwards."""

from __future__ import annotations

import pytest

from indexer.cause import Cause
from indexer.outcome import Ending, Kind
from indexer.store.database import Database
from indexer.store.url_lifecycle import State
from workers.frontier.frontier import Frontier
from workers.frontier.listeners import FrontierListener
from workers.frontier.values import Backoff, Claim, CrawlRequest, FrontierParams, RejectedUrl, VisitResult
from workers.frontier.view import FrontierView

TRAP = Ending(Kind.SKIPPED, Cause.TRAP_PATH)
DELAY, LEASE = 2.0, 60.0
FETCHED = VisitResult(Ending(Kind.FETCHED, status=200))
BUSY = Ending(Kind.HTTP_ERROR, Cause.STATUS, status=503)


class Hand:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Hand:
    return Hand()


@pytest.fixture
def frontier(database: Database, clock: Hand) -> Frontier:
    return Frontier(database, clock, FrontierParams(delay=DELAY, lease=LEASE, max_tries=3))


@pytest.fixture
def view(database: Database) -> FrontierView:
    return FrontierView(database)


def one(frontier: Frontier) -> Claim:
    """The only URL that can be had now."""
    (claim,) = frontier.claim(limit=100)
    return claim


def test_urls_are_dealt_out_by_priority_then_time_then_the_order_of_being_found(frontier: Frontier, clock: Hand) -> None:
    frontier.add([CrawlRequest("https://a.org/3", 1), CrawlRequest("https://a.org/1"), CrawlRequest("https://a.org/2"), CrawlRequest("https://a.org/0", due=5.0)])
    seen = []
    while frontier.next_ready_at() is not None:
        claim = one(frontier)
        seen.append(claim.url[-1])
        frontier.finish(claim, FETCHED)
        clock.now += DELAY
    assert seen == ["0", "1", "2", "3"]


def test_a_url_is_known_once_and_stays_as_it_is(frontier: Frontier, view: FrontierView) -> None:
    assert frontier.add([CrawlRequest("https://a.org/", 3), CrawlRequest("https://a.org/", 1)]) == 1
    assert frontier.add([CrawlRequest("https://a.org/", 0, due=9e9)]) == 0
    state = view.url("https://a.org/")
    assert state is not None
    assert (state.priority, state.state) == (3, State.QUEUED)


def test_one_request_at_a_time_goes_to_a_registered_domain(frontier: Frontier, clock: Hand) -> None:
    frontier.add([CrawlRequest("https://www.a.org/1"), CrawlRequest("http://a.org/2"), CrawlRequest("https://b.org/")])
    first, other = frontier.claim(limit=9)
    assert {first.host, other.host} == {"a.org", "b.org"}
    assert frontier.claim(limit=9) == []
    clock.now += 10
    assert frontier.claim(limit=9) == [], "not before the first has ended"
    frontier.finish(first if first.host == "a.org" else other, FETCHED)
    assert frontier.claim(limit=9) == []
    clock.now += DELAY
    assert one(frontier).host == "a.org"


def test_claims_of_named_hosts_alone(frontier: Frontier) -> None:
    frontier.add([CrawlRequest("https://a.org/"), CrawlRequest("https://b.org/")])
    assert [c.host for c in frontier.claim(9, hosts={"b.org", "c.org"})] == ["b.org"]
    assert frontier.claim(9, hosts=()) == []
    assert frontier.next_ready_at({"a.org"}) == 1_000.0
    assert frontier.next_ready_at({"c.org"}) is None


def test_a_lost_lease_is_dealt_out_again_after_lease_and_delay(frontier: Frontier, clock: Hand) -> None:
    frontier.add([CrawlRequest("https://a.org/")])
    lost = one(frontier)
    clock.now += LEASE + DELAY - 0.1
    assert frontier.claim() == []
    clock.now += 0.1
    again = one(frontier)
    assert (again.id, again.tries) == (lost.id, 2)
    assert not frontier.finish(lost, FETCHED), "the first worker comes too late"
    assert not frontier.retry(lost, 0.0, FETCHED)
    assert not frontier.release(lost)
    assert frontier.resume(lost.id, lost.number) is None
    assert frontier.finish(again, FETCHED)
    assert not frontier.finish(again, FETCHED), "it ends once"


def test_work_done_after_the_lease_counts_where_nobody_else_has_it(frontier: Frontier, clock: Hand) -> None:
    frontier.add([CrawlRequest("https://a.org/")])
    slow = one(frontier)
    clock.now += 10 * LEASE
    assert frontier.finish(slow, FETCHED)


def test_a_page_that_loses_every_worker_is_given_up(frontier: Frontier, clock: Hand, view: FrontierView) -> None:
    frontier.add([CrawlRequest("https://a.org/"), CrawlRequest("https://a.org/2", 9)])
    for _ in range(3):
        assert one(frontier).url == "https://a.org/"
        clock.now += LEASE + DELAY
    assert one(frontier).url == "https://a.org/2"
    state = view.url("https://a.org/")
    assert state is not None
    assert (state.kind, state.ending.reason) == (Kind.FETCH_FAILED, "3 workers were lost while they processed the page")
    assert len(view.history("https://a.org/")) == 1


def test_a_resumed_lease_counts_from_then(frontier: Frontier, clock: Hand) -> None:
    frontier.add([CrawlRequest("https://a.org/")])
    claim = one(frontier)
    clock.now += LEASE
    resumed = frontier.resume(claim.id, claim.number)
    assert resumed is not None
    assert resumed.until == clock.now + LEASE
    clock.now += LEASE
    assert frontier.claim() == []


def test_a_message_that_comes_twice_is_carried_out_once(frontier: Frontier, clock: Hand) -> None:
    frontier.add([CrawlRequest("https://a.org/")])
    claim = one(frontier)
    resumed = frontier.resume(claim.id, claim.number)
    assert resumed is not None
    assert frontier.resume(claim.id, claim.number) is None, "its request is being made, or its worker died over it"
    assert not frontier.finish(claim, FETCHED), "whoever has only the message has no lease"
    clock.now += LEASE + DELAY
    again = one(frontier)
    assert again.tries == 2
    assert not frontier.finish(resumed, FETCHED)
    assert frontier.finish(again, FETCHED)


def test_a_lease_that_a_slow_database_gave_too_late_is_not_used(database: Database, frontier: Frontier) -> None:
    frontier.add([CrawlRequest("https://a.org/")])
    claim = one(frontier)
    slow = iter((1_000.0, 1_000.0 + LEASE))
    assert Frontier(database, lambda: next(slow), frontier.params).resume(claim.id, claim.number) is None


def test_retries_are_bounded_and_keep_what_was_carried(frontier: Frontier, clock: Hand, view: FrontierView) -> None:
    frontier.add([CrawlRequest("https://a.org/", carry={"hops": ["https://b.org/"]})])
    failed = VisitResult(Ending(Kind.HTTP_ERROR, status=503))
    for tries in (1, 2):
        claim = one(frontier)
        assert (claim.tries, claim.carry) == (tries, {"hops": ["https://b.org/"]})
        assert frontier.retry(claim, clock.now + 50, failed)
        assert frontier.next_ready_at() == clock.now + 50
        clock.now += 50
    assert not frontier.retry(one(frontier), clock.now + 50, failed)
    assert frontier.next_ready_at() is None
    assert [record.ending.kind for record in view.history("https://a.org/")] == [Kind.HTTP_ERROR]


def test_a_release_is_no_try(frontier: Frontier, clock: Hand) -> None:
    frontier.add([CrawlRequest("https://a.org/")])
    for _ in range(9):
        claim = one(frontier)
        assert claim.tries == 1
        assert frontier.release(claim)
        assert frontier.claim() == [], "a request was made: the host rests"
        clock.now += DELAY


def test_a_host_that_asks_for_patience_gets_it(frontier: Frontier, clock: Hand) -> None:
    frontier.add([CrawlRequest("https://a.org/1"), CrawlRequest("https://a.org/2")])
    frontier.finish(one(frontier), FETCHED, backoff=Backoff(2_000.0, BUSY))
    assert frontier.next_ready_at() == 2_000.0
    clock.now = 1_999.9
    assert frontier.claim() == []
    clock.now = 2_000.0
    assert one(frontier).url == "https://a.org/2"


def test_a_host_of_its_own_pace_keeps_it(frontier: Frontier, clock: Hand) -> None:
    frontier.add([CrawlRequest("https://a.org/1"), CrawlRequest("https://a.org/2")])
    frontier.set_delay("https://a.org/", 30.0)
    frontier.finish(one(frontier), FETCHED)
    assert frontier.next_ready_at() == clock.now + 30.0
    frontier.set_delay("https://a.org/", 0.0)
    clock.now += 30.0
    frontier.finish(one(frontier), FETCHED)
    frontier.add([CrawlRequest("https://a.org/3")])
    assert frontier.next_ready_at() == clock.now + DELAY


def test_an_end_brings_its_links_and_what_was_refused_with_it(frontier: Frontier, view: FrontierView) -> None:
    frontier.add([CrawlRequest("https://a.org/"), CrawlRequest("https://a.org/1")])
    found = [CrawlRequest(f"https://{host}.org/{n}") for host in "ba" for n in (1, 2)]
    frontier.finish(one(frontier), FETCHED, found, [RejectedUrl("https://a.org/cal/1", TRAP), RejectedUrl("https://a.org/1", TRAP)])
    (record,) = view.history("https://a.org/")
    assert (record.visit, record.ending.status, record.ending.kind, record.new_links, record.changed) == (1, 200, Kind.FETCHED, 3, None)
    assert [state.url for state in view.urls("a.org")] == ["https://a.org/", "https://a.org/1", "https://a.org/2", "https://a.org/cal/1"]
    refused = view.url("https://a.org/cal/1")
    assert refused is not None
    assert (refused.state, refused.kind, refused.ending, refused.visits) == (State.FINISHED, Kind.SKIPPED, TRAP, 0)
    assert [record.visit for record in view.history("https://a.org/cal/1")] == [0]
    queued = view.url("https://a.org/1")
    assert queued is not None
    assert queued.state is State.QUEUED, "what waits already is not refused"


def test_visits_of_a_page_are_its_history(frontier: Frontier, clock: Hand, view: FrontierView) -> None:
    frontier.add([CrawlRequest("https://a.org/", carry={"once": 1})])
    answers: list[tuple[str | None, bool | None, bool | None]] = [
        ("x", None, None), ("x", None, False), ("y", None, True), (None, False, False), ("y", None, False), ("y", True, True),
    ]  # fmt: skip
    for content, said, _ in answers:
        claim = one(frontier)
        again = clock.now + 100
        frontier.finish(claim, VisitResult(Ending(Kind.FETCHED, status=200), said, f'"{content}"', "Wed", content, next_visit=again, priority=7))
        assert frontier.next_ready_at() == again
        clock.now = again
    claim = one(frontier)
    assert (claim.etag, claim.last_modified, claim.content_hash) == ('"y"', "Wed", "y")
    assert (claim.visits, claim.priority, claim.carry) == (6, 7, {})
    history = view.history("https://a.org/")
    assert [record.changed for record in history] == [changed for *_, changed in answers]
    assert [record.visit for record in history] == [1, 2, 3, 4, 5, 6]
    assert view.history("https://a.org/", limit=2) == history[-2:]
    assert view.history("https://a.org/none") == ()


def test_a_plan_sets_time_and_priority_of_known_ended_and_new_urls(frontier: Frontier, clock: Hand, view: FrontierView) -> None:
    frontier.add([CrawlRequest("https://a.org/ended"), CrawlRequest("https://a.org/queued", 1), CrawlRequest("https://b.org/leased")])
    for claim in frontier.claim(9):
        if claim.host == "a.org":
            frontier.finish(claim, FETCHED)
    names = [f"https://a.org/{name}" for name in ("ended", "queued", "new")] + ["https://b.org/leased"]
    assert frontier.schedule([CrawlRequest(url, 5, clock.now + 500) for url in names]) == 3
    states = {state.url: (state.state, state.priority, state.due) for host in ("a.org", "b.org") for state in view.urls(host)}
    planned = (State.DEFERRED, 5, 1_500.0)
    assert states == {**dict.fromkeys(names[:3], planned), names[3]: (State.FETCHING, 0, 1_000.0)}
    assert frontier.next_ready_at({"a.org"}) == 1_500.0
    assert frontier.schedule([CrawlRequest(names[0], due=clock.now)]) == 1
    clock.now += DELAY
    assert one(frontier).url == names[0]


def test_a_closed_host_ends_all_that_waits(frontier: Frontier, clock: Hand, view: FrontierView) -> None:
    frontier.add([CrawlRequest("https://a.org/1"), CrawlRequest("https://a.org/2"), CrawlRequest("https://a.org/3", due=5_000.0)])
    claim = one(frontier)
    assert frontier.close_host("https://a.org/", Ending(Kind.ROBOTS, Cause.EARLIER, detail="robots.txt: status 503")) == 2
    assert frontier.next_ready_at() == clock.now + LEASE + DELAY, "its lease is out"
    frontier.finish(claim, FETCHED)
    assert frontier.next_ready_at() is None
    (counts,) = view.counts()
    assert counts.states == {State.FINISHED: 3}
    assert counts.outcomes == {"robots": 2, "fetched": 1}
    assert [r.ending.reason for r in view.history("https://a.org/3")] == ["robots.txt: status 503"]
    assert frontier.close_host("https://never.org/", Ending(Kind.ROBOTS)) == 0


def test_counts_by_host(frontier: Frontier, clock: Hand, view: FrontierView) -> None:
    frontier.add([CrawlRequest("https://a.org/1"), CrawlRequest("https://a.org/2"), CrawlRequest("https://b.org/", due=3_000.0)])
    frontier.finish(one(frontier), VisitResult(Ending(Kind.GONE, status=404)), backoff=Backoff(1_900.0, BUSY))
    a, b = view.counts()
    assert (a.host, a.urls, a.states, a.outcomes) == ("a.org", 2, {State.QUEUED: 1, State.FINISHED: 1}, {"gone": 1})
    assert (a.next_visit, a.blocked_until, a.blocked) == (1_900.0, 1_900.0, BUSY)
    assert (b.states, b.next_visit) == ({State.DEFERRED: 1}, 3_000.0)
    assert [c.host for c in view.counts({"b.org", "x.org"})] == ["b.org"]


def test_nothing_in_gives_nothing_out(frontier: Frontier, view: FrontierView) -> None:
    assert (frontier.add([]), frontier.schedule([])) == (0, 0)
    assert (frontier.claim(5), frontier.next_ready_at(), view.counts(), view.url("https://a.org/")) == ([], None, [], None)


def test_long_and_strange_urls(frontier: Frontier) -> None:
    urls = ["https://a.org/" + "x" * 8_000, "https://a.org/\udcff", "https://xn--bcher-kva.example/%F0%9F%98%80", "http://[::1]:8000/", "http://a.org/'\";--"]
    assert frontier.add([CrawlRequest(url) for url in urls if url.isascii()]) == len(urls) - 1


@pytest.mark.parametrize("wrong", [{"delay": -1.0}, {"lease": 0.0}, {"max_tries": 0}])
def test_params_are_checked(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="must not be negative"):
        FrontierParams(**wrong)  # type: ignore[arg-type]


class _Heard(FrontierListener):
    def __init__(self) -> None:
        self.calls: list[tuple[object, ...]] = []

    def visit_finished(self, claim: Claim, result: VisitResult, outlinks: int) -> None:
        self.calls.append((claim.url, result.ending.kind, outlinks))

    def host_deferred(self, url: str, backoff: Backoff) -> None:
        self.calls.append((url, backoff.until))

    def host_closed(self, host: str, urls: int, ending: Ending) -> None:
        self.calls.append((host, urls, ending.kind))


def test_listeners_are_called_for_changes_that_were_made_and_for_no_others(database: Database, clock: Hand) -> None:
    heard = _Heard()
    frontier = Frontier(database, clock, FrontierParams(delay=DELAY, lease=LEASE, max_tries=3), [heard])
    frontier.add([CrawlRequest("https://a.org/1"), CrawlRequest("https://a.org/2")])
    lost = one(frontier)
    clock.now += LEASE + DELAY + 1
    first = one(frontier)
    assert not frontier.finish(lost, FETCHED)
    assert not frontier.release(lost, backoff=Backoff(5_000.0))
    assert heard.calls == []
    frontier.finish(first, FETCHED, [CrawlRequest("https://a.org/3")], backoff=Backoff(3_000.0, BUSY))
    frontier.close_host("https://a.org/", Ending(Kind.ROBOTS, Cause.EARLIER, detail="no"))
    assert heard.calls == [(first.url, Kind.FETCHED, 1), (first.url, 3_000.0), ("a.org", 2, Kind.ROBOTS)]
