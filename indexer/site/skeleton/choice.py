"""Choice of the menus that are a site's navigation: the best one, and its companions."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from statistics import median
from typing import NamedTuple

from indexer.page.blocks import weight
from indexer.site.skeleton.menu import Menu, Menus
from indexer.site.skeleton.merit import Known, alphabetical, merit, shown, toc_merit
from indexer.site.skeleton.params import ChoiceParams
from indexer.site.types.page_type import TOC


class Ranked(NamedTuple):
    """A menu with its merit."""

    merit: float
    menu: Menu


def choose(menus: Menus, start: str, known: Known, params: ChoiceParams) -> list[Menu]:
    """Return the menus that form the navigation, the best one first; none if no menu is good enough."""
    ranked = rank(menus.found, start, known, params)
    if not ranked or ranked[0].merit < params.least:
        return []
    best = ranked[0].menu
    chosen, places = [best], set(best.places)
    for _, menu in ranked[1:]:
        new = len(menu.places & places) <= params.overlap * len(menu.places)
        if _fuller(menu, best, known, params) or (new and _beside(menu, best, params) and _lists_news(menu, menus.common, known, params)):
            chosen.append(menu)
            places |= menu.places
    return chosen


def rank(found: Sequence[Menu], start: str, known: Known, params: ChoiceParams) -> list[Ranked]:
    """Return the eligible menus, the best one first.

    Page types are the most expensive evidence, so they are determined only for menus that would come close to the best one if all their
    targets were TOC pages.
    """
    plain = [(merit(menu, start, params), menu) for menu in found]
    top = max((score for score, _ in plain), default=0.0)
    able = [(score, menu) for score, menu in plain if score + params.toc >= top - params.beside]
    ranked = [Ranked(score + toc_merit(menu, known, params), menu) for score, menu in able]
    ranked.sort(key=lambda one: (-one.merit, sorted(one.menu.places)))
    return [one for one in ranked if one.merit >= ranked[0].merit - params.beside]


def _fuller(menu: Menu, best: Menu, known: Known, params: ChoiceParams) -> bool:
    """Return whether a menu is the best one with more entries, as on small screens; a footer's copy adds pages about the site instead."""
    both = len(menu.places & best.places)
    if both < 0.8 * len(best.places) or not len(best.places) < len(menu.places) <= params.fuller * len(best.places):
        return False
    types = [kind for place in sorted(menu.places - best.places) if (kind := known.type_of(place))]
    return types.count(TOC) >= params.tocs * len(types)


def _beside(menu: Menu, best: Menu, params: ChoiceParams) -> bool:
    """Return whether a menu is as early and as frequent as the best one, with short names that are not in alphabetical order."""
    one, other = sorted((shown(menu).row, shown(best).row), key=lambda row: row.before)
    near = menu.early >= min(0.5, best.early) and other.before - one.after <= params.near
    if not near or menu.share < params.often * best.share or not 3 <= len(menu.places) <= params.flat:
        return False
    names = [item.text for item in shown(menu).row.items if item.place]
    return median(map(weight, names)) <= params.anchor and not alphabetical(names)


def _lists_news(menu: Menu, common: Collection[str], known: Known, params: ChoiceParams) -> bool:
    """Return whether it leads mostly to TOC pages that list something; a page of almost no text counts as TOC but lists nothing."""
    seen = [place for place in sorted(shown(menu).shared) if known.type_of(place)]
    lists = sum(known.type_of(p) == TOC and len({i.place for i in known.links_of(p)} - {*common, p}) >= params.items for p in seen)
    return lists >= max(2, params.tocs * len(seen))
