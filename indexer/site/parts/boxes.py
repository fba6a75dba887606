"""Boxes inside articles: images with their captions, and data tables with recurring keys."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field

from indexer.page.blocks import key
from indexer.ranges import within
from indexer.site.parts.article_page import ArticlePage, ArticleSample
from indexer.site.parts.repetition import median, near_top


@dataclass(frozen=True, slots=True)
class BoxParams:
    """Criteria of the boxes.

    Parameters
    ----------
    images, data : bool
        Switches.
    image_pages, image_share, image_count : float, float, int
        An image box occurs on this share of the article pages, this share of its nodes has an image, and it has at least this many nodes
    image_per_page : float
        and at most this many per page.
    caption, caption_top : int
        Maximum median and 95th percentile of its text's weight.
    data_stories, data_keys, key_stories : float
        A data box occurs on this share of the stories (at least three); this share of its lines begins with a key that occurs on
        `key_stories` of its stories (at least three),
    data_text : float
        and it contains less than this share of all text.
    longest_line : int
    """

    images: bool = True
    data: bool = True
    image_pages: float = 0.25
    image_share: float = 0.8
    image_count: int = 3
    image_per_page: float = 1.2
    caption: int = 250
    caption_top: int = 600
    data_stories: float = 0.1
    data_keys: float = 0.8
    key_stories: float = 0.2
    data_text: float = 0.15
    longest_line: int = 100

    def __post_init__(self) -> None:
        within(0, 1, image_pages=self.image_pages, image_share=self.image_share)
        within(0, 1, data_stories=self.data_stories, data_keys=self.data_keys, key_stories=self.key_stories, data_text=self.data_text)
        within(1, image_count=self.image_count)
        within(0, image_per_page=self.image_per_page, caption=self.caption, caption_top=self.caption_top, longest_line=self.longest_line)


@dataclass(slots=True)
class _Image:
    nodes: int = 0
    with_image: int = 0
    pages: int = 0
    weights: list[float] = field(default_factory=list)


def image_boxes(sample: ArticleSample, params: BoxParams) -> frozenset[int]:
    """Return the paths of nodes that contain an image and a short text: captions and credits."""
    if not params.images:
        return frozenset()
    boxes: dict[int, _Image] = defaultdict(_Image)
    for page in sample.pages:
        tree = page.tree
        weight = tree.subtree_sum(page.weight)
        images = _subtree_images(page)
        seen: set[int] = set()
        for i in range(page.container + 1, int(tree.end[page.container])):
            if weight[i]:
                box = boxes[int(tree.path[i])]
                box.nodes += 1
                box.with_image += images[i] > 0
                box.weights.append(float(weight[i]))
                seen.add(int(tree.path[i]))
        for path in seen:
            boxes[path].pages += 1
    least = params.image_pages * len(sample.pages)
    return frozenset(
        path
        for path, box in boxes.items()
        if box.pages >= least
        and params.image_count <= box.nodes <= params.image_per_page * box.pages
        and box.with_image >= params.image_share * box.nodes
        and median(box.weights) < params.caption
        and near_top(box.weights) < params.caption_top
    )


def _subtree_images(page: ArticlePage) -> list[int]:
    images: list[int] = page.tree.images.tolist()
    parent = page.tree.parent.tolist()
    for i in range(len(images) - 1, 0, -1):
        images[parent[i]] += images[i]
    return images


FIELD = re.compile(r"([^:：]{2,25})[:：]")
"""The name of a field, and the colon behind it."""


@dataclass(slots=True)
class _Data:
    lines: int = 0
    weight: float = 0.0
    stories: set[int] = field(default_factory=set)
    count: Counter[str] = field(default_factory=Counter)
    key_stories: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))


def data_boxes(sample: ArticleSample, dropped: Collection[int], params: BoxParams) -> frozenset[int]:
    """Return the paths of lines "key: value" with recurring keys."""
    if not params.data:
        return frozenset()
    places: dict[int, _Data] = defaultdict(_Data)
    whole = 0.0
    for page in sample.pages:
        for k in page.blocks.tolist():
            if page.path(k) in dropped:
                continue
            place = places[page.path(k)]
            place.lines += 1
            place.weight += page.weight[k]
            whole += page.weight[k]
            place.stories.add(page.story)
            found = FIELD.match(page.tree.text[k])
            if found and page.weight[k] < params.longest_line:
                name = key(found[1])
                place.count[name] += 1
                place.key_stories[name].add(page.story)
    return frozenset(path for path, place in places.items() if _is_data(place, whole, sample.stories, params))


def _is_data(place: _Data, whole: float, stories: int, params: BoxParams) -> bool:
    if len(place.stories) < max(3, params.data_stories * stories) or place.weight >= params.data_text * whole:
        return False
    least = max(3, params.key_stories * len(place.stories))
    recurring = sum(place.count[name] for name, on in place.key_stories.items() if len(on) >= least)
    return recurring >= params.data_keys * place.lines
