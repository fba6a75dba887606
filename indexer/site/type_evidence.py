"""What a page's own text and links say about its type: items listed, text quoted from the pages it links to, records, text of its own."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

import numpy as np

from indexer.page.blocks import weight
from indexer.page.score import HEADINGS, Evidence, ScoreParams, best_node, block_scores
from indexer.page.tree import Bools
from indexer.site.addresses import PageLink, address, internal_links
from indexer.urls import is_front_page


@dataclass(frozen=True, slots=True)
class TypeParams:
    """Constants of the page types, measured on whole sites.

    Parameters
    ----------
    boilerplate : float
        A link (target and anchor) or text on this share of the pages (three at least) is the template's.
    own_line, leading, leading_line : float, float, int
        A link lists an item if it makes up `own_line` of its block, or begins or ends a block of less than `leading_line` characters and
        makes up `leading` of it (a date or a label stands beside it).
    anchor : int
        Least weight of an item's anchor; a group of four links counts by its median.
    block : int
        Weight of the text blocks that are counted.
    one_source : float
        Text that is quoted from one page to this share is a copy of it, not a quotation.
    prefix : int
        Characters (of the key) by which a quoted block is known again.
    item : int
        What an item beyond the second counts, in letters of text.
    record : float
        Records (equal siblings of heading and text) count this share of quoted text.
    prior : int
        Letters added on both sides of the ratio.
    bias, pager, bare, front : float
        Added to the logit: always, for page numbers, for a page with next to no text of its own, for a front page.
    rounds, ridge, own_share : int, float, float
        Self-training: rounds, penalty, and the share of the page's own logit in the sum.
    separation, cut : float
        As in `indexer.algorithms.logistic.valley`.
    least : int
        Samples below this size are not trained on: the pages' own logit decides,
    thin_bias, stated : float
        with this instead of `bias`, since menus cannot be told from lists, and less `stated` for a page that calls itself an article.
    """

    boilerplate: float = 0.2
    own_line: float = 0.8
    leading: float = 0.25
    leading_line: int = 200
    anchor: int = 20
    block: int = 60
    one_source: float = 0.8
    prefix: int = 40
    item: int = 60
    record: float = 0.5
    prior: int = 30
    bias: float = 1.0
    pager: float = 0.7
    bare: float = 0.7
    front: float = 1.5
    rounds: int = 4
    ridge: float = 0.3
    own_share: float = 0.5
    separation: float = 3.0
    cut: float = 3.0
    least: int = 5
    thin_bias: float = -0.5
    stated: float = 2.0


@lru_cache(maxsize=1 << 17)  # most links of a page stand on every page of its site
def fingerprint(*parts: str) -> int:
    """A 53-bit number for strings, exact in JSON.

    >>> fingerprint("a", "b") == fingerprint("a", "b") != fingerprint("ab")
    True
    """
    digest = blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 11


@dataclass(frozen=True, slots=True)
class SiteLinks:
    """What must be known of a site to read one page's links and text.

    Parameters
    ----------
    boilerplate : frozenset of int
        Fingerprints of the template's links: (target, anchor, place), or (target, anchor) in suspect places.
    common : frozenset of int
        Fingerprints of text prefixes on too many pages.
    quoted : mapping of int to tuple of int
        Fingerprint of a text prefix on several pages of the sample, to fingerprints of their addresses.
    """

    boilerplate: frozenset[int] = frozenset()
    common: frozenset[int] = frozenset()
    quoted: Mapping[int, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TypeFacts:
    """One page's figures, in letters of text where nothing else is said.

    Parameters
    ----------
    items : int
        Number of pages that it lists.
    quoted, records, own : float
    pager, front, stated : bool
        Has page numbers; is a front page; calls itself an article (JSON-LD, Open Graph).
    """

    items: int
    quoted: float
    records: float
    own: float
    pager: bool
    front: bool
    stated: bool = False


@lru_cache(maxsize=1 << 17)
def _mark(target: str, anchor: str, path: int) -> int:
    """Fingerprint of a link at a place (path), or anywhere (0)."""
    return fingerprint(target, anchor, str(path))


def link_marks(e: Evidence, links: Iterable[PageLink]) -> Iterator[int]:
    """Each link's fingerprints: anywhere, and at its place."""
    path = e.tree.path.tolist()
    for x in links:
        yield _mark(x.target, x.anchor, 0)
        yield _mark(x.target, x.anchor, path[x.link.node])


