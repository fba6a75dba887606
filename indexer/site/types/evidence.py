"""Evidence for a page's type in its own text and links: listed items, text quoted from linked pages, records, text of its own."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from indexer.page.blocks import key, weight
from indexer.page.elements import HEADINGS
from indexer.page.score import Evidence, ScoreParams, best_node, block_scores
from indexer.site.site_path import PageLink, internal_links, site_path
from indexer.site.types.params import TypeParams
from indexer.site.types.site_links import SampledPage, SiteLinks, fingerprint, news_links, running_blocks
from indexer.site.types.text_roles import announced, records
from indexer.urls import is_front_page


@dataclass(frozen=True, slots=True)
class TypeFacts:
    """One page's figures, in letters of text unless stated otherwise.

    Parameters
    ----------
    items, inside : int
        Number of pages that it lists; number of those in the container of its text.
    quoted, records, own : float
    pager, front, stated : bool
        True if it has page numbers; is a front page; declares itself an article (JSON-LD, Open Graph).
    shown : float
        Text below the linked headlines of other pages.
    declared, story : bool
        True if its JSON-LD describes an article with the page's headline; if most of its text follows its own headline.
    no_story : bool
        True if its metadata declare it a page without a story (about, contact, a product).
    """

    items: int
    quoted: float
    records: float
    own: float
    pager: bool
    front: bool
    inside: int = 0
    stated: bool = False
    shown: float = 0.0
    declared: bool = False
    story: bool = False
    no_story: bool = False

    @property
    def is_declared_story(self) -> bool:
        """True if the page declares, in a way that lists do not, that it is one article, and has text."""
        return self.declared and not self.front and self._text >= _DECLARED_TEXT

    @property
    def calls_itself_article(self) -> bool:
        """True if its metadata declare it an article; on some sites they declare lists so, too."""
        return self.stated or self.declared

    @property
    def calls_itself_story(self) -> bool:
        """True if the page declares itself an article and has as much text as one."""
        return self.calls_itself_article and not self.front and self._text >= _STATED_TEXT

    @property
    def _text(self) -> float:
        return self.quoted + self.records + self.own + self.shown


_DECLARED_TEXT, _STATED_TEXT = 300, 1_000
"""A hundred and fifty words have a thousand letters."""


def facts(
    e: Evidence, url: str, site: SiteLinks, score: ScoreParams, params: TypeParams, container: int = -1
) -> TypeFacts:
    """Return one page's figures.

    Parameters
    ----------
    container : int
        The node of the page's text; -1 to find it by the page-level scorer.
    """
    items, found = e.page.derived.once("type facts", (url, site, params), lambda: _facts_anywhere(e, url, site, params))
    if container < 0:
        container, _ = best_node(e.tree, block_scores(e, (), score), score.margin)
    stop = int(e.tree.end[container])
    inside = len({x.target for x in items if container <= x.link.node < stop})
    return replace(found, items=max(inside, found.items), inside=inside)


def _facts_anywhere(e: Evidence, url: str, site: SiteLinks, params: TypeParams) -> tuple[list[PageLink], TypeFacts]:
    """Return the links that list a page, and the figures that do not depend on the node of the page's text."""
    links = internal_links(e, url)
    news = news_links(e, url, site)
    items = _items(e, news, params)
    pager = sum(x.link.text.isdecimal() and len(x.link.text) < 4 for x in links) >= 2
    headlines, teasers = _headlines(e, news, params), _teasers(e, news, params)
    listing = {x.link.block for x in items}
    quoted, records, shown, own = _text(e, news, listing, headlines, teasers, site, params, pager=pager)
    return items, TypeFacts(
        items=len(_long_items(e, items, params)),
        quoted=quoted,
        records=records,
        shown=shown,
        own=own,
        pager=pager,
        front=is_front_page(url),
        stated=_calls_itself_article(e),
        declared=_describes_article(e),
        story=_is_story(e, headlines, teasers, params),
        no_story=e.page.metadata.linked.no_story and e.page.metadata.first("og:type") != "article",
    )


