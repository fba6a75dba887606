"""Page types: articles apart from lists of them."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from harness.strategies import Prose, page, paragraphs, prose
from indexer.page.parse import parse
from indexer.page.score import ScoreParams, gather
from indexer.site.model import Sampled, SiteModel, apply, fit
from indexer.site.site_path import internal_links

DOMAIN = "https://example.org"
NAMES = [f"story-of-the-{word}" for word in "crane ferry bridge museum winter orchard lantern granite meadow copper village mirror".split()]


def titled(name: str) -> str:
    return f"{name.replace('-', ' ').capitalize()}, and what the council did then"


def article(i: int, text: Prose) -> tuple[str, str]:
    related = "".join(f"<li><a href=/news/{n}>{titled(n)}</a></li>" for n in (NAMES[i - 1], NAMES[i - 2]))
    body = f"<h1>{titled(NAMES[i])}</h1>{paragraphs(text, 4)}<ul class=more>{related}</ul>"
    return f"{DOMAIN}/news/{NAMES[i]}", page(body, title=titled(NAMES[i]), before=MENU)


MENU = "<ul>" + "".join(f"<li><a href=/section/{s}>{s}</a></li>" for s in ("Harbour", "Council", "Culture", "Sport")) + "</ul>"


def typed(*others: tuple[str, str]) -> list[str]:
    """Types of the other pages on a site with twelve articles."""
    pages = [article(i, prose(i)) for i in range(len(NAMES))]
    sample = [Sampled(parse(html, url), url) for url, html in [*pages, *others]]
    model = fit(sample)
    types = [apply(model, s.page, s.url).page_type for s in sample]
    assert types[: len(pages)] == ["article"] * len(pages)
    return types[len(pages) :]


def teaser(name: str, before: str = "", after: str = "") -> str:
    return f"<div class=teaser>{before}<h3><a href=/news/{name}>{titled(name)}</a></h3>{after}</div>"


@pytest.mark.parametrize(
    "items",
    [
        "".join(map(teaser, NAMES)),
        "<ul class=list>" + "".join(f"<li>3 May 2024 <a href=/news/{n}>{titled(n)}</a></li>" for n in NAMES) + "</ul>",
        "<ul class=list>" + "".join(f"<li><a href=/news/{n}>{titled(n)}</a> (3 May)</li>" for n in NAMES) + "</ul>",
        "".join(teaser(n, after=f"<p>{prose(i).paragraph()[:120]}</p>") for i, n in enumerate(NAMES)),
        "<table>" + "".join(f"<tr><td>2024-05-03</td><td><a href=/news/{n}>{titled(n)}</a></td></tr>" for n in NAMES) + "</table>",
    ],
    ids=["headlines", "dates before", "dates after", "excerpts", "table"],
)
def test_lists_of_stories_are_tables_of_contents(items: str) -> None:
    front = (f"{DOMAIN}/", f"<title>Front</title><body>{MENU}<div class=front>{items}</div>")
    section = (f"{DOMAIN}/section/Harbour", f"<title>Harbour</title><body>{MENU}<div class=front>{items}</div>")
    assert typed(front, section) == ["toc", "toc"]


def test_a_story_under_a_second_url_is_still_an_article() -> None:
    """What it shares with its other URL is a copy, no quotation."""
    _, html = article(3, prose(3))
    assert typed((f"{DOMAIN}/wire/9", html), (f"{DOMAIN}/news/{NAMES[3]}?from=rss", html)) == ["article", "article"]


def test_a_long_story_that_links_many_others_is_an_article() -> None:
    text = prose(99)
    linking = "".join(f"<p>{text.paragraph()} <a href=/news/{n}>{titled(n)}</a> {text.paragraph()}</p>" for n in NAMES[:8])
    assert typed((f"{DOMAIN}/news/a-year-in-the-harbour", page(f"<h1>A year in the harbour</h1>{linking}", before=MENU))) == ["article"]


@pytest.mark.parametrize("before", ["<a href='#e{i}'><time>12:{i}</time></a>", "", "<p><img src=/{i}.jpg></p>"], ids=["live", "faq", "list"])
def test_a_text_of_many_headed_parts_is_an_article(before: str) -> None:
    """The entries of a live report, questions with their answers: nothing in them leads to other stories."""
    text = prose(97)
    parts = "".join(f"<div class=entry id=e{i}>{before.format(i=i)}<h3>{text.sentence()}</h3><p>{text.paragraph()}</p></div>" for i in range(20))
    page_with_parts = page(f"<h1>The ferry today</h1><p>{text.sentence()}</p>{parts}", before=MENU)
    assert typed((f"{DOMAIN}/news/the-ferry-today", page_with_parts)) == ["article"]


def test_a_list_of_texts_without_pages_of_their_own_is_one_where_it_has_several_pages() -> None:
    text = prose(96)

    def notes(number: int) -> tuple[str, str]:
        items = "".join(f"<div class=note><h3>{text.sentence()}</h3><p>{text.paragraph()}</p></div>" for _ in range(12))
        pages = "".join(f"<a href=/notes/{i}>{i}</a> " for i in range(1, 5))
        return f"{DOMAIN}/notes/{number}", page(f"<h1>Notes</h1>{items}<p>{pages}</p>", before=MENU)

    assert typed(*map(notes, (1, 2, 3))) == ["toc"] * 3


def test_stories_of_one_sentence_are_told_by_who_announces_them() -> None:
    """They have less text than their boxes of related stories; but lists link to them by their own titles, and to no list so."""
    titles = [f"{prose(i).sentence().rstrip('.')} {i}" for i in range(40)]

    def links(numbers: Iterable[int]) -> str:
        return "".join(f"<li><a href=/news/{i % 40}>{titles[i % 40]}</a></li>" for i in numbers)

    def short(i: int) -> str:
        return page(f"<h1>{titles[i]}</h1><div><p>{prose(i + 40).sentence()[:70]}</p><ul>{links(range(i + 1, i + 7))}</ul></div>", title=titles[i], before=MENU)

    pages = [(f"{DOMAIN}/news/{i}", short(i)) for i in range(40)]
    pages += [(f"{DOMAIN}/section/{k}", page(f"<h1>Harbour</h1><div><ul>{links(range(k, 40, 8))}</ul></div>", title="Harbour", before=MENU)) for k in range(8)]
    sample = [Sampled(parse(html, url), url) for url, html in pages]
    model = fit(sample)
    assert [apply(model, s.page, s.url).page_type for s in sample] == ["article"] * 40 + ["toc"] * 8


@pytest.mark.parametrize("name", ["card", "teaser"])
def test_a_hub_with_an_introduction_is_a_table_of_contents(name: str) -> None:
    hub = f"<h1>Harbour</h1><p>{prose(98).sentence()}</p>" + "".join(map(teaser, NAMES)).replace("class=teaser", f"class={name}")
    assert typed((f"{DOMAIN}/topic/harbour", page(hub, before=MENU))) == ["toc"]


def test_pages_of_one_type_only() -> None:
    assert typed() == []
    lists = [f"<title>{i}</title><body>{MENU}" + "".join(map(teaser, NAMES[i:] + NAMES[:i])) for i in range(8)]
    sample = [Sampled(parse(html, f"{DOMAIN}/page/{i}"), f"{DOMAIN}/page/{i}") for i, html in enumerate(lists)]
    model = fit(sample)
    assert {apply(model, s.page, s.url).page_type for s in sample} == {"toc"}


def tag_page(i: int, shown: int, *, full: bool = False) -> tuple[str, str]:
    """A page of a tag that so many stories have, with their beginnings or the whole of them."""
    cards = ""
    for k in range(i, i + shown):
        name = NAMES[k % len(NAMES)]
        text = paragraphs(prose(k % len(NAMES)), 4) if full else f"<p>{prose(k % len(NAMES)).paragraph()}</p>"
        cards += f"<div class=post><h2><a href=/news/{name}>{titled(name)}</a></h2>{text}</div>"
    return f"{DOMAIN}/tag/{i}", page(f"<h1>Tag {i}</h1>{cards}", title=f"Tag {i}", before=MENU)


@pytest.mark.parametrize("full", [False, True], ids=["beginnings", "whole stories"])
@pytest.mark.parametrize("shown", [1, 2, 3])
def test_tags_of_few_stories_are_tables_of_contents(shown: int, *, full: bool) -> None:
    assert typed(*(tag_page(i, shown, full=full) for i in range(0, 12, 2))) == ["toc"] * 6


def test_a_headline_in_a_section_of_its_own_is_still_the_page_s() -> None:
    """A linked line over the headline names a section, whatever heading it stands in."""
    names = [f"report-of-the-{word}" for word in "kettle saddle window garden candle".split()]
    kicker = "<h3><a href=/series/{0}>The series of the {0}</a></h3>"
    stories = [
        (f"{DOMAIN}/news/{n}", page(f"{kicker.format(n[14:])}<h1>{titled(n)}</h1>{paragraphs(prose(40 + i), 4)}", title=titled(n), before=MENU))
        for i, n in enumerate(names)
    ]
    assert typed(*stories) == ["article"] * 5


def test_a_story_with_an_own_linked_headline_is_an_article() -> None:
    """As a copy under a second address has it, whose headline leads to the first."""
    html = page(f"<h1><a href=/news/{NAMES[3]}>{titled(NAMES[3])}</a></h1>{paragraphs(prose(3), 4)}", title=titled(NAMES[3]), before=MENU)
    assert typed((f"{DOMAIN}/print/3", html)) == ["article"]


def test_beginnings_that_end_in_one_wording_are_shown_not_told() -> None:
    def listing(i: int) -> tuple[str, str]:
        shown = [NAMES[k % len(NAMES)] for k in range(i, i + 5)]
        text = "".join(f"<p>{prose(k).paragraph()} <a href=/news/{n}>Continue reading</a></p>" for k, n in enumerate(shown))
        return f"{DOMAIN}/author/{i}", page(f"<h1>Author {i}</h1>{text}", title=f"Author {i}", before=MENU)

    assert typed(listing(0), listing(4)) == ["toc", "toc"]


FOOT = "".join(f"<a href=/about/{s}>{s}</a> " for s in ("Contact", "Imprint", "Privacy"))


def with_foot(*others: tuple[str, str], unlisted: int = 0) -> SiteModel:
    """A model of a site of twelve stories, a front page, two pages about the site in its foot, and others."""
    foot = f"<div class=foot>{FOOT}</div></body>"
    items = "".join(map(teaser, NAMES[: len(NAMES) - unlisted]))
    front = (f"{DOMAIN}/", f"<title>Front</title><body>{MENU}<div class=front>{items}</div></body>")
    about = [(f"{DOMAIN}/about/{s}", page(f"<h1>{s}</h1>{paragraphs(prose(70 + len(s)))}", title=s, before=MENU)) for s in ("Contact", "Imprint")]
    pages = [*(article(i, prose(i)) for i in range(len(NAMES))), front, *about, *others]
    return fit([Sampled(parse(html.replace("</body>", foot), url), url) for url, html in pages])


def type_in(model: SiteModel, url: str, html: str) -> str:
    return apply(model, parse(html.replace("</body>", f"<div class=foot>{FOOT}</div></body>"), url), url).page_type


def test_pages_that_the_menu_names_are_neither() -> None:
    model = with_foot()
    text = page(f"<h1>Privacy</h1>{paragraphs(prose(77))}", title="Privacy", before=MENU)
    assert type_in(model, f"{DOMAIN}/about/Contact", text) == "other"
    assert type_in(model, f"{DOMAIN}/about/Privacy", text) == "other"  # not in the fit: the menu names it
    assert type_in(model, f"{DOMAIN}/news/of-another-day", text) == "article"


def test_a_story_that_every_page_recommends_is_an_article() -> None:
    """Its headline is no menu's name."""
    story = (f"{DOMAIN}/news/{NAMES[0]}", article(0, prose(0))[1])
    model = fit([
        Sampled(parse(html.replace("</body>", f"<ul><li><a href=/news/{NAMES[0]}>{titled(NAMES[0])}</a></ul></body>"), url), url)
        for url, html in (article(i, prose(i)) for i in range(len(NAMES)))
    ])
    assert apply(model, parse(story[1], story[0]), story[0]).page_type == "article"


