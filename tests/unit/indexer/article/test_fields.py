"""Each field of an article on its own: pure functions of metadata, headings and lines."""

from __future__ import annotations

import json
import time
from datetime import UTC, date, datetime, timedelta, timezone
from email.utils import format_datetime

import pytest
from babel.dates import format_date
from hypothesis import given
from hypothesis import strategies as st

from indexer.article import access, authors, date_text, dates, headline, labels, language, relative_dates
from indexer.article.bylines import BylineAffixes
from indexer.article.date_places import DatePlace
from indexer.article.headline_context import HeadlineContext, Line
from indexer.article.hints import PageFacts, SiteHints, learn
from indexer.article.title_affixes import learn_title_affixes
from indexer.errors import ModelError
from indexer.page.collector import Marked, Time
from indexer.page.json_ld import LinkedData, NewsItem
from indexer.page.metadata import Metadata

NOW = datetime(2026, 7, 1, 12, tzinfo=UTC)


def stated(**fields: object) -> Metadata:
    return Metadata(linked=LinkedData(NewsItem(is_article=True, **fields)))  # type: ignore[arg-type]


# -- headline -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "headings", "expected"),
    [
        ("Heron back | The Bode", ["The Bode", "Heron back"], "Heron back"),
        ("The Bode: Heron back at last", ["Heron back at last"], "Heron back at last"),
        ("水位降至历史最低_信报", ["水位降至历史最低"], "水位降至历史最低"),
        ("", ["Heron back"], "Heron back"),
        ("Heron back", [], "Heron back"),
        ("", [], ""),
        ("A - B - C", [], "A - B - C"),
    ],
)
def test_headline_of_a_single_page(title: str, headings: list[str], expected: str) -> None:
    assert headline.choose(Metadata(title=title), headings).text == expected


def test_the_site_s_name_is_cut_where_the_page_tells_it() -> None:
    page = Metadata(title="Heron back - Nature - The Bode", meta={"og:site_name": ("The Bode",)})
    assert headline.choose(page, []).text == "Heron back - Nature"


def test_json_ld_comes_first_but_a_kicker_that_another_title_leaves_out_goes() -> None:
    page = Metadata(
        linked=LinkedData(NewsItem(is_article=True, headline="Quarry life: The heron is back")),
        meta={"og:title": ("The heron is back",)},
    )
    assert headline.choose(page, ["Quarry life: The heron is back"]).text == "The heron is back"


def test_a_headline_cut_for_search_engines_is_completed_from_the_page() -> None:
    page = stated(headline="The heron is back and the fish are …")
    assert (
        headline.choose(page, ["The heron is back and the fish are gone"]).text == "The heron is back and the fish are gone"
    )


def test_where_all_titles_are_the_same_the_headings_decide() -> None:
    pages = [PageFacts(Metadata(title="Newsroom"), HeadlineContext(headings=("Newsroom Feed", f"Story {n}", "Share"))) for n in range(6)]
    hints = learn(pages)
    assert [headline.choose(p.metadata, p.around.headings, hints.titles).text for p in pages] == [f"Story {n}" for n in range(6)]


def test_copies_of_one_article_do_not_make_its_title_the_site_s() -> None:
    pages = [PageFacts(Metadata(title="Heron back | Bode"), HeadlineContext(headings=("Heron back",)))] * 9
    hints = learn(pages)
    assert headline.choose(pages[0].metadata, pages[0].around.headings, hints.titles).text == "Heron back"


def test_sections_in_titles_are_learned_with_the_site_s_name() -> None:
    titles = [f"Story {n} - Sport - Bode" for n in range(5)] + [f"Vote {n} - Politics - Bode" for n in range(5)]
    affixes = learn_title_affixes([*titles, "Podcast: Vote - Bode"])
    assert [affixes.without(title) for title in (titles[0], titles[-1])] == ["Story 0", "Vote 4"]
    assert affixes.without("Podcast: Vote - Bode") == "Podcast: Vote"
    assert affixes.without(" - Bode") == "- Bode"


