"""Which URLs of a site a crawl may request: patterns that one of them has to match, and patterns that none may match."""

from __future__ import annotations

import re
from dataclasses import dataclass

from indexer.cause import Cause
from indexer.errors import UsageError
from indexer.outcome import Ending, Kind


@dataclass(frozen=True, slots=True)
class Scope:
    """Regular expressions, searched for in whole URLs.

    Parameters
    ----------
    allow : tuple of str
        Some must be found in a URL; none given allow all.
    deny : tuple of str
        None may be found; they win.

    >>> scope = Scope(allow=("/news/",), deny=(r"[?]print=",))
    >>> [scope.refuses(f"https://example.org{path}") is None for path in ("/news/a", "/sport/a", "/news/a?print=1")]
    [True, False, False]
    """

    allow: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for pattern in (*self.allow, *self.deny):
            try:
                re.compile(pattern)
            except re.error as error:
                raise UsageError(f"{pattern!r} is no regular expression: {error}") from error

    def __bool__(self) -> bool:
        return bool(self.allow or self.deny)

    def refuses(self, url: str, *, named: bool = False) -> Ending | None:
        """How a URL ends that is out of scope, None for one within; a `named` one (start, feed, sitemap) needs no pattern to allow it."""
        denied = next((pattern for pattern in self.deny if re.search(pattern, url)), "")
        if denied:
            return Ending(Kind.SKIPPED, Cause.DENIED, detail=denied)
        if named or not self.allow or any(re.search(pattern, url) for pattern in self.allow):
            return None
        return Ending(Kind.SKIPPED, Cause.NOT_ALLOWED)
