"""Reason: why one arm finds a page and the other does not, derived from the stored documents of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from indexer.evaluate.rank_changes import Counterpart
from indexer.index.arm import Arm
from indexer.index.bound import bind
from indexer.index.engine import Engine, Hit
from indexer.index.highlight import Marked, snippet
from indexer.index.query import Query
from indexer.index.stored import Stored
from indexer.page.blocks import key

_EXCERPT = 90
"""Characters: one line."""


class Cause(StrEnum):
    """Why the other arm does not have a hit."""

    COPY = "copy"
    """the other arm has the story once, under another URL"""
    TOC = "toc"
    """a table of contents, and the other arm has only articles"""
    OTHER = "other"
    """a page about the site, or with hardly any text of its own"""
    ABSENT = "absent"
    """the other arm has no document for this page"""
    TEMPLATE = "template"
    """the words occur in a line outside the article"""
    BODY = "body"
    """the words occur in a text that the other arm lacks"""
    LABEL = "label"
    """the words occur in section or keywords"""
    HEADLINE = "headline"
    """the words occur in the cleaned headline"""
    PLACE = "place"
    """the same texts, but in the other arm the words are not adjacent or not indexed"""


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason for one hit.

    Parameters
    ----------
    cause : Cause
    words : str
        Explanation for the reader, without the excerpt.
    excerpt : Marked
        The text that only this arm has, with the query's words marked; empty if the cause is not a text.
    url : str
        For a copy: the page found in its place.
    """

    cause: Cause
    words: str
    excerpt: Marked = Marked("")
    url: str = ""


_PAGE_CAUSES = {"toc": Cause.TOC, "other": Cause.OTHER}


def reason_for(engine: Engine, hit: Hit, counterpart: Counterpart, here: Arm, there: Arm, query: Query) -> Reason:
    """Return why a hit of `here` has no document of its own among the hits of `there`.

    Raises
    ------
    EngineError
    """
    if counterpart.copy:
        return Reason(Cause.COPY, f"a copy: {there.value} has the story found at", url=counterpart.url)
    own, other = engine.read(here, hit.url), engine.read(there, hit.url) if engine.count(there) else None
    if other is None:
        cause = _PAGE_CAUSES.get(str(hit.fields.get("pageType", "")), Cause.ABSENT)
        return Reason(cause, _PAGE_WORDS[cause].format(there=there.value))
    return _of_texts(own or other, other, here, there, query)


def _of_texts(own: Stored, other: Stored, here: Arm, there: Arm, query: Query) -> Reason:
    """Return the text that `other` lacks and that best matches the query."""
    clauses = bind(query, [own.language]).clauses
    common = {key(text) for _, text, _ in other.texts}
    of_text = Cause.TEMPLATE if there.cleaned and not here.cleaned else Cause.BODY
    causes = {"text": of_text, "headline": Cause.HEADLINE, "label": Cause.LABEL}
    for kind, cause in causes.items():
        texts: Sequence[str] = [text for each, text, _ in own.texts if each == kind and key(text) not in common]
        excerpt = snippet(texts, clauses, own.language, _EXCERPT)
        if excerpt.marks:
            return Reason(cause, _TEXT_WORDS[cause], excerpt)
    return Reason(Cause.PLACE, f"its words are not in this order in {there.value}")


_PAGE_WORDS = {
    Cause.TOC: "a table of contents: {there} has articles only",
    Cause.OTHER: "a page about the site, or without text of its own: {there} has articles only",
    Cause.ABSENT: "{there} has no document for this page",
}
_TEXT_WORDS = {
    Cause.TEMPLATE: "only in the template:",
    Cause.BODY: "only in this text:",
    Cause.LABEL: "only in its section or keywords:",
    Cause.HEADLINE: "only in its headline:",
}
CAUSE_NAMES = {
    Cause.COPY: "copies of a story",
    Cause.TOC: "tables of contents",
    Cause.OTHER: "pages about the site",
    Cause.ABSENT: "pages without a document",
    Cause.TEMPLATE: "only in the template",
    Cause.BODY: "only in a text of this arm",
    Cause.LABEL: "only in section or keywords",
    Cause.HEADLINE: "only in the headline",
    Cause.PLACE: "words not together",
}
"""Cause to the name of its group of hits."""
