"""Pages that are neither story nor TOC: those in the site's menu (about, contact, terms), and an issue's departments."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from indexer.page.blocks import key, weight
from indexer.page.elements import HEADINGS
from indexer.page.score import Evidence
from indexer.site.site_path import internal_links, site_path
from indexer.site.types.params import TypeParams
from indexer.site.types.site_links import SampledPage, fingerprint, running_blocks
from indexer.url_shape import masked
from indexer.urls import is_front_page

_MOST_TOKENS = 40
_LETTERS = re.compile(r"[^\W\d_]{3}")


@dataclass(frozen=True, slots=True)
class OtherPages:
    """Features of a site's pages of type OTHER.

    Parameters
    ----------
    menu : frozenset of int
        Fingerprints of the paths that the site's menus lead to by a short name.
    departments : frozenset of str
        Names of files that recur in folder after folder with the same title and several parts: mail bag, news in brief.
    template : frozenset of str
        Tokens (`indexer.site.types.tokens`) of the menu's pages that no story has.
    """

    menu: frozenset[int] = frozenset()
    departments: frozenset[str] = frozenset()
    template: frozenset[str] = frozenset()

    def holds(self, url: str, had: frozenset[str]) -> bool:
        """Return whether a non-TOC page with these tokens is one of them."""
        named = fingerprint(site_path(url)) in self.menu or (bool(self.departments) and _name(url)[1] in self.departments)
        return named or not self.template.isdisjoint(had)


class StoryPage(NamedTuple):
    """A non-TOC page of the sample, and its tokens."""

    page: SampledPage
    tokens: frozenset[str]


def learn_others(
    sample: Sequence[SampledPage], non_toc: Sequence[StoryPage], lists: Iterable[Collection[str]], params: TypeParams
) -> OtherPages:
    """Learn these features from the sample.

    Parameters
    ----------
    non_toc : sequence of StoryPage
        Its non-TOC pages.
    lists : iterable of collection of str
        Paths that each of its TOC pages lists: these are stories, even if a menu leads to them. A list that overlaps the menu by more than
        half is a menu itself.
    """
    targets = _menu_targets(sample, params)
    listed = {story for stories in lists if 2 * len(targets.intersection(stories)) <= len(stories) for story in stories}
    targets -= listed
    named = [one for one in non_toc if site_path(one.page.url) in targets]
    if len(named) > params.most_other * len(non_toc):  # a menu of all stories
        targets, named = set(), []
    stories = [one for one in non_toc if site_path(one.page.url) in listed]
    return OtherPages(
        menu=frozenset(map(fingerprint, targets)),
        departments=_departments([one.page for one in non_toc], params),
        template=_template(named, stories, non_toc, params),
    )


def _template(
    named: Sequence[StoryPage], stories: Sequence[StoryPage], non_toc: Sequence[StoryPage], params: TypeParams
) -> frozenset[str]:
    """Return the tokens that most of the menu's pages have, and no story."""
    if len(named) < params.least_named or len(stories) < params.least_listed:
        return frozenset()
    count = Counter(token for one in named for token in one.tokens)
    often = {token for token, pages in count.items() if pages >= max(params.least_named, 0.5 * len(named))}
    found = often.difference(*(one.tokens for one in stories))
    if sum(not found.isdisjoint(one.tokens) for one in non_toc) > params.most_other * len(non_toc):
        return frozenset()
    return frozenset(sorted(found)[:_MOST_TOKENS])


def _menu_targets(sample: Sequence[SampledPage], params: TypeParams) -> set[str]:
    """Return the paths that the same short words lead to on many stories, from lists of short links rather than headlines.

    On a site with too few stories the words must be on all other pages, in a list that also leads to the front page.
    """
    told = len({page.story for page in sample})
    few = told < params.menu_stories
    stories: dict[tuple[str, str], set[int]] = defaultdict(set)
    short: dict[tuple[str, str], set[int]] = defaultdict(set)
    for e, url, story in sample:
        parent = e.tree.parent.tolist()
        links = [x for x in internal_links(e, url) if x.anchor]
        lists: dict[int, list[float]] = defaultdict(list)
        for x in links:
            lists[parent[x.link.node]].append(weight(x.anchor))
        home = {parent[x.link.node] for x in links if is_front_page(x.target)} if few and not is_front_page(url) else lists.keys()
        named = {place for place, weights in lists.items() if median(weights) < params.anchor and place in home}
        for target, anchor, link in links:
            stories[target, anchor].add(story)
            if parent[link.node] in named:
                short[target, anchor].add(story)
    least = told - 1 if few else max(params.menu_stories, params.menu_share * told)
    often = [link for link, pages_with in stories.items() if len(pages_with) >= least]
    long = {target for target, anchor in often if weight(anchor) >= params.anchor}
    return {target for target, anchor in often if len(short[target, anchor]) >= least} - long


def _name(url: str) -> tuple[str, str]:
    """Return a page's folder, and the name of its file without numbers; the name is empty if it has no letters.

    >>> _name("https://example.org/issue64/lg_mail64.html"), _name("https://example.org/2024/7.html")
    (('issue64', 'lg_mail#.html'), ('2024', ''))
    """
    parts = urlsplit(url)
    segments = [s for s in unquote(parts.path).split("/") if s and s != "index.html"]
    if parts.query or len(segments) < 2:
        return "", ""
    name = masked(segments[-1], "#")
    return "/".join(segments[:-1]), name if _LETTERS.search(name.partition(".")[0]) else ""


def _departments(pages: Sequence[SampledPage], params: TypeParams) -> frozenset[str]:
    """Return the names under which pages with one title and several parts recur in folder after folder."""
    again: dict[str, dict[str, SampledPage]] = defaultdict(dict)
    for page in pages:
        folder, name = _name(page.url)
        if name:
            again[name].setdefault(folder, page)
    often = {name: list(found.values()) for name, found in again.items() if len(found) >= params.issues}
    shared = _shared(pages, params) if often else set()
    return frozenset(
        name
        for name, found in often.items()
        if len({_title(page.evidence) for page in found}) == 1 and median(_parts(p.evidence, shared, params) for p in found) >= 2
    )


def _title(e: Evidence) -> str:
    return masked(key(e.page.metadata.titles[0]), "#") if e.page.metadata.titles else ""


def _prefixes(e: Evidence, params: TypeParams) -> dict[int, str]:
    return {k: e.key[k][: params.prefix] for k in running_blocks(e, params)}


def _shared(pages: Iterable[SampledPage], params: TypeParams) -> set[str]:
    """Return the beginnings of text that occur on several pages."""
    count = Counter(text for page in pages for text in set(_prefixes(page.evidence, params).values()))
    return {text for text, pages_with in count.items() if pages_with > 1}


def _parts(e: Evidence, shared: Collection[str], params: TypeParams) -> int:
    """Return the number of headings with text of the page's own below them."""
    own = {k for k, text in _prefixes(e, params).items() if text not in shared}
    found, headed = 0, False
    for k, node in enumerate(e.tree.node.tolist()):
        if e.tree.tag[node] in HEADINGS:
            headed = True
        elif headed and k in own:
            found, headed = found + 1, False
    return found
