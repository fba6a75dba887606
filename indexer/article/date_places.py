"""Date places: learning where a site prints the dates of its stories, and reading a page's dates there."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from indexer.article.date_labels import names_change
from indexer.article.date_text import DAY_LENGTH, SENTENCE_ENDS, dates_in
from indexer.article.headline_context import Line, Place
from indexer.article.relative_dates import in_line
from indexer.article.site_names import key

FEWEST_PAGES = 5
"""Fewer may be alike by chance."""
_COVERAGE = 0.2
"""Minimum share of a site's stories with a date at a place; low, because a site may have had several templates."""
_CONSTANT = 0.6
"""A place with one date on more than this share of the stories does not date the story."""
_AGREED = 0.5
"""Minimum share of the dates at a place that agree with the same pages' machine-readable dates."""
_LONGEST_LABEL, _SHORTEST_LABEL = 30, 4
_LONGEST_REST = 50
"""Maximum number of letters beside the date in a date line; a sentence has more."""
_LONGEST_HEAD = 100
"""The same between headline and story, where byline and section stand beside the date; captions and summaries have more."""
_MOST_PLACES = 8
_MOST_ALIKE = 2
"""Maximum number of dated lines of one path; teasers and comments have more per page."""
_ALIKE_SHARE = 0.8


class Printed(NamedTuple):
    """A visible date.

    Parameters
    ----------
    value : str
        YYYY-MM-DD or YYYY-MM.
    clock : str
        HH:MM, or "".
    place : Place
    path : str
        Path of the line's node.
    label : str
        The letters before it in its line, as a key.
    alike : int
        Number of dated lines on the page with the same path.
    rest : int
        Number of letters of its line outside dates; far more than a date line has for a sentence.
    changed : bool
        True if the text beside it says that it is the day of a change.
    """

    value: str
    clock: str = ""
    place: Place = Place.HEAD
    path: str = ""
    label: str = ""
    alike: int = 1
    rest: int = 0
    changed: bool = False

    @property
    def is_whole(self) -> bool:
        """Return whether it names a day."""
        return len(self.value) == DAY_LENGTH

    @property
    def heads_story(self) -> bool:
        """Return whether it is in a date line or byline at the headline."""
        return self.place <= Place.ABOVE and self.rest <= _LONGEST_HEAD

    @property
    def moment(self) -> str:
        """The day, with its local time of day if that is printed."""
        return f"{self.value}T{self.clock}:00" if self.clock else self.value


@dataclass(frozen=True, slots=True, order=True)
class DatePlace:
    """A place of dates: a path, the text before the date in its line, or both ("" for either)."""

    path: str = ""
    label: str = ""

    def holds(self, printed: Printed) -> bool:
        """Return whether a printed date stands at this place."""
        return self.path in ("", printed.path) and self.label in ("", printed.label)


def printed_dates(lines: Iterable[Line], now: datetime, language: str = "", *, days_first: bool | None = None) -> list[Printed]:
    """Return the dates in these lines, in order.

    >>> from datetime import UTC
    >>> printed_dates([Line("Published 4 March 2026")], datetime(2026, 7, 1, tzinfo=UTC))[0].label
    'published'
    """
    out: list[Printed] = []
    for line in lines:
        if line.place >= Place.FOOT and line.text.startswith("©") and line.text.endswith(SENTENCE_ENDS):
            continue  # it tells of the rights; "© dpa | 7 March 2026, 8:03" dates the story
        before = 0
        dates = dates_in(line.text, now, language, days_first=days_first)
        rest = len(line.text) - sum(found.end - found.start for found in dates)
        if rest > _LONGEST_REST and line.text.endswith(SENTENCE_ENDS):
            rest = len(line.text) + _LONGEST_HEAD  # it tells of a day
        ends = [*(found.start for found in dates[1:]), len(line.text)][: len(dates)]
        bare = bool(dates) and not any(map(str.isalpha, line.text[: dates[0].start]))
        behind = line.text[dates[-1].end :] if bare else ""
        follows = names_change(behind) and not in_line(behind, now.isoformat(), language)  # the labels of this line stand behind its dates
        for found, end in zip(dates, ends, strict=True):
            letters = "".join(c for c in key(line.text[before : found.start]) if c.isalpha())
            changed = names_change(line.text[found.end : end] if follows else line.text[before : found.start])
            out.append(Printed(found.value, found.clock, line.place, line.path, letters[-_LONGEST_LABEL:], line.alike, rest, changed))
            before = found.end
    return out


def learn_places(pages: Sequence[Sequence[Printed]], stated: Sequence[str]) -> tuple[DatePlace, ...]:
    """Return the places at which a site prints its stories' dates, the most credible first.

    A credible place dates a fifth of the stories, not all alike, and agrees with the machine-readable dates of the pages that have them.
    Places near the headline come before those after the story; any other must date nearly all stories, with one line per page.

    Parameters
    ----------
    pages : sequence of sequences of Printed
        The printed dates of each story.
    stated : sequence of str
        The machine-readable date of each story, or "".

    Examples
    --------
    >>> pages = [[Printed(f"2026-03-0{n}", path="p.date", label="posted")] for n in range(1, 7)]
    >>> learn_places(pages, [""] * 6)[0]
    DatePlace(path='p.date', label='posted')
    """
    found: dict[DatePlace, list[tuple[Printed, str]]] = defaultdict(list)
    for printed, machine in zip(pages, stated, strict=True):
        first: dict[DatePlace, Printed] = {}
        for one in printed:
            for place in (DatePlace(one.path, one.label), DatePlace(one.path), DatePlace("", one.label)):
                first.setdefault(place, one)
        for place in first.keys() - {DatePlace()}:
            found[place].append((first[place], machine))
    enough = max(FEWEST_PAGES, _COVERAGE * len(pages))
    believed = {place: dates for place, dates in found.items() if len(dates) >= enough and _believable(place, dates, len(pages))}
    ranked = sorted((_rank(place, dates, len(pages)), place) for place, dates in believed.items())
    return tuple(place for _, place in ranked[:_MOST_PLACES])


