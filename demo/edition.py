"""Edition: all stories of a site in order of publication, and the stories that its pages link to.

The contents of a page's boxes (most read on its day, related stories, the week's focus) are looked up by position, so that the time to
build all pages is linear in their number.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from random import Random

from demo.language_formats import FORMATS
from demo.lexicon import Lexicon, Topic, lexicon
from demo.sites import Site
from demo.story import Story, plan

START = datetime(2024, 2, 20)  # noqa: DTZ001 - local time of an invented town
AGENCY_EVERY = 13
"""Every thirteenth story is agency copy and has two URLs on its site."""
_AUTHORS = 5
_MOST_READ = 5
_READ_WINDOW = 14
"""The most-read stories of a day are among the fourteen newest ones."""
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
        """Names of the staff."""
        rng, formats, names = Random(self.seed + "/staff"), FORMATS[self.site.language], self.words.general
        last = rng.sample([choice[0] for choice in names["last"]], _AUTHORS)
        return tuple(formats.name(rng.choice(names["given"])[0], name) for name in last)

    def author(self, number: int) -> str:
        """Return the author of a story: the agency, or a staff member by subject."""
        story = self.stories[number]
        if story.agency:
            return self.words.general["agency"][0][0]
        return self.authors[(self.words.sections.index(story.topic.section) + number % 2) % _AUTHORS]

    @cached_property
    def by_topic(self) -> Mapping[str, list[int]]:
        """Numbers of the stories by topic key."""
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
        """Return the numbers of the most-read stories of a day, best first."""
        key = day.toordinal()
        if key not in self._read:
            until = max(1, bisect_right(self._moments, day.replace(hour=23, minute=59)))
            window = range(max(0, until - _READ_WINDOW), until)
            order = Random(f"{self.seed}/read/{key}").sample(list(window), min(_MOST_READ, len(window)))
            self._read[key] = tuple(order)
        return self._read[key]

    def related(self, number: int) -> tuple[int, ...]:
        """Return other stories on the same topic: earlier ones, or later ones if there are none."""
        group = self.by_topic[self.stories[number].topic.key]
        place = bisect_right(group, number) - 1
        return tuple(group[max(0, place - _RELATED) : place]) or tuple(group[place + 1 : place + 1 + _RELATED])

    def focus(self, day: datetime) -> tuple[Topic, tuple[int, ...]]:
        """Return the topic that the site promotes in the week of a day, and its newest stories up to that day."""
        topic = self.words.topics[day.toordinal() // 7 % len(self.words.topics)]
        group = self.by_topic[topic.key]
        until = bisect_right(group, bisect_right(self._moments, day) - 1)
        return topic, tuple(reversed(group[max(0, until - _RELATED) : until]))


def edition(site: Site, seed: int, articles: int, days: int) -> Edition:
    """Plan a site's stories; topics differ in frequency, and each has at least one of twenty-four stories."""
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
