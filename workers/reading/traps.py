"""Crawler traps: URLs without end that lead to nothing new (calendars, sessions, paths that grow).

Two kinds of evidence. A URL alone shows a path that repeats itself or a query that piles up. Otherwise pages tell: URLs
of one *shape* (digits and long hexadecimal numbers left out) whose texts differ in nothing but digits are one page
under many addresses, and a page that says what pages before it said leads deeper into the same. Real articles of one
shape have different texts, so that no budget cuts them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

from indexer.cause import Cause
from indexer.outcome import Ending, Kind
from indexer.url_shape import trap_shape

_LONGEST = 2_000
"""Characters of a URL; beyond, servers and browsers part ways."""
_SEGMENT_REPEATS = 3
"""Times one segment may be in a path; `/a/b/a/b/a/b` has a relative link that should be absolute."""
_NAME_REPEATS = 3
"""Times one parameter may be in a query."""
PAGE_REPEATS = 10
"""Pages of one shape with a text already seen, after which the shape is closed."""
_ECHOES = 3
"""Pages in a row, each linked from the one before, with texts already seen, after which links are not followed."""


class Traps:
    """What the crawl has learned about traps so far.

    Parameters
    ----------
    tell : callable or None
        Called with the shape of each page that shows nothing new; returns the number of such pages of this shape, over all processes. So a
        trap costs N processes a few pages more, not N times as many.

    Examples
    --------
    >>> traps = Traps()
    >>> traps.refuses("https://example.org/a/b/a/b/a/b/a").reason
    'trap: the path repeats itself'
    >>> traps.refuses("https://example.org/calendar/2026/4") is None
    True
    """

    def __init__(self, tell: Callable[[str], int] | None = None) -> None:
        self._tell = tell
        self._seen: set[bytes] = set()
        self._repeats: Counter[str] = Counter()
        self._closed: set[str] = set()

    def close(self, shapes: Iterable[str]) -> None:
        """Close the shapes that others have closed.

        >>> traps = Traps()
        >>> traps.close(["https://example.org/day/0"])
        >>> traps.refuses("https://example.org/day/7").reason
        'trap: pages like https://example.org/day/0 differ in digits only'
        """
        self._closed.update(shapes)

    def refuses(self, url: str) -> Ending | None:
        """The ending of a URL that should not be fetched; None if it may be."""
        return _by_looks(url) or self._by_shape(url)

    def note(self, url: str, fingerprint: bytes, echoes: int) -> int:
        """Record a page.

        Parameters
        ----------
        fingerprint : bytes
            Of its text (`workers.reading.link_extractor`).
        echoes : int
            What the page that linked here returned.

        Returns
        -------
        int
            Pages in a row, this one included, that show nothing new; see `is_dead_end`.
        """
        if fingerprint not in self._seen:
            self._seen.add(fingerprint)
            return 0
        name = trap_shape(url)
        self._repeats[name] += 1
        if self._tell is not None:
            self.met(name, self._tell(name))
        return echoes + 1

    def met(self, name: str, repeats: int) -> None:
        """Record how many pages of a shape showed nothing new, over all processes.

        >>> traps = Traps()
        >>> traps.met("https://example.org/day/0", 10)
        >>> traps.refuses("https://example.org/day/7").cause.value
        'trap-shape'
        """
        self._repeats[name] = max(self._repeats[name], repeats)

    @staticmethod
    def is_dead_end(echoes: int) -> bool:
        """Whether the links of such a page lead deeper into a trap."""
        return echoes >= _ECHOES

    def _by_shape(self, url: str) -> Ending | None:
        name = trap_shape(url)
        if name not in self._closed and self._repeats[name] < PAGE_REPEATS:
            return None
        return Ending(Kind.SKIPPED, Cause.TRAP_SHAPE, detail=name)


def _by_looks(url: str) -> Ending | None:
    if len(url) > _LONGEST:
        return Ending(Kind.SKIPPED, Cause.TRAP_LENGTH, count=len(url))
    parts = urlsplit(url)
    segments = Counter(segment for segment in parts.path.split("/") if segment and not segment.isdecimal())
    if segments and max(segments.values()) > _SEGMENT_REPEATS:
        return Ending(Kind.SKIPPED, Cause.TRAP_PATH)
    names = Counter(pair.partition("=")[0] for pair in parts.query.split("&") if pair)
    if names and max(names.values()) > _NAME_REPEATS:
        return Ending(Kind.SKIPPED, Cause.TRAP_QUERY)
    return None