def listed_pages(e: Evidence, url: str, site: SiteLinks, params: TypeParams) -> set[str]:
    """Return the paths of the pages that a page lists."""
    return {x.target for x in _items(e, news_links(e, url, site), params)}


def titled_pages(sample: Iterable[SampledPage], site: SiteLinks, params: TypeParams) -> list[bool]:
    """Return which pages of a sample another page links to by their own title, if it is as long as a headline."""
    pages = list(sample)
    anchors: dict[str, set[str]] = defaultdict(set)
    for e, url, _ in pages:
        for x in news_links(e, url, site):
            if weight(x.anchor) >= params.anchor:
                anchors[x.target].add(x.anchor)
    return [not anchors.get(site_path(url), set()).isdisjoint(e.titles) for e, url, _ in pages]


def _items(e: Evidence, links: Iterable[PageLink], params: TypeParams) -> list[PageLink]:
    """Return the links that list a page: alone in their block, or at an end of a short one."""
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
    """Return the targets with a long anchor, or in a group of at least four with equal paths and a long median anchor."""
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
    e: Evidence,
    links: Sequence[PageLink],
    listing: Collection[int],
    headlines: Collection[int],
    teasers: Collection[int],
    site: SiteLinks,
    params: TypeParams,
    *,
    pager: bool,
) -> tuple[float, float, float, float]:
    """Return the letters quoted from linked pages, in records, below another page's headline, and of the page's own.

    Text quoted almost only from one page is no quotation: the same story is at two URLs.

    Parameters
    ----------
    listing : collection of int
        Blocks with an item's link; they count as neither.
    headlines, teasers : collection of int
        As `_headlines` and `_teasers` return them.
    """
    tree = e.tree
    long = running_blocks(e, params)
    linked = {
        fingerprint(x.target) for x in links if tree.tag[x.link.node] in HEADINGS or weight(x.anchor) >= params.anchor
    }
    in_record = records(e, (x.link.node for x in links), pager=pager)
    under = announced(e, sorted(headlines), long)
    sources: Counter[int] = Counter()
    quoted = listed = own = shown = 0.0
    for k in long:
        prefix = fingerprint(e.key[k][: params.prefix])
        if prefix in site.common or k in listing:
            continue
        letters = float(e.page.weight[k])
        if under[tree.node[k]] or k in teasers:
            shown += letters
        elif where := linked.intersection(site.quoted.get(prefix, ())):
            sources.update({page: int(letters) for page in where})
            quoted += letters
        elif in_record[tree.node[k]]:
            listed += letters
        else:
            own += letters
    if len(headlines) + len(teasers) < 2:  # one story may be the only one of a list, or an article with a linked headline
        shown = min(shown, params.block)
    one_story = max(sources.values(), default=0) >= params.one_source * quoted
    return (0.0, listed, shown, own + quoted) if one_story else (quoted, listed, shown, own)


def _headlines(e: Evidence, links: Iterable[PageLink], params: TypeParams) -> set[int]:
    """Return the blocks that consist of the linked headline of another page; a logo's heading leads to the front page and is none."""
    tree = e.tree
    return {
        x.link.block
        for x in links
        if x.link.block < len(e.key)
        and tree.tag[x.link.node] in HEADINGS
        and e.link_share[x.link.block] >= params.own_line
        and weight(x.anchor) >= params.headline
        and x.anchor not in e.titles
        and not is_front_page(x.target)
    }


def _teasers(e: Evidence, links: Iterable[PageLink], params: TypeParams) -> set[int]:
    """Return the blocks of text that end with a link of the same wording ("read more") to a different page each."""
    ends: dict[str, dict[str, int]] = defaultdict(dict)
    for x in links:
        k = x.link.block
        if k < len(e.key) and x.anchor and e.link_share[k] < params.own_line and e.key[k].endswith(x.anchor):
            ends[x.anchor][x.target] = k
    return {k for blocks in ends.values() if len(set(blocks.values())) >= 3 for k in blocks.values()}


