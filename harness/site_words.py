"""Generated text from the words of a site, in its language and script."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable

from indexer.page.blocks import weight

_WORD = re.compile(r"[^\W\d_]{4,14}")
_COMMON = 300


class Words:
    """Generates text from the words of a site.

    Parameters
    ----------
    texts : iterable of str
        The labelled bodies.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        count: Counter[str] = Counter()
        spaced = 0
        for text in texts:
            words = _WORD.findall(text)
            spaced += len(words) - sum(weight(word) > len(word) for word in words) * 2
            count.update(words)
        self.spaced = spaced > 0
        found = [word if self.spaced else word[:4] for word, _ in sorted(count.items(), key=lambda item: (-item[1], item[0]))[:_COMMON]]
        self.words = found or ["Crane"]

    def phrase(self, rng: random.Random, number: int) -> str:
        """Return `number` words, the first one capitalised if the script has capital letters."""
        text = (" " if self.spaced else "").join(rng.choices(self.words, k=number))
        return text[:1].upper() + text[1:]

    def name(self, rng: random.Random) -> str:
        """Return two capitalised words."""
        return (" " if self.spaced else "").join(word.capitalize() for word in rng.choices(self.words, k=2))

    def sentence(self, rng: random.Random, number: int = 14) -> str:
        """Return `number` words with a comma and a full stop."""
        comma, stop = (", ", ".") if self.spaced else ("，", "。")
        half = self.phrase(rng, number // 2) + comma
        rest = self.phrase(rng, number - number // 2)
        return half + rest[:1].lower() + rest[1:] + stop
