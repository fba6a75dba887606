"""Query: a tree of words, phrases and filters, spelled as the reader typed them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from enum import StrEnum

from indexer.text import analyse

_PLAIN = re.compile(r"\w[^\s():]*")
"""Text that needs no quotes in the query language."""


class Field(StrEnum):
    """Field of a filter."""

    SITE = "site"
    """a host with its subdomains, or a site's key"""
    AUTHOR = "author"
    """adjacent words of one author's name"""
    SECTION = "section"
    """adjacent words of one section's name"""
    LANGUAGE = "language"
    """an ISO 639-1 code"""
    AFTER = "after"
    """published on the day or later (UTC); undated documents pass neither `after` nor `before`"""
    BEFORE = "before"
    """published before the day"""


@dataclass(frozen=True, slots=True)
class Words:
    """A word or a phrase.

    Parameters
    ----------
    text : str
        Several words (`to be`, but also `e-mail` or a run of Chinese) match only if they are adjacent.
    title : bool
        Whether it must occur in the headline.
    """

    text: str
    title: bool = False


@dataclass(frozen=True, slots=True)
class Filter:
    """A required property of hits, which does not affect scores.

    Parameters
    ----------
    field : Field
    value : str
        For `after` and `before`, a day in ISO 8601.
    """

    field: Field
    value: str


@dataclass(frozen=True, slots=True)
class Story:
    """The documents of one story, by its canonical URL; it does not affect scores and is not part of the query language."""

    url: str


@dataclass(frozen=True, slots=True)
class Not:
    """Negation: no hit matches the node."""

    node: Node


@dataclass(frozen=True, slots=True)
class All:
    """Conjunction: every hit matches all nodes; without nodes it matches everything."""

    nodes: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Disjunction: every hit matches at least one node."""

    nodes: tuple[Node, ...]


Node = Words | Filter | Story | Not | All | AnyOf


class NoteKind(StrEnum):
    """Kind of problem in a query."""

    UNKNOWN_FIELD = "unknownField"
    BAD_VALUE = "badValue"
    OPEN_QUOTE = "openQuote"
    OPEN_GROUP = "openGroup"
    STRAY_OPERATOR = "strayOperator"
    TOO_LONG = "tooLong"


@dataclass(frozen=True, slots=True)
class Note:
    """A problem in a query and how it was resolved.

    Parameters
    ----------
    kind : NoteKind
    about : str
        The affected characters of the query.
    message : str
        Explanation for the reader.
    """

    kind: NoteKind
    about: str
    message: str


CUT = Note(NoteKind.TOO_LONG, "", "the query is longer than an engine takes: only its first words and filters were searched for")
"""Note of a query with more terms or filters than `indexer.index.bound` allows."""


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed query.

    Parameters
    ----------
    wanted : Node or None
        None finds nothing.
    notes : tuple of Note
        In the order of the query.
    """

    wanted: Node | None = None
    notes: tuple[Note, ...] = ()

    @property
    def understood(self) -> str:
        """The query as it is searched, in the query language.

        >>> Query(All((Words("ferry"), Not(Words("to be")), Filter(Field.AFTER, "2026-03-01")))).understood
        'ferry -"to be" after:2026-03-01'
        """
        return "" if self.wanted is None else _described(self.wanted, top=True)


def within(query: Query, urls: Iterable[str]) -> Query:
    """Restrict a query to some stories without changing its scores.

    >>> within(Query(All((Words("ferry"),))), ["https://a.example/1"]).understood
    'ferry story:"https://a.example/1"'
    """
    if query.wanted is None:
        return query
    only = AnyOf(tuple(map(Story, urls)))
    nodes = query.wanted.nodes if isinstance(query.wanted, All) else (query.wanted,)
    return Query(All((*nodes, only)), query.notes)


def literal(text: str) -> Query:
    """Turn every term of a text into a word, without query syntax; for test queries, which are prose.

    >>> [words.text for words in words_of(literal('site:x "a b"').wanted)]
    ['site', 'x', 'a', 'b']
    """
    words = tuple(Words(text[token.start : token.end]) for token in analyse(text))
    return Query(All(words) if words else None)


def words_of(node: Node | None) -> Iterator[Words]:
    """Yield the words and phrases of a query that are not negated, in order."""
    if isinstance(node, Words):
        yield node
    elif isinstance(node, All | AnyOf):
        for each in node.nodes:
            yield from words_of(each)


def start_of(day: date) -> datetime:
    """Return the start of a day in UTC.

    >>> start_of(date(2026, 3, 1)).isoformat()
    '2026-03-01T00:00:00+00:00'
    """
    return datetime.combine(day, time(), UTC)


def _described(node: Node, *, top: bool = False) -> str:
    if isinstance(node, Words):
        return ("title:" if node.title else "") + _quoted(node.text)
    if isinstance(node, Filter):
        return f"{node.field.value}:{_quoted(node.value)}"
    if isinstance(node, Story):
        return f"story:{_quoted(node.url)}"
    if isinstance(node, Not):
        inner = _described(node.node)
        return f"NOT {inner}" if inner[0].isdecimal() or inner[0] == "-" else f"-{inner}"
    if not node.nodes:
        return "*"
    joined = (" OR " if isinstance(node, AnyOf) else " ").join(map(_described, node.nodes))
    return joined if top or len(node.nodes) == 1 else f"({joined})"


def _quoted(text: str) -> str:
    return text if _PLAIN.fullmatch(text) and text not in {"AND", "OR", "NOT"} else f'"{text}"'
