"""A slow twin of `re` that counts: a backtracking matcher over the standard library's own parse of a pattern.

A *step* is one character compared or one position given to a group, a branch or a repeat: what the matcher in C does one instruction
for. Doubled texts then show the growth of a pattern without a clock.
"""

from __future__ import annotations

import re
import sys
import unicodedata
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, cast

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import sre_constants as sre
    import sre_parse

Node = tuple[Any, Any]
Match = Callable[[int, Callable[[int], bool]], bool]
POOL = sorted({
    *map(chr, range(33, 127)), *" \t\n\r\x00\x0b\x7f\u00a0\u00b7\u00df\u00e9\u03b1\u0430\u05d0\u0661\u200b\u2013\u2028\u3000\u3042\u4e00\u5e74\uac00\uff1a\uff5c\ufeff\ud800",
})  # fmt: skip
"""Characters that attacks are made of, beside the pattern's own."""


class StepLimitError(Exception):
    """The match takes more steps than the caller allows."""


@cache
def parsed(pattern: re.Pattern[Any]) -> Sequence[Node]:
    """The standard library's parse of a pattern; bytes are characters of Latin-1."""
    return cast(Sequence[Node], sre_parse.parse(pattern.pattern, pattern.flags & ~re.DEBUG))


class Steps:
    """Matches of one pattern in one text, with the steps that they took."""

    def __init__(self, pattern: re.Pattern[Any], text: str = "") -> None:
        self.read(text)
        self._groups: dict[int, tuple[int, int]] = {}
        self._root = self._sequence(list(parsed(pattern)), pattern.flags)

    def read(self, text: str, limit: int = 10_000_000) -> Steps:
        """Itself, with another text and no steps yet."""
        self.count, self._limit, self._text, self._size = 0, limit, text, len(text)
        return self

    def ends_at(self, start: int, *, full: bool = False, empty: bool = True) -> int:
        """End of the match that begins at `start`, -1 where there is none."""
        found = -1

        def end(at: int) -> bool:
            nonlocal found
            found = at
            return (not full or at == len(self._text)) and (empty or at > start)

        self._groups.clear()
        return found if self._root(start, end) else -1

    def spans(self) -> Iterator[tuple[int, int]]:
        """As `re.finditer` gives them."""
        start, empty = 0, True
        while start <= len(self._text):
            end = self.ends_at(start, empty=empty)
            if end >= 0:
                yield start, end
            start, empty = (end, end > start) if end >= 0 else (start + 1, True)

    def _step(self) -> None:
        self.count += 1
        if self.count > self._limit:
            raise StepLimitError

    def _sequence(self, nodes: Sequence[Node], flags: int) -> Match:
        parts = [self._node(node, flags) for node in nodes]
        if len(parts) == 1:
            return parts[0]

        def run(number: int, at: int, then: Callable[[int], bool]) -> bool:
            if number == len(parts):
                return then(at)
            return parts[number](at, lambda end: run(number + 1, end, then))

        return lambda at, then: run(0, at, then)

    def _node(self, node: Node, flags: int) -> Match:
        kind, argument = node
        if kind in (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN):
            return self._one(holds(node, flags))
        name = str(kind).lower()
        return cast(Match, getattr(self, f"_{name}")(argument, flags))

    def _one(self, member: Callable[[str], bool]) -> Match:
        def match(at: int, then: Callable[[int], bool]) -> bool:
            self._step()
            return at < self._size and member(self._text[at]) and then(at + 1)

        return match

    def _subpattern(self, argument: Any, flags: int) -> Match:
        group, added, removed, body = argument
        inner = self._sequence(list(body), (flags | added) & ~removed)
        if group is None:
            return inner

        def match(at: int, then: Callable[[int], bool]) -> bool:
            def closed(end: int) -> bool:
                before = self._groups.get(group)
                self._groups[group] = (at, end)
                if then(end):
                    return True
                self._groups.pop(group) if before is None else self._groups.__setitem__(group, before)
                return False

            return inner(at, closed)

        return match

    def _branch(self, argument: Any, flags: int) -> Match:
        choices = [self._sequence(list(choice), flags) for choice in argument[1]]

        def match(at: int, then: Callable[[int], bool]) -> bool:
            for choice in choices:
                self._step()
                if choice(at, then):
                    return True
            return False

        return match

    def _max_repeat(self, argument: Any, flags: int, *, lazy: bool = False) -> Match:
        least, most, body = argument
        single = _single(body)
        if single is not None:
            return self._run(least, most, holds(single, flags), lazy=lazy)
        inner = self._sequence(list(body), flags)

        def more(count: int, at: int, then: Callable[[int], bool]) -> bool:
            self._step()
            go_on = lambda: count < most and inner(at, lambda end: (end > at or count < least) and more(count + 1, end, then))  # noqa: E731
            if count < least:
                return bool(go_on())
            return bool(then(at) or go_on()) if lazy else bool(go_on() or then(at))

        return lambda at, then: more(0, at, then)

    def _min_repeat(self, argument: Any, flags: int) -> Match:
        return self._max_repeat(argument, flags, lazy=True)

    def _run(self, least: int, most: int, member: Callable[[str], bool], *, lazy: bool) -> Match:
        """Repeats of one character, without recursion."""

        def reached(at: int, stop: int) -> int:
            """How far from `at` on the characters are members."""
            while at < stop and self._counted(member(self._text[at])):
                at += 1
            return at

        def match(at: int, then: Callable[[int], bool]) -> bool:
            stop = min(self._size, at + most) if most is not sre.MAXREPEAT else self._size
            end = reached(at, at + least if lazy else stop) if at + least <= self._size else -1
            if end < at + least:
                return False
            if not lazy:
                return any(self._counted(then(each)) for each in range(end, at + least - 1, -1))
            while not self._counted(then(end)):
                if reached(end, min(end + 1, stop)) == end:
                    return False
                end += 1
            return True

        return match

    def _counted(self, value: bool) -> bool:
        self._step()
        return value

    def _possessive_repeat(self, argument: Any, flags: int) -> Match:
        return self._atomic(self._max_repeat(argument, flags))

    def _atomic_group(self, argument: Any, flags: int) -> Match:
        return self._atomic(self._sequence(list(argument), flags))

    def _atomic(self, inner: Match) -> Match:
        def match(at: int, then: Callable[[int], bool]) -> bool:
            ends: list[int] = []
            return inner(at, lambda end: not ends.append(end)) and then(ends[0])  # type: ignore[func-returns-value]

        return match

    def _groupref(self, argument: Any, flags: int) -> Match:
        def match(at: int, then: Callable[[int], bool]) -> bool:
            if argument not in self._groups:
                return False
            start, end = self._groups[argument]
            for _ in range(end - start):
                self._step()
            same, other = self._text[start:end], self._text[at : at + end - start]
            equal = same == other or (bool(flags & re.IGNORECASE) and same.lower() == other.lower())
            return equal and then(at + end - start)

        return match

    def _assert(self, argument: Any, flags: int, *, wanted: bool = True) -> Match:
        direction, body = argument
        inner = self._sequence(list(body), flags)
        back = sre_parse.SubPattern(body.state, body.data).getwidth()[0] if direction < 0 else 0

        def match(at: int, then: Callable[[int], bool]) -> bool:
            self._step()
            found = at >= back and inner(at - back, lambda _: True)
            return found is wanted and then(at)

        return match

    def _assert_not(self, argument: Any, flags: int) -> Match:
        return self._assert(argument, flags, wanted=False)

    def _at(self, argument: Any, flags: int) -> Match:
        word = lambda at: 0 <= at < self._size and _category(sre.CATEGORY_WORD, self._text[at], flags)  # noqa: E731
        line = bool(flags & re.MULTILINE)
        tests: dict[Any, Callable[[int], bool]] = {
            sre.AT_BEGINNING: lambda at: at == 0 or (line and self._text[at - 1] == "\n"),
            sre.AT_BEGINNING_STRING: lambda at: at == 0,
            sre.AT_END: lambda at: at == self._size or (self._text[at] == "\n" and (line or at == self._size - 1)),
            sre.AT_END_STRING: lambda at: at == self._size,
            sre.AT_BOUNDARY: lambda at: word(at - 1) is not word(at),
            sre.AT_NON_BOUNDARY: lambda at: word(at - 1) is word(at),
        }
        holds_at = tests[argument]

        def match(at: int, then: Callable[[int], bool]) -> bool:
            self._step()
            return holds_at(at) and then(at)

        return match


