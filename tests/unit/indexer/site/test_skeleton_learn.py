"""The production path on sites whose menu is known: any markup, place, script and company, few pages, other names, other orders."""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Mapping
from dataclasses import replace

import pytest
from hypothesis import given, settings

from indexer.page.page import Page
from indexer.page.parse import parse
from indexer.site.model import Sampled, fit
from indexer.site.skeleton.known import KnownPages
from indexer.site.skeleton.learn import learn_tree
from indexer.site.skeleton.params import ChoiceParams, MenuParams, RowParams, TreeParams
from indexer.site.skeleton.row import Item, page_links, page_rows
from indexer.site.skeleton.site import Site
from indexer.site.skeleton.skeleton import Node, Skeleton
from tests.support.skeleton_sites import CHOICES, HOST, NESTING, BuiltSite, Plan, build, plans, simpler


class TrueTypes:
    """Pages whose types are known from how the sites are written; fitting a model takes most of the time of a test."""

    def __init__(self, sample: Mapping[str, Page], site: Site) -> None:
        self.sample, self.site = sample, site

    def type_of(self, place: str) -> str:
        if place not in self.sample:
            return ""
        path = place.partition("/")[2]
        return "toc" if not path or re.fullmatch(r"(?:s|tag/)\d+(?:/\d+)?", path) else "article" if "story" in path else "other"

    def links_of(self, place: str) -> list[Item]:
        return page_links(self.sample[place], self.site) if place in self.sample else []


def learned(pages: Mapping[str, str], start: str = HOST + "/", *, fitted: bool = False) -> Skeleton:
    """The skeleton of pages by URL; with the page types of a fitted model, or with the true ones."""
    parsed = {url: parse(html, url) for url, html in pages.items()}
    site = Site.of(parsed)
    sample: dict[str, Page] = {site.place(url): page for url, page in parsed.items()}
    known = KnownPages(sample, site, fit([Sampled(p, p.url) for p in parsed.values()])) if fitted else TrueTypes(sample, site)
    place = site.place(start)
    rows = [page_rows(page, site, RowParams()) for page in sample.values()]
    return Skeleton("news.example", learn_tree(rows, place, Node(start), known), len(pages))


def levels(skeleton: Skeleton) -> dict[str, int]:
    return {visit.node.url: visit.level for visit in skeleton.walk() if visit.level and visit.node.url}


def some(site: BuiltSite, number: int, seed: int = 1) -> dict[str, str]:
    """The start page and some others."""
    others = sorted(site.pages.keys() - {HOST + "/"})
    chosen = random.Random(seed).sample(others, min(number - 1, len(others)))
    return {url: site.pages[url] for url in (HOST + "/", *chosen)}


def f1(wanted: Collection[str], found: Collection[str]) -> float:
    both = len(set(wanted) & set(found))
    return 2 * both / (len(set(wanted)) + len(set(found)))


ALONE = [Plan(seed=3, **{name: value}) for name, values in CHOICES.items() for value in values]  # type: ignore[arg-type]
NESTED = [Plan(seed=4, below=below, markup=markup) for below in ("links", "labels") for markup in sorted(NESTING)]
HARD = [
    Plan(seed=5, markup="row", place="hidden", utility=True, legal=True),
    Plan(seed=6, markup="bars", place="late", languages=True, cloud=True, script="japanese"),
    Plan(seed=7, markup="table row", names="misleading", utility=True, most_read=True, crumbs=True),
    Plan(seed=8, markup="divs", below="links", mega=True, sticky=True, footer=True, names="misleading"),
    Plan(seed=9, markup="table column", place="side", second=True, cloud=True, script="arabic"),
    Plan(seed=10, markup="list", below="labels", mega=True, languages=True, utility=True, script="thai"),
    Plan(seed=11, markup="paragraphs", crumbs=True, most_read=True, footer=True, script="cyrillic"),
    Plan(seed=12, markup="nav", below="links", second=True, legal=True, sticky=True, script="chinese"),
    Plan(seed=14, markup="row", footer=True, legal=True, shadow=True),
    Plan(seed=15, markup="image map", utility=True, footer=True, legal=True, most_read=True, languages=True),
    Plan(seed=16, markup="divs", below="labels", place="folded", shadow=True, cloud=True, script="arabic"),
]


@pytest.mark.parametrize("plan", [*ALONE, *NESTED, *HARD], ids=lambda plan: str(simpler(plan)))
def test_the_menu_is_found_with_its_levels(plan: Plan) -> None:
    site = build(plan)
    assert levels(learned(site.pages)) == site.menu


@pytest.mark.slow
@pytest.mark.parametrize("plan", [Plan(seed=13, stories=8), *HARD[1:5:3]], ids=lambda plan: str(simpler(plan)))
def test_the_same_with_the_page_types_of_a_fitted_model(plan: Plan) -> None:
    site = build(plan)
    assert levels(learned(site.pages, fitted=True)) == site.menu


