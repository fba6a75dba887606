"""W(a) = Σ over the parts of a document of weight · tf(a): the term frequency used by BM25.

Weights are fixed-point, in thousandths, so that sums are exact: document lengths and scores do not depend on the order in
which documents were written. Scaling every tf by the same factor leaves BM25 unchanged if lengths are scaled too, so only
the fourth decimal of a block's weight is lost.

The weights of headline and labels were measured on eight sites by nDCG@10. With labelled bodies, 688 known-item queries:
raw pages .878, raw article pages .967, body alone .873, body + headline ×1 .956, ×3 .969, ×5 .974: a body without its
headline ranks worse than the raw page, with the headline ×5 better. With learned bodies and the headline ×5, 40 queries
for a section's stories: section and keywords ×0 .265, ×1 .409, ×2 .444, ×3 .448, ×5 .486; known items .986 throughout.
×3 gains most of that without trusting long lists of tags as much as headlines.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from indexer.text import is_word, joined, terms_and_forms

UNIT = 1000
"""Weight 1.0."""

HEADLINE_WEIGHT = 5.0
ALTERNATIVE_HEADLINE_WEIGHT = 1.0
LABEL_WEIGHT = 3.0
"""Weight of each section and keyword."""


@dataclass(frozen=True, slots=True)
class Part:
    """A text whose words have the same weight; a phrase never spans two parts.

    Parameters
    ----------
    kind : str
        `headline`, `label` or `text`.
    text : str
    weight : int
        In thousandths, at least 1.
    terms : str
        The analysed terms, separated by spaces.
    forms : str
        The distinct words as written, separated by spaces.
    extra_terms : str
        Further terms, separated by spaces: hyphenated words joined into one, and single characters of bigrams that can be words.
    """

    kind: str
    text: str
    weight: int
    terms: str
    forms: str = ""
    extra_terms: str = ""

    @property
    def values(self) -> tuple[str, ...]:
        """The indexed values: runs of terms that no phrase spans."""
        return tuple(filter(None, (self.terms, *self.extra_terms.split())))


def part(kind: str, text: str, language: str, weight: float = 1.0) -> Part:
    """Analyse a text; a weight below one thousandth is raised to it, because a kept block must stay searchable.

    >>> part("headline", "Fähre läuft aus", "de", 5.0)
    Part(kind='headline', text='Fähre läuft aus', weight=5000, terms='fahr lauft aus', forms='fähre läuft aus', extra_terms='')
    """
    analysed = _cached(text, language) if len(text) <= _LONGEST_CACHED else _analysed(text, language)
    return Part(kind, text, max(1, round(weight * UNIT)), *analysed)


_CACHED_TEXTS, _LONGEST_CACHED = 4096, 4000
"""Number of cached texts and their length in characters: template lines recur on all pages, a story's lines in two documents."""


def _analysed(text: str, language: str) -> tuple[str, str, str]:
    """Return a `Part`'s terms, forms and extra terms."""
    terms: list[str] = []
    forms: dict[str, None] = {}
    singles: dict[str, None] = {}
    for term, form in terms_and_forms(text, language):
        terms.append(term)
        forms[form] = None
        if not form and len(term) > 1:
            singles |= dict.fromkeys(term)
    extra_terms = " ".join((*(token.term for token in joined(text, language)), *filter(is_word, singles)))
    return " ".join(terms), " ".join(filter(None, forms)), extra_terms


_cached = lru_cache(maxsize=_CACHED_TEXTS)(_analysed)


def forms_of(parts: Iterable[Part]) -> str:
    """Return the distinct words of a document as written, separated by spaces."""
    return " ".join(dict.fromkeys(form for each in parts for form in each.forms.split()))


def vector(parts: Iterable[Part]) -> dict[str, int]:
    """Return W of every term, in thousandths.

    >>> vector([part("headline", "Ferry", "", 5.0), part("text", "the ferry", "", 0.5)])
    {'ferry': 5500, 'the': 500}
    """
    found: dict[int, Counter[str]] = defaultdict(Counter)
    for each in parts:  # grouped, because many parts have the same weight
        found[each.weight].update(each.terms.split())
        found[each.weight].update(each.extra_terms.split())
    weights: dict[str, int] = defaultdict(int)
    for weight, frequencies in found.items():
        for term, frequency in frequencies.items():
            weights[term] += weight * frequency
    return dict(weights)


def encode(weights: dict[str, int]) -> bytes:
    r"""Encode a vector as bytes that `lookup` can search without decoding, with one line per term.

    >>> encode({"ferry": 5500, "the": 1000})
    b'\nferry\t5.5\nthe\t1'
    """
    # Decimals without trailing zeros: in most arms most weights are small integers.
    return "".join(f"\n{term}\t{_short(weight)}" for term, weight in sorted(weights.items())).encode()


def lookup_key(term: str) -> bytes:
    r"""Return the byte pattern for `lookup`; its delimiters prevent matches within other terms.

    >>> lookup_key("the")
    b'\nthe\t'
    """
    return f"\n{term}\t".encode()


def lookup(encoded: bytes, key: bytes) -> int:
    r"""Return W of the term with this key in an encoded vector, or 0 if it does not occur.

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
