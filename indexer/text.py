"""The analyzer: text of any script to the terms of the index, with the place of each in the text.

Documents are analysed in their own language. A query's language is unknown, so it is analysed in every language in the index,
and a word's different terms count as one word (`indexer.index.query`). For this to work with phrases, the boundaries in a
text never depend on the language; only the terms do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from threading import Lock
from types import MappingProxyType
from typing import NamedTuple

import regex
import Stemmer

from indexer.cutting import HASHES, HYPHENS, Kind, Piece, compounds, cut
from indexer.folding import APOSTROPHES, folded, folded_number, written

ANALYSER_VERSION = 5
"""Incremented whenever the same text gives other terms: older indexes must be rebuilt."""

MAX_TERM_LENGTH = 64
"""Maximum number of characters of a term; the longest dictionary words are shorter, and longer ones are data that nobody types."""

STEMMERS = MappingProxyType({
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek", "en": "english",
    "eo": "esperanto", "es": "spanish", "et": "estonian", "eu": "basque", "fa": "persian", "fi": "finnish",
    "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian", "id": "indonesian",
    "it": "italian", "lt": "lithuanian", "nb": "norwegian", "ne": "nepali", "nl": "dutch", "nn": "norwegian",
    "no": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian",
    "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
})  # fmt: skip
"""ISO 639-1 code to Snowball algorithm (snowballstem.org/algorithms). The German one makes ä and ae, ö and oe equal."""

ELISIONS = MappingProxyType(
    {
        "ca": "d l m n s t",
        "fr": "c d j jusqu l lorsqu m n puisqu qu quoiqu s t",
        "ga": "b d m",
        "it": "agl all c coll d dagl dall degl dell gl l m negl nell pell s sugl sull t un v",
    }
)
"""Words that lose their vowel before another word (the lists of Lucene's ElisionFilter)."""

LONGEST = 4 * MAX_TERM_LENGTH
"""Maximum number of characters of a word that are analysed; the rest of a longer one is not part of its term."""
_REMEMBERED = 1 << 14
"""Number of cached terms of words: with 256 characters of four bytes each, and as much for the term, at most 35 MB; 5 MB for news."""
_IGNORABLE_END = regex.compile(r"(?<!\p{DI})\p{DI}+\Z", regex.V1)
_TO_APOSTROPHE = str.maketrans(dict.fromkeys(APOSTROPHES, "'"))
_WITHOUT_HYPHENS = str.maketrans(dict.fromkeys(HYPHENS, ""))
TURKIC = frozenset({"az", "tr"})
_MAY_BE_WORDS = regex.compile(r"[\p{Han}\p{Hangul}]")
_STEMMING = Lock()


class Token(NamedTuple):
    """One term and its place; a tuple, because a site has millions of them.

    `text[start:end]` is the text to highlight; `position` counts terms from 0 and is used for phrases.
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
    """Return the primary subtag of a BCP 47 language tag, lower case, or "".

    >>> language_code("de-AT"), language_code("zh_Hant_TW"), language_code("")
    ('de', 'zh', '')
    """
    return tag.strip().replace("_", "-").split("-", 1)[0].lower()


def analyse(text: str, language: str = "") -> list[Token]:
    """Cut a text into words and return the term of each.

    `indexer.cutting` defines the boundaries, `indexer.folding` which letters and digits are equal. Folding comes before
    stemming, so that a word typed without its accents has the term of the accented word; `forms` keeps the written form.

    Parameters
    ----------
    text : str
    language : str
        BCP 47 tag; text in unknown or unsupported languages is folded but not stemmed.

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
    for piece in cut(text):
        found = _term(text, piece, code)
        if found.term:
            tokens.append(Token(found.term, piece.start + found.lead, piece.end - found.tail, len(tokens)))
    return tokens


def terms(text: str, language: str = "") -> list[str]:
    """Return the terms of `analyse` without their places.

    >>> terms("Die Fähre, the faehre", "de-DE")
    ['die', 'fahr', 'the', 'fahr']
    """
    code = language_code(language)
    found = (_term(text, piece, code).term for piece in cut(text))
    return [term for term in found if term]


def forms(text: str) -> list[str]:
    """Return the written form of the word of each term; "" in scripts without spaces, whose pairs of characters are no words.

    >>> forms("São Paulo: 12,500")
    ['são', 'paulo', '12,500']
    """
    return [form for _, form in terms_and_forms(text)]


def terms_and_forms(text: str, language: str = "") -> Iterator[tuple[str, str]]:
    """Yield the pairs of `terms` and `forms` in one pass; they are not stored, because those of a long text take ten times its size.

    >>> list(terms_and_forms("Ferries", "en"))
    [('ferri', 'ferries')]
    """
    code = language_code(language)
    for start, end, kind in cut(text):
        surface = text[start:end]
        found = (_known_pair if len(surface) <= LONGEST else _pair)(surface, kind, code)
        if found[0]:
            yield found


def joined(text: str, language: str = "") -> list[Token]:
    """Return the hyphenated words and hashtags of several words as one term each: the term of the word without hyphens.

    They complement the result of `analyse`; positions count only them.

    >>> joined("An e-mail on COVID-19", "en")
    [Token(term='email', start=3, end=9, position=0), Token(term='covid19', start=13, end=21, position=1)]
    """
    if not any(sign in text for sign in HYPHENS + HASHES):
        return []
    code = language_code(language)
    tokens: list[Token] = []
    for start, end in compounds(text):
        whole = text[start:end].translate(_WITHOUT_HYPHENS)
        if len(whole) <= MAX_TERM_LENGTH and (term := _remembered(whole, Kind.WORD, code).term):
            tokens.append(Token(term, start, end, len(tokens)))
    return tokens


def is_word(character: str) -> bool:
    """Return whether one character of a pair may be a word of its own: Han and Hangul, not kana or Thai.

    >>> is_word("猫"), is_word("집"), is_word("か")
    (True, True, False)
    """
    return _MAY_BE_WORDS.fullmatch(character) is not None


def phrases(found: Sequence[str], words: int) -> tuple[str, ...]:
    """Return phrases of this many consecutive terms; fewer terms are one phrase, no terms are none.

    >>> phrases(["the", "new", "crane"], 2), phrases(["home"], 2), phrases(["the", "crane"], 1), phrases([], 2)
    (('the new', 'new crane'), ('home',), ('the', 'crane'), ())
    """
    if words == 1 or not found:
        return tuple(found)
    return tuple(" ".join(found[i : i + words]) for i in range(max(1, len(found) - words + 1)))


def _term(text: str, piece: Piece, code: str) -> _Folded:
    """Return a piece's term, and the numbers of characters at its ends outside the term; only short pieces are cached."""
    surface = text[piece.start : piece.end]
    return (_remembered if len(surface) <= LONGEST else _folded)(surface, piece.kind, code)


def _pair(surface: str, kind: Kind, code: str) -> tuple[str, str]:
    """Return a piece's term and its written form."""
    return _folded(surface, kind, code).term, "" if kind is Kind.PAIR else written(surface[:MAX_TERM_LENGTH])


_known_pair = lru_cache(maxsize=_REMEMBERED)(_pair)


def _folded(surface: str, kind: Kind, code: str) -> _Folded:
    if kind is Kind.NUMBER:
        return _Folded(folded_number(surface[:LONGEST])[:MAX_TERM_LENGTH], 0, 0)
    lead, tail = _trim(surface, code) if kind is Kind.WORD else (0, 0)
    term = folded(surface[lead : len(surface) - tail][:LONGEST], code)
    if not term:  # nothing remains after an elided article
        lead, term = 0, folded(surface[:LONGEST], code)
    algorithm = STEMMERS.get(code)
    if algorithm and kind is Kind.WORD:
        with _STEMMING:  # a Snowball stemmer is not thread-safe
            term = str(_stemmer(algorithm).stemWord(term[:MAX_TERM_LENGTH])) or term
    return _Folded(term[:MAX_TERM_LENGTH], lead, tail)


_remembered = lru_cache(maxsize=_REMEMBERED)(_folded)


def _trim(surface: str, code: str) -> tuple[int, int]:
    """Return the lengths of the prefix (an elided article) and suffix (a possessive s, a Turkish suffix after its apostrophe) of a word."""
    if surface.isascii() and surface.isalnum():
        return 0, 0
    tail = len(surface) - len(_IGNORABLE_END.sub("", surface))
    head, mark, rest = surface[: len(surface) - tail].translate(_TO_APOSTROPHE).partition("'")
    if not mark or not head:
        return 0, tail
    if code in TURKIC or rest in {"s", "S"}:
        return 0, len(surface) - len(head)
    elided = folded(head[:LONGEST]) in ELISIONS.get(code, "").split()
    return (len(head) + 1 if elided else 0), tail


@cache
def _stemmer(algorithm: str) -> Stemmer.Stemmer:
    return Stemmer.Stemmer(algorithm, 0)  # 0: no cache of its own, `_fold` has one
