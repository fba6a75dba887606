"""Learning of a site's dates: where they are printed, and which machine-readable sources they contradict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from indexer.article import date_text
from indexer.article.date_places import FEWEST_PAGES, Printed, at_places, learn_places, near, printed_dates
from indexer.article.date_text import DAY_LENGTH
from indexer.article.dates import ADDRESS, Dated, DateHints, stated_dates
from indexer.article.headline_context import HeadlineContext
from indexer.page.metadata import Metadata

_NO_BOUND = datetime(2100, 1, 1, tzinfo=UTC)
"""Learning needs no clock; the reader rejects dates in the future."""
_ONE_DAY_SHARE = 0.6
_CAPTURED_SHARE = 0.8
"""Minimum shares of a site's stories with one date, or with the date of their capture, that make a source of dates doubtful."""
_CONTRADICTED = 0.5
"""Minimum share of the stories with a printed date on which a contradicted source states another date."""
_FEWEST_COMPARED = 3


@dataclass(frozen=True, slots=True)
class DatedPage:
    """One story of the sample.

    Parameters
    ----------
    metadata : Metadata
    around : HeadlineContext
    language : str
    url : str
    fetched : str
        ISO 8601 time of the capture, or "".
    """

    metadata: Metadata
    around: HeadlineContext
    language: str = ""
    url: str = ""
    fetched: str = ""


@dataclass(frozen=True, slots=True)
class _Dates:
    """The dates of one story: the first value stated by each source, the printed ones, and the day of its capture."""

    stated: dict[str, str]
    printed: list[Printed]
    fetched: str


def learn_dates(pages: Sequence[DatedPage], hints: DateHints) -> DateHints:
    """Learn where a site prints its stories' dates and which sources it contradicts; `hints` contains earlier knowledge.

    A source is doubtful if it gives most stories one day, or the day of their capture; it is rejected if the printed dates differ.
    Any source is rejected that is later than most of the printed dates: it states the day of a move to another system.
    """
    if len(pages) < FEWEST_PAGES:
        return hints
    dates = [_dates(page, hints) for page in pages]
    sources = sorted({source for one in dates for source in one.stated})
    doubtful = {source for source in sources if _is_doubtful(source, dates)}
    machine = [_first(one, lambda source: source not in doubtful and source != ADDRESS) for one in dates]
    places = learn_places([one.printed for one in dates], machine)
    shown = [at_places([printed for printed in one.printed if printed.is_whole], places) for one in dates]
    distrusted = [
        source for source in sources if _is_contradicted(source, dates, shown, machine, any_other=source in doubtful or source == ADDRESS)
    ]
    return DateHints(hints.days_first, places, tuple(distrusted), hints.constant, hints.constant_times, judged=True)


def _dates(page: DatedPage, hints: DateHints) -> _Dates:
    stated: dict[str, str] = {}
    address = Dated(date_text.in_address(page.url, _NO_BOUND, page.language), ADDRESS)
    for one in (*stated_dates(page.metadata, _NO_BOUND, page.language, page.around, hints), address):
        if one.value:
            stated.setdefault(one.source, one.value)
    printed = printed_dates(page.around.lines, _NO_BOUND, page.language, days_first=hints.days_first)
    return _Dates(stated, printed, page.fetched[:10])


def _first(dates: _Dates, wanted: Callable[[str], bool]) -> str:
    return next((value for source, value in dates.stated.items() if wanted(source)), "")


def _is_doubtful(source: str, dates: Sequence[_Dates]) -> bool:
    found = [(one.stated[source][:10], one.fetched) for one in dates if source in one.stated]
    if len(found) < FEWEST_PAGES:
        return False
    most = max(Counter(day for day, _ in found).values())
    captured = sum(bool(fetched) and near(day, fetched) for day, fetched in found)
    return most > _ONE_DAY_SHARE * len(found) or captured >= _CAPTURED_SHARE * len(found)


def _is_contradicted(
    source: str, dates: Sequence[_Dates], shown: Sequence[Printed | None], machine: Sequence[str], *, any_other: bool
) -> bool:
    """Return whether most of the printed dates (for a URL's date also the stated ones) differ, or are earlier."""
    compared: list[bool] = []
    for one, printed, stated in zip(dates, shown, machine, strict=True):
        value = one.stated.get(source, "")
        witness = printed.value if printed else stated if source == ADDRESS else ""
        if value and witness:
            compared.append(not near(value, witness) if any_other else _is_later(value, witness))
    return len(compared) >= _FEWEST_COMPARED and sum(compared) > _CONTRADICTED * len(compared)


def _is_later(value: str, witness: str) -> bool:
    """Return whether a date is more than a day after another; incomplete dates are compared as months."""
    if min(len(value), len(witness)) < DAY_LENGTH:
        return value[:7] > witness[:7]
    return datetime.fromisoformat(value[:10]) - datetime.fromisoformat(witness[:10]) > timedelta(days=1)
