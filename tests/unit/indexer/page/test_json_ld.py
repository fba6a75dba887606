"""JSON-LD as pages write it: broken, nested, hostile."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.page import json_ld, lenient_json
from indexer.page.json_ld import NewsItem

ARTICLE: dict[str, Any] = {
    "@context": "https://schema.org",
    "@type": "NewsArticle",
    "headline": "Heron returns to the quarry",
    "datePublished": "2026-02-03T04:05:06+01:00",
    "author": {"@type": "Person", "name": "Petra Quill"},
}
TEXT = json.dumps(ARTICLE)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.text(max_size=20),
    lambda children: st.lists(children, max_size=4) | st.dictionaries(st.text(max_size=8), children, max_size=4),
    max_leaves=20,
)


def item(*scripts: str) -> NewsItem:
    found = json_ld.read(scripts).item
    assert found is not None
    return found


@pytest.mark.parametrize(
    "script",
    [
        TEXT,
        TEXT + ";",
        f"[{TEXT}, null]",
        f"<!-- {TEXT} -->",
        f"//<![CDATA[\n{TEXT}\n//]]>",
        f"/* <![CDATA[ */ {TEXT} /* ]]> */",
        "\ufeff" + TEXT,
        TEXT[:-1] + ",}",
        TEXT.replace('"headline"', '"description": "one\ntwo\tthree \x07", "headline"'),
        TEXT.replace('"headline"', '"description": "she said "no" to it", "headline"'),
        json.dumps({"@graph": [{"@type": "WebSite", "name": "Site"}, [{"@type": "BreadcrumbList"}], ARTICLE]}),
        json.dumps({"@type": "WebPage", "mainEntity": ARTICLE}),
        json.dumps(ARTICLE | {"author": [None, {"@type": "Person", "givenName": "Petra", "familyName": "Quill"}]}),
        json.dumps(ARTICLE | {"author": {"name": {"@type": "Person", "name": "Petra Quill"}}}),
        json.dumps(ARTICLE | {"author": "Petra Quill"}),
        json.dumps(ARTICLE | {"author": {"@list": [{"name": ["Petra Quill"]}]}}),
        json.dumps(ARTICLE | {"@type": ["schema:ReportageNewsArticle", "Thing"]}),
        json.dumps(ARTICLE | {"headline": {"@value": "Heron returns to the quarry", "@language": "en"}}),
        json.dumps(
            {"@graph": [ARTICLE | {"author": {"@id": "#p"}}, {"@id": "#p", "@type": "Person", "name": "Petra Quill"}]}
        ),
        TEXT + "\n" + json.dumps({"@type": "Organization", "name": "Owner"}),
    ],
)
def test_every_spelling_says_the_same(script: str) -> None:
    found = item(script)
    assert (found.headline, found.authors, found.date_published) == (
        ARTICLE["headline"],
        ("Petra Quill",),
        ARTICLE["datePublished"],
    )


def test_what_was_cut_off_is_left_out() -> None:
    found = json_ld.read([TEXT[: TEXT.index("2026-02") + 4]])
    assert found.item is not None
    assert found.item.headline == ARTICLE["headline"]
    assert found.item.date_published == ""


def test_a_broken_script_does_not_cost_the_next_one() -> None:
    found = json_ld.read(["not json at all", TEXT])
    assert found.item is not None
    assert found.item.headline == ARTICLE["headline"]


def test_the_article_at_the_page_s_address_is_the_page_s() -> None:
    other = ARTICLE | {"headline": "Another", "url": "https://site.example/b", "mainEntityOfPage": "x"}
    own = {"@type": "Article", "headline": "Own", "mainEntityOfPage": {"@id": "https://site.example/a/"}}
    scripts = [json.dumps([other, own])]
    found = json_ld.read(scripts, ["https://site.example/a"])
    assert found.item is not None
    assert found.item.headline == "Own"


def test_related_works_are_not_the_article() -> None:
    page = {"@type": "ItemList", "itemListElement": [{"@type": "ListItem", "item": ARTICLE}]}
    assert json_ld.read([json.dumps(page)]).item is None
    reviewed = ARTICLE | {"headline": "Own", "isPartOf": ARTICLE, "hasPart": {"@type": "Article", "headline": "Part"}}
    assert item(json.dumps(reviewed)).headline == "Own"


@pytest.mark.parametrize(
    ("part", "expected"),
    [({"isAccessibleForFree": "False"}, False), ([{"isAccessibleForFree": True}, {}], True), (None, None), ("x", None)],
)
def test_parts_to_pay_for(part: object, expected: bool | None) -> None:
    assert item(json.dumps(ARTICLE | {"hasPart": part})).part_accessible_for_free is expected


def breadcrumbs(*steps: object) -> tuple[str, ...]:
    return json_ld.read([json.dumps({"@type": "BreadcrumbList", "itemListElement": steps})]).breadcrumbs


def test_breadcrumbs_are_sorted_by_position() -> None:
    birds = {"@type": "ListItem", "position": "2", "item": {"@id": "/b", "name": "Birds"}}
    herons = {"@type": "ListItem", "position": 3, "item": {"@id": "/b/h", "name": "Herons"}}
    assert breadcrumbs(herons, birds, {"@type": "ListItem", "position": 1, "name": "Home"}) == ("Birds", "Herons")


@pytest.mark.parametrize("start", [{"name": "Home"}, {"name": "Home", "item": "https://bode.example/"}, {"item": {"@id": "/en", "name": "Home"}}])
def test_the_first_step_is_the_start_page_unless_its_address_is_another(start: dict[str, object]) -> None:
    birds = {"name": "Birds", "item": "https://bode.example/birds"}
    assert breadcrumbs(start, birds) == breadcrumbs(birds) == ("Birds",)


@pytest.mark.slow
@pytest.mark.parametrize("bracket", ["[", '{"a":', '[{"a":', '{"@graph":['])
def test_nesting_without_end_is_bounded(bracket: str) -> None:
    started = time.perf_counter()
    found = json_ld.read([bracket * 100_000, TEXT])
    assert time.perf_counter() - started < 5
    assert found.item is not None


def test_deep_but_closed_nesting_costs_only_itself() -> None:
    deep = TEXT[:-1] + ', "extra": ' + "[" * 5_000 + "]" * 5_000 + ', "articleSection": "Birds"}'
    assert item(deep).article_section == ("Birds",)


@pytest.mark.slow
def test_many_nodes_and_long_values_are_bounded() -> None:
    many = json.dumps([ARTICLE] + [{"@type": "Thing", "name": "n"}] * 50_000)
    long = json.dumps(ARTICLE | {"description": "d" * 500_000, "keywords": [f"k{n}" for n in range(5_000)]})
    assert item(many).headline == ARTICLE["headline"]
    assert len(item(long).description) == 10_000
    assert len(item(long).keywords) == 200


def test_emoji_read_token_by_token_can_be_written_again() -> None:
    found = item(TEXT.replace("Heron", "\\ud83d\\udc26 Heron \\ud83d")[:-1])  # without its last brace
    assert found.headline.encode("utf-8").decode("utf-8").startswith("🐦 Heron")


@pytest.mark.slow
@given(JSON)
def test_well_formed_json_is_read_as_the_standard_library_reads_it(value: object) -> None:
    assert lenient_json.read(json.dumps(value)) == [value]
    assert lenient_json.read(json.dumps(value, ensure_ascii=False) + " ;") == [value]


@pytest.mark.slow
@given(st.lists(JSON, max_size=4) | st.dictionaries(st.text(max_size=8), JSON, max_size=4))
def test_the_tolerant_reader_agrees_with_the_strict_one_on_well_formed_json(value: object) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=1)
    tolerant = lenient_json._Reader().read(text)
    if '\\"' not in text:  # a quote inside a string may look like its end, or not like it
        assert tolerant == [value]


@given(JSON, st.floats(0, 1))
def test_no_cut_raises(value: object, share: float) -> None:
    text = json.dumps(ARTICLE | {"x": value})
    json_ld.read([text[: int(len(text) * share)]])


@given(st.text(alphabet='{}[]":,\\ntu019 /*<!-->é\ud83d\n', max_size=200))
def test_no_text_raises(text: str) -> None:
    json_ld.read([text])


@pytest.mark.slow
@given(
    st.dictionaries(st.sampled_from([*ARTICLE, "hasPart", "image", "publisher", "keywords", "inLanguage", "url"]), JSON)
)
def test_no_shape_of_a_value_raises(value: dict[str, object]) -> None:
    json_ld.read(
        [
            json.dumps({"@type": "NewsArticle"} | value),
            json.dumps({"@type": "BreadcrumbList", "itemListElement": value}),
        ]
    )
