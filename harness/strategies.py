"""Hypothesis strategies: difficult HTML for the parser, and whole sites with a known template."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
from hypothesis import strategies as st

from indexer.page.page_level import page_level
from indexer.page.parse import parse
from indexer.page.score import Evidence, ScoreParams, block_scores, gather
from indexer.site.model import Sampled, SiteModel, apply
from indexer.site.parts.article_page import ArticleSample, locate
from indexer.site.sample import Member

# -- prose -----------------------------------------------------------------------------------------------------------

LATIN = (
    "harbour crane ferry council museum winter bridge teacher orchard signal lantern granite meadow voyage ribbon copper"
    " window garden thunder village market planet mirror velvet candle forest island engine blanket compass"
).split()
PROSE = tuple(word.capitalize() for word in LATIN)
"""First words of generated paragraphs."""
CHINESE = "城市河流学校桥梁博物馆天气音乐火车历史花园市场医院老师学生电影铁路山谷森林海洋村庄报纸图书"


@dataclass(slots=True)
class Prose:
    """Generates text from a seed; no two sentences are equal."""

    rng: random.Random
    chinese: bool = False
    number: int = 0

    def sentence(self) -> str:
        """Return a sentence with a unique number."""
        self.number += 1
        if self.chinese:
            return "".join(self.rng.choices(CHINESE, k=12)) + f"{self.number}，" + "".join(self.rng.choices(CHINESE, k=8)) + "。"
        words = self.rng.choices(LATIN, k=12)
        return f"{words[0].capitalize()} {' '.join(words[1:6])} {self.number}, {' '.join(words[6:])}."

    def paragraph(self, sentences: int = 3) -> str:
        """Return a paragraph of some sentences; three have at least 200 letters."""
        return (" " if not self.chinese else "").join(self.sentence() for _ in range(sentences))

    def headline(self) -> str:
        """Return a headline without a full stop."""
        self.number += 1
        if self.chinese:
            return "".join(self.rng.choices(CHINESE, k=10)) + str(self.number)
        return f"{' '.join(self.rng.choices(LATIN, k=5)).capitalize()} {self.number}"


def prose(seed: int = 1, *, chinese: bool = False) -> Prose:
    """Return a text generator with a seed."""
    return Prose(random.Random(seed), chinese)


def evidence(html: str, url: str = "https://example.org/a") -> Evidence:
    """Return the page-level evidence of a page."""
    return gather(parse(html, url), ScoreParams())


def sampled(pages: Sequence[str], folder: str = "https://example.org/") -> list[Sampled]:
    """Return pages with unique URLs as a sample."""
    urls = [f"{folder}{i}" for i in range(len(pages))]
    return [Sampled(parse(html, url), url) for html, url in zip(pages, urls, strict=True)]


def page(inside: str, *, title: str = "", before: str = "", after: str = "") -> str:
    """Return a page with one container, `div.entry`."""
    return f"<html><head><title>{title}</title></head><body>{before}<div class=entry>{inside}</div>{after}</body></html>"


def paragraphs(text: Prose, number: int = 3) -> str:
    """Return unique paragraphs."""
    return "".join(f"<p>{text.paragraph()}</p>" for _ in range(number))


def members(pages: Sequence[str], wanted: Collection[str] | None = None) -> list[Member]:
    """Return pages as members of a sample, each with its own story.

    `wanted` has the first words of the blocks that the second extractor selects; None: it selects those of the page-level scorer.
    """
    found = []
    for i, html in enumerate(pages):
        e = evidence(html, f"https://example.org/{i}")
        local = page_level(e, (), ScoreParams())
        voted = local if wanted is None else np.array([t.startswith(tuple(wanted)) for t in e.tree.text])
        found.append(Member(e, i, local, voted))
    return found


def articles(pages: Sequence[str], place: str = "div.entry", wanted: Collection[str] | None = None) -> ArticleSample:
    """Return a sample of pages whose container is the node with a signature."""
    sample = members(pages, wanted)
    first = sample[0].evidence.tree
    path = int(first.path[first.signature.index(place)])
    return locate(sample, [block_scores(m.evidence, (), ScoreParams()) for m in sample], [path])


def signatures(sample: ArticleSample, paths: Collection[int]) -> set[str]:
    """Return the signatures of the nodes with the given paths."""
    trees = [p.tree for p in sample.pages]
    return {t.signature[i] for t in trees for i, path in enumerate(t.path.tolist()) if path in paths}


def kept_texts(model: SiteModel, one: Sampled) -> dict[str, float]:
    """Return the texts that a model keeps of a page, with their weights."""
    clean = apply(model, one.page, one.url).clean
    return {t: w for t, w in zip(one.page.tree.text, clean.weight.tolist(), strict=True) if w > 0}


# -- one page of arbitrary HTML --------------------------------------------------------------------------------------

_NODES = "div p section article aside nav ul li h2 blockquote figure figcaption details summary form my-box table td".split()
_INLINE = "b i span em a ruby code wbr img br font".split()
_SKIPPED = "script style noscript select option button svg template rt iframe".split()
_VOID = frozenset({"wbr", "img", "br"})
_TEXTS = st.sampled_from([
    "word", "two words", "One sentence, here.", " ", "\n  ", "a&amp;b", "x&#8212;y", "soft&shy;hyphen", "zero\u200bwidth", "tail ",
    " head", "&nbsp;", "水库水位", "ruby", "&lt;p&gt;", "q&nbsp;r", "é", "1&frac12;",
    '<a href="/c">Story</a>', 'Read: <a href="/d">More of it</a>', '<a href="/e"><img alt="A crane"></a>', '<a href="/f"></a>',
])  # fmt: skip
_ATTRIBUTES = st.lists(
    st.sampled_from([
        'class="story lead"', 'class="comment-12 odd"', 'class="z y x w v"', 'id="main"', 'id="p7"', 'id="post-1"', "hidden",
        'style="display:none"', 'style="visibility: hidden"', 'style="left:-9999px"', 'data-component="teaser"', 'data-n="7"',
        'aria-controls="main"', 'data-target="#post-1"', 'href="/a"', 'href="/b" title="B"', 'href="" ', 'alt="A crane"',
        'rel="nofollow"', 'aria-label="Home"', 'style="color:red"',
    ]),
    max_size=2,
    unique_by=lambda attribute: attribute.split("=")[0],
)  # fmt: skip


def _element(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def write(tag: str, attributes: Sequence[str], inside: str, closed: bool) -> str:
        opening = f"<{' '.join([tag, *attributes])}>"
        return opening if tag in _VOID else opening + inside + (f"</{tag}>" if closed else "")

    tags = st.sampled_from(_NODES) | st.sampled_from(_INLINE) | st.sampled_from(_SKIPPED)
    closed = st.sampled_from([True, True, True, True, False])
    return st.builds(write, tags, _ATTRIBUTES, st.lists(children, max_size=4).map("".join), closed)


def fragments() -> st.SearchStrategy[str]:
    """Return a strategy of nested HTML fragments with every kind of element that the parser distinguishes, some of them unclosed."""
    return st.recursive(_TEXTS, lambda children: _element(children) | st.lists(children, max_size=4).map("".join), max_leaves=25)


def documents() -> st.SearchStrategy[str]:
    """Return a strategy of documents around fragments, some with content outside the body."""
    frames = st.sampled_from([
        "{0}{1}",
        "<html><head><title>T</title></head><body>{0}{1}</body></html>",
        "<title>T</title><meta name=a content=b>{0}<body class='late'>{1}</body>",
        "<!doctype html><html><head><script>var a = '<p>';</script></head><body>{0}<html><body id='again'>{1}",
        "<html><head><style>p {{}}</style></head><body style='color:red'>{0}<!-- c -->{1}",
    ])  # fmt: skip
    return st.builds(str.format, frames, fragments(), fragments())


# -- whole sites -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BuiltPage:
    """A page and its expected texts."""

    url: str
    html: str
    paragraphs: tuple[str, ...] = ()
    """the texts of the story; () for a front page"""


@dataclass(frozen=True, slots=True)
class BuiltSite:
    """Pages of one template."""

    pages: tuple[BuiltPage, ...]
    template: tuple[str, ...]
    """texts that belong to no article"""

    @property
    def articles(self) -> list[BuiltPage]:
        return [page for page in self.pages if page.paragraphs]

    def sample(self) -> list[Sampled]:
        return [Sampled(parse(page.html, page.url), page.url) for page in self.pages]


CONTAINERS = (
    ('<div class="entry">', "</div>"),
    ("<article>", "</article>"),
    ('<div id="story"><div class="text">', "</div></div>"),
    ('<div class="paywall open">', "</div>"),
    ('<aside class="story">', "</aside>"),
    ("<main><section>", "</section></main>"),
)


@dataclass(frozen=True, slots=True)
class Layout:
    """The parts of a template."""

    seed: int
    articles: int = 9
    container: int = 0
    chinese: bool = False
    menu: bool = True
    most_read: bool = True
    related: bool = True
    consent: bool = True
    dated: bool = True
    front: bool = True
    comments: bool = False
    read_also: bool = False


def layouts() -> st.SearchStrategy[Layout]:
    """Return a strategy of templates with any of the parts."""
    flag = st.booleans()
    return st.builds(
        Layout, seed=st.integers(0, 10_000), articles=st.integers(6, 14), container=st.integers(0, len(CONTAINERS) - 1),
        chinese=flag, menu=flag, most_read=flag, related=flag, consent=flag, dated=flag, front=flag,
        comments=flag, read_also=flag,
    )  # fmt: skip


def build(layout: Layout) -> BuiltSite:
    """Generate the site of a layout."""
    text = prose(layout.seed, chinese=layout.chinese)
    stories = [(text.headline(), [text.paragraph() for _ in range(text.rng.randint(3, 6))]) for _ in range(layout.articles)]
    links = [f'<a href="/news/{i}">{title}</a>' for i, (title, _) in enumerate(stories)]
    menu, consent, copyright_line = [text.headline() for _ in range(5)], text.paragraph(), text.sentence()
    template: list[str] = [copyright_line]
    before = after = ""
    if layout.menu:
        template += menu
        before += "<ul class=top>" + "".join(f'<li><a href="/s/{i}">{m}</a></li>' for i, m in enumerate(menu)) + "</ul>"
    if layout.consent:
        template.append(consent)
        before += f"<div class=layer><p>{consent}</p></div>"
    if layout.most_read:
        after += "<div class=box><h3>Top</h3>" + "".join(f"<p>{link}</p>" for link in links[:4]) + "</div>"
        template += [title for title, _ in stories[:4]]
    after += f"<div class=end><p>{copyright_line}</p></div>"
    opening, closing = CONTAINERS[layout.container]
    pages = []
    for i, (title, paragraphs) in enumerate(stories):
        dated = f"<p class=date>{i + 1} May 2024</p>" if layout.dated else ""
        near = "".join(f"<li>{link}</li>" for link in (links[i - 1], links[i - 2])) if layout.related else ""
        body = [f"<p>{escape(p)}</p>" for p in paragraphs]
        if layout.read_also:
            lead = "相关报道：" if layout.chinese else "Read also: "
            body.insert(2, f"<p>{lead}{links[i - 3]}</p>")
            template.append(lead + stories[i - 3][0])
        comment_texts = [text.sentence() for _ in range(text.rng.randint(1, 4))] if layout.comments else []
        template += comment_texts
        below = "<div class=comments>" + "".join(f"<div class=comment><p>{s}</p></div>" for s in comment_texts) + "</div>" if comment_texts else ""
        inside = f"{opening}<h1>{title}</h1>{dated}{''.join(body)}<ul class=more>{near}</ul>{below}{closing}"
        pages.append(BuiltPage(f"https://example.org/news/{i}", _page(title, before + inside + after), tuple(paragraphs)))
    if layout.front:
        excerpts = [f"<p>{texts[0][:70]}</p>" for _, texts in stories]
        teasers = "".join(f"<div class=teaser><h2>{link}</h2>{text}</div>" for link, text in zip(links, excerpts, strict=True))
        pages.append(BuiltPage("https://example.org/", _page("Front", before + teasers + after)))
    return BuiltSite(tuple(pages), tuple(template))


def _page(title: str, body: str) -> str:
    return f"<html><head><title>{title} | The Example</title></head><body>{body}</body></html>"


def sites() -> st.SearchStrategy[BuiltSite]:
    """Return a strategy of whole sites with a known template."""
    return layouts().map(build)
