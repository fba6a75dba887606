"""Inputs of templates, one class per kind of page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from demo.story import Block


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a menu."""

    text: str
    url: str
    children: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Teaser:
    """A story as shown on other pages."""

    headline: str
    url: str
    kicker: str
    lead: str
    moment: str


@dataclass(frozen=True, slots=True)
class Frame:
    """The frame around the content of every page.

    Parameters
    ----------
    base : str
        Scheme and host without a trailing slash.
    canonical : str
        Absolute URL for rel=canonical, or "" for none.
    robots : str
        Content of the robots meta element, or "" for none.
    charset : str
        Charset that the page's meta element declares.
    focus : Entry
        The topic that the site promotes in this week; its children are stories.
    """

    base: str
    url: str
    title: str
    description: str
    canonical: str
    menu: tuple[Entry, ...]
    crumbs: tuple[Entry, ...]
    most_read: tuple[Teaser, ...]
    focus: Entry
    today: str
    year: int
    robots: str = ""
    charset: str = "utf-8"


@dataclass(frozen=True, slots=True)
class ArticleView:
    """The page of a story."""

    frame: Frame
    number: int
    kicker: str
    headline: str
    lead: str
    author: Entry
    published: datetime
    moment: str
    blocks: tuple[Block, ...]
    caption: str
    credit: str
    tags: tuple[Entry, ...]
    related: tuple[Teaser, ...]
    comments: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ListView:
    """A section front, a topic, an archive month, a tag, an author or the front page."""

    frame: Frame
    heading: str
    teasers: tuple[Teaser, ...]
    pages: tuple[Entry, ...] = ()
    front: bool = False


@dataclass(frozen=True, slots=True)
class StaticView:
    """A page without a story: about, contact, legal text."""

    frame: Frame
    heading: str
    paragraphs: tuple[str, ...]
