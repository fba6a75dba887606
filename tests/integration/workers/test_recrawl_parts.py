"""The parts of a recrawl, each alone: listings, kinds of pages and links, hints, feeds, the plan, the memory."""

from __future__ import annotations

import gzip
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.errors import PageError
from indexer.page.decode import decode
from indexer.page.parse import parse_any as page_of
from indexer.store.url_lifecycle import Life
from workers.fetch.fetcher import Validator
from workers.history.clock_skew import correct_clock_skew
from workers.history.planned_request import Reason
from workers.history.site_history import KnownPage, PageKind, Request, Sighting, SiteHistory
from workers.observations.hints import Hint, compare
from workers.observations.link_model import learn_links
from workers.observations.menu import menu_of
from workers.observations.observer import Observer
from workers.observations.page_kinds import KindModel, features_of, kind_of, learn_kinds
from workers.reading.captured_page import CapturedPage, unreadable_page
from workers.reading.feeds import read_feed
from workers.reading.listing import read_listing
from workers.revisit.article_revisits import RevisitParams, choose_revisits, learn_experience
from workers.revisit.expected_changes import Worth, expected_changes
from workers.revisit.exploration import choose_exploration
from workers.revisit.policy import RevisitPolicyParams, balance_of, choose_articles, make_plan
from workers.revisit.sources import SourceParams, choose_sources

HOME = "https://news.example/"
NOW = 1_772_431_200.0
HOUR = 3600.0


def teasers(*numbers: int, lead: str = "A lead.", heading: bool = True) -> str:
    tag = "h3" if heading else "b"
    return "".join(f'<div><{tag}><a href="/c/story-of-day-{n}.html">Story of day {n}</a></{tag}><p>{lead}</p></div>' for n in numbers)


def captured(html: str, url: str, robots: str = "") -> CapturedPage:
    return CapturedPage(page_of(html, url), robots)


def story(number: int, extra: str = "") -> str:
    text = "".join(f"<p>Paragraph {k} of story {number} says what happened on that day and why.</p>" for k in range(8))
    return f"<nav><a href='/'>Home</a> <a href='/c/'>City news</a></nav><h1>Story of day {number}</h1>{text}{extra}"


# --- listings -------------------------------------------------------------------------------------------------------------------


def test_a_teaser_is_what_leads_to_one_page() -> None:
    html = (
        "<header><ul><li><a href=/>Home</a><li><a href=/c/>City</a></ul></header>"
        "<main><article><a href=/a><img></a><h2><a href=/a>Tram late</a></h2><p>Again. <a href=/a>More</a></p><time datetime=2026-03-02></time></article>"
        "<article><h2><a href=/b>Ice</a></h2><p>Melts.</p></article></main>"
    )
    listing = read_listing(page_of(html, HOME + "x"))
    found = {t.url.rpartition("/")[2]: t for t in listing.teasers}
    assert found["a"].headline == "Tram late"
    assert found["a"].heading
    changed = read_listing(page_of(html.replace("Again.", "At last."), HOME + "x"))
    assert [t.url for t, u in zip(listing.teasers, changed.teasers, strict=True) if t.text != u.text] == [HOME + "a"]
    later = read_listing(page_of(html.replace("2026-03-02", "2026-03-03"), HOME + "x"))
    assert [t.url for t, u in zip(listing.teasers, later.teasers, strict=True) if t.text != u.text] == [HOME + "a"]
    assert [t.url for t, u in zip(listing.teasers, later.teasers, strict=True) if t.words != u.words] == []


def test_a_link_in_a_sentence_is_no_teaser_of_it() -> None:
    html = f"<main><p>The council met on Monday and decided that <a href=/b>the tram</a> should come back by May.</p>{story(1)}</main>"
    listing = read_listing(page_of(html, HOME + "x"))
    assert sum(listing.own.values()) > 500
    assert any(67 < length < 90 for length in listing.own.values())  # the sentence with the link is the page's own


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="<>/=\"' abchp123&;\n\0\ud800é", max_size=200))
def test_any_text_is_read(text: str) -> None:
    listing = read_listing(page_of(decode(("<div><a href='/x'>" + text).encode("utf-8", "replace")).text, HOME))
    assert all(t.url.startswith("http") for t in listing.teasers)


