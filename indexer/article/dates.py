"""Dates of publication and last change, in ISO 8601 with the page's precision, and their sources."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta, timezone
from typing import Any, NamedTuple

from indexer.article import date_text, relative_dates
from indexer.article.date_places import DatePlace, Printed, age_of_change, at_places, last_change, likeliest_story_date, near, printed_dates
from indexer.article.date_text import DAY_LENGTH
from indexer.article.headline_context import HeadlineContext, Line, Place
from indexer.article.locale_words import day_first
from indexer.article.title_affixes import title_parts
from indexer.page.collector import Time
from indexer.page.metadata import Metadata
from indexer.urls import host

_PUBLISHED = (
    "articlepublishedtime", "ogarticlepublishedtime", "ogpublishedtime", "articlepublished", "parselypubdate", "parselypagepubdate",
    "sailthrudate", "cxenseparserecspublishtime", "datepublished", "rnewsdatepublished", "dcdateissued", "dctermsissued",
    "dctermsavailable", "prismpublicationdate", "eprintsdate", "citationpublicationdate", "citationonlinedate", "citationdate",
    "publishdate", "publishtime", "publicationdate", "publicationtime", "publisheddate", "publishedtime", "publishedat", "pubdate",
    "pubtime", "date", "dcdatecreated", "dcdate", "dctermsdate", "dctermscreated", "datecreated", "created", "createddate", "createdat",
    "creationdate", "articledateoriginal", "originalpublicationdate", "published", "displaydate", "regdate", "ogregdate", "timestamp",
)  # fmt: skip
_MODIFIED = (
    "articlemodifiedtime", "ogarticlemodifiedtime", "ogupdatedtime", "articlemodified", "datemodified",
    "dcdatemodified", "dcmodified", "dctermsmodified", "prismmodificationdate", "dateupdated", "lastmodified", "lastmod", "lastupdated",
    "modified", "modifieddate", "modifiedtime", "modifiedat", "articleupdated", "articleupdatedtime", "revised", "updated", "updateddate",
    "updatedtime", "updatedat", "updatetime", "updatedate",
)  # fmt: skip
"""Names of `meta` elements without the signs between their words (`_SIGNS`), the most reliable first."""
_SIGNS = str.maketrans("", "", "-_.:")
_FIRM = 4
"""Number of `meta` names that come before microdata."""
_PUBLISHED_ROLES = ("datepublished", "publish", "pubdate", "datecreated", "entry-date", "dt-published")
_MODIFIED_ROLES = ("datemodified", "modif", "update", "dt-updated")
_FARTHEST = timedelta(hours=14)
"""No time zone is farther from UTC."""
_COUNTRY = re.compile(r"^[A-Za-z]{2,3}[-_]([A-Za-z]{2})\b")
_FAR = timedelta(hours=10)
"""Nearly all newspapers are within this offset from UTC."""
_ISSUE_REST = 3
"""Number of letters beside the month of a journal's issue."""
_MUCH_LATER = timedelta(hours=1)
_QUARTER = 900
"""In seconds: time zones differ by quarters of an hour."""

JSON_LD, MICRODATA, TIME, PRINTED, ADDRESS, TITLE, PEER = "json-ld", "microdata", "time", "printed", "address", "title", "htmldate"


class Dated(NamedTuple):
    """A date with its source: JSON_LD, `meta:NAME`, MICRODATA, TIME, PRINTED, ADDRESS, TITLE or PEER; both "" without a date."""

    value: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class DateHints:
    """How a site writes dates, and which of its statements are unreliable.

    Parameters
    ----------
    days_first : bool or None
        True if numeric dates name the day first; None if unknown.
    places : tuple of DatePlace
        Places at which it prints the dates of its stories, the most credible first.
    distrusted : tuple of str
        Sources that the site's pages contradict.
    constant : tuple of str
        Values that `meta` elements state on all of the site's pages.
    constant_times : tuple of str
        Values of `time` elements that occur on all pages: those of teasers.
    judged : bool
        True if there were enough pages to learn all this.
    """

    days_first: bool | None = None
    places: tuple[DatePlace, ...] = ()
    distrusted: tuple[str, ...] = ()
    constant: tuple[str, ...] = ()
    constant_times: tuple[str, ...] = ()
    judged: bool = False


_NO_HINTS = DateHints()


