"""Parser of the query language of the search box; it returns a `Query` with a note on every problem.

    query   = alternatives { alternatives }                 all of them
    alternatives = unit { "OR" unit }                       one of them: `ferry goat OR seal` is ferry, and goat or seal
    unit    = { "-" | "NOT" } ( "(" query ")" | field ":" value | phrase | word )
    phrase  = '"' characters '"'

Operators are upper case. A hyphen is an operator only at the beginning of a word, and not before a digit: `e-mail` and `-12` are words.
Groups of digits (`12 500`) and initials (`J. R. R.`) with spaces between them are one word. No text is refused: an error (an unknown
field, an invalid date, an open quote) becomes a note that says what was searched instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

import regex

from indexer.folding import GROUP_SPACES
from indexer.index.query import All, AnyOf, Field, Filter, Node, Not, Note, NoteKind, Query, Words
from indexer.index.query_values import day_of, host_of, language_of
from indexer.text import terms

EVERYTHING = "*"
DEEPEST = 20
"""Nesting limit of parentheses; deeper ones are dropped."""
MOST_WORDS, LONGEST_VALUE = 5_000, 300
"""Number of words, phrases and filters read, and of characters used of a filter's value."""

_QUOTES = "\"“”„‟«»＂"
_TOKEN = regex.compile(
    rf"(?P<minus>[-−–]+(?=[^\s\p{{Nd}}\-−–)]))"
    rf"|(?P<field>\p{{Latin}}+:)(?=[^\s{_QUOTES}/)]|[{_QUOTES}][^{_QUOTES}])"
    rf"|[{_QUOTES}](?P<phrase>[^{_QUOTES}]*+)(?P<closed>[{_QUOTES}]?)"
    r"|(?P<open>\()|(?P<close>\))"
    rf"|(?P<word>\+?\p{{Nd}}{{1,3}}(?:[{GROUP_SPACES}]\p{{Nd}}{{3}})++(?:-[\p{{Nd}}\-]++)?(?![^\s)])"
    r"|\p{Lu}\.(?: \p{Lu}\.){1,9}+(?![^\s)])|[^\s()]++)",
    regex.V1,
)
_VALUE = regex.compile(rf"[{_QUOTES}](?P<phrase>[^{_QUOTES}]*+)(?P<closed>[{_QUOTES}]?)|(?P<word>[^\s()]++)", regex.V1)
_SPACE = regex.compile(r"\s*+")
_FIELDS = frozenset(field.value for field in Field) | {"title"}
_SHARED = frozenset({Field.SITE, Field.LANGUAGE})
"""Single-valued fields: repeated filters on one of them are alternatives (OR)."""
_OPERATORS = frozenset({"AND", "OR", "NOT"})


def parse(text: str, today: date | None = None) -> Query:
    """Read a query.

    Parameters
    ----------
    text : str
    today : date or None
        Reference day of `yesterday` and `7d`; by default the current day (UTC).

    Examples
    --------
    >>> parse('ferry -goat "to be" after:2026-03 site:www.example.org').understood
    'ferry -goat "to be" after:2026-03-01 site:example.org'
    >>> parse("goat OR seal harbour NOT (a b)").understood
    '(goat OR seal) harbour -(a b)'
    >>> [(note.kind.value, note.about) for note in parse('foo:bar after:2026-13 "to be').notes]
    [('unknownField', 'foo:'), ('badValue', 'after:2026-13'), ('openQuote', '"to be')]
    >>> parse("*").understood, parse("?!").wanted
    ('*', None)
    >>> parse("J. R. R. Tolkien, +7 912 345-67-89").understood
    '"J. R. R." Tolkien, "+7 912 345-67-89"'
    """
    text = text.encode("utf-8", "replace").decode()  # engines reject lone surrogates, which a terminal's bytes can produce
    parser = _Parser(_tokens(text), text, today or datetime.now(UTC).date())
    wanted = parser.list_of(0)
    return Query(wanted if wanted.nodes or parser.everything else None, tuple(parser.notes))


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    closed: bool = True


