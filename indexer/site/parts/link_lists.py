"""Lists of links to other pages of the site under a heading that is not part of the article ("Related")."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from indexer.page.score import Evidence
from indexer.site.parts.recurring import SUBHEADINGS
from indexer.site.site_path import internal_links

_ONLY_LINK = 0.8
_RUNNING = 60
"""Minimum weight of a paragraph; dates and labels between the links of a list are shorter."""


def without_link_lists(e: Evidence, container: int, kept: Sequence[int]) -> list[int]:
    """Drop the lines of links to the site's own pages that follow a dropped heading, up to the next other text.

    Such text is any kept text, and a dropped paragraph after the first link.

    Lists of sources also have recurring headings, but lead to other sites.

    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> page = parse("<p>It rains.</p><h3>Related</h3><ul><li><a href='/a'>Snow</a></li><li><a href='/b'>Hail</a></li></ul><p>And on.</p>")
    >>> without_link_lists(gather(page, ScoreParams()), 0, [0, 2, 3, 4])
    [0, 4]
    """
    if not kept or not (e.link_share[list(kept)] > _ONLY_LINK).any():
        return list(kept)
    listed = _listed(e, container, frozenset(kept))
    if listed:
        listed &= {link.link.block for link in internal_links(e, e.page.url)}
    return [k for k in kept if k not in listed]


def _listed(e: Evidence, container: int, kept: Collection[int]) -> set[int]:
    out: set[int] = set()
    under = begun = False
    for k in range(int(e.tree.first[container]), int(e.tree.last[container])):
        is_link = bool(e.link_share[k] > _ONLY_LINK)
        if e.tree.tag[int(e.tree.node[k])] in SUBHEADINGS:
            under, begun = k not in kept and e.key[k] not in e.titles, False
        elif not is_link and (k in kept or (begun and e.page.weight[k] >= _RUNNING)):
            under = False
        elif under and is_link:
            begun = True
            if k in kept:
                out.add(k)
    return out