def published(
    metadata: Metadata,
    now: datetime,
    *,
    url: str = "",
    around: HeadlineContext | None = None,
    language: str = "",
    hints: DateHints = _NO_HINTS,
    fetched: str = "",
    peer: Callable[[], str] = str,
    printed: Sequence[Printed] | None = None,
) -> Dated:
    """Return schema.org datePublished with its source; both empty if the page has no date.

    Machine-readable statements come first, then the dates printed at the site's date places (or near the story), then the day in the
    URL, `time` elements near the story, ages and days without a year, a day behind the title, a second extractor's answer if the page
    contains it, the month in the URL, and a month alone by the headline. The day is the visible one: a UTC moment is converted to the
    time zone that the printed date, or the URL, implies.

    Parameters
    ----------
    metadata : Metadata
    now : datetime
        With time zone; a date more than a day later, or before 1990, is invalid.
    url : str
        The page's URL.
    around : HeadlineContext or None
        The page's context of the story.
    language : str
        BCP 47 primary subtag, for month names and the order of numeric dates.
    hints : DateHints
    fetched : str
        ISO 8601 time of the request, from which printed ages count; "" if unknown.
    peer : callable
        Returns another extractor's day; called if no other source names one.
    printed : sequence of Printed, optional
        As `visible` returns them; None to find them.

    Examples
    --------
    >>> from datetime import UTC
    >>> now = datetime(2026, 7, 1, tzinfo=UTC)
    >>> from indexer.article.headline_context import Line
    >>> around = HeadlineContext(lines=(Line("By A. Berg"), Line("4. März 2026")))
    >>> published(Metadata(), now, around=around, language="de")
    Dated(value='2026-03-04', source='printed')
    >>> published(Metadata(), now, url="https://courier.example/2026/03/04/crane.html").value
    '2026-03-04'
    """
    around = around or HeadlineContext()
    printed = visible(metadata, now, url=url, around=around, language=language, hints=hints) if printed is None else printed
    shown = at_places(printed, hints.places) or likeliest_story_date(printed, hints.constant_times)
    address = "" if ADDRESS in hints.distrusted else date_text.in_address(url, now, language)
    own = _own_times(metadata.times, around, hints)
    found = next((one for one in stated_dates(metadata, now, language, around, hints) if one.source not in hints.distrusted), None)
    head = [one for one in printed if one.heads_story]
    site_unknown = not hints.judged and found is not None and found.source != JSON_LD
    changed = modified(metadata, now, language=language, printed=printed) if site_unknown else ""
    if found is not None and not (site_unknown and _contradicts(head, found.value, changed)):
        return _as_shown(found, head, shown, address, modified(metadata, now, language=language))
    month = "" if ADDRESS in hints.distrusted else date_text.month_in_address(url, now, language)
    if shown is not None and shown.place > Place.ABOVE and month and not near(month, shown.value):
        shown = None
    times = [moment for time in own if (moment := date_text.stamp(time.datetime, now) or _in_text(time, now, language))]
    if shown is not None and (found is not None or shown.place <= Place.ABOVE or not times):
        changes = {date_text.stamp(time.datetime, now) for time in own if _has_role(time, _MODIFIED_ROLES)}
        return Dated(_finer(shown, [moment for moment in times if moment not in changes]), PRINTED)
    if address:
        return Dated(next((moment for moment in times if moment.startswith(address)), address), ADDRESS)
    if times:
        return Dated(times[0], TIME)
    above = [line.text for line in around.lines if line.place <= Place.ABOVE]
    resorts = _last_resorts(metadata, now, above, url=url, language=language, fetched=fetched)
    if found := next((one for one in resorts if one.value), None):
        return found
    found = _by_peer(peer, [one for one in printed if not one.changed], month) if not hints.judged else Dated()
    issue = next((one.value for one in head if one.rest <= _ISSUE_REST), "") if not month else ""
    return found if found.value else Dated(month, ADDRESS) if month else Dated(issue, PRINTED if issue else "")


def _last_resorts(metadata: Metadata, now: datetime, above: Sequence[str], *, url: str, language: str, fetched: str) -> Iterator[Dated]:
    """Yield the dates, "" for none, that a page names neither in full nor in a place of its own."""
    for read in (relative_dates.in_line, relative_dates.without_year):
        yield Dated(next(filter(None, (read(line, fetched, language) for line in above)), ""), PRINTED)
    yield Dated(date_text.in_identifier(url, metadata.first("og:image"), now), ADDRESS)
    yield Dated(_behind_title(metadata.title, now, language), TITLE)


def visible(
    metadata: Metadata, now: datetime, *, url: str = "", around: HeadlineContext, language: str = "", hints: DateHints = _NO_HINTS
) -> list[Printed]:
    """Return the dates that a page prints, in its own order of day and month."""
    days_first = hints.days_first if hints.days_first is not None else _days_first_there(metadata, url, language)
    declared = metadata.html_lang[:2].lower()
    printed = printed_dates(around.lines, now, language, days_first=days_first)
    if declared != language and not any(one.place <= Place.ABOVE for one in printed):  # the story's language differs from the page's
        printed = printed_dates(around.lines, now, declared, days_first=days_first) or printed
    return printed


