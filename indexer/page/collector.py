"""Collector: the facts of a document, sorted by meaning."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from indexer.page import lenient_json
from indexer.page.cards import MAX_NAME, Cards
from indexer.page.facts import BREADCRUMBS, NAMED_FOR_AUTHOR, Fact, item_type, properties, states_a_fact
from indexer.page.json_ld import ELSEWHERE, below_start
from indexer.page.json_values import MAX_TEXT, MAX_VALUES, plain, texts

MAX_SOURCE = 1_000
"""`MAX_NAME` before white space is folded; a longer element contains more than a name."""
MAX_TIMES = 50
"""Maximum number of `time` elements kept; TOC pages have one per teaser."""

_READINGS = re.compile(r"<r[tp]\b[^<>]*+>[^<]*+(?:</r[tp]>)?|</?r(?:uby|b|tc)\b[^<>]*+>", re.IGNORECASE)
_FEED = re.compile(r"(?:application|text)/(?:(?:x-)?(?:rss|atom|rdf|feed)\b.*|xml|json)", re.IGNORECASE)
"""Media types of feeds, and those that feeds share with other content; the content decides then."""
_ITEMS = frozenset({
    "headline", "alternativeheadline", "name", "author", "creator", "datepublished", "datecreated", "datemodified",
    "articlesection", "keywords", "inlanguage", "isaccessibleforfree", "publisher",
})  # fmt: skip
"""Microdata properties that are kept (in lower case)."""
_DATES = frozenset({"datepublished", "datecreated", "datemodified"})
_ISO_DAY = re.compile(r"\d{4}-?\d\d-?\d\d")
_DETAIL = re.compile(r"(?<![a-z])(?:micro)?bio|title|role|position|(?<![a-z])job|descri|occupation|(?<![a-z])desig", re.IGNORECASE)
_HOLDERS = frozenset({"author", "creator", "publisher"})
"""Properties whose value may be the `name` of the nested node."""
_OTHERS = ELSEWHERE | {"worksfor", "affiliation", "memberof", "alumniof"}
"""Properties whose value is another work, or an organisation of the author."""
_WRITERS = _HOLDERS - {"publisher"}


@dataclass(frozen=True, slots=True)
class Time:
    """An element that states a date: its machine-readable value, its visible text and its role.

    It is a `time` element, an `abbr` element whose title is a date, or any element with a microdata property of dates.
    """

    datetime: str
    text: str
    role: str = ""
    """itemprop and class names, in lower case"""
    published: bool = False
    """carries the `pubdate` attribute"""
    block: int = -1
    """index of its text block; -1 if unknown"""


class Marked(NamedTuple):
    """The text of an element that is marked as an author's or a category's.

    Parameters
    ----------
    block : int
        The index of its text block; -1 if unknown.
    detail : bool
        True if its class names suggest something about the author that is not the name: a post, a biography.
    """

    text: str
    block: int = -1
    detail: bool = False


class Collector:
    """The values read so far: contents of `meta` by name, microdata by property, and other lists by kind."""

    __slots__ = (
        "_cards", "_elsewhere", "_holder", "_nested", "_path_left", "_step", "_steps", "bylines", "categories", "item_authors",
        "items", "lang", "lists", "meta", "rel_authors", "scripts", "times",
    )  # fmt: skip

    def __init__(self) -> None:
        self.meta: dict[str, list[str]] = {}
        self.items: dict[str, list[str]] = {}
        self.scripts: list[str] = []
        self.times: list[Time] = []
        self.item_authors: list[Marked] = []
        self.rel_authors: list[Marked] = []
        self.bylines: list[Marked] = []
        self.categories: list[Marked] = []
        self.lang = ""
        self.lists: dict[str, list[str]] = {}
        self._holder = ""  # an author element without text: the next `name` is its value
        self._nested = ""  # the text of the last author element that is a node: a `name` in it is its value, too
        self._elsewhere = 0  # number of the facts, with the next one as 1, that are still inside another work of microdata
        self._path_left = 0  # the same for a list of breadcrumbs
        self._step = ""  # the address of the last step
        self._steps: list[tuple[str, str]] = []
        self._cards = Cards()

    def read(self, fact: Fact) -> None:
        """Record what one element states."""
        if self._elsewhere:
            self._elsewhere -= 1
        if self._path_left:
            self._path_left -= 1
        reader = _READERS.get(fact.tag)
        if reader is not None:
            reader(self, fact)
        if states_a_fact(fact.attributes):
            self._read_attributes(fact)

    def finish(self) -> None:
        """Name the authors of whom the page has only an address by the cards with that address."""
        for name, block in self._cards.referred():
            self._mark(self.bylines, name, block)

    @property
    def breadcrumbs(self) -> tuple[str, ...]:
        """The names of the first list of breadcrumbs in microdata or RDFa, without the start page."""
        return below_start(self._steps)

    def _read_html(self, fact: Fact) -> None:
        self.lang = self.lang or fact.attributes.get("lang") or fact.attributes.get(_XML_LANG) or ""

    def _read_title(self, fact: Fact) -> None:
        self._put("title", _READINGS.sub("", fact.text))

    def _read_base(self, fact: Fact) -> None:
        self._put("base", fact.attributes.get("href", ""))

    def _read_meta(self, fact: Fact) -> None:
        get = fact.attributes.get
        content = get("content")
        if not content:
            return
        for attribute in _META_NAMES:
            names = get(attribute)
            if names:
                for name in names.lower().split() if " " in names else (names.lower(),):
                    _append(self.meta, name, content)
                    if content[0] == "{":
                        self._read_members(name, content)
                    if name == "canonical":
                        self._put("canonical", content)

    def _read_members(self, name: str, content: str) -> None:
        """Record the members of an object of JSON, as of parsely-page, with their names behind the element's."""
        for value in lenient_json.read(content[:MAX_TEXT]):
            for key, member in list(value.items())[:MAX_VALUES] if isinstance(value, dict) else ():
                for one in texts(member):
                    _append(self.meta, f"{name}.{key.lower()}", one)

    def _read_link(self, fact: Fact) -> None:
        get = fact.attributes.get
        href = get("href")
        if not href:
            return
        for rel in get("rel", "").lower().split():
            if rel == "author":
                self._cards.refer(href, -1)
            elif rel == "canonical":
                self._put("canonical", href)
            elif rel == "feed" or (rel == "alternate" and _FEED.fullmatch(get("type", "").partition(";")[0].strip())):
                self._put("feeds", href)

    def _read_script(self, fact: Fact) -> None:
        if "ld+json" in fact.attributes.get("type", "").lower() and fact.text:
            self.scripts.append(fact.text)

    def _read_time(self, fact: Fact) -> None:
        self._time(fact, fact.attributes.get("datetime", ""))

    def _read_abbr(self, fact: Fact) -> None:
        title = fact.attributes.get("title", "")
        if _ISO_DAY.match(title):
            self._time(fact, title)

    def _time(self, fact: Fact, value: str) -> None:
        if len(self.times) >= MAX_TIMES:
            return
        get = fact.attributes.get
        stated = "" if self._elsewhere else " ".join(properties(fact.attributes))
        role = f"{stated} {get('class', '')}".lower().strip()
        value, text = value.strip(), plain(fact.text[:MAX_TEXT])
        if len(value) <= MAX_NAME and len(text) <= MAX_NAME and (value or text):
            self.times.append(Time(value, text, role, "pubdate" in fact.attributes, fact.block))

    def _read_attributes(self, fact: Fact) -> None:
        """Record microdata, RDFa, rel and class names of any element."""
        attributes = fact.attributes
        if "itemprop" in attributes or fact.tag != "meta":
            self._read_properties(fact, properties(attributes))
        if fact.tag in _NAMELESS:
            return
        relations = attributes.get("rel", "").lower().split()
        if "author" in relations:
            self._mark(self.rel_authors, _short_text(fact), fact.block)
        if "tag" in relations and (text := _short_text(fact)):
            self._put("tags", text)
        if "category" in relations:
            self._mark(self.categories, _short_text(fact), fact.block)
        classes = attributes.get("class", "")
        of_author = NAMED_FOR_AUTHOR.search(classes) is not None and "comment" not in classes.lower()
        if of_author:
            self._read_author(fact, _short_text(fact), detail=_DETAIL.search(classes) is not None)
        if card := self._cards.read(fact, of_author=of_author):
            self._mark(self.bylines, *card)

    def _read_author(self, fact: Fact, text: str, *, detail: bool) -> None:
        self._mark(self.bylines, text, fact.block, detail=detail)
        if not text and (address := fact.attributes.get("href")):
            self._cards.refer(address, fact.block)

    def _read_properties(self, fact: Fact, names: Sequence[str]) -> None:
        """Record the properties of an item, or a step of the first list of breadcrumbs."""
        if not self._steps and item_type(fact.attributes) == BREADCRUMBS:
            self._path_left = fact.inside + 1
        if self._path_left:
            self._read_step(fact, names)
        elif names and not self._elsewhere:
            self._item(fact, names)
            if _is_item(fact) and not _OTHERS.isdisjoint(names):
                self._elsewhere = fact.inside + 1

    def _read_step(self, fact: Fact, names: Sequence[str]) -> None:
        """Record a part of a list of breadcrumbs."""
        self._step = fact.attributes.get("href") or self._step
        if "name" in names and (value := plain(_item_value(fact)[:MAX_TEXT])):
            self._steps.append((value, self._step))
            self._step = ""

    def _item(self, fact: Fact, names: Sequence[str]) -> None:
        value = "" if "publisher" in names and _is_item(fact) else _item_value(fact)
        if fact.tag not in ("time", "abbr") and not _DATES.isdisjoint(names):
            self._time(fact, value)
        for written in names:
            name = (self._holder or ("author" if value and value in self._nested else written)) if written == "name" else written
            if name not in _ITEMS:
                continue
            if name != "name":  # the property with text, or the holder's name, ends the wait for one
                self._holder = "" if value or name not in _HOLDERS else name
            if name in _WRITERS:
                if written == "name" and value in self._nested:  # the name of a node is its value, not all of its text
                    self.item_authors = [one for one in self.item_authors if one.text != plain(self._nested[:MAX_TEXT])]
                self._nested = value if name == written and _is_item(fact) else self._nested
                self._mark(self.item_authors, plain(value[:MAX_TEXT]), fact.block)
            elif value:
                _append(self.items, name, value)

    def _mark(self, marks: list[Marked], text: str, block: int, *, detail: bool = False) -> None:
        if text and len(marks) < MAX_VALUES:
            marks.append(Marked(text, block, detail))

    def _put(self, key: str, value: str) -> None:
        _append(self.lists, key, value)


