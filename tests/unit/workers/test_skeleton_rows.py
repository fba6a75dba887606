"""Rows of links on one page: whatever they are made of."""

from __future__ import annotations

import pytest

from harness.strategies import prose
from indexer.page.parse import parse
from indexer.site.skeleton.params import RowParams
from indexer.site.skeleton.row import page_links, page_rows
from indexer.site.skeleton.site import Site

URL = "https://example.org/"


def links(*names: str) -> list[str]:
    return [f"<a href=/{name}>{name.upper()} page</a>" for name in names]


def read(html: str, url: str = URL) -> list[list[tuple[str, int]]]:
    """Texts and levels of each row."""
    page = parse(f"<body>{html}<p>{prose().paragraph()}</p>", url)
    return [[(item.text.removesuffix(" page"), item.level) for item in row.items] for row in page_rows(page, Site.of([url]), RowParams()).rows]


FLAT = [("A", 1), ("B", 1), ("C", 1), ("D", 1)]
A, B, C, D = links("a", "b", "c", "d")


@pytest.mark.parametrize(
    "html",
    [
        f"<ul><li>{A}<li>{B}<li>{C}<li>{D}</ul>",
        f"<ul>{A}{B}{C}{D}</ul>",
        f"<nav>{A} {B} {C} {D}</nav>",
        f"<p>{A} | {B} | {C} | {D}</p>",
        f"<center>{A}<br>{B}<br>{C}<br>{D}</center>",
        f"<div><div>{A}</div><div>{B}</div><div>{C}</div><div>{D}</div></div>",
        f"<div><p>{A}<p>{B}<p>{C}<p>{D}</div>",
        f"<div><div><span>{A}</span></div><div><b>{B}</b></div><div>{C}</div><div>{D}</div></div>",
        f"<table><tr><td>{A}<td>{B}<td>{C}<td>{D}</table>",
        f"<table><tr><td>{A}<tr><td>{B}<tr><td>{C}<tr><td>{D}</table>",
        f"<dl><dt>{A}</dt><dt>{B}</dt><dt>{C}</dt><dt>{D}</dt></dl>",
        f"<ul><li><div><div>{A}</div></div><li>{B}<li>{C}<li>{D}</ul>",
        f"<ul><li><ul><li>{A}<li>{B}</ul><li><ul><li>{C}<li>{D}</ul></ul>",
    ],
    ids=["list", "list without items", "nav", "bars", "breaks", "divs", "paragraphs", "inline wrappers", "table row", "table column",
         "terms", "wrapped items", "columns of lists"],
)  # fmt: skip
def test_a_row_is_read_from_any_markup(html: str) -> None:
    assert read(html) == [FLAT]


NESTED = [("A", 1), ("B", 2), ("C", 2), ("D", 1), ("E", 1)]
E, F, G = links("e", "f", "g")


@pytest.mark.parametrize(
    "html",
    [
        f"<ul><li>{A}<ul><li>{B}<li>{C}</ul><li>{D}<li>{E}</ul>",
        f"<ul><li>{A}</li><ul><li>{B}<li>{C}</ul><li>{D}<li>{E}</ul>",
        f"<ul><li>{A}<div><div>{B}</div><div>{C}</div></div><li>{D}<li>{E}</ul>",
        f"<div><div>{A}<div><div>{B}</div><div>{C}</div></div></div><div>{D}</div><div>{E}</div></div>",
        f"<div><div><div>{A}</div><div>{B}{C}</div></div><div>{D}</div><div>{E}</div></div>",
        f"<dl><dt>{A}</dt><dd>{B}</dd><dd>{C}</dd><dt>{D}</dt><dt>{E}</dt></dl>",
        f"<div><h3>{A}</h3><ul><li>{B}<li>{C}</ul><h3>{D}</h3><h3>{E}</h3></div>",
        f"<ul><li><a href=/a>A page</a> <a href='#'>open</a><ul><li>{B}<li>{C}</ul><li>{D}<li>{E}</ul>",
    ],
    ids=["nested lists", "list beside its item", "div in an item", "nested divs", "head in a div", "definitions", "headings", "toggle"],
)
def test_what_hangs_below_an_entry_is_a_level_deeper(html: str) -> None:
    assert read(html) == [NESTED]


@pytest.mark.parametrize(
    "html",
    [
        f"<ul><li><span>More</span><ul><li>{B}<li>{C}</ul><li>{D}<li>{E}</ul>",
        f"<ul><li><a href='#'>More</a><ul><li>{B}<li>{C}</ul><li>{D}<li>{E}</ul>",
        f"<ul><li><a href='javascript:open()'>More</a><ul><li>{B}<li>{C}</ul><li>{D}<li>{E}</ul>",
        f"<div><div><span>More</span><div><div>{B}</div><div>{C}</div></div></div><div>{D}</div><div>{E}</div></div>",
        f"<div><h3>More</h3><ul><li>{B}<li>{C}</ul><h3>{D}</h3><h3>{E}</h3></div>",
        f"<dl><dt>More</dt><dd>{B}</dd><dd>{C}</dd><dt>{D}</dt><dt>{E}</dt></dl>",
    ],
    ids=["text", "fragment", "script", "divs", "headings", "definitions"],
)
def test_a_label_without_a_page_heads_what_is_below_it(html: str) -> None:
    assert read(html) == [[("More", 1), ("B", 2), ("C", 2), ("D", 1), ("E", 1)]]