@pytest.mark.parametrize(
    ("shared", "named", "shown", "title", "expected"),
    [
        ("Harbour news: A crane falls | Port", "A crane falls", "A crane falls", "Harbour news: A crane falls | Port", "A crane falls"),
        ("Port: A crane falls on a ship", "A crane falls", "A crane falls", "A crane falls | Bode", "Port: A crane falls on a ship"),
        ("A crane falls at noon-Politics", "A crane falls at noon", "", "A crane falls at noon-Politics", "A crane falls at noon"),
        ("A crane falls: what now", "A crane falls", "", "", "A crane falls: what now"),
        ("The crane's 'last' fall", "", "The crane’s ‘last’ fall", "", "The crane’s ‘last’ fall"),
        ("A crane falls! - All the news", "A crane falls! - All the news", "A crane falls!", "", "A crane falls! - All the news"),
        ("A crane falls! - The Bode", "A crane falls! - The Bode", "A crane falls!", "", "A crane falls!"),
        ("Port: A crane falls", "Port: A crane falls", "Port A crane falls", "Port: A crane falls", "Port: A crane falls"),
        ("Bode, words on water", "", "A crane falls", "A crane falls | The Bode", "A crane falls"),
        ("The harbour looks up", "", "A crane falls", "A crane falls | The Bode", "The harbour looks up"),
        ("Bode, words on water", "", "A crane falls", "A fall | The Bode", "Bode, words on water"),
    ],
    ids=["search title", "social title", "section", "longer", "typography", "declared whole", "site", "kicker set apart", "slogan", "another wording", "not in the title"],
)
def test_the_title_for_sharing_of_a_lone_page(shared: str, named: str, shown: str, title: str, expected: str) -> None:
    item = NewsItem(is_article=bool(named), headline=named)
    metadata = Metadata(title=title, meta={"og:title": (shared,), "og:site_name": ("The Bode",)}, linked=LinkedData(item))
    assert headline.choose(metadata, [shown] if shown else [], over_story=shown, lone=True).text == expected


def test_a_meta_element_declares_a_headline_too() -> None:
    metadata = Metadata(meta={"headline": ("A crane falls at noon",), "og:title": ("A crane falls at noon-Politics",)})
    assert headline.choose(metadata, [], lone=True).text == "A crane falls at noon"


def test_different_words_before_one_quotation_are_kickers() -> None:
    def chosen(heading: str) -> str:
        return headline.choose(Metadata(title="Harbour: «We stay»"), [heading]).text

    assert chosen("Strike at the port - «We stay»") == "«We stay»"
    assert chosen("Old Harbour: «We stay»") == "Old Harbour: «We stay»", "whoever is quoted"
    assert chosen("Harbour: «We stay»") == "Harbour: «We stay»"


@given(st.lists(st.sampled_from(["A | S", "B | S", "C | S", "S: D", "S: E", "S: F", "S"]), max_size=12), st.randoms())
def test_affixes_do_not_depend_on_order(titles: list[str], random: object) -> None:
    shuffled = titles[:]
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert learn_title_affixes(titles) == learn_title_affixes(shuffled)


# -- authors --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "spoken", "expected"),
    [
        ("By Petra Quill and Sam Oake", "en", ("Petra Quill", "Sam Oake")),
        ("Von Petra Quill und Sam Oake, Weimar", "de", ("Petra Quill", "Sam Oake")),
        ("Petra Quill y Sam Oake", "es", ("Petra Quill", "Sam Oake")),
        ("Petra Quill, dpa", "de", ("Petra Quill", "dpa")),
        ("Quill, Petra", "", ("Petra Quill",)),
        ("Petra Quill, professor of the study of birds", "en", ("Petra Quill",)),
        ("文／王小明", "zh", ("王小明",)),
        ("petra@bode.example", "", ()),
        ("Petra Quill petra@bode.example", "", ("Petra Quill",)),
        ("https://bode.example/quill", "", ()),
        ("Staff", "", ()),
        ("Von", "de", ()),
        ("By E.J. Quill Jr. and Sam O.", "en", ("E.J. Quill Jr.", "Sam O.")),
        ("Petra Quill.", "en", ("Petra Quill",)),
        ("Von Petra Quill, Bern Aktualisiert am 12.03.2026", "de", ("Petra Quill",)),
        ("The Bode", "", ()),
    ],
)
def test_names(text: str, spoken: str, expected: tuple[str, ...]) -> None:
    page = Metadata(meta={"author": (text,), "og:site_name": ("The Bode",)})
    assert authors.choose(page, None, spoken).names == expected