def _tokens(text: str) -> list[_Token]:
    found: list[_Token] = []
    place = _after_space(text, 0)
    while place < len(text) and len(found) < MOST_WORDS:
        match = _TOKEN.match(text, place)
        assert match is not None, "every character can begin a word"
        kind = next(name for name in ("minus", "field", "phrase", "open", "close", "word") if match[name] is not None)
        closed = kind != "phrase" or bool(match["closed"])
        found.append(_Token(kind, match[kind], closed=closed))
        place = match.end()
        if kind == "field":
            value = _VALUE.match(text, place)
            if value is not None:
                kind = "phrase" if value["phrase"] is not None else "word"
                found.append(_Token("value", value[kind], closed=kind == "word" or bool(value["closed"])))
                place = value.end()
        place = place if kind == "minus" else _after_space(text, place)
    return found


def _after_space(text: str, place: int) -> int:
    found = _SPACE.match(text, place)
    return found.end() if found else place


class _Parser:
    """Recursive descent over the tokens; never fails."""

    def __init__(self, tokens: Sequence[_Token], text: str, today: date) -> None:
        self._tokens = tokens
        self._place = 0
        self._today = today
        self._text = text
        self.everything = False
        self.notes: list[Note] = []
        if len(tokens) >= MOST_WORDS:
            self.note(NoteKind.TOO_LONG, "", f"the query is too long: its first {MOST_WORDS:,} words were read")

    def note(self, kind: NoteKind, about: str, message: str) -> None:
        """Add a note on a problem."""
        self.notes.append(Note(kind, about, message))

    def list_of(self, depth: int) -> All:
        """Parse the conjunction of alternatives up to the end of the group."""
        nodes: list[Node] = []
        while (token := self._peek()) is not None:
            if token.kind == "close":
                self._place += 1
                if depth:
                    break
                self.note(NoteKind.OPEN_GROUP, ")", "a closing parenthesis without its opening one was left out")
                continue
            nodes += self._alternatives(depth)
        else:
            if depth:
                self.note(NoteKind.OPEN_GROUP, "(", "a parenthesis that was not closed was taken to end with the query")
        return All(tuple(_merged(nodes)))

    def _alternatives(self, depth: int) -> list[Node]:
        """Parse units joined by OR; empty if no unit remains."""
        units = [self._unit(depth)]
        while self._is_operator("OR"):
            self._place += 1
            if (token := self._peek()) is None or token.kind == "close":
                self._stray("OR")
                break
            units.append(self._unit(depth))
        nodes = [unit for unit in units if unit is not None]
        if len(units) > 1 and not nodes:
            return []
        return [AnyOf(tuple(dict.fromkeys(nodes)))] if len(nodes) > 1 else nodes

    def _unit(self, depth: int) -> Node | None:
        excluded = False
        while (token := self._peek()) is not None:
            self._place += 1
            if token.kind == "minus" or _operator(token) == "NOT":
                if (following := self._peek()) is None or following.kind == "close":
                    self._stray(token.text)
                    return None
                excluded = not excluded if token.kind != "minus" else True
            elif _operator(token):
                if _operator(token) == "OR":
                    self._stray("OR")
            else:
                node = self._atom(token, depth)
                return Not(node) if excluded and node is not None else node
        return None

    def _atom(self, token: _Token, depth: int) -> Node | None:
        if token.kind == "open":
            return self._group(depth)
        if token.kind == "close":
            self._place -= 1
            return None
        if token.kind == "field":
            return self._field(token.text, self._tokens[self._place] if self._place < len(self._tokens) else None)
        if token.kind == "phrase":
            self._check_closed(token)
        elif token.text == EVERYTHING:
            self.everything = True
            return None
        elif token.text[:-1].lower() in _FIELDS and token.text.endswith(":"):
            self._without_value(token.text)
        return Words(token.text) if terms(token.text) else None

    def _without_value(self, name: str) -> None:
        self.note(NoteKind.BAD_VALUE, name, f"{name} has no value behind it, and was taken as a word")

    def _group(self, depth: int) -> Node | None:
        if depth >= DEEPEST:
            self.note(NoteKind.OPEN_GROUP, "(", f"parentheses deeper than {DEEPEST} were left out")
            return None
        inner = self.list_of(depth + 1)
        return inner.nodes[0] if len(inner.nodes) == 1 else inner if inner.nodes else None

    def _field(self, name: str, value: _Token | None) -> Node | None:
        field = name[:-1].lower()
        if value is None or value.kind != "value":
            self._without_value(name)
            return Words(name) if terms(name) else None
        self._place += 1
        self._check_closed(value)
        if field not in _FIELDS:
            known = " ".join(f"{each}:" for each in sorted(_FIELDS))
            self.note(NoteKind.UNKNOWN_FIELD, name, f"there is no field {name}, so it was taken as a word; the fields are {known}")
            both = f"{name[:-1]} {value.text}"
            return Words(both) if terms(both) else None
        if field == "title":
            return Words(value.text, title=True) if terms(value.text) else None
        return self._filter(Field(field), value.text[:LONGEST_VALUE].strip())

    def _filter(self, field: Field, value: str) -> Node | None:
        read = _READERS[field](value, self._today)
        if read:
            return Filter(field, read)
        about = f"{field.value}:{value}"
        self.note(NoteKind.BAD_VALUE, about, f"{about} was left out: {_EXPECTED[field]}")
        return None

    def _check_closed(self, token: _Token) -> None:
        if not token.closed:
            self.note(NoteKind.OPEN_QUOTE, f'"{token.text}'[:LONGEST_VALUE], "a quote that was not closed was taken to end with the query")

    def _stray(self, operator: str) -> None:
        self.note(NoteKind.STRAY_OPERATOR, operator, f"the operator {operator} has nothing to join, and was left out")

    def _peek(self) -> _Token | None:
        return self._tokens[self._place] if self._place < len(self._tokens) else None

    def _is_operator(self, name: str) -> bool:
        token = self._peek()
        return token is not None and _operator(token) == name


