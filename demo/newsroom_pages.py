"""Responses of the newsroom's server as a function of path, time and request number."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from urllib.parse import parse_qs, urlsplit
from xml.sax.saxutils import escape

from demo import newsroom_design as design
from demo.lexicon import lexicon
from demo.newsroom import Newsroom, Piece
from demo.newsroom_design import Frame, Line, Text
from demo.story import write_article

_PAGE = 20
"""Stories on a list page."""
_FEED = 40
_ARTICLE = re.compile(r"/(?:[a-z]+/(?:[a-z0-9-]+-)?(\d+)(?:\.html)?|\d{4}/\d\d/\d\d/[a-z0-9-]+-(\d+)/)")
_LIST = re.compile(r"/(?:desk/)?([a-z]+)/(?:([a-z]+)/)?")
_BOX_EVERY = 3
"""Every third story's page has a box that differs in each request, so that the page is never unchanged."""


@dataclass(frozen=True, slots=True)
class Page:
    """A response.

    Parameters
    ----------
    status : int
    body : str
    kind : str
        The content type.
    number : int
        Number of the story, -1 for none.
    version : int
        Version of the story.
    location : str
        Target of a redirect.
    """

    status: int = 200
    body: str = ""
    kind: str = "text/html; charset=utf-8"
    number: int = -1
    version: int = 0
    location: str = ""


_GONE = Page(404, "<!DOCTYPE html><title>Not found</title><h1>Not found</h1><p>There is nothing here.</p>")


def _number(query: Mapping[str, Sequence[str]]) -> int:
    text = query.get("page", ["1"])[0]
    return int(text) if text.isdecimal() and len(text) < 5 else 1


def respond(room: Newsroom, path: str, now: datetime, request: int) -> Page:
    """Return the response to a path at a time; `request` is the seed of boxes that change in each request."""
    return _Responder(room, now, request).page(path)


