"""Frequency of texts on a site, and the thresholds for repetition."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from indexer.site.sample import Member


def text_stories(sample: Iterable[Member]) -> dict[str, int]:
    """Return the number of stories with each text (by key)."""
    found: dict[str, set[int]] = defaultdict(set)
    for m in sample:
        for k in m.evidence.key:
            if k:
                found[k].add(m.story)
    return {k: len(stories) for k, stories in found.items()}


def template_texts(frequency: Mapping[str, int], stories: int) -> frozenset[str]:
    """Return the texts on a quarter of the stories, which are template in any place.

    >>> sorted(template_texts({"menu": 9, "story": 1, "box": 2}, 9)), sorted(template_texts({"menu": 1}, 1))
    (['menu'], [])
    """
    if stories < 2:
        return frozenset()
    least = max(2 if stories < 8 else max(3, 0.05 * stories), 0.25 * stories)
    return frozenset(k for k, count in frequency.items() if count >= least)


def repeated_from(stories: int) -> float:
    """Return the number of article stories at which a text in the body counts as repeated: 2, 3, or 4 % of them.

    >>> repeated_from(5), repeated_from(30), repeated_from(200)
    (2, 3, 8.0)
    """
    if stories < 12:
        return 2
    return 3 if stories < 60 else max(3, 0.04 * stories)


def median(values: Sequence[float]) -> float:
    """Return the upper median.

    >>> median([3.0, 1.0, 2.0, 9.0])
    3.0
    """
    return sorted(values)[len(values) // 2]


def near_top(values: Sequence[float]) -> float:
    """Return the 95th percentile, as the element at that rank.

    >>> near_top([float(x) for x in range(100)])
    95.0
    """
    return sorted(values)[int(len(values) * 0.95)]