@pytest.mark.slow
@given(plans())
@settings(max_examples=25)
def test_any_choices_together(plan: Plan) -> None:
    """Some of these sites are beyond what can be known: then most of the menu is found, and no page twice."""
    if plan.names == "misleading" and plan.place in ("late", "hidden"):
        plan = replace(plan, names="none")  # a menu behind the text, called a footer, before a footer called a menu
    site = build(replace(plan, mega=plan.mega and plan.below != "labels"))
    found = learned(site.pages)
    urls = [visit.node.url for visit in found.walk() if visit.level and visit.node.url]
    assert len(urls) == len(set(urls))
    assert f1(site.menu, urls) >= 0.6


@pytest.mark.parametrize("number", [1, 2, 3, 5, 15])
@pytest.mark.parametrize("plan", [Plan(seed=20), Plan(seed=21, markup="divs", below="links", footer=True), Plan(seed=22, markup="bars")],
                         ids=lambda plan: plan.markup)  # fmt: skip
def test_few_pages_are_enough(plan: Plan, number: int) -> None:
    site = build(plan)
    assert levels(learned(some(site, number))) == site.menu


def test_the_order_of_the_pages_does_not_matter() -> None:
    site = build(Plan(seed=30, markup="divs", second=True, cloud=True, footer=True, sticky=True))
    urls = sorted(site.pages)
    shuffled = random.Random(1).sample(urls, len(urls))
    assert learned({url: site.pages[url] for url in urls}) == learned({url: site.pages[url] for url in shuffled})


def test_leaves_are_marked_with_their_types() -> None:
    site = build(Plan(seed=31, stories=8))
    types = {visit.node.page_type for visit in learned(site.pages, fitted=True).walk() if visit.level}
    assert types == {"toc"}
    thin = {url: html for url, html in site.pages.items() if url != HOST + "/s1/"}
    unseen = [visit.node for visit in learned(thin).walk() if visit.node.url == HOST + "/s1/"]
    assert [node.page_type for node in unseen] == [""]


# -- sites without a menu, and broken ones ---------------------------------------------------------------------------


def page(inside: str) -> str:
    return f"<html><head><title>T</title></head><body>{inside}</body></html>"


def without_menu() -> dict[str, str]:
    """A front page whose boxes are headed by links to their sections, and nothing else that repeats."""
    site = build(Plan(seed=40, stories=8))
    pages = {url: html.split("</ul>", 1)[1] for url, html in site.pages.items()}
    boxes = "".join(f"<div><h3><a href=/s{i}/>Section {i}</a></h3></div>" for i in range(6))
    return {url: page(boxes + html if url == HOST + "/" else html) for url, html in pages.items()}


def test_a_site_without_a_menu_is_navigated_by_the_tables_of_contents_that_its_start_page_names() -> None:
    assert levels(learned(without_menu())) == {f"{HOST}/s{i}/": 1 for i in range(6)}


@pytest.mark.parametrize("scripted", [
    "<select onchange='location=this.value'>{options}</select>",
    "<form><select name=to>{options}</select><button>Go</button></form>",
    "<div>{buttons}</div>",
])  # fmt: skip
def test_what_only_a_script_or_a_form_follows_is_no_menu(scripted: str) -> None:
    options = "".join(f"<option value=/s{i}/>Section {i}</option>" for i in range(6))
    buttons = "".join(f"<button data-href=/s{i}/ onclick=go(this)>Section {i}</button>" for i in range(6))
    menu = scripted.format(options=options, buttons=buttons)
    pages = {url: html.replace("<body>", f"<body>{menu}") for url, html in without_menu().items()}
    assert levels(learned(pages)) == {f"{HOST}/s{i}/": 1 for i in range(6)}, "as without it: by what the start page names"


def test_the_same_menu_twice_on_each_page_is_one() -> None:
    """As a list for wide screens and, hidden, with sub-sections for small ones: the fuller one is shown."""
    site = build(Plan(seed=41, below="links", stories=6))
    flat = "<div>" + "".join(f"<a href=/s{i}/>Section {i}</a>" for i in range(6)) + "</div>"
    pages = {url: html.replace("<body>", f"<body>{flat}") for url, html in site.pages.items()}
    assert levels(learned(pages)) == site.menu


