"""What sources may tell now of articles that they showed before: how many changes and deletions to expect since they were asked.

A list is worth a visit not for new articles alone: it shows which of its articles read differently, and which are missing. How
much of what happens it tells is learned from what was found with and without its help; how much happens, from both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from workers.age_rates import CHANGES, DELETIONS, AgeRates
from workers.plan_line import Why
from workers.site_memory import HOUR, Life, PageKind, Request, Sighting, SiteMemory

_DAYS = 7.0
_OLDEST = 10 * 24.0
_TOLD, _SILENT = 2.0, 1.0
"""Events that sources are believed to have told, and not to have told, before any was seen."""


@dataclass(frozen=True, slots=True)
class Tiding:
    """News of one article that some sources may have.

    Parameters
    ----------
    sources : frozenset of str
    worth : float
        Expected changes and deletions that they would tell, weighted.
    """

    sources: frozenset[str]
    worth: float


@dataclass(frozen=True, slots=True)
class _Events:
    """One sort of event: how often it happens by age, what part of it is told, what a telling is worth."""

    rates: AgeRates
    scale: float
    told: float
    worth: float

    def expected(self, start: float, end: float) -> float:
        return self.rates.expected(start, end) * self.scale * self.told * self.worth


def expected_tidings(memory: SiteMemory, now: float, change: float, deletion: float) -> list[Tiding]:
    """For each article that a source showed last time and should still show: what there may be to tell.

    Parameters
    ----------
    memory : SiteMemory
    now : float
    change, deletion : float
        What a change and a deletion that is told is worth.
    """
    events = [
        _events(memory, now, "changed", CHANGES, change),
        _events(memory, now, "gone", DELETIONS, deletion),
    ]
    shows: dict[str, list[str]] = defaultdict(list)
    for source, sightings in memory.shown.items():
        page = memory.pages.get(source)
        if page is not None and page.life is Life.LIVE and page.kind.source:
            for url in _still_shown(sightings, page.visited, now):
                shows[url].append(source)
    found: list[Tiding] = []
    for url, sources in shows.items():
        page = memory.pages.get(url)
        if page is None or page.kind is not PageKind.ARTICLE or page.life is not Life.LIVE or page.hint:
            continue
        asked = max(max(memory.pages[source].visited for source in sources), page.visited)
        start, end = max((asked - page.birth) / HOUR, 0.0), (now - page.birth) / HOUR
        if start < end <= _OLDEST:
            found.append(Tiding(frozenset(sources), sum(event.expected(start, end) for event in events)))
    return found


def _events(memory: SiteMemory, now: float, result: str, believed: AgeRates, worth: float) -> _Events:
    """How often the event happens beside what was believed, and how much of it hints told."""
    recent = [r for r in memory.requests if r.kind is PageKind.ARTICLE and r.at >= now - _DAYS * 24 * HOUR and r.why != Why.CRAWL]
    happened = [r for r in recent if r.since and r.result == result]
    told = sum(bool(r.hint) for r in happened)
    born = [r for r in recent if r.result == "new"]
    expected = sum(believed.expected(max((r.at - r.born) / HOUR, 0.0), max((now - r.born) / HOUR, 0.0)) for r in born)
    weight = believed.expected(0.0, _OLDEST) * 15.0
    scale = (_count(happened, born) + weight) / (expected + weight)
    return _Events(believed, scale, (told + _TOLD) / (len(happened) + _TOLD + _SILENT), worth)


def _count(happened: Iterable[Request], born: Iterable[Request]) -> int:
    """Events of articles that were found in the same days."""
    ours = {request.url for request in born}
    return sum(request.url in ours for request in happened)


def _still_shown(sightings: Mapping[str, Sighting], visited: float, now: float) -> Iterable[str]:
    """What a source showed at its last visit, less what new articles will have pushed off its end since, box by box."""
    latest = max((s.last for s in sightings.values()), default=0.0)
    boxes: dict[str, list[tuple[int, str]]] = defaultdict(list)
    came: dict[str, int] = defaultdict(int)
    first = min((s.first for s in sightings.values()), default=now)
    for url, s in sightings.items():
        came[s.box] += s.first > first
        if s.last == latest:
            boxes[s.box].append((s.rank, url))
    hours = max((latest - first) / HOUR, 1.0)
    for box, members in boxes.items():
        pushed = came[box] / hours * max(now - visited, 0.0) / HOUR
        kept = sorted(members)[: max(len(members) - round(pushed), 0)]
        yield from (url for _, url in kept)
