"""Site context for reading one page's links: the template's links, and the pages that share text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

import numpy as np

from indexer.page.cache_limit import LONGEST
from indexer.page.elements import ROWS
from indexer.page.score import Evidence
from indexer.site.site_path import PageLink, internal_links, site_path
from indexer.site.types.params import TypeParams, template_pages


def fingerprint(*parts: str) -> int:
    """Return a 53-bit number for strings, exact in JSON.

    >>> fingerprint("a", "b") == fingerprint("a", "b") != fingerprint("ab")
    True
    """
    return (_known_fingerprint if sum(map(len, parts)) <= LONGEST else _fingerprint)(*parts)


def _fingerprint(*parts: str) -> int:
    digest = blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 11


_known_fingerprint = lru_cache(maxsize=1 << 13)(_fingerprint)  # most links of a page are on every page of its site


@dataclass(frozen=True, slots=True)
class SiteLinks:
    """Site context for reading one page's links and text.

    Parameters
    ----------
    boilerplate : frozenset of int
        Fingerprints of the template's links: (target, anchor, place), or (target, anchor) for all suspect places.
    common : frozenset of int
        Fingerprints of text prefixes on too many pages.
    quoted : mapping of int to tuple of int
        Fingerprint of a text prefix on several pages of the sample, to fingerprints of their paths.
    """

    boilerplate: frozenset[int] = frozenset()
    common: frozenset[int] = frozenset()
    quoted: Mapping[int, tuple[int, ...]] = field(default_factory=dict)


@lru_cache(maxsize=1 << 13)
def _mark(target: str, anchor: str, path: int) -> int:
    """Return the fingerprint of a link at a place (path), or at any suspect one (0)."""
    return fingerprint(target, anchor, str(path))


def _placed(e: Evidence, url: str) -> list[int]:
    """Return the fingerprint of each of the page's internal links at its place."""

    def made() -> list[int]:
        path = e.tree.path.tolist()
        return [_mark(target, anchor, path[link.node]) for target, anchor, link in internal_links(e, url)]

    return e.page.derived.once("link marks", (url,), made)


def link_marks(e: Evidence, url: str) -> set[int]:
    """Return the fingerprints of a page's links: each at its place and, for a suspect place (a sidebar), at any such place."""
    prior = e.prior.tolist()
    return {*_placed(e, url), *(_mark(target, anchor, 0) for target, anchor, link in internal_links(e, url) if prior[link.node])}


def news_links(e: Evidence, url: str, site: SiteLinks) -> list[PageLink]:
    """Return the links outside the template: a link at a suspect place is the template's if it recurs at any suspect place."""
    prior, template = e.prior.tolist(), site.boilerplate
    return [
        x
        for x, mark in zip(internal_links(e, url), _placed(e, url), strict=True)
        if mark not in template and not (prior[x.link.node] and _mark(x.target, x.anchor, 0) in template)
    ]


def running_blocks(e: Evidence, params: TypeParams) -> list[int]:
    """Return the blocks of text that count: long enough, and mostly unlinked.

    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> long = "The new crane of the harbour lifts ninety tonnes, twice as much as the old one."
    >>> running_blocks(gather(parse(f"<p>{long}</p><p>Menu</p><p><a href=/a>{long}</a></p>"), ScoreParams()), TypeParams())
    [0]
    """
    return e.page.derived.once("running blocks", (params,), lambda: _running_blocks(e, params))


def _running_blocks(e: Evidence, params: TypeParams) -> list[int]:
    long = (e.page.weight >= params.block) & (e.link_share < 0.5)
    found = {k for k in np.flatnonzero(long).tolist() if len(e.key[k]) >= 20}
    return sorted(found | _verses(e, params))


def _verses(e: Evidence, params: TypeParams) -> set[int]:
    """Return the unlinked lines of an element, or of equal elements side by side, that together are a text, as in a poem."""
    if not len(e.key):
        return set()
    in_rows = np.array([e.tree.tag[node] in ROWS for node in e.tree.node.tolist()])
    found = np.zeros(len(e.key), bool)
    for place in (e.tree.node, e.tree.parent[e.tree.node]):
        _, lines = np.unique(place, return_inverse=True)
        many = (np.bincount(lines) >= _VERSES) & (np.bincount(lines, e.page.weight) >= _VERSES * params.block)
        found |= (many & (np.bincount(lines, (e.link_share > 0) | in_rows) == 0))[lines]
    return set(np.flatnonzero(found).tolist())


_VERSES = 4
"""Minimum number of lines of a text in lines; together they must have the weight of as many blocks of text."""


class SampledPage(NamedTuple):
    """A page of the sample: its evidence, its URL, and the number of its story (copies have the same)."""

    evidence: Evidence
    url: str
    story: int


def learn_links(sample: Sequence[SampledPage], params: TypeParams) -> SiteLinks:
    """Learn the site's boilerplate links and quoted texts. Stories count, not pages: nine copies of one are not template."""
    least = template_pages(len({page.story for page in sample}), params)
    marks: dict[int, set[int]] = defaultdict(set)
    where: dict[int, set[int]] = defaultdict(set)
    stories: dict[int, set[int]] = defaultdict(set)
    for e, url, story in sample:
        here = fingerprint(site_path(url))
        for mark in link_marks(e, url):
            marks[mark].add(story)
        for k in running_blocks(e, params):
            prefix = fingerprint(e.key[k][: params.prefix])
            where[prefix].add(here)
            stories[prefix].add(story)
    return SiteLinks(
        boilerplate=frozenset(m for m, told in marks.items() if len(told) >= least),
        common=frozenset(p for p, told in stories.items() if len(told) >= least),
        quoted={p: tuple(sorted(pages)) for p, pages in sorted(where.items()) if len(pages) > 1 and len(stories[p]) < least},
    )