def test_the_best_source_that_names_anyone_decides() -> None:
    page = Metadata(
        linked=LinkedData(NewsItem(authors=("The Bode",), publisher="The Bode")),
        meta={"article:author": ("https://social.example/bode",)},
        bylines=(Marked("Petra Quill"), Marked("Sam says:")),
    )
    assert authors.choose(page, HeadlineContext(lines=(Line("By Somebody Else"),))).names == ("Petra Quill",)


@pytest.mark.parametrize(
    ("signature", "expected"),
    [
        ("Petra Quill", ("Petra Quill",)),
        ("Petra Quill and Sam Oake", ("Petra Quill", "Sam Oake")),
        ("The Bode / Petra Quill", ("Petra Quill",)),
        ("Nobody was hurt", ("The Bode",)),
        ("Photo by Petra Quill, all rights reserved", ("The Bode",)),
        ("", ("The Bode",)),
    ],
)
def test_a_signature_names_the_author_where_the_page_declares_a_desk(signature: str, expected: tuple[str, ...]) -> None:
    page = Metadata(linked=LinkedData(NewsItem(authors=("The Bode",), publisher="The Bode")))
    assert authors.choose(page, HeadlineContext(signature=signature), "en").names == expected
    declared = Metadata(linked=LinkedData(NewsItem(authors=("Lars Oake",), publisher="The Bode")))
    assert authors.choose(declared, HeadlineContext(signature=signature), "en").names == ("Lars Oake",)


def test_a_last_line_alone_makes_no_author() -> None:
    around = HeadlineContext(signature="Petra Quill")
    assert authors.choose(Metadata(), around).names == ()
    assert authors.choose(Metadata(meta={"author": ("lars",)}), around).names == ("lars",)
    assert authors.choose(Metadata(meta={"author": ("lars",), "og:site_name": ("Bode",)}), HeadlineContext(signature="Bode / Petra Quill")).names == (
        "Petra Quill",
    ), "the site's name beside makes it a credit"


def test_the_site_s_own_name_beside_others() -> None:
    def names(author: str, line: str = "", mark: str = "") -> tuple[str, ...]:
        item = NewsItem(is_article=True, authors=(author,) if author else (), publisher="Bode", article_section=("Harbour",))
        marks = (Marked(mark),) if mark else ()
        return authors.choose(Metadata(linked=LinkedData(item), bylines=marks), HeadlineContext(lines=(Line(line),)), "en").names

    assert names("Bode and AFP") == ("Bode and AFP",), "one desk"
    assert names("Bode and Petra Quill") == ("Petra Quill",)
    assert names("Bode", "By Bode with agencies") == ("Bode",), "what is printed says no more"
    assert names("", mark="by Petra Quill, Bode North") == ("Petra Quill",), "where she works"
    assert names("", mark="Harbour") == (), "a section"
    assert names("Harbour") == ("Harbour",), "agencies have sections of their own"


def test_a_name_is_one_however_its_accents_are_written() -> None:
    both = ("Jörg Quill", "Jo\u0308rg Quill")
    assert authors.names(both) == both[:1]
    assert authors.choose(Metadata(bylines=(Marked(both[1]),), meta={"og:site_name": both[:1]})).names == (), "the site's own name"


def test_many_elements_named_for_authors_are_a_table_of_contents() -> None:
    assert authors.choose(Metadata(bylines=tuple(Marked(f"Petra Quill{c}") for c in "abcdef"))).names == ()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Petra Quill | 04.03.2026", ("Petra Quill",)),
        ("By Petra Quill", ("Petra Quill",)),
        ("The heron is back", ()),
        ("Updated 4 March 2026", ()),
        ("By Petra Quill Updated: 4 March 2026", ("Petra Quill",)),
        ("Skrevet av Petra Quill", ("Petra Quill",)),
    ],
)
def test_lines_near_the_headline(line: str, expected: tuple[str, ...]) -> None:
    assert authors.choose(Metadata(), HeadlineContext(lines=(Line(line),)), "", BylineAffixes(before=("Skrevet av",))).names == expected


