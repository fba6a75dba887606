"""Tables of the analyser (character classes and folding) in the file format of the plugin.

Each line is an entry, tab-separated, and its first cell names the table:

    class   NAME  ranges       code points, hexadecimal: `41-5A 61-7A`
    casefold, base  CHARACTER  its mapping (absent: itself)
    text    NAME  characters
    elided  LANGUAGE  words, separated by spaces
    stemmer LANGUAGE  algorithm
    length  NAME  number
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping

import regex

from indexer import cutting, folding, text
from indexer.cutting import FIRST, LETTER, LOWER, REST, UNSPACED, UPPER

_CLUSTERS = ("L", "V", "T", "LV", "LVT", "Extend", "SpacingMark", "Prepend", "ZWJ")
"""Values of Grapheme_Cluster_Break that keep characters together within a run of a script without spaces."""
_CLASSES = {
    "unspaced": UNSPACED, "letter": LETTER, "first": FIRST, "rest": REST, "anyletter": r"\p{L}", "mark": r"\p{M}", "number": r"\p{N}",
    "decimal": r"\p{Nd}", "lower": LOWER, "upper": UPPER, "ignorable": r"\p{DI}", "hebrew": r"\p{Hebrew}", "blank": r"\s",
    **{f"cluster{value}": rf"\p{{Grapheme_Cluster_Break={value}}}" for value in _CLUSTERS},
}  # fmt: skip
_SURROGATES = range(0xD800, 0xE000)
_SYLLABLES = range(0xAC00, 0xD7A4)
"""Hangul, which decomposes and is composed again."""


def lines() -> Iterator[str]:
    """Yield the lines of the tables."""
    every = [chr(code) for code in range(sys.maxunicode + 1) if code not in _SURROGATES]
    whole = "".join(every)
    for name, pattern in _CLASSES.items():
        yield f"class\t{name}\t{' '.join(_ranges(regex.findall(pattern, whole, regex.V1)))}"
    yield f"class\tdigit\t{' '.join(_ranges(list(filter(str.isdigit, every))))}"
    yield from _changed("casefold", every, str.casefold)
    yield from _changed("base", [each for each in every if ord(each) not in _SYLLABLES], folding.base)
    yield f"text\tapostrophes\t{folding.APOSTROPHES}"
    yield f"text\tspaces\t{folding.GROUP_SPACES}"
    yield f"text\thyphens\t{cutting.HYPHENS}"
    yield f"text\thashes\t{cutting.HASHES}"
    yield f"text\tmarks\t{_pairs(folding.PLAIN_MARKS)}"
    yield f"text\tpersian\t{_pairs(folding.PERSIAN)}"
    yield f"text\tturkic\t{' '.join(sorted(text.TURKIC))}"
    for language, words in text.ELISIONS.items():
        yield f"elided\t{language}\t{words}"
    for language, algorithm in text.STEMMERS.items():
        yield f"stemmer\t{language}\t{algorithm}"
    yield f"length\tterm\t{text.MAX_TERM_LENGTH}"
    yield f"length\tword\t{text.LONGEST}"


def _changed(table: str, characters: list[str], change: Callable[[str], str]) -> Iterator[str]:
    return (f"{table}\t{each}\t{changed}" for each in characters if (changed := change(each)) != each and each not in "\t\n\r")


def _pairs(table: Mapping[int, str | int]) -> str:
    """Format a table of `str.translate`: each character, then its replacement."""
    return "".join(chr(one) + (chr(other) if isinstance(other, int) else other) for one, other in sorted(table.items()))


def _ranges(characters: list[str]) -> Iterator[str]:
    """Format ascending code points as ranges.

    >>> list(_ranges(list("abcx")))
    ['61-63', '78-78']
    """
    codes = [ord(each) for each in characters]
    firsts = [code for code, before in zip(codes, [-2, *codes], strict=False) if code != before + 1]
    lasts = [code for code, after in zip(codes, [*codes[1:], -2], strict=True) if code != after - 1]
    return (f"{first:X}-{last:X}" for first, last in zip(firsts, lasts, strict=True))
