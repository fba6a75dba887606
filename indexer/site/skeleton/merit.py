"""Merit: the evidence that a menu is its site's navigation; class names are weak evidence."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from statistics import median
from typing import Protocol

from indexer.page.blocks import weight
from indexer.site.skeleton.menu import Copy, Menu
from indexer.site.skeleton.params import ChoiceParams
from indexer.site.skeleton.row import Item
from indexer.site.types.page_type import TOC
from indexer.urls import is_front_page


class Known(Protocol):
    """Facts about a page, by its place."""

    def type_of(self, place: str) -> str:
        """Return `article`, `toc`, `other`, or "" if the page is not available."""

    def links_of(self, place: str) -> Sequence[Item]:
        """Return all its links within the site; none if the page is not available."""


_FOR = re.compile(r"\bnav|menu|navigation|rubri|sections?\b|categor", re.IGNORECASE)
_AGAINST = re.compile(
    r"foot|social|share|lang(?:uage|-|_|s\b)|bread|crumb|login|account|tag-?cloud|pagin|pager|related|recent|popular|comment|copyright"
    r"|legal|archive|calendar|sponsor|widget|sidebar",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
_LATE = 0.6
"""A copy of a menu after this share of a page's text is an echo of an earlier one."""


def shown(menu: Menu) -> Copy:
    """Return the copy for the tree: the first outside a footer, or a deeper or larger one that contains all of its targets."""
    ordered = sorted(menu.copies, key=lambda c: (_echo(c), c.row.before))
    best = ordered[0]
    for copy in ordered[1:]:
        fuller = copy.shared >= best.shared and (len(copy.shared), _depth(copy)) > (len(best.shared), _depth(best))
        if fuller and _echo(copy) == _echo(best):
            best = copy
    return best


def _depth(copy: Copy) -> int:
    return max(item.level for item in copy.row.items)


def _echo(copy: Copy) -> bool:
    return "footer" in copy.row.tags or copy.row.before > _LATE


def merit(menu: Menu, start: str, params: ChoiceParams) -> float:
    """Return the merit of a menu without the types of its target pages.

    Parameters
    ----------
    start : str
        The start page's place.
    """
    row = shown(menu).row
    items = [item for item in row.items if item.place]
    score = params.share * menu.share + params.start * (menu.page == start)
    score += params.front * (1 - menu.before) + params.early * menu.early
    score += params.tags * _by_tags(row.tags) + params.names * _by_names(row.names)
    score += params.size * math.log2(min(len(menu.places), params.largest))
    score += _by_shape(items, len(menu.places), params)
    return score + _by_fronts(items, start, params) - params.jumps * (row.jumps > 0.5)


def toc_merit(menu: Menu, known: Known, params: ChoiceParams) -> float:
    """Return the merit of leading to TOC pages, in [0, `params.toc`]; only a menu's first level counts, others may show stories."""
    top = {item.place for item in shown(menu).row.items if item.level == 1}
    types = [kind for place in sorted(top & shown(menu).shared or shown(menu).shared) if (kind := known.type_of(place))]
    return params.toc * (types.count(TOC) + 1) / (len(types) + 2)


def _by_tags(tags: frozenset[str]) -> float:
    weights = {"nav": 0.7, "header": 0.5, "footer": -1.0, "aside": -0.7}
    return sum(w for tag, w in weights.items() if tag in tags) - bool(tags & {"main", "article"})


def _by_names(names: str) -> float:
    return bool(_FOR.search(names)) - 2.0 * bool(_AGAINST.search(names))


def _by_shape(items: Sequence[Item], size: int, params: ChoiceParams) -> float:
    """Return the merit of its levels, the length of its anchors and their order."""
    nested = any(item.level > 1 for item in items)
    top = [item.text for item in items if item.level == 1] or [item.text for item in items]
    score = params.nested * nested - 1.0 * (size > params.flat and not nested)
    score -= params.long * (median(map(weight, top)) > params.anchor)
    score -= params.alphabet * alphabetical(top)
    return score - params.numbers * (2 * sum(bool(_DIGIT.search(item.text)) for item in items) > len(items))


def alphabetical(texts: Sequence[str]) -> bool:
    """Return whether at least six texts are in alphabetical order, which is a sign of a generated menu.

    >>> alphabetical("Art Books Film Law Music Zoo".split()), alphabetical(["News", "Sport"])
    (True, False)
    """
    folded = [text.casefold() for text in texts]
    return len(folded) >= 6 and folded == sorted(folded)


def _by_fronts(items: Sequence[Item], start: str, params: ChoiceParams) -> float:
    """Return the merit of the front pages that it leads to: one is home, many are the site's languages."""
    fronts = {item.place for item in items if is_front_page(item.url)}
    others = sum(item.place in fronts and item.place != start for item in items)
    return params.home * (len(fronts) == 1) - params.languages * (2 * others > len(items))
