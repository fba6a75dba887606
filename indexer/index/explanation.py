"""Explanation: what each word of a query adds to a document's score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Contribution:
    """One word's part of a score.

    Parameters
    ----------
    terms : tuple of str
        The terms that the word has in the languages of the index; they count as one word.
    weight : float
        W of the word in the document: 1.0 for a word that stands there once with full weight.
    idf : float
        Counted as often as the word stands in the query.
    score : float
        What it adds.
    """

    terms: tuple[str, ...]
    weight: float
    idf: float
    score: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """A score as a sum of words, times the document's freshness where that was asked for.

    Parameters
    ----------
    words : tuple of Contribution
        Those that the document has, in alphabetical order.
    length, mean_length : float
        ΣW of the document, and the mean of all as the engine knows it; 0.0 where no word was scored.
    freshness : float
    """

    words: tuple[Contribution, ...]
    length: float
    mean_length: float
    freshness: float = 1.0

    def record(self) -> dict[str, Any]:
        """The JSON object that `winnow search --explain --json` prints.

        >>> Explanation((Contribution(("crane",), 5.0, 1.2, 0.9),), 80.0, 100.0).record()["words"]
        [{'terms': ['crane'], 'weight': 5.0, 'idf': 1.2, 'score': 0.9}]
        """
        return {
            "words": [
                {
                    "terms": list(word.terms),
                    "weight": round(word.weight, 3),
                    "idf": round(word.idf, 6),
                    "score": round(word.score, 6),
                }
                for word in self.words
            ],
            "length": round(self.length, 3),
            "meanLength": round(self.mean_length, 3),
            "freshness": round(self.freshness, 6),
        }