def _single(body: Any) -> Node | None:
    """The one-character node that a repeat's body is, if it is one."""
    nodes = list(body)
    if len(nodes) == 1 and nodes[0][0] in (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN):
        return cast(Node, nodes[0])
    return None


def holds(node: Node, flags: int) -> Callable[[str], bool]:
    """Whether a one-character node takes a character; remembered for the test's few characters."""
    known: dict[str, bool] = {}

    def member(character: str) -> bool:
        if character not in known:
            forms = {character, character.lower(), character.upper()} if flags & re.IGNORECASE else {character}
            kind = node[0]
            if kind is sre.NOT_LITERAL:
                known[character] = all(chr(node[1]) != form for form in forms)
            elif kind is sre.IN and node[1][0][0] is sre.NEGATE:
                known[character] = not any(_in_set(node[1][1:], form, flags) for form in forms if len(form) == 1)
            else:
                known[character] = any(_takes(node, form, flags) for form in forms if len(form) == 1)
        return known[character]

    return member


def _takes(node: Node, character: str, flags: int) -> bool:
    kind, argument = node
    if kind is sre.LITERAL:
        return chr(argument) == character
    if kind is sre.ANY:
        return bool(flags & re.DOTALL) or character != "\n"
    return _in_set(argument, character, flags)


def _in_set(items: Sequence[Node], character: str, flags: int) -> bool:
    for kind, argument in items:
        if kind is sre.LITERAL and chr(argument) == character:
            return True
        if kind is sre.RANGE and argument[0] <= ord(character) <= argument[1]:
            return True
        if kind is sre.CATEGORY and _category(argument, character, flags):
            return True
    return False


