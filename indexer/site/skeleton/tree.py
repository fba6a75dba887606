"""Combination of the chosen menus' entries to one tree below the start page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from indexer.page.blocks import weight
from indexer.site.skeleton.merit import Known
from indexer.site.skeleton.params import TreeParams
from indexer.site.skeleton.row import Item, Row
from indexer.site.skeleton.skeleton import Node
from indexer.site.types.page_type import ARTICLE


@dataclass(slots=True)
class _Branch:
    item: Item
    below: list[_Branch] = field(default_factory=list)


def tree(root: Node, rows: Iterable[Row], common: Collection[str], known: Known, params: TreeParams) -> Node:
    """Return the root with the entries of these rows below it, each page once, at its highest place.

    Parameters
    ----------
    common : collection of str
        Places that the site's pages share; a menu's other entries are left out if they look like stories.
    known : Known
    """
    branches = [b for row in rows for b in _branches(row, common, known, params)]
    level: dict[str, int] = {}
    _levels(branches, 1, level)
    return Node(root.url, root.text, root.page_type, _nodes(branches, 1, level, set(), known))


def _branches(row: Row, common: Collection[str], known: Known, params: TreeParams) -> list[_Branch]:
    top: list[_Branch] = []
    made: list[_Branch] = []
    stories = _stories(row, common, known, params)
    names = {item.place: item.text for item in reversed(row.items) if item.text}
    for item in row.items:
        made.append(_Branch(item._replace(text=item.text or names.get(item.place, ""))))
        if not item.place or item.place not in stories:
            (made[item.parent].below if item.parent >= 0 else top).append(made[-1])
    return top


def _stories(row: Row, common: Collection[str], known: Known, params: TreeParams) -> set[str]:
    """Return the places of headlines that a menu shows below its sections, or of articles that only this page's menu has.

    Such an entry has a long name, as most beside it, or a picture with the same target; and the page is not known to be anything but an
    article.
    """
    pictured = {item.place for item in row.items if not item.text} & {item.place for item in row.items if item.text}
    sections = {item.place for item in row.items if item.level == 1}
    groups: dict[int, list[Item]] = defaultdict(list)
    for item in row.items:
        groups[item.parent].append(item)
    found = set()
    for group in groups.values():
        long = [item for item in group if weight(item.text) > params.anchor]
        for item in group:
            shown = item.place in pictured and 2 * weight(item.text) > params.anchor
            below = item.place not in sections and (shown or (item in long and 2 * len(long) >= len(group)))
            if (below or (item in long and item.place not in common)) and known.type_of(item.place) in ("", ARTICLE):
                found.add(item.place)
    return found - {""}


def _levels(branches: Sequence[_Branch], at: int, level: dict[str, int]) -> None:
    for branch in branches:
        if place := branch.item.place:
            level[place] = min(at, level.get(place, at))
        _levels(branch.below, at + 1, level)


def _nodes(
    branches: Sequence[_Branch], at: int, level: Mapping[str, int], done: set[str], known: Known
) -> tuple[Node, ...]:
    """Return the nodes of branches; a page with a higher or earlier place is not repeated, and the entries below it move up."""
    nodes: list[Node] = []
    for branch in branches:
        place = branch.item.place
        repeated = bool(place) and (place in done or level[place] < at)
        if place and not repeated:
            done.add(place)
        below = _nodes(branch.below, at + 1, level, done, known)
        if repeated or not (place or branch.item.text):
            nodes += below
        elif place or below:
            nodes.append(Node(branch.item.url if place else "", branch.item.text, known.type_of(place) if place else "", below))
    return tuple(nodes)
