"""RecentTexts: texts that stories since the fit repeat, counted exactly in bounded space.

No model contains a new line of the template (a subscription pitch, a banner). To count it, a sample of stories is stored: those
with the smallest fingerprints (a bottom-k sample), each as the fingerprints of the texts that the model does not know. A union of such
samples is the sample of the union, so batches in any order give the same result as all pages at once; and a repeated page counts once.

The text itself is stored once two stories of the sample contain it: it is available when the second comes, and both stay in the sample.

References
----------
.. [1] E. Cohen, H. Kaplan, Summarizing data using bottom-k sketches, PODC 2007.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from indexer.site.parts.repetition import repeated_from, template_texts

MOST_STORIES = 64
"""A share of a quarter is known to ± 5 % from this many; they take 7 to 70 KB of a model file."""
MARK_BYTES = 6
"""A fingerprint's size: eight characters in base 64, and no collision to expect among 20,000 texts (1 in a million)."""
_MOST_TEXTS = 300
"""Maximum number of texts per story: those with the smallest fingerprints, so that a text is left out everywhere or nowhere."""
_LONGEST = 500
"""Maximum length in letters of a stored text: longer ones are no template, and the limit bounds the growth of a model file."""
_LEAST_STORIES = 8
"""Minimum number of stories before any text counts as repeated."""


@dataclass(frozen=True, slots=True)
class StoryTexts:
    """One story as the fingerprints of its unknown texts, each sorted.

    Parameters
    ----------
    url : int
        Fingerprint of its page's URL; among copies the page with the smallest represents the story.
    seen : tuple of int
        Texts that the model drops.
    unwanted, wanted : tuple of int
        Texts that the model keeps, by the second extractor's vote.
    """

    url: int
    seen: tuple[int, ...] = ()
    unwanted: tuple[int, ...] = ()
    wanted: tuple[int, ...] = ()

    def texts(self) -> Iterable[int]:
        """Return all fingerprints."""
        return (*self.seen, *self.unwanted, *self.wanted)


@dataclass(frozen=True, slots=True)
class RecentTexts:
    """The sample of stories since the fit.

    Parameters
    ----------
    stories : mapping of int to StoryTexts
        By the story's fingerprint; the MOST_STORIES smallest.
    names : mapping of int to str
        Texts (keys) on at least two stories, by fingerprint.
    """

    stories: Mapping[int, StoryTexts] = field(default_factory=dict)
    names: Mapping[int, str] = field(default_factory=dict)

    def template(self, known: frozenset[str] = frozenset()) -> frozenset[str]:
        """Return the texts on a quarter of the stories that are not known."""
        if len(self.stories) < _LEAST_STORIES:
            return frozenset()
        count = Counter(text for each in self.stories.values() for text in each.texts())
        frequency = {self.names[text]: n for text, n in count.items() if text in self.names}
        return template_texts(frequency, len(self.stories)) - known

    def unwanted(self, least_share: float) -> frozenset[str]:
        """Return the texts that the model keeps on this share of the stories and the second extractor mostly drops."""
        if len(self.stories) < _LEAST_STORIES:
            return frozenset()
        no = Counter(text for each in self.stories.values() for text in each.unwanted)
        yes = Counter(text for each in self.stories.values() for text in each.wanted)
        least = max(repeated_from(len(self.stories)), least_share * len(self.stories))
        return frozenset(
            self.names[text] for text, n in no.items() if text in self.names and n > yes[text] and n + yes[text] >= least
        )


def text_mark(text: str) -> int:
    """Return a text's fingerprint.

    >>> text_mark("a") == text_mark("a") < 2 ** 48, text_mark("a") == text_mark("b")
    (True, False)
    """
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=MARK_BYTES).digest(), "big")


@dataclass(frozen=True, slots=True)
class NewStory:
    """A story to add: its name (a text of its own), its page's URL, and its unknown texts in three groups, as in `StoryTexts`."""

    name: str
    url: str
    seen: Sequence[str] = ()
    unwanted: Sequence[str] = ()
    wanted: Sequence[str] = ()


def add(recent: RecentTexts, new: Iterable[NewStory]) -> RecentTexts:
    """Return the sample with more stories; order and division into calls do not matter.

    >>> a, b = NewStory("Crane", "u1", ["pitch"]), NewStory("Ferry", "u2", ["pitch", "once"])
    >>> both = add(RecentTexts(), [a, b])
    >>> both == add(add(RecentTexts(), [b]), [a]) == add(both, [a]), sorted(both.names.values())
    (True, ['pitch'])
    """
    stories = dict(recent.stories)
    names = dict(recent.names)
    for story in new:
        mark, each = text_mark(story.name), _new_story(story, names)
        if mark not in stories or each.url < stories[mark].url:
            stories[mark] = each
    kept = {mark: stories[mark] for mark in sorted(stories)[:MOST_STORIES]}
    count = Counter(text for each in kept.values() for text in each.texts())
    return RecentTexts(kept, {mark: names[mark] for mark in sorted(names) if count[mark] > 1})


def _new_story(story: NewStory, names: dict[int, str]) -> StoryTexts:
    """Return the story as fingerprints, the smallest first; adds its texts to `names`."""
    by_mark: dict[int, int] = {}
    for group, texts in enumerate((story.seen, story.unwanted, story.wanted)):
        for text in (text for text in texts if len(text) <= _LONGEST):
            mark = text_mark(text)
            names.setdefault(mark, text)
            by_mark[mark] = max(group, by_mark.get(mark, 0))  # a text at several places counts once, as kept if any is
    groups: tuple[list[int], ...] = ([], [], [])
    for mark in sorted(by_mark)[:_MOST_TEXTS]:
        groups[by_mark[mark]].append(mark)
    return StoryTexts(text_mark(story.url), *map(tuple, groups))
