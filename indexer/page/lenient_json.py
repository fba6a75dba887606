"""Lenient JSON reader for pages: it reads as much as is readable, within limits.

Well-formed JSON takes the standard library's decoder. Anything else (trailing commas, missing commas, raw quotes in
strings, truncation, endless nesting) takes a token-by-token reader that keeps every complete member
and closes the open containers.
"""

from __future__ import annotations

import json
import re
from typing import Any

MAX_CHARS = 1_000_000
"""Longer texts are cut: the largest of 542 scripts measured on news sites had 841,000 characters."""
MAX_DEPTH = 48
"""Containers nested deeper are dropped (the deepest of 542 scripts measured had 9 levels)."""
SAFE_BRACKETS = 300
"""With fewer opening brackets the decoder's recursion, one level per bracket, stays far below Python's limit of 1,000."""

_BRACKET = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{}]', re.DOTALL)
_BEFORE = re.compile(r"(?:\s|\ufeff|<!--|-->|<!\[CDATA\[|\]\]>|//|/\*|\*/|[;,])*+")
# A quote ends a string if punctuation, the text's end or the next line's quote follows; otherwise it belongs to the string.
_TOKEN = re.compile(
    r"""
    (?P<string>"(?P<inside>(?:[^"\\]++|\\.|"(?!\s*+(?:[,:}\]]|$)|[ \t\r]*+\n\s*+"))*+)(?P<end>")?)
    | (?P<open>[\[{]) | (?P<close>[\]}]) | (?P<colon>:) | (?P<comma>,)
    | (?P<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)
    | (?P<word>true|false|null)\b
    """,
    re.VERBOSE | re.DOTALL,
)
_WORDS = {"true": True, "false": False, "null": None}
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


def read(text: str) -> list[Any]:
    """Return all JSON values of a script's text; malformed values keep their complete members, other texts yield nothing.

    Comment marks, CDATA marks, byte order marks and semicolons around the values are skipped; control characters in
    strings are allowed.

    Examples
    --------
    >>> read('<!-- {"a": [1, null]}; -->')
    [{'a': [1, None]}]
    >>> read('{"a": "x", "b": [1, 2,], "c": ')
    [{'a': 'x', 'b': [1, 2]}]
    """
    cut = len(text) > MAX_CHARS
    text = text[:MAX_CHARS]
    if not cut and _depth(text) <= MAX_DEPTH:
        values, complete = _strict(text)
        if complete:
            return values
    return _Reader().read(text)


def _depth(text: str) -> int:
    """Return the deepest nesting of brackets outside strings; 0 if there are too few brackets to matter."""
    if text.count("[") + text.count("{") <= SAFE_BRACKETS:
        return 0
    depth = deepest = 0
    for token in _BRACKET.finditer(text):
        first = token.group()[0]
        if first in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif first != '"':
            depth -= 1
    return deepest


_DECODER = json.JSONDecoder(strict=False)


def _strict(text: str) -> tuple[list[Any], bool]:
    """Return the values by the standard decoder, and whether it reached the end."""
    values: list[Any] = []
    position = _skip(text, 0)
    while position < len(text):
        try:
            value, position = _DECODER.raw_decode(text, position)
        except ValueError:  # JSONDecodeError, or an integer of more than 4,300 digits
            return values, False
        values.append(value)
        position = _skip(text, position)
    return values, True


def _skip(text: str, position: int) -> int:
    match = _BEFORE.match(text, position)
    return match.end() if match else position


class _Reader:
    """A stack machine over tokens; it never recurses and never fails."""

    __slots__ = ("_keys", "_skipped", "_stack", "_values")

    def __init__(self) -> None:
        self._values: list[Any] = []
        self._stack: list[dict[str, Any] | list[Any]] = []
        self._keys: list[str | None] = []  # the key that waits for its value, one per open container
        self._skipped = 0  # open containers beyond MAX_DEPTH

    def read(self, text: str) -> list[Any]:
        for token in _TOKEN.finditer(text):
            if token["open"]:
                self._open(token["open"])
            elif token["close"]:
                self._close()
            elif self._stack and not self._skipped:
                self._scalar(token)
        return self._values

    def _scalar(self, token: re.Match[str]) -> None:
        if token["string"] is not None:
            self._string(token)
        elif token["comma"]:
            self._keys[-1] = None
        elif token["number"]:
            self._put(_number(token["number"]))
        elif token["word"]:
            self._put(_WORDS[token["word"]])

    def _open(self, bracket: str) -> None:
        if len(self._stack) >= MAX_DEPTH:
            self._skipped += 1
            return
        new: dict[str, Any] | list[Any] = {} if bracket == "{" else []
        if self._stack:
            self._put(new)
        else:
            self._values.append(new)
        self._stack.append(new)
        self._keys.append(None)

    def _close(self) -> None:
        if self._skipped:
            self._skipped -= 1
        elif self._stack:
            self._stack.pop()
            self._keys.pop()

    def _string(self, token: re.Match[str]) -> None:
        if token["end"] is None:  # cut in the middle: half a headline is worse than none
            return
        text = _ESCAPE.sub(_unescape, token["inside"])
        if isinstance(self._stack[-1], dict) and self._keys[-1] is None:
            self._keys[-1] = text
        else:
            self._put(text)

    def _put(self, value: Any) -> None:
        top = self._stack[-1]
        if isinstance(top, list):
            top.append(value)
        elif (key := self._keys[-1]) is not None:
            top[key] = value
            self._keys[-1] = None


def _number(digits: str) -> int | float:
    return int(digits) if len(digits) <= 15 and digits.lstrip("-").isdecimal() else float(digits)


def _unescape(match: re.Match[str]) -> str:
    code = match.group(1)
    if len(code) == 5:
        return chr(int(code[1:], 16))
    return _ESCAPED.get(code, code)
