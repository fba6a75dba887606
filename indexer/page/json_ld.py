"""JSON-LD: what the page's scripts state about its article (JSON-LD 1.1, schema.org).

Only fields that search needs are read, and no context is fetched: terms are matched by their local names, as schema.org's
consumers do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from indexer.page import lenient_json
from indexer.page.json_values import MAX_VALUES, address, as_list, name, position, text, texts, truth
from indexer.urls import is_front_page

MAX_SCRIPTS = 64
"""Scripts beyond this number are ignored."""
MAX_NODES = 5_000
"""Maximum number of nodes visited per page; the largest graph measured had 2,900."""
MAX_BODY = 200_000
"""Maximum length in characters of `articleBody`."""
_MARKDOWN_LINK = re.compile(r"\[([^\[\]\n]{1,200})\]\(https?://[^\s()]{1,500}\)")
"""Some sites declare the Markdown source of their articles."""

_ARTICLE = re.compile(r"article$|posting$|^report$|^review$|^recipe$|^analysis", re.IGNORECASE)
"""Matches schema.org's Article and its subtypes, Recipe, and Review by the ends of their names."""
_ORGANIZATION = re.compile(r"organi[sz]ation$", re.IGNORECASE)
_FALLBACK = frozenset({
    "webpage", "itempage", "videoobject", "newsvideoobject", "creativework", "podcastepisode", "claimreview", "mediareview",
})  # fmt: skip
"""Types that describe the page if there is no article node, or complete the fields of the article node."""
_NO_STORY = frozenset({"aboutpage", "contactpage", "checkoutpage", "searchresultspage"})
"""Types of pages that tell no story; a product that is offered is the same."""
ELSEWHERE = frozenset({
    "itemlistelement", "haspart", "ispartof", "mentions", "citation", "comment", "relatedlink", "itemreviewed",
    "associatedmedia", "video", "blogpost", "review", "reviews", "significantlink", "isbasedon", "subjectof",
    "liveblogupdate",
})  # fmt: skip
"""Properties whose values are works other than the page's own article."""

Node = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class NewsItem:
    """One schema.org node as text: the page's article, or the page itself if there is no article node.

    Unknown text fields are "", unknown lists (), unknown booleans None.
    `organizations` are the authors of type Organization.
    `part_accessible_for_free` comes from `hasPart` (False if any part is not free).
    """

    is_article: bool = False
    headline: str = ""
    name: str = ""
    alternative_headline: str = ""
    description: str = ""
    authors: tuple[str, ...] = ()
    organizations: tuple[str, ...] = ()
    date_published: str = ""
    date_modified: str = ""
    article_section: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    publisher: str = ""
    image: str = ""
    in_language: str = ""
    is_accessible_for_free: bool | None = None
    part_accessible_for_free: bool | None = None
    article_body: str = ""


@dataclass(frozen=True, slots=True)
class LinkedData:
    """All values read from the page's JSON-LD.

    Parameters
    ----------
    item : NewsItem or None
        The page's article, or the page's own node; None if neither is described.
    breadcrumbs : tuple of str
        The names of the first BreadcrumbList, outermost first, without the start page.
    site_name : str
        The name of the WebSite node, or "".
    no_story : bool
        True if the page is described as one that tells no story (about, contact, a product), and no article is described.
    """

    item: NewsItem | None = None
    breadcrumbs: tuple[str, ...] = ()
    site_name: str = ""
    no_story: bool = False


def read(scripts: Sequence[str], addresses: Sequence[str] = ()) -> LinkedData:
    """Read the JSON-LD scripts of one page.

    Parameters
    ----------
    scripts : sequence of str
        Their contents in document order. Any text is accepted and nothing raises; the readable part of malformed JSON is kept.
    addresses : sequence of str
        The page's own URLs (canonical, og:url); among several articles the one at such a URL is the page's.

    Examples
    --------
    >>> found = read(['{"@type": "NewsArticle", "headline": "Tram returns", "author": [{"name": "A. Berg"}, null]};'])
    >>> found.item.headline, found.item.authors
    ('Tram returns', ('A. Berg',))
    """
    values = [value for script in scripts[:MAX_SCRIPTS] for value in lenient_json.read(script)]
    return _Graph(*_nodes(values), tuple(addresses)).linked_data() if values else LinkedData()


