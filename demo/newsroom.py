"""A newsroom that publishes on a simulated clock; the stories online at any moment are known.

All events are generated in advance from a seed: the publication, changes and deletion of each story, the opening and closing of sections,
and the redesign. Queries do not change the state, so that two crawlers see the same site.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from random import Random

from demo.lexicon import lexicon
from demo.newsroom_habits import Habits
from demo.story import Story, plan

_BURST, _BURST_HOURS = 25, 2.0
_HABITS = Habits()


@dataclass(frozen=True, slots=True)
class Piece:
    """A story with its publication, updates and deletion.

    Parameters
    ----------
    number : int
    section : str
    published : datetime
    updates : tuple of datetime
    deleted : datetime or None
    tags : tuple of str
    desk : str
        The desk of the section in which it appears, "" for none.
    """

    number: int
    section: str
    published: datetime
    updates: tuple[datetime, ...]
    deleted: datetime | None
    tags: tuple[str, ...]
    desk: str = ""

    def version(self, now: datetime) -> int:
        """Return the number of updates up to `now`."""
        return bisect_right(self.updates, now)

    def modified(self, now: datetime) -> datetime:
        """Return the time of the last change up to `now`."""
        return self.updates[self.version(now) - 1] if self.version(now) else self.published

    def online(self, now: datetime) -> bool:
        """Return whether the story is online at `now`."""
        return self.published <= now and (self.deleted is None or now < self.deleted)


class Newsroom:
    """All publications of a site in its archive and during a simulation.

    Parameters
    ----------
    seed : int
    days : float
        Duration of the simulation.
    habits : Habits
    start : datetime
        Start of the simulation.

    Examples
    --------
    >>> room = Newsroom(1, days=2)
    >>> newest = room.online(room.start)[0]
    >>> newest.online(room.start), newest.section in room.habits.sections
    (True, True)
    """

    def __init__(
        self, seed: int, days: float, habits: Habits = _HABITS, start: datetime = datetime(2026, 3, 2, 6, tzinfo=UTC)
    ) -> None:
        self.seed = seed
        self.days = days
        self.habits = habits
        self.start = start
        self.end = start + timedelta(days=days)
        self.opened = self._after(habits.opens)
        self.closed = self._after(habits.closes)
        self.redesigned = self._after(habits.redesigned)
        self._words = lexicon("en")
        self._stories: dict[int, Story] = {}
        self._online_cache: tuple[datetime | None, list[Piece]] = None, []

    def _after(self, days: float | None) -> datetime | None:
        return None if days is None else self.start + timedelta(days=days)

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """All stories, oldest first; a story's number is its index."""
        rng = Random(f"{self.seed}/newsroom")
        begin = self.start - timedelta(days=self.habits.archive_days)
        drawn: list[tuple[datetime, str]] = []
        for section, rate in (*self.habits.sections.items(), ("climate", self._new_rate)):
            drawn += ((moment, section) for moment in self._moments(rng, begin, rate) if self._publishes(section, moment))
        drawn += self._bursts(rng, begin)
        return tuple(self._piece(rng, number, section, moment) for number, (moment, section) in enumerate(sorted(drawn)))

    @property
    def _new_rate(self) -> float:
        """Stories per day of the ninth section: the median of the others."""
        rates = sorted(self.habits.sections.values())
        return rates[len(rates) // 2] if self.opened else 0.0

    @property
    def _closing(self) -> str:
        """The section that closes: one of the least busy, but busy enough to distinguish its end from a quiet period."""
        ranked = sorted(self.habits.sections, key=lambda name: self.habits.sections[name])
        return ranked[min(2, len(ranked) - 1)]

    def has(self, section: str, now: datetime) -> bool:
        """Return whether a section exists at `now`."""
        if section == "climate":
            return self.opened is not None and now >= self.opened
        return section in self.habits.sections and not (self.closed and section == self._closing and now >= self.closed)

    def sections(self, now: datetime) -> tuple[str, ...]:
        """Return the sections of the menu at `now`."""
        return tuple(name for name in (*self.habits.sections, "climate") if self.has(name, now))

    def modern(self, now: datetime) -> bool:
        """Return whether the new design is in use at `now`."""
        return self.redesigned is not None and now >= self.redesigned

    def _publishes(self, section: str, moment: datetime) -> bool:
        return self.has(section, moment) and self.habits.columns.get(section, moment.weekday()) == moment.weekday()

    def _bursts(self, rng: Random, begin: datetime) -> list[tuple[datetime, str]]:
        """Return the stories of bursts, each in one section."""
        sections, days = sorted(self.habits.sections), (self.end - begin).days
        found: list[tuple[datetime, str]] = []
        for _ in range(round(self.habits.bursts * days)):
            start, section = begin + timedelta(hours=rng.uniform(0.0, 24.0 * days)), rng.choice(sections)
            moments = (start + timedelta(seconds=int(3600 * rng.uniform(0.0, _BURST_HOURS))) for _ in range(_BURST))
            found += [(moment.replace(microsecond=0), section) for moment in moments if moment < self.end and self.has(section, moment)]
        return found

    def _moments(self, rng: Random, begin: datetime, rate: float) -> Sequence[datetime]:
        """Draw publication times from a Poisson process whose rate depends on the hour of the day."""
        hours = self.habits.hours
        busiest = max(hours) / (sum(hours) / len(hours)) * rate / 24
        found: list[datetime] = []
        moment = begin
        while busiest and (moment := moment + timedelta(hours=rng.expovariate(busiest))) < self.end:
            if rng.random() < hours[moment.hour] / max(hours):
                found.append(moment.replace(microsecond=0))
        return found

    def _piece(self, rng: Random, number: int, section: str, moment: datetime) -> Piece:
        habits = self.habits
        updates: list[datetime] = []
        if rng.random() < habits.updated:
            updates = [moment + self._wait(rng, 60, habits.update_hours)]
            if rng.random() < 0.2:
                updates.append(updates[0] + self._wait(rng, 60, habits.update_hours))
        gone = rng.random() < habits.deleted
        deleted = moment + self._wait(rng, 1800, habits.delete_hours) if gone else None
        purged = self._after(habits.purged)
        if purged is not None and number % 2 and moment < purged - timedelta(days=1):
            deleted = min(deleted or purged, purged)
        tags = tuple(sorted({f"topic-{int(rng.expovariate(0.12))}" for _ in range(rng.randint(1, 3))}))
        desks = ("", *habits.desks_of(section))
        desk = rng.choice(desks) if len(desks) > 1 else ""
        return Piece(number, section, moment, tuple(u for u in updates if deleted is None or u < deleted), deleted, tags, desk)

    def _wait(self, rng: Random, least: int, mean: float) -> timedelta:
        """Draw the time between a story's publication and an event."""
        hours = rng.uniform(0.0, 2 * mean) if self.habits.evenly else rng.expovariate(1 / mean)
        return timedelta(seconds=least + int(3600 * hours))

    def story(self, number: int) -> Story:
        """Return the text of a piece."""
        if number not in self._stories:
            piece, topics = self.pieces[number], self._words.topics
            local = piece.published.replace(tzinfo=None)
            self._stories[number] = plan(self._words, topics[number % len(topics)], f"{self.seed}/{number}", local)
        return self._stories[number]

    @cached_property
    def _published(self) -> list[datetime]:
        return [piece.published for piece in self.pieces]

    def online(self, now: datetime, section: str = "", tag: str = "", day: str = "", desk: str | None = None) -> list[Piece]:
        """Return the stories online at `now`, newest first, filtered by section, desk, tag or day."""
        if self._online_cache[0] != now:
            self._online_cache = now, [piece for piece in reversed(self.pieces[: bisect_right(self._published, now)]) if piece.online(now)]
        return [
            piece
            for piece in self._online_cache[1]
            if section in ("", piece.section)
            and desk in (None, piece.desk)
            and (not tag or tag in piece.tags)
            and (not day or day == piece.published.date().isoformat())
        ]