def _category(category: Any, character: str, flags: int) -> bool:
    ascii_only = not flags & re.UNICODE
    plain = not ascii_only or character.isascii()
    name = str(category).removeprefix("CATEGORY_")
    if name.endswith("DIGIT"):
        found = plain and unicodedata.category(character) == "Nd"
    elif name.endswith("SPACE"):
        found = character in " \t\n\r\f\v" if ascii_only else character.isspace()
    else:
        found = plain and (character.isalnum() or character == "_")
    return found is not name.startswith("NOT_")


def attacks(pattern: re.Pattern[Any]) -> Iterator[tuple[str, str, str]]:
    """Prefix, pump and suffix of texts that make a pattern of this shape go back: pumps are characters that its parts share, and samples of its parts."""
    nodes = list(parsed(pattern))
    classes = _classes(nodes, pattern)
    samples = list(dict.fromkeys(_samples(nodes, pattern.flags)))
    refused = "".join(classes[-1:])
    suffixes = dict.fromkeys(("", "\x00", refused * 2))
    for pump in dict.fromkeys([*classes[:8], *samples[:16], *(a + b for a in classes[:3] for b in classes[:3] if a != b)]):
        for prefix in dict.fromkeys(["", *samples[:2]] if len(pump) == 1 else [""]):
            for suffix in suffixes:
                yield prefix, pump, suffix


def _nodes(nodes: Sequence[Node], flags: int) -> Iterator[tuple[Node, int]]:
    """All nodes of a tree in order, with the flags that hold there."""
    for kind, argument in nodes:
        yield (kind, argument), flags
        for inner in _inner(kind, argument):
            yield from _nodes(inner, (flags | argument[1]) & ~argument[2] if kind is sre.SUBPATTERN else flags)


def _classes(nodes: Sequence[Node], pattern: re.Pattern[Any]) -> list[str]:
    """One character of each set that the one-character nodes tell apart, those of most nodes first."""
    ones = [
        holds(node, flags) for node, flags in _nodes(nodes, pattern.flags) if node[0] in (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN)
    ]
    literals = [chr(node[1]) for node, _ in _nodes(nodes, pattern.flags) if node[0] is sre.LITERAL]
    pool = POOL if isinstance(pattern.pattern, str) else [each for each in POOL if each < "\x80"]
    found: dict[tuple[bool, ...], str] = {}
    for character in [*literals, *pool]:
        found.setdefault(tuple(member(character) for member in ones), character)
    return [found[key] for key in sorted(found, key=sum, reverse=True)][:14]


def _samples(nodes: Sequence[Node], flags: int) -> Iterator[str]:
    """A text of each beginning of each sequence in a pattern."""
    text = ""
    for node in nodes:
        text += _sample(node, flags)
        if 0 < len(text) <= 40:
            yield text
    for kind, argument in nodes:
        for inner in _inner(kind, argument):
            yield from _samples(inner, (flags | argument[1]) & ~argument[2] if kind is sre.SUBPATTERN else flags)


def _inner(kind: Any, argument: Any) -> list[list[Node]]:
    """The sequences within a node."""
    if kind is sre.SUBPATTERN:
        return [list(argument[3])]
    if kind is sre.BRANCH:
        return [list(choice) for choice in argument[1]]
    if kind in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
        return [list(argument[2])]
    if kind in (sre.ASSERT, sre.ASSERT_NOT):
        return [list(argument[1])]
    return [list(argument)] if kind is sre.ATOMIC_GROUP else []


def _sample(node: Node, flags: int) -> str:
    kind, argument = node
    if kind in (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN):
        if kind is sre.LITERAL:
            return chr(argument)
        member = holds(node, flags)
        return next((each for each in ["a", "1", "-", " ", *POOL] if member(each)), "")
    if kind is sre.SUBPATTERN:
        return "".join(_sample(each, flags) for each in argument[3])
    if kind is sre.BRANCH:
        return "".join(_sample(each, flags) for each in argument[1][0])
    if kind in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
        return "".join(_sample(each, flags) for each in argument[2]) * min(max(argument[0], 1), 12)
    return "".join(_sample(each, flags) for each in argument) if kind is sre.ATOMIC_GROUP else ""


sys.setrecursionlimit(max(sys.getrecursionlimit(), 60_000))


def longest_repeat(pattern: re.Pattern[Any]) -> int:
    """The largest bound of a repeat in a pattern: steps grow linearly only in texts that are longer."""
    bounds = [
        node[1][1] for node, _ in _nodes(list(parsed(pattern)), 0) if node[0] in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)
    ]
    return max((bound for bound in bounds if bound is not sre.MAXREPEAT), default=1)


def holds_possessive(pattern: re.Pattern[Any]) -> bool:
    """Whether a part of a pattern is never given back."""
    return any(node[0] in (sre.POSSESSIVE_REPEAT, sre.ATOMIC_GROUP) for node, _ in _nodes(list(parsed(pattern)), 0))
