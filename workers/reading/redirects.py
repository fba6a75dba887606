"""What a redirect's reason says: where it points, and whether it is meant to last."""

from __future__ import annotations

from indexer import urls

REFRESH = "a refresh"
"""With this begins the reason of a redirect that the page itself makes."""
_LASTING = ("status 301 ", "status 308 ", REFRESH)
"""RFC 9110, 15.4; a page that sends its reader on is taken at its word."""


def is_lasting(reason: str) -> bool:
    """Whether a page has another address for good; by another redirect it is only away, perhaps.

    >>> is_lasting("status 301 to /new"), is_lasting("status 302 to /new")
    (True, False)
    """
    return reason.startswith(_LASTING)


def target_of(url: str, reason: str) -> str:
    """Where the redirect of a page points, "" where that is no address.

    >>> target_of("https://example.org/a", "status 302 to /sport/")
    'https://example.org/sport/'
    """
    location = reason.partition(" to ")[2]
    return (urls.resolve(url, location) or "") if location else ""