def _nodes(values: Sequence[Any]) -> tuple[list[Node], list[Node]]:
    """Return the top-level nodes, and those that are properties for related works, both in document order."""
    outer: list[Node] = []
    inner: list[Node] = []
    stack: list[tuple[Any, bool]] = [(value, False) for value in reversed(values)]
    while stack and len(outer) + len(inner) < MAX_NODES:
        value, elsewhere = stack.pop()
        if isinstance(value, list):
            stack.extend((child, elsewhere) for child in reversed(value))
        elif isinstance(value, dict):
            (inner if elsewhere else outer).append(value)
            stack.extend(
                (child, elsewhere or key.lower() in ELSEWHERE)
                for key, child in reversed(value.items())
                if isinstance(child, dict | list)
            )
    return outer, inner


class _Graph:
    """The nodes of one page, with their identifiers resolved."""

    __slots__ = ("_addresses", "_by_id", "_outer")

    def __init__(self, outer: list[Node], inner: list[Node], addresses: tuple[str, ...]) -> None:
        self._outer = outer
        self._addresses = {_bare(one) for one in addresses if one}
        self._by_id: dict[str, Node] = {}
        for node in (*outer, *inner):
            identifier = node.get("@id")
            if isinstance(identifier, str) and len(node) > 1:
                kept = self._by_id.get(identifier)
                if kept is None or len(node) > len(kept):  # the fullest description of a thing
                    self._by_id[identifier] = node

    def linked_data(self) -> LinkedData:
        typed = [(node, _types(node)) for node in self._outer]
        articles = [(node, types) for node, types in typed if any(map(_ARTICLE.search, types))]
        pages = [(node, types) for node, types in typed if any(one.lower() in _FALLBACK for one in types)]
        article = self._best(articles)
        page = self._best(pages)
        return LinkedData(
            item=_merged(self._item(article, is_article=True), self._item(page, is_article=False)),
            breadcrumbs=self._breadcrumbs([node for node, types in typed if "BreadcrumbList" in types]),
            site_name=next((text(node.get("name")) for node, types in typed if "WebSite" in types), ""),
            no_story=not articles and any(_tells_no_story(node, types) for node, types in typed),
        )

    def _best(self, candidates: list[tuple[Node, tuple[str, ...]]]) -> Node | None:
        """Return the node at the page's own URL, or the one with the most fields filled, or the first."""

        def rank(candidate: tuple[Node, tuple[str, ...]]) -> tuple[bool, int]:
            node = candidate[0]
            filled = sum(bool(node.get(key)) for key in ("headline", "datePublished", "author", "mainEntityOfPage"))
            return self._is_here(node), filled

        return max(candidates, key=rank)[0] if candidates else None

    def _is_here(self, node: Node) -> bool:
        own = (node.get("url"), node.get("mainEntityOfPage"), node.get("@id"))
        return any(_bare(address(value)) in self._addresses for value in own)

    def _item(self, node: Node | None, *, is_article: bool) -> NewsItem | None:
        if node is None:
            return None
        parts = [
            truth(part.get("isAccessibleForFree"))
            for part in as_list(node.get("hasPart"))[:MAX_VALUES]
            if isinstance(part, dict)
        ]
        known = [part for part in parts if part is not None]
        return NewsItem(
            is_article=is_article,
            headline=text(node.get("headline")),
            name=text(node.get("name")),
            alternative_headline=text(node.get("alternativeHeadline")),
            description=text(node.get("description")),
            authors=self._names(node.get("author")) or self._names(node.get("creator")) or self._lone_person(node.get("author")),
            organizations=self._organizations(node.get("author") or node.get("creator")),
            date_published=text(node.get("datePublished")) or text(node.get("uploadDate")),
            date_modified=text(node.get("dateModified")),
            article_section=texts(node.get("articleSection")),
            keywords=texts(node.get("keywords")),
            publisher=next(iter(self._names(node.get("publisher"))), ""),
            image=self._image(node.get("image")) or self._image(node.get("thumbnailUrl")),
            in_language=text(node.get("inLanguage")),
            is_accessible_for_free=truth(node.get("isAccessibleForFree")),
            part_accessible_for_free=all(known) if known else None,
            article_body=_once(_MARKDOWN_LINK.sub(r"\1", text(node.get("articleBody"), limit=MAX_BODY))),
        )

    def _resolved(self, value: Any) -> Any:
        """Return the node that a bare reference points to."""
        if isinstance(value, dict) and "name" not in value and isinstance(value.get("@id"), str):
            return self._by_id.get(value["@id"], value)
        return value

    def _names(self, value: Any) -> tuple[str, ...]:
        """Return the distinct names of people or organisations, in order."""
        names = (name(self._resolved(one)) for one in as_list(value)[:MAX_VALUES])
        return tuple(dict.fromkeys(one for one in names if one))

    def _lone_person(self, reference: Any) -> tuple[str, ...]:
        """Return the name of the graph's only person for a reference to a node that the graph does not have: its identifier is mistaken."""
        identifier = reference.get("@id") if isinstance(reference, dict) and len(reference) == 1 else None
        if not identifier or identifier in self._by_id:
            return ()
        people = {name(node) for node in self._outer if "Person" in _types(node)} - {""}
        return tuple(people) if len(people) == 1 else ()

    def _organizations(self, value: Any) -> tuple[str, ...]:
        """Return the names of the organisations among these."""
        nodes = [self._resolved(one) for one in as_list(value)[:MAX_VALUES]]
        called = {name(node) for node in nodes if isinstance(node, dict) and any(map(_ORGANIZATION.search, _types(node)))}
        return tuple(sorted(called - {""}))

    def _image(self, value: Any) -> str:
        for one in as_list(value)[:MAX_VALUES]:
            node = self._resolved(one)
            found = text(node) if isinstance(node, str) else ""
            if isinstance(node, dict):
                found = text(node.get("url")) or text(node.get("contentUrl"))
            if found:
                return found
        return ""

    def _breadcrumbs(self, lists: list[Node]) -> tuple[str, ...]:
        if not lists:
            return ()
        entries = [entry for entry in as_list(lists[0].get("itemListElement"))[:MAX_VALUES] if isinstance(entry, dict)]
        entries.sort(key=lambda entry: position(entry.get("position")))
        return below_start([
            (text(entry.get("name")) or name(entry.get("item")), address(entry.get("item") or entry.get("url"))) for entry in entries
        ])  # fmt: skip


