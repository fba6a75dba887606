"""Generated sites with a known template: any script, nesting and markup, meaningless or misleading names.

A site is generated from a `Plan`, a value of a few choices, so that a failing example is one line, and hypothesis (or
`benchmarks.fuzz`) can shrink it choice by choice. The first choice of each list is the simplest.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from html import escape
from typing import Any

from hypothesis import strategies as st

from harness.invented_text import LETTERS, TextGenerator
from indexer.page.blocks import key
from indexer.page.parse import parse
from indexer.page.peer import extracted
from indexer.site.model import Sampled


@dataclass(frozen=True, slots=True)
class Plan:
    """The choices from which a site is generated.

    Parameters
    ----------
    seed : int
        Seed of texts and of all other random choices.
    articles, fronts : int
        Number of pages with a story, and of pages with teasers.
    whole : bool
        Whether the pages with teasers have the complete texts of stories.
    script : str
    names : str
        Classes and ids: `none`; `honest`; `meaningless`; `misleading`: the story has names of a sidebar, the menu those of a story.
    container : str
        Tag of the element that contains the story.
    form : str
        Markup of a paragraph.
    depth : int
        Number of wrappers around the page's parts; half as many are around the story.
    sentences : int
        Maximum sentences per paragraph.
    headline : str
        Tag of the headline; "" for none.
    menu, consent, footer, share, dated, voted : bool
        Parts of the template; a date line; whether a second extractor votes.
    teasers : str
        Links to other pages beside the story: "", `before`, `after`, and `excerpts` with the beginnings of the texts.
    note : str
        A constant note among the paragraphs of every story: "", `start`, `middle` or `end`.
    comments : int
        Maximum number of readers' comments per page; all comments are unique.
    """

    seed: int = 0
    articles: int = 8
    fronts: int = 0
    whole: bool = False
    script: str = "latin"
    names: str = "none"
    container: str = "div"
    form: str = "p"
    depth: int = 0
    sentences: int = 3
    headline: str = "h1"
    menu: bool = False
    consent: bool = False
    footer: bool = False
    share: bool = False
    dated: bool = False
    voted: bool = False
    teasers: str = ""
    note: str = ""
    comments: int = 0


CHOICES: Mapping[str, Sequence[Any]] = {
    "articles": (8, 9, 10, 12, 16, 25, 40, 1, 2, 3, 5),
    "fronts": (0, 1, 2, 4),
    "whole": (False, True),
    "script": tuple(LETTERS),
    "names": ("none", "honest", "meaningless", "misleading"),
    "container": ("div", "article", "section", "main", "td", "aside", "footer"),
    "form": ("p", "div", "br", "li", "td", "blockquote", "linked"),
    "depth": (0, 1, 2, 4, 9),
    "sentences": (3, 2, 1, 6),
    "headline": ("h1", "h2", "div", ""),
    "menu": (False, True),
    "consent": (False, True),
    "footer": (False, True),
    "share": (False, True),
    "dated": (False, True),
    "voted": (False, True),
    "teasers": ("", "before", "after", "excerpts"),
    "note": ("", "start", "middle", "end"),
    "comments": (0, 1, 3),
}
"""The values of each choice except the seed, the simplest first."""
assert [field.name for field in fields(Plan)] == ["seed", *CHOICES]


@dataclass(frozen=True, slots=True)
class KnownPage:
    """A page and the texts of its story; a page of teasers has none."""

    url: str
    html: str
    paragraphs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KnownSite:
    """Pages of one template, and the template's texts, which are on every page or on every story."""

    plan: Plan
    pages: tuple[KnownPage, ...]
    template: tuple[str, ...]

    def sample(self) -> list[Sampled]:
        """Return the pages as the input of learning."""
        pages = [parse(page.html, page.url) for page in self.pages]
        return [Sampled(page, page.url, partial(extracted, page) if self.plan.voted else None) for page in pages]

    def truth(self, page: KnownPage, texts: Sequence[str]) -> list[str]:
        """Return the role of each text of a page: `template`, `story`, or "" if it is undefined (a date, a comment, a teaser)."""
        template, story = set(map(key, self.template)), set(map(key, page.paragraphs))
        return ["story" if (k := key(text)) in story else "template" if k in template else "" for text in texts]