def test_deep_and_wide_markup_ends() -> None:
    with pytest.raises(PageError):
        page_of("<div>" * 20_000 + "<a href=/a>x</a>", HOME)
    assert read_listing(unreadable_page(HOME)).teasers == ()
    assert len(read_listing(page_of("".join(f"<p><a href='/{n}'>story {n}</a></p>" for n in range(5_000)), HOME)).teasers) == 2_000


# --- kinds ----------------------------------------------------------------------------------------------------------------------


def kinds(pages: dict[str, str]) -> dict[str, str]:
    looks = {path: features_of(read_listing(page_of(html, HOME + path)), HOME + path) for path, html in pages.items()}
    model = learn_kinds([KnownPage(look.url, visited=1.0, blocks=look.blocks, boxes=look.boxes) for look in looks.values()])
    return {path: kind_of(look, model).value for path, look in looks.items()}


@pytest.mark.parametrize("short", [False, True])
def test_boxes_of_other_stories_make_no_list(short: bool) -> None:
    """Also where stories are a sentence long: the box stands on every one of them, what a list has beyond it does not."""
    box = "<aside>" + "".join(f"<li><a href='/c/story-of-day-{n}.html'>Story of day {n}</a></li>" for n in range(90, 99)) + "</aside>"
    body = (lambda n: f"<h1>Story of day {n}</h1><p>What happened on day {n} was told in one sentence, number {n * n}.</p>") if short else story
    pages = {f"c/story-of-day-{n}.html": body(n) + box for n in range(12)}
    pages |= {"c/": f"<main>{teasers(*range(12))}</main>{box}", "about/": f"<p>Us.</p>{box}"}
    found = kinds(pages)
    assert found["c/"] == "list"
    assert found["about/"] == "other"
    assert {kind for path, kind in found.items() if path.endswith(".html")} == {"article"}


def test_a_list_may_quote_whole_stories() -> None:
    pages = {f"c/story-of-day-{n}.html": story(n) for n in range(6)}
    pages["c/"] = "".join(f"<article><h2><a href='/c/story-of-day-{n}.html'>Story of day {n}</a></h2>{story(n)}</article>" for n in range(6))
    assert kinds(pages)["c/"] == "list"


def test_links_are_judged_by_neighbours_address_and_words() -> None:
    known = [KnownPage(f"{HOME}c/story-of-day-{n}.html", PageKind.ARTICLE, visited=1.0) for n in range(9)]
    known += [KnownPage(f"{HOME}tag/word-{n}/", PageKind.LIST, visited=1.0) for n in range(9)]
    model = learn_links(known)
    assert model.story(HOME + "c/another-story-told-77.html", "Another story told at length", [], heading=True) > 0.9
    assert model.story(HOME + "tag/other/", "Other", [f"{HOME}tag/word-1/", f"{HOME}tag/word-2/"], heading=False) < 0.1
    # after a redesign addresses are new, the neighbours are not
    assert model.story(HOME + "2026/03/02/new", "A story under a new address", [page.url for page in known[:5]], heading=True) > 0.9


# --- hints ----------------------------------------------------------------------------------------------------------------------


def shown(*urls: str, at: float = 0.0, **changes: int) -> dict[str, Sighting]:
    found = {url: Sighting(0.0, at, rank, 1, 1, 1, "main[0]") for rank, url in enumerate(urls)}
    return found | {url: replace(found[url], text=text, words=text) for url, text in changes.items()}


