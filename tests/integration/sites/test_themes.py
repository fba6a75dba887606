"""Small invented sites in structures that widely used themes and publishing systems have, and what a reader expects of their pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from indexer.article.clean import clean_page, read_page
from indexer.article.cleaned import Cleaned
from indexer.article.learned import learn
from indexer.page.raw import RawPage
from indexer.site.model import Sampled
from tests.integration.sites.test_extraction_reports import NOW, p, told

HOST = "https://bode.example"
SECTIONS = ("news", "culture", "sport")
MENU = "<ul class=menu>" + "".join(f"<li><a href=/{x}>{x or 'home'}</a></li>" for x in ("", *SECTIONS, "about")) + "</ul>"
WRITERS = ("Petra Quill", "Ola Brekke", "Ada Berg", "Ilse Dahl", "Maren Oduya", "Sefa Korkmaz")
TITLES = (
    "Old crane leaves the harbour", "Ferry company asks for a berth", "Night train returns to the coast", "Choir sings in the empty mill",
    "Two goats win the village fair", "Library opens on Sundays again",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Expected:
    """What is expected of one page; None for what does not matter."""

    page_type: str = "article"
    body: Sequence[str] | None = None
    fields: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Site:
    """Pages by path, as title and content of the body, and what is expected of some of them."""

    pages: Mapping[str, tuple[str, str]]
    expected: Mapping[str, Expected]
    language: str = "en"
    menu: str = MENU


def cleaned(site: Site) -> dict[str, Cleaned]:
    raws = []
    for path, (title, content) in site.pages.items():
        source = f"<!doctype html><html lang={site.language}><head><title>{title} - The Bode</title></head><body><nav>{site.menu}</nav>{content}<footer><p>© 2026 The Bode</p></footer></body></html>"
        raws.append(RawPage(url=HOST + path, body=source.encode(), content_type="text/html; charset=utf-8", source=path))
    read = [read_page(raw) for raw in raws]
    model = learn("bode", [Sampled(page, raw.url) for page, raw in zip(read, raws, strict=True)])
    return {raw.source: clean_page(raw, model, "bode", NOW) for raw in raws}


def texts(i: int, count: int = 4) -> list[str]:
    return told(5000 + 100 * i, count)


def path(i: int) -> str:
    return f"/2026/{TITLES[i].split()[0].lower()}-{i}"


def linked(i: int) -> str:
    return f"<a href={path(i)}>{TITLES[i]}</a>"


def front(stories: int, item: Callable[[int], str] = lambda i: f"<article><h2>{linked(i)}</h2><p>{texts(i)[0][:90]} …</p></article>") -> dict[str, tuple[str, str]]:
    return {"/": ("Home", f"<main>{''.join(map(item, range(stories)))}</main>")}


def told_by(stories: int, content: Callable[[int], str]) -> dict[str, tuple[str, str]]:
    return {path(i): (TITLES[i], content(i)) for i in range(stories)}


def writer_at_the_end_of_two_stories() -> Site:
    """A box on the writer inside the text, with the writer's name as a heading."""
    def box(i: int) -> str:
        return f"<div class=author-info><div><h2 class=author-title>About {WRITERS[i]}</h2><p class=author-bio>{WRITERS[i]} writes about rivers, harbours and schools. Nine years at a radio station came before that.</p></div></div>"

    pages = told_by(2, lambda i: f"<article><h1>{TITLES[i]}</h1><div class=entry-content>{p(texts(i, 1 + 3 * i))}{box(i)}</div><footer>By <span class=author>{WRITERS[i]}</span></footer></article>")
    return Site(front(2) | pages, {path(0): Expected(body=texts(0, 1)), path(1): Expected(body=texts(1))})