def test_a_label_heads_even_one_entry() -> None:
    assert read(f"<ul><li>{A}<li>{B}<li><a href='#'>More</a><ul><li>{C}</ul></ul>") == [[("A", 1), ("B", 1), ("More", 1), ("C", 2)]]


def test_three_levels() -> None:
    assert read(f"<ul><li>{A}<ul><li>{B}<ul><li>{C}</ul></ul><li>{D}</ul>") == [[("A", 1), ("B", 2), ("C", 3), ("D", 1)]]


def test_a_header_is_no_row_but_its_menu_is() -> None:
    logo = "<div><a href=/><img alt=Logo></a></div>"
    languages = "<div><a href=/de/>DE</a> <a href=/fr/>FR</a></div>"
    found = read(f"<header>{logo}<div>{A} {B} {C} {D} {E}</div>{languages}</header>")
    assert found == [[("A", 1), ("B", 1), ("C", 1), ("D", 1), ("E", 1)]]


def test_logo_and_menu_twice_are_two_menus() -> None:
    one = f"<div><div><a href=/>Logo</a></div><ul><li>{A}<li>{B}<li>{C}</ul></div>"
    assert read(f"<div>{one}{one}<div><a href=/>Logo</a></div></div>") == [[("A", 1), ("B", 1), ("C", 1)]] * 2


def test_a_text_with_links_is_no_row() -> None:
    assert read(f"<p>{prose(2).sentence()} {A} {prose(3).sentence()} {B}, {C} and {D}.</p>") == []


def test_short_names_between_bars_are_linked_text() -> None:
    """Of `国 | 市 | 海` three characters are names, and six are not."""
    assert read("<p><a href=/a>国</a> | <a href=/b>市</a> | <a href=/c>海</a></p>") == [[("国", 1), ("市", 1), ("海", 1)]]


@pytest.mark.parametrize(
    "html",
    ["", "<ul></ul>", f"<ul><li>{A}<li>{B}</ul>", f"<ul><li>{A}<li>{A}<li>{A}</ul>", "<ul><li><a href='#'>A</a><li><a>B</a><li><a href=''>C</a></ul>"],
    ids=["nothing", "empty list", "two links", "one page three times", "links to nowhere"],
)
def test_no_row(html: str) -> None:
    assert read(html) == []


def test_links_out_of_the_site_are_entries_without_a_place() -> None:
    page = parse(f"<ul><li>{A}<li>{B}<li><a href=https://other.example/x>X</a></ul>", URL)
    row = page_rows(page, Site.of([URL]), RowParams()).rows[0]
    assert [(item.place, item.url) for item in row.items][1:] == [
        ("example.org/b", "https://example.org/b"),
        ("", "https://other.example/x"),
    ]
    assert [item.text for item in page_links(page, Site.of([URL]))] == ["A page", "B page"]


@pytest.mark.parametrize(
    ("html", "url", "places"),
    [
        ("<base href=/deep/><a href=a>A</a> <a href=../b>B</a> <a href=./c/index.html>C</a>", URL, ["/deep/a", "/b", "/deep/c"]),
        ("<a href=http://www.example.org/a/>A</a> <a href=//example.org/b>B</a> <a href='HTTPS://EXAMPLE.org:443/c'>C</a>", URL, ["/a", "/b", "/c"]),
        ("<a href=/новости>A</a> <a href=/%D0%BF%D0%BE>B</a> <a href='/a b?q=水'>C</a>", URL, ["/новости", "/по", "/a b?q=%E6%B0%B4"]),
        ("<a href=http:///example.org/a>A</a> <a href=https:////www.example.org/b>B</a>", URL, ["/a", "/b"]),
        ("<a href=/a>A</a> <a href=/b>B</a> <a href=/c>C</a> <a href='http://[broken'>D</a> <a href='http://'>E</a>", URL, ["/a", "/b", "/c"]),
    ],
    ids=["base", "spellings", "scripts", "slashes", "broken"],
)
def test_links_are_read_as_a_browser_reads_them(html: str, url: str, places: list[str]) -> None:
    page = parse(f"<p>{html}</p>" if not html.startswith("<base") else html, url)
    assert [item.place for item in page_links(page, Site.of([url]))] == ["example.org" + place for place in places]


def test_a_host_in_another_script_is_the_one_in_punycode() -> None:
    page = parse("<a href=https://bücher.example/a>A</a>", "https://xn--bcher-kva.example/")
    assert [item.place for item in page_links(page, Site.of([page.url]))] == ["xn--bcher-kva.example/a"]


def test_jumps_are_links_into_the_middle_of_other_pages() -> None:
    page = parse("<ul><li><a href=/a#c1>A</a><li><a href=/b#c2>B</a><li><a href=/c>C</a><li><a href=/#d>D</a></ul>", URL)
    assert page_rows(page, Site.of([URL]), RowParams()).rows[0].jumps == 0.5


@pytest.mark.slow
def test_ten_thousand_links_and_a_thousand_levels() -> None:
    many = "<ul>" + "".join(f"<li><a href=/{i}>{i}</a>" for i in range(10_000)) + "</ul>"
    assert len(read(many)[0]) == 10_000
    deep = "".join(f"<ul><li><a href=/{i}>{i}</a>" for i in range(240))
    assert max(level for _, level in read(deep)[0]) <= RowParams().deepest + 1
    read("<dl><dt><a href=/x>x</a><dd><a href=/y>y</a><dd><a href=/z>z</a><dd>" * 80)  # ends
