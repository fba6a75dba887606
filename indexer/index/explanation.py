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
        The word's terms in the languages of the index; they count as one word.
    weight : float
        W of the word in the document: 1.0 for one occurrence with full weight.
    idf : float
        Multiplied by the number of the word's occurrences in the query.
    score : float
        Its part of the document's score.
    """

    terms: tuple[str, ...]
    weight: float
    idf: float
    score: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """A score as the sum of its words' scores, multiplied by the document's freshness if requested.

    Parameters
    ----------
    words : tuple of Contribution
        The query's words in the document, in alphabetical order.
    length, mean_length : float
        ΣW of the document, and its mean over all documents according to the engine; 0.0 if no word was scored.
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