def below_start(steps: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Return the names of a path's steps without the first, which is the start page unless its address is another page's.

    >>> below_start([("Start", ""), ("Sea", "/sea")]), below_start([("Sea", "/sea")]), below_start([("Start", "/"), ("Sea", "/sea")])
    (('Sea',), ('Sea',), ('Sea',))
    """
    begins_with_start = bool(steps) and (not steps[0][1] or is_front_page(steps[0][1]))
    return tuple(name for name, _ in steps[begins_with_start:] if name)


def _merged(article: NewsItem | None, page: NewsItem | None) -> NewsItem | None:
    """Return the article, completed by the dates, language, image and access of the page's node."""
    if article is None or page is None:
        return article or page
    return replace(
        article,
        date_published=article.date_published or page.date_published,
        date_modified=article.date_modified or page.date_modified,
        in_language=article.in_language or page.in_language,
        image=article.image or page.image,
        is_accessible_for_free=article.is_accessible_for_free
        if article.is_accessible_for_free is not None
        else page.is_accessible_for_free,
    )


def _once(body: str) -> str:
    """Return a body without its second copy, which some sites append, whole or cut.

    >>> story = "The old crane left the harbour on Friday morning, and a hundred people watched it from the mole. " * 2
    >>> _once("It rains. " + story[:97] + "It rains. " + story[:60]) == "It rains. " + story[:96]
    True
    """
    again = body.find(body[:_COMPARED], _COMPARED)
    return body[:again].rstrip() if again > 0 and body.startswith(body[again:].rstrip()) else body


_COMPARED = 60
"""Number of letters at the beginning of a body that no other passage has."""


def _types(node: Node) -> tuple[str, ...]:
    """`@type` names without their namespace."""
    return tuple(one.rsplit("/", 1)[-1].rsplit(":", 1)[-1] for one in texts(node.get("@type")))


def _tells_no_story(node: Node, types: Sequence[str]) -> bool:
    return any(one.lower() in _NO_STORY or (one == "Product" and "offers" in node) for one in types)


def _bare(url: str) -> str:
    """Return a URL without fragment and trailing slash, for comparison."""
    return url.split("#")[0].rstrip("/")
