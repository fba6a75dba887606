"""Behaviour of a newsroom: where and when it publishes, how its stories change and are deleted, and how its site shows this."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

SECTIONS: Mapping[str, float] = {
    "politics": 18.0, "sport": 14.0, "business": 10.0, "city": 8.0, "culture": 5.0, "science": 3.0, "travel": 1.5, "letters": 0.5,
}  # fmt: skip
"""Stories per day of each section, sixty in total."""
DAY_HOURS = (1, 1, 1, 1, 2, 4, 7, 9, 9, 8, 8, 8, 8, 7, 7, 7, 7, 6, 6, 5, 4, 3, 2, 2)
"""Relative number of stories in each hour of the day."""
NIGHT_HOURS = (9, 9, 8, 8, 5, 1, *(0,) * 14, 1, 3, 6, 9)
"""Relative number of stories in each hour of the day of a newsroom that works at night."""
_DESKS = ("home", "abroad", "opinion", "reports")


@dataclass(frozen=True, slots=True)
class Habits:
    """Behaviour of a site; by default, it has feeds, sitemaps, dates and validators.

    Parameters
    ----------
    sections : mapping of str to float
        Stories per day.
    archive_days : int
        Days of publishing before the simulation begins.
    updated, deleted : float
        Shares of the stories that are updated and deleted.
    update_hours, delete_hours : float
        Mean ages at the update and at the deletion (exponential).
    feed, sitemap, validators : bool
        Whether there are an Atom feed, a news sitemap, and ETag with Last-Modified.
    dated : bool
        Whether articles state their publication date.
    hints : bool
        Whether teasers show that a story has changed.
    front : int
        Number of newest stories on the front page; the sections' three newest follow in `blocks`.
    blocks : bool
        Whether the front page has a block for each section.
    slugs : bool
        Whether URLs are of the form /2026/03/04/words/ rather than /section/words-17.html.
    opens, closes, redesigned : float or None
        Days after the start when a ninth section opens, one of the least busy closes, and the design changes.
    terse : bool
        Whether headlines are a word and a number and texts a sentence, in markup without classes.
    moves : bool
        Whether the redesign changes the form of URLs of new stories and of sections.
    desks : mapping of str to int
        Number of desks of each section that have their own page; stories are distributed evenly over the desks and the section itself.
    gathered : bool
        Whether a section's page shows the stories of its desks too.
    evenly : bool
        Whether ages at updates and deletions are uniform up to twice the mean instead of exponential.
    hours : tuple of int
        Relative number of stories in each hour of the day.
    columns : mapping of str to int
        Sections that publish only on one day of the week, 0 for Monday.
    bursts : float
        Bursts per day, in each of which 25 stories of one section appear within two hours.
    purged : float or None
        Days after the start when every second story older than a day is deleted.
    """

    sections: Mapping[str, float] = field(default_factory=lambda: dict(SECTIONS))
    archive_days: int = 5
    updated: float = 0.35
    update_hours: float = 7.0
    deleted: float = 0.04
    delete_hours: float = 20.0
    feed: bool = True
    sitemap: bool = True
    validators: bool = True
    dated: bool = True
    hints: bool = True
    front: int = 15
    blocks: bool = True
    slugs: bool = False
    opens: float | None = 3.3
    closes: float | None = 5.2
    redesigned: float | None = 6.1
    terse: bool = False
    moves: bool = False
    desks: Mapping[str, int] = field(default_factory=dict)
    gathered: bool = True
    evenly: bool = False
    hours: tuple[int, ...] = DAY_HOURS
    columns: Mapping[str, int] = field(default_factory=dict)
    bursts: float = 0.0
    purged: float | None = None

    def __post_init__(self) -> None:
        if not self.sections or min(self.sections.values()) <= 0 or self.archive_days < 1:
            raise ValueError("a newsroom needs sections that publish, and an archive of at least one day")
        if not (0 <= self.updated <= 1 and 0 <= self.deleted <= 1 and min(self.update_hours, self.delete_hours) > 0):
            raise ValueError("shares must lie between 0 and 1, mean ages above 0")
        if any(not 0 <= number <= len(_DESKS) for number in self.desks.values()):
            raise ValueError(f"a section has 0 to {len(_DESKS)} desks")

    def desks_of(self, section: str) -> tuple[str, ...]:
        """Return the desks of a section.

        >>> Habits(desks={"sport": 2}).desks_of("sport"), Habits().desks_of("sport")
        (('home', 'abroad'), ())
        """
        return _DESKS[: self.desks.get(section, 0)]
