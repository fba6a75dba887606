"""What a page says about itself, from a document tree and from bare facts."""

from __future__ import annotations

import lxml.html
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from indexer.page.collector import Marked
from indexer.page.facts import Fact, facts_of
from indexer.page.metadata import Metadata, read_facts, read_metadata

PAGE = """<!DOCTYPE html><html lang="nl-BE"><head>
<title>Reiger terug - De Bode</title>
<base href="https://bode.example/natuur/">
<link rel="canonical" href="/reiger"><link rel="CANONICAL" href="https://bode.example/reiger">
<meta property="canonical" content="/reiger.html">
<link rel="next" href="reiger-2"><link rel="prev" href="reiger-0"><link rel="amphtml" href="/amp/reiger">
<link rel="alternate" type="application/rss+xml" href="/rss"><link rel="alternate" hreflang="fr" href="/fr">
<meta name="Robots" content="NOINDEX"><meta name="winnow" content="nofollow"><meta name="googlebot" content="none">
<meta property="og:title" content="Reiger &amp; vis"><meta property="article:tag" content="vogels">
<meta property="article:tag" content="water"><meta http-equiv="Content-Language" content="nl">
<meta name="author" content="">
<script type="application/ld+json">{"@type": "NewsArticle", "headline": "Reiger terug"}</script>
<script>var x = {"@type": "NewsArticle", "headline": "no"}</script></head><body>
<time datetime="2026-03-04T08:00:00Z" class="Published">gisteren</time><time pubdate>4 maart</time>
<div itemprop="author" itemscope><span itemprop="name">Petra Quill</span></div>
<p class="Post-Byline">Door <b>Petra Quill</b></p><p class="comment-author">Wim</p>
<a rel="author" href="/p">P. Quill</a><a rel="tag nofollow" href="/vogels">Vogels</a>
<meta itemprop="datePublished" content="2026-03-04">
<h2 itemprop="headline">夜の<ruby>船<rp>(</rp><rt>ふね</rt><rp>)</rp></ruby>出</h2>
</body></html>"""


@pytest.fixture(scope="module")
def page() -> Metadata:
    return read_metadata(lxml.html.document_fromstring(PAGE))


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ("title", "Reiger terug - De Bode"),
        ("base", "https://bode.example/natuur/"),
        ("canonical", ("/reiger", "https://bode.example/reiger", "/reiger.html")),
        ("feeds", ("/rss",)),
        ("html_lang", "nl-BE"),
        ("rel_authors", (Marked("P. Quill"),)),
        ("bylines", (Marked("Door Petra Quill"),)),
        ("tags", ("Vogels",)),
        ("titles", ("Reiger terug", "Reiger & vis", "Reiger terug - De Bode")),
    ],
)
def test_field(page: Metadata, field: str, expected: object) -> None:
    assert getattr(page, field) == expected


def test_meta_contents_are_kept_by_lower_case_name(page: Metadata) -> None:
    assert page.all("article:tag") == ("vogels", "water")
    assert page.first("content-language") == "nl"
    assert page.first("author") == ""


def test_times_keep_their_role(page: Metadata) -> None:
    assert [(t.datetime, t.text, t.role, t.published) for t in page.times] == [
        ("2026-03-04T08:00:00Z", "gisteren", "published", False),
        ("", "4 maart", "", True),
        ("2026-03-04", "", "datepublished", False),
    ]


def test_microdata(page: Metadata) -> None:
    assert {mark.text for mark in page.item_authors} == {"Petra Quill"}
    assert page.items["datepublished"] == ("2026-03-04",)


def test_readings_are_not_part_of_a_headline(page: Metadata) -> None:
    assert page.items["headline"] == ("夜の船出",)


def test_an_author_s_name_may_follow_as_a_property_of_its_own() -> None:
    facts = [Fact("div", {"itemprop": "author"}), Fact("meta", {"itemprop": "name", "content": "Petra Quill"})]
    assert read_facts(facts).item_authors == (Marked("Petra Quill"),)


def test_xhtml_parsed_as_xml_says_the_same() -> None:
    root = etree.XML(
        '<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="de"><head><title>Fähre</title></head></html>'
    )
    assert (read_metadata(root).title, read_metadata(root).html_lang) == ("Fähre", "de")


def test_values_and_lists_are_bounded() -> None:
    facts = [Fact("meta", {"name": f"m{n}", "content": "c" * 50_000}) for n in range(1_000)]
    facts += [Fact("meta", {"name": "m1", "content": "x"})] * 1_000 + [Fact("time", {"datetime": "2026"})] * 1_000
    facts += [Fact("p", {"class": "author"}, "word " * 1_000)]
    found = read_facts(facts)
    assert len(found.meta) == len(found.meta["m1"]) == 200
    assert len(found.meta["m0"][0]) == 10_000
    assert len(found.times) == 50
    assert found.bylines == ()


@pytest.mark.slow
@given(
    st.lists(
        st.builds(
            Fact,
            st.sampled_from(["html", "title", "base", "meta", "link", "script", "time", "a", "p"]),
            st.dictionaries(
                st.sampled_from(
                    ["name", "property", "content", "rel", "href", "type", "itemprop", "datetime", "class"]
                ),
                st.sampled_from(["author", "canonical", "application/ld+json", "headline name", "", "\ud800", "a\0b"]),
            ),
            st.text(max_size=30),
        ),
        max_size=10,
    )
)
def test_no_facts_raise(facts: list[Fact]) -> None:
    read_facts(facts)


def test_a_document_gives_the_same_metadata_as_its_facts() -> None:
    root = lxml.html.document_fromstring(PAGE)
    assert read_metadata(root) == read_facts(list(facts_of(root)))
