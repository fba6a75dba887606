"""Lists of links to other pages of the site under a heading that is no part of the article: "Related", and what stands below it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from indexer.page.score import Evidence
from indexer.site.addresses import internal_links
from indexer.site.recurring import SUBHEADINGS

_ONLY_LINK = 0.8


def without_link_lists(e: Evidence, container: int, kept: Sequence[int]) -> list[int]:
    """Without the lines of links to the site's own pages that follow a dropped heading, up to the next other text.

    Lists of sources stand under recurring headings too, but lead elsewhere.

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
    under = False
    for k in range(int(e.tree.first[container]), int(e.tree.last[container])):
        if e.tree.tag[int(e.tree.node[k])] in SUBHEADINGS:
            under = k not in kept and e.key[k] not in e.titles
        elif k in kept:
            under = under and bool(e.link_share[k] > _ONLY_LINK)
            if under:
                out.add(k)
    return out