def _days_first_there(metadata: Metadata, url: str, language: str) -> bool | None:
    """Return the order of numeric dates in the country of the page's declaration or its host's domain; None without a country."""
    declared = (metadata.html_lang, metadata.first("og:locale"), metadata.first("content-language"))
    countries = [match[1] for one in declared if (match := _COUNTRY.search(one))] + [host(url).rpartition(".")[2].replace("uk", "gb")]
    country = next((one.upper() for one in countries if len(one) == len("gb")), "")
    return day_first(f"{language}-{country}") if language == "en" and country else None


def modified(
    metadata: Metadata,
    now: datetime,
    *,
    language: str = "",
    constant: Collection[str] = (),
    printed: Sequence[Printed] = (),
    lines: Sequence[Line] = (),
    fetched: str = "",
) -> str:
    """Return schema.org dateModified, or "" if the page neither states it nor prints it (`visible`) beside its story, also as an age.

    >>> from datetime import UTC
    >>> changed = Metadata(meta={"article:modified_time": ("2026-03-05T08:00:00Z",)})
    >>> modified(changed, datetime(2026, 7, 1, tzinfo=UTC))
    '2026-03-05T08:00:00Z'
    """
    item = metadata.linked.item
    stated = (
        item.date_modified if item else "",
        *(value for _, value in _named(metadata, _MODIFIED[:_FIRM])),
        *metadata.items.get("datemodified", ()),
        *(value for _, value in _named(metadata, _MODIFIED[_FIRM:])),
        *(time.datetime for time in metadata.times if _has_role(time, _MODIFIED_ROLES)),
    )
    found = next((found for value in stated if value not in constant and (found := _read(value, now, language))), "")
    return found or last_change(printed) or age_of_change(lines, fetched, language)


