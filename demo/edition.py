"""Edition: all stories of a site in order of publication, and who stands next to whom on its pages.

Everything a page asks for (most read on its day, related stories, the week's focus) is looked up by position, so that
making all pages costs time linear in their number.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from random import Random

from demo.lexicon import Lexicon, Topic, lexicon
from demo.sites import Site
from demo.story import Story, plan
from demo.tongue import TONGUES

START = datetime(2024, 2, 20)  # noqa: DTZ001 - local time of an invented town
AGENCY_EVERY = 13
"""Each thirteenth story is agency copy and stands under two URLs of its site."""
_AUTHORS = 5
_MOST_READ = 5
_READ_WINDOW = 14
"""Readers of a day choose among the fourteen newest stories."""
_RELATED = 3


@dataclass(frozen=True)
class Edition:
    """A site's stories, oldest first."""

    site: Site
    words: Lexicon
    stories: tuple[Story, ...]
    seed: str

    @cached_property
    def authors(self) -> tuple[str, ...]:
        """The names of the staff."""
        rng, tongue, names = Random(self.seed + "/staff"), TONGUES[self.site.language], self.words.general
        last = rng.sample([choice[0] for choice in names["last"]], _AUTHORS)
        return tuple(tongue.name(rng.choice(names["given"])[0], name) for name in last)

    def author(self, number: int) -> str:
        """Who wrote a story: the agency, or one of the staff by subject."""
        story = self.stories[number]
        if story.agency:
            return self.words.general["agency"][0][0]
        return self.authors[(self.words.sections.index(story.topic.section) + number % 2) % _AUTHORS]

    @cached_property
    def by_topic(self) -> Mapping[str, list[int]]:
        """Topic key to the numbers of its stories."""
        groups: dict[str, list[int]] = defaultdict(list)
        for number, story in enumerate(self.stories):
            groups[story.topic.key].append(number)
        return groups

    @cached_property
    def _moments(self) -> list[datetime]:
        return [story.published for story in self.stories]

    @cached_property
    def _read(self) -> dict[int, tuple[int, ...]]:
        return {}

    def most_read(self, day: datetime) -> tuple[int, ...]:
        """Numbers of the stories that are read most on a day, best first."""
        key = day.toordinal()
        if key not in self._read:
            until = max(1, bisect_right(self._moments, day.replace(hour=23, minute=59)))
            window = range(max(0, until - _READ_WINDOW), until)
            order = Random(f"{self.seed}/read/{key}").sample(list(window), min(_MOST_READ, len(window)))
            self._read[key] = tuple(order)
        return self._read[key]

    def related(self, number: int) -> tuple[int, ...]:
        """Other stories on the same topic: the ones before, or after where there are none."""
        group = self.by_topic[self.stories[number].topic.key]
        place = bisect_right(group, number) - 1
        return tuple(group[max(0, place - _RELATED) : place]) or tuple(group[place + 1 : place + 1 + _RELATED])

    def focus(self, day: datetime) -> tuple[Topic, tuple[int, ...]]:
        """The topic that the site pushes in a day's week, and its newest stories up to then."""
        topic = self.words.topics[day.toordinal() // 7 % len(self.words.topics)]
        group = self.by_topic[topic.key]
        until = bisect_right(group, bisect_right(self._moments, day) - 1)
        return topic, tuple(reversed(group[max(0, until - _RELATED) : until]))


def edition(site: Site, seed: int, articles: int, days: int) -> Edition:
    """Plan a site's stories; some topics get more than others, each at least one in twenty-four."""
    words, base = lexicon(site.language), f"{seed}/{site.key}"
    rng = Random(base + "/topics")
    topics = words.topics
    order = [topics[n % len(topics)] for n in range(articles // 2)]
    order += rng.choices(topics, [1 / (rank + 1) for rank in range(len(topics))], k=articles - len(order))
    rng.shuffle(order)
    minutes = days * 24 * 60
    stories = tuple(
        plan(
            words, topic, f"{base}/{number}", START + timedelta(minutes=(number + 1) * minutes // (articles + 1)),
            agency=number % AGENCY_EVERY == AGENCY_EVERY // 2,
        )
        for number, topic in enumerate(order)
    )
    return Edition(site, words, stories, base)
