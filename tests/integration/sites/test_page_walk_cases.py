"""The page walk on pages made by hand: what browsers show, what readers can open, and what a hostile page may try."""

from __future__ import annotations

import time

import pytest

from indexer.article.clean import read_page
from indexer.errors import PageError
from indexer.outcome import Kind
from indexer.page.page import Page
from indexer.page.parse import parse
from indexer.page.raw import RawPage
from indexer.page.signature import path_hash
from indexer.page.tree import FOLDED, HIDDEN, VISIBLE


def texts(html: str) -> list[str]:
    return list(parse(html).tree.text)


def node(page: Page, signature: str) -> int:
    return page.tree.signature.index(signature)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<body><p>One</p></body></html>Two", ["One", "Two"]),
        ("<body><p>One</p></body><p>Two</p>", ["One", "Two"]),
        ("<html><body><html><body class=x><p>One</p></html><p>Two", ["One", "Two"]),
        ("<body><p>One</body><body><p>Two</body>", ["One", "Two"]),
        ("One<br>two<br/>three", ["One", "two", "three"]),
        ("<p>One<p>Two<div>Three", ["One", "Two", "Three"]),
        ("<p>An <b>un<i>closed</b> tag</i> here", ["An unclosed tag here"]),
        ("<p>soft\u00adhyphen and zero\u200bwidth&shy;", ["softhyphen and zerowidth"]),
        ("<p>\u200b</p><p>\u00ad&nbsp;</p><p>One</p>", ["One"]),
        ("<p>a &amp; b &lt;c&gt; &#x6c34; &bogus; &amp;amp;</p>", ["a & b <c> 水 &bogus; &amp;"]),
        ("<ruby>水<rp>(</rp><rt>みず</rt><rp>)</rp></ruby>の<ruby>音<rt>おと</rt></ruby>", ["水の音"]),
        ("<p>One<script>var a = '<p>no</p>'</script> two<style>p {}</style></p>", ["One two"]),
        ("<noscript><p>no</p></noscript><select><option>no</select><button>no</button><p>One", ["One"]),
        ("<p>One <span hidden>no</span>two <a href=/ style='visibility:hidden'>no</a></p>", ["One two"]),
        ("<p>One <span style='display:none'>folded</span></p>", ["One folded"]),
        ("<div>One <div>two</div> three</div>", ["One", "two", "three"]),
        ("<table><tr><td>One<td>Two<tr><td>Three</table>", ["One", "Two", "Three"]),
        ("<details><summary>Open</summary>Inside</details>", ["Open", "Inside"]),
        ("<p>One<!-- <p>no</p> -->two<?php no ?></p>", ["Onetwo"]),
        ("<iframe><p>no</p></iframe><svg><text>no</text></svg><p>One", ["One"]),
        ("<p>Be <math><semantics><mi>x</mi><annotation>\\x</annotation></semantics></math> one", ["Be x one"]),
        ("<p>Be <math><mi>x</mi></math><b aria-hidden=true>X</b> one", ["Be X one"]),
        ("<pre><code>one</code><code>  two</code> three <code>four</code></pre>", ["one", "  two three four"]),
        ("<pre><div>one</div><div>  two</div></pre><div>  three", ["one", "  two", "three"]),
        ("<button aria-expanded=false><h5>One</h5></button><div>two</div>", ["One", "two"]),
    ],
)
def test_text(html: str, expected: list[str]) -> None:
    assert texts(html) == expected


def test_what_no_control_opens_is_hidden_and_what_one_opens_is_not() -> None:
    page = parse(
        "<p>One</p><div class=a style='display: none'>folded</div><div class=b hidden>gone<p class=in>deep</p></div>"
        "<button aria-controls=faq>Answer</button><div id=faq hidden>opened</div><a data-bs-target='#more'>More</a>"
        "<div id=more style='visibility:hidden'>also</div><div class=c style='text-indent:-9999px'>off</div>"
        "<button aria-expanded=false>Why?</button><div class=d hidden>so</div><div class=e hidden>gone</div>"
    )
    state = {page.tree.signature[i]: h for i, h in enumerate(page.tree.hidden.tolist())}
    assert state["div.a"] == FOLDED
    assert state["div.b"] == state["p.in"] == state["div.c"] == state["div.e"] == HIDDEN
    assert state["div#faq"] == state["div#more"] == state["div.d"] == state["body"] == VISIBLE
    assert page.visible_text.split("\n") == ["One", "folded", "Answer", "opened", "More", "also", "Why?", "so"]


def test_ids_restart_paths_and_numbers_are_cut_from_them() -> None:
    one = parse("<div class=wrap><div id=main><p>x</p></div></div><div id=comment-12>y</div>").tree
    other = parse("<section><div id=main><p>x</p></div></section><div id=comment-900>y</div>").tree
    assert one.path_name(3) == "div#main>p"
    assert one.path[3] == other.path[3] == path_hash("div#main>p")
    assert one.path[4] == other.path[4] == path_hash("div#comment-")
    assert one.path[1] != other.path[1]