def news_links(e: Evidence, links: Iterable[PageLink], site: SiteLinks) -> list[PageLink]:
    """The links that are not the template's: a link at a suspect place is the template's wherever it repeats."""
    path, prior = e.tree.path.tolist(), e.prior.tolist()
    found = []
    for x in links:
        target, anchor, link = x
        if _mark(target, anchor, 0) in site.boilerplate:
            node = link.node
            if prior[node] or _mark(target, anchor, path[node]) in site.boilerplate:
                continue
        found.append(x)
    return found


def running_blocks(e: Evidence, params: TypeParams) -> list[int]:
    """Blocks of text that count: long enough, and mostly unlinked."""
    long = (e.page.weight >= params.block) & (e.link_share < 0.5)
    return [k for k in np.flatnonzero(long).tolist() if len(e.key[k]) >= 20]


class SampledPage(NamedTuple):
    """A page of the sample: its evidence, its URL, and the number of the story that it tells (copies have the same)."""

    evidence: Evidence
    url: str
    story: int


def learn_links(sample: Sequence[SampledPage], params: TypeParams) -> SiteLinks:
    """The site's boilerplate links and quoted texts. Stories count, not pages: nine copies of one do not make it template."""
    least = max(3.0, params.boilerplate * len({page.story for page in sample}))
    marks: dict[int, set[int]] = defaultdict(set)
    where: dict[int, set[int]] = defaultdict(set)
    stories: dict[int, set[int]] = defaultdict(set)
    for e, url, story in sample:
        for mark in set(link_marks(e, internal_links(e, url))):
            marks[mark].add(story)
        for k in running_blocks(e, params):
            prefix = fingerprint(e.key[k][: params.prefix])
            where[prefix].add(fingerprint(address(url)))
            stories[prefix].add(story)
    return SiteLinks(
        boilerplate=frozenset(m for m, told in marks.items() if len(told) >= least),
        common=frozenset(p for p, told in stories.items() if len(told) >= least),
        quoted={p: tuple(sorted(pages)) for p, pages in sorted(where.items()) if len(pages) > 1 and len(stories[p]) < least},
    )


def facts(
    e: Evidence, url: str, site: SiteLinks, score: ScoreParams, params: TypeParams, container: int = -1
) -> TypeFacts:
    """One page's figures.

    Parameters
    ----------
    container : int
        The node that holds the page's text; -1 to have it found by the page-level scorer.
    """
    links = internal_links(e, url)
    news = news_links(e, links, site)
    if container < 0:
        container, _ = best_node(e.tree, block_scores(e, (), score), score.margin)
    items = _items(e, news, params)
    inside = {x.target for x in items if container <= x.link.node < e.tree.end[container]}
    quoted, records, own = _text(e, news, {x.link.block for x in items}, site, params)
    return TypeFacts(
        items=max(len(inside), len(_long_items(e, items, params))),
        quoted=quoted,
        records=records,
        own=own,
        pager=sum(x.link.text.isdecimal() and len(x.link.text) < 4 for x in links) >= 2,
        front=is_front_page(url),
        stated=_calls_itself_article(e),
    )


def _items(e: Evidence, links: Iterable[PageLink], params: TypeParams) -> list[PageLink]:
    """Links that list a page: alone in their block, or leading a short one."""
    found = []
    for x in links:
        k = x.link.block
        if not x.anchor or k >= len(e.key):
            continue
        share = e.link_share[k]
        leads = share >= params.leading and e.length[k] < params.leading_line and len(x.anchor) >= 5
        if share >= params.own_line or (leads and (e.key[k].startswith(x.anchor) or e.key[k].endswith(x.anchor))):
            found.append(x)
    return found