_HONEST = {"story": "story", "menu": "menu", "consent": "cookie-consent", "footer": "footer", "teasers": "related",
           "share": "share", "note": "note", "comments": "comments", "wrap": "page", "date": "date"}  # fmt: skip
_MISLEADING = {"story": "sidebar", "menu": "article-body", "consent": "post-content", "footer": "story", "teasers": "entry-content",
               "share": "text", "note": "lead", "comments": "article", "wrap": "comments", "date": "caption"}  # fmt: skip


class Writer:
    """Writes the pages of one plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.rng = random.Random(plan.seed)
        self.generator = generator = TextGenerator(self.rng, plan.script)
        self.name = {role: "".join(self.rng.choices("bcdghklmqvxz", k=4)) for role in _HONEST}
        self.brand = generator.words(2)
        self.menu = [generator.words(self.rng.randint(1, 2)) for _ in range(6)]
        self.consent, self.footer, self.share = generator.paragraph(3), generator.paragraph(1), [generator.words(2) for _ in range(3)]
        self.note = generator.paragraph(self.rng.randint(1, 2))
        self.headlines = [generator.words(self.rng.randint(4, 8)) for _ in range(plan.articles)]
        self.stories = [
            tuple(generator.paragraph(self.rng.randint(1, plan.sentences)) for _ in range(self.rng.randint(3, 8)))
            for _ in range(plan.articles)
        ]

    def attributes(self, role: str) -> str:
        """Return the class attribute of a part of the page."""
        names = {"none": "", "honest": _HONEST[role], "meaningless": self.name[role], "misleading": _MISLEADING[role]}[self.plan.names]
        return f' class="{names}"' if names else ""

    def box(self, role: str, inside: str, tag: str = "div") -> str:
        return f"<{tag}{self.attributes(role)}>{inside}</{tag}>"

    def site(self) -> KnownSite:
        plan = self.plan
        pages = [KnownPage(f"https://example.org/news/{i}", self.article(i), self.stories[i]) for i in range(plan.articles)]
        pages += [KnownPage(f"https://example.org/list/{i}", self.front(i)) for i in range(plan.fronts)]
        shown = [
            *(self.menu if plan.menu else ()), *((self.consent,) if plan.consent else ()), *((self.footer,) if plan.footer else ()),
            *(self.share if plan.share else ()), *((self.note,) if plan.note else ()),
        ]  # fmt: skip
        return KnownSite(plan, tuple(pages), tuple(shown))

    def article(self, i: int) -> str:
        plan, rng = self.plan, self.rng
        headline = f"<{plan.headline}>{self.headlines[i]}</{plan.headline}>" if plan.headline else ""
        date = self.box("date", f"{rng.randint(1, 28)}.{rng.randint(1, 12)}.2024", "p") if plan.dated else ""
        share = self.box("share", "".join(f"<p>{text}</p>" for text in self.share)) if plan.share else ""
        comments_made = [self.generator.sentence() for _ in range(rng.randint(0, plan.comments))]
        comments = self.box("comments", "".join(f"<div><p>{text}</p></div>" for text in comments_made)) if comments_made else ""
        inside = self.nested(headline + date + self.body(i) + share + comments, plan.depth // 2)
        tag = self.box("story", inside, plan.container)
        return self.page(self.headlines[i], f"<table><tr>{tag}</tr></table>" if plan.container == "td" else tag, i)

    def body(self, i: int) -> str:
        texts = list(self.stories[i])
        parts = [self.paragraph(text, i) for text in texts]
        if self.plan.note:
            at = {"start": 0, "middle": len(parts) // 2, "end": len(parts)}[self.plan.note]
            parts.insert(at, self.paragraph(self.note, i))
        inside = "".join(parts)
        return {"li": f"<ul>{inside}</ul>", "td": f"<table>{inside}</table>"}.get(self.plan.form, inside)

    def paragraph(self, text: str, i: int) -> str:
        written = escape(text)
        if self.plan.form == "linked":
            words = written.split(" ")
            words[0] = f'<a href="/news/{(i + 1) % self.plan.articles}">{words[0]}</a>' if len(words) > 4 else words[0]
            return f"<p>{' '.join(words)}</p>"
        return {
            "br": f"{written}<br><br>", "td": f"<tr><td>{written}</td></tr>", "blockquote": f"<blockquote><p>{written}</p></blockquote>",
        }.get(self.plan.form, f"<{self.plan.form}>{written}</{self.plan.form}>")  # fmt: skip

    def front(self, number: int) -> str:
        chosen = range(number % self.plan.articles, self.plan.articles, self.plan.fronts)
        texts = {i: self.body(i) if self.plan.whole else f"<p>{self.excerpt(i)}</p>" for i in chosen}
        items = "".join(f"<div>{self.link(i, 'h2')}{text}</div>" for i, text in texts.items())
        return self.page(self.brand, self.box("teasers", items), -1)

    def excerpt(self, i: int) -> str:
        """Return the beginning of a story, which is shorter than its first paragraph."""
        first = self.stories[i][0]
        return escape(first[: min(70, len(first) // 2)]) + "…"

    def link(self, i: int, tag: str = "p") -> str:
        return f'<{tag}><a href="/news/{i}">{self.headlines[i]}</a></{tag}>'

    def page(self, title: str, content: str, i: int) -> str:
        plan = self.plan
        menu = "".join(f'<li><a href="/list/{n}">{text}</a></li>' for n, text in enumerate(self.menu))
        before = (self.box("menu", menu, "ul") if plan.menu else "") + (
            self.box("consent", f"<p>{self.consent}</p>") if plan.consent else ""
        )
        beside = self.beside(i)
        if plan.teasers == "before":
            before, beside = before + beside, ""
        after = self.box("footer", f"<p>{self.footer}</p>") if plan.footer else ""
        body = self.nested(before + content + beside + after, plan.depth)
        return f"<html><head><title>{title} | {self.brand}</title></head><body>{body}</body></html>"

    def beside(self, i: int) -> str:
        others = [n for n in range(self.plan.articles) if n != i]
        if not self.plan.teasers or not others:
            return ""
        chosen = self.rng.sample(others, min(4, len(others)))
        excerpts = self.plan.teasers == "excerpts"
        items = (self.link(n) + (f"<p>{self.excerpt(n)}</p>" if excerpts else "") for n in chosen)
        return self.box("teasers", "".join(items))

    def nested(self, inside: str, depth: int) -> str:
        for _ in range(depth):
            inside = self.box("wrap", inside)
        return inside


def write(plan: Plan) -> KnownSite:
    """Generate the site of a plan."""
    return Writer(plan).site()


def plans(least: int = 1) -> st.SearchStrategy[Plan]:
    """Return a strategy of plans with at least `least` stories."""
    choices = {name: [v for v in values if name != "articles" or v >= least] for name, values in CHOICES.items()}
    return st.builds(Plan, seed=st.integers(0, 10**6), **{name: st.sampled_from(values) for name, values in choices.items()})


def drawn(rng: random.Random, least: int = 1) -> Plan:
    """Draw a plan from a random generator, for runs that are too long for hypothesis."""
    choices = {name: rng.choice([v for v in values if name != "articles" or v >= least]) for name, values in CHOICES.items()}
    return Plan(seed=rng.randrange(10**6), **choices)
