"""W(a) = Σ over the parts of a document of weight · tf(a): the term frequency that BM25 is given.

Weights are fixed-point, in thousandths, so that sums are exact: document lengths and scores come out the same in
whatever order documents were written. Scaling every tf by the same factor leaves BM25 unchanged as long as lengths are
scaled with them, so nothing is lost but the fourth decimal of a block's weight.

How much headline and labels weigh was measured on eight sites by nDCG@10. With labelled bodies, 688 known-item queries:
raw pages .878, raw article pages .967, body alone .873, body + headline ×1 .956, ×3 .969, ×5 .974: a body without its
headline ranks worse than the raw page, with the headline ×5 better. With learned bodies and the headline ×5, 40 queries
for a section's stories: section and keywords ×0 .265, ×1 .409, ×2 .444, ×3 .448, ×5 .486; known items .986 throughout.
×3 takes most of that without trusting long lists of tags as much as headlines.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from indexer.text import is_word, joined, terms_and_forms

UNIT = 1000
"""Weight of a word that counts once."""

HEADLINE_WEIGHT = 5.0
ALTERNATIVE_HEADLINE_WEIGHT = 1.0
LABEL_WEIGHT = 3.0
"""Of each section and keyword."""


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of text whose words weigh alike; a phrase never reaches from one part into the next.

    Parameters
    ----------
    kind : str
        `headline`, `label` or `text`.
    text : str
    weight : int
        In thousandths, at least 1.
    terms : str
        The analysed terms, parted by blanks.
    forms : str
        The different words as they are written, parted by blanks.
    beside : str
        Terms beside these, parted by blanks: hyphenated words as one word each, and the different characters of pairs that may be words.
    """

    kind: str
    text: str
    weight: int
    terms: str
    forms: str = ""
    beside: str = ""

    @property
    def values(self) -> tuple[str, ...]:
        """What an index holds of it: stretches of terms that no phrase reaches across."""
        return tuple(filter(None, (self.terms, *self.beside.split())))


def part(kind: str, text: str, language: str, weight: float = 1.0) -> Part:
    """Analyse a text; a weight under one thousandth counts as one, for a kept block must stay findable.

    >>> part("headline", "Fähre läuft aus", "de", 5.0)
    Part(kind='headline', text='Fähre läuft aus', weight=5000, terms='fahr lauft aus', forms='fähre läuft aus', beside='')
    """
    analysed = _remembered(text, language) if len(text) <= _LONGEST_REMEMBERED else _analysed(text, language)
    return Part(kind, text, max(1, round(weight * UNIT)), *analysed)


_REMEMBERED, _LONGEST_REMEMBERED = 4096, 4000
"""Texts, and letters of each: the lines of a site's template stand on all its pages, and a story's in two documents of each."""


def _analysed(text: str, language: str) -> tuple[str, str, str]:
    """A `Part`'s terms, forms and what stands beside them."""
    terms: list[str] = []
    forms: dict[str, None] = {}
    singles: dict[str, None] = {}
    for term, form in terms_and_forms(text, language):
        terms.append(term)
        forms[form] = None
        if not form and len(term) > 1:
            singles |= dict.fromkeys(term)
    beside = " ".join((*(token.term for token in joined(text, language)), *filter(is_word, singles)))
    return " ".join(terms), " ".join(filter(None, forms)), beside


_remembered = lru_cache(maxsize=_REMEMBERED)(_analysed)


def forms_of(parts: Iterable[Part]) -> str:
    """The different words of a document as they are written, parted by blanks."""
    return " ".join(dict.fromkeys(form for each in parts for form in each.forms.split()))


def vector(parts: Iterable[Part]) -> dict[str, int]:
    """W of every term, in thousandths.

    >>> vector([part("headline", "Ferry", "", 5.0), part("text", "the ferry", "", 0.5)])
    {'ferry': 5500, 'the': 500}
    """
    found: dict[int, Counter[str]] = defaultdict(Counter)
    for each in parts:  # many weigh alike
        found[each.weight].update(each.terms.split())
        found[each.weight].update(each.beside.split())
    weights: dict[str, int] = defaultdict(int)
    for weight, frequencies in found.items():
        for term, frequency in frequencies.items():
            weights[term] += weight * frequency
    return dict(weights)


def encode(weights: dict[str, int]) -> bytes:
    r"""A vector as bytes that `lookup` can search without decoding: one line a term.

    >>> encode({"ferry": 5500, "the": 1000})
    b'\nferry\t5.5\nthe\t1'
    """
    # Decimals of whole units, without closing zeros: in most arms most weights are small whole numbers.
    return "".join(f"\n{term}\t{_short(weight)}" for term, weight in sorted(weights.items())).encode()


def lookup_key(term: str) -> bytes:
    r"""What `lookup` looks for: no other term begins or ends alike.

    >>> lookup_key("the")
    b'\nthe\t'
    """
    return f"\n{term}\t".encode()


def lookup(encoded: bytes, key: bytes) -> int:
    r"""W of the term with this key in an encoded vector; 0 where it does not occur.

    >>> lookup(encode({"ferry": 5500, "the": 1000}), lookup_key("the")), lookup(b"", lookup_key("the"))
    (1000, 0)
    """
    start = encoded.find(key)
    if start < 0:
        return 0
    end = encoded.find(b"\n", start + 1)
    return round(float(encoded[start + len(key) : None if end < 0 else end]) * UNIT)


def _short(weight: int) -> str:
    whole, rest = divmod(weight, UNIT)
    return f"{whole}.{rest:03d}".rstrip("0") if rest else str(whole)
