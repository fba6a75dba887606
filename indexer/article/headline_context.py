"""The parts of a page from which fields are read: headings, the short lines near its story, captions, its standfirst."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from indexer.arrays import Ints
from indexer.article.date_text import lines_with_dates
from indexer.page.blocks import key
from indexer.page.cache_limit import LONGEST
from indexer.page.cards import MAX_NAME
from indexer.page.collector import Marked
from indexer.page.link_resolver import LinkResolver
from indexer.page.page import Page
from indexer.page.prior import named_for_comments
from indexer.page.titles import title_keys
from indexer.page.tree import HIDDEN, Link, Tree
from indexer.site.clean_page import CleanPage
from indexer.urls import is_front_page, same_site

_SHORT = 100
_LONGEST_LINE = 200
"""In characters: a date line with a byline and a section is shorter."""
_LONGEST_DATED = 40
"""The same for a date line within a caption; a longer one dates the picture."""
_BEFORE, _AFTER = 3, 12
_FOOT = 8
"""Number of blocks after the story that may name its author and date."""
_LAST_LINES = 2
_MOST = 12
_MOST_CAPTIONS = 50
_FEWEST_SIGNED = 3
"""In blocks: a shorter text is a list of names rather than a signed story."""
_SENTENCE_ENDS = tuple(".!?:…。！？：")
_MOST_HEADINGS = 50
_MOST_LINES = 200
_SHORTEST_HEADLINE = 16
_LEVELS = ("h1", "h2", "h3", "h4")
_HIGHEST = ("h1", "h2")
_SHORTEST_STANDFIRST, _LONGEST_STANDFIRST = 40, 600
"""In letters."""
_SAME = 60
"""Number of letters that a standfirst and the page's description must share; descriptions are cut at 160."""


class Place(IntEnum):
    """Position of a line, the likeliest place of a byline first."""

    HEAD = 0
    """Between the headline and the story's first paragraph."""
    ABOVE = 1
    """Just before the headline."""
    LEAD = 2
    """The story's first lines."""
    FOOT = 3
    """The story's last two lines, and the lines just after it."""
    ELSEWHERE = 4


class Line(NamedTuple):
    """A short line of the page.

    Parameters
    ----------
    text : str
    place : Place
    block : int
        Index of its text block; -1 if unknown.
    path : str
        Path of its node, as text.
    alike : int
        Number of the page's short lines with its path.
    """

    text: str
    place: Place = Place.HEAD
    block: int = -1
    path: str = ""
    alike: int = 1


@dataclass(frozen=True, slots=True)
class HeadlineContext:
    """The surroundings of a page's body.

    Parameters
    ----------
    headings : tuple of str
        Texts of all `h1`s, then of all `h2`s, and of the heading over the story if it is of another level.
    lines : tuple of Line
        The short lines that may contain a date or an author: near the story, and, if they contain a date, anywhere outside it.
    captions : tuple of str
        Texts of `figcaption`s and of nodes named for captions.
    over_story : str
        The heading over the story, if a title repeats it or it is the page's only `h1`; else "".
    standfirst : str
        The text between the headline and the story that is longer than a line, or "".
    signature : str
        The story's last line, if it is short, no sentence and without links; else "".
    headline, first, last : int
        Indices of the blocks of the heading over the story (-1 without), of the story's first paragraph, and of its last.
    comments : int
        Index of the first block of the readers' comments below the story; -1 without.
    profiles : tuple of Marked
        Texts of the links near the story whose addresses have a directory named for authors; else of those that end a line after "by".
    beside_day : tuple of str
        Texts without links, once on the page, in a block of their own beside a day's by the headline.
    """

    headings: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    captions: tuple[str, ...] = ()
    over_story: str = ""
    standfirst: str = ""
    signature: str = ""
    headline: int = -1
    first: int = 0
    last: int = 0
    comments: int = -1
    profiles: tuple[Marked, ...] = ()
    beside_day: tuple[str, ...] = ()

    def place(self, block: int) -> Place:
        """Return the place of a block."""
        start = self.headline if self.headline >= 0 else self.first - _AFTER
        if block < start - _BEFORE or block > self.last + _FOOT or 0 <= self.comments <= block:
            return Place.ELSEWHERE
        if block <= start:
            return Place.ABOVE
        if block < self.first:
            return Place.HEAD
        if block < self.first + _BEFORE:
            return Place.LEAD
        return Place.FOOT if block > self.last - _LAST_LINES else Place.ELSEWHERE

    def near(self, blocks: int) -> range:
        """Return the range of the blocks near the story (`place`) on a page with this number of blocks."""
        start = self.headline if self.headline >= 0 else self.first - _AFTER
        return range(max(start - _BEFORE, 0), min(self.last + _FOOT + 1, blocks))

    @property
    def short_lines(self) -> tuple[str, ...]:
        """The short lines just before the headline, between it and the first paragraph, and just after the first paragraph."""
        short = [line for line in self.lines if line.place <= Place.LEAD and len(line.text) < _SHORT]
        before = [line.text for line in short if line.place < Place.LEAD]
        nearest = before[:_MOST] if self.headline >= 0 else before[-_MOST:]
        return (*nearest, *(line.text for line in short if line.place == Place.LEAD))


