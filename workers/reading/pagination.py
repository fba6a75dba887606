"""The next page of a list: the same URL with the next number."""

from __future__ import annotations

import re
from collections.abc import Iterable

_NUMBER = re.compile(r"\d+")
_LONGEST = 24
"""Characters by which the second page's URL differs from the first's: `?page=2`, `page/2/`, `_2.html`."""


def next_page(url: str, links: Iterable[str]) -> str:
    """The link of a list to its next page; "" if there is none.

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
    seconds = [link for link in links if link.startswith(stem) and len(link) - len(stem) <= _LONGEST and _is_second(link[len(stem) :])]
    return min(seconds, key=lambda link: (len(link), link), default="")


def _bump(url: str, at: re.Match[str]) -> str:
    return f"{url[: at.start()]}{int(at[0][:9]) + 1}{url[at.end() :]}"


def _is_second(rest: str) -> bool:
    """Whether the rest is a 2 with at most one word for what is counted."""
    return re.fullmatch(r"[/?&_.-]*(?:[a-z]{1,9}[/=_-]*)?2(?:/|\.\w{2,5})?", rest, re.IGNORECASE) is not None
