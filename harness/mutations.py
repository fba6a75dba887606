"""Plants content in the articles of real sites, as newspapers put between paragraphs; the true bodies remain known.

    site, planted = mutate(site, ("headings", "boxes"), seed=0)

| kind | planted content | part of the body? |
|---|---|---|
| headings | sub-headings from a small set that recurs on the site | yes |
| boxes | boxes with one label: unique texts, one of a few texts, or links | no |
| read_also | lines that link to other pages of the site | no |
| standfirst | a copy of the first paragraph's beginning before the text | no |
| credits | lines that name one of a few people | no |
| data_boxes | recurring keys with varying values | no |
| spoken | copies of words, letters of drop caps and notes on links for screen readers | no; the words once |
| quoted_posts | social media posts with author and day | yes |
| tables | results: names and figures in rows | yes |
| read_also_quotes | read-also lines set as quotations; and quotations in the same element | no; yes |
| sign_ups | invitations to newsletters with a form | no |
| appeals | appeals for donations with varying amounts | no |
| polls | questions with answers from a small set | no |
| cards | a label over pictures with headlines of other pages | no |
| writers | boxes on one of a few writers | no |

The words are those of the site, so that its script is kept; class names are meaningless. A seed determines the style of a
site (tags, labels, frequency) and the choices on each page, independently of the other pages.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from harness.body_places import places
from harness.planters import PLANTERS, Article, Planted, Scene
from harness.shared_sites import Site, with_pages
from harness.site_words import Words

KINDS = tuple(PLANTERS)
SETS: Mapping[str, tuple[str, ...]] = {
    "headings, boxes": ("headings", "boxes"),
    "pointers, lines, data": ("read_also", "standfirst", "credits", "data_boxes"),
    "quotes, tables, ear": ("spoken", "quoted_posts", "tables", "read_also_quotes"),
    "offers, cards, writers": ("sign_ups", "appeals", "polls", "cards", "writers"),
}
"""Kinds that are planted together when a site is measured."""

_FREE = frozenset({"p", "div", "br", ""})
"""Tags of runs next to which content is planted; list items and cells are excluded."""


def mutate(site: Site, kinds: Collection[str], seed: int = 0) -> tuple[Site, Counter[str]]:
    """Plant content of some kinds; return the changed site and the number of changed pages by kind.

    Raises
    ------
    KeyError
        If a kind does not exist.
    """
    words = Words(body for _, body in sorted(site.labels.items()))
    headlines = {url: _headline(site, url) for url in sorted(site.labels) if url in site.pages}
    planters = {kind: PLANTERS[kind](Scene(words, headlines, _rng(seed, site.name, kind))) for kind in sorted(set(kinds))}
    texts, labels, planted = {}, {}, Counter[str]()
    for url in headlines:
        lines = site.labels[url].split("\n")
        free = [place for place in places(site.texts[url], lines) if place.run.tag in _FREE]
        article = Article(url, lines, free, site.texts[url])
        found = {kind: planter(article, _rng(seed, site.name, kind, url)) for kind, planter in planters.items()}
        planted.update(kind for kind, items in found.items() if items)
        everything = [item for items in found.values() for item in items]
        if everything:
            texts[url] = _with_source(site.texts[url], everything)
            labels[url] = "\n".join(_with_lines(lines, everything))
    return with_pages(site, texts, labels), planted


def _rng(*parts: object) -> random.Random:
    return random.Random("|".join(map(str, parts)))


def _headline(site: Site, url: str) -> str:
    tree = site.pages[url].tree
    node = tree.node.tolist()
    heading = next((text for text, n in zip(tree.text, node, strict=True) if tree.tag[n] == "h1"), "")
    titles = site.pages[url].metadata.titles
    return heading or (titles[0] if titles else "") or url


def _with_source(source: str, planted: Sequence[Planted]) -> str:
    for item in sorted(planted, key=lambda p: p.offset, reverse=True):
        source = source[: item.offset] + item.source + source[item.offset + item.removed :]
    return source


def _with_lines(lines: Sequence[str], planted: Sequence[Planted]) -> list[str]:
    out = list(lines)
    for item in sorted((p for p in planted if p.line >= 0), key=lambda p: p.line, reverse=True):
        out.insert(item.line, item.text)
    return out