def _believable(place: DatePlace, dates: Sequence[tuple[Printed, str]], pages: int) -> bool:
    values = Counter(printed.value for printed, _ in dates)
    if max(values.values()) > _CONSTANT * len(dates):
        return False
    dated_lines = sum(printed.rest <= _LONGEST_REST for printed, _ in dates) >= _ALIKE_SHARE * len(dates)
    labelled = len(place.label) >= _SHORTEST_LABEL
    if not labelled and (_is_of_months(dates) or (not dated_lines and _place_of(dates) > Place.ABOVE)):
        return False
    compared = [(printed, machine) for printed, machine in dates if machine]
    if compared and sum(near(p.value, machine) for p, machine in compared) < _AGREED * len(compared):
        return False
    alone = sum(printed.alike <= _MOST_ALIKE for printed, _ in dates) >= _ALIKE_SHARE * len(dates)
    return _place_of(dates) <= Place.LEAD or (alone and (_place_of(dates) < Place.ELSEWHERE or len(dates) >= _ALIKE_SHARE * pages))


def _is_of_months(dates: Sequence[tuple[Printed, str]]) -> bool:
    return 2 * sum(printed.is_whole for printed, _ in dates) < len(dates)


def _place_of(dates: Sequence[tuple[Printed, str]]) -> Place:
    return sorted(printed.place for printed, _ in dates)[len(dates) // 2]


def _rank(place: DatePlace, dates: Sequence[tuple[Printed, str]], pages: int) -> tuple[int, int, int, int, int, int]:
    """Return the sort key, less is better: days before months, publication, agreement, place, tenths of the stories, fuller name."""
    compared = [near(printed.value, machine) for printed, machine in dates if machine]
    agreement = sum(compared) / len(compared) if compared else 0.0
    described = bool(place.path) + bool(place.label)
    changes = 2 * sum(printed.changed for printed, _ in dates) > len(dates)
    return int(_is_of_months(dates)), int(changes), -round(4 * agreement), _place_of(dates), -round(10 * len(dates) / pages), -described


def near(one: str, other: str) -> bool:
    """Return whether two dates may be the same moment in two time zones; a month matches all its days.

    >>> near("2026-03-04", "2026-03-05T01:00:00Z"), near("2026-03", "2026-03-05"), near("2026-03-04", "2026-03-06")
    (True, True, False)
    """
    if min(len(one), len(other)) < DAY_LENGTH:
        return one[:7] == other[:7]
    return abs((datetime.fromisoformat(one[:10]) - datetime.fromisoformat(other[:10])).days) <= 1


def at_places(printed: Sequence[Printed], places: Sequence[DatePlace]) -> Printed | None:
    """Return the date at the best place at which the page has one."""
    return next((one for place in places for one in printed if place.holds(one)), None)


def likeliest_story_date(printed: Sequence[Printed], constant: Collection[str] = ()) -> Printed | None:
    """Return the likeliest date of a story on an unknown site: days near the headline come first, then those after the story.

    >>> lines = [Line("1 March 2026", Place.ABOVE), Line("4 March 2026"), Line("9 March 2026", Place.FOOT)]
    >>> from datetime import UTC
    >>> likeliest_story_date(printed_dates(lines, datetime(2026, 7, 1, tzinfo=UTC))).value
    '2026-03-04'
    """
    whole = [one for one in printed if one.is_whole and one.value not in constant]
    by_it = [
        one
        for one in whole
        if one.heads_story or (one.place < Place.ELSEWHERE and not one.changed and one.alike <= _MOST_ALIKE and one.rest <= _LONGEST_REST)
    ]
    return min(by_it, key=lambda one: (one.place > Place.ABOVE, one.changed, one.place), default=None)


def age_of_change(lines: Iterable[Line], fetched: str, language: str = "") -> str:
    """Return the day, or the month, that lies so far before the time of the request as a line near the headline says of a change, or "".

    >>> age_of_change([Line("13 February 2026 | Updated 25 minutes ago")], "2026-06-15T00:10:00Z")
    '2026-06-14'
    """
    parts = (part for line in lines if line.place <= Place.ABOVE for part in _PARTS.split(line.text))
    return next((age for part in parts if names_change(part) and (age := in_line(part, fetched, language))), "")


_PARTS = re.compile(r"[|•·,;()]|\s[-–—]\s|(?<=\d{4})(?=[^\W\d_])")


def last_change(printed: Sequence[Printed]) -> str:
    """Return the moment of the last change that the page prints beside its story, or "".

    >>> from datetime import UTC
    >>> line = Line("Published 4 March 2026 | Updated 5 March 2026, 10:15")
    >>> last_change(printed_dates([line], datetime(2026, 7, 1, tzinfo=UTC)))
    '2026-03-05T10:15:00'
    """
    changes = (one for one in printed if one.changed and one.is_whole and one.place < Place.ELSEWHERE and one.rest <= _LONGEST_HEAD)
    return max((one.moment for one in changes), default="")