def test_hints() -> None:
    before = shown(*"abcdefgh")
    assert compare(before, shown(*"xabcdefg")) == {}  # one came, the last one went
    assert {url: n.hint for url, n in compare(before, shown(*"xabdefgh")).items()} == {"c": Hint.MISSING}
    assert {url: n.hint for url, n in compare(before, shown(*"abcdefgh", c=2)).items()} == {"c": Hint.TEASER}
    assert {url: n.hint for url, n in compare(before, shown(*"fabcdegh")).items()} == {"f": Hint.MOVED}
    assert compare(before, shown(*"abcdefgh", a=2, b=2, c=2, d=2, e=2)) == {}  # the minutes since, or a redesign
    assert compare(before, shown(*"hgfedcba")) == {}
    assert compare(shown(*"abcdefghij"), shown(*"acegij")) == {}  # a choice of the editors
    assert compare(shown("a", "b"), shown("b")) == {}
    assert compare({}, before) == compare(before, {}) == {}
    dated = compare(before, shown(*"abcdefgh", c=2), dated=True)
    assert {url: n.hint for url, n in dated.items()} == {"c": Hint.DATE}


@given(st.permutations(list("abcdefgh")), st.permutations(list("abcdefgh")), st.integers(0, 8), st.integers(0, 8))
def test_hints_speak_of_what_was_shown(first: list[str], second: list[str], n: int, m: int) -> None:
    before, after = shown(*first[:n]), shown(*second[:m])
    hints = compare(before, after)
    assert hints.keys() <= before.keys()
    for url, notice in hints.items():
        assert (notice.hint is Hint.MISSING) == (url not in after)


# --- feeds ----------------------------------------------------------------------------------------------------------------------


def test_dialects() -> None:
    rss1 = b"""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
        <channel/><item><title>A</title><link>https://news.example/a</link><dc:date>2026-03-02T06:00:00Z</dc:date></item></rdf:RDF>"""
    atom = b"""<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>A</title><link rel="self" href="/self"/><link href="/a"/>
        <published>2026-03-02T06:00:00Z</published><updated>2026-03-02T07:00:00Z</updated></entry></feed>"""
    json = b'{"version": "https://jsonfeed.org/version/1.1", "items": [{"url": "/a", "title": "A", "date_published": "2026-03-02T06:00:00Z"}, 7]}'
    sitemap = b"""<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"
        xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"><url><image:image><image:loc>/pic.jpg</image:loc></image:image><loc>/a</loc>
        <lastmod>2026-03-02T07:00:00Z</lastmod><news:news><news:publication_date>2026-03-02T06:00:00Z</news:publication_date></news:news></url>"""
    for body in (rss1, atom, json, sitemap, gzip.compress(sitemap)):
        feed = read_feed(body, HOME + "feed")
        assert feed is not None
        [entry] = feed.entries
        assert (entry.url, entry.published) == (HOME + "a", NOW)
    index = read_feed(b"<sitemapindex><sitemap><loc>/one.xml</loc></sitemap><sitemap><loc>javascript:1</loc></sitemap></sitemapindex>", HOME)
    assert index is not None
    assert [part.url for part in index.parts] == [HOME + "one.xml"]


def test_what_is_no_feed() -> None:
    bomb = b"<?xml version='1.0'?><!DOCTYPE l [" + b"".join(b"<!ENTITY l%d '%s'>" % (n, b"&l%d;" % (n - 1) * 10) for n in range(1, 9)) + b"]>"
    outside = b"<?xml version='1.0'?><!DOCTYPE r [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><rss><item><link>/a?&e;</link></item></rss>"
    for body in (b"", b"<html>", b"{}", b"{" * 100_000, b'{"items": []}', b"\x1f\x8b broken", b"<rss", bomb + b"<svg/>", b"\xff\xfe<\0r\0"):
        feed = read_feed(body, HOME)
        assert feed is None or not feed.entries
    feed = read_feed(outside, HOME)
    assert feed is None or "root" not in str(feed.entries)
    odd = read_feed(b"<rss><item><link>/a</link><pubDate>tomorrow</pubDate></item><item><link>/b</link>", HOME)
    assert odd is not None
    assert [(entry.url, entry.published) for entry in odd.entries] == [(HOME + "a", 0.0), (HOME + "b", 0.0)]