def test_who_stands_beside_every_author_is_not_one() -> None:
    pages = [PageFacts(Metadata(rel_authors=(Marked(f"Petra Quill{'abcde'[n]}"), Marked("Bird Network")))) for n in range(5)]
    hints = learn(pages)
    assert authors.choose(pages[0].metadata, constant=hints.constant("author")).names == ("Petra Quilla",)
    alone = learn([PageFacts(Metadata(rel_authors=(Marked("Petra Quill"),)))] * 5)
    assert alone.constant("author") == ()


# -- dates ----------------------------------------------------------------------------------------------------------

moments = st.datetimes(
    datetime(1990, 1, 1),  # noqa: DTZ001 - hypothesis wants them bare
    datetime(2026, 6, 30),  # noqa: DTZ001
    timezones=st.integers(-12, 14).map(lambda h: timezone(timedelta(hours=h))),
)


@given(moments)
def test_iso_8601_is_kept_as_given(moment: datetime) -> None:
    assert date_text.stamp(moment.isoformat(), NOW) == moment.isoformat()


@given(moments)
def test_rfc_5322_dates_are_read_as_the_standard_library_writes_them(moment: datetime) -> None:
    moment = moment.replace(microsecond=0)
    if moment.utcoffset():
        assert date_text.stamp(format_datetime(moment), NOW) == moment.isoformat()


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2026-03-06T18:20:00Z", "2026-03-06T18:20:00Z"),
        ("2026-03-06 18:20", "2026-03-06T18:20:00"),
        ("2026-03-06T18:20:00.123+0530", "2026-03-06T18:20:00.123+05:30"),
        ("2026-03-06T18:20:00+01", "2026-03-06T18:20:00+01:00"),
        ("2026-03-06T99:20:00", "2026-03-06"),
        ("20260306", "2026-03-06"),
        ("1772817600", "2026-03-06T17:20:00+00:00"),
        ("1772817600000", "2026-03-06T17:20:00+00:00"),
        ("2026-02-30", ""),
        ("2062-01-01", ""),
        ("1601-01-01T00:00:00Z", ""),
        ("0001-01-01", ""),
        ("yesterday, at noon", ""),
        ("٢٠٢٦-٠٣-٠٦", ""),
        ("", ""),
    ],
)
def test_stamps(value: str, expected: str) -> None:
    assert date_text.stamp(value, NOW) == expected


@pytest.mark.parametrize(
    "spoken", ["de", "fr", "es", "it", "pt", "pl", "ru", "uk", "tr", "nl", "sv", "ja", "ko", "zh", "el"]
)
@given(day=st.dates(date(1990, 1, 1), date(2026, 6, 30)))
def test_dates_are_read_as_cldr_writes_them(spoken: str, day: date) -> None:
    for width in ("full", "long", "medium"):
        assert date_text.in_line(f"x {format_date(day, width, locale=spoken)}, 08:30", NOW, spoken) == f"{day.isoformat()}T08:30:00"


@given(
    hour=st.integers(1, 11), minute=st.integers(0, 59), half=st.sampled_from(["a.m.", "p.m.", "AM", "pm"]),
    zone=st.sampled_from(["", " EST", " CDT", " Wed", " UTC on"]), sign=st.sampled_from([", ", " ", " | "]), day=st.dates(date(1990, 1, 1), date(2026, 6, 30)),
)  # fmt: skip
def test_a_time_before_a_day_is_that_behind_it(hour: int, minute: int, half: str, zone: str, sign: str, day: date) -> None:
    clock, named = f"{hour}:{minute:02} {half}", format_date(day, "long", locale="en")
    assert date_text.in_line(f"{clock}{zone}{sign}{named}", NOW, "en") == date_text.in_line(f"{named}, {clock}", NOW, "en")


