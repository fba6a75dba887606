"""Derives sightings and the stated publication time from a parsed page or feed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from indexer.article.dates import published
from indexer.page.metadata import Metadata
from workers.clock import DAY
from workers.history.site_history import Sighting, SiteHistory
from workers.reading.feeds import FeedEntry
from workers.reading.teaser import Teaser, text_hash


def sightings_of(teasers: Iterable[Teaser], now: float) -> dict[str, Sighting]:
    """Return the sightings of the pages that a page shows, each at its first position."""
    found: dict[str, Sighting] = {}
    for rank, t in enumerate(teasers):
        if t.url not in found:
            found[t.url] = Sighting(now, now, rank, text_hash(t.headline), t.text, t.words, f"{t.box}[{t.place}]")
    return found


def entry_sighting(entry: FeedEntry, rank: int, now: float) -> Sighting:
    """Return the sighting of an entry of a feed or sitemap; its modification date takes the place of its text."""
    change = text_hash(str(entry.updated or entry.published))
    return Sighting(now, now, rank, text_hash(entry.title), change, change)


def stated_time(metadata: Metadata, url: str, now: float) -> float:
    """Return the stated publication time of a page, at most `now`; 0.0 if it states none."""
    text = published(metadata, datetime.fromtimestamp(now, UTC), url=url).value
    if len(text) < len("2026-03-02"):
        return 0.0
    when = datetime.fromisoformat(text)
    moment = (when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp()
    if len(text) <= len("2026-03-02"):
        moment += DAY / 2
    return min(moment, now)


def last_seen(history: SiteHistory) -> dict[str, float]:
    """Return the last time at which a source showed each page."""
    seen: dict[str, float] = {}
    for sightings in history.shown.values():
        for url, sighting in sightings.items():
            seen[url] = max(seen.get(url, 0.0), sighting.last)
    return seen