# --- the memory -----------------------------------------------------------------------------------------------------------------


def remembered() -> SiteHistory:
    """A site of a front page, two sections and a day's stories, visited every four hours for two days."""
    memory = SiteHistory("news.example")
    sources = [HOME, HOME + "c/", HOME + "s/"]
    for url in sources:
        memory.put(KnownPage(url, PageKind.LIST, NOW - 48 * HOUR, NOW - 4 * HOUR, visits=12))
    for step in range(12):
        at = NOW - (48 - 4 * step) * HOUR
        memory.log([Request(url, at, PageKind.LIST, Reason.NEWS, at - 4 * HOUR, "same", 2, 0, at) for url in sources])
        for n in range(4):
            url = f"{HOME}c/story-of-day-{4 * step + n}.html"
            memory.put(KnownPage(url, PageKind.ARTICLE, at, at, at - HOUR, 1))
            memory.log([Request(url, at, PageKind.ARTICLE, Reason.NEW, 0.0, "new", born=at - HOUR)])
            for source in (HOME, HOME + ("c/" if n % 2 else "s/")):
                memory.record_sightings(source, {url: Sighting(at, at, n, 1, 1, 1, "main[0]")})
    return memory


def test_the_fewest_sources_that_show_all() -> None:
    memory = remembered()
    lines = choose_sources(memory, NOW)
    assert [line.url for line in lines] == [HOME]  # the sections show nothing else
    assert lines[0].value == pytest.approx(4.0, rel=0.2)
    late = choose_sources(memory, NOW + 20 * HOUR)
    assert late[0].value > 4 * lines[0].value
    memory.put(replace(memory.pages[HOME], life=Life.GONE))
    assert {line.url for line in choose_sources(memory, NOW)} == {HOME + "c/", HOME + "s/"}


def test_a_source_that_breaks_its_promises_is_left() -> None:
    memory = remembered()
    archive = HOME + "2026/03/01/"
    memory.put(KnownPage(archive, PageKind.LIST, NOW - 48 * HOUR, NOW - 4 * HOUR, visits=9))
    for n in range(40, 48):
        memory.shown[HOME].pop(f"{HOME}c/story-of-day-{n}.html")
        memory.record_sightings(archive, {f"{HOME}c/story-of-day-{n}.html": Sighting(NOW - 8 * HOUR, NOW - 8 * HOUR, n, 1, 1, 1, "main[0]")})
    assert not memory.shown[HOME + "c/"].keys() <= memory.shown[archive].keys()
    hoped = [Request(archive, NOW - 4 * HOUR, PageKind.LIST, Reason.NEWS, NOW - 8 * HOUR, "same", 0, 0, 0.0, "", 5.0) for _ in range(4)]
    before = [line.value for line in choose_sources(memory, NOW + 8 * HOUR) if line.url == archive]
    memory.log(hoped)
    after = [line.value for line in choose_sources(memory, NOW + 8 * HOUR) if line.url == archive]
    assert sum(after) <= sum(before) / 2


