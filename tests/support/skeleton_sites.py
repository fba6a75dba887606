"""News sites whose menu is known: in any markup, script and place, among the other lists of links that such sites have.

As in `harness.site_strategies`, a site is written from a `Plan`, a value of a few choices, the simplest ones first.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from html import escape
from typing import Any, NamedTuple

from hypothesis import strategies as st

from harness.invented_text import LETTERS, TextGenerator

HOST = "https://news.example"


@dataclass(frozen=True, slots=True)
class Plan:
    """What a site is written from.

    Parameters
    ----------
    seed : int
    script : str
        Of all texts.
    markup : str
        What the menu is made of (`MARKUP`).
    names : str
        Classes and ids: `none`, `honest`, or `misleading`, where the menu's are a footer's, and a footer's are a menu's.
    place : str
        Where the menu stands: `top`; `side`, before the text; `late`, after it; `hidden`, after it and out of sight until a button is
        pressed; `folded`, in a `details` at the top.
    sections, stories : int
        Entries of the menu; articles of each.
    below : str
        Entries below the sections: "" for none; `links`; `labels`, where the sections themselves are no links.
    utility, second, footer, cloud, languages, crumbs, most_read, mega, sticky, legal, shadow : bool
        A row of about, contact …; a second row of sections; a footer that repeats the menu; a tag cloud; the site in other languages; a
        breadcrumb trail; a box of headlines; the menu shows headlines below its sections; a second copy of the menu for small screens;
        a footer of legal pages; a hidden copy of the whole menu, in other markup, before it.
    """

    seed: int = 0
    script: str = "latin"
    markup: str = "list"
    names: str = "none"
    place: str = "top"
    sections: int = 6
    stories: int = 5
    below: str = ""
    utility: bool = False
    second: bool = False
    footer: bool = False
    cloud: bool = False
    languages: bool = False
    crumbs: bool = False
    most_read: bool = False
    mega: bool = False
    sticky: bool = False
    legal: bool = False
    shadow: bool = False


CHOICES: Mapping[str, Sequence[Any]] = {
    "script": tuple(LETTERS),
    "markup": ("list", "nav", "divs", "row", "bars", "table row", "table column", "paragraphs", "definitions", "headings", "image map"),
    "names": ("none", "honest", "misleading"),
    "place": ("top", "side", "late", "hidden", "folded"),
    "sections": (6, 5, 7, 9, 12),
    "stories": (5, 6, 8),
    "below": ("", "links", "labels"),
    **dict.fromkeys(
        ("utility", "second", "footer", "cloud", "languages", "crumbs", "most_read", "mega", "sticky", "legal", "shadow"), (False, True)
    ),
}
NESTING = frozenset({"list", "nav", "divs", "definitions", "headings"})
"""Markup that can hold entries below entries."""


def plans() -> st.SearchStrategy[Plan]:
    """Any plan."""
    return st.builds(Plan, seed=st.integers(0, 999), **{name: st.sampled_from(values) for name, values in CHOICES.items()})


class Entry(NamedTuple):
    """An entry of a menu: a path ("" for a label), its text, what is below it, and headlines shown with it."""

    path: str
    text: str
    below: tuple[Entry, ...] = ()
    shown: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class BuiltSite:
    """Pages by URL, and the level of every page in the menu."""

    pages: Mapping[str, str]
    menu: Mapping[str, int]


def build(plan: Plan) -> BuiltSite:
    """The site of a plan."""
    return _Press(plan).site()


class _Press:
    """One site while it is written."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.rng = random.Random(plan.seed)
        self.ink = TextGenerator(self.rng, plan.script)
        nested = bool(plan.below) and plan.markup in NESTING
        self.stories: dict[str, list[Entry]] = {}
        sections = [self._section(f"/s{i}/", nested=nested and i % 2 == 0) for i in range(plan.sections + 4 * plan.second)]
        self.second = tuple(sections[plan.sections :])
        self.menu = tuple(self._entry(s) for s in sections[: plan.sections])
        self.statics = [Entry(f"/{name}", self.ink.words(1)) for name in ("about", "contact", "staff", "jobs", "terms", "privacy")]
        self.tags = [Entry(f"/tag/{i}/", self.ink.words(1)) for i in range(14)]
        self.all = [story for stories in self.stories.values() for story in stories]

    def _section(self, path: str, *, nested: bool) -> Entry:
        below = tuple(self._section(f"{path}{i}/", nested=False) for i in range(3)) if nested else ()
        own = [Entry(f"{path}story-{i}.html", self.ink.words(9)) for i in range(self.plan.stories)]
        self.stories[path] = [*own, *(story for sub in below for story in self.stories[sub.path])]
        return Entry(path, self.ink.words(1), below)

    def _entry(self, section: Entry) -> Entry:
        """A section as the menu has it."""
        label = self.plan.below == "labels" and section.below
        shown = tuple(self.stories[section.path][:3]) if self.plan.mega else ()
        return section._replace(path="" if label else section.path, shown=shown)

    def site(self) -> BuiltSite:
        pages = {"/": self._page("/", self._teasers(self.all[:: self.plan.stories]))}
        for path, stories in self.stories.items():
            pages[path] = self._page(path, self._teasers(stories))
        for story in self.all:
            text = "".join(f"<p>{escape(self.ink.paragraph(4))}</p>" for _ in range(4))
            pages.setdefault(story.path, self._page(story.path, f"<h1>{escape(story.text)}</h1>{text}"))
        if self.plan.utility or self.plan.legal:
            for static in self.statics:
                pages[static.path] = self._page(static.path, f"<h1>{escape(static.text)}</h1><p>{escape(self.ink.paragraph(3))}</p>")
        if self.plan.cloud:
            for i, tag in enumerate(self.tags):
                pages[tag.path] = self._page(tag.path, self._teasers(self.all[i : i + 4]))
        return BuiltSite({HOST + path: html for path, html in pages.items()}, self._levels())

    def _levels(self) -> dict[str, int]:
        home = {HOST + "/": 1} if self.plan.names != "misleading" else {}
        top = [*self.menu, *self.second]
        found = {HOST + e.path: 1 for e in top if e.path}
        return {**{HOST + sub.path: 2 for e in self.menu for sub in e.below}, **home, **found}

    # -- pages -------------------------------------------------------------------------------------------------------

    def _page(self, path: str, inside: str) -> str:
        plan = self.plan
        home = (Entry("/", self.ink.words(1)),) if plan.names != "misleading" else ()
        menu = self._open("menu") + menu_html(plan.markup, (*home, *self.menu)) + "</div>"
        if plan.second:
            menu += "<div>" + menu_html("row" if plan.markup in NESTING else plan.markup, self.second) + "</div>"
        before = f"<div><a href=/><img src=/logo.png alt=Logo></a></div>{self._boxes()}"
        after = ""
        if plan.place == "folded":
            menu = f"<details><summary>{escape(self.ink.words(1))}</summary>{menu}</details>"
        if plan.shadow:
            copy = menu_html("divs" if plan.markup == "list" else "list", (*home, *self.menu))
            before = f'<div style="display: none">{copy}</div>{before}'
        if plan.place in ("top", "side", "folded"):
            before = menu + before if plan.place == "side" else before + menu
        else:
            after = f'<div style="display:none">{menu}</div>' if plan.place == "hidden" else menu
        if plan.sticky:
            after += "<div><ul>" + "".join(f"<li><a href={e.path}>{escape(e.text)}</a></li>" for e in self.menu if e.path) + "</ul></div>"
        crumbs = ""
        if plan.crumbs and path.count("/") > 1:
            trail = [Entry("/", "Home"), *(s for s in (*self.menu, *self.second) if s.path and path.startswith(s.path))]
            crumbs = "<ol>" + "".join(f"<li><a href={e.path}>{escape(e.text)}</a></li>" for e in trail) + "</ol>"
        title = escape(self.ink.words(4))
        return (
            f"<html><head><title>{title}</title></head><body>{before}<div>{crumbs}{inside}</div>{self._aside()}{after}"
            f"{self._footer()}</body></html>"
        )

    def _open(self, what: str) -> str:
        named = {"menu": "main-navigation", "footer": "site-footer"}
        if self.plan.names == "misleading":
            named = {"menu": "site-footer", "footer": "main-navigation"}
        return "<div>" if self.plan.names == "none" else f'<div class="{named[what]}">'

    def _boxes(self) -> str:
        """What stands above the menu."""
        html = ""
        if self.plan.utility:
            html += "<ul>" + "".join(f"<li><a href={e.path}>{escape(e.text)}</a></li>" for e in self.statics[:4]) + "</ul>"
        if self.plan.languages:
            html += "<ul>" + "".join(f"<li><a href=/{code}/>{code.upper()}</a></li>" for code in ("de", "fr", "es", "pl")) + "</ul>"
        return html

    def _aside(self) -> str:
        html = ""
        if self.plan.most_read:
            html += "<div><ul>" + "".join(f"<li><a href={e.path}>{escape(e.text)}</a></li>" for e in self.all[:6]) + "</ul></div>"
        if self.plan.cloud:
            tags = sorted(self.tags, key=lambda e: e.text.casefold())
            html += "<div>" + " ".join(f'<a href={e.path} style="font-size:{9 + i}px">{escape(e.text)}</a>' for i, e in enumerate(tags)) + "</div>"
        return html

    def _footer(self) -> str:
        html = ""
        if self.plan.footer:
            html += menu_html("row", [e for e in self.menu if e.path] + self.statics[4:])
        if self.plan.legal:
            html += menu_html("list", self.statics)
        return f"{self._open('footer')}{html}<p>{escape(self.ink.words(3))}</p></div>"

    def _teasers(self, stories: Sequence[Entry]) -> str:
        return "".join(
            f"<div><h2><a href={s.path}>{escape(s.text)}</a></h2><p>{escape(self.ink.paragraph(1))}</p></div>" for s in stories
        )