_META_NAMES = ("property", "name", "itemprop", "http-equiv")
_NAMELESS = frozenset({"link", "meta", "script", "label"})
"""Elements without visible text, and those that name a field of a form."""
_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_READERS = {
    "html": Collector._read_html,
    "title": Collector._read_title,
    "base": Collector._read_base,
    "meta": Collector._read_meta,
    "link": Collector._read_link,
    "script": Collector._read_script,
    "time": Collector._read_time,
    "abbr": Collector._read_abbr,
}


def _append(lists: dict[str, list[str]], key: str, value: str) -> None:
    """Add a value to the list of its key, within the limits of both."""
    values = lists.setdefault(key, []) if len(lists) < MAX_VALUES else lists.get(key)
    if values is not None and len(values) < MAX_VALUES:
        value = plain(value[:MAX_TEXT])
        if value:
            values.append(value)


def _short_text(fact: Fact) -> str:
    """Return the text of an element that may contain a name, or "" if it contains more than a name."""
    text = plain(fact.text) if len(fact.text) <= MAX_SOURCE else ""
    return text if len(text) <= MAX_NAME else ""


def _is_item(fact: Fact) -> bool:
    return "itemscope" in fact.attributes or "typeof" in fact.attributes


def _item_value(fact: Fact) -> str:
    """Return a microdata property's value (HTML standard, 5.2.4), but an anchor's text instead of its URL."""
    get = fact.attributes.get
    if fact.tag == "meta":
        return get("content") or ""
    return get("content") or get("datetime") or fact.text


def first_value(lists: Mapping[str, list[str]], name: str) -> str:
    """Return the first value of a list, or "".

    >>> first_value({"title": ["Tram", "Icon"]}, "title"), first_value({}, "title")
    ('Tram', '')
    """
    return next(iter(lists.get(name, ())), "")


def distinct_values(lists: Mapping[str, list[str]], name: str) -> tuple[str, ...]:
    """Return the distinct values of a list, in order.

    >>> distinct_values({"tags": ["sea", "ice", "sea"]}, "tags")
    ('sea', 'ice')
    """
    return tuple(dict.fromkeys(lists.get(name, ())))