class _Responder:
    """Builds the response to one request."""

    def __init__(self, room: Newsroom, now: datetime, request: int) -> None:
        self.room = room
        self.now = now
        self.modern = room.modern(now)
        self.rng = Random(f"{room.seed}/{request}")

    def page(self, target: str) -> Page:
        parts = urlsplit(target)
        path, query = parts.path, parse_qs(parts.query)
        files = {
            "/robots.txt": self._robots, "/": self._front, "/feed.xml": self._feed, "/news-sitemap.xml": self._sitemap,
            "/about/": self._static, "/contact/": self._static, "/privacy/": self._static,
        }  # fmt: skip
        if path in files:
            return files[path]()
        if match := _ARTICLE.fullmatch(path):
            return self._article(path, int(match[1] or match[2]))
        if path == "/calendar/":
            return self._calendar(query.get("month", [""])[0])
        if match := re.fullmatch(r"/archive/(\d{4}-\d\d-\d\d)/", path):
            return self._list(path, query, f"Stories of {match[1]}", self.room.online(self.now, day=match[1]))
        if match := re.fullmatch(r"/tag/([a-z0-9-]+)/", path):
            return self._list(path, query, match[1], self.room.online(self.now, tag=match[1]))
        if (match := _LIST.fullmatch(path)) and self.room.has(match[1], self.now):
            return self._of_section(path, query, match[1], match[2] or "")
        return _GONE

    def _of_section(self, path: str, query: Mapping[str, Sequence[str]], name: str, desk: str) -> Page:
        """Return a section's page, or that of one of its desks."""
        desks, own = self.room.habits.desks_of(name), self._section(name)
        proper = f"{own}{desk}/" if desk else own
        if path != proper:
            return Page(301, location=proper)
        if desk and desk not in desks:
            return _GONE
        pieces = self.room.online(self.now, section=name, desk=desk if desk or not self.room.habits.gathered else None)
        beside = [(f"{own}{one}/", f"{name.title()} {one}") for one in desks]
        return self._list(path, query, f"{name} {desk}".strip().title(), pieces, beside)

    def _section(self, name: str) -> str:
        return f"/desk/{name}/" if self.modern and self.room.habits.moves else f"/{name}/"

    def url(self, piece: Piece) -> str:
        """Return the URL of a story, which does not change after its publication."""
        words = "-".join(re.findall(r"[a-z0-9]+", self.room.story(piece.number).headline.lower())[:6])
        if self.room.habits.terse:
            return f"/{piece.section}/{piece.number}"
        new = self.room.habits.moves and self.room.modern(piece.published)
        if self.room.habits.slugs != new:
            return f"/{piece.published:%Y/%m/%d}/{words}-{piece.number}/"
        return f"/{piece.section}/{words}-{piece.number}.html"

    def _line(self, piece: Piece, *, lead: bool = True) -> Line:
        story, habits = self.room.story(piece.number), self.room.habits
        version = piece.version(self.now) if habits.hints else 0
        moment = piece.modified(self.now) if version else piece.published
        if habits.terse:
            return Line(self.url(piece), f"Report {piece.number}")
        marked = f"{story.headline} – what we know" if version and piece.number % 2 else story.headline
        label = f"Updated {moment:%H:%M}" if version else f"{moment:%d %B %Y, %H:%M}"
        iso = moment.isoformat() if habits.dated else ""
        return Line(self.url(piece), marked, story.lead if lead else "", label if habits.dated else "", iso)

    def _frame(self, title: str, *, changing: bool = False) -> Frame:
        recent = self.room.online(self.now)[:60]
        fixed = Random(f"{self.room.seed}/{self.now.date()}/{self.now.hour // 4}")
        chosen = (self.rng if changing else fixed).sample(recent, min(5, len(recent)))
        return Frame(
            title=title,
            menu=[(self._section(name), name.title()) for name in self.room.sections(self.now)],
            read=[self._line(piece, lead=False) for piece in chosen],
            calendar=f"/calendar/?month={self.now:%Y-%m}",
            feed="/feed.xml" if self.room.habits.feed else "",
        )

    def _render(self, frame: Frame, main: str, extra: str = "") -> str:
        return design.page(frame, main, modern=self.modern, extra=extra)

    def _front(self) -> Page:
        newest = self.room.online(self.now)
        main = design.teasers([self._line(piece) for piece in newest[: self.room.habits.front]], modern=self.modern)
        if self.room.habits.blocks:
            for name in self.room.sections(self.now):
                own = [self._line(piece) for piece in newest if piece.section == name][:3]
                main += design.block(name.title(), self._section(name), own, modern=self.modern)
        return Page(body=self._render(self._frame("News", changing=True), main))

    def _list(
        self, path: str, query: Mapping[str, Sequence[str]], heading: str, pieces: Sequence[Piece], beside: Sequence[tuple[str, str]] = ()
    ) -> Page:
        number = _number(query)
        shown = pieces[(number - 1) * _PAGE : number * _PAGE]
        if not shown and (number > 1 or not path.startswith(("/desk/", *(f"/{s}/" for s in self.room.sections(self.now))))):
            return _GONE
        main = f"<h1>{escape(heading)}</h1>" + design.desks(beside)
        main += design.teasers([self._line(piece) for piece in shown], modern=self.modern)
        if number > 1:
            main += f'<p class="pager"><a href="{path}{f"?page={number - 1}" if number > 2 else ""}">Newer</a></p>'
        if number * _PAGE < len(pieces):
            main += f'<p class="pager"><a href="{path}?page={number + 1}">Older</a></p>'
        return Page(body=self._render(self._frame(heading), main))

    def _article(self, path: str, number: int) -> Page:
        piece = self.room.pieces[number] if number < len(self.room.pieces) else None
        if piece is None or piece.published > self.now or self.url(piece) != path:
            return _GONE
        if not piece.online(self.now):
            return Page(410 if number % 2 else 404, _GONE.body, number=number)
        story, version = self.room.story(number), piece.version(self.now)
        terse = self.room.habits.terse
        paragraphs = [story.lead] if terse else list(write_article(lexicon("en"), story, design.NAME).body_lines)
        for one in range(version):
            at = piece.updates[one]
            paragraphs.insert(one, f"At {at:%H:%M} on {at:%d %B} the desk added to this report: {story.place} had heard of it by then.")
        others = [other for other in self.room.online(self.now, section=piece.section) if other.number != number]
        dated = self.room.habits.dated and not terse
        text = Text(
            headline=f"Report {number}" if terse else story.headline, lead="" if terse else story.lead, paragraphs=paragraphs,
            published=piece.published.isoformat() if dated else "",
            modified=piece.modified(self.now).isoformat() if dated and version else "",
            author=f"Reporter {number % 7}", tags=[(f"/tag/{tag}/", tag) for tag in piece.tags],
            related=[self._line(other, lead=False) for other in others[:4]],
        )  # fmt: skip
        changing = number % _BOX_EVERY == 0
        main = design.article(text, modern=self.modern)
        body = self._render(self._frame(story.headline, changing=changing), main, self._json_ld(piece, story.headline))
        return Page(body=body, number=number, version=version)

    def _json_ld(self, piece: Piece, headline: str) -> str:
        if not self.room.habits.dated or self.room.habits.terse:
            return ""
        data = {"@context": "https://schema.org", "@type": "NewsArticle", "headline": headline}
        data["datePublished"] = piece.published.isoformat()
        return f'<script type="application/ld+json">{json.dumps(data)}</script>'

    def _calendar(self, month: str) -> Page:
        """Return a month of an infinite calendar: it links to the previous and next month and to its days."""
        if not re.fullmatch(r"\d{4}-(?:0[1-9]|1[0-2])", month):
            return _GONE
        year, at = int(month[:4]), int(month[5:])
        before, after = (f"{y:04d}-{m:02d}" for y, m in ((year - (at == 1), (at - 2) % 12 + 1), (year + (at == 12), at % 12 + 1)))
        days = "".join(f'<td><a href="/archive/{month}-{day:02d}/">{day}</a></td>' for day in range(1, 29))
        main = (
            f'<h1>{month}</h1><table><tr>{days}</tr></table><a href="/calendar/?month={before}">Before</a> '
            f'<a href="/calendar/?month={after}">After</a>'
        )
        return Page(body=self._render(self._frame(month), main))

    def _static(self) -> Page:
        return Page(body=self._render(self._frame("About"), "<h1>About</h1><p>The Ledger is written above the harbour office.</p>"))

    def _robots(self) -> Page:
        lines = "User-agent: *\nDisallow: /search\n"
        if self.room.habits.sitemap:
            lines += "Sitemap: /news-sitemap.xml\n"
        return Page(body=lines, kind="text/plain")

    def _feed(self) -> Page:
        if not self.room.habits.feed:
            return _GONE
        entries = "".join(
            f"<entry><title>{escape(self.room.story(p.number).headline)}</title><link href=\"{self.url(p)}\"/><id>{p.number}</id>"
            f"<published>{p.published.isoformat()}</published><updated>{p.modified(self.now).isoformat()}</updated></entry>"
            for p in self.room.online(self.now)[:_FEED]
        )
        body = f'<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>{design.NAME}</title>{entries}</feed>'
        return Page(body=body, kind="application/atom+xml")

    def _sitemap(self) -> Page:
        if not self.room.habits.sitemap:
            return _GONE
        recent = [p for p in self.room.online(self.now) if p.published > self.now - timedelta(days=2)]
        news = "http://www.google.com/schemas/sitemap-news/0.9"
        entries = "".join(
            f"<url><loc>{{base}}{self.url(p)}</loc><lastmod>{p.modified(self.now).isoformat()}</lastmod><news:news>"
            f"<news:publication_date>{p.published.isoformat()}</news:publication_date></news:news></url>"
            for p in recent
        )
        space = "http://www.sitemaps.org/schemas/sitemap/0.9"
        return Page(body=f'<urlset xmlns="{space}" xmlns:news="{news}">{entries}</urlset>', kind="application/xml")
