"""What makes a step of the plan cheap on a large site gives the same as looking at everything: slow twins beside the fast ones."""

from __future__ import annotations

import gc
import weakref
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import expm1

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer import urls
from indexer.store.database import Database
from indexer.store.url_lifecycle import Life
from indexer.url_shape import url_forms
from workers.fetch.fetcher import Validator
from workers.history.rows import StoredBlocks
from workers.history.site_histories import SiteHistories
from workers.history.site_history import KnownPage, PageKind, Request, Sighting, SiteHistory
from workers.observations.list_membership import ListMembership, main_box
from workers.observations.observer import Observer
from workers.recrawl.site_robots import origins_of
from workers.revisit.age_rates import CHANGES, EDGES, AgeRates, Watch, learn_rates
from workers.revisit.article_revisits import learn_experience
from workers.revisit.policy import make_plan

HOME = "https://news.example/"
LISTS = (HOME, HOME + "city/", HOME + "sport/")


def newcomers_slowly(memory: SiteHistory, source: str) -> list[str]:
    """As the docstring of `ListMembership` says it, every article looked at."""
    latest, members = main_box(memory, source)
    live = [page for page in memory.pages.values() if page.kind is PageKind.ARTICLE and page.life is Life.LIVE]
    found: list[KnownPage] = []
    for form, number in Counter(url_forms(url)[0] for url in members).items():
        if number < 5:
            continue
        floor = sorted(memory.pages[url].birth for url in members if url_forms(url)[0] == form)[1]
        young = [page for page in live if url_forms(page.url)[0] == form and page.birth >= floor]
        known = [page for page in young if page.found <= latest]
        if sum(page.url in members for page in known) >= 0.9 * len(known):
            found += [page for page in young if page.found > latest]
    return [page.url for page in sorted(found, key=lambda page: (-page.birth, page.url))]


_TIMES = st.integers(0, 12).map(float)
_PAGES = st.builds(
    KnownPage,
    st.sampled_from([f"{HOME}{part}/a-story-{n}.html" for part in ("city", "sport") for n in range(9)]),
    st.sampled_from([PageKind.ARTICLE, PageKind.ARTICLE, PageKind.ARTICLE, PageKind.OTHER]),
    found=_TIMES,
    published=_TIMES,
    life=st.sampled_from([Life.LIVE, Life.LIVE, Life.LIVE, Life.GONE]),
)
_SHOWN = st.tuples(st.sampled_from(LISTS), st.lists(st.integers(0, 17), min_size=6, unique=True), _TIMES)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(_PAGES, _SHOWN), max_size=60))
def test_an_index_that_follows_the_pages_says_what_a_look_at_all_says(changes: Sequence[KnownPage | tuple[str, list[int], float]]) -> None:
    memory = SiteHistory("news.example")
    names = [f"{HOME}{part}/a-story-{n}.html" for part in ("city", "sport") for n in range(9)]
    for number, change in enumerate(changes):
        if isinstance(change, KnownPage):
            memory.put(change)
        else:
            source, shown, at = change
            memory.record_sightings(source, {names[n]: Sighting(at, at, rank, 1, 1, 1, "main") for rank, n in enumerate(shown)})
        if number % 3 == 0:
            for source in LISTS:
                assert ListMembership.of(memory).newcomers(memory, source) == newcomers_slowly(memory, source)


def rates_slowly(watches: Iterable[Watch], prior: AgeRates, weight: float) -> list[float]:
    """The same estimate with a number for every span of every watch."""
    upper = [*EDGES[1:], float("inf")]
    rows = [([max(0.0, min(w.end, b) - max(w.start, a)) for a, b in zip(EDGES, upper, strict=True)], w.happened) for w in watches if w.end > w.start]
    lengths = [b - a for a, b in zip(EDGES, [*EDGES[1:], 2 * EDGES[-1]], strict=True)]
    hours = [weight * length + sum(spans[s] for spans, _ in rows) for s, length in enumerate(lengths)]
    rates = [max(rate, 1e-6) if hours[s] else 0.0 for s, rate in enumerate(prior.rates)]
    for _ in range(60):
        events = [weight * length * rate for length, rate in zip(lengths, prior.rates, strict=True)]
        for spans, happened in rows:
            total = sum(rate * time for rate, time in zip(rates, spans, strict=True))
            if happened and total > 0:
                events = [e + rate * time / -expm1(-total) for e, rate, time in zip(events, rates, spans, strict=True)]
        rates = [e / h if h else 0.0 for e, h in zip(events, hours, strict=True)]
    return rates


