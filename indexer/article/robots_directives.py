"""Robots directives of one page, from its `meta` elements and X-Robots-Tag headers.

Grammar (https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag): directives separated by commas, some with a value
after a colon, after an optional user agent. An unknown directive is skipped alone, so the others on its line still count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from indexer.article.date_text import stamp
from indexer.page.metadata import Metadata

AGENT = "winnow"
"""The user agent whose directives count, beside those for all agents."""
_EXPIRY = "unavailable_after"
_NOINDEX, _NOFOLLOW = frozenset({"noindex", "none"}), frozenset({"nofollow", "none"})
_WITH_VALUE = frozenset({_EXPIRY, "max-snippet", "max-image-preview", "max-video-preview"})
_WORDS = _NOINDEX | _NOFOLLOW | {
    "all", "index", "follow", "noarchive", "archive", "nocache", "nosnippet", "noodp", "noydir", "noimageindex", "notranslate",
    "indexifembedded", "nositelinkssearchbox",
}  # fmt: skip
"""Directives without a value; a name before one of them is a user agent's."""
_NAME = re.compile(r"[a-z][\w-]*")
_PARTS = re.compile(r"[,;]")
_FAR = timedelta(days=36_500)


@dataclass(frozen=True, slots=True)
class RobotsDirectives:
    """The directives of a page for this crawler; of contradictory directives the stricter one counts.

    Parameters
    ----------
    noindex, nofollow : bool
    unavailable_after : tuple of str
        The dates after which the page must leave the index, as written.
    """

    noindex: bool = False
    nofollow: bool = False
    unavailable_after: tuple[str, ...] = ()

    def forbid_indexing(self, now: datetime) -> bool:
        """Return whether the page must stay out of the index at `now` (with time zone).

        >>> directives = read_directives(["unavailable_after: 01 Jan 2020 00:00:00 GMT"])
        >>> [directives.forbid_indexing(datetime(year, 3, 4, tzinfo=UTC)) for year in (2019, 2026)]
        [False, True]
        """
        return self.noindex or any(_is_past(written, now) for written in self.unavailable_after)


def read_directives(lines: Iterable[str], agent: str = AGENT) -> RobotsDirectives:
    """Return the directives for an agent.

    Parameters
    ----------
    lines : iterable of str
        X-Robots-Tag headers and contents of `meta` elements. A user agent's name applies to the directives after it, up to the next
        name or the end of the line.
    agent : str

    >>> read_directives(["max-video-preview:-1, noindex"]).noindex, read_directives(["otherbot: noindex, nofollow"]).noindex
    (True, False)
    >>> read_directives(["otherbot: noindex, winnow: nofollow"])
    RobotsDirectives(noindex=False, nofollow=True, unavailable_after=())
    """
    words: set[str] = set()
    dates: list[str] = []
    for line in lines:
        for name, value in _directives_for(line, agent.lower()):
            words.add(name)
            if name == _EXPIRY:
                dates.append(value)
    return RobotsDirectives(bool(words & _NOINDEX), bool(words & _NOFOLLOW), tuple(dates))


def page_directives(metadata: Metadata, header: str, agent: str = AGENT) -> RobotsDirectives:
    """Return the directives of a page.

    Parameters
    ----------
    metadata : Metadata
    header : str
        All X-Robots-Tag headers, one per line.
    agent : str
    """
    return read_directives((*header.splitlines(), *metadata.all("robots", agent)), agent)


def _directives_for(line: str, agent: str) -> Iterator[tuple[str, str]]:
    """Yield the directives of a line that apply to an agent, in lower case, with their values as written."""
    addressee = agent
    parts = [part.strip() for part in _PARTS.split(line)]
    for at, part in enumerate(parts):
        name, value = _split(part)
        if name and _names_agent(name, value):
            addressee, part = name, value
        if addressee == agent:
            yield from _read(part, parts[at + 1 :])


def _split(part: str) -> tuple[str, str]:
    """Return the name before a colon in lower case, and the rest; without a colon the name is ""."""
    name, colon, value = part.partition(":")
    return (name.strip().lower(), value.strip()) if colon else ("", part)


def _names_agent(name: str, value: str) -> bool:
    """Return whether a name before a colon is a user agent's: a known directive, or one with its own value, follows it."""
    return name not in _WITH_VALUE and (_NAME.fullmatch(_split(value)[0]) is not None or not _WORDS.isdisjoint(value.lower().split()))


def _read(part: str, following: list[str]) -> Iterator[tuple[str, str]]:
    """Yield a directive with its value, or directives separated by white space; a date may contain commas."""
    name, value = _split(part)
    if name == _EXPIRY:
        yield name, _whole_date(value, following)
        return
    words = value.split()[1:] if name in _WITH_VALUE else value.split() if not name else []
    yield from ((word.lower(), "") for word in words)


def _whole_date(begin: str, following: list[str]) -> str:
    """Return a date with the pieces after its commas: `Wed, 03 Dec 2025`, `Dec 3, 2025`; no directive begins with a digit."""
    written = begin
    for piece in following:
        if not piece[:1].isdigit():
            break
        written += ", " + piece
    return written


def _is_past(written: str, now: datetime) -> bool:
    """Return whether a date has passed; an unreadable date has not."""
    text = stamp(written, now + _FAR) or stamp(f"Mon, {written}", now + _FAR)
    when = datetime.fromisoformat(text) if text else None
    return when is not None and (when if when.tzinfo else when.replace(tzinfo=UTC)) <= now
