"""When an article was published and last changed, in ISO 8601 as exactly as the page says."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime

from indexer.article import date_text
from indexer.page.collector import Time
from indexer.page.metadata import Metadata

_PUBLISHED = (
    "article:published_time", "og:article:published_time", "og:published_time", "article:published", "parsely-pub-date",
    "sailthru.date", "cxenseparse:recs:publishtime", "datepublished", "dc.date.issued", "dcterms.issued",
    "dcterms.available", "publish-date", "publish_date", "publishdate", "publication_date", "pubdate", "date",
    "dc.date.created", "dc.date", "dcterms.date", "dcterms.created", "date.created", "datecreated", "created",
    "article.published", "article_date_original", "originalpublicationdate", "published", "timestamp",
)  # fmt: skip
_MODIFIED = (
    "article:modified_time", "og:article:modified_time", "og:updated_time", "article:modified", "datemodified",
    "dc.date.modified", "dcterms.modified", "date.modified", "date.updated", "last-modified", "lastmod", "modified",
    "article.updated", "revised",
)  # fmt: skip
_PUBLISHED_ROLES = ("datepublished", "publish", "pubdate", "datecreated", "entry-date", "dt-published")
_MODIFIED_ROLES = ("datemodified", "modif", "update", "dt-updated")


def published(
    metadata: Metadata,
    now: datetime,
    *,
    url: str = "",
    lines: Sequence[str] = (),
    language: str = "",
    days_first: bool | None = None,
    constant: Collection[str] = (),
    constant_times: Collection[str] = (),
) -> str:
    """schema.org datePublished, or "" where nothing says when.

    What is stated for machines comes first; then `time` elements that call themselves the date of publication, the day
    in the address (with the time of a `time` element of that day), the first date in the lines around the headline, and
    at last the first `time` element.

    Parameters
    ----------
    metadata : Metadata
    now : datetime
        With time zone; a date more than a day later, or before 1990, is garbage.
    url : str
        The page's address.
    lines : sequence of str
        Short lines between the headline and the first paragraph, and just after.
    language : str
        BCP 47 primary subtag, for month names and the order of numeric dates.
    days_first : bool or None
        Whether the site writes the day before the month, where that is known.
    constant : collection of str
        Values that `meta` elements state on all of the site's pages, whatever they were meant for.
    constant_times : collection of str
        Values of `time` elements that stand on all pages: those of teasers.

    Examples
    --------
    >>> from datetime import UTC
    >>> now = datetime(2026, 7, 1, tzinfo=UTC)
    >>> published(Metadata(), now, lines=["By A. Berg", "4. März 2026"], language="de")
    '2026-03-04'
    >>> published(Metadata(), now, url="https://courier.example/2026/03/04/crane.html")
    '2026-03-04'
    """
    item = metadata.linked.item
    own = [time for time in metadata.times if time.datetime not in constant_times]
    stated = (
        item.date_published if item else "",
        *metadata.all(*_PUBLISHED[:4]),
        *metadata.items.get("datepublished", ()),
        *metadata.all(*_PUBLISHED[4:]),
        *metadata.items.get("datecreated", ()),
        *(time.datetime for time in own if time.published),
        *_with_role(own, _PUBLISHED_ROLES),
    )
    found = _first(stated, now, constant, language)
    if found:
        return found
    times = [moment for time in own if (moment := date_text.stamp(time.datetime, now))]
    day = date_text.in_address(url, now)
    if not day:
        shown = (date_text.in_line(line, now, language, days_first=days_first) for line in lines)
        day = next((one for one in shown if one), "")
    return _finer(day, times) if day else next(iter(times), "")


def modified(metadata: Metadata, now: datetime, *, language: str = "", constant: Collection[str] = ()) -> str:
    """schema.org dateModified, or "" where the page does not say.

    >>> from datetime import UTC
    >>> changed = Metadata(meta={"article:modified_time": ("2026-03-05T08:00:00Z",)})
    >>> modified(changed, datetime(2026, 7, 1, tzinfo=UTC))
    '2026-03-05T08:00:00Z'
    """
    item = metadata.linked.item
    stated = (
        item.date_modified if item else "",
        *metadata.all(*_MODIFIED[:4]),
        *metadata.items.get("datemodified", ()),
        *metadata.all(*_MODIFIED[4:]),
        *_with_role(metadata.times, _MODIFIED_ROLES),
    )
    return _first(stated, now, constant, language)


def _first(values: Iterable[str], now: datetime, constant: Collection[str], language: str) -> str:
    for value in values:
        if value and value not in constant:
            found = date_text.stamp(value, now) or date_text.in_line(value, now, language)
            if found:
                return found
    return ""


def _with_role(times: Sequence[Time], roles: Sequence[str]) -> Iterator[str]:
    """Values of the `time` elements whose itemprop or class names one of these roles."""
    return (time.datetime for time in times if any(role in time.role for role in roles))


def _finer(day: str, times: Sequence[str]) -> str:
    """The first time on this day, else the day."""
    return next((moment for moment in times if moment.startswith(day)), day)
