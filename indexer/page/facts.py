"""Facts: the few elements of a document that state metadata, independent of the parser."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from lxml import etree

from indexer.page.cache_limit import LONGEST
from indexer.page.elements import CODE, FACT_ELEMENTS

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
        Without ruby readings (rt, rp) and code; a line break for each br.
    block : int
        Index of the text block in which it begins; -1 if it is invisible or no tree was built.
    """

    tag: str
    attributes: Mapping[str, str]
    text: str = ""
    block: int = -1


def facts_of(root: etree._Element) -> Iterator[Fact]:
    """Yield the elements that metadata is read from, in document order.

    >>> [fact.text for fact in facts_of(etree.XML("<p>x<a rel='author'>A. <b>Berg</b></a></p>"))]
    ['A. Berg']
    """
    for element in root.iter("*"):
        tag = str(element.tag).rpartition("}")[2]
        attributes = element.attrib
        if tag not in FACT_ELEMENTS and not (attributes and states_a_fact(attributes)):
            continue
        if tag == "script" and "ld+json" not in attributes.get("type", "").lower():
            continue
        yield Fact(tag, {str(name): str(value) for name, value in attributes.items()}, _text(element))


def states_a_fact(attributes: Mapping[str, str] | etree._Attrib) -> bool:
    """Return whether an element states metadata by its attributes: microdata, or an author's or a tag's link.

    >>> states_a_fact({"class": "Article-Byline"}), states_a_fact({"class": "teaser"}), states_a_fact({"rel": "category tag"})
    (True, False, True)
    """
    if "itemprop" in attributes:
        return True
    rel = attributes.get("rel")
    if rel and ("author" in rel or "tag" in rel):
        return True
    classes = attributes.get("class")
    return classes is not None and named_for_author(classes)


def named_for_author(classes: str) -> bool:
    """Return whether class names suggest an author's name.

    >>> named_for_author("post-author"), named_for_author("post")
    (True, False)
    """
    return (_known_name if len(classes) <= LONGEST else _named)(classes)


def _named(classes: str) -> bool:
    return NAMED_FOR_AUTHOR.search(classes) is not None


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
        elif tag == "br" and event == "start":
            yield "\n"
        if event == "start":
            if node.text and not code and tag not in ("rt", "rp"):
                yield node.text
        elif node is not element and node.tail and not code:
            yield node.tail
