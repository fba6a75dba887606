"""Facts: the few elements of a document that state metadata, independent of the parser."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from lxml import etree

from indexer.page.cache_limit import LONGEST
from indexer.page.elements import CODE, FACT, FACT_ELEMENTS, NODE, ROLE

NAMED_FOR_AUTHOR = re.compile(
    r"author(?!i[tsz])|byline|autor|(?<![\w-])(?:auteur|creator|journalist|reporter|writer)(?:(?![\w-])|[\w-]{0,12}name)", re.IGNORECASE
)
"""Class names that suggest an author's name: weak evidence."""
MAX_TEXT = 10_000
"""Maximum length in characters of an element's text; scripts are kept in full (their reader has its own limit)."""


class Fact(NamedTuple):
    """One element that states metadata.

    Parameters
    ----------
    tag : str
        Its local name.
    attributes : mapping of str to str
        As written.
    text : str
        Without ruby readings (rt, rp) and code; line breaks for br and around blocks.
    block : int
        Index of the text block in which it begins; -1 if it is invisible or no tree was built.
    inside : int
        Number of the next facts that are inside it.
    """

    tag: str
    attributes: Mapping[str, str]
    text: str = ""
    block: int = -1
    inside: int = 0


def facts_of(root: etree._Element) -> Iterator[Fact]:
    """Yield the elements that metadata is read from, in document order.

    >>> [fact.text for fact in facts_of(etree.XML("<p>x<a rel='author'>A. <b>Berg</b></a></p>"))]
    ['A. Berg']
    """
    for element in filter(_is_fact, root.iter("*")):
        tag = str(element.tag).rpartition("}")[2]
        inside = sum(map(_is_fact, element.iterdescendants("*")))
        yield Fact(tag, {str(name): str(value) for name, value in element.attrib.items()}, _text(element), inside=inside)


def _is_fact(element: etree._Element) -> bool:
    tag = str(element.tag).rpartition("}")[2]
    if tag == "script":
        return "ld+json" in element.attrib.get("type", "").lower()
    return tag in FACT_ELEMENTS or (bool(element.attrib) and states_a_fact(element.attrib))


def states_a_fact(attributes: Mapping[str, str] | etree._Attrib) -> bool:
    """Return whether an element states metadata by its attributes: microdata, RDFa, a card, or the link of an author, a tag or a category.

    >>> states_a_fact({"class": "Article-Byline"}), states_a_fact({"class": "teaser"}), states_a_fact({"rel": "category tag"})
    (True, False, True)
    """
    if "itemprop" in attributes or _is_of_schema(attributes.get("property")):
        return True
    if BREADCRUMBS in (attributes.get("itemtype") or attributes.get("typeof") or ""):
        return True
    rel = attributes.get("rel")
    if rel and ("author" in rel or "tag" in rel or "category" in rel):
        return True
    classes = attributes.get("class")
    return classes is not None and named_for_author(classes)


def properties(attributes: Mapping[str, str] | etree._Attrib) -> list[str]:
    """Return the properties of schema.org, in lower case, that an element has in microdata or RDFa.

    >>> properties({"itemprop": "datePublished"}), properties({"property": "schema:author dc:creator"}), properties({"property": "og:url"})
    (['datepublished'], ['author'], [])
    """
    if (written := attributes.get("itemprop")) is not None:
        return written.lower().split()
    written = attributes.get("property")
    if written is None or not _is_of_schema(written):
        return []
    return [name for one in written.lower().split() if ":" not in (name := one.removeprefix("schema:"))]


def _is_of_schema(written: str | None) -> bool:
    """Return whether RDFa's properties may be of schema.org: one without a prefix, or with its own."""
    return written is not None and (":" not in written or " " in written or "schema:" in written.lower())


def item_type(attributes: Mapping[str, str] | etree._Attrib) -> str:
    """Return the local name of an element's first type, or "".

    >>> item_type({"itemscope": "", "itemtype": "http://schema.org/Person"}), item_type({"typeof": "schema:Person"}), item_type({})
    ('Person', 'Person', '')
    """
    written = (attributes.get("itemtype") or attributes.get("typeof") or "").split()
    return re.split("[/:]", written[0])[-1] if written else ""


BREADCRUMBS = "BreadcrumbList"
CARDS = frozenset({"h-card", "vcard"})
CARD_NAMES, GIVEN_NAMES = frozenset({"p-name", "fn"}), frozenset({"p-given-name", "given-name"})
FAMILY_NAMES, CARD_ADDRESSES = frozenset({"p-family-name", "family-name"}), frozenset({"u-url", "url"})
"""Class names of a card of a person and of its parts, in both versions of microformats."""
_OF_CARDS = CARDS | CARD_NAMES | GIVEN_NAMES | FAMILY_NAMES | CARD_ADDRESSES


def named_for_author(classes: str) -> bool:
    """Return whether class names suggest an author's name, or a card.

    >>> named_for_author("post-author"), named_for_author("h-card"), named_for_author("post")
    (True, True, False)
    """
    return (_known_name if len(classes) <= LONGEST else _named)(classes)


def _named(classes: str) -> bool:
    return NAMED_FOR_AUTHOR.search(classes) is not None or not _OF_CARDS.isdisjoint(classes.split())


_known_name = lru_cache(maxsize=1 << 13)(_named)  # the same classes on every page


def _text(element: etree._Element) -> str:
    """Return the element's text without ruby readings, up to a limit."""
    if len(element) == 0:
        text = element.text or ""
        return text if element.tag == "script" else text[:MAX_TEXT]
    parts: list[str] = []
    length = 0
    for part in _pieces(element):
        parts.append(part)
        length += len(part)
        if length > MAX_TEXT:
            break
    return "".join(parts)


def _pieces(element: etree._Element) -> Iterator[str]:
    code = 0  # open elements within one whose text no reader sees
    for event, node in etree.iterwalk(element, events=("start", "end")):
        tag = str(node.tag).rpartition("}")[2]
        if node is not element and (tag in CODE or code):
            code += 1 if event == "start" else -1
        elif ROLE.get(tag, -1) % FACT == NODE or (tag == "br" and event == "start"):
            yield "\n"
        if event == "start":
            if node.text and not code and tag not in ("rt", "rp"):
                yield node.text
        elif node is not element and node.tail and not code:
            yield node.tail
