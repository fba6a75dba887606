"""The vocabularies: every slot that a template names exists, nothing is left unexpanded, words follow Zipf's law."""

from __future__ import annotations

import re
from collections import Counter
from datetime import datetime, timedelta
from itertools import pairwise
from math import log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from demo.lexicon import lexicon
from demo.story import plan, write_article

LANGUAGES = ("en", "de", "ja")
START = datetime(2024, 1, 1)  # noqa: DTZ001


@pytest.mark.parametrize("language", LANGUAGES)
def test_twelve_topics_each_with_its_own_vocabulary(language: str) -> None:
    words = lexicon(language)
    assert len(words.topics) == 12
    assert len({topic.query for topic in words.topics}) == 12
    for topic in words.topics:
        for slot, least in {"thing": 3, "actor": 5, "pred": 8, "claim": 5, "cause": 4, "unit": 4, "event": 6}.items():
            assert len(topic.slots[slot]) >= least, (topic.key, slot)
        assert all(len(choice) == 2 for choice in topic.slots["event"]), topic.key
        forms = 3 if language == "de" else 1
        assert {len(choice) for choice in topic.slots["thing"]} == {forms}, topic.key
        if language == "de":
            assert {len(choice) for choice in topic.slots["pred"]} == {2}, topic.key


@pytest.mark.slow
@given(seed=st.integers(0, 10**9), language=st.sampled_from(LANGUAGES), topic=st.integers(0, 11))
@settings(max_examples=150, deadline=None)
def test_no_slot_is_left_open(seed: int, language: str, topic: int) -> None:
    words = lexicon(language)
    story = plan(words, words.topics[topic], str(seed), START)
    told = write_article(words, story, "Paper")
    texts = [story.headline, story.search, story.lead, told.caption]
    texts += [line for block in told.blocks for line in block.texts]
    texts += [part for comment in told.comments for part in comment]
    for text in texts:
        assert text.strip()
        assert not re.search(r"[{}|]| \+ |\.\.|。。|  |、、", text), text
    assert write_article(words, story, "Paper") == told


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
def test_word_frequencies_fall_like_ranks(language: str) -> None:
    """Zipf: log frequency over log rank is near a line of slope -1 between the 5th and the 500th word."""
    words = lexicon(language)
    counts: Counter[str] = Counter()
    for number in range(120):
        story = plan(words, words.topics[number % 12], f"z{number}", START + timedelta(days=number))
        counts.update(re.findall(r"\w+", " ".join(write_article(words, story, "P").body_lines).lower()))
    frequencies = [count for _, count in counts.most_common()]
    slope = (log(frequencies[499]) - log(frequencies[4])) / (log(500) - log(5))
    assert -1.4 < slope < -0.6
    assert all(a >= b for a, b in pairwise(frequencies))
    top = {word for word, _ in counts.most_common(12)}
    assert top & ({"the", "of", "in", "a"} if language == "en" else {"die", "der", "in", "und"})