def headline_context(page: Page, clean: CleanPage, shared: Collection[str] = ()) -> HeadlineContext:
    """Return headings, lines and captions of a cleaned page; `shared` are headings of the whole site, which head no story.

    >>> from indexer.page.parse import parse
    >>> figure = "<figure><figcaption>The quay</figcaption></figure>"
    >>> page = parse("<h1>The harbour crane is gone</h1><p>By A. Berg</p><p>" + "A long story. " * 9 + "</p>" + figure)
    >>> around = headline_context(page, CleanPage(page, np.array([0.0, 0.0, 1.0, 0.0]), "page"))
    >>> around.headings, around.short_lines, around.captions, around.over_story
    (('The harbour crane is gone',), ('By A. Berg',), ('The quay',), 'The harbour crane is gone')
    """
    known = frozenset(shared)
    kept = clean.weight > 0
    return page.derived.once("headline context", (kept.tobytes(), known), lambda: _context(page, np.flatnonzero(kept), known))


def headings(page: Page) -> tuple[str, ...]:
    """Return the page's headings of the two highest levels."""
    tree = page.tree
    tags = [tree.tag[n] for n in tree.node.tolist()]
    found = [k for level in ("h1", "h2") for k, tag in enumerate(tags) if tag == level]
    return tuple(tree.text[k] for k in found[:_MOST_HEADINGS])


def front_page_links(page: Page) -> tuple[str, ...]:
    """Return the texts of the page's links to its site's front page.

    >>> from indexer.page.parse import parse
    >>> front_page_links(parse("<a href=/>The Courier</a> <a href=/sea>Sea</a>", "https://example.org/sea/a"))
    ('The Courier',)
    """
    return page.derived.once("front-page links", (), lambda: _front_page_links(page))


def _front_page_links(page: Page) -> tuple[str, ...]:
    if is_front_page(page.url):
        return ()
    to = LinkResolver(page)
    near = (link for link in page.links if link.text and not (_leads_deep if len(link.href) <= LONGEST else _DEEP.fullmatch)(link.href))
    return tuple(dict.fromkeys(link.text for link in near if is_front_page(url := to(link.href)) and same_site(page.url, url)))


@lru_cache(maxsize=1 << 13)  # a menu's links are the same on every page
def _leads_deep(href: str) -> bool:
    return _DEEP.fullmatch(href) is not None


_DEEP = re.compile(r"(?:(?:(?:https?:)?//[^/?#\\\s]+)?/(?!/)|(?:\.\.?/)*+(?![/.]))(?!\S*/\.)[\w/.-]{14}[^%\\\s]*")
"""A reference to a path longer than any front page's (`indexer.urls.is_front_page`), which need not be resolved: most links of a page."""


def _context(page: Page, kept: Ints, shared: Collection[str]) -> HeadlineContext:
    tree = page.tree
    tags = [tree.tag[n] for n in tree.node.tolist()]
    long = kept[page.weight[kept] >= _SHORT]
    first = int(long[0]) if len(long) else len(tags)
    last = int(kept[-1]) if len(kept) else first
    over = _over_story(page, tags, first, {key(one) for one in (*shared, *front_page_links(page))})
    low = (tree.text[over],) if over >= 0 and tags[over] not in _HIGHEST else ()
    found = HeadlineContext(
        headings=(*headings(page), *low),
        captions=_captions(tree),
        over_story=tree.text[over] if over >= 0 and _is_sure(page, tags, over, first) else "",
        signature=_signature(page, tags, kept),
        headline=over,
        first=first,
        last=last,
        comments=_comments(tree, last),
    )
    second = next((k for k in kept.tolist() if k > first), -1)
    return replace(
        found,
        lines=_lines(page, frozenset(kept.tolist()), found, tags),
        standfirst=_standfirst(page, found, tags, second),
        profiles=_profiles(page, found),
        beside_day=_beside_day(page, found, tags),
    )


