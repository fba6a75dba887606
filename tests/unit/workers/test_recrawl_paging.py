"""Lists with several pages as one list, and when it is time to ask them for what they tell of articles known before."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.page.parse import parse_any as page_of
from indexer.store.url_lifecycle import Life
from workers.fetch.fetcher import Validator
from workers.history.planned_request import Reason
from workers.history.site_history import KnownPage, PageKind, Request, Sighting, SiteHistory
from workers.observations.hints import Hint, compare
from workers.observations.list_membership import ListMembership
from workers.observations.observer import Observer
from workers.observations.paging import Series, all_series, earlier, expected_shown
from workers.observations.sightings import sightings_of
from workers.reading.captured_page import CapturedPage
from workers.reading.listing import read_listing
from workers.revisit.expected_changes import Worth, expected_changes
from workers.revisit.exploration import choose_exploration
from workers.revisit.run_interval import usual_interval
from workers.revisit.sources import SourceParams, choose_sources

HOME = "https://news.example/"
CITY, SECOND, THIRD = HOME + "city/", HOME + "city/?page=2", HOME + "city/?page=3"
NOW = 1_772_431_200.0
HOUR = 3600.0
SIZE = 5


def story(number: int) -> str:
    return f"{HOME}city/story-of-day-{number}.html"


def paged(steps: int = 8, gone: int = -1) -> SiteHistory:
    """A list of five a page with an article every four hours; all three pages were crawled, since then the first was asked every four hours.

    Article n appears at step n; the crawl was after article 14, and the last visit showed article 14 + `steps`. `gone` is not listed from the
    last visit on.
    """
    memory = SiteHistory("news.example")
    memory.put(KnownPage(HOME, PageKind.LIST, NOW - 99 * HOUR, NOW, visits=9))
    begin = NOW - 4 * steps * HOUR
    for number in range(15 + steps):
        at = begin + (number - 14) * 4 * HOUR
        memory.put(KnownPage(story(number), PageKind.ARTICLE, at, max(at, begin), at, 1))
    for page, url in enumerate((CITY, SECOND, THIRD)):
        memory.put(KnownPage(url, PageKind.LIST, begin, NOW if url == CITY else begin, visits=1))
        pager = {SECOND if url != SECOND else THIRD: Sighting(begin, begin, 99, 1, 1, 1, "nav[0]")}
        memory.record_sightings(url, pager | {story(14 - n): Sighting(begin, begin, n % SIZE, 1, 1, 1, "main[0]") for n in range(page * SIZE, page * SIZE + SIZE)})
    for step in range(1, steps + 1):
        at = begin + 4 * step * HOUR
        listed = [n for n in range(14 + step, -1, -1) if not (n == gone and step == steps)][:SIZE]
        before = memory.shown[CITY]
        memory.record_sightings(CITY, {story(n): Sighting(before[story(n)].first if story(n) in before else at, at, rank, 1, 1, 1, "main[0]") for rank, n in enumerate(listed)})
        memory.log([Request(CITY, at, PageKind.LIST, Reason.NEWS, at - 4 * HOUR, "same", 1, 1)])
        memory.log([Request(story(14 + step), at, PageKind.ARTICLE, Reason.NEW, 0.0, "new", born=at)])
    return memory


def numbers(urls: object) -> list[int]:
    assert isinstance(urls, (set, tuple, dict, list))
    return sorted((int(url.rpartition("-")[2].removesuffix(".html")) for url in urls if "story" in url), reverse=True)


def test_pages_of_a_list_are_one_list() -> None:
    [series] = all_series(paged())
    assert series.pages == (CITY, SECOND, THIRD)
    assert numbers(series.order) == [int(url.rpartition("-")[2].removesuffix(".html")) for url in series.order] == list(range(22, -1, -1))
    assert series.size == SIZE
    assert series.rate == pytest.approx(1 / 4)


def test_what_leaves_the_first_page_stands_on_the_second() -> None:
    memory = paged()
    shown = expected_shown(memory, NOW)
    assert numbers(shown[CITY]) == [22, 21, 20, 19, 18]
    assert numbers(shown[SECOND]) == [17, 16, 15, 14, 13]  # none of which it showed at its last visit
    later = expected_shown(memory, NOW + 12 * HOUR)
    assert numbers(later[CITY]) == [22, 21]
    assert numbers(later[SECOND]) == [20, 19, 18, 17, 16]
    assert numbers(later[THIRD]) == [15, 14, 13, 12, 11]


def listing(*shown: int) -> dict[str, Sighting]:
    return {story(n): Sighting(NOW, NOW, 7 + rank, 1, 1, 1, "main[0]") for rank, n in enumerate(shown)}


def test_a_later_page_is_compared_with_what_the_first_one_showed() -> None:
    memory = paged()
    now = listing(17, 16, 14, 13, 12)
    assert {url: n.hint for url, n in compare(earlier(memory, SECOND, now), now).items()} == {story(15): Hint.MISSING}
    whole = listing(17, 16, 15, 14, 13)
    assert compare(earlier(memory, SECOND, whole), whole) == {}
    up = listing(16, 15, 14, 13, 12)  # 17 has moved up to the first page, where another went
    assert compare(earlier(memory, SECOND, up), up) == {}
    assert earlier(memory, CITY, {}) == {url: s for url, s in memory.shown[CITY].items() if s.last == NOW}


def test_what_was_missed_once_is_not_missed_again() -> None:
    memory = paged(gone=20)  # it left the first page before articles older than itself
    [series] = all_series(memory)
    assert story(20) not in series.order
    now = listing(17, 16, 15, 14, 13)
    memory.record_sightings(SECOND, {url: replace(s, first=NOW - HOUR, last=NOW - HOUR) for url, s in listing(17, 16, 14, 13, 12).items()})
    assert story(15) not in earlier(memory, SECOND, now)  # an hour ago it was not there either


def test_an_observer_finds_what_is_missing_on_a_second_page() -> None:
    memory = paged()

    def html(*shown: int) -> str:
        return "<main>" + "".join(f"<div><h3><a href='{story(n)}'>Story of day {n}</a></h3><p>Lead.</p></div>" for n in shown) + "</main>"

    box = read_box(html(1, 2))
    for url in (CITY, SECOND, THIRD):
        memory.shown[url] = {target: replace(s, box=box) if s.box == "main[0]" else s for target, s in memory.shown[url].items()}
    Observer(memory, NOW + HOUR).page(SECOND, CapturedPage(page_of(html(17, 16, 14, 13, 12), SECOND)), Validator())
    assert [url for url, page in memory.pages.items() if page.hint.startswith("missing")] == [story(15)]


def read_box(html: str) -> str:
    return next(iter(sightings_of(read_listing(page_of(html, SECOND)).teasers, NOW).values())).box


def test_a_redesign_begins_the_series_anew() -> None:
    memory = paged()
    memory.record_sightings(CITY, {story(n): Sighting(NOW - HOUR, NOW + HOUR, n, 1, 1, 1, "div.new[0]") for n in (22, 21, 20)})
    [series] = all_series(memory)
    assert (series.box, numbers(series.order)) == ("div.new[0]", [22, 21, 20])


def test_a_pinned_article_does_not_upset_the_order() -> None:
    memory = paged()
    memory.record_sightings(CITY, {story(3): Sighting(NOW - 32 * HOUR, NOW, -1, 1, 1, 1, "main[0]")})
    [series] = all_series(memory)
    assert numbers(series.order)[:15] == list(range(22, 7, -1))


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 9)), max_size=12))
def test_any_sightings_make_an_order(drawn: list[tuple[int, int, int]]) -> None:
    memory = paged(steps=0)
    memory.shown[CITY] |= {story(n): Sighting(min(a, b), max(a, b), rank, 1, 1, 1, "main[0]") for n, (a, b, rank) in enumerate(drawn)}
    for series in all_series(memory):
        assert len(set(series.order)) == len(series.order)
        assert [url for page in range(9) for url in series.shown(page, 0.0)] == list(series.order[: 9 * series.size])
    assert earlier(memory, SECOND, listing(*range(9, 4, -1))).keys() <= memory.pages.keys()


def test_a_page_beyond_the_first_needs_no_look() -> None:
    memory = paged()
    requested = {line.url for line in choose_exploration(memory, NOW + 400 * HOUR)}
    assert SECOND not in requested
    assert THIRD not in requested
    assert Series((CITY,), "main", 5, ("a",), 1.0).shown(1, 0.0) == ()


# --- small boxes in the order of time ------------------------------------------------------------------------------------------


def test_an_older_article_in_its_place_tells_of_one_that_is_gone() -> None:
    births = {name: float(9 - place) for place, name in enumerate("abcdefgh")}

    def box(names: str) -> dict[str, Sighting]:
        return {name: Sighting(0, 0, rank, 1, 1, 1, "block[0]") for rank, name in enumerate(names)}

    def missing(before: str, after: str) -> set[str]:
        return {url for url, notice in compare(box(before), box(after), births=births).items() if notice.hint is Hint.MISSING}

    assert missing("bcd", "bde") == {"c"}
    assert missing("bcd", "bce") == {"d"}  # the last one, too
    assert missing("bcd", "abc") == set()  # pushed off the end
    assert missing("bcd", "fgh") == set()  # all of it is another choice
    assert missing("dbc", "bde") == set()  # not in the order of time before,
    assert missing("bcd", "deb") == set()  # nor after
    assert compare(box("bcd"), box("bde")) == {}  # nothing known of when they appeared


# --- when it is time ------------------------------------------------------------------------------------------------------------

WORTH = Worth(1.0, 12.0, 72.0)


def test_what_will_have_gone_off_a_list_is_worth_nothing_later() -> None:
    memory = paged()
    memory.put(replace(memory.pages[THIRD], life=Life.GONE))
    expected = expected_changes(memory, NOW + 4 * HOUR, NOW + 8 * HOUR, WORTH)
    assert {source for one in expected for source in one.sources} == {CITY, SECOND}
    assert sorted(source for one in expected if not one.next_worth for source in one.sources) == [CITY, SECOND]  # the last of each
    assert all(one.next_worth > one.worth for one in expected if one.next_worth)


def test_a_list_is_asked_when_waiting_brings_no_more() -> None:
    memory = paged()
    ripe = [hours for hours in range(1, 60) if SECOND in {line.url for line in choose_sources(memory, NOW + hours * HOUR)}]
    dear = [hours for hours in range(1, 60) if SECOND in {line.url for line in choose_sources(memory, NOW + hours * HOUR, SourceParams(price=9.0))}]
    assert ripe
    assert dear == []
    memory.log([Request(story(n), NOW, PageKind.ARTICLE, Reason.AGE, NOW - HOUR, "gone", born=NOW - 9 * HOUR) for n in range(15, 18)])
    sooner = [hours for hours in range(1, 60) if SECOND in {line.url for line in choose_sources(memory, NOW + hours * HOUR)}]
    assert min(sooner) <= min(ripe)


def test_a_list_that_shows_what_is_gone_tells_nothing() -> None:
    def worth(seen: float) -> float:
        memory = paged()
        for n in range(15, 18):
            memory.log([Request(story(n), NOW, PageKind.ARTICLE, Reason.AGE, NOW - 20 * HOUR, "gone", born=NOW - 24 * HOUR)])
            memory.record_sightings(HOME, {story(n): Sighting(NOW - 30 * HOUR, seen, n, 1, 1, 1, "main[0]")})
            memory.put(replace(memory.pages[story(n)], life=Life.GONE, visited=NOW))
        return sum(t.worth for t in expected_changes(memory, NOW + HOUR, NOW + 5 * HOUR, Worth(1e-9, 1.0, 72.0)))

    assert worth(NOW) < 0.8 * worth(NOW - 30 * HOUR)


def test_the_rhythm_is_that_of_the_runs() -> None:
    assert usual_interval(SiteHistory("news.example"), 6.0) == 6.0
    assert usual_interval(paged()) == 4.0


# --- what belongs on a list -----------------------------------------------------------------------------------------------------


def since(memory: SiteHistory, *ages: float) -> list[str]:
    """Articles of the same form of address that the front page showed so many hours ago, since the list was asked."""
    urls = [story(90 + n) for n in range(len(ages))]
    for url, hours in zip(urls, ages, strict=True):
        memory.put(KnownPage(url, PageKind.ARTICLE, NOW + 20 * HOUR - hours * HOUR, NOW + 20 * HOUR, NOW + 20 * HOUR - hours * HOUR, 1))
    return urls


def test_articles_of_a_form_belong_on_the_list_that_shows_all_of_it() -> None:
    memory = paged()
    assert ListMembership(memory).newcomers(memory, CITY) == []
    young, old = since(memory, 2.0, 9.0)
    assert ListMembership(memory).newcomers(memory, CITY) == [young, old]
    assert numbers(expected_shown(memory, NOW + 20 * HOUR)[CITY]) == [91, 90]  # and three that nobody knows yet
    assert numbers(expected_shown(memory, NOW + 20 * HOUR)[SECOND]) == [22, 21, 20, 19, 18]
    for n in range(3):  # there are others of the form that the list did not show
        memory.put(KnownPage(story(40 + n), PageKind.ARTICLE, NOW - 9 * HOUR, NOW - 9 * HOUR, NOW - 9 * HOUR, 1))
    assert ListMembership(memory).newcomers(memory, CITY) == []


def test_one_visit_tells_what_is_missing_among_what_belongs_there() -> None:
    memory = paged()
    young, middle, old = since(memory, 2.0, 5.0, 9.0)
    now = {url: Sighting(NOW + 20 * HOUR, NOW + 20 * HOUR, rank, 2, 2, 2, "main[0]") for rank, url in enumerate((young, old, *map(story, (22, 21, 20))))}
    assert {url: notice.hint for url, notice in compare(earlier(memory, CITY, now), now).items()} == {middle: Hint.MISSING}
    memory.record_sightings(CITY, {story(3): Sighting(NOW - 40 * HOUR, NOW, -1, 1, 1, 1, "main[0]")})  # not in the order of time
    assert compare(earlier(memory, CITY, now), now) == {}


def test_a_box_under_a_new_name_is_the_box_of_the_same_articles() -> None:
    memory = paged()
    now = {url: replace(s, box="div.new[0]") for url, s in listing(22, 21, 19, 18).items()}
    assert {url: notice.hint for url, notice in compare(earlier(memory, CITY, now), now).items()} == {story(20): Hint.MISSING}
