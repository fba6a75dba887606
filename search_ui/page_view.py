"""PageView: one page as stored in the index, each block with the weight of its words."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from indexer.index.arm import Arm
from indexer.index.bound import bind
from indexer.index.engine import Engine, Request
from indexer.index.highlight import Marked, mark
from indexer.index.query import All, Field, Filter, Query, Words
from indexer.index.stored import Stored
from indexer.index.weights import UNIT
from indexer.page.blocks import key, keys
from indexer.text import analyse
from indexer.urls import normalise
from search_ui.alignment import align

LEVELS = 5
"""Colour steps; people cannot distinguish more side by side."""

LONGEST_URL = 8_192
"""The indexer's limit for links, in characters."""

MOST_BLOCKS = 3_000
"""Blocks shown; a browser takes seconds to render more, and no article has as many."""

_TEXT = "text"
_MOST_COUNTED = 60
"""Dropped lines whose frequency on the site is counted, with one search each."""
_COUNTED_CHARACTERS = 80
"""Length of the prefix that identifies a line: two lines with the same prefix count as the same line."""
_BYLINE_CHARACTERS = 160


class Role(StrEnum):
    """Role of a block on its page; the value is also the CSS class."""

    BODY = "body"
    CAPTION = "caption"
    HEADLINE = "headline"
    LABEL = "label"
    BYLINE = "byline"
    REPEATED = "repeated"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class ShownBlock:
    """A block of the page.

    Parameters
    ----------
    marked : Marked
        Its text with the query's words marked.
    weight : float
        0 for a block outside the cleaned index.
    role : Role
    pages : int
        For a repeated line: number of the site's pages that contain it.
    """

    marked: Marked
    weight: float
    role: Role = Role.BODY
    pages: int = 0

    @property
    def text(self) -> str:
        """The text without marks."""
        return self.marked.text

    @property
    def kept(self) -> bool:
        """Whether the arms `body` and `weighted` contain the block's words."""
        return self.weight > 0

    @property
    def level(self) -> int:
        """The colour step: 0 for a dropped block, else 1 (lowest weight) to 5 (highest).

        >>> [ShownBlock(Marked(""), weight).level for weight in (0, 0.001, 0.2, 0.21, 1)]
        [0, 1, 1, 2, 5]
        """
        return min(LEVELS, math.ceil(round(self.weight * LEVELS, 3)))


@dataclass(frozen=True, slots=True)
class PageView:
    """A page.

    Parameters
    ----------
    url : str
        The page's own URL.
    story_url : str
        Canonical URL of the story; "" if the page has no story.
    headline, language : str
    outcome : str
        How the page was indexed, in one sentence.
    cleaned_by : str
        The site model, or the fallback with its reason; "" if the index does not record it.
    facts : tuple of (str, str)
        Name and value of the non-empty fields.
    named : tuple of ShownBlock
        Headline and labels, which are indexed in their own fields.
    blocks : tuple of ShownBlock
        In document order; headline, labels and byline are indexed outside the body and do not count as kept blocks.
    left_out : int
        Number of blocks not shown.
    """

    url: str
    story_url: str
    headline: str
    language: str
    outcome: str
    cleaned_by: str
    facts: tuple[tuple[str, str], ...]
    named: tuple[ShownBlock, ...]
    blocks: tuple[ShownBlock, ...]
    left_out: int

    @property
    def runs(self) -> tuple[tuple[Role, tuple[ShownBlock, ...]], ...]:
        """The shown blocks grouped into runs of one role.

        Most blocks of a page are dropped, and a run describes a menu as well as its single lines do.
        """
        return tuple((role, tuple(run)) for role, run in groupby(self.blocks, key=lambda block: block.role))

    @property
    def kept(self) -> int:
        """Number of kept blocks among those shown."""
        return sum(block.kept for block in self.blocks)

    @property
    def kept_share(self) -> float:
        """Share of the shown characters that are kept, in [0, 1]."""
        total = sum(len(block.text) for block in self.blocks)
        return sum(len(block.text) for block in self.blocks if block.kept) / total if total else 0.0


def look_up(engine: Engine, url: str, query: Query | None = None) -> PageView | None:
    """Return the page with a URL, the query's words marked; None if the index has no such page.

    For a copy of a story, return the page that the story was extracted from.

    Raises
    ------
    EngineError
        If the engine fails.
    """
    if not url or len(url) > LONGEST_URL:
        return None
    for spelling in dict.fromkeys((url, normalise(url))):
        story, page = engine.read(Arm.WEIGHTED, spelling), engine.read(Arm.RAW, spelling)
        if story is not None:
            return _view(engine, spelling, engine.read(Arm.RAW, story.page_url) or story, story, query or Query())
        if page is not None:
            return _view(engine, spelling, page, None, query or Query())
    return None


