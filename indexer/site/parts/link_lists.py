"""Lists of links to other pages of the site: under a heading that is not part of the article ("Related"), or topics at its end."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from indexer.page.score import Evidence
from indexer.site.parts.recurring import SUBHEADINGS
from indexer.site.site_path import internal_links

_ONLY_LINK = 0.8
_HEADLINE = 20
"""Minimum weight of a headline; the names of topics are shorter."""
_RUNNING = 60
"""Minimum weight of a paragraph; dates and labels between the links of a list are shorter."""


def without_link_lists(e: Evidence, container: int, kept: Sequence[int]) -> list[int]:
    """Drop the lines of links to the site's own pages that follow a dropped heading, up to the next other text, and topics at the end.

    Such text is any kept text, and a dropped paragraph after the first link.

    Lists of sources also have recurring headings, but lead to other sites.

    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> page = parse("<p>It rains.</p><h3>Related</h3><ul><li><a href='/a'>Snow</a></li><li><a href='/b'>Hail</a></li></ul><p>And on.</p>")
    >>> without_link_lists(gather(page, ScoreParams()), 0, [0, 2, 3, 4])
    [0, 4]
    >>> page = parse("<p>It rains on the quay.</p><ul><li><a href='/t/1'>rain</a></li><li><a href='/t/2'>quay</a></li></ul>")
    >>> without_link_lists(gather(page, ScoreParams()), 0, [0, 1, 2])
    [0]
    """
    if not kept or not (e.link_share[list(kept)] > _ONLY_LINK).any():
        return list(kept)
    listed = _listed(e, container, frozenset(kept)) | _last_links(e, kept)
    if listed:
        listed &= {link.link.block for link in internal_links(e, e.page.url)}
    return [k for k in kept if k not in listed]


def _last_links(e: Evidence, kept: Sequence[int]) -> set[int]:
    """Return the last lines if they are two or more links too short for headlines: a story's tags."""
    out: set[int] = set()
    for k in reversed(kept):
        if e.link_share[k] <= _ONLY_LINK or e.page.weight[k] >= _HEADLINE:
            break
        out.add(k)
    return out if 1 < len(out) < len(kept) else set()


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
