"""Finds the next page of a list: its URL differs from the list's in the page number alone."""

from __future__ import annotations

import re
from collections.abc import Iterable

_NUMBER = re.compile(r"\d+")
_MAX_SUFFIX = 24
"""Maximum length of the suffix that makes the second page's URL of the first's: `?page=2`, `page/2/`, `_2.html`."""


def next_page(url: str, links: Iterable[str]) -> str:
    """Return the link that leads from a list to its next page; "" if there is none.

    >>> next_page("https://example.org/sport/", ["https://example.org/sport/a-1.html", "https://example.org/sport/?page=2"])
    'https://example.org/sport/?page=2'
    >>> next_page("https://example.org/sport/page/2/", ["https://example.org/sport/", "https://example.org/sport/page/3/"])
    'https://example.org/sport/page/3/'
    >>> next_page("https://example.org/sport/", ["https://example.org/sport/story-of-a-goal-2.html"])
    ''
    """
    following = {_bump(url, at): None for at in _NUMBER.finditer(url)}
    links = list(links)
    found = next((link for link in links if link in following), "")
    if found:
        return found
    stem = url.removesuffix("/")
    for ending in ("/", ".html", ".htm", ".php"):
        stem = stem.removesuffix(ending)
    seconds = [link for link in links if link.startswith(stem) and len(link) - len(stem) <= _MAX_SUFFIX and _is_second(link[len(stem) :])]
    return min(seconds, key=lambda link: (len(link), link), default="")


def _bump(url: str, at: re.Match[str]) -> str:
    return f"{url[: at.start()]}{int(at[0][:9]) + 1}{url[at.end() :]}"


def _is_second(rest: str) -> bool:
    """Return whether a URL suffix is the number 2 with at most one word before it, as in `?page=2`."""
    return re.fullmatch(r"[/?&_.-]*(?:[a-z]{1,9}[/=_-]*)?2(?:/|\.\w{2,5})?", rest, re.IGNORECASE) is not None
