"""Choice of the start page among the available pages: the requested one, or the nearest to it."""

from __future__ import annotations

from collections.abc import Sequence

from indexer.site.skeleton.site import Site
from indexer.urls import is_front_page, normalise


def start_page(urls: Sequence[str], asked: str, site: Site) -> str:
    """Return the URL of the page at which a skeleton begins.

    Parameters
    ----------
    urls : sequence of str, not empty
        The site's pages.
    asked : str
        The requested page, in any spelling; "" for the site's front page.

    Returns
    -------
    str
        The requested page; else the nearest folder above it, the front page with the shortest URL, or the shortest URL.

    Examples
    --------
    >>> pages = ["https://a.org/", "https://a.org/news/", "https://a.org/news/1.html"]
    >>> start_page(pages, "http://www.a.org/news", Site.of(pages)), start_page(pages, "https://a.org/news/2.html", Site.of(pages))
    ('https://a.org/news/', 'https://a.org/news/')
    >>> start_page(pages, "", Site.of(pages))
    'https://a.org/'
    """
    ordered = sorted(urls, key=lambda url: (not is_front_page(url), len(url), url))
    place = site.place(normalise(asked)) if asked else ""
    by_place = {site.place(normalise(url)): url for url in reversed(ordered)}
    while place:
        if place in by_place:
            return by_place[place]
        place = _above(place)
    return ordered[0]


def _above(place: str) -> str:
    """Return the folder of a place; "" for a site's root.

    >>> _above("a.org/news?page=2"), _above("a.org/news"), _above("a.org/")
    ('a.org/news', 'a.org/', '')
    """
    path, mark, _ = place.partition("?")
    if mark:
        return path
    above = path.rstrip("/").rpartition("/")[0]
    if not above:
        return ""
    return above if "/" in above else above + "/"
