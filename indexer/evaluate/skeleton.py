"""Evaluation of skeletons against a site's main menu: F1 of links by level.

A menu's labels come from a `site.json`: the start page, other names of its host, and the menu's links, each with the number of enclosing
lists. A level includes the links of higher levels; links to other sites and entries without a link do not count.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from indexer.errors import InputError

LEVELS = (1, 2)


@dataclass(frozen=True, slots=True)
class Menu:
    """A site's main menu as labelled.

    Parameters
    ----------
    start : str
    hosts : frozenset of str
        All names of its host, in lower case.
    links : mapping of str to int
        Page name (`Menu.page`) to level.
    """

    start: str
    hosts: frozenset[str]
    links: Mapping[str, int]

    def page(self, url: str) -> str:
        """Return one name for all spellings of a page: host, path without `index.html` and trailing slash, query.

        >>> menu = Menu("https://a.org/", frozenset({"a.org", "www.a.org"}), {})
        >>> menu.page("http://www.a.org/news/index.html#top"), menu.page("https://b.org")
        ('/news', 'b.org/')
        """
        parts = urlsplit(urldefrag(url)[0])
        host = "" if parts.netloc.lower() in self.hosts else parts.netloc.lower()
        path = unquote(parts.path).removesuffix("index.html").rstrip("/") or "/"
        return host + path + ("?" + parts.query if parts.query else "")


@dataclass(frozen=True, slots=True)
class LevelScore:
    """Figures of the links down to one level: the number labelled, and shares in [0, 1]."""

    labelled: int
    precision: float
    recall: float
    f1: float


def read_menu(path: Path) -> Menu:
    """Read the labels of a `site.json`.

    Raises
    ------
    InputError
        If the file is invalid.
    """
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
        start = str(value["start_url"])
        hosts = frozenset({urlsplit(start).netloc.lower(), *(str(alias).lower() for alias in value.get("aliases", []))})
        found = [one for one in value.get("nav", []) if one["href"] and not one["external"]]
        levels = [(urljoin(str(value["base"]), one["href"]), max(1, int(one["list_depth"]))) for one in found]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"{path}: no labels of a menu ({error!r})") from error
    return Menu(start, hosts, _lowest(levels, Menu(start, hosts, {})))


def read_tree(path: Path) -> Mapping[str, Any]:
    """Read a tree printed by `winnow skeleton`.

    Raises
    ------
    InputError
        If the file is invalid.
    """
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"{path}: no tree of `winnow skeleton` ({error!r})") from error
    if not isinstance(value, dict) or not isinstance(value.get("children"), list):
        raise InputError(f"{path}: no tree of `winnow skeleton` (an object with children)")
    return value


def score(menu: Menu, tree: Mapping[str, Any], levels: Iterable[int] = LEVELS) -> dict[int, LevelScore]:
    """Return precision, recall and F1 of the links down to each level; 0 if nothing is labelled or found.

    >>> menu = Menu("https://a.org/", frozenset({"a.org"}), {"/news": 1, "/news/local": 2})
    >>> leaf = {"url": "https://a.org/sport", "children": []}
    >>> tree = {"children": [{"url": "https://a.org/news/", "children": [leaf]}]}
    >>> score(menu, tree)
    {1: LevelScore(labelled=1, precision=1.0, recall=1.0, f1=1.0), 2: LevelScore(labelled=2, precision=0.5, recall=0.5, f1=0.5)}
    """
    found = _first(_walk(tree), menu)
    return {level: _one(_down_to(menu.links, level), _down_to(found, level)) for level in levels}


def _one(wanted: set[str], found: set[str]) -> LevelScore:
    right = len(wanted & found)
    f1 = 2 * right / (len(wanted) + len(found)) if right else 0.0
    return LevelScore(len(wanted), right / len(found) if found else 0.0, right / len(wanted) if wanted else 0.0, f1)


def _down_to(links: Mapping[str, int], level: int) -> set[str]:
    return {page for page, at in links.items() if at <= level}


def _lowest(links: Iterable[tuple[str, int]], menu: Menu) -> dict[str, int]:
    found: dict[str, int] = {}
    for url, level in links:
        page = menu.page(url)
        found[page] = min(level, found.get(page, level))
    return found


def _first(links: Iterable[tuple[str, int]], menu: Menu) -> dict[str, int]:
    """Return the level of each page's first occurrence."""
    found: dict[str, int] = {}
    for url, level in links:
        found.setdefault(menu.page(url), level)
    return found


def _walk(tree: Mapping[str, Any]) -> Iterable[tuple[str, int]]:
    """Yield the URLs below a root with their levels, in preorder."""
    waiting = [(child, 1) for child in reversed(tree.get("children", []))]
    while waiting:
        node, level = waiting.pop()
        if node.get("url"):
            yield str(node["url"]), level
        waiting += [(child, level + 1) for child in reversed(node.get("children", []))]
