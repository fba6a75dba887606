"""Bound query: a query translated into the terms of one index."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, repeat
from typing import NamedTuple

import regex

from indexer.cutting import compounds
from indexer.index.query import AnyOf, Field, Filter, Node, Not, Query, Story, Words
from indexer.text import forms, joined, language_code, terms

MOST_TERMS, MOST_FILTERS = 700, 250
"""Limits of one query, counted in clauses: together below 1,024, the limit of OpenSearch and the minimum of Elasticsearch."""
MOST_FORMS = 40
"""Number of a query's first words whose written form and place in the headline are scored; a longer query is a pasted text."""
_SPACED_INITIALS, _INITIALS = regex.compile(r"\p{Lu}\.(?: \p{Lu}\.)+"), regex.compile(r"(?:\p{Lu}\.){3,10}")
"""`J. R. R.` and `J.R.R.`; two letters without a space (`U.S.`) are excluded, because single letters are too unspecific."""
_MERGED = frozenset({Field.SITE, Field.LANGUAGE})
"""Fields whose alternative filters merge into one clause."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One word or phrase in the terms of an index.

    Parameters
    ----------
    readings : tuple of tuple of str
        Its distinct term sequences in the languages of the index, all of the same length, sorted.
    title : bool
        Whether it must occur in the headline.
    forms : tuple of str
        Each word as typed; "" where the written form is not scored.
    plain : bool
        Whether headline and written form are ignored in its score, as for a long query.
    """

    readings: tuple[tuple[str, ...], ...]
    title: bool = False
    forms: tuple[str, ...] = ()
    plain: bool = False

    @property
    def words(self) -> tuple[tuple[str, ...], ...]:
        """The distinct terms of each word; they count as one word in the score.

        >>> Clause((("cloud", "lock"), ("clouds", "lock"))).words
        (('cloud', 'clouds'), ('lock',))
        """
        return tuple(tuple(sorted(set(position))) for position in zip(*self.readings, strict=True))

    @property
    def scored(self) -> tuple[ScoredWord, ...]:
        """Its words with their written forms."""
        return tuple(ScoredWord(word, form, self.plain) for word, form in zip(self.words, chain(self.forms, repeat("")), strict=False))


class ScoredWord(NamedTuple):
    """A scored word: its terms, its written form ("" if not scored), and whether it is `plain`."""

    terms: tuple[str, ...]
    form: str
    plain: bool = False


@dataclass(frozen=True, slots=True)
class NotBound:
    """Negation: no hit matches the node."""

    node: BoundNode


@dataclass(frozen=True, slots=True)
class AllBound:
    """Conjunction: every hit matches all nodes."""

    nodes: tuple[BoundNode, ...]


@dataclass(frozen=True, slots=True)
class AnyBound:
    """Disjunction: every hit matches at least one node."""

    nodes: tuple[BoundNode, ...]


BoundNode = Clause | Filter | Story | NotBound | AllBound | AnyBound