def _calls_itself_article(e: Evidence) -> bool:
    metadata = e.page.metadata
    item = metadata.linked.item
    return metadata.first("og:type") == "article" or (item is not None and item.is_article)


def _describes_article(e: Evidence) -> bool:
    """Return whether the JSON-LD has an article with the page's headline: true of none of 948 labelled lists, of 25 % of the articles."""
    item = e.page.metadata.linked.item
    name = key(item.headline) if item is not None and item.is_article else ""
    if len(name) < _SHORTEST_HEADLINE:
        return False
    tags = (e.tree.tag[n] for n in e.tree.node.tolist())
    return key(e.page.metadata.title).startswith(name) or any(k == name for k, tag in zip(e.key, tags, strict=True) if tag == "h1")


def _is_story(e: Evidence, headlines: Collection[int], teasers: Collection[int], params: TypeParams) -> bool:
    """Return whether most of the running text is between the page's own headline and the first linked headline of another page."""
    tree = e.tree
    long = running_blocks(e, params)
    own = [k for k, name in enumerate(e.key) if name in e.titles and tree.tag[tree.node[k]] in HEADINGS]
    if not own or not long:
        return False
    start = max((k for k in own if k < long[-1]), default=own[0])
    end = min((k for k in headlines if k > start), default=len(e.key))
    told = sum(float(e.page.weight[k]) for k in set(long).difference(teasers) if start < k < end)
    return told >= params.story and told >= 0.5 * sum(float(e.page.weight[k]) for k in long)


_SHORTEST_HEADLINE = 8


def item_letters(items: int, params: TypeParams) -> float:
    """Return the items' equivalent in letters of text; two items may be on any story's page."""
    return params.item * max(0, items - 2)


def list_logit(listed: float, own: float, params: TypeParams) -> float:
    """Return the evidence for a TOC page in the letters that a page lists against those of its own, as a logit.

    >>> round(list_logit(600, 30, TypeParams()), 2), round(list_logit(0, 2000, TypeParams()), 2)
    (3.35, -3.21)
    """
    return math.log((listed + params.prior) / (own + params.prior)) + params.bias


def own_logit(f: TypeFacts, params: TypeParams) -> float:
    """Return the evidence for a TOC page in the page alone, as a logit.

    >>> own_logit(TypeFacts(20, 0, 0, 0, True, False), TypeParams()) > 0 > own_logit(TypeFacts(3, 0, 0, 2000, False, False), TypeParams())
    True
    """
    logit = list_logit(item_letters(f.items, params) + f.quoted + params.record * f.records + params.shown * f.shown, f.own, params)
    logit += params.pager * f.pager + params.front * f.front
    lists = f.items > 2 or f.quoted + f.records + f.shown > 0
    return logit + (params.bare if lists and f.own < params.block else 0.0)


def thin_logit(f: TypeFacts, params: TypeParams) -> float:
    """Return the logit for a page of a site whose template is unknown because of too few pages; the page's own declaration counts."""
    return untrained_logit(f, params) + params.thin_bias - params.bias


def untrained_logit(f: TypeFacts, params: TypeParams) -> float:
    """Return the logit without a template; the page's declaration, and text that continues below its headline, count.

    Beside such text, lists belong to the template.
    """
    own = own_logit(replace(f, items=f.inside) if f.story else f, params)
    return own - params.stated * f.stated - params.told * f.story


def is_sure_list(f: TypeFacts, params: TypeParams) -> bool:
    """Return whether the page is certainly a TOC page by its own evidence.

    >>> is_sure_list(TypeFacts(40, 0, 0, 100, pager=False, front=False), TypeParams())
    True
    >>> is_sure_list(TypeFacts(40, 0, 0, 100, pager=False, front=False, stated=True), TypeParams())
    False
    """
    return not (f.calls_itself_article or f.story) and own_logit(f, params) >= params.sure
