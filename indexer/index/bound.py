"""Bound: a query in the terms that one index holds."""

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
"""Of one query, as often as they may be asked for: together under 1,024, the clauses that OpenSearch takes, and Elasticsearch at least."""
MOST_FORMS = 40
"""Words whose written form and place in the headline count; of a longer query, a pasted text, the first ones."""
_SPACED_INITIALS, _INITIALS = regex.compile(r"\p{Lu}\.(?: \p{Lu}\.)+"), regex.compile(r"(?:\p{Lu}\.){3,10}")
"""`J. R. R.` and `J.R.R.`; of two letters together (`U.S.`) the single ones say too little."""
_MERGED = frozenset({Field.SITE, Field.LANGUAGE})
"""Fields whose filters are one clause, however many, where one of them is enough."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One word or phrase in the terms of an index.

    Parameters
    ----------
    readings : tuple of tuple of str
        The distinct term sequences that it has in the languages of the index, all of one length, sorted.
    title : bool
        Whether it has to stand in the headline.
    forms : tuple of str
        Each word as the reader wrote it; "" where that makes no difference.
    plain : bool
        Whether its words count alike in the headline and in every written form, as a long query's do.
    """

    readings: tuple[tuple[str, ...], ...]
    title: bool = False
    forms: tuple[str, ...] = ()
    plain: bool = False

    @property
    def words(self) -> tuple[tuple[str, ...], ...]:
        """For each word the different terms it has; they count as one word in the score.

        >>> Clause((("cloud", "lock"), ("clouds", "lock"))).words
        (('cloud', 'clouds'), ('lock',))
        """
        return tuple(tuple(sorted(set(position))) for position in zip(*self.readings, strict=True))


    @property
    def scored(self) -> tuple[ScoredWord, ...]:
        """Its words with their written forms."""
        return tuple(ScoredWord(word, form, self.plain) for word, form in zip(self.words, chain(self.forms, repeat("")), strict=False))


class ScoredWord(NamedTuple):
    """A word that documents are scored by: its terms, its written form ("" where that makes no difference), and whether it is `plain`."""

    terms: tuple[str, ...]
    form: str
    plain: bool = False


@dataclass(frozen=True, slots=True)
class NotBound:
    """What no hit has."""

    node: BoundNode


@dataclass(frozen=True, slots=True)
class AllBound:
    """What every hit has, all of it."""

    nodes: tuple[BoundNode, ...]


@dataclass(frozen=True, slots=True)
class AnyBound:
    """Of which every hit has one at least."""

    nodes: tuple[BoundNode, ...]


BoundNode = Clause | Filter | Story | NotBound | AllBound | AnyBound


@dataclass(frozen=True, slots=True)
class Bound:
    """A query in the terms of an index.

    Parameters
    ----------
    wanted : BoundNode or None
        None finds nothing.
    cut : bool
        Whether words or filters were left out because there were too many.
    """

    wanted: BoundNode | None
    cut: bool = False

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The words and phrases that hits are scored and marked by, as often as each stands in the query."""
        return tuple(_clauses(self.wanted))

    @property
    def parts(self) -> tuple[tuple[BoundNode, ...], tuple[BoundNode, ...]]:
        """What has words that are scored, and what every hit has to pass however many of the words it has."""
        nodes = self.wanted.nodes if isinstance(self.wanted, AllBound) else (self.wanted,) if self.wanted else ()
        distinct = tuple(dict.fromkeys(nodes))
        scored = tuple(node for node in distinct if next(_clauses(node), None))
        return scored, tuple(node for node in distinct if node not in scored)


def bind(query: Query, languages: Iterable[str]) -> Bound:
    """The query in the terms of an index that holds documents in these languages.

    A document is analysed in its own language, a query in every language there is: a reader of a German and an English
    paper types `Fähre` or `faehre` or `ferries` and does not say in which. Of a query that would have more than `MOST_TERMS` terms, as
    a pasted page has, the first words are taken, and the first ones of a phrase; of more than `MOST_FILTERS` filters the first ones.

    >>> bind(Query(Words("ferries")), ["en", "uk"]).wanted
    Clause(readings=(('ferri',), ('ferries',)), title=False, forms=('ferries',), plain=False)
    """
    binder = _Binder(languages)
    return Bound(None if query.wanted is None else binder.bound(query.wanted), binder.cut)


class _Binder:
    """Binds nodes in the order of the query, as long as there is room for their terms."""

    def __init__(self, languages: Iterable[str]) -> None:
        self._codes = sorted({language_code(tag) for tag in languages} or {""})
        self._room = MOST_TERMS
        self._filters = MOST_FILTERS
        self._forms = MOST_FORMS
        self._full = False
        self.cut = False

    def bound(self, node: Node, *, merged: bool = False) -> BoundNode | None:
        """The node, or None where it has no terms, or there is no room for them; `merged` is what stands where one of several is enough."""
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
        """A word; one with hyphens also as it is written without, initials with blanks and without, unless there is no room left."""
        parted = self._clause(words)
        if parted is not None and (spelled := _other_initials(words.text)):
            readings = {tuple(terms(spelled, code)) for code in self._codes}
            length, cost = _fitting(readings, self._room, plain=parted.plain)
            if length < len(next(iter(readings))):
                return parted
            self._room -= cost
            return AnyBound((parted, Clause(tuple(sorted(readings)), words.title, plain=parted.plain)))
        whole = {tuple(token.term for token in joined(words.text, code)) for code in self._codes}
        if parted is None or len(parted.words) < 2 or len(next(iter(whole))) != 1 or not _one_word(words.text):
            return parted
        cost = _weighed(len(whole), plain=parted.plain) + len(whole)
        if cost > self._room:
            return parted
        self._room -= cost
        return AnyBound((parted, Clause(tuple(sorted(whole)), words.title, plain=parted.plain)))

    def _filter(self, node: Filter, *, merged: bool) -> Filter | None:
        """The filter, unless there is no room left."""
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
    """Initials with the blanks that they have not, or without those that they have; "" of other text.

    >>> _other_initials("J. R. R."), _other_initials("J.R.R."), _other_initials("U.S.")
    ('J.R.R.', 'J. R. R.', '')
    """
    if _SPACED_INITIALS.fullmatch(text):
        return text.replace(" ", "")
    return text.replace(".", ". ").rstrip() if _INITIALS.fullmatch(text) else ""


def _one_word(text: str) -> bool:
    """Whether a text is one hyphenated word or hashtag, and nothing else."""
    (start, end), *_ = compounds(text)
    return not terms(text[:start]) and not terms(text[end:])


def _clauses(node: BoundNode | None) -> Iterator[Clause]:
    if isinstance(node, Clause):
        yield node
    elif isinstance(node, AllBound | AnyBound):
        for each in node.nodes:
            yield from _clauses(each)


def _weighed(variants: int, *, plain: bool) -> int:
    """Clauses that score a word of so many terms: each term, again where the written form is there, and again where the headline has it."""
    return variants if plain else 3 * variants + 2


def _fitting(readings: Collection[tuple[str, ...]], room: int, *, plain: bool) -> tuple[int, int]:
    """How many of a phrase's words have room, and what they take: the clauses that score each word, and every reading of the phrase."""
    cost, words = 0, 0
    for length, variants in enumerate(zip(*readings, strict=True), 1):
        words += _weighed(len(set(variants)), plain=plain)
        wanted = words + length * len({reading[:length] for reading in readings})
        if wanted > room:
            return length - 1, cost
        cost = wanted
    return len(next(iter(readings))), cost