def test_lists_are_asked_for_word_of_what_they_showed() -> None:
    memory, worth = remembered(), Worth(1.0, 2.0, 72.0)
    for source, sightings in memory.shown.items():  # the lists are long: both days' articles were there at the last visit
        memory.record_sightings(source, {url: replace(s, last=NOW - 4 * HOUR, rank=-int(s.first)) for url, s in sightings.items()})
    fresh = expected_changes(memory, NOW, NOW + 4 * HOUR, worth)
    assert {frozenset({HOME, HOME + "c/"}), frozenset({HOME, HOME + "s/"})} == {tiding.sources for tiding in fresh}
    later = expected_changes(memory, NOW + 20 * HOUR, NOW + 24 * HOUR, worth)
    assert sum(t.worth for t in later) > sum(t.worth for t in fresh) > 0
    assert len(later) < len(fresh)  # what new articles push off the list's end tells nothing
    silent = [Request(f"{HOME}c/story-of-day-{n}.html", NOW - 5 * HOUR, PageKind.ARTICLE, Reason.AGE, NOW - 20 * HOUR, "changed", born=NOW - 21 * HOUR) for n in range(40)]
    memory.log(silent)  # forty changes of which no list said a word although it showed the articles afterwards
    told = expected_changes(memory, NOW, NOW + 4 * HOUR, Worth(1.0, 1e-9, 72.0))
    assert max(t.worth for t in told) < 0.5 * max(t.worth for t in fresh)


def test_the_budget_bounds_what_is_asked_beside_news() -> None:
    memory = remembered()
    params = SourceParams(plenty=0.01)
    assert len(choose_sources(memory, NOW + 9 * HOUR, params, left=9.0)) >= len(choose_sources(memory, NOW + 9 * HOUR, params, left=0.0)) > 0
    for n in range(30):
        url = f"{HOME}c/story-of-day-{n}.html"
        memory.put(replace(memory.pages[url], hint=f"missing {HOME}#main"))
    assert len(choose_articles(memory, NOW, -5.0, RevisitPolicyParams(overdraft=12.0))) == 7
    assert choose_articles(memory, NOW, -50.0) == []


def test_failures_are_asked_again_ever_more_seldom() -> None:
    memory = remembered()
    memory.put(replace(memory.pages[HOME], life=Life.FAILING, failures=1, visited=NOW - 1 * HOUR))
    assert HOME not in {line.url for line in make_plan(memory, NOW).sources}
    assert HOME in {line.url for line in make_plan(memory, NOW + 2 * HOUR).sources}
    memory.put(replace(memory.pages[HOME], failures=30))
    assert HOME in {line.url for line in make_plan(memory, NOW + 24 * HOUR).sources}  # a site's front page is never given up


UNEXPLORED = RevisitParams(explored=0.0)


def test_articles_are_asked_again_when_it_is_time() -> None:
    memory = SiteHistory("news.example")
    ages = {"fresh": 1, "day": 40, "old": 24 * 60}
    for name, age in ages.items():
        memory.put(KnownPage(HOME + name, PageKind.ARTICLE, NOW, NOW - (age - 0.5) * HOUR, NOW - age * HOUR, 1))
    memory.put(replace(memory.pages[HOME + "old"], visited=NOW - HOUR, hint="date https://news.example/feed#"))
    lines = choose_revisits(memory, NOW, UNEXPLORED)
    assert [(line.url, line.why) for line in lines] == [(HOME + "old", Reason.HINT), (HOME + "day", Reason.AGE)]
    assert "date on https://news.example/feed" in lines[0].reason


def test_hints_are_believed_as_far_as_they_proved_right() -> None:
    memory = SiteHistory("news.example")
    for n in range(20):
        for source, result in (("good", "changed"), ("bad", "same")):
            hint = f"teaser {HOME}{source}#main"
            memory.log([Request(f"{HOME}{n}", NOW, PageKind.ARTICLE, Reason.HINT, NOW - HOUR, result, born=NOW - 9 * HOUR, hint=hint)])
    known = learn_experience(memory, NOW)
    assert known.belief(f"teaser {HOME}good#main") > 0.8
    assert known.belief(f"teaser {HOME}bad#main") < 0.15
    assert known.belief(f"teaser {HOME}bad#main {HOME}good#main") > 0.8
    assert known.change.rates == pytest.approx(learn_experience(SiteHistory("x"), NOW).change.rates)  # hinted visits say nothing of others


