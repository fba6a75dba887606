"""The parts of a page that are read for its fields: headings, the short lines around the headline, captions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from indexer.page.page import Page
from indexer.page.tree import Tree
from indexer.site.clean_page import CleanPage

_SHORT = 100
_BEFORE, _AFTER = 3, 12
_MOST = 12
_MOST_CAPTIONS = 50
_MOST_HEADINGS = 50


@dataclass(frozen=True, slots=True)
class HeadlineContext:
    """What stands around a page's body.

    Parameters
    ----------
    headings : tuple of str
        Texts of all `h1`s, then of all `h2`s.
    lines : tuple of str
        Short lines just before the headline, between it and the first paragraph, and just after the first.
    captions : tuple of str
        Texts of `figcaption`s and of nodes named for captions.
    """

    headings: tuple[str, ...]
    lines: tuple[str, ...]
    captions: tuple[str, ...]


def headline_context(page: Page, clean: CleanPage) -> HeadlineContext:
    """Headings, lines and captions of a cleaned page.

    >>> from indexer.page.parse import parse
    >>> figure = "<figure><figcaption>The quay</figcaption></figure>"
    >>> page = parse("<h1>Crane gone</h1><p>By A. Berg</p><p>" + "A long story. " * 9 + "</p>" + figure)
    >>> headline_context(page, CleanPage(page, np.array([0.0, 0.0, 1.0, 0.0]), "page"))
    Surroundings(headings=('Crane gone',), lines=('By A. Berg',), captions=('The quay',))
    """
    tree = page.tree
    tags = [tree.tag[n] for n in tree.node.tolist()]
    headings = [k for level in ("h1", "h2") for k, tag in enumerate(tags) if tag == level]
    level = tags[headings[0]] if headings else ""
    long = np.flatnonzero((clean.weight > 0) & (page.weight >= _SHORT))
    first = int(long[0]) if len(long) else len(tags)
    above = [k for k in headings if k < first and tags[k] == level]
    start = above[-1] if above else max(0, first - _AFTER)
    near = [k for k in range(max(0, start - _BEFORE), min(len(tags), first + _BEFORE)) if k != start or not above]
    lines = tuple(
        tree.text[k] for k in near if page.weight[k] < _SHORT and tags[k] not in (level, "figcaption")
    )[:_MOST]
    return HeadlineContext(tuple(tree.text[k] for k in headings[:_MOST_HEADINGS]), lines, _captions(tree, tags))


def _captions(tree: Tree, tags: list[str]) -> tuple[str, ...]:
    found = (tree.text[k] for k, n in enumerate(tree.node.tolist()) if tags[k] == "figcaption" or "caption" in tree.signature[n])
    return tuple(dict.fromkeys(found))[:_MOST_CAPTIONS]