@dataclass(frozen=True, slots=True)
class Bound:
    """A query in the terms of an index.

    Parameters
    ----------
    wanted : BoundNode or None
        None matches nothing.
    cut : bool
        Whether words or filters were dropped because there were too many.
    """

    wanted: BoundNode | None
    cut: bool = False

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The words and phrases that hits are scored and highlighted by, repeated as in the query."""
        return tuple(_clauses(self.wanted))

    @property
    def parts(self) -> tuple[tuple[BoundNode, ...], tuple[BoundNode, ...]]:
        """The nodes with scored words, and the nodes that every hit must match even with `Match.ANY`."""
        nodes = self.wanted.nodes if isinstance(self.wanted, AllBound) else (self.wanted,) if self.wanted else ()
        distinct = tuple(dict.fromkeys(nodes))
        scored = tuple(node for node in distinct if next(_clauses(node), None))
        return scored, tuple(node for node in distinct if node not in scored)


def bind(query: Query, languages: Iterable[str]) -> Bound:
    """Translate a query into the terms of an index with documents in these languages.

    A document is analysed in its own language, a query in every language of the index: a reader of a German and an English
    paper types `Fähre` or `faehre` or `ferries` without naming the language. A query with more than `MOST_TERMS` terms, such as
    a pasted page, is cut after the first words, also within a phrase; filters beyond `MOST_FILTERS` are dropped.

    >>> bind(Query(Words("ferries")), ["en", "uk"]).wanted
    Clause(readings=(('ferri',), ('ferries',)), title=False, forms=('ferries',), plain=False)
    """
    binder = _Binder(languages)
    return Bound(None if query.wanted is None else binder.bound(query.wanted), binder.cut)


class _Binder:
    """Binds nodes in the order of the query until the limits are reached."""

    def __init__(self, languages: Iterable[str]) -> None:
        self._codes = sorted({language_code(tag) for tag in languages} or {""})
        self._room = MOST_TERMS
        self._filters = MOST_FILTERS
        self._forms = MOST_FORMS
        self._full = False
        self.cut = False

    def bound(self, node: Node, *, merged: bool = False) -> BoundNode | None:
        """Bind a node; None if it has no terms or exceeds the limits. `merged` marks alternatives, whose filters can merge."""
        if isinstance(node, Story):
            return node
        if isinstance(node, Filter):
            return self._filter(node, merged=merged)
        if isinstance(node, Words):
            return self._words(node)
        if isinstance(node, Not):
            inner = self.bound(node.node, merged=True)
            return None if inner is None else NotBound(inner)
        made = (self.bound(each, merged=isinstance(node, AnyOf)) for each in node.nodes)
        nodes = tuple(each for each in made if each is not None)
        if isinstance(node, AnyOf):
            return AnyBound(nodes) if nodes else None
        return AllBound(nodes) if nodes or not node.nodes else None

    def _words(self, words: Words) -> BoundNode | None:
        """Bind a word; it also matches a hyphenated word without hyphens, and initials with or without spaces, within the limits."""
        split = self._clause(words)
        if split is not None and (spelled := _other_initials(words.text)):
            readings = {tuple(terms(spelled, code)) for code in self._codes}
            length, cost = _fitting(readings, self._room, plain=split.plain)
            if length < len(next(iter(readings))):
                return split
            self._room -= cost
            return AnyBound((split, Clause(tuple(sorted(readings)), words.title, plain=split.plain)))
        joined_up = {tuple(token.term for token in joined(words.text, code)) for code in self._codes}
        if split is None or len(split.words) < 2 or len(next(iter(joined_up))) != 1 or not _one_word(words.text):
            return split
        cost = _weighed(len(joined_up), plain=split.plain) + len(joined_up)
        if cost > self._room:
            return split
        self._room -= cost
        return AnyBound((split, Clause(tuple(sorted(joined_up)), words.title, plain=split.plain)))

    def _filter(self, node: Filter, *, merged: bool) -> Filter | None:
        """Return the filter, or None beyond the limit."""
        cost = 0 if merged and node.field in _MERGED else max(2, len(terms(node.value)))
        if cost > self._filters:
            self.cut = True
            return None
        self._filters -= cost
        return node

    def _clause(self, words: Words) -> Clause | None:
        if self._full:
            return None
        readings = {tuple(terms(words.text, code)) for code in self._codes}
        plain = self._forms <= 0
        length, cost = _fitting(readings, self._room, plain=plain)
        self._room -= cost
        self._full = length < len(next(iter(readings)))
        self.cut |= self._full
        if not length:
            return None
        written = [] if plain else forms(words.text)[:length]
        self._forms -= length
        return Clause(tuple(sorted({reading[:length] for reading in readings})), words.title, tuple(written), plain)


def _other_initials(text: str) -> str:
    """Toggle the spaces in initials; return "" for other text.

    >>> _other_initials("J. R. R."), _other_initials("J.R.R."), _other_initials("U.S.")
    ('J.R.R.', 'J. R. R.', '')
    """
    if _SPACED_INITIALS.fullmatch(text):
        return text.replace(" ", "")
    return text.replace(".", ". ").rstrip() if _INITIALS.fullmatch(text) else ""


def _one_word(text: str) -> bool:
    """Return whether a text is exactly one hyphenated word or hashtag."""
    (start, end), *_ = compounds(text)
    return not terms(text[:start]) and not terms(text[end:])


def _clauses(node: BoundNode | None) -> Iterator[Clause]:
    if isinstance(node, Clause):
        yield node
    elif isinstance(node, AllBound | AnyBound):
        for each in node.nodes:
            yield from _clauses(each)


def _weighed(variants: int, *, plain: bool) -> int:
    """Return the number of clauses that score a word: its terms, again for the written form, and again for the headline."""
    return variants if plain else 3 * variants + 2


def _fitting(readings: Collection[tuple[str, ...]], room: int, *, plain: bool) -> tuple[int, int]:
    """Return how many of a phrase's words fit, and their cost: the clauses that score each word, and every reading of the phrase."""
    cost, words = 0, 0
    for length, variants in enumerate(zip(*readings, strict=True), 1):
        words += _weighed(len(set(variants)), plain=plain)
        wanted = words + length * len({reading[:length] for reading in readings})
        if wanted > room:
            return length - 1, cost
        cost = wanted
    return len(next(iter(readings))), cost