@given(
    spoken=st.sampled_from(["en", "de", "fr", "es", "it", "pl", "ru"]), hour=st.integers(13, 23), minute=st.integers(0, 59),
    word=st.sampled_from(["", " at", " um", " à"]), zone=st.sampled_from(["", " EST", " Uhr"]), day=st.dates(date(2026, 1, 1), date(2026, 6, 30)),
)  # fmt: skip
def test_a_day_without_a_year_is_of_the_year_of_the_request(spoken: str, hour: int, minute: int, word: str, zone: str, day: date) -> None:
    named = format_date(day, "d MMMM", locale=spoken)
    found = relative_dates.without_year(f"{named}{word} {hour}:{minute:02}{zone}", NOW.isoformat(), spoken)
    assert found == f"{day.isoformat()}T{hour}:{minute:02}:00"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("04/03/2026", "2026-04-03"),
        ("13/03/2026", "2026-03-13"),
        ("Do 25.04.24 | 14:07", "2024-04-25T14:07:00"),
        ("version 1.25.04.24.1", ""),
        ("2 March, Monday", ""),
        ("call 2026-555-0100", ""),
        ("32.13.2026", ""),
    ],
)
def test_numeric_lines(line: str, expected: str) -> None:
    assert date_text.in_line(line, NOW, "en") == expected


def test_the_address_gives_the_day_and_a_time_element_the_hour() -> None:
    page = Metadata(times=(Time("2026-03-01T01:00:00Z", ""), Time("2026-03-04T08:30:00Z", "")))
    assert dates.published(page, NOW, url="https://bode.example/2026/03/04/heron").value == "2026-03-04T08:30:00Z"
    assert dates.published(page, NOW).value == "2026-03-01T01:00:00Z"


def test_what_all_pages_state_is_not_this_page_s_date() -> None:
    page = Metadata(meta={"date": ("2020-01-01",)}, times=(Time("2026-01-01", ""), Time("2026-03-04", "")))
    hints = dates.DateHints(constant=("2020-01-01",), constant_times=("2026-01-01",))
    assert dates.published(page, NOW, hints=hints) == ("2026-03-04", "time")


def test_modified() -> None:
    page = Metadata(meta={"og:updated_time": ("garbage", "2026-03-05")}, times=(Time("2026-03-06", "", "updated"),))
    assert dates.modified(page, NOW) == "2026-03-05"


@given(st.text(alphabet="0123456789-/.: TZ+年月日marchMärz,", max_size=60))
def test_no_text_raises(text: str) -> None:
    for found in (
        date_text.stamp(text, NOW),
        date_text.in_line(text, NOW, "de"),
        date_text.in_address("//" + text, NOW),
    ):
        assert found == "" or "1990" <= found[:4] <= "2026"


# -- language -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said", "expected"),
    [
        ("水库的蓄水量已降至百分之三十一，是三月份的最低水平。", "en", "zh"),
        ("夜の連絡船が十一週間ぶりに木曜日の夜に出航した。", "", "ja"),
        ("저수지 水位가 최저 수준으로 떨어졌다.", "", "ko"),
        ("Η γέφυρα παραμένει κλειστή", "en", "el"),
        (
            "Die Brücke über die Weser bleibt bis Ostern gesperrt, weil Prüfer lose Schrauben gefunden haben.",
            "en",
            "de",
        ),
        ("Міст залишається закритим до Великодня, тому що інспектори знайшли розхитані болти.", "", "uk"),
        ("پل تا عید پاک بسته می‌ماند زیرا بازرسان پیچ‌های شل پیدا کرده‌اند و باید تعویض شوند", "", "fa"),
        ("Most preko rijeke ostaje zatvoren do Uskrsa jer su inspektori pronašli labave vijke.", "bs", "bs"),
        ("12 345", "fr-CA", "fr"),
        ("", "utf-8", ""),
    ],
)
def test_detect(text: str, said: str, expected: str) -> None:
    assert language.detect(text, said) == expected


@given(st.text(max_size=50), st.text(max_size=8))
def test_language_is_a_code_or_nothing(text: str, said: str) -> None:
    assert len(language.detect(text, said)) in (0, 2, 3)


# -- access and labels ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "part", "expected"),
    [
        (True, False, False),
        (True, True, True),
        (False, True, False),
        (None, False, False),
        (None, True, None),
        (None, None, None),
    ],
)
def test_access(own: bool | None, part: bool | None, expected: bool | None) -> None:
    page = stated(is_accessible_for_free=own, part_accessible_for_free=part)
    assert access.accessible_for_free(page) is expected