def _named(metadata: Metadata, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the names and values of the `meta` elements with these names, in the names' order."""
    found: dict[str, list[str]] = {}
    for written in metadata.meta:
        found.setdefault(written.translate(_SIGNS), []).append(written)
    for name in names:
        for written in found.get(name, ()):
            yield from ((written, value) for value in metadata.all(written))


def stated_dates(
    metadata: Metadata, now: datetime, language: str = "", around: HeadlineContext | None = None, hints: DateHints = _NO_HINTS
) -> Iterator[Dated]:
    """Yield a page's machine-readable dates of publication, the most reliable first."""
    item = metadata.linked.item
    times = _own_times(metadata.times, around or HeadlineContext(), hints)
    stated = [
        (item.date_published if item else "", JSON_LD),
        *((value, f"meta:{name}") for name, value in _named(metadata, _PUBLISHED[:_FIRM])),
        *((time.datetime, MICRODATA) for time in times if "datepublished" in time.role),
        *((value, f"meta:{name}") for name, value in _named(metadata, _PUBLISHED[_FIRM:])),
        *((time.datetime, MICRODATA) for time in times if "datecreated" in time.role),
        *((time.datetime, TIME) for time in times if time.published),
        *((time.datetime, TIME) for time in times if _has_role(time, _PUBLISHED_ROLES)),
    ]
    for value, source in stated:
        if value and value not in hints.constant and (found := _read(value, now, language)):
            yield Dated(found, source)


def _read(value: str, now: datetime, language: str) -> str:
    return date_text.stamp(value, now) or date_text.in_line(value, now, language)


def _own_times(times: Sequence[Time], around: HeadlineContext, hints: DateHints) -> list[Time]:
    """Return the elements that may date the story: those outside the text, then those near the story, without those of teasers."""
    own = [time for time in times if time.datetime not in hints.constant_times]
    placed = [(around.place(time.block) if time.block >= 0 else Place.ELSEWHERE, time) for time in own]
    by_story = [time for place, time in sorted(placed, key=lambda one: one[0]) if place < Place.ELSEWHERE]
    unknown = [time for time in own if time.block < 0]
    alone = own if len(own) == 1 and around.headline < 0 else []
    return [*unknown, *by_story] or alone


def _in_text(time: Time, now: datetime, language: str) -> str:
    """Return the moment that the text of a `time` element without an attribute names; a style may set it apart from the words before it."""
    return "" if time.datetime else date_text.in_line(time.text, now, language)


def _has_role(time: Time, roles: Sequence[str]) -> bool:
    """Return whether itemprop or class of a `time` element names one of these roles."""
    return any(role in time.role for role in roles)


def _finer(shown: Printed, times: Sequence[str]) -> str:
    """Return the moment of a `time` element on the printed day, or the printed date."""
    return next((moment for moment in times if moment.startswith(shown.value + "T")), shown.moment)


def _contradicts(head: Sequence[Printed], stated: str, changed: str) -> bool:
    """Return whether the only day printed near the headline differs from those of publication and change."""
    days = {one.value for one in head}
    return len(days) == 1 and not any(near(day, stated) or (changed and near(day, changed)) for day in days)


def _as_shown(found: Dated, head: Sequence[Printed], shown: Printed | None, address: str, changed: str) -> Dated:
    """Return the stated date, moved to the visible day if the two are one moment in two time zones.

    Parameters
    ----------
    changed : str
        The stated moment of the last change; if it is much later, printed days of a change tell nothing of the publication.
    """
    witnesses = [one for one in (shown, *head) if one is not None and one.heads_story and near(one.value, found.value)]
    for one in witnesses:
        if one.clock and (local := _in_zone_of(found.value, one)):
            return Dated(local, found.source)
    first, last = _universal(found.value), _universal(changed)
    if first is not None and last is not None and last - first > _MUCH_LATER:
        witnesses = [one for one in witnesses if not one.changed]
    day = found.value[:10]
    if not witnesses and address and near(address, day):
        return Dated(_moved(found.value, address), found.source)
    if not witnesses or any(one.value == day for one in witnesses):
        return found
    return Dated(_moved(found.value, witnesses[0].value), found.source)


def _in_zone_of(moment: str, printed: Printed) -> str:
    """Return a moment in the time zone in which it is the printed day and time of day; "" if there is none."""
    if len(printed.value) < DAY_LENGTH or (universal := _universal(moment)) is None:
        return ""
    offset = datetime.fromisoformat(printed.moment) - universal.replace(second=0, microsecond=0)
    if abs(offset) > _FARTHEST or offset.total_seconds() % _QUARTER:
        return ""
    return (universal + offset).replace(tzinfo=timezone(offset)).isoformat() if _offset(moment) != offset else moment


def _moved(moment: str, day: str) -> str:
    """Return the day if the moment may fall on it in some time zone; else the moment."""
    if moment.startswith(day):
        return moment
    universal = _universal(moment)
    if universal is None:
        return day
    return day if any((universal + sign * _FAR).date().isoformat() == day for sign in (-1, 1)) else moment


def _universal(moment: str) -> datetime | None:
    """Return a moment in UTC without zone; None for a day, or for a time without a zone."""
    known = datetime.fromisoformat(moment) if len(moment) > DAY_LENGTH else None
    offset = known.utcoffset() if known else None
    return None if known is None or offset is None else known.replace(tzinfo=None) - offset


def _offset(moment: str) -> timedelta | None:
    return datetime.fromisoformat(moment).utcoffset()


def _behind_title(title: str, now: datetime, language: str) -> str:
    """Return the date that is a whole part of the page's title ("Harbour | BW | 20.04.2026"), or ""."""
    for part in map(str.strip, title_parts(title)[1:]):
        found = date_text.dates_in(part, now, language)
        if found and (found[0].start, found[0].end) == (0, len(part)):
            return found[0].moment
    return ""


def _by_peer(peer: Callable[[], str], printed: Sequence[Printed], month: str) -> Dated:
    """Return the second extractor's day, if it may be in the month of the URL; the first of a month only if the page prints it.

    The first replaces a missing day.
    """
    if not printed:
        return Dated()
    day = peer()
    if month and day and not near(month, day):
        return Dated()
    exact = bool(day) and not day.endswith("-01")
    return Dated(day, PEER) if exact or any(one.value == day for one in printed) else Dated()


def dates_to_json(hints: DateHints) -> dict[str, Any]:
    """JSON values, for the site's model.

    >>> dates_from_json(dates_to_json(DateHints(places=(DatePlace("p.date"),)))).places
    (DatePlace(path='p.date', label=''),)
    """
    return asdict(hints) | {"places": [asdict(place) for place in hints.places]}


def dates_from_json(value: Mapping[str, Any]) -> DateHints:
    """Return the hints that `dates_to_json` wrote; raises KeyError or TypeError for another shape."""
    lists = {name: tuple(value[name]) for name in ("distrusted", "constant", "constant_times")}
    places = tuple(DatePlace(**place) for place in value["places"])
    return DateHints(days_first=value["days_first"], places=places, judged=value["judged"], **lists)