def menu_html(markup: str, entries: Sequence[Entry]) -> str:
    """A menu in one of the ways in which sites write them."""
    if markup in NESTING:
        return _NESTED[markup](entries)
    links = [_head(e) for e in entries]
    if markup == "bars":
        return "<p>" + " | ".join(links) + "</p>"
    if markup == "table row":
        return "<table><tr>" + "".join(f"<td>{link}</td>" for link in links) + "</tr></table>"
    if markup == "table column":
        return "<table>" + "".join(f"<tr><td>{link}</td></tr>" for link in links) + "</table>"
    if markup == "image map":
        areas = (f'<area shape=rect coords="0,{i},9,{i}" href={e.path} alt="{escape(e.text)}">' for i, e in enumerate(entries) if e.path)
        return f"<img src=/menu.png usemap=#menu><map name=menu>{''.join(areas)}</map>"
    if markup == "paragraphs":
        return "".join(f"<p>{link}</p>" for link in links)
    return " ".join(links)


def _head(entry: Entry) -> str:
    return f"<a href={entry.path}>{escape(entry.text)}</a>" if entry.path else f"<span>{escape(entry.text)}</span>"


def _shown(entry: Entry) -> str:
    """Headlines with pictures, as mega-menus show them."""
    return "".join(f"<div><a href={s.path}><img src=/p.jpg></a><h4><a href={s.path}>{escape(s.text)}</a></h4></div>" for s in entry.shown)