def test_visits_for_their_age_die_out_where_nothing_changes() -> None:
    memory = SiteHistory("news.example")
    memory.put(KnownPage(HOME + "day", PageKind.ARTICLE, NOW - 40 * HOUR, NOW - 39 * HOUR, visits=1))
    assert [line.why for line in choose_revisits(memory, NOW, UNEXPLORED)] == [Reason.AGE]
    visits = [Request(f"{HOME}{n}", NOW - n, PageKind.ARTICLE, Reason.AGE, NOW - 30 * HOUR, "same", born=NOW - 31 * HOUR) for n in range(80)]
    memory.log(visits)
    assert choose_revisits(memory, NOW, UNEXPLORED) == []
    memory.log([replace(visit, result="changed") for visit in visits[:30]])
    assert [line.why for line in choose_revisits(memory, NOW, UNEXPLORED)] == [Reason.AGE]


def test_a_site_whose_young_articles_change_less_than_believed_is_visited_late() -> None:
    def planned(quick: int, slow: int) -> list[Reason]:
        memory = SiteHistory("news.example")
        memory.put(KnownPage(HOME + "late", PageKind.ARTICLE, NOW - 90 * HOUR, NOW - 66 * HOUR, NOW - 90 * HOUR, visits=2))
        for since, at, changed in ((0, 4, quick), (4, 24, slow)):
            for n in range(200):
                result = "changed" if n < changed else "same"
                born = NOW - (at + 1) * HOUR
                memory.log([Request(f"{HOME}{n}", born + at * HOUR, PageKind.ARTICLE, Reason.AGE, born + since * HOUR, result, born=born)])
        return [line.why for line in choose_revisits(memory, NOW, UNEXPLORED)]

    assert planned(2, 30) == [Reason.AGE]  # no visit has found a change after a day, and none has looked for one
    assert planned(26, 36) == []  # as the prior has it
    assert planned(0, 0) == []


def purged(deleted: int, kept: int) -> SiteHistory:
    """Sixty articles that nothing has shown for a month but one, and visits of others that were two days old or older."""
    memory = SiteHistory("news.example")
    for n in range(60):
        memory.put(KnownPage(f"{HOME}{n}", PageKind.ARTICLE, NOW - 900 * HOUR, NOW - (900 - n) * HOUR, visits=1))
    memory.record_sightings(HOME, {f"{HOME}0": Sighting(NOW - 800 * HOUR, NOW, 0, 1, 1, 1)})
    for n, result in enumerate(["gone"] * deleted + ["same"] * kept):
        memory.log([Request(f"{HOME}x{n}", NOW - HOUR, PageKind.ARTICLE, Reason.AGE, NOW - 30 * HOUR, result, born=NOW - 29 * (n % 12 + 2) * HOUR)])
    return memory


def test_after_a_purge_every_article_that_nothing_has_shown_since_may_be_gone() -> None:
    lines = choose_revisits(purged(16, 16), NOW, UNEXPLORED)
    assert {line.url for line in lines} == {f"{HOME}{n}" for n in range(1, 60)}
    assert all(line.why is Reason.AGE and line.value > 0.3 for line in lines)


def test_a_suspected_purge_is_followed_by_as_many_visits_as_deletions_support() -> None:
    counts = [len(choose_revisits(purged(gone, gone), NOW, UNEXPLORED)) for gone in (1, 2, 4, 8)]
    assert counts == sorted(counts)
    assert 0 < counts[0] <= 4 < counts[-1] < 59


@pytest.mark.parametrize(("deleted", "kept"), [(0, 0), (0, 40), (1, 40), (3, 150)])
def test_a_few_deletions_are_no_purge(deleted: int, kept: int) -> None:
    assert choose_revisits(purged(deleted, kept), NOW, UNEXPLORED) == []


