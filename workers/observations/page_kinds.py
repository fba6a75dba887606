"""Classifies a page as a story, a list that leads to stories, or neither, from the page and the latest pages of its site.

Quick evidence for deciding what to request next, for sites without a model and pages that do not fit it; otherwise the site model
(`indexer.site`) decides, which sees more. Items beyond those of a story's page in the same box, and text quoted from linked pages, are
weighed against the page's own text.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from statistics import median_low

from indexer.site.types.evidence import item_letters, list_logit
from indexer.site.types.params import TypeParams, template_pages
from workers.history.site_history import KnownPage, PageKind
from workers.reading.teaser import Listing

_LATEST = 300
"""Pages considered: enough to know a design, few enough to follow a redesign."""
_STORY, _LEAST_STORY = 600, 40
"""Characters of own text from which a page is taken for a story while the boxes are learned: half of what the longer
pages have, within these limits."""
_QUOTABLE = 3_000
"""Pages whose texts are looked up on others."""
_SHORTEST_STORY = 40
_QUOTED = 100
"""Quoted characters that make a list without any items."""
_TYPES = TypeParams()
_HEADLINE = 6
"""Characters of a link's text that may be a headline; one in a heading may be shorter. What is none stands on the stories' pages too."""


@dataclass(frozen=True, slots=True)
class KindModel:
    """What is known of a site's pages.

    Parameters
    ----------
    template : frozenset of int
        Blocks of text of the template (`template_pages`).
    usual : mapping of str to int
        Teasers that a story's page has in each box.
    places : mapping of int to tuple of str
        Blocks of own text to the pages that hold them, where there are several.
    """

    template: frozenset[int] = frozenset()
    usual: Mapping[str, int] = field(default_factory=dict)
    places: Mapping[int, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PageFeatures:
    """The features of a page on which its kind depends.

    Parameters
    ----------
    boxes : mapping of str to int
        Teasers by box, of those that may lead to stories.
    blocks : mapping of int to int
        Its own text (`workers.reading.listing.Listing.own`).
    linked : frozenset of str
        What it links to.
    """

    url: str
    boxes: Mapping[str, int]
    blocks: Mapping[int, int]
    linked: frozenset[str]


def features_of(listing: Listing, url: str) -> PageFeatures:
    """The features of a page."""
    boxes = Counter(t.box for t in listing.teasers if t.heading or len(t.headline) >= _HEADLINE)
    return PageFeatures(url, dict(boxes), listing.own, frozenset(teaser.url for teaser in listing.teasers))


def learn_kinds(pages: Iterable[KnownPage]) -> KindModel:
    """Learn from the most recently visited pages.

    Parameters
    ----------
    pages : iterable of KnownPage
        Those without blocks and boxes (feeds, pages never fetched) are ignored.
    """
    seen = sorted((p for p in pages if p.visited and (p.blocks or p.boxes)), key=lambda page: (-page.visited, page.url))
    latest = seen[:_LATEST]
    held = Counter(block for page in latest for block in page.blocks)
    least = template_pages(len(latest), _TYPES)
    template = frozenset(block for block, number in held.items() if number >= least)
    places: dict[int, list[str]] = defaultdict(list)
    for page in sorted(seen[:_QUOTABLE], key=lambda page: page.url):
        for block in page.blocks:
            if block not in template:
                places[block].append(page.url)
    several = {block: tuple(urls) for block, urls in places.items() if len(urls) > 1}
    return KindModel(template, _usual(latest, template), several)


def _usual(pages: Collection[KnownPage], template: frozenset[int]) -> dict[str, int]:
    """A box counts as a story's where most pages that have it, or a fifth of the stories, are stories."""
    sizes = {page.url: sum(length for block, length in page.blocks.items() if block not in template) for page in pages}
    longer = sorted(sizes.values())[len(sizes) * 3 // 4] if sizes else 0
    least = min(max(longer // 2, _LEAST_STORY), _STORY)
    stories = [page for page in pages if sizes[page.url] >= least]
    everywhere = Counter(box for page in pages for box in page.boxes)
    found: dict[str, list[int]] = defaultdict(list)
    for page in stories:
        for box, number in page.boxes.items():
            found[box].append(number)
    return {
        box: median_low(numbers)
        for box, numbers in found.items()
        if len(numbers) * 2 >= everywhere[box] or len(numbers) * 5 >= len(stories)
    }


def kind_of(look: PageFeatures, model: KindModel, doubt: float = 0.0) -> PageKind:
    """The kind of a page.

    Parameters
    ----------
    doubt : float
        Log-odds, from elsewhere, that it is a story.

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> from workers.reading.listing import read_listing
    >>> rows = "".join(f'<div><h3><a href="/{n}.html">Story number {n}</a></h3></div>' for n in range(9))
    >>> kind_of(features_of(read_listing(parse(f"<main>{rows}</main>", "https://example.org/")), "https://example.org/"), KindModel()).value
    'list'
    >>> text = "<p>" + "The tram was late once more, and nobody was surprised by that. " * 9
    >>> kind_of(features_of(read_listing(parse(text, "https://example.org/a")), "https://example.org/a"), KindModel()).value
    'article'
    """
    items = sum(max(0, number - model.usual.get(box, 0)) for box, number in look.boxes.items())
    own = quoted = 0
    for block, length in look.blocks.items():
        if block in model.template:
            continue
        if any(place in look.linked and place != look.url for place in model.places.get(block, ())):
            quoted += length
        else:
            own += length
    if items <= 2 and quoted < _QUOTED:
        return PageKind.ARTICLE if own >= _SHORTEST_STORY else PageKind.OTHER
    if list_logit(item_letters(items, _TYPES) + quoted, own, _TYPES) > doubt:
        return PageKind.LIST
    return PageKind.ARTICLE if own >= _SHORTEST_STORY else PageKind.OTHER


def combined(typed: PageKind | None, quick: PageKind) -> PageKind:
    """The kind by the site's model (`workers.observations.page_types`), or by quick evidence where the model does not know.

    A page that the model takes for neither story nor list may be a list in a new design: a vain request costs one request, an
    overlooked list costs its news.

    >>> [combined(typed, PageKind.LIST).value for typed in (PageKind.ARTICLE, None, PageKind.OTHER)]
    ['article', 'list', 'list']
    """
    return quick if typed is None or (typed is PageKind.OTHER and quick is PageKind.LIST) else typed
