"""The one analyser: text of any script to the terms of the index, with the place of each in the text.

Documents are analysed in their own language. A query's language is unknown, so it is analysed in every language that
the index holds, and a word's different terms count as one word (`indexer.index.query`). For that to work with phrases,
*where* a text is cut never depends on the language; only what becomes of each piece does.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from threading import Lock
from types import MappingProxyType
from typing import NamedTuple

import regex
import Stemmer

ANALYSER_VERSION = 1
"""Raised whenever the same text gives other terms: an index made before then has to be built anew."""

MAX_TERM_LENGTH = 64
"""Characters kept of a term; the longest dictionary words are shorter, what is longer is data that nobody types."""

STEMMERS = MappingProxyType({
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek", "en": "english",
    "eo": "esperanto", "es": "spanish", "et": "estonian", "eu": "basque", "fa": "persian", "fi": "finnish",
    "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian", "id": "indonesian",
    "it": "italian", "lt": "lithuanian", "nb": "norwegian", "ne": "nepali", "nl": "dutch", "nn": "norwegian",
    "no": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian",
    "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
})  # fmt: skip
"""ISO 639-1 code to Snowball algorithm (snowballstem.org/algorithms). The German one makes ä and ae, ö and oe equal."""

ELISIONS = MappingProxyType({
    "ca": "d l m n s t",
    "fr": "c d j jusqu l lorsqu m n puisqu qu quoiqu s t",
    "ga": "b d m",
    "it": "agl all c coll d dagl dall degl dell gl l m negl nell pell s sugl sull t un v",
})
"""Words that lose their vowel before another one (the lists of Lucene's ElisionFilter)."""

_APOSTROPHES = "'’‘ʼʻ＇`´"
_UNSPACED = (
    r"[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]&&[\p{L}\p{M}\p{Nl}]]"
)
_LETTER = rf"[\p{{L}}--{_UNSPACED}]"
_FIRST = rf"[[\p{{L}}\p{{N}}_]--{_UNSPACED}]"
_REST = rf"[[\p{{L}}\p{{M}}\p{{N}}_\p{{DI}}]--{_UNSPACED}]"
_PIECE = regex.compile(
    rf"(?P<run>{_UNSPACED}++)"
    rf"|(?<!{_REST}){_LETTER}\p{{M}}*+(?:\.{_LETTER}\p{{M}}*+)++(?!{_REST})"  # U.S., e.g.
    rf"|{_FIRST}(?:{_REST}++"
    rf"|[{_APOSTROPHES}·‧״\"׳](?<=\p{{L}}[\p{{M}}\p{{DI}}]*.)(?=\p{{DI}}*+{_LETTER})(?:(?<=[^\"])|(?<=\p{{Hebrew}}.)(?=\p{{Hebrew}}))"
    r"|[.,](?<=\p{Nd}.)(?=\p{Nd})"
    r")*+",
    regex.V1,
)
_CLUSTER = regex.compile(r"\X")
_IGNORABLE = regex.compile(r"\p{DI}+", regex.V1)
_IGNORABLE_END = regex.compile(r"\p{DI}+\Z", regex.V1)
_BLANK = regex.compile(r"\s+")
_TO_APOSTROPHE = str.maketrans(dict.fromkeys(_APOSTROPHES, "'") | {'"': "״"})
_TURKIC = frozenset({"az", "tr"})
_TURKIC_CASE = str.maketrans({"I": "ı", "İ": "i"})
_STEMMING = Lock()


class Token(NamedTuple):
    """One term and where it stands; a tuple, because a site has millions of them.

    `text[start:end]` is what to mark in the text; `position` counts terms from 0 and is what phrases compare.
    """

    term: str
    start: int
    end: int
    position: int


class _Folded(NamedTuple):
    term: str
    lead: int
    tail: int


def language_code(tag: str) -> str:
    """The primary subtag of a BCP 47 language tag, lower case, or "".

    >>> language_code("de-AT"), language_code("zh_Hant_TW"), language_code("")
    ('de', 'zh', '')
    """
    return tag.strip().replace("_", "-").split("-", 1)[0].lower()


def analyse(text: str, language: str = "") -> list[Token]:
    """Cut a text into words and give each its term.

    Words are cut as Unicode Standard Annex #29 has it, except that a colon or a full stop between letters parts words
    (feeds and careless mark-up glue sentences together); scripts without spaces (Han, kana, Hangul, Thai, Lao, Khmer,
    Burmese) give overlapping pairs of characters. Soft hyphens and zero-width characters inside a word do not count.

    Parameters
    ----------
    text : str
    language : str
        BCP 47 tag; unknown or unsupported languages are folded but not stemmed.

    Returns
    -------
    list of Token
        In text order, positions 0, 1, 2 …; the number of tokens does not depend on the language.

    Examples
    --------
    >>> [token.term for token in analyse("L’avocat plaide", "fr")]
    ['avocat', 'plaid']
    >>> analyse("L’avocat", "fr")[0]
    Token(term='avocat', start=2, end=8, position=0)
    >>> [(token.term, token.start, token.end) for token in analyse("水库水位 31%")]
    [('水库', 0, 2), ('库水', 1, 3), ('水位', 2, 4), ('31', 5, 7)]

    References
    ----------
    Unicode Standard Annex #29, Unicode Text Segmentation; Snowball, snowballstem.org.
    """
    code = language_code(language)
    tokens: list[Token] = []
    for start, end in _pieces(text):
        folded = _fold(text[start:end], code)
        if folded.term:
            tokens.append(Token(folded.term, start + folded.lead, end - folded.tail, len(tokens)))
    return tokens


def terms(text: str, language: str = "") -> list[str]:
    """The terms alone, in text order: what `analyse` gives, for those who do not ask where.

    >>> terms("Die Fähre, the faehre", "de-DE")
    ['die', 'fahr', 'the', 'fahr']
    """
    code = language_code(language)
    folded = (_fold(text[start:end], code).term for start, end in _pieces(text))
    return [term for term in folded if term]


def phrases(found: Sequence[str], words: int) -> tuple[str, ...]:
    """Terms as phrases of so many that follow one another; fewer terms are one phrase, none are none.

    >>> phrases(["the", "new", "crane"], 2), phrases(["home"], 2), phrases(["the", "crane"], 1), phrases([], 2)
    (('the new', 'new crane'), ('home',), ('the', 'crane'), ())
    """
    if words == 1 or not found:
        return tuple(found)
    return tuple(" ".join(found[i : i + words]) for i in range(max(1, len(found) - words + 1)))


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    for match in _PIECE.finditer(text):
        if match.lastgroup is None:
            yield match.span()
        else:
            yield from _pairs(match.group(), match.start())


def _pairs(run: str, offset: int) -> Iterator[tuple[int, int]]:
    """Overlapping pairs of user-perceived characters of a run; the run itself if it has only one."""
    starts = [offset + cluster.start() for cluster in _CLUSTER.finditer(run)]
    ends = [*starts[1:], offset + len(run)]
    if len(starts) == 1:
        yield starts[0], ends[0]
    yield from zip(starts, ends[1:], strict=False)


@lru_cache(maxsize=1 << 16)
def _fold(surface: str, code: str) -> _Folded:
    """A word's term in a language, and how many characters at its ends the term leaves out."""
    lead, tail = _trim(surface, code)
    word = surface[lead : len(surface) - tail]
    term = _casefold(_IGNORABLE.sub("", word), code).strip("'")[:MAX_TERM_LENGTH]
    algorithm = STEMMERS.get(code)
    if algorithm and "." not in term:  # not what is left of U.S. without its plural
        with _STEMMING:  # a Snowball stemmer is not made for two threads at once
            term = str(_stemmer(algorithm).stemWord(term)) or term
    return _Folded(term, lead, tail)


def _trim(surface: str, code: str) -> tuple[int, int]:
    """Characters before (an elided article) and after (a Turkish suffix behind its apostrophe) the word itself."""
    if surface.isalnum():
        return 0, 0
    tail = len(surface) - len(_IGNORABLE_END.sub("", surface))
    head, mark, _ = surface.translate(_TO_APOSTROPHE).partition("'")
    if not mark or not head:
        return 0, tail
    if code in _TURKIC:
        return 0, len(surface) - len(head)
    elided = _casefold(_IGNORABLE.sub("", head), code) in ELISIONS.get(code, "").split()
    return (len(head) + 1 if elided else 0), tail


def _casefold(word: str, code: str) -> str:
    """Lower case for comparison; dotted capital İ becomes plain i everywhere, I becomes ı in Turkish and Azeri."""
    word = unicodedata.normalize("NFKC", word).translate(_TO_APOSTROPHE)
    if code in _TURKIC:
        word = word.translate(_TURKIC_CASE)
    folded = word.casefold().replace("i\u0307", "i")
    return str(_BLANK.sub("", unicodedata.normalize("NFKC", folded)))  # NFKC puts blanks into some letters (U+FDFA)


@cache
def _stemmer(algorithm: str) -> Stemmer.Stemmer:
    return Stemmer.Stemmer(algorithm, 0)  # 0: no cache of its own, `_fold` has one
