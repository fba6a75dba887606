"""Sites whose model was doubted in a run: the number of articles with a fuller answer than the model's, and the reasons."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from indexer.article.cleaned import Cleaned
from indexer.site.types.page_type import ARTICLE


class DoubtedSites:
    """Counter of doubts over a stream of results."""

    def __init__(self) -> None:
        self._articles: Counter[str] = Counter()
        self._doubted: Counter[str] = Counter()
        self._doubts: dict[str, Counter[str]] = defaultdict(Counter)

    def watching(self, results: Iterable[Cleaned]) -> Iterator[Cleaned]:
        """Yield the results unchanged, counting each."""
        for cleaned in results:
            self.add(cleaned)
            yield cleaned

    def add(self, cleaned: Cleaned) -> None:
        """Count one result; only articles have an answer to doubt."""
        if cleaned.page_type == ARTICLE:
            self._articles[cleaned.site] += 1
            self._doubted[cleaned.site] += bool(cleaned.doubts)
            self._doubts[cleaned.site].update(doubt.value for doubt in cleaned.doubts)

    def counts(self) -> dict[str, dict[str, int]]:
        """Return by site with a doubted article `articles`, `doubted`, and the number of articles per doubt."""
        return {
            site: {"articles": self._articles[site], "doubted": doubted, **dict(sorted(self._doubts[site].items()))}
            for site, doubted in sorted(self._doubted.items())
            if doubted
        }

    def lines(self) -> list[str]:
        """Return one line per site, for people.

        >>> DoubtedSites().lines()
        []
        """
        lines = []
        for site, counts in self.counts().items():
            why = ", ".join(f"{doubt} {pages}" for doubt, pages in counts.items() if doubt not in ("articles", "doubted"))
            lines.append(f"{site}: the model's answer was doubted on {counts['doubted']} of {counts['articles']} articles: {why}")
        return lines
