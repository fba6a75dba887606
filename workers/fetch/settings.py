"""The settings of a crawl, which are checked when they are created."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from indexer.article.robots_directives import AGENT
from indexer.errors import UsageError
from workers.fetch.addresses import is_loopback, private_address
from workers.fetch.fetcher import FetchLimits
from workers.fetch.politeness import Politeness
from workers.fetch.scope import Scope

PRODUCT = AGENT
"""The product token by which robots.txt, meta elements and X-Robots-Tag name this crawler."""
_MAX_CONTACT = 200
_LOOK_UP = 3.0
"""Time limit in seconds for resolving the host of a start URL; after a time-out, only the request itself checks the address."""


@dataclass(frozen=True, slots=True)
class CrawlSettings:
    """The settings of a crawl.

    Parameters
    ----------
    version : str
        The program's version, for the user agent.
    contact : str
        A URL or mail address of the operator; required for requests beyond this machine.
    max_pages : int
        Maximum number of pages fetched in one run.
    max_depth : int
        Maximum number of links between a start URL and a page.
    max_redirects : int
        Maximum number of redirects in a row.
    allow_private : bool
        Whether loopback, private and link-local addresses may be fetched.
    again : bool
        Whether to fetch archived pages again.
    scope : Scope
        The URLs that may be requested.
    """

    version: str = "0"
    contact: str = ""
    politeness: Politeness = field(default_factory=Politeness)
    limits: FetchLimits = field(default_factory=FetchLimits)
    max_pages: int = 1_000
    max_depth: int = 30
    max_redirects: int = 5
    allow_private: bool = False
    again: bool = False
    scope: Scope = field(default_factory=Scope)

    def __post_init__(self) -> None:
        if self.max_pages < 1 or self.max_depth < 0 or self.max_redirects < 0:
            raise UsageError("max_pages must be at least 1, and max_depth and max_redirects must not be negative")
        if not (self.contact.isascii() and self.contact.isprintable() and len(self.contact) <= _MAX_CONTACT):
            raise UsageError(
                f"the contact is sent with every request: use one line of at most {_MAX_CONTACT} plain ASCII characters, "
                "for example https://example.org/crawler or crawl@example.org"
            )

    @property
    def user_agent(self) -> str:
        """The User-Agent header.

        >>> CrawlSettings(version="1.2", contact="crawl@example.org").user_agent
        'winnow/1.2 (+crawl@example.org)'
        """
        return f"{PRODUCT}/{self.version}" + (f" (+{self.contact})" if self.contact else "")

    def may_request(self, url: str) -> bool:
        """Return whether requests to a server are permitted: always to this machine, to others only if a contact is given.

        >>> CrawlSettings().may_request("http://127.0.0.1:8000/"), CrawlSettings().may_request("https://example.org/")
        (True, False)
        """
        return bool(self.contact.strip()) or is_loopback(urlsplit(url).hostname or "")

    def check(self, start: str) -> None:
        """Check that a start URL can be crawled with these settings.

        Raises
        ------
        UsageError
        """
        name = urlsplit(start).hostname or ""
        if not self.may_request(start):
            raise UsageError(
                f"{start} is somebody else's server: name a URL or mail address at which you can be reached with --contact"
            )
        if self.allow_private:
            return
        if is_loopback(name):
            raise UsageError(f"{start} is this machine; --allow-private permits it")
        private = private_address(name, urlsplit(start).port or 80, _LOOK_UP)
        if private:
            raise UsageError(f"{start} is at the private address {private}; --allow-private permits it")