@settings(max_examples=50, deadline=None)
@given(st.lists(st.builds(Watch, st.floats(0, 400), st.floats(0, 400), st.booleans()), max_size=30), st.sampled_from([0.0, 10.0]))
def test_rates_of_the_spans_that_a_watch_crosses_are_those_of_all_spans(watches: list[Watch], weight: float) -> None:
    assert learn_rates(watches, CHANGES, weight).rates == pytest.approx(rates_slowly(watches, CHANGES, weight), rel=1e-5, abs=1e-9)


@given(st.dictionaries(st.integers(0, 2**56), st.integers(0, 9_999), max_size=9))
def test_blocks_as_they_are_stored_are_blocks(blocks: dict[int, int]) -> None:
    stored = StoredBlocks(" ".join(f"{key:x}:{length}" for key, length in blocks.items()))
    assert stored == blocks
    assert (len(stored), bool(stored), list(stored.items()), repr(stored)) == (len(blocks), bool(blocks), list(blocks.items()), repr(blocks))
    assert KnownPage(HOME, blocks=stored) == KnownPage(HOME, blocks=blocks)


def test_only_what_a_source_shows_differently_is_written(database: Database) -> None:
    memories, memory = SiteHistories(database), SiteHistory("news.example")
    memory.put(KnownPage(HOME, PageKind.LIST, visits=1, validator=Validator("e", "d"), blocks={7: 3}, boxes={"main": 2}))
    old = {f"{HOME}{n}": Sighting(0.0, 1.0, n, 1, 1, 1, "main") for n in range(40)}
    memory.record_sightings(HOME, old)
    memories.save(memory, 1.0)
    memory = memories.load("news.example")
    memory.record_sightings(HOME, {**old, HOME + "3": replace(old[HOME + "3"], last=2.0), HOME + "new": Sighting(2.0, 2.0, 0, 1, 1, 1)})
    assert memory.changed_sources == {HOME: {HOME + "3", HOME + "new"}}
    assert memories.save(memory, 2.0)
    assert memories.load("news.example").shown == memory.shown
    memory.record_sightings(HOME, old | {HOME + "3": replace(old[HOME + "3"], last=2.0)})
    assert memory.changed_sources == {HOME: set()}
    assert memories.save(memory, 3.0), "and nothing where nothing is new"


def test_what_was_worked_out_holds_until_something_changes() -> None:
    memory = SiteHistory("news.example")
    memory.log([Request(HOME, 9.0, PageKind.ARTICLE, "age", 1.0, "same", born=1.0)])
    first = learn_experience(memory, 9.0)
    assert learn_experience(memory, 9.0) is first
    memory.amend(0, "changed")
    assert learn_experience(memory, 9.0) != first


def test_an_observer_learns_from_the_pages_as_they_were_when_it_was_to() -> None:
    memory = SiteHistory("news.example")
    for n in range(9):
        memory.put(KnownPage(f"{HOME}city/a-story-{n}.html", PageKind.ARTICLE, visited=1.0, visits=1))
    observer = Observer(memory, 2.0)
    for n in range(9):
        memory.put(KnownPage(f"{HOME}city/a-story-{n}.html", PageKind.OTHER, visited=1.0, visits=1))
    assert observer._links.url_odds(f"{HOME}city/another-story-1.html") > 0
    observer.learn()
    assert observer._links.url_odds(f"{HOME}city/another-story-1.html") < 0


def test_origins() -> None:
    memory = SiteHistory("news.example")
    for url in ("https://news.example", "https://news.example/a", "http://www.news.example:81?x", "https://news.example/b//c", "http://news.example/"):
        memory.put(KnownPage(url))
    assert origins_of(memory) == sorted({urls.origin(url) for url in memory.pages})


def test_a_memory_goes_with_its_step() -> None:
    """Nothing that is worked out from it keeps it alive until a search for cycles, which are seldom."""
    memory = SiteHistory("example.org")
    memory.put(KnownPage("https://example.org/a", PageKind.ARTICLE, found=1.0, visited=1.0, visits=1))
    ListMembership.of(memory).newcomers(memory, "https://example.org/")
    make_plan(memory, 100.0)
    gone = weakref.ref(memory)
    gc.disable()
    try:
        del memory
        assert gone() is None
    finally:
        gc.enable()
