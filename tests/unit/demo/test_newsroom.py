"""The simulated newsroom: the same for everyone who asks, and honest about what changed."""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from datetime import timedelta
from email.message import Message

import pytest

from demo.newsroom import Newsroom
from demo.newsroom_habits import SECTIONS, Habits
from demo.newsroom_pages import respond
from demo.newsroom_server import NewsroomServer
from indexer.page.parse import parse_any as page_of
from workers.reading.feeds import read_feed
from workers.reading.listing import read_listing

HOUR = timedelta(hours=1)


@pytest.fixture(scope="module")
def room() -> Newsroom:
    return Newsroom(5, days=8)


def test_about_sixty_stories_a_day_at_very_different_rates(room: Newsroom) -> None:
    in_days = [piece for piece in room.pieces if piece.published > room.start]
    assert 50 < len(in_days) / room.days < 72
    by_section = {name: sum(piece.section == name for piece in in_days) for name in SECTIONS}
    assert by_section["politics"] > 10 * by_section["letters"]
    assert [p.published for p in room.pieces] == sorted(p.published for p in room.pieces)
    assert Newsroom(5, days=8).pieces == room.pieces != Newsroom(6, days=8).pieces


def test_stories_change_and_go(room: Newsroom) -> None:
    updated = next(piece for piece in room.pieces if piece.updates and piece.deleted is None)
    before, after = updated.updates[0] - HOUR / 60, updated.updates[0]
    assert updated.version(before) + 1 == updated.version(after)
    gone = next(piece for piece in room.pieces if piece.deleted and piece.number % 2)
    assert gone.deleted is not None
    path = next(t.url for t in read_listing(page_of(respond(room, f"/{gone.section}/", gone.published, 0).body, "http://h/")).teasers
                if t.url.endswith(f"-{gone.number}.html")).removeprefix("http://h")  # fmt: skip
    assert respond(room, path, gone.deleted - HOUR / 60, 0).status == 200
    assert respond(room, path, gone.deleted, 0).status == 410
    assert f"-{gone.number}.html" not in respond(room, f"/{gone.section}/", gone.deleted, 0).body
    assert respond(room, path, gone.published - HOUR, 0).status == 404


def test_sections_open_and_close_and_the_design_changes(room: Newsroom) -> None:
    assert room.opened
    assert room.closed
    assert room.redesigned
    assert respond(room, "/climate/", room.opened - HOUR, 0).status == 404
    assert respond(room, "/climate/", room.opened, 0).status == 200
    [closing] = set(room.sections(room.start)) - set(room.sections(room.closed))
    assert respond(room, f"/{closing}/", room.closed, 0).status == 404
    old, new = (respond(room, "/", moment, 0).body for moment in (room.redesigned - HOUR, room.redesigned))
    assert "<main>" in old
    assert "<main>" not in new
    moves = Newsroom(5, 8, Habits(moves=True))
    assert moves.redesigned
    assert respond(moves, "/sport/", moves.redesigned, 0).location == "/desk/sport/"


def test_desks_are_parts_of_sections(room: Newsroom) -> None:
    parted = Newsroom(5, 8, Habits(desks={"sport": 2}))
    assert (room.pieces[0].desk, {piece.desk for piece in parted.pieces if piece.section == "sport"}) == ("", {"", "home", "abroad"})
    apart = Newsroom(5, 8, Habits(desks={"sport": 2}, gathered=False))

    def listed(site: Newsroom, path: str) -> set[str]:
        return set(re.findall(r'<h3><a href="([^"]+)"', respond(site, path, site.start, 0).body))

    assert len(listed(parted, "/sport/home/")) == len(listed(apart, "/sport/home/")) == 20
    assert not listed(apart, "/sport/") & listed(apart, "/sport/home/")
    assert listed(parted, "/sport/") & listed(parted, "/sport/home/")
    assert 'href="/sport/abroad/"' in respond(parted, "/sport/", parted.start, 0).body
    assert [respond(parted, f"/sport/{desk}/", parted.start, 0).status for desk in ("opinion", "nowhere")] == [404, 404]
    with pytest.raises(ValueError, match="desks"):
        Habits(desks={"sport": 5})


def test_changes_may_come_at_any_age_alike() -> None:
    even = Newsroom(5, 8, Habits(evenly=True, update_hours=36.0))
    ages = [(update - piece.published).total_seconds() / 3600 for piece in even.pieces for update in piece.updates[:1]]
    assert 70 < max(ages) < 72.1
    assert 0.4 < sum(age < 36 for age in ages) / len(ages) < 0.6


def test_boxes_change_with_each_request_and_traps_have_no_end(room: Newsroom) -> None:
    fronts = {respond(room, "/", room.start, request).body for request in range(4)}
    assert len(fronts) == 4
    assert len({respond(room, "/sport/", room.start, request).body for request in range(4)}) == 1
    for month in ("1999-01", "2500-12"):
        assert respond(room, f"/calendar/?month={month}", room.start, 0).status == 200
    assert respond(room, "/calendar/?month=2026-13", room.start, 0).status == 404
    assert respond(room, "/sport/?page=2", room.start, 0).status == 200
    assert respond(room, "/sport/?page=99", room.start, 0).status == 404


def test_feed_and_sitemap_say_what_changed(room: Newsroom) -> None:
    feed = read_feed(respond(room, "/feed.xml", room.end, 0).body.encode(), "http://h/feed.xml")
    sitemap = read_feed(respond(room, "/news-sitemap.xml", room.end, 0).body.replace("{base}", "http://h").encode(), "http://h/x")
    assert feed
    assert sitemap
    assert not feed.sitemap
    assert sitemap.sitemap
    newest = room.online(room.end)[: len(feed.entries)]
    assert [entry.published for entry in feed.entries] == [piece.published.timestamp() for piece in newest]
    assert [entry.updated for entry in feed.entries] == [piece.modified(room.end).timestamp() for piece in newest]
    assert {entry.url for entry in feed.entries} <= {entry.url for entry in sitemap.entries}
    assert respond(Newsroom(5, 2, Habits(feed=False)), "/feed.xml", room.start, 0).status == 404


def ask(url: str, **headers: str) -> tuple[int, Message]:
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers)) as response:
            return response.status, response.headers
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers


def test_the_server_knows_what_is_unchanged_and_logs_every_request(room: Newsroom) -> None:
    with NewsroomServer(room) as server:
        status, headers = ask(server.url + "sport/")
        assert (status, ask(server.url + "sport/", **{"If-None-Match": headers["ETag"]})[0]) == (200, 304)
        status, headers = ask(server.url)
        assert ask(server.url, **{"If-None-Match": headers["ETag"]})[0] == 200  # its box changes each time
        server.now += timedelta(days=1)
        assert ask(server.url + "nothing")[0] == 404
        assert [(hit.path, hit.status) for hit in server.log] == [
            ("/sport/", 200), ("/sport/", 304), ("/", 200), ("/", 200), ("/nothing", 404)
        ]  # fmt: skip
        assert server.log[-1].at - server.log[0].at == timedelta(days=1)


def test_habits_are_checked() -> None:
    with pytest.raises(ValueError, match="sections"):
        Habits(sections={})
    with pytest.raises(ValueError, match="shares"):
        Habits(updated=1.5)
