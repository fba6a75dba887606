"""Two designs of the newsroom's site: HTML of given contents, without logic."""

# ruff: noqa: E501 - lines of markup stand as they are served

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

NAME = "The Harbour Ledger"


@dataclass(frozen=True, slots=True)
class Line:
    """A link to a story with its teaser."""

    url: str
    headline: str
    lead: str = ""
    when: str = ""
    moment: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """The contents of every page besides its own.

    Parameters
    ----------
    menu : sequence of (str, str)
        URL and name of each section.
    read : sequence of Line
        The most-read box.
    calendar : str
        URL of the calendar's current month.
    feed : str
        URL of the feed, "" without.
    """

    title: str
    menu: Sequence[tuple[str, str]]
    read: Sequence[Line]
    calendar: str
    feed: str


@dataclass(frozen=True, slots=True)
class Text:
    """The contents of an article."""

    headline: str
    lead: str
    paragraphs: Sequence[str]
    published: str
    modified: str
    author: str
    tags: Sequence[tuple[str, str]]
    related: Sequence[Line]


def _head(frame: Frame, extra: str = "") -> str:
    feed = f'<link rel="alternate" type="application/atom+xml" href="{frame.feed}">' if frame.feed else ""
    return f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{escape(frame.title)} | {NAME}</title>{feed}{extra}</head>'


def _links(pairs: Sequence[tuple[str, str]]) -> str:
    return "".join(f'<li><a href="{url}">{escape(name)}</a></li>' for url, name in pairs)


def page(frame: Frame, main: str, *, modern: bool, extra: str = "") -> str:
    """Return a complete page in one of the designs."""
    read = "".join(f'<li><a href="{one.url}">{escape(one.headline)}</a></li>' for one in frame.read)
    box = f"<h3>Most read</h3><ol>{read}</ol>"
    foot = '<a href="/about/">About us</a> <a href="/contact/">Contact</a> <a href="/privacy/">Privacy</a>'
    legal = "Registered office: 1 Quay Steps. The Ledger answers for its own pages and for nobody else's."
    if modern:
        return (
            f'{_head(frame, extra)}<body class="v2"><div class="top"><a class="brand" href="/">{NAME}</a>'
            f'<div class="menu"><ul class="m">{_links(frame.menu)}</ul></div></div><div class="grid"><div class="col-main">{main}</div>'
            f'<div class="col-side"><div class="card-read">{box}</div><div class="card-days"><a href="{frame.calendar}">Calendar</a></div>'
            f'</div></div><div class="end"><p>{legal} Made with care on the north quay since the second bridge.</p>{foot}</div></body></html>'
        )
    return (
        f'{_head(frame, extra)}<body><header><h2 class="logo"><a href="/">{NAME}</a></h2><nav><ul>{_links(frame.menu)}</ul></nav></header>'
        f'<main>{main}</main><aside>{box}<p><a href="{frame.calendar}">Calendar</a></p></aside>'
        f"<footer><p>{legal}</p>{foot}</footer></body></html>"
    )


def desks(pairs: Sequence[tuple[str, str]]) -> str:
    """Return the menu of a section's desks."""
    return f'<div class="desks"><ul>{_links(pairs)}</ul></div>' if pairs else ""


def teasers(lines: Sequence[Line], *, modern: bool) -> str:
    """Return a list of stories."""
    if not any(one.lead or one.when for one in lines):
        return f"<ul>{_links([(one.url, one.headline) for one in lines])}</ul>"
    out = []
    for one in lines:
        when = f'<time datetime="{one.moment}">{escape(one.when)}</time>' if one.moment else f"<span>{escape(one.when)}</span>"
        link = f'<a href="{one.url}">{escape(one.headline)}</a>'
        if modern:
            out.append(f'<article class="tile"><div class="tile-text"><h4>{link}</h4><p>{escape(one.lead)}</p></div>{when}</article>')
        else:
            out.append(f'<div class="teaser"><h3>{link}</h3><p>{escape(one.lead)}</p>{when}</div>')
    return "".join(out)


def block(name: str, url: str, lines: Sequence[Line], *, modern: bool) -> str:
    """Return a section's block on the front page."""
    kind = "shelf" if modern else "block"
    return f'<section class="{kind}"><h2><a href="{url}">{escape(name)}</a></h2>{teasers(lines, modern=modern)}</section>'


def article(text: Text, *, modern: bool) -> str:
    """Return the article of a story."""
    body = "".join(f"<p>{escape(paragraph)}</p>" for paragraph in text.paragraphs)
    tags = "".join(f'<a rel="tag" href="{url}">{escape(name)}</a> ' for url, name in text.tags)
    related = "".join(f'<li><a href="{one.url}">{escape(one.headline)}</a></li>' for one in text.related)
    changed = f" Updated {text.modified}" if text.modified else ""
    dates = f'<time datetime="{text.published}">{text.published}</time>{changed}' if text.published else ""
    if modern:
        return (
            f'<div class="story"><h1>{escape(text.headline)}</h1><p class="stand">{escape(text.lead)}</p><div class="meta">{escape(text.author)} '
            f'{dates}</div><div class="copy">{body}</div><div class="labels">{tags}</div></div><div class="next"><ul>{related}</ul></div>'
        )
    return (
        f'<article><h1>{escape(text.headline)}</h1><p class="lead">{escape(text.lead)}</p><p class="by">By {escape(text.author)} {dates}</p>'
        f'<div class="text">{body}</div><p class="tags">{tags}</p></article><section class="more"><h3>More</h3><ul>{related}</ul></section>'
    )