def test_a_menu_of_all_stories_names_no_other_pages() -> None:
    menu = "".join(f"<li><a href=/news/{n}>{n[13:]}</a></li>" for n in NAMES)
    pages = [(url, html.replace(MENU, f"<ul>{menu}</ul>")) for url, html in (article(i, prose(i)) for i in range(len(NAMES)))]
    model = fit([Sampled(parse(html, url), url) for url, html in pages])
    assert {apply(model, parse(html, url), url).page_type for url, html in pages} == {"article"}


def test_one_page_alone() -> None:
    """A story by what it says and has; a list by what it lists; neither is called `other`."""
    url, html = article(0, prose(0))
    front = f"<title>Front</title><body>{MENU}<div class=front>{''.join(map(teaser, NAMES))}</div>"
    for address, text, kind in ((url, html, "article"), (f"{DOMAIN}/", front, "toc")):
        one = parse(text, address)
        assert apply(fit([Sampled(one, address)]), one, address).page_type == kind


def test_a_short_story_beside_long_lists_is_an_article() -> None:
    """Where the site is not known, what stands beside a story that runs on below its headline is the template's."""
    listed = [f"{name}-{year}" for name in NAMES for year in range(2010, 2022)]
    beside = "<ul>" + "".join(f"<li><a href=/news/{name}>{titled(name)}</a></li>" for name in listed) + "</ul>"
    url = f"{DOMAIN}/news/pier"
    story = f"<h1>{titled('news-of-the-pier')}</h1>{paragraphs(prose(3), 2)}"
    one = parse(f"<title>{titled('news-of-the-pier')}</title><main>{story}</main><aside>{beside}</aside>", url)
    assert apply(fit([Sampled(one, url)]), one, url).page_type == "article"