def _view(engine: Engine, requested: str, page: Stored, story: Stored | None, query: Query) -> PageView:
    shown = story or page
    clauses = bind(query, [shown.language]).clauses
    lines = _lines(page, story)
    roles = _Roles(engine, shown)
    blocks = [
        ShownBlock(mark(text, clauses, shown.language), weight, *roles.of(text, weight)) for text, weight in lines[:MOST_BLOCKS]
    ]
    return PageView(
        url=page.page_url,
        story_url=shown.canonical_url if story else "",
        headline=str(shown.fields["headline"]),
        language=shown.language,
        outcome=_outcome(requested, page, story),
        cleaned_by=str(shown.fields.get("siteModel", "")),
        facts=tuple(_facts(shown)),
        named=tuple(
            ShownBlock(mark(text, clauses, shown.language), weight / UNIT, Role(kind))
            for kind, text, weight in story.texts
            if kind != _TEXT
        )
        if story
        else (),
        blocks=tuple(blocks),
        left_out=max(0, len(lines) - MOST_BLOCKS),
    )


class _Roles:
    """Roles of the lines of one page, from its fields and from line frequencies on the site."""

    def __init__(self, engine: Engine, shown: Stored) -> None:
        fields = shown.fields
        self._engine, self._site = engine, shown.site
        self._captions = set(keys(fields["captions"]))
        known = {
            Role.HEADLINE: (str(fields["headline"]), str(fields["alternativeHeadline"])),
            Role.LABEL: (*fields["articleSection"], *fields["keywords"]),
        }
        self._known = {name: role for role, texts in known.items() for name in keys(texts) if name}
        self._authors = tuple(filter(None, keys(fields["author"])))
        self._counted: dict[str, int] = {}

    def of(self, text: str, weight: float) -> tuple[Role, int]:
        """Return a line's role, and the number of the site's pages that contain it if it is dropped."""
        name = key(text)
        if weight:
            return (Role.CAPTION if name in self._captions else Role.BODY), 0
        if name in self._known:
            return self._known[name], 0
        if len(text) < _BYLINE_CHARACTERS and any(author in name for author in self._authors):
            return Role.BYLINE, 0
        if name not in self._counted and len(self._counted) < _MOST_COUNTED:
            self._counted[name] = _pages_with(self._engine, text, self._site)
        pages = self._counted.get(name, 0)
        return (Role.REPEATED if pages > 1 else Role.DROPPED), pages


def _pages_with(engine: Engine, line: str, site: str) -> int:
    """Return the number of the site's pages that contain a line's prefix."""
    if not engine.count(Arm.RAW) or not analyse(line):
        return 0
    same = Query(All((Words(line[:_COUNTED_CHARACTERS]), Filter(Field.SITE, site.lower()))))
    return engine.search(Arm.RAW, Request(same, limit=0, highlight=False)).total


def _lines(page: Stored, story: Stored | None) -> tuple[tuple[str, float], ...]:
    """Return the page's lines and their weights, 0 for dropped lines."""
    lines = _texts(page)
    kept = _texts(story) if story else []
    found = align([text for text, _ in lines], [text for text, _ in kept]) if page is not story else ()
    if not found:
        return tuple(kept)
    return tuple((line.text, 0.0 if line.kept is None else kept[line.kept][1]) for line in found)


def _texts(stored: Stored) -> Sequence[tuple[str, float]]:
    return [(text, weight / UNIT) for kind, text, weight in stored.texts if kind == _TEXT]


def _outcome(requested: str, page: Stored, story: Stored | None) -> str:
    if story is None:
        kind = {"toc": "a table of contents", "other": "a page about the site, or with hardly any text of its own"}
        what = kind.get(str(page.fields["pageType"]), "no story of its own")
        return f"Not indexed as an article: {what}. Only the raw arm contains it."
    if requested not in {page.page_url, story.canonical_url} and requested in story.fields["additionalUrls"]:
        return f"Indexed once: {requested} has the same story as this page."
    return "Indexed as an article."


def _facts(shown: Stored) -> Iterable[tuple[str, str]]:
    fields = shown.fields
    listed = (
        ("Author", ", ".join(fields["author"])),
        ("Published", str(fields["datePublished"])),
        ("Modified", str(fields["dateModified"])),
        ("Section", ", ".join(fields["articleSection"])),
        ("Keywords", ", ".join(fields["keywords"])),
        ("Language", str(fields["inLanguage"]) or shown.language),
        ("Publisher", str(fields["publisher"])),
        ("Site", shown.site),
        ("Crawled", str(fields["lastCrawled"])),
    )
    return (fact for fact in listed if fact[1])
