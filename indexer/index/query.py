"""Query: what a reader asks for, as a tree of words, phrases and filters, in the reader's spelling."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from enum import StrEnum

from indexer.text import analyse

_PLAIN = re.compile(r"\w[^\s():]*")
"""What is no syntax without quotes."""


class Field(StrEnum):
    """What a filter looks at."""

    SITE = "site"
    """a host with its subdomains, or a site's key"""
    AUTHOR = "author"
    """words that stand side by side in one author's name"""
    SECTION = "section"
    """words that stand side by side in one section's name"""
    LANGUAGE = "language"
    """an ISO 639-1 code"""
    AFTER = "after"
    """published on the day or later (UTC); documents without a date pass neither of both"""
    BEFORE = "before"
    """published before the day"""


@dataclass(frozen=True, slots=True)
class Words:
    """A word or a phrase.

    Parameters
    ----------
    text : str
        Of several words (`to be`, but also `e-mail` or a run of Chinese) it matches only where they stand side by side.
    title : bool
        Whether it has to stand in the headline.
    """

    text: str
    title: bool = False


@dataclass(frozen=True, slots=True)
class Filter:
    """A property that every hit has; it adds nothing to a score.

    Parameters
    ----------
    field : Field
    value : str
        ISO 8601 of a day for `after` and `before`.
    """

    field: Field
    value: str


@dataclass(frozen=True, slots=True)
class Story:
    """The documents of one story, by its canonical URL; it adds nothing to a score, and no reader can type it."""

    url: str


@dataclass(frozen=True, slots=True)
class Not:
    """What no hit has."""

    node: Node


@dataclass(frozen=True, slots=True)
class All:
    """What every hit has, all of it; everything where there is nothing in it."""

    nodes: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Of which every hit has one at least."""

    nodes: tuple[Node, ...]


Node = Words | Filter | Story | Not | All | AnyOf


class NoteKind(StrEnum):
    """What in a query could not be taken as it stands."""

    UNKNOWN_FIELD = "unknownField"
    BAD_VALUE = "badValue"
    OPEN_QUOTE = "openQuote"
    OPEN_GROUP = "openGroup"
    STRAY_OPERATOR = "strayOperator"
    TOO_LONG = "tooLong"


@dataclass(frozen=True, slots=True)
class Note:
    """One such thing.

    Parameters
    ----------
    kind : NoteKind
    about : str
        The characters of the query.
    message : str
        For the reader: what it was taken for.
    """

    kind: NoteKind
    about: str
    message: str


CUT = Note(NoteKind.TOO_LONG, "", "the query is longer than an engine takes: its first words and filters were looked for")
"""Of a query that had more terms or filters than `indexer.index.bound` lets through."""


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked for.

    Parameters
    ----------
    wanted : Node or None
        None asks for nothing, and finds nothing.
    notes : tuple of Note
        In the order of the query.
    """

    wanted: Node | None = None
    notes: tuple[Note, ...] = ()

    @property
    def understood(self) -> str:
        """The query as it is searched, in its own language.

        >>> Query(All((Words("ferry"), Not(Words("to be")), Filter(Field.AFTER, "2026-03-01")))).understood
        'ferry -"to be" after:2026-03-01'
        """
        return "" if self.wanted is None else _described(self.wanted, top=True)


def within(query: Query, urls: Iterable[str]) -> Query:
    """The query, of some stories alone: whether a document matches and how well stays as it is.

    >>> within(Query(All((Words("ferry"),))), ["https://a.example/1"]).understood
    'ferry story:"https://a.example/1"'
    """
    if query.wanted is None:
        return query
    only = AnyOf(tuple(map(Story, urls)))
    nodes = query.wanted.nodes if isinstance(query.wanted, All) else (query.wanted,)
    return Query(All((*nodes, only)), query.notes)


def literal(text: str) -> Query:
    """Every term of a text as a word of its own, nothing read as syntax: for test queries, which are prose.

    >>> [words.text for words in words_of(literal('site:x "a b"').wanted)]
    ['site', 'x', 'a', 'b']
    """
    words = tuple(Words(text[token.start : token.end]) for token in analyse(text))
    return Query(All(words) if words else None)


def words_of(node: Node | None) -> Iterator[Words]:
    """The words and phrases of a query that hits may have, in order."""
    if isinstance(node, Words):
        yield node
    elif isinstance(node, All | AnyOf):
        for each in node.nodes:
            yield from words_of(each)


def start_of(day: date) -> datetime:
    """The first moment of a day in UTC.

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
