"""The pure parts of a step: types by a model that fits, the menu from a skeleton that is not outdated, a run that outlasts its process."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from functools import partial

import pytest

from demo.newsroom import Habits, Newsroom
from demo.newsroom_pages import respond
from indexer.article.learned import LearnedSite, learn
from indexer.page.page import Page
from indexer.page.parse import parse
from indexer.page.parse import parse_any as page_of
from indexer.page.peer import extract
from indexer.site.model import Sampled
from indexer.site.skeleton.codec import write
from indexer.site.skeleton.skeleton import Node, Skeleton
from indexer.store.skeletons import StoredSkeleton
from indexer.store.url_lifecycle import Life
from workers.history.planned_request import Reason
from workers.history.site_history import KnownPage, PageKind, Request, Sighting, SiteHistory
from workers.observations.menu import menu_of, quick_menu, record_skeleton
from workers.observations.page_types import PageTypes
from workers.recrawl.run_state import NOT_REQUESTED, RunState
from workers.revisit.policy import RevisitPolicyParams
from workers.revisit.revisit_interval import RevisitInterval, next_run

HOME = "http://news.example/"
NOW = 1_772_431_200.0
HOUR = 3600.0


def served(room: Newsroom, hours: float) -> dict[str, tuple[str, PageKind]]:
    """Some pages of a newsroom at a moment, with what they are."""
    assert room.redesigned is not None
    now, found, waiting = room.redesigned + timedelta(hours=hours), {}, ["/"]
    while waiting and len(found) < 60:
        path = waiting.pop(0)
        one = respond(room, path, now, 0)
        if path in found or one.status != 200 or path.startswith(("/calendar/", "/archive/", "/tag/")):
            continue
        found[path] = one
        waiting += re.findall(r'href="(/[^"?]*)"', one.body)
    pages = {path: one for path, one in found.items() if "<html" in one.body[:300].lower()}
    return {
        HOME.rstrip("/") + path: (one.body, PageKind.ARTICLE if one.number >= 0 else PageKind.LIST) for path, one in pages.items()
    }  # fmt: skip


def learned(pages: dict[str, tuple[str, PageKind]]) -> LearnedSite:
    def sampled(url: str, body: str) -> Sampled:
        page: Page = parse(body, url)
        return Sampled(page, url, partial(extract, body))

    return learn("news.example", [sampled(url, body) for url, (body, _) in pages.items()])


@pytest.mark.slow
def test_types_come_from_a_model_as_long_as_it_fits() -> None:
    room = Newsroom(1, 8, Habits(feed=False, sitemap=False))
    before, after = served(room, -1), served(room, 4)
    types = PageTypes(learned(before))
    assert {url: types.kind(page_of(body, url)) for url, (body, _) in before.items()} == {url: kind for url, (_, kind) in before.items()}
    later = {url: types.kind(page_of(body, url)) for url, (body, _) in after.items()}
    assert all(later[url] in (kind, None) for url, (_, kind) in after.items())
    stories = [later[url] for url, (_, kind) in after.items() if kind is PageKind.ARTICLE]
    assert stories.count(None) * 2 > len(stories), "of a new design the model says nothing"


def test_without_a_model_nothing_is_said() -> None:
    assert PageTypes().kind(page_of("<p>Some text", HOME)) is None
    thin = PageTypes(learned({HOME: ("<h1>One page</h1><p>Some text.</p>", PageKind.ARTICLE)}))
    assert thin.kind(page_of("<p>Some text", HOME)) is None


def menu_site(life: Life = Life.LIVE) -> SiteHistory:
    """A front page with a box of three lists, of which the skeleton knows two, and one that came after it."""
    memory = SiteHistory("news.example")
    memory.put(KnownPage(HOME, PageKind.LIST, 0.0, NOW, visits=1))
    for name in ("city", "sport", "tags"):
        memory.put(KnownPage(f"{HOME}{name}/", PageKind.LIST, 0.0, NOW, visits=1, life=life))
    memory.put(KnownPage(f"{HOME}new/", PageKind.NEW, NOW))
    memory.record_sightings(HOME, {f"{HOME}{name}/": Sighting(0, NOW, n, 1, 1, 1, "nav") for n, name in enumerate(("city", "sport", "tags", "new"))})
    return memory


def skeleton(*names: str, version: int = 1) -> StoredSkeleton:
    children = tuple(Node(f"{HOME}{name}/", name) for name in names)
    return StoredSkeleton(version, NOW - HOUR, write(Skeleton("news.example", Node(HOME, children=children))))


def test_the_menu_is_the_skeleton_s_and_what_came_since() -> None:
    memory = menu_site()
    assert menu_of(memory) == quick_menu(memory) == {f"{HOME}{name}/" for name in ("city", "sport", "tags", "new")}
    record_skeleton(memory, skeleton("city", "sport"), NOW)
    assert menu_of(memory) == {f"{HOME}{name}/" for name in ("city", "sport", "new")}


def test_a_page_that_comes_into_the_skeleton_is_known_and_one_that_goes_leaves_the_menu() -> None:
    memory = menu_site()
    record_skeleton(memory, skeleton("city", "sport"), NOW)
    record_skeleton(memory, skeleton("city", "wine", version=2), NOW)
    assert memory.pages[f"{HOME}wine/"].kind is PageKind.NEW
    assert menu_of(memory) == {f"{HOME}{name}/" for name in ("city", "wine", "new")}
    memory.pages.pop(f"{HOME}wine/")
    record_skeleton(memory, skeleton("city", "wine", version=2), NOW)
    assert f"{HOME}wine/" not in memory.pages, "told once"


def test_a_skeleton_of_before_a_redesign_is_no_menu() -> None:
    memory = menu_site(Life.MOVED)
    record_skeleton(memory, skeleton("city", "sport"), NOW)
    assert menu_of(memory) == quick_menu(memory)


def test_a_skeleton_of_another_program_is_passed_over() -> None:
    memory = menu_site()
    record_skeleton(memory, StoredSkeleton(1, NOW, '{"version": 99}'), NOW)
    assert "menu" not in memory.facts


def test_a_run_is_kept_and_goes_on() -> None:
    memory = menu_site()
    run = RunState(NOW + HOUR)
    assert run.begin(HOME, Reason.NEWS, memory.pages[HOME], hoped=2.5)
    assert not run.begin(HOME, Reason.EXPLORE, None)
    assert run.begin(f"{HOME}a", Reason.NEW, None, depth=1)
    assert run.begin(f"{HOME}b", Reason.NEW, None, depth=1)
    run.rules.append(f"{HOME}robots.txt")
    run.end(HOME, "same")
    run.end(f"{HOME}b", NOT_REQUESTED)
    run.end(f"{HOME}nobody", "same")
    run.store(memory)
    memory.facts = json.loads(json.dumps(memory.facts))
    again = RunState.load(memory)
    assert again == run
    assert again is not None
    assert again.unanswered() == [f"{HOME}a"]
    memory.put(KnownPage(f"{HOME}a", PageKind.ARTICLE, NOW, NOW + HOUR, visits=1))
    memory.record_sightings(HOME, {f"{HOME}a": Sighting(NOW, NOW, 0, 1, 1, 1)})
    again.end(f"{HOME}a", "new")
    again.log_requests(memory)
    RunState.remove(memory)
    assert RunState.load(memory) is None
    assert [(r.url, r.why, r.result, r.since, r.found, r.alone, r.hoped) for r in memory.requests] == [
        (f"{HOME}robots.txt", "rules", "same", 0.0, 0, 0, 0.0),
        (HOME, "news", "same", NOW, 1, 1, 2.5),
        (f"{HOME}a", "new", "new", 0.0, 0, 0, 0.0),
    ]


def test_a_busy_site_is_visited_sooner_than_a_quiet_one() -> None:
    def site(each: float) -> SiteHistory:
        memory = SiteHistory("news.example")
        memory.put(KnownPage(HOME, PageKind.LIST, 0.0, NOW, visits=9))
        for n in range(int(96 / each)):
            url, at = f"{HOME}story-{n}", NOW - n * each * HOUR
            memory.put(KnownPage(url, PageKind.ARTICLE, at, at, at, 1))
            memory.log([Request(url, at, PageKind.ARTICLE, Reason.NEW, born=at)])
            memory.record_sightings(HOME, {url: Sighting(at, NOW, n, 1, 1, 1)})
        memory.requests.reverse()
        return memory

    waits = [next_run(site(each), NOW, RevisitPolicyParams(), RevisitInterval()) - NOW for each in (0.1, 1.0, 12.0)]
    assert waits == sorted(waits)
    assert waits[0] < waits[-1]
    assert RevisitInterval().shortest <= waits[0]
    assert waits[-1] <= RevisitInterval().longest