def _over_story(page: Page, tags: list[str], first: int, shared: Collection[str]) -> int:
    """Return the block of the heading over the story: the longest above it that a title repeats, else the last of the highest level.

    A third or fourth level is one only just above the story.
    """
    tree = page.tree
    headings = [k for k in range(min(first + 1, len(tags))) if tags[k] in _LEVELS and tree.hidden[tree.node[k]] < HIDDEN]
    above = [k for k in headings if key(tree.text[k]) not in shared]
    titles = title_keys(page.metadata.titles)
    repeated = [k for k in above if key(tree.text[k]) in titles and tags[k] != "h4"]
    if repeated:  # a title also repeats the site's name and a section
        return max(repeated, key=lambda k: (len(tree.text[k]), k))
    near = [k for k in above if tags[k] in _HIGHEST or (first - k <= _BEFORE and len(tree.text[k]) >= _SHORTEST_HEADLINE)]
    return next((max(k for k in near if tags[k] == level) for level in _LEVELS if any(tags[k] == level for k in near)), -1)


def _is_sure(page: Page, tags: list[str], over: int, first: int) -> bool:
    """Return whether the heading over the story is certainly its headline: a title repeats it, or it is the only long `h1` and near."""
    text = page.tree.text[over]
    if key(text) in title_keys(page.metadata.titles):
        return True
    alone = tags[over] == "h1" and tags.count("h1") == 1
    return alone and page.weight[over] >= _SHORTEST_HEADLINE and first - over <= _AFTER


def _lines(page: Page, kept: Collection[int], around: HeadlineContext, tags: list[str]) -> tuple[Line, ...]:
    tree = page.tree
    dated = page.derived.once("dated lines", (), lambda: _dated(tree.text))
    hidden = tree.hidden[tree.node].tolist()
    captions = _blocks_of_captions(tree)
    found: list[tuple[int, Place]] = []
    for k in sorted(dated.union(around.near(len(tree.text)))):
        place = around.place(k)
        if len(tree.text[k]) > (_LONGEST_DATED if k in captions else _LONGEST_LINE) or k == around.headline or hidden[k] >= HIDDEN:
            continue
        names = (place < Place.FOOT or (place == Place.FOOT and k <= around.last)) and tags[k] != "h1" and k not in captions
        if names or (k in dated and (place < Place.ELSEWHERE or k not in kept)):
            found.append((k, place))
    path = tree.path[tree.node].tolist()
    alike = Counter(path[k] for k, _ in found if k in dated)
    return tuple(Line(tree.text[k], place, k, tree.path_name(int(tree.node[k])), alike[path[k]] or 1) for k, place in found[:_MOST_LINES])


def _profiles(page: Page, around: HeadlineContext) -> tuple[Marked, ...]:
    """Return the short texts of the links near the story that lead below a directory named for authors, else of those behind "by"."""
    short = (link for link in page.links if link.text and len(link.text) <= MAX_NAME)
    near = [link for link in short if around.place(link.block) <= Place.FOOT]
    named = [link for link in near if _OF_AUTHORS.search(_directories(link.href))]
    return tuple(Marked(link.text, link.block) for link in named or (link for link in near if _is_signed(page, link, around)))


def _is_signed(page: Page, link: Link, around: HeadlineContext) -> bool:
    """Return whether a link ends a line between headline and story whose last word before it is "by" in a common language."""
    tree, k = page.tree, link.block
    if k >= len(tree.text) or around.place(k) != Place.HEAD or len(tree.lead[k]) > _LONGEST_DATED:
        return False
    return _BY.search(tree.lead[k]) is not None and tree.text[k] == f"{tree.lead[k]} {link.text}"


_BY = re.compile(r"(?:^|\s)(?:by|par|por|von|vom|door|av|af)$", re.IGNORECASE)
"""Weak evidence: common words before a writer's name ("A report by"), without those that as often mean "of"."""


_OF_AUTHORS = re.compile(
    r"author(?!i[tsz])|autor|auteur|(?<![\w-])(?:columnist|contributor|creator|journalist|profile|reporter|writer)s?(?![\w-])",
    re.IGNORECASE,
)
"""Names of directories that suggest authors' pages: weak evidence."""


def _directories(href: str) -> str:
    """Return the directories of an address without the host.

    >>> _directories("https://authors.example/people/authors/ada-berg/?page=authors"), _directories("/crane-and-its-author")
    ('people/authors', '')
    """
    path = href.partition("?")[0].partition("//")[2].partition("/")[2] if "//" in href else href.partition("?")[0].lstrip("/")
    return path.rstrip("/").rpartition("/")[0]