def headings_beside_a_sticky_bar() -> Site:
    """Headings whose class says what stands beside them, with a link to themselves."""
    def content(i: int) -> str:
        parts = "".join(f"<h2 class='anchor anchorWithStickyNavbar_LWe7' id=s{k}>Part {k} of {TITLES[i]}<a href=#s{k} class=hash-link>\u200b</a></h2><p>{text}</p>" for k, text in enumerate(texts(i)))
        return f"<main><article><header><h1>{TITLES[i]}</h1></header><div class=markdown>{parts}</div></article></main>"

    return Site(front(6) | told_by(6, content), {path(i): Expected(body=[one for k, text in enumerate(texts(i)) for one in (f"Part {k} of {TITLES[i]}", text)]) for i in range(6)})


def date_and_topic_as_a_list() -> Site:
    """Text directly in main, below a list of date and topic, with the neighbours as another list."""
    def content(i: int) -> str:
        listed = f"<ul class=post-metadata><li><time>March {i + 3}, 2026</time></li><li><a href=/{SECTIONS[i % 3]} class=post-tag>{SECTIONS[i % 3]}</a></li></ul>"
        near = f"<ul class=links-nextprev><li class=links-nextprev-prev>Previous<br>{linked((i + 5) % 6)}</li><li class=links-nextprev-next>Next<br>{linked((i + 1) % 6)}</li></ul>"
        return f"<main><h1>{TITLES[i]}</h1>{listed}{p(texts(i, 1 + i % 3))}{near}</main>"

    return Site(front(6) | told_by(6, content), {path(i): Expected(body=texts(i, 1 + i % 3), fields={"date_published": f"2026-03-0{i + 3}"}) for i in range(6)})


def front_page_of_leads() -> Site:
    """A front page of two headings and the leads that the stories repeat; the links lie over them and have no text."""
    lead = [texts(i + 30)[0][:90].strip() for i in range(2)]
    pages = told_by(2, lambda i: f"<main><article><h1>{TITLES[i]}</h1><div class=lead>{lead[i]}</div><div class=post-content>{p(texts(i))}</div></article></main>")
    over = front(2, lambda i: f"<article class=post-entry><header><h2>{TITLES[i]}</h2></header><div class=entry-content><p>{lead[i]}</p></div><footer><span>March {i + 3}, 2026</span></footer><a class=entry-link href={path(i)}></a></article>")
    return Site(over | pages, {"/": Expected("toc"), path(0): Expected(body=texts(0))})


def readers_below_an_unsigned_story() -> Site:
    """Readers' names in elements named author below stories without one."""
    def content(i: int) -> str:
        readers = "".join(f"<li><div class=comment-text><p>{texts(i + 20)[k]}</p></div><p class=info><span class=author>{WRITERS[(i + k) % 6]}</span></p></li>" for k in range(2))
        return f"<div class=blog-entry><article><h1>{TITLES[i]}</h1><div class=content>{p(texts(i))}</div></article><div class=comments-holder><h2>Comments</h2><ul class=comments-list>{readers}</ul></div></div>"

    return Site(front(6) | told_by(6, content), {path(i): Expected(body=texts(i), fields={"author": ()}) for i in range(6)})


def page_of_the_menu_on_a_small_site() -> Site:
    """Eight pages: the one about the site, in the story's template, is named by the menu of every page."""
    pages = told_by(6, lambda i: f"<main><article><h1>{TITLES[i]}</h1>{p(texts(i))}</article></main>")
    about = {"/about": ("About", f"<main><article><h1>About</h1>{p(texts(9))}</article></main>")}
    return Site(front(6) | pages | about, {"/": Expected("toc"), "/about": Expected("other"), **{path(i): Expected() for i in range(6)}})


def list_of_all_stories_beside_each() -> Site:
    """Five stories, each beside headings that lead to the four others: what all pages show is still a headline."""
    side = "".join(f"<li><h2>{linked(i)}</h2></li>" for i in range(5))
    pages = told_by(5, lambda i: f"<main><h1>{TITLES[i]}</h1><div class=text>{p(texts(i)[:2])}<h2>What is next, says part {i}</h2>{p(texts(i)[2:])}</div><div class=side><h2>Recent</h2><ul>{side}</ul></div></main>")
    return Site(front(5) | pages, {path(i): Expected(fields={"headline": TITLES[i]}) for i in range(5)})


