"""Normalisation, weight and comparison key of a block's text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from unicodedata import normalize

import numpy as np

from indexer.arrays import Floats

_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_FIRST_CJK = 0x3040
_CJK_WEIGHT = 3
"""A Chinese, Japanese or Korean character carries about as much text as three letters of an alphabet."""

_NOT_WORD = re.compile(r"\W+")
_ASCII_NOT_WORD = bytes(i for i in range(128) if not (chr(i).isalnum() or chr(i) == "_"))
_CACHED_LENGTH = 200
SENTENCE_ENDS = tuple(".!?…。！？")
_INVISIBLE = re.compile("[\u00ad\u200b\u2060\ufeff]")


def weight(text: str) -> int:
    """Return the length of a text in letters of an alphabet.

    >>> weight("Harbour crane"), weight("水库水位")
    (13, 12)
    """
    if text.isascii():
        return len(text)
    return len(text) + (_CJK_WEIGHT - 1) * len(_CJK.findall(text))


def weights(texts: Sequence[str]) -> Floats:
    """Return the `weight` of each text, shape (b,).

    >>> weights(["ab", "水"]).tolist()
    [2.0, 3.0]
    """
    length = np.fromiter(map(len, texts), np.float64, len(texts))
    together = "".join(texts)
    if together.isascii():
        return length
    codes = np.frombuffer(together.encode("utf-32-le", "surrogatepass"), np.uint32)
    if codes.max() < _FIRST_CJK:
        return length
    return np.fromiter(map(weight, texts), np.float64, len(texts))


def key(text: str) -> str:
    """Return the text without white space, punctuation and case; copies of a text have equal keys.

    >>> key("Most read — today!") == key("MOST READ: today")
    True
    """
    return _short_key(text) if len(text) < _CACHED_LENGTH else _bare(text)


@lru_cache(maxsize=1 << 13)
def _short_key(text: str) -> str:
    return _bare(text)


def _bare(text: str) -> str:
    """Return `_NOT_WORD.sub("", text).lower()` of the composed text; deleting the ASCII part as bytes is faster than the expression."""
    if text.isascii():
        return text.lower().encode("ascii").translate(None, _ASCII_NOT_WORD).decode("ascii")
    text = normalize("NFC", text)  # without it a combining accent counts as a non-word character
    bare = text.encode("utf-8", "surrogatepass").translate(None, _ASCII_NOT_WORD).decode("utf-8", "surrogatepass")
    return (bare if bare.isalnum() else _NOT_WORD.sub("", bare)).lower()


def keys(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the `key` of each text.

    >>> keys(["One.", "TWO"])
    ('one', 'two')
    """
    return tuple(key(text) for text in texts)


def are_words(before: str, after: str) -> bool:
    """Return whether two texts without a gap between are words of their own: one ends in lower case or a digit, the next begins otherwise.

    >>> are_words("Petra Quill", "March 6"), are_words("Quill", "6 March"), are_words("2026", "Leave a comment")
    (True, True, True)
    >>> are_words("T", "he"), are_words("i", "Phone"), are_words("harbour", "s"), are_words("6", "th"), are_words("1", "2")
    (False, False, False, False, False)
    """
    first, last = after[:1], before[-1:]
    if last.islower():
        end = before[-_SHORTEST_END:]
        return (first.isupper() or first.isdecimal()) and len(end) == _SHORTEST_END and end.isalpha() and end.islower()
    return last.isdecimal() and first.isupper() and after[1:2].islower()


_SHORTEST_END = 2
"""In letters of lower case: "Mc" begins a name, a single letter a word or a formula."""


def fold(text: str) -> str:
    """Return the text with white space folded and without soft hyphens and zero-width characters.

    >>> fold(" The  har\u00adbour\\n crane ")
    'The harbour crane'
    """
    if not text.isascii() and ("\u00ad" in text or "\u200b" in text or "\u2060" in text or "\ufeff" in text):
        text = _INVISIBLE.sub("", text)
    return " ".join(text.split())


def fold_lines(text: str) -> str:
    """Return preformatted text with its lines and their indent, without blank lines around them and invisible characters.

    >>> fold_lines("\\n\\ndef lift():  \\n    stop()\\n")
    'def lift():\\n    stop()'
    """
    lines = [line.rstrip() for line in _INVISIBLE.sub("", text).expandtabs(_TAB).splitlines()]
    return "\n".join(lines).strip("\n")


_TAB = 4

_short_fold = lru_cache(maxsize=1 << 13)(fold)
_SHORT = 100


def fold_cached(text: str) -> str:
    """Return `fold` of a text from a cache; for texts that recur, such as those of links."""
    return _short_fold(text) if len(text) < _SHORT else fold(text)
