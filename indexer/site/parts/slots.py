"""Slots: places with one short text on most articles, before or after the body: date line, author line, tags, credits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np

from indexer.arrays import Ints
from indexer.ranges import within
from indexer.site.parts.article_page import ArticlePage, ArticleSample
from indexer.site.parts.recurring import SUBHEADINGS
from indexer.site.parts.repetition import median, near_top


@dataclass(frozen=True, slots=True)
class SlotParams:
    """Criteria of a slot.

    Parameters
    ----------
    slots : bool
        Switch.
    stories : float
        Minimum share of the article stories that have it.
    once : float
        Minimum share of its pages on which it is a single node.
    body : int
        Minimum weight of an unlinked block of the body that a slot precedes or follows.
    aside : float
        Minimum share of its occurrences before (after) the body.
    before, anywhere, anywhere_top, after : int
        Maximum median weight of its text, by its position; `anywhere_top` is for the 95th percentile.
    recurring : float
        A place is no slot if this share of its lines are leading sub-headings.
    """

    slots: bool = True
    stories: float = 0.4
    once: float = 0.95
    body: int = 120
    aside: float = 0.9
    before: int = 160
    anywhere: int = 60
    anywhere_top: int = 100
    after: int = 120
    recurring: float = 0.6

    def __post_init__(self) -> None:
        within(0, 1, stories=self.stories, once=self.once, aside=self.aside, recurring=self.recurring)
        within(0, body=self.body, before=self.before, anywhere=self.anywhere, anywhere_top=self.anywhere_top, after=self.after)


@dataclass(slots=True)
class _Place:
    stories: set[int] = field(default_factory=set)
    pages: int = 0
    single: int = 0
    before: int = 0
    after: int = 0
    weights: list[float] = field(default_factory=list)


def find_slots(
    sample: ArticleSample, dropped: Collection[int], containers: Collection[int], params: SlotParams
) -> frozenset[int]:
    """Return the paths that are slots.

    Parameters
    ----------
    dropped : collection of int
        Paths that pruning drops; they are no slots.
    """
    if not params.slots:
        return frozenset()
    places: dict[int, _Place] = defaultdict(_Place)
    for page in sample.pages:
        _read_page(page, dropped, places, params)
    return frozenset(path for path, place in places.items() if _is_slot(place, sample.stories, params, is_container=path in containers))


def _read_page(page: ArticlePage, dropped: Collection[int], places: dict[int, _Place], params: SlotParams) -> None:
    tree = page.tree
    blocks = [k for k in page.blocks.tolist() if page.path(k) not in dropped]
    body = [k for k in blocks if page.weight[k] >= params.body and page.link_share[k] < 0.5]
    if not body:
        return
    by_path: dict[int, list[int]] = defaultdict(list)
    for k in blocks:
        by_path[page.path(k)].append(k)
    for path, ks in by_path.items():
        place = places[path]
        place.stories.add(page.story)
        place.pages += 1
        place.single += len({int(tree.node[k]) for k in ks}) == 1
        heading = page.tag(ks[0]).startswith("h")
        place.before += ks[-1] < body[0] or (ks[0] <= body[0] and heading)
        place.after += ks[0] > body[-1]
        place.weights.append(float(page.weight[ks].sum()))


def _is_slot(place: _Place, stories: int, params: SlotParams, *, is_container: bool) -> bool:
    often = params.stories * stories
    if place.single < params.once * place.pages:
        return False
    typical = median(place.weights)
    stands_before = place.before >= params.aside * place.pages
    if stands_before and len(place.stories) >= max(2, often) and typical < params.before:
        return True
    if len(place.stories) < max(3, often):
        return False
    if typical < params.anywhere and near_top(place.weights) < params.anywhere_top:
        return True
    return place.after >= params.aside * place.pages and typical < params.after and not is_container


def recurring_places(sample: ArticleSample, recurring: Collection[str], params: SlotParams) -> frozenset[int]:
    """Return the paths of sub-headings most of which head a text of the story: they are no slots, even if short and regular."""
    counts: dict[int, Ints] = defaultdict(lambda: np.zeros(2, np.int64))
    for page in sample.pages:
        for k in page.blocks.tolist():
            if page.tag(k) in SUBHEADINGS:
                counts[page.path(k)] += (page.key[k] in recurring, 1)
    return frozenset(path for path, (leading, count) in counts.items() if leading >= params.recurring * count)