def test_types_do_not_depend_on_the_order_of_the_sample() -> None:
    pages = [*(article(i, prose(i)) for i in range(len(NAMES))), *(tag_page(i, 2) for i in range(0, 12, 3))]
    sample = [Sampled(parse(html, url), url) for url, html in pages]
    assert fit(sample).types == fit(sample[::-1]).types == fit([*sample[7:], *sample[:7]]).types


@pytest.mark.parametrize(
    "html",
    [
        "<p>x</p>",
        "<a href=''>x</a>" * 50,
        "<h2><a href=/x>A headline of another page</a></h2>" * 3000,
        "<h2><a href='http://[bad'>A headline of another page</a></h2><p>Text</p>",
        "<base href='://'><h2><a href='?x'>A headline of another page</a></h2>",
        "<div>" * 300 + "<h3><a href=/y>A headline of another page</a></h3><p>" + "Words of it, told. " * 9,
    ],
    ids=["next to nothing", "anchors without a target", "headlines without text", "a broken address", "a broken base", "deep"],
)
def test_odd_pages_have_a_type(html: str) -> None:
    assert set(typed((f"{DOMAIN}/odd", html))) <= {"article", "toc", "other"}


@pytest.mark.parametrize("declared", ["<link rel=canonical href='{}'>", "<meta property=og:url content='{}'>"])
@pytest.mark.parametrize("lists", [3, 5])
def test_a_site_that_names_its_old_host_has_the_types_of_one_that_does_not(declared: str, lists: int) -> None:
    """Links and canonicals are whole URLs of the old host: a list's items lead to pages of the site all the same."""

    def items(which: int) -> str:
        shown = [(i, NAMES[i % len(NAMES)]) for i in range(4 * which, 4 * which + 4)]
        return "".join(f"<h3><a href=/news/{n}>{titled(n)}</a></h3><p>{prose(90 + i).paragraph(5)}</p>" for i, n in shown)

    names = [f"List {i}" for i in range(1, lists + 1)]
    sections = [(f"{DOMAIN}/news/{i}", page(f"<h1>{n}</h1>{items(i)}", title=n, before=MENU)) for i, n in enumerate(names, 1)]
    pages = [*(article(i, prose(i)) for i in range(len(NAMES))), *sections]

    def moved(url: str, html: str) -> str:
        old = url.replace(DOMAIN, "http://www.old.example")
        return html.replace("href=/", "href=http://www.old.example/").replace("<title>", declared.format(old) + "<title>")

    def kinds(sample: list[Sampled]) -> list[str]:
        model = fit(sample)
        return [apply(model, s.page, s.url).page_type for s in sample]

    new = kinds([Sampled(parse(html, url), url) for url, html in pages])
    assert kinds([Sampled(parse(moved(url, html), url), url) for url, html in pages]) == new
    assert new == ["article"] * len(NAMES) + ["toc"] * lists


def test_a_canonical_of_another_path_makes_no_other_host_the_sites_own() -> None:
    """An agency's story names the agency; its links lead elsewhere."""
    html = "<link rel=canonical href='https://agency.example/b'><body><p><a href='https://agency.example/c'>C</a> <a href=/d>D</a></p>"
    e = gather(parse(html, f"{DOMAIN}/a"), ScoreParams())
    assert [link.target for link in internal_links(e, f"{DOMAIN}/a")] == ["/d"]
