"""Derives hints from two visits of a source: signs that a listed page has changed or is gone.

A visit gives few hints. If more than a third of the teasers changed at once, they contain relative times or the site was redesigned, and
the changes are no evidence about any story.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from workers.history.site_history import Sighting

_MINORITY = 1 / 3
"""Maximum share of changed teasers that gives hints."""
_MIN_TEASERS = 4
"""Minimum number of teasers at which two may differ; fewer teasers have no majority to compare with."""
_NO_TIMES: Mapping[str, float] = MappingProxyType({})
_MIN_DATED = 3
"""Minimum number of distinct times in a box that counts as sorted by time."""
_MAX_GAP = 0.2
"""Maximum share of a box that may disappear out of order at once; above it, the box is an editors' selection, not a list sorted by time."""


class Hint(StrEnum):
    """A kind of hint."""

    DATE = "date"
    """the feed or sitemap states another modification date"""
    HEADLINE = "headline"
    """its headline in the teaser changed"""
    TEASER = "teaser"
    """the lead or the time in the teaser changed"""
    MOVED = "moved"
    """it moved ahead of pages that preceded it"""
    MISSING = "missing"
    """it is no longer listed although pages behind it are"""


@dataclass(frozen=True, slots=True)
class Notice:
    """A hint and the box that gives it; boxes differ in how reliable their hints are."""

    hint: Hint
    box: str


def compare(
    before: Mapping[str, Sighting], after: Mapping[str, Sighting], *, dated: bool = False, births: Mapping[str, float] = _NO_TIMES
) -> dict[str, Notice]:
    """Compare a listing with the previous one.

    Parameters
    ----------
    before, after : mapping of str to Sighting
        The source's teasers at its last visit and now, by URL.
    dated : bool
        Whether `text` is the hash of a modification date, as in feeds and sitemaps; then only dates and missing entries give hints.
    births : mapping of str to float
        The known publication times: in a box sorted by time, an older page that is still there shows that a younger one is missing.

    Returns
    -------
    dict
        The strongest hint by URL.

    Examples
    --------
    >>> old = {f"/{n}": Sighting(0, 0, n, 1, 1, 1, "main") for n in range(9)}
    >>> new = {url: Sighting(0, 1, s.rank + 1, 1, 1, 1, "main") for url, s in old.items() if url not in ("/3", "/8")}
    >>> compare(old, new)
    {'/3': Notice(hint=<Hint.MISSING: 'missing'>, box='main')}
    """
    both = [url for url in before if url in after and before[url].box == after[url].box]

    def differing(part: Callable[[Sighting], int]) -> Sequence[str]:
        return _minority(len(both), [url for url in both if part(before[url]) != part(after[url])])

    hints = dict(_notices(Hint.MISSING, [*_missing(before, after), *_outlived(before, after, births)], before))
    if dated:
        return hints | dict(_notices(Hint.DATE, differing(lambda s: s.text), before))
    teasers = differing(lambda s: s.text) or differing(lambda s: s.words)
    hints |= dict(_notices(Hint.MOVED, _minority(len(both), _moved(before, after)), before))
    hints |= dict(_notices(Hint.TEASER, teasers, before))
    return hints | dict(_notices(Hint.HEADLINE, differing(lambda s: s.headline), before))


def _notices(hint: Hint, found: Iterable[str], before: Mapping[str, Sighting]) -> Iterator[tuple[str, Notice]]:
    return ((url, Notice(hint, before[url].box)) for url in found)


def _minority(number: int, changed: Sequence[str]) -> Sequence[str]:
    return changed if len(changed) <= max(number * _MINORITY, 2 if number >= _MIN_TEASERS else 0) else ()


def _boxes(sightings: Mapping[str, Sighting]) -> Iterator[tuple[str, list[tuple[int, str]]]]:
    """Yield each box with the ranks and URLs of its pages in order."""
    for box in sorted({sighting.box for sighting in sightings.values()}):
        yield box, sorted((s.rank, url) for url, s in sightings.items() if s.box == box)


def _missing(before: Mapping[str, Sighting], after: Mapping[str, Sighting]) -> list[str]:
    """Return the pages that left a box although a page below them stayed."""
    found: list[str] = []
    for box, listed in _boxes(before):
        stayed = [rank for rank, url in listed if url in after and after[url].box == box]
        if len(stayed) < _MIN_TEASERS:
            continue
        gone = [url for rank, url in listed if url not in after and rank < max(stayed)]
        if len(gone) <= max(1.0, len(listed) * _MAX_GAP):
            found += gone
    return found


def _outlived(before: Mapping[str, Sighting], after: Mapping[str, Sighting], births: Mapping[str, float]) -> list[str]:
    """Return the pages that left a box sorted by time (newest first) although they are younger than its last page."""
    found: list[str] = []
    standing = {box: [births[url] for _, url in listed if url in births] for box, listed in _boxes(after)}
    for box, listed in _boxes(before):
        stood, times = [births[url] for _, url in listed if url in births], standing.get(box, [])
        if any(len(set(both)) < _MIN_DATED or both != sorted(both, reverse=True) for both in (stood, times)):
            continue
        gone = [url for _, url in listed if url not in after and births.get(url, 0.0) > times[-1]]
        if len(gone) <= max(1.0, len(listed) * _MAX_GAP):
            found += gone
    return found


def _moved(before: Mapping[str, Sighting], after: Mapping[str, Sighting]) -> list[str]:
    """Return the pages that rose above others: those outside the longest increasing subsequence of the new ranks."""
    found: list[str] = []
    for box, listed in _boxes(before):
        stayed = [url for _, url in listed if url in after and after[url].box == box]
        kept = longest_run([after[url].rank for url in stayed])
        for place, url in enumerate(stayed):
            if place not in kept and any(k < place and after[url].rank < after[stayed[k]].rank for k in kept):
                found.append(url)
    return found


def longest_run(ranks: Sequence[int]) -> set[int]:
    """Return the indexes of a longest increasing subsequence (Fredman 1975)."""
    tops: list[int] = []
    at: list[int] = []
    before: list[int] = []
    for place, rank in enumerate(ranks):
        length = bisect_left(tops, rank)
        before.append(at[length - 1] if length else -1)
        tops[length : length + 1] = [rank]
        at[length : length + 1] = [place]
    kept: set[int] = set()
    place = at[-1] if at else -1
    while place >= 0:
        kept.add(place)
        place = before[place]
    return kept
