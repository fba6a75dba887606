"""Recognises crawler traps: endless URLs without new content (calendars, sessions, growing paths).

There are two kinds of evidence. A URL alone may show a repeated path or a growing query. Otherwise the texts decide: if URLs of one
*shape* (the URL without digits and long hexadecimal numbers) have texts that differ only in digits, they are one page under many URLs, and
its links lead deeper into the trap. Articles have different texts, so their shapes stay open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

from indexer.cause import Cause
from indexer.outcome import Ending, Kind
from indexer.url_shape import trap_shape

_MAX_URL = 2_000
"""Maximum characters of a URL; servers and browsers differ above it."""
_SEGMENT_REPEATS = 3
"""Maximum occurrences of one segment in a path; `/a/b/a/b/a/b` comes from a relative link that should be absolute."""
_NAME_REPEATS = 3
"""Maximum occurrences of one parameter in a query."""
PAGE_REPEATS = 10
"""Number of pages of one shape that repeat a known text before the shape is closed."""
_ECHOES = 3
"""Length of a chain of linked pages with known texts from which on links are not followed."""


class Traps:
    """The traps that a crawl has recognised.

    Parameters
    ----------
    on_repeat : callable or None
        Called with the shape of each page that repeats a known text; returns the number of such pages over all processes. Without this
        count, N processes would fetch N times as many pages of a trap.

    Examples
    --------
    >>> traps = Traps()
    >>> traps.refuses("https://example.org/a/b/a/b/a/b/a").reason
    'trap: the path repeats itself'
    >>> traps.refuses("https://example.org/calendar/2026/4") is None
    True
    """

    def __init__(self, on_repeat: Callable[[str], int] | None = None) -> None:
        self._on_repeat = on_repeat
        self._seen: set[bytes] = set()
        self._repeats: Counter[str] = Counter()
        self._closed: set[str] = set()

    def close(self, shapes: Iterable[str]) -> None:
        """Take over shapes that other processes have closed.

        >>> traps = Traps()
        >>> traps.close(["https://example.org/day/0"])
        >>> traps.refuses("https://example.org/day/7").reason
        'trap: pages like https://example.org/day/0 differ only in digits'
        """
        self._closed.update(shapes)

    def refuses(self, url: str) -> Ending | None:
        """Return the ending of a URL that should not be fetched; None if it may be."""
        return _by_url(url) or self._by_shape(url)

    def note(self, url: str, fingerprint: bytes, echoes: int) -> int:
        """Record a page.

        Parameters
        ----------
        fingerprint : bytes
            A hash of its text (`workers.reading.link_extractor`).
        echoes : int
            The value returned for the page that links here; 0 for a start page.

        Returns
        -------
        int
            The length of the chain of pages with known texts that ends here; see `is_dead_end`.
        """
        if fingerprint not in self._seen:
            self._seen.add(fingerprint)
            return 0
        name = trap_shape(url)
        self._repeats[name] += 1
        if self._on_repeat is not None:
            self.record_repeats(name, self._on_repeat(name))
        return echoes + 1

    def record_repeats(self, name: str, repeats: int) -> None:
        """Record the number of pages of a shape that repeat a known text, over all processes.

        >>> traps = Traps()
        >>> traps.record_repeats("https://example.org/day/0", 10)
        >>> traps.refuses("https://example.org/day/7").cause.value
        'trap-shape'
        """
        self._repeats[name] = max(self._repeats[name], repeats)

    @staticmethod
    def is_dead_end(echoes: int) -> bool:
        """Return whether the links of a page at the end of such a chain are not followed."""
        return echoes >= _ECHOES

    def _by_shape(self, url: str) -> Ending | None:
        name = trap_shape(url)
        if name not in self._closed and self._repeats[name] < PAGE_REPEATS:
            return None
        return Ending(Kind.SKIPPED, Cause.TRAP_SHAPE, detail=name)


def _by_url(url: str) -> Ending | None:
    if len(url) > _MAX_URL:
        return Ending(Kind.SKIPPED, Cause.TRAP_LENGTH, count=len(url))
    parts = urlsplit(url)
    segments = Counter(segment for segment in parts.path.split("/") if segment and not segment.isdecimal())
    if segments and max(segments.values()) > _SEGMENT_REPEATS:
        return Ending(Kind.SKIPPED, Cause.TRAP_PATH)
    names = Counter(pair.partition("=")[0] for pair in parts.query.split("&") if pair)
    if names and max(names.values()) > _NAME_REPEATS:
        return Ending(Kind.SKIPPED, Cause.TRAP_QUERY)
    return None