def verses(stanza: Callable[[Sequence[str]], str]) -> Callable[[], Site]:
    """Poems of lines that are shorter than a sentence, with a refrain."""
    def lines(i: int) -> list[str]:
        own = [one[:30].strip() for one in texts(i, 24)]
        refrain = [one[-30:].strip() for one in texts(i, 4)]
        return [*own[:8], *refrain, *own[8:16], *refrain, *own[16:], *refrain]

    def content(i: int) -> str:
        of = lines(i)
        others = "".join(f"<li>{linked(k)}</li>" for k in range(6) if k != i)
        text = "".join(stanza(of[k : k + 4]) for k in range(0, len(of), 4))
        return f"<div id=main><h1>{TITLES[i]}</h1><div class=date>March {i + 3}, 2026 in <a href=/culture>Culture</a></div><div class=body>{text}</div></div><div class=side><ul>{others}</ul></div>"

    def made() -> Site:
        return Site(told_by(6, content), {path(i): Expected(body=lines(i)) for i in range(6)})

    return made


def writers(byline: str, *names: str, language: str = "en") -> Callable[[], Site]:
    def made() -> Site:
        text = p(["老起重机今天离开了港口，一百多人站在码头上观看拖船把它拉走，许多人在雨中等了三个小时。"] * 3) if language == "zh" else p(texts(0))
        return Site({"/crane": (TITLES[0], f"<main><h1>{TITLES[0]}</h1>{byline}{text}</main>")}, {"/crane": Expected(fields={"author": names})}, language)

    return made


SITES: Mapping[str, Callable[[], Site]] = {one.__name__: one for one in (
    writer_at_the_end_of_two_stories, headings_beside_a_sticky_bar, date_and_topic_as_a_list,
    front_page_of_leads, readers_below_an_unsigned_story, page_of_the_menu_on_a_small_site, list_of_all_stories_beside_each,
)} | {
    "a paragraph a stanza": verses(lambda lines: f"<p>{'<br>'.join(lines)}</p>"),
    "a paragraph a line": verses(p),
    "a div a line": verses(lambda lines: "".join(f"<div class=line>{line}</div>" for line in lines)),
    "Chinese names with a gap": writers("<div><span class=author>作者：李晓明 王思远</span></div>", "李晓明", "王思远", language="zh"),
    "Japanese names with a comma": writers("<div><span class=author>佐藤美咲, 高橋健一</span></div>", "佐藤美咲", "高橋健一", language="ja"),
    "Japanese label": writers("<p>投稿者: <strong>渡辺直樹</strong></p><time>2026年3月4日</time>", "渡辺直樹", language="ja"),
    "Korean label": writers("<ul><li>기자명 김지훈 기자</li><li>입력 2026.03.04 10:15</li></ul>", "김지훈", language="ko"),
    "link to all stories of the writer": writers("<p><a rel=author href=/q>Alle Beiträge von Petra Quill</a></p><p><span class=author>Petra Quill</span></p>", "Petra Quill"),
    "the word between set apart": writers("<div class=byline>By <a class=byline-name href=/q>Petra Quill</a> <span class=byline-and>and</span> <a class=byline-name href=/o>Ola Brekke</a></div>", "Petra Quill", "Ola Brekke"),
}  # fmt: skip


@pytest.mark.parametrize("name", SITES)
def test_theme(name: str) -> None:
    site = SITES[name]()
    found = cleaned(site)
    for page, expected in site.expected.items():
        one = found[page]
        assert one.page_type == expected.page_type, page
        if expected.body is not None:
            assert one.article is not None
            assert one.article.article_body.split("\n") == list(expected.body), page
        assert {name: getattr(one.article, name) for name in expected.fields} == dict(expected.fields), page
