"""Changes from one skeleton of a site to a later one, page by page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from indexer.site.skeleton.site import Site
from indexer.site.skeleton.skeleton import Skeleton, Visit


class Change(NamedTuple):
    """One page of both skeletons, before and after.

    Parameters
    ----------
    url : str
        As spelled in the later skeleton.
    before, after : str
    """

    url: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class SkeletonDifference:
    """Additions, removals and changes of a later skeleton; pages in the order of the skeleton that has them.

    Parameters
    ----------
    added, removed : tuple of str
        URLs.
    moved : tuple of Change
        Pages below another page than before: its URL, or the label's text.
    renamed, retyped : tuple of Change
        Pages with another text; pages with another type, if both types are known.
    """

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    moved: tuple[Change, ...] = ()
    renamed: tuple[Change, ...] = ()
    retyped: tuple[Change, ...] = ()

    def __bool__(self) -> bool:
        """Return whether there is any difference."""
        return bool(self.added or self.removed or self.moved or self.renamed or self.retyped)


def difference(before: Skeleton, after: Skeleton) -> SkeletonDifference:
    """Return the changes from one skeleton to another; different spellings of a URL are equal.

    >>> from indexer.site.skeleton.skeleton import Node
    >>> def menu(*names): return tuple(Node(f"https://a.org/{name}", name) for name in names)
    >>> old = Skeleton("a.org", Node("https://a.org/", children=menu("news", "sport", "wine")))
    >>> news = Node("https://a.org/news", "news", children=menu("sport"))
    >>> new = Skeleton("a.org", Node("https://a.org/", children=(news, *menu("film"))))
    >>> changes = difference(old, new)
    >>> changes.added, changes.removed
    (('https://a.org/film',), ('https://a.org/wine',))
    >>> changes.moved
    (Change(url='https://a.org/sport', before='https://a.org/', after='https://a.org/news'),)
    """
    site = Site.of(visit.node.url for one in (before, after) for visit in one.walk() if visit.node.url)
    old, new = _by_place(before, site), _by_place(after, site)
    both = [(old[place], visit) for place, visit in new.items() if place in old]
    return SkeletonDifference(
        added=tuple(visit.node.url for place, visit in new.items() if place not in old),
        removed=tuple(visit.node.url for place, visit in old.items() if place not in new),
        moved=tuple(Change(b.node.url, _above(a), _above(b)) for a, b in both if _name(site, _above(a)) != _name(site, _above(b))),
        renamed=tuple(Change(b.node.url, a.node.text, b.node.text) for a, b in both if b.level and a.node.text != b.node.text),
        retyped=tuple(
            Change(b.node.url, a.node.page_type, b.node.page_type)
            for a, b in both
            if a.node.page_type and b.node.page_type and a.node.page_type != b.node.page_type
        ),
    )


def _by_place(skeleton: Skeleton, site: Site) -> Mapping[str, Visit]:
    """Return a skeleton's pages, each at its first place."""
    found: dict[str, Visit] = {}
    for visit in skeleton.walk():
        if visit.node.url:
            found.setdefault(site.place(visit.node.url), visit)
    return found


def _above(visit: Visit) -> str:
    return visit.above[-1] if visit.above else ""


def _name(site: Site, above: str) -> str:
    """Return a page's place; a label is its own name."""
    return site.place(above) or above
