"""The scope of a crawl: patterns for URLs that it may request, and patterns for URLs that it must not request."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from indexer.cause import Cause
from indexer.errors import UsageError
from indexer.outcome import Ending, Kind


@dataclass(frozen=True, slots=True)
class Scope:
    """Regular expressions that are searched for anywhere in a URL.

    Parameters
    ----------
    allow : tuple of str
        A URL must match at least one of them; an empty tuple allows all URLs.
    deny : tuple of str
        A URL must match none of them; they take precedence over `allow`.

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

    @classmethod
    def of(cls, values: Mapping[str, str]) -> Scope:
        """Read the scope from the settings (`indexer.configuration`).

        >>> Scope.of({"WINNOW_ALLOW": "/news/ /sport/", "WINNOW_DENY": ""}).allow
        ('/news/', '/sport/')

        Raises
        ------
        UsageError
            If a pattern is not a regular expression.
        """
        return cls(tuple(values["WINNOW_ALLOW"].split()), tuple(values["WINNOW_DENY"].split()))

    def __bool__(self) -> bool:
        return bool(self.allow or self.deny)

    def refuses(self, url: str, *, named: bool = False) -> Ending | None:
        """Return the ending of a URL out of scope; None for a URL in scope. A `named` URL (start, feed, sitemap) need not match `allow`."""
        denied = next((pattern for pattern in self.deny if re.search(pattern, url)), "")
        if denied:
            return Ending(Kind.SKIPPED, Cause.DENIED, detail=denied)
        if named or not self.allow or any(re.search(pattern, url) for pattern in self.allow):
            return None
        return Ending(Kind.SKIPPED, Cause.NOT_ALLOWED)