def _list(entries: Sequence[Entry]) -> str:
    def item(entry: Entry) -> str:
        below = _list(entry.below) if entry.below else ""
        return f"<li>{_head(entry)}{below}{_shown(entry)}</li>"

    return "<ul>" + "".join(map(item, entries)) + "</ul>"


def _divs(entries: Sequence[Entry]) -> str:
    def item(entry: Entry) -> str:
        below = "<div>" + "".join(f"<div>{_head(sub)}</div>" for sub in entry.below) + "</div>" if entry.below else ""
        return f"<div>{_head(entry)}{below}{_shown(entry)}</div>"

    return "<div>" + "".join(map(item, entries)) + "</div>"


def _definitions(entries: Sequence[Entry]) -> str:
    return "<dl>" + "".join(f"<dt>{_head(e)}</dt>" + "".join(f"<dd>{_head(sub)}</dd>" for sub in e.below) for e in entries) + "</dl>"


def _headings(entries: Sequence[Entry]) -> str:
    return "<div>" + "".join(f"<h3>{_head(e)}</h3>" + (_list(e.below) if e.below else "") for e in entries) + "</div>"


_NESTED = {"list": _list, "nav": lambda entries: f"<nav>{_list(entries)}</nav>", "divs": _divs, "definitions": _definitions, "headings": _headings}


def simpler(plan: Plan) -> dict[str, Any]:
    """The choices of a plan that are not the simplest: how a failure is told."""
    return {f.name: getattr(plan, f.name) for f in fields(plan) if getattr(plan, f.name) != f.default}
