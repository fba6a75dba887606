"""Classifies a page as a story, a list of stories, or neither, by comparison with the latest pages of its site.

This quick evidence decides what is requested next on sites without a model, and for pages that do not fit the model. Otherwise the site
model (`indexer.site`) decides, which has more evidence. The classifier weighs the items of a list against the page's own text. Items are
teasers beyond the usual number of a story page in the same box, and text quoted from linked pages.
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
"""Number of latest pages that are compared: enough to learn a design, few enough to follow a redesign."""
_MAX_STORY_SIZE, _MIN_STORY_SIZE = 600, 40
"""Bounds of the minimum size of a story, in characters of own text, while boxes are learned; it is half of the third quartile."""
_QUOTABLE = 3_000
"""Number of latest pages whose texts are searched for on other pages."""
_MIN_STORY = 40
"""Minimum characters of own text of a story."""
_MIN_QUOTED = 100
"""Minimum quoted characters for a page without items to be a list."""
_TYPES = TypeParams()
_MIN_HEADLINE = 6
"""Minimum characters of link text for a headline, except in a heading; story pages have shorter links too."""


@dataclass(frozen=True, slots=True)
class KindModel:
    """The classifier's statistics of a site's pages.

    Parameters
    ----------
    template : frozenset of int
        The text blocks of the template (`template_pages`).
    usual : mapping of str to int
        The usual number of teasers in each box of a story's page.
    places : mapping of int to tuple of str
        The URLs of each block of own text that several pages contain.
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
        The number of teasers by box; only teasers that may lead to stories count.
    blocks : mapping of int to int
        Its own text blocks (`workers.reading.teaser.Listing.own`).
    linked : frozenset of str
        Its outlinks.
    """

    url: str
    boxes: Mapping[str, int]
    blocks: Mapping[int, int]
    linked: frozenset[str]


def features_of(listing: Listing, url: str) -> PageFeatures:
    """Return the features of a page."""
    boxes = Counter(t.box for t in listing.teasers if t.heading or len(t.headline) >= _MIN_HEADLINE)
    return PageFeatures(url, dict(boxes), listing.own, frozenset(teaser.url for teaser in listing.teasers))


def learn_kinds(pages: Iterable[KnownPage]) -> KindModel:
    """Learn the model from the most recently visited pages.

    Parameters
    ----------
    pages : iterable of KnownPage
        Pages without blocks and boxes (feeds, pages never fetched) are ignored.
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
    """Return the median number of teasers in each box of story pages.

    A box belongs to story pages if at least half of the pages with it are stories, or a fifth of the stories have it.
    """
    sizes = {page.url: sum(length for block, length in page.blocks.items() if block not in template) for page in pages}
    longer = sorted(sizes.values())[len(sizes) * 3 // 4] if sizes else 0
    least = min(max(longer // 2, _MIN_STORY_SIZE), _MAX_STORY_SIZE)
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


def kind_of(features: PageFeatures, model: KindModel, doubt: float = 0.0) -> PageKind:
    """Return the kind of a page.

    Parameters
    ----------
    doubt : float
        Log-odds of a story by other evidence.

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
    items = sum(max(0, number - model.usual.get(box, 0)) for box, number in features.boxes.items())
    own = quoted = 0
    for block, length in features.blocks.items():
        if block in model.template:
            continue
        if any(place in features.linked and place != features.url for place in model.places.get(block, ())):
            quoted += length
        else:
            own += length
    if items <= 2 and quoted < _MIN_QUOTED:
        return PageKind.ARTICLE if own >= _MIN_STORY else PageKind.OTHER
    if list_logit(item_letters(items, _TYPES) + quoted, own, _TYPES) > doubt:
        return PageKind.LIST
    return PageKind.ARTICLE if own >= _MIN_STORY else PageKind.OTHER


def combined(by_model: PageKind | None, quick: PageKind) -> PageKind:
    """Combine the kind by the site's model (`workers.observations.page_types`) with the kind by quick evidence.

    The model takes precedence, except that a page which it classifies as neither story nor list may be a list in a new design: a needless
    visit costs one request, an overlooked list costs its news.

    >>> [combined(by_model, PageKind.LIST).value for by_model in (PageKind.ARTICLE, None, PageKind.OTHER)]
    ['article', 'list', 'list']
    """
    return quick if by_model is None or (by_model is PageKind.OTHER and quick is PageKind.LIST) else by_model
