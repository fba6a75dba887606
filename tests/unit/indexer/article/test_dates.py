"""Dates by where they stand: places learned over a site, sources that it contradicts, and the day that readers see."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from indexer.article import authors, dates
from indexer.article.date_places import DatePlace, printed_dates
from indexer.article.date_sources import DatedPage, learn_dates
from indexer.article.dates import DateHints, published
from indexer.article.headline_context import HeadlineContext, Line, Place
from indexer.page.collector import Marked, Time
from indexer.page.metadata import Metadata

NOW = datetime(2026, 7, 1, 12, tzinfo=UTC)


def beside(*texts: str, place: Place = Place.HEAD, path: str = "p.meta") -> HeadlineContext:
    return HeadlineContext(lines=tuple(Line(text, place, path=path) for text in texts), headline=1, first=5, last=9)


def site(stated: str = "", *, label: str = "Posted ", days: range = range(1, 9)) -> list[DatedPage]:
    meta = {"date": (stated,)} if stated else {}
    return [DatedPage(Metadata(meta=meta), beside(f"{label}{day} March 2026"), "en", f"https://a.example/{day}") for day in days]


def test_a_source_that_gives_all_stories_one_day_is_not_believed_where_they_print_others() -> None:
    hints = learn_dates(site("2026-06-27T08:00:00Z"), DateHints())
    assert hints.distrusted == ("meta:date",)
    found = published(Metadata(meta={"date": ("2026-06-27T08:00:00Z",)}), NOW, around=beside("Posted 4 March 2026"), hints=hints)
    assert found == ("2026-03-04", dates.PRINTED)


def test_without_printed_dates_the_same_source_stays() -> None:
    pages = [DatedPage(Metadata(meta={"date": ("2026-06-27",)}), HeadlineContext(), "en", f"https://a.example/{n}") for n in range(8)]
    assert learn_dates(pages, DateHints()).distrusted == ()


@pytest.mark.parametrize(("label", "places"), [("Published in number 7 of the Herald, ", 1), ("", 0)])
def test_months_date_stories_only_under_a_label_that_recurs(label: str, places: int) -> None:
    pages = [
        DatedPage(Metadata(), beside(f"{label}{month} 2025", place=Place.FOOT, path="p"), "en", month)
        for month in ("January", "February", "March", "April", "May", "June")
    ]
    learned = learn_dates(pages, DateHints()).places
    assert bool(learned) == bool(places)
    assert all(place.label for place in learned)


@pytest.mark.parametrize(
    ("stated", "line", "expected"),
    [
        ("2026-02-25T02:25:54+00:00", "February 24, 2026 | 9:25pm", "2026-02-24T21:25:54-05:00"),
        ("2026-02-24T21:25:54-05:00", "February 24, 2026 | 9:25pm", "2026-02-24T21:25:54-05:00"),
        ("2026-02-25T02:25:54+00:00", "February 24, 2026", "2026-02-24"),
        ("2026-02-25T13:00:00+00:00", "February 24, 2026", "2026-02-25T13:00:00+00:00"),
        ("2026-02-25T02:25:54+00:00", "Updated February 28, 2026", "2026-02-25T02:25:54+00:00"),
    ],
)
def test_a_moment_is_told_on_the_day_that_readers_see(stated: str, line: str, expected: str) -> None:
    page = Metadata(meta={"article:published_time": (stated,), "article:modified_time": ("2026-02-28T08:00:00Z",)})
    assert published(page, NOW, around=beside(line), language="en").value == expected


def test_numeric_dates_have_the_order_of_the_page_s_country() -> None:
    line = beside("03/04/2026")
    assert published(Metadata(html_lang="en-GB"), NOW, around=line, language="en").value == "2026-04-03"
    assert published(Metadata(html_lang="en-US"), NOW, around=line, language="en").value == "2026-03-04"
    assert published(Metadata(), NOW, url="https://news.example.ie/a", around=line, language="en").value == "2026-04-03"


def test_learned_places_survive_storage() -> None:
    hints = learn_dates(site(), DateHints())
    assert hints.places[0] == DatePlace("p.meta", "posted")
    assert dates.dates_from_json(dates.dates_to_json(hints)) == hints


def test_writers_of_teasers_and_comments_are_no_authors() -> None:
    around = beside("By Petra Quill")
    behind = tuple(Marked(f"Sam Ames{letter}", 14) for letter in "ab")
    far = (Marked("Tom Ode", 60),)
    assert authors.choose(Metadata(bylines=behind, rel_authors=far), around).names == ("Petra Quill",)
    assert authors.choose(Metadata(rel_authors=(Marked("Petra Quill", 2), *far)), around).names == ("Petra Quill",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ada Berg, Sefa Korkmaz, and Ola Brekke", ("Ada Berg", "Sefa Korkmaz", "Ola Brekke")),
        ("View all posts by Ada Berg", ("Ada Berg",)),
        ("Zeige alle Beiträge von Ada Berg", ("Ada Berg",)),
        ("Ada von Berg", ("Ada von Berg",)),
        ("von q2k8 · Veröffentlicht 9. Dezember 2025", ("q2k8",)),
        ("김태연 기자", ("김태연",)),
    ],
)
def test_what_stands_around_names(text: str, expected: tuple[str, ...]) -> None:
    assert authors.names([text], "de") == expected


def test_buttons_beside_a_name_are_no_names() -> None:
    marks = (Marked("Ada BergFollowFacebook", 2), Marked("Ada Berg", 2), Marked("Follow", 2))
    assert authors.choose(Metadata(bylines=marks), beside()).names == ("Ada Berg",)


@pytest.mark.parametrize(
    ("url", "picture", "expected"),
    [
        ("https://bode.example/news/A2026030415120000", "https://img.example/2026/03/04/1.jpg", "2026-03-04"),
        ("https://bode.example/news/A2026030415120000", "https://img.example/2026/03/05/1.jpg", ""),
        ("https://bode.example/news/A2026030415120000", "", ""),
        ("https://bode.example/news/1234520260304", "https://img.example/2026/03/04/1.jpg", ""),
    ],
)
def test_a_number_that_begins_with_the_day_of_the_picture_dates_the_page(url: str, picture: str, expected: str) -> None:
    assert published(Metadata(meta={"og:image": (picture,)}), NOW, url=url).value == expected


@pytest.mark.parametrize(("text", "place", "expected"), [("© The Bode. Valid until 31.12.2024.", Place.FOOT, 0), ("Valid until 31.12.2024.", Place.FOOT, 1), ("© dpa | 07.11.2023 08:03", Place.FOOT, 1), ("4.3.2026 © The Bode", Place.HEAD, 1)])
def test_a_line_of_rights_below_the_story_has_no_date(text: str, place: Place, expected: int) -> None:
    assert len(printed_dates([Line(text, place)], NOW, "de")) == expected


@pytest.mark.parametrize(("time", "expected"), [(Time("", "4. März 2026, 9:10 Uhr", block=2), "2026-03-04T09:10:00"), (Time("2026-03-05", "4. März 2026", block=2), "2026-03-05"), (Time("", "heute", block=2), "")])
def test_a_time_element_without_an_attribute_is_its_text(time: Time, expected: str) -> None:
    around = HeadlineContext(lines=(Line("Von Ada Berg"),), headline=1, first=5, last=9)
    assert published(Metadata(times=(time,)), NOW, around=around, language="de").value == expected
