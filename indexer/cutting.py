"""Tokenizer: boundaries of words and numbers in text of any script, in time linear in its length.

Words are cut according to Unicode Standard Annex #29, with adjustments to what readers type: a colon, an underscore or a full stop between
words separates them (feeds and careless mark-up join sentences), letters separated by full stops are one word (U.N.), a unit is a separate
word (10km), a capital within a hashtag begins a word (#OpenData), and spaces between groups of three digits are part of a number (12 500).
Scripts without spaces (Han, kana, Hangul, Thai, Lao, Khmer, Burmese) give overlapping pairs of characters. The boundaries in a text never
depend on its language.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import partial
from typing import NamedTuple

import regex

from indexer.folding import APOSTROPHES, GROUP_SPACES

HYPHENS = "-\u2010\u2011"
HASHES = "#＃"
LOWER, UPPER = r"\p{Ll}", r"\p{Lu}"

UNSPACED = r"[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]&&[\p{L}\p{M}\p{Nl}]]"
LETTER = rf"[\p{{L}}--{UNSPACED}]"
FIRST = rf"[[\p{{L}}\p{{N}}]--[\p{{Nd}}]--{UNSPACED}]"
REST = rf"[[\p{{L}}\p{{M}}\p{{N}}\p{{DI}}]--{UNSPACED}]"
_PIECE = regex.compile(
    rf"{FIRST}(?:{REST}++"
    rf"|[{APOSTROPHES}·‧״\"׳](?<=\p{{L}}[\p{{M}}\p{{DI}}]*.)(?=\p{{DI}}*+{LETTER})(?:(?<=[^\"])|(?<=\p{{Hebrew}}.)(?=\p{{Hebrew}}))"
    r"|[.,](?<=\p{Nd}.)(?=\p{Nd})"
    r")*+"
    rf"|(?P<run>{UNSPACED}++)"
    rf"|(?P<grouped>(?=\p{{Nd}})(?<![\p{{L}}\p{{M}}\p{{Nd}}])(?<!\p{{Nd}}[.,{GROUP_SPACES}])(?!0)\p{{Nd}}{{1,3}}"
    rf"(?<blank>[{GROUP_SPACES}])\p{{Nd}}{{3}}(?:(?P=blank)\p{{Nd}}{{3}}){{0,3}}(?:[.,]\p{{Nd}}{{1,9}})?(?![.,{GROUP_SPACES}]?\p{{Nd}}))"
    rf"|(?P<number>\p{{Nd}}++(?:(?:[.,٬٫．，]|[{APOSTROPHES}](?=\p{{Nd}}{{3}}(?!\p{{Nd}})))(?=\p{{Nd}})\p{{Nd}}++)*+)",
    regex.V1,
)
_TAG = rf"(?<=[{HASHES}])(?={LETTER}){REST}*?{LOWER}(?={UPPER}){REST}++"
_COMPOUND = regex.compile(
    rf"(?={LETTER})(?<![\p{{L}}\p{{M}}\p{{N}}{HYPHENS}]\p{{DI}}*){REST}++(?:[{HYPHENS}](?=[\p{{L}}\p{{Nd}}]){REST}++)+"
    rf"|{_TAG}",
    regex.V1,
)
_WHOLE_TAG = regex.compile(_TAG, regex.V1)
_CAPITAL = regex.compile(rf"(?<={LOWER}){UPPER}", regex.V1)
_CLUSTER = regex.compile(r"\X")
_ONE_LETTER = regex.compile(rf"{LETTER}\p{{M}}*+", regex.V1)


def compounds(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of words whose parts are joined by hyphens, or as a hashtag; the pieces of `cut` are those parts.

    >>> [text[a:b] for text in ["An e-mail, Vor- und Nach-Teile, covid-19, #OpenData"] for a, b in compounds(text)]
    ['e-mail', 'Nach-Teile', 'covid-19', 'OpenData']
    """
    return (match.span() for match in _COMPOUND.finditer(text))


class Kind(StrEnum):
    """The kind of a piece of text."""

    WORD = "word"
    NUMBER = "number"
    PAIR = "pair"
    """of characters of a script without spaces"""


class Piece(NamedTuple):
    """`text[start:end]`."""

    start: int
    end: int
    kind: Kind


def cut(text: str) -> Iterator[Piece]:
    """Yield the pieces of a text, in order.

    >>> [text[a:b] for text in ["U.N. envoy: 12 500 km², 10km #OpenData"] for a, b, _ in cut(text)]
    ['U.N', 'envoy', '12 500', 'km²', '10', 'km', 'Open', 'Data']
    """
    held: Piece | None = None
    for piece in _pieces(text):
        single = (
            piece.kind is _WORD
            and (held is not None or text.startswith(".", piece.end))
            and _ONE_LETTER.fullmatch(text, piece.start, piece.end) is not None
        )
        if held is not None:
            if single and piece.start == held.end + 1 and text[held.end] == ".":
                held = held._replace(end=piece.end)
                continue
            yield held
            held = None
        if single:
            held = piece
        else:
            yield piece
    if held is not None:
        yield held


_piece = partial(tuple.__new__, Piece)
"""`Piece._make` without a Python call: a text consists of pieces."""
_WORD, _NUMBER = Kind.WORD, Kind.NUMBER


def _pieces(text: str) -> Iterator[Piece]:
    tags = any(mark in text for mark in HASHES)
    for match in _PIECE.finditer(text):
        group = match.lastgroup
        if group == "run":
            yield from _pairs(match.group(), match.start())
        elif tags and group is None and match.start() and text[match.start() - 1] in HASHES:
            yield from _words_of_tag(text, *match.span())
        else:
            yield _piece((*match.span(), _WORD if group is None else _NUMBER))


def _words_of_tag(text: str, start: int, end: int) -> Iterator[Piece]:
    """Yield the words of a hashtag, each from its capital."""
    tag = _WHOLE_TAG.fullmatch(text, start, end)
    starts = [start, *(capital.start() for capital in _CAPITAL.finditer(text, start, end) if tag)]
    for first, last in zip(starts, [*starts[1:], end], strict=True):
        yield Piece(first, last, _WORD)


def _pairs(run: str, offset: int) -> Iterator[Piece]:
    """Yield overlapping pairs of user-perceived characters of a run; the run itself if it has only one."""
    starts = [offset + cluster.start() for cluster in _CLUSTER.finditer(run)]
    ends = [*starts[1:], offset + len(run)]
    if len(starts) == 1:
        yield Piece(starts[0], ends[0], Kind.PAIR)
    for start, end in zip(starts, ends[1:], strict=False):
        yield Piece(start, end, Kind.PAIR)
