"""View: what a template is given to build one page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from demo.story import Block


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a menu."""

    text: str
    url: str
    children: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Teaser:
    """How another page shows a story."""

    headline: str
    url: str
    kicker: str
    lead: str
    moment: str


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands around the content of every page.

    Parameters
    ----------
    base : str
        Scheme and host, without a slash at the end.
    canonical : str
        Absolute URL for rel=canonical, or "" where the page does not say.
    robots : str
        Content of the robots meta element, or "".
    charset : str
        What the page's meta element declares.
    focus : Entry
        The subject that the site pushes this week; its children are stories.
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
    """One story's page."""

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
    """A section front, a subject, an archive month, a tag, an author or the front page."""

    frame: Frame
    heading: str
    teasers: tuple[Teaser, ...]
    pages: tuple[Entry, ...] = ()
    front: bool = False


@dataclass(frozen=True, slots=True)
class StaticView:
    """About, contact, legal text."""

    frame: Frame
    heading: str
    paragraphs: tuple[str, ...]
