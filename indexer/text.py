"""The one analyser: text of any script to the terms of the index, with the place of each in the text.

Documents are analysed in their own language. A query's language is unknown, so it is analysed in every language that
the index holds, and a word's different terms count as one word (`indexer.index.query`). For that to work with phrases,
*where* a text is cut never depends on the language; only what becomes of each piece does.
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

ELISIONS = MappingProxyType(
    {
        "ca": "d l m n s t",
        "fr": "c d j jusqu l lorsqu m n puisqu qu quoiqu s t",
        "ga": "b d m",
        "it": "agl all c coll d dagl dall degl dell gl l m negl nell pell s sugl sull t un v",
    }
)
"""Words that lose their vowel before another one (the lists of Lucene's ElisionFilter)."""

LONGEST = 4 * MAX_TERM_LENGTH
"""Characters of a word that are looked at; of a longer one the rest is left out of its term."""
_REMEMBERED = 1 << 15
"""Words whose terms are kept: at 256 characters of four bytes each at most, and as much again for the term, 70 MB; 10 MB for news."""
_IGNORABLE_END = regex.compile(r"(?<!\p{DI})\p{DI}+\Z", regex.V1)
_TO_APOSTROPHE = str.maketrans(dict.fromkeys(APOSTROPHES, "'"))
_WITHOUT_HYPHENS = str.maketrans(dict.fromkeys(HYPHENS, ""))
TURKIC = frozenset({"az", "tr"})
_MAY_BE_WORDS = regex.compile(r"[\p{Han}\p{Hangul}]")
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
    """Return the primary subtag of a BCP 47 language tag, lower case, or "".

    >>> language_code("de-AT"), language_code("zh_Hant_TW"), language_code("")
    ('de', 'zh', '')
    """
    return tag.strip().replace("_", "-").split("-", 1)[0].lower()


def analyse(text: str, language: str = "") -> list[Token]:
    """Cut a text into words and give each its term.

    Where the text is cut is told in `indexer.cutting`, what letters and digits are alike in `indexer.folding`. Folding comes before
    stemming, so that a word typed without its accents has the term of the word with them; `forms` keeps what was written.

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
    for piece in cut(text):
        found = _term(text, piece, code)
        if found.term:
            tokens.append(Token(found.term, piece.start + found.lead, piece.end - found.tail, len(tokens)))
    return tokens


def terms(text: str, language: str = "") -> list[str]:
    """Return the terms alone, in text order: what `analyse` gives, for those who do not ask where.

    >>> terms("Die Fähre, the faehre", "de-DE")
    ['die', 'fahr', 'the', 'fahr']
    """
    code = language_code(language)
    found = (_term(text, piece, code).term for piece in cut(text))
    return [term for term in found if term]


def forms(text: str) -> list[str]:
    """Return the words as they are written, one for each term; "" in scripts without spaces, whose pairs of characters are no words.

    >>> forms("São Paulo: 12,500")
    ['são', 'paulo', '12,500']
    """
    return [form for _, form in terms_and_forms(text)]


def terms_and_forms(text: str, language: str = "") -> Iterator[tuple[str, str]]:
    """What `terms` and `forms` give, in one pass; pairs are not held, as those of a long text take ten times its room.

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
    """Return the hyphenated words and hashtags of several words, each as one term: what the word has that is written without hyphens.

    They stand beside what `analyse` gives; a position counts them alone.

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
    """Terms as phrases of so many that follow one another; fewer terms are one phrase, none are none.

    >>> phrases(["the", "new", "crane"], 2), phrases(["home"], 2), phrases(["the", "crane"], 1), phrases([], 2)
    (('the new', 'new crane'), ('home',), ('the', 'crane'), ())
    """
    if words == 1 or not found:
        return tuple(found)
    return tuple(" ".join(found[i : i + words]) for i in range(max(1, len(found) - words + 1)))


def _term(text: str, piece: Piece, code: str) -> _Folded:
    """Return a piece's term, and how many characters at its ends the term leaves out; only short pieces are remembered."""
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
    if not term:  # nothing is left behind an elided article
        lead, term = 0, folded(surface[:LONGEST], code)
    algorithm = STEMMERS.get(code)
    if algorithm and kind is Kind.WORD:
        with _STEMMING:  # a Snowball stemmer is not made for two threads at once
            term = str(_stemmer(algorithm).stemWord(term[:MAX_TERM_LENGTH])) or term
    return _Folded(term[:MAX_TERM_LENGTH], lead, tail)


_remembered = lru_cache(maxsize=_REMEMBERED)(_folded)


def _trim(surface: str, code: str) -> tuple[int, int]:
    """Characters before (an elided article) and after (a possessive s, a Turkish suffix behind its apostrophe) the word itself."""
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
