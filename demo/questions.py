"""Queries with known relevant pages, collected while the stories are written.

Kinds: `topic` (words of a topic; grade 2 for its stories, 1 for stories that mention it), `known-item` (a paraphrased headline), `menu` (a
label of the menu, which is on every page), `box` (a place of a story in the most-read box; grade 2 if it is in the headline, 1 if it is in
the body; these words are on many raw pages).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from demo.edition import Edition

_KNOWN_ITEMS = 24
_BOXES = 12


class Questions:
    """Collects the relevant pages of one site's queries; its memory grows with their number."""

    def __init__(self, edition: Edition) -> None:
        self._edition = edition
        rng = Random(edition.seed + "/questions")
        searches = Counter(story.search for story in edition.stories)
        plain = [n for n, s in enumerate(edition.stories) if not s.agency and searches[s.search] == 1]
        self._items = sorted(rng.sample(plain, min(_KNOWN_ITEMS, len(plain))))
        boxed = sorted({n for story in edition.stories for n in edition.most_read(story.published)})
        chosen = rng.sample(boxed, min(_BOXES, len(boxed)))
        self._places = sorted({edition.stories[n].place for n in chosen})
        self._topics: dict[str, list[tuple[str, int]]] = {topic.key: [] for topic in edition.words.topics}
        self._found: dict[str, list[tuple[str, int]]] = {place: [] for place in self._places}
        self._urls: dict[int, list[str]] = {number: [] for number in self._items}

    def add(self, number: int, urls: list[str], body: tuple[str, ...]) -> None:
        """Add a story with all of its URLs."""
        story = self._edition.stories[number]
        text = "\n".join(body)
        for url in urls:
            self._topics[story.topic.key].append((url, 2))
            if story.side_topic is not None:
                self._topics[story.side_topic.key].append((url, 1))
            if number in self._urls:
                self._urls[number].append(url)
            for place in self._places:
                if place in story.headline or place in text:
                    self._found[place].append((url, 2 if place in story.headline else 1))

    def rows(self) -> Iterator[tuple[str, str, str, list[tuple[str, int]]]]:
        """Yield query id, kind, query, and the relevant pages with grades; queries without relevant pages are omitted."""
        for identifier, (kind, query, relevant) in enumerate(row for row in self._all() if row[2]):
            yield f"{kind[0]}{identifier:04d}", kind, query, relevant

    def _all(self) -> Iterator[tuple[str, str, list[tuple[str, int]]]]:
        words = self._edition.words
        for topic in words.topics:
            yield "topic", topic.query, self._topics[topic.key]
            yield "topic", topic.alternative_query, self._topics[topic.key]
        for number in self._items:
            yield "known-item", self._edition.stories[number].search, [(url, 2) for url in self._urls[number]]
        for section in words.sections:
            keys = [topic.key for topic in words.topics if topic.section == section]
            yield "menu", section, _best([page for key in keys for page in self._topics[key]])
        for topic in words.topics:
            yield "menu", topic.label, self._topics[topic.key]
        for place in self._places:
            yield "box", place, self._found[place]


def _best(relevant: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Return each URL once with its highest grade, in order of first occurrence."""
    grades: dict[str, int] = {}
    for url, grade in relevant:
        grades[url] = max(grade, grades.get(url, 0))
    return list(grades.items())