def _operator(token: _Token) -> str:
    return token.text if token.kind == "word" and token.text in _OPERATORS else ""


def _merged(nodes: Sequence[Node]) -> list[Node]:
    """Turn repeated filters on a single-valued field into alternatives."""
    merged: list[Node] = [node for node in nodes if not _is_shared(node)]
    for field in sorted(_SHARED):
        same = tuple(dict.fromkeys(node for node in nodes if isinstance(node, Filter) and node.field is field))
        if same:
            merged.append(same[0] if len(same) == 1 else AnyOf(same))
    return merged


def _is_shared(node: Node) -> bool:
    return isinstance(node, Filter) and node.field in _SHARED


def _words(value: str, _: date) -> str:
    return value if terms(value) else ""


_READERS: dict[Field, Callable[[str, date], str]] = {
    Field.SITE: lambda value, _: host_of(value),
    Field.AUTHOR: _words,
    Field.SECTION: _words,
    Field.LANGUAGE: lambda value, _: language_of(value),
    Field.AFTER: day_of,
    Field.BEFORE: day_of,
}
_DAY = "it is no day; write 2025, 2025-03, 2025-03-01, today, yesterday, or 7d, 2w, 3m, 1y for so long ago"
_EXPECTED = {
    Field.SITE: "it is no host",
    Field.AUTHOR: "it has no letters",
    Field.SECTION: "it has no letters",
    Field.LANGUAGE: "no language has this name or code",
    Field.AFTER: _DAY,
    Field.BEFORE: _DAY,
}
