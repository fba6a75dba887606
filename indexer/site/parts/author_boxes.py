"""Boxes about the authors inside articles: each author has a different text, under one label."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from indexer.page.blocks import key
from indexer.page.score import Evidence
from indexer.ranges import within
from indexer.site.parts.article_page import ArticlePage, ArticleSample

ONE_TEXT = frozenset({"p", "li", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "td", "th", "tr", "dd", "dt", "ul", "ol"})
"""Elements for one text or a list, which are not boxes."""
_WORDS = 2
_SHORTEST_NAME = 5


@dataclass(frozen=True, slots=True)
class AuthorBoxParams:
    """Criteria of an author box.

    Parameters
    ----------
    boxes : bool
        Switch.
    stories : int
        It occurs on at least this many stories,
    share : float
        this share of its occurrences begins with a line that the site repeats, followed by a name that a short line of the page has,
    text : float
        and it contains less than this share of all text.
    byline : int
        Maximum weight of such a line.
    """

    boxes: bool = True
    stories: int = 3
    share: float = 0.6
    text: float = 0.4
    byline: int = 100

    def __post_init__(self) -> None:
        within(0, 1, share=self.share, text=self.text)
        within(1, stories=self.stories)
        within(0, byline=self.byline)


@dataclass(slots=True)
class _Box:
    nodes: int = 0
    naming: int = 0
    weight: float = 0.0
    stories: set[int] = field(default_factory=set)


def author_boxes(sample: ArticleSample, params: AuthorBoxParams) -> frozenset[int]:
    """Return the paths of boxes with a repeated label and the name of the page's author."""
    if not params.boxes:
        return frozenset()
    found: dict[int, _Box] = defaultdict(_Box)
    whole = 0.0
    for page in sample.pages:
        whole += float(page.weight[page.blocks].sum())
        _read_page(page, found, params)
    return frozenset(
        path
        for path, box in found.items()
        if len(box.stories) >= params.stories and box.naming >= params.share * box.nodes and box.weight < params.text * whole
    )


def _read_page(page: ArticlePage, found: dict[int, _Box], params: AuthorBoxParams) -> None:
    tree = page.tree
    short = [k for k in range(len(page.key)) if 0 < page.weight[k] < params.byline]
    for i in range(page.container + 1, int(tree.end[page.container])):
        first, last = int(tree.first[i]), int(tree.last[i])
        if tree.tag[i] in ONE_TEXT or last - first < 2:
            continue
        box = found[int(tree.path[i])]
        box.nodes += 1
        box.weight += float(page.weight[first:last].sum())
        if page.repeated[first]:
            name = key(" ".join(tree.text[first + 1].split()[:_WORDS]))
            named = len(name) >= _SHORTEST_NAME and any(name in page.key[k] for k in short if not first <= k < last)
            box.naming += named
            if named:
                box.stories.add(page.story)


def without_author_boxes(e: Evidence, container: int, kept: Sequence[int]) -> list[int]:
    """Drop the box at the end of a text that begins with a name marked as the author's: one page shows what few pages cannot teach.

    The box is the largest element in the container that begins with the name. It has less text than the story before it. Several boxes of
    one path are the story's own: posts of a live blog, answers of several persons.

    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> box = "<div><div><h3 class=author-name>Ada Berg</h3><p>Ada Berg writes about cranes.</p></div></div>"
    >>> story = "<p>It rains on the quay, and on the old crane.</p><p>It snows.</p>"
    >>> without_author_boxes(gather(parse(f"<div>{story}{box}</div>"), ScoreParams()), 1, [0, 1, 2, 3])
    [0, 1]
    >>> without_author_boxes(gather(parse(f"<div>{story}{box}{box}</div>"), ScoreParams()), 1, [0, 1, 2, 3, 4, 5])
    [0, 1, 2, 3, 4, 5]
    """
    tree, metadata = e.tree, e.page.metadata
    after = kept[0] if kept else len(tree.node)
    marked = {mark.block for mark in (*metadata.bylines, *metadata.rel_authors) if mark.block > after}
    inside = (k for k in sorted(marked) if tree.first[container] < k < tree.last[container])
    boxes = list(dict.fromkeys(_largest_from(e, container, k) for k in inside))
    paths = Counter(tree.path[box] for box in boxes)
    for box in boxes:
        first, last = int(tree.first[box]), int(tree.last[box])
        own = [k for k in kept if first <= k < last]
        story = [k for k in kept if k < first]
        ends = len(story) + len(own) == len(kept) and last > first + 1
        if own and ends and paths[tree.path[box]] == 1 and e.page.weight[own].sum() < e.page.weight[story].sum():
            return story
    return list(kept)


def _largest_from(e: Evidence, container: int, k: int) -> int:
    """Return the largest element in the container that begins with a block."""
    tree = e.tree
    box = int(tree.node[k])
    while tree.parent[box] > container and tree.first[tree.parent[box]] == k:
        box = int(tree.parent[box])
    return box