@pytest.mark.parametrize(
    "pages",
    [
        {"/": page("<p>One page, and no link at all.</p>")},
        {"/": page("<p>Itself: <a href=/>here</a>, <a href=/#a>there</a>, <a href=''>nowhere</a>.</p>")},
        {"/": page("<a href=/b>B</a>"), "/b": page("<a href=/c>C</a>"), "/c": page("<a href=/>A</a>")},
        {f"/{i}": page(f"<p>Page {i} tells its own story, and links to <a href=/{(i + 1) % 9}>the next</a>.</p>") for i in range(9)},
        {"/": page("<a href='http://[x'>X</a><a href='http://'>Y</a><a href='mailto:a@b.example'>Z</a><a href='javascript:1'>W</a>")},
        {"/": page("<ul><li><a href=https://other.example/1>One</a><li><a href=https://other.example/2>Two</a></ul>")},
    ],
    ids=["one page", "links to itself", "cycle", "chain", "broken links", "links out"],
)
def test_no_menu_is_no_error(pages: dict[str, str]) -> None:
    start = HOST + min(pages)
    found = learned({HOST + path: html for path, html in pages.items()}, start)
    assert levels(found) == {}
    assert found.root.url == start


@pytest.mark.slow
def test_ten_thousand_links_on_one_page() -> None:
    many = "".join(f"<li><a href=/{i}>Page number {i}</a>" for i in range(10_000))
    menu = "<ul>" + "".join(f"<li><a href=/m{i}>{name}</a>" for i, name in enumerate(("News", "Sport", "Film", "Law"))) + "</ul>"
    pages = {HOST + "/": page(f"{menu}<ul>{many}</ul>"), **{f"{HOST}/{i}": page(f"{menu}<p>Story {i}.</p>") for i in range(5)}}
    assert levels(learned(pages)) == {f"{HOST}/m{i}": 1 for i in range(4)}


def test_a_base_element_and_relative_links() -> None:
    menu = "<base href=/en/><ul><li><a href=news>News</a><li><a href=./sport/>Sport</a><li><a href=../film/index.html>Film</a></ul>"
    pages = {f"{HOST}{path}": page(f"{menu}<p>Story of {path}</p>") for path in ("/", "/a", "/b/c", "/d/")}
    assert levels(learned(pages)) == {f"{HOST}/en/news": 1, f"{HOST}/en/sport/": 1, f"{HOST}/film/index.html": 1}


def test_a_menu_in_another_script_with_punycode() -> None:
    host = "https://xn--80aaxitdbjk.example"
    menu = "<ul>" + "".join(f"<li><a href=https://папироска.example/{n}>{n}</a>" for n in ("новости", "спорт", "кино")) + "</ul>"
    pages = {f"{host}{path}": page(f"{menu}<p>Рассказ {path}</p>") for path in ("/", "/a", "/b")}
    assert [node.text for node in learned(pages, host + "/").root.children] == ["новости", "спорт", "кино"]


def test_a_copy_on_another_host_keeps_its_menu() -> None:
    menu = "<ul>" + "".join(f"<li><a href=https://real.example/{n}>{n}</a>" for n in ("news", "sport", "film")) + "</ul>"
    pages = {}
    for path in ("/", "/a", "/b"):
        pages[f"https://copy.example{path}"] = page(f"<link rel=canonical href=https://real.example{path}>{menu}<p>Story {path}</p>")
    parsed = [parse(html, url) for url, html in pages.items()]
    site = Site.of(pages).named_by(parsed)
    known = KnownPages({site.place(p.url): p for p in parsed}, site, fit([Sampled(p, p.url) for p in parsed]))
    found = learn_tree(known.rows(RowParams()), site.place("https://copy.example/"), Node("https://copy.example/"), known)
    assert [node.text for node in found.children] == ["news", "sport", "film"]


def test_a_mirror_is_known_by_the_pages_that_it_has() -> None:
    """Half of the pages name the site's sections on another host of the domain."""
    def menu(host: str) -> str:
        return "<ul>" + "".join(f"<li><a href=https://{host}/{n}>{n}</a>" for n in ("news", "sport", "film", "law")) + "</ul>"

    paths = ("", "news", "sport", "film", "a", "b")
    pages = [parse(page(menu("www.x.example" if i % 2 else "static.x.example") + f"<p>Story {i}"), f"https://www.x.example/{p}") for i, p in enumerate(paths)]
    site = Site.of(p.url for p in pages).named_by(pages, {f"/{path}" for path in paths})
    assert site.place("https://static.x.example/news") == "x.example/news"
    assert Site.of(["https://www.x.example/"]).named_by(pages, {"/other"}).place("https://static.x.example/news") == ""


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: RowParams(least=1),
        lambda: RowParams(linked=1.5),
        lambda: RowParams(deepest=0),
        lambda: MenuParams(alike=0.2),
        lambda: MenuParams(share=-1),
        lambda: ChoiceParams(overlap=2),
        lambda: ChoiceParams(largest=1),
        lambda: TreeParams(anchor=0),
    ],
)
def test_params_are_checked(wrong: object) -> None:
    assert callable(wrong)
    with pytest.raises(ValueError, match=r"must|needs"):
        wrong()