def test_a_share_of_the_visits_goes_to_articles_whose_age_was_watched_least() -> None:
    memory = SiteHistory("news.example")
    for n, age in enumerate([30] * 40 + [200]):
        memory.put(KnownPage(f"{HOME}{n}", PageKind.ARTICLE, NOW, NOW - HOUR * 2, NOW - age * HOUR, visits=1))
    memory.put(KnownPage(f"{HOME}unseen", PageKind.ARTICLE, NOW - 200 * HOUR, NOW - 190 * HOUR, NOW - 200 * HOUR, visits=1))
    assert [(line.url, line.why) for line in choose_revisits(memory, NOW)] == [(f"{HOME}unseen", Reason.EXPLORE)]
    visits = [Request(f"{HOME}x{n}", NOW - HOUR, PageKind.ARTICLE, Reason.AGE, NOW - 3 * HOUR, "same", born=NOW - 30 * HOUR) for n in range(60)]
    memory.log(visits)
    assert sum(line.why is Reason.EXPLORE for line in choose_revisits(memory, NOW)) == 2  # of 61 visits
    memory.log(replace(visit, why=Reason.EXPLORE) for visit in visits[:2])
    assert not choose_revisits(memory, NOW)


def test_the_deletions_of_a_purge_are_not_expected_at_their_age() -> None:
    kept, gone = (learn_experience(purged(number, 24 - number), NOW).deletion for number in (0, 12))
    assert gone.chance(30.0, 300.0) < kept.chance(30.0, 300.0) + 0.1


def test_what_the_budget_has_left_goes_to_articles_that_were_not_visited_for_long() -> None:
    memory = SiteHistory("news.example")
    for n in range(40):
        memory.put(KnownPage(f"{HOME}{n}", PageKind.ARTICLE, NOW - 400 * HOUR, NOW - (300 - n) * HOUR, NOW - 500 * HOUR, visits=1))
    late = [Request(f"{HOME}x{n}", NOW - n, PageKind.ARTICLE, Reason.AGE, NOW - 300 * HOUR, "changed", born=NOW - 500 * HOUR) for n in range(6)]
    assert choose_revisits(memory, NOW, UNEXPLORED, spare=30.0) == []  # where no old article is known to change
    memory.log(late)
    assert choose_revisits(memory, NOW, UNEXPLORED) == []
    assert {line.url for line in choose_revisits(memory, NOW, UNEXPLORED, spare=30.9)} == {f"{HOME}{n}" for n in range(30)}


def test_tags_are_not_asked_one_by_one() -> None:
    memory = remembered()
    for n in range(50):
        url = f"{HOME}tag/word-{n}/"
        memory.put(KnownPage(url, PageKind.LIST, NOW - 400 * HOUR, NOW - (400 if n > 3 else 1) * HOUR, visits=1))
        if n <= 3:
            memory.log([Request(url, NOW - HOUR, PageKind.LIST, Reason.EXPLORE, NOW - 300 * HOUR, "same", 5, 0, 0.0)])
    requested = [line.url for line in choose_exploration(memory, NOW) if "/tag/" in line.url]
    assert requested == []
    unknown = SiteHistory("news.example")
    unknown.pages = {url: page for url, page in memory.pages.items() if "/tag/" in url}
    assert len(choose_exploration(unknown, NOW)) == 1  # nothing known: one look a run


def test_the_menu_is_the_box_of_lists_on_the_front_page() -> None:
    memory = remembered()
    memory.record_sightings(HOME, {url: Sighting(NOW, NOW, n, 1, 1, 1, "header>ul[0]") for n, url in enumerate((HOME + "c/", HOME + "s/"))})
    memory.record_sightings(HOME, {f"{HOME}c/story-of-day-{n}.html": Sighting(NOW, NOW, n, 1, 1, 1, "main[0]") for n in range(4)})
    assert menu_of(memory) == {HOME + "c/", HOME + "s/"}


