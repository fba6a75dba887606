"""Boxes between paragraphs under one label: each story's box has a text of its own, but all begin with the same line ("The archive")."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from indexer.ranges import within
from indexer.site.parts.article_page import ArticlePage, ArticleSample
from indexer.site.parts.author_boxes import ONE_TEXT

_NO_BOX = ONE_TEXT | {"table", "thead", "tbody", "dl", "figure"}
"""Elements of one text, of data whose column headers recur, and of pictures, which have their own rules."""


@dataclass(frozen=True, slots=True)
class LabelledBoxParams:
    """Criteria of a labelled box.

    Parameters
    ----------
    boxes : bool
        Switch.
    stories, story_share : int, float
        It occurs on at least this many stories, and on this share of all,
    per_page : float
        at most this often on each of its pages,
    share : float
        this share of its occurrences begins with one line that the site repeats,
    between : float
        this share stands between paragraphs beside it,
    paragraph : int
        of at least this weight,
    text : float
        and it contains less than this share of all text.
    label : int
        Maximum weight of the line.
    """

    boxes: bool = True
    stories: int = 8
    story_share: float = 0.1
    per_page: float = 1.2
    share: float = 0.9
    between: float = 0.6
    paragraph: int = 60
    text: float = 0.15
    label: int = 60

    def __post_init__(self) -> None:
        within(0, 1, story_share=self.story_share, share=self.share, between=self.between, text=self.text)
        within(1, stories=self.stories, per_page=self.per_page)
        within(0, paragraph=self.paragraph, label=self.label)


@dataclass(slots=True)
class _Box:
    nodes: int = 0
    between: int = 0
    weight: float = 0.0
    pages: set[int] = field(default_factory=set)
    labels: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))


def labelled_boxes(sample: ArticleSample, params: LabelledBoxParams) -> frozenset[int]:
    """Return the paths of boxes between paragraphs that have one label all over the site.

    A section of the story has its own element, too; but then its neighbours have, and its siblings' labels differ.
    """
    if not params.boxes:
        return frozenset()
    found: dict[int, _Box] = defaultdict(_Box)
    whole = 0.0
    for number, page in enumerate(sample.pages):
        whole += float(page.weight[page.blocks].sum())
        _read_page(number, page, found, params)
    least = max(params.stories, params.story_share * sample.stories)
    return frozenset(path for path, box in found.items() if _is_box(box, least, whole, params))


def _is_box(box: _Box, least: float, whole: float, params: LabelledBoxParams) -> bool:
    labelled = max(map(len, box.labels.values()), default=0)
    return (
        labelled >= max(least, params.share * box.nodes)
        and box.nodes <= params.per_page * len(box.pages)
        and box.between >= params.between * box.nodes
        and box.weight < params.text * whole
    )


def _read_page(number: int, page: ArticlePage, found: dict[int, _Box], params: LabelledBoxParams) -> None:
    tree = page.tree
    first, last = tree.first.tolist(), tree.last.tolist()
    spans = _paragraphs(page, params)
    for i in range(page.container + 1, int(tree.end[page.container])):
        if last[i] - first[i] < 2 or tree.tag[i] in _NO_BOX:
            continue
        box, k = found[int(tree.path[i])], first[i]
        box.nodes += 1
        box.pages.add(number)
        box.weight += float(page.weight[k : last[i]].sum())
        if page.repeated[k] and page.weight[k] <= params.label:
            box.labels[page.key[k]].add(page.story)
            begin, end = spans.get(int(tree.parent[i]), (k, k))
            box.between += begin < k and end >= last[i]


def _paragraphs(page: ArticlePage, params: LabelledBoxParams) -> dict[int, tuple[int, int]]:
    """Return the first and the last paragraph of the story (blocks) by the node that has them as its own text or as a child."""
    running = (page.weight >= params.paragraph) & (page.link_share < 0.5) & ~page.repeated
    spans: dict[int, tuple[int, int]] = {}
    for k in page.blocks[running[page.blocks]].tolist():
        node = int(page.tree.node[k])
        for place in (node, int(page.tree.parent[node])):
            spans[place] = (spans.get(place, (k, k))[0], k)
    return spans
