"""Query: what a reader typed, as words and filters, and then in the terms that an index holds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time

import regex

from indexer.text import analyse, language_code, terms

_FILTER = regex.compile(r'(?<!\S)(site|author|language|after|before):("[^"]*"|\S+)', regex.IGNORECASE)
_WORD_OR_PHRASE = regex.compile(r'(?<!\S)"([^"]*)"(?!\S)|(\S+)')
EVERYTHING = "*"

MOST_TERMS = 900
"""Of one query, counted as often as they may be asked for; OpenSearch takes 1,024, Elasticsearch no fewer."""
MOST_FILTERS, LONGEST_FILTER = 20, 300
"""Filters of a kind, and characters of each, that are heeded."""


@dataclass(frozen=True, slots=True)
class Query:
    """Words and phrases to match, and filters that every hit passes.

    Parameters
    ----------
    phrases : tuple of str
        Each in the reader's spelling; one of several words (`"to be"`, but also `e-mail` or a run of Chinese) matches
        only where they stand side by side.
    sites : tuple of str
        Hosts or site keys, any of which a hit belongs to; a host includes its subdomains.
    authors : tuple of str
        Names, all of which a hit's author line holds.
    languages : tuple of str
        ISO 639-1 codes, any of which a hit is written in.
    after, before : date or None
        Published on or after, and before the day (UTC); documents without a date pass neither.
    everything : bool
        Whether a query without phrases asks for every document that passes the filters; else it finds nothing.
    """

    phrases: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    after: date | None = None
    before: date | None = None
    everything: bool = False


@dataclass(frozen=True, slots=True)
class Clause:
    """One word or phrase in the terms of an index.

    Parameters
    ----------
    readings : tuple of tuple of str
        The distinct term sequences that it has in the languages of the index, all of one length, sorted.
    """

    readings: tuple[tuple[str, ...], ...]

    @property
    def words(self) -> tuple[tuple[str, ...], ...]:
        """For each word the different terms it has; they count as one word in the score.

        >>> Clause((("cloud", "lock"), ("clouds", "lock"))).words
        (('cloud', 'clouds'), ('lock',))
        """
        return tuple(tuple(sorted(set(position))) for position in zip(*self.readings, strict=True))


def parse(text: str) -> Query:
    """Read a query: words, "quoted phrases", and site: author: language: after: before: filters; `*` is everything.

    What looks like a filter but is none (a date that cannot be read) is taken as words.

    >>> query = parse('ferry "to be" site:example.org after:2026-03-01')
    >>> query.phrases, query.sites, query.after
    (('ferry', 'to be'), ('example.org',), datetime.date(2026, 3, 1))
    >>> parse("*").everything, parse('author:"Ada Hjelm"').everything, parse("?!").everything
    (True, True, False)
    """
    filters: dict[str, list[str]] = {"site": [], "author": [], "language": []}
    days: dict[str, date] = {}

    def take(match: regex.Match[str]) -> str:
        name, value = match[1].lower(), match[2].strip('"')
        if name in filters:
            filters[name].append(value[:LONGEST_FILTER])
            return " "
        day = _day(value)
        if day is None:
            return str(match[0])
        days[name] = day
        return " "

    rest = _FILTER.sub(take, text)
    found = [match[1] if match[1] is not None else match[2] for match in _WORD_OR_PHRASE.finditer(rest)]
    filtered = any(filters.values()) or bool(days)
    return Query(
        phrases=tuple(phrase for phrase in found if terms(phrase)),
        sites=tuple(site.lower() for site in filters["site"][:MOST_FILTERS]),
        authors=tuple(filters["author"][:MOST_FILTERS]),
        languages=tuple(language_code(tag) for tag in filters["language"][:MOST_FILTERS]),
        after=days.get("after"),
        before=days.get("before"),
        everything=EVERYTHING in found or (filtered and not found),
    )


def literal(text: str) -> Query:
    """Every term of a text as a word of its own, nothing read as syntax: for test queries, which are prose.

    >>> literal('site:x "a b"').phrases
    ('site', 'x', 'a', 'b')
    """
    return Query(phrases=tuple(text[token.start : token.end] for token in analyse(text)))


def bind(query: Query, languages: Iterable[str]) -> tuple[Clause, ...]:
    """The query's phrases in the terms of an index that holds documents in these languages.

    A document is analysed in its own language, a query in every language there is: a reader of a German and an English
    paper types `Fähre` or `faehre` or `ferries` and does not say in which. Of a query that would have more than `MOST_TERMS` terms, as
    a pasted page has, the first words are taken, and the first ones of a phrase.

    >>> bind(parse("ferries"), ["en", "uk"])
    (Clause(readings=(('ferri',), ('ferries',))),)
    >>> len(bind(literal("a " * 10_000), ["en"]))
    450
    """
    codes = sorted({language_code(tag) for tag in languages} or {""})
    bound, room = [], MOST_TERMS
    for phrase in query.phrases:
        readings = {tuple(terms(phrase, code)) for code in codes}
        length, cost = _fitting(readings, room)
        if length:
            bound.append(Clause(tuple(sorted({reading[:length] for reading in readings}))))
        room -= cost
        if length < len(next(iter(readings))):
            break
    return tuple(bound)


def is_cut(query: Query, clauses: Sequence[Clause]) -> bool:
    """Whether `bind` has left words out.

    >>> [is_cut(query, bind(query, ["en"])) for query in map(literal, ("a b", "a " * 10_000))]
    [False, True]
    """
    return len(clauses) < len(query.phrases) or any(
        len(clause.words) < len(terms(phrase)) for clause, phrase in zip(clauses[-1:], query.phrases[-1:], strict=True)
    )


def _fitting(readings: Collection[tuple[str, ...]], room: int) -> tuple[int, int]:
    """How many of a phrase's words have room, and what they take: the different terms of each word, and every reading of the phrase."""
    cost, words = 0, 0
    for length, variants in enumerate(zip(*readings, strict=True), 1):
        words += len(set(variants))
        wanted = words + length * len({reading[:length] for reading in readings})
        if wanted > room:
            return length - 1, cost
        cost = wanted
    return len(next(iter(readings))), cost


def start_of(day: date) -> datetime:
    """The first moment of a day in UTC.

    >>> start_of(date(2026, 3, 1)).isoformat()
    '2026-03-01T00:00:00+00:00'
    """
    return datetime.combine(day, time(), UTC)


def _day(value: str) -> date | None:
    try:
        return date.fromisoformat(value)
    except ValueError:
        return None