def test_a_data_attribute_names_a_component_without_classes() -> None:
    tree = parse("<div data-component=teaser>a</div><div data-component=teaser class=x>b</div><div data-n=7>c</div>").tree
    assert list(tree.signature[1:]) == ["div.data-component-teaser", "div.x", "div"]


def test_images_belong_to_the_block_level_node_that_holds_them() -> None:
    page = parse("<figure><a href=/x><img alt=Crane><img></a><div><img></div>Caption</figure>")
    assert [page.tree.images[node(page, s)] for s in ("body", "figure", "div")] == [0, 2, 1]


def test_the_areas_of_an_image_map_are_links() -> None:
    areas = "<area href=/a alt='News  today'><area href=/b title=Sport><area href=/c><area alt=Nothing>"
    page = parse(f"<p>One<div><img usemap=#m><map name=m>{areas}</map>Two<a href=/d>Three <area href=/e></a></div>")
    assert [(x.href, x.text, x.node) for x in page.links] == [
        ("/a", "News today", 2), ("/b", "Sport", 2), ("/c", "", 2), ("/d", "Three", 2),
    ]  # fmt: skip
    assert page.tree.text == ("One", "TwoThree")


def test_links_with_their_place_and_text() -> None:
    page = parse(
        "<p>See <a href=/a rel=noopener>the <b>crane</b></a> and <a href=/b aria-label=Home></a></p>"
        "<a href=/c><img alt=Map><div>Block</div> inside</a> <a name=x>anchor</a><a href=/d><img alt=Map></a>"
    )
    assert [(x.href, x.text, x.block) for x in page.links] == [
        ("/a", "the crane", 0), ("/b", "Home", 0), ("/c", "Block inside", 1), ("/d", "Map", 2),
    ]  # fmt: skip
    assert page.tree.text == ("See the crane and", "Block", "inside anchor")
    assert page.tree.link_length.tolist() == [9, 5, 7]
    assert page.tree.lead[0] == "See"


def test_the_words_before_a_link_after_a_link_without_text() -> None:
    assert parse("<p><a href=/x><img></a></p><p>Read: <a href=/y>Story</a></p>").tree.lead == ("Read:",)


def test_white_space_around_invisible_characters_is_folded() -> None:
    assert texts("<p>One \u00ad two</p>") == ["One two"]


def test_a_class_with_the_path_separator_in_it() -> None:
    tree = parse("<div class='[&>p]:mt-4'><p>x</p></div>").tree
    assert [path_hash(tree.path_name(i)) for i in range(3)] == tree.path.tolist()


def test_a_class_with_a_hash_is_no_id() -> None:
    tree = parse("<div class='text-[#fff]'><p>x</p></div><nav><div class='text-[#fff]'><p>x</p></div></nav>").tree
    assert tree.path[1] != tree.path[4]


# -- hostile pages -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("html", ["<div>" * 100_000 + "x", "<b>x<div>" * 100_000, "<p>x</p>" * 310_000])
def test_too_deep_or_too_many_nodes_end_quickly(html: str) -> None:
    started = time.perf_counter()
    with pytest.raises(PageError) as caught:
        parse(html)
    assert caught.value.ending.kind is Kind.TOO_LARGE
    assert time.perf_counter() - started < 20
    assert texts("<p>next</p>") == ["next"]  # the parser is as new


def test_inline_elements_and_attributes_without_end() -> None:
    assert texts("<b>" * 50_000 + "x" + "</b>" * 50_000) == ["x"]
    assert len(parse("<p " + " ".join(f"a{i}=b" for i in range(50_000)) + ">x").tree.tag) == 2
    assert texts("<p>" + "word " * 200_000) == [("word " * 200_000).strip()]


@pytest.mark.parametrize(
    "html", ["", " \n ", "<html></html>", "<p></p>", "<script>x</script>", "<!-- x -->", "<title>T</title>", "<p>&shy;</p>"]
)
def test_pages_without_text(html: str) -> None:
    with pytest.raises(PageError) as caught:
        parse(html)
    assert caught.value.ending.kind is Kind.EMPTY


def test_nul_bytes() -> None:
    page = read_page(RawPage("https://example.org/", b"<p>On\0e</p>\0<p>Two</p>\0", "s", "text/html; charset=utf-8"))
    assert "".join(page.tree.text).replace("\ufffd", "") == "OneTwo"


def test_entities_of_a_doctype_are_not_expanded() -> None:
    bomb = "<!DOCTYPE html [<!ENTITY a 'aaaaaaaa'><!ENTITY b '&a;&a;&a;'><!ENTITY x SYSTEM 'file:///etc/passwd'>]><p>One &b;&x;</p>"
    text = " ".join(texts(bomb))
    assert "aaaa" not in text.split("One")[-1]
    assert "root:" not in text