def _long_items(e: Evidence, items: Iterable[PageLink], params: TypeParams) -> set[str]:
    """Targets with a long anchor, or in a group of at least four equal places whose median anchor is long."""
    longest: dict[str, int] = defaultdict(int)
    groups: dict[int, set[str]] = defaultdict(set)
    for x in items:
        longest[x.target] = max(longest[x.target], weight(x.anchor))
        groups[int(e.tree.path[x.link.node])].add(x.target)
    found = {target for target, w in longest.items() if w >= params.anchor}
    for targets in groups.values():
        if len(targets) >= 4 and sorted(longest[t] for t in targets)[len(targets) // 2] >= params.anchor:
            found |= targets
    return found


def _text(
    e: Evidence, links: Iterable[PageLink], listing: Collection[int], site: SiteLinks, params: TypeParams
) -> tuple[float, float, float]:
    """Letters that are quoted from linked pages, in records, and the page's own.

    What is quoted from nearly one page only is no quotation: the same story stands under two URLs.

    Parameters
    ----------
    listing : collection of int
        Blocks that hold an item's link; they are neither.
    """
    tree = e.tree
    linked = {
        fingerprint(x.target) for x in links if tree.tag[x.link.node] in HEADINGS or weight(x.anchor) >= params.anchor
    }
    in_record = records(e)
    sources: Counter[int] = Counter()
    quoted = listed = own = 0.0
    for k in running_blocks(e, params):
        prefix = fingerprint(e.key[k][: params.prefix])
        if prefix in site.common or k in listing:
            continue
        letters = float(e.page.weight[k])
        if where := linked.intersection(site.quoted.get(prefix, ())):
            sources.update({page: int(letters) for page in where})
            quoted += letters
        elif in_record[tree.node[k]]:
            listed += letters
        else:
            own += letters
    one_story = max(sources.values(), default=0) >= params.one_source * quoted
    return (0.0, listed, own + quoted) if one_story else (quoted, listed, own)


_THREAD = re.compile("comment|respon|reply", re.IGNORECASE)


def records(e: Evidence) -> Bools:
    """Nodes inside of at least four equal siblings, each with a heading and a text; shape (n,)."""
    tree = e.tree
    tags = [tree.tag[n] for n in tree.node.tolist()]
    heading = np.fromiter((t in HEADINGS for t in tags), bool, len(tags)) | ((e.link_share >= 0.8) & (e.page.weight >= 15))
    text = ~heading & (e.page.weight >= 60)
    both = (tree.subtree_sum(heading.astype(float)) > 0) & (tree.subtree_sum(text.astype(float)) > 0)
    siblings: dict[tuple[int, str], list[int]] = defaultdict(list)
    for i in np.flatnonzero(both).tolist():
        if i:
            siblings[int(tree.parent[i]), tree.signature[i]].append(i)
    marked = np.zeros(len(tree.path), bool)
    for (parent, name), group in siblings.items():
        if len(group) >= 4 and not _THREAD.search(name + tree.signature[parent]):
            marked[group] = True
    return tree.under(marked)


def _calls_itself_article(e: Evidence) -> bool:
    metadata = e.page.metadata
    item = metadata.linked.item
    return metadata.first("og:type") == "article" or (item is not None and item.is_article)


def own_logit(f: TypeFacts, params: TypeParams) -> float:
    """How much the page's own evidence speaks for a table of contents, as a logit.

    >>> own_logit(TypeFacts(20, 0, 0, 0, True, False), TypeParams()) > 0 > own_logit(TypeFacts(3, 0, 0, 2000, False, False), TypeParams())
    True
    """
    listed = params.item * max(0, f.items - 2) + f.quoted + params.record * f.records + params.prior
    logit = math.log(listed / (f.own + params.prior)) + params.bias
    logit += params.pager * f.pager + params.front * f.front
    return logit + (params.bare if f.own < params.block else 0.0)


def thin_logit(f: TypeFacts, params: TypeParams) -> float:
    """The same for a page of a site of which too little is known to tell its template; there, what the page says of itself counts."""
    return own_logit(f, params) + params.thin_bias - params.bias - params.stated * f.stated