def _beside_day(page: Page, around: HeadlineContext, tags: list[str]) -> tuple[str, ...]:
    """Return the short unlinked texts beside a short dated block by the headline, in the same box, that stand once on the page."""
    tree = page.tree
    if around.headline < 0:
        return ()
    dated = page.derived.once("dated lines", (), lambda: _dated(tree.text))
    found = []
    near = range(max(around.headline - _BEFORE, 0), min(around.first, around.headline + 1 + _BEFORE))
    for k in near:
        if k in dated and len(tree.text[k]) <= _LONGEST_DATED and tags[k] not in _LEVELS:
            beside = (n for n in (k - 1, k + 1) if n in near and n != around.headline and n not in dated)
            found += [n for n in beside if _is_in_box(tree, n, k) and not tree.link_length[n] and len(tree.text[n]) <= _LONGEST_DATED]
    return tuple(text for n in dict.fromkeys(found) if tree.text.count(text := tree.text[n]) == 1)


def _is_in_box(tree: Tree, one: int, other: int) -> bool:
    """Return whether two blocks have one node, or nodes with the same parent."""
    first, second = int(tree.node[one]), int(tree.node[other])
    return first == second or second == tree.parent[first] or first == tree.parent[second] or tree.parent[first] == tree.parent[second]


def _dated(texts: Sequence[str]) -> frozenset[int]:
    """Return the blocks, short enough for lines, that may contain a date."""
    short = [k for k, text in enumerate(texts) if len(text) <= _LONGEST_LINE]
    return frozenset(short[i] for i in lines_with_dates([texts[k] for k in short]))


def _standfirst(page: Page, around: HeadlineContext, tags: list[str], second: int) -> str:
    """Return the longer text between headline and story, or the story's first paragraph if the page's description repeats it.

    So is the first paragraph that shares the headline's box, if the `second` block of the story is in another.
    """
    text, weight = page.tree.text, page.weight
    described = {key(one)[:_SAME] for one in page.metadata.all("description", "og:description") if len(one) >= _SHORTEST_STANDFIRST}
    for k in range(around.headline + 1, min(around.first + 1, len(text))):
        long_enough = _SHORTEST_STANDFIRST <= weight[k] <= _LONGEST_STANDFIRST and tags[k] != "figcaption"
        if not long_enough or page.tree.link_length[k] > weight[k] / 2 or "caption" in page.tree.signature[page.tree.node[k]]:
            continue
        before = k < around.first or _is_beside(page.tree, around.headline, k, second)
        if key(text[k])[:_SAME] in described or (before and _may_introduce(tags[k], k - around.headline)):
            return text[k]
    return ""


def _is_beside(tree: Tree, headline: int, first: int, second: int) -> bool:
    """Return whether the first block has the headline's parent, and the second another."""
    if min(headline, second) < 0:
        return False
    above, one, other = (int(tree.parent[tree.node[k]]) for k in (headline, first, second))
    return above == one != other


def _signature(page: Page, tags: list[str], kept: Ints) -> str:
    """Return the last of several kept blocks, if it is a short paragraph without links and no sentence."""
    if len(kept) < _FEWEST_SIGNED:
        return ""
    last = int(kept[-1])
    text = page.tree.text[last]
    is_line = len(text) < _SHORT and tags[last] in ("p", "div") and not page.tree.link_length[last]
    return text if is_line and text[-1] not in _SENTENCE_ENDS else ""


def _may_introduce(tag: str, behind: int) -> bool:
    """Return whether an element at this distance after the headline may be a standfirst by its place alone."""
    return tag in ("h2", "h3") or (tag == "p" and behind == 1)


def _comments(tree: Tree, last: int) -> int:
    """Return the first block of a box named for comments that begins after the story and has several blocks; -1 without one."""
    below = np.flatnonzero((tree.first > last) & (tree.last > tree.first + 1)).tolist()
    return min((int(tree.first[n]) for n in below if named_for_comments(tree.signature[n])), default=-1)


def _captions(tree: Tree) -> tuple[str, ...]:
    within = _blocks_of_captions(tree)
    found = (tree.text[k] for k, n in enumerate(tree.node.tolist()) if k in within or "caption" in tree.signature[n])
    return tuple(dict.fromkeys(found))[:_MOST_CAPTIONS]


def _blocks_of_captions(tree: Tree) -> set[int]:
    return {k for n, tag in enumerate(tree.tag) if tag == "figcaption" for k in range(int(tree.first[n]), int(tree.last[n]))}