def test_the_budget_counts_everything() -> None:
    memory = remembered()
    params = RevisitPolicyParams(budget=2.0, daily=0.0, credit=0.0)
    assert balance_of(memory, NOW, params) == 48 - 36  # a request beside its own for each of 48 articles, less 36 asked of sources
    assert balance_of(memory, NOW, RevisitPolicyParams(budget=1.0, daily=8.0, credit=0.0)) == pytest.approx(2 * 8 - 36)
    plan = make_plan(memory, NOW)
    assert {line["why"] for line in plan.record()["requests"]} <= {why.value for why in Reason}
    assert all(line.reason for line in plan.lines)
    with pytest.raises(ValueError, match="budget"):
        RevisitPolicyParams(budget=0.5)


def test_a_clock_that_ran_backwards() -> None:
    memory = remembered()
    gap = memory.last - memory.requests[0].at
    correct_clock_skew(memory, NOW - 1e7)
    assert memory.last == NOW - 1e7 - 4 * HOUR
    assert memory.last - memory.requests[0].at == gap
    assert max(page.visited for page in memory.pages.values()) == memory.last
    before = memory.last
    correct_clock_skew(memory, NOW)
    assert memory.last == before


# --- what a visit shows ---------------------------------------------------------------------------------------------------------


def test_a_redesign_changes_no_story() -> None:
    memory = SiteHistory("news.example")
    old, new = "<p>We have written of the harbour since 1889 and still do.</p>", "<div>Written on the north quay since the second bridge.</div>"
    box = "<aside><ol>" + "".join(f"<li><a href='/c/story-of-day-{n}.html'>Story of day {n}</a></li>" for n in range(20, 25)) + "</ol></aside>"
    first = Observer(memory, NOW)
    for n in range(6):
        first.page(url := f"{HOME}c/story-of-day-{n}.html", captured(story(n, box + old + f"<p>By a reporter, {n} March</p>"), url), Validator())
    again = Observer(memory, NOW + HOUR)
    changed = []
    for n in range(6):
        extra = "<p>An added paragraph says what nobody knew when the story was printed: more than that. And the mayor said why it took so long.</p>"
        html = story(n, box.replace("aside", "section") + new + f"<div>Reporter {n}, on March {n}</div>") + (extra if n == 4 else "")
        if again.page(url := f"{HOME}c/story-of-day-{n}.html", captured(html, url), Validator()).changed:
            changed.append(n)
    assert changed == [4]


def test_nofollow_pages_lead_nowhere() -> None:
    observer = Observer(SiteHistory("news.example"), NOW)
    html = f"<meta name=robots content='index, NOFOLLOW'>{teasers(1, 2, 3)}"
    assert observer.page(HOME, captured(html, HOME), Validator()).candidates == ()
    assert observer.page(HOME, captured(teasers(1, 2, 3), HOME, "winnow: nofollow"), Validator()).candidates == ()
    assert len(observer.page(HOME, captured(teasers(1, 2, 3), HOME, "otherbot: nofollow"), Validator()).candidates) == 3


def test_old_entries_of_a_sitemap_are_no_news() -> None:
    memory = SiteHistory("news.example")
    body = "".join(f"<url><loc>/{n}</loc><lastmod>20{10 + n % 16}-03-01T00:30:00Z</lastmod></url>" for n in range(160))
    feed = read_feed(f"<urlset>{body}<url><loc>/undated</loc></url></urlset>".encode(), HOME)
    assert feed is not None
    seen = Observer(memory, NOW).feed(HOME + "sitemap.xml", feed, Validator())
    assert memory.pages[HOME + "sitemap.xml"].kind is PageKind.SITEMAP
    assert seen.candidates == ()
    fresh = read_feed(f"<urlset>{body}<url><loc>/new</loc></url></urlset>".encode(), HOME)
    assert fresh is not None
    assert [c.url for c in Observer(memory, NOW + HOUR).feed(HOME + "sitemap.xml", fresh, Validator()).candidates] == [HOME + "new"]


def test_an_empty_model_judges_by_the_page_alone() -> None:
    look = features_of(read_listing(page_of("<p>no</p>", HOME)), HOME)
    assert kind_of(look, KindModel()) is PageKind.OTHER
    assert learn_kinds([]) == KindModel()