def test_labels_are_split_joined_and_rid_of_the_site_s() -> None:
    page = Metadata(
        linked=LinkedData(NewsItem(keywords=("heron,quarry", "Bode News"))),
        meta={"article:tag": ("Heron",), "keywords": ("bode news; fish、water",)},
        tags=("Birds",),
    )
    assert labels.keywords(page, ["Ponds"], ["Bode News"]) == ("heron", "quarry", "fish", "water", "Birds", "Ponds")


@pytest.mark.parametrize(
    ("crumbs", "expected"),
    [
        ((), ()),
        (("Birds",), ("Birds",)),
        (("Heron back",), ()),
        (("A", "B", "x"), ("B",)),
    ],
)
def test_section_from_breadcrumbs(crumbs: tuple[str, ...], expected: tuple[str, ...]) -> None:
    assert labels.section(Metadata(linked=LinkedData(breadcrumbs=crumbs)), "Heron back") == expected


@pytest.mark.parametrize("unit", ["(", " - ", "a|", "By ", "1.1.", "<rt>", "@a", " and ", "x: "])
def test_hostile_values_take_no_time(unit: str) -> None:
    text = (unit * 10_000)[:10_000]
    page = Metadata(title=text, meta=dict.fromkeys(("author", "og:title", "keywords", "date"), (text,) * 200))
    started = time.perf_counter()
    name = headline.choose(page, [text] * 20).text
    headline.alternative(page, [text] * 20, name)
    authors.choose(page, HeadlineContext(lines=(Line(text),) * 20), "en")
    around = HeadlineContext(headings=(text,) * 20, lines=(Line(text),) * 20)
    dates.published(page, NOW, around=around, url="http://a/" + text)
    labels.keywords(page)
    learn([PageFacts(page, around, text)] * 5)
    assert time.perf_counter() - started < 3


# -- hints ----------------------------------------------------------------------------------------------------------

SAMPLE = [
    PageFacts(
        Metadata(
            title=f"Verhaal {n} - De Bode",
            meta={"keywords": ("bode, vogels" if n % 2 else "bode",), "date": ("2020-01-01",)},
            html_lang="en",
            bylines=(Marked(f"Door {name} Dahl"),),
        ),
        HeadlineContext(headings=(f"Verhaal {n}",), lines=(Line(f"{n + 10}/{n}/2025", path="p.date"),)),
        f"Het water staat hoog en de reiger is terug bij de plas, zegt {name}, die er elke ochtend kijkt.",
    )
    for n, name in enumerate(["Ada", "Bo", "Cas", "Dirk", "Els", "Fien", "Gijs"], start=1)
]


def test_hints_of_a_site() -> None:
    hints = learn(SAMPLE)
    assert hints.titles.suffixes == (" - De Bode",)
    assert not hints.language_trusted
    assert hints.dates.days_first is True
    assert hints.dates.places == (DatePlace("p.date"),)
    assert hints.bylines.before == ("Door",)
    assert hints.constant("keywords") == ("bode",)
    assert hints.dates.constant == ("2020-01-01",)


@pytest.mark.slow
@given(st.permutations(SAMPLE))
def test_hints_do_not_depend_on_order_and_survive_storage(pages: list[PageFacts]) -> None:
    hints = learn(pages)
    assert hints == learn(SAMPLE)
    assert SiteHints.from_json(json.loads(json.dumps(hints.to_json()))) == hints


@pytest.mark.parametrize("change", [{"version": 99}, {"titles": None}, {"bylines": {"x": []}}])
def test_hints_of_another_shape_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(ModelError, match="fit the site again"):
        SiteHints.from_json(SiteHints().to_json() | change)


def test_nothing_is_learned_from_nothing() -> None:
    assert learn([]) == SiteHints()
    assert learn([PageFacts(Metadata())]) == SiteHints()


def test_a_title_for_sharing_that_is_the_author_too_is_a_brand() -> None:
    metadata = Metadata(title="The crane that rewrites its own plan", meta={"og:title": ("Harbour AI",), "author": ("Harbour AI",)})
    assert headline.choose(metadata, [], lone=True).text == "The crane that rewrites its own plan"
