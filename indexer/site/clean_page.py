"""CleanPage: a page's blocks with their weights, by the site's model or by page-level evidence."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from indexer.arrays import Floats
from indexer.page.page import Page
from indexer.page.page_level import page_level
from indexer.page.score import Evidence
from indexer.site.body import BodyModel
from indexer.site.params import SiteParams
from indexer.site.parts.author_boxes import without_author_boxes
from indexer.site.parts.echoes import without_folded_copies, without_standfirst
from indexer.site.parts.line_numbers import without_line_numbers
from indexer.site.parts.link_lists import without_link_lists
from indexer.site.parts.lone_headings import without_lone_headings
from indexer.site.parts.whole_boxes import complete_boxes
from indexer.site.rules import select

MODEL, PAGE_LEVEL = "model", "page"


@dataclass(frozen=True, slots=True, eq=False)
class CleanPage:
    """A page's blocks with their weights; compared by identity, because it contains arrays.

    Parameters
    ----------
    page : Page
    weight : float array, shape (b,)
        In [0, 1]; 0 for blocks that are not kept.
    evidence : str
        MODEL, or PAGE_LEVEL if the page has no container of the model.
    container : int
        The node of the body, or -1.
    """

    page: Page
    weight: Floats
    evidence: str
    container: int = -1


def apply_body(model: BodyModel, e: Evidence, params: SiteParams) -> CleanPage:
    """Return the body by the site's model: its best-ranked container on the page, without what the rules drop.

    If the page has no container, or nothing is left in it, the page-level scorer decides, and the result's `evidence` says so.
    """
    found = _best_container(model, e, params)
    if found is None or _loses_story(e, found[1], model.template, params):
        return page_level_body(e, model.template, params)
    container, kept = found
    kept = own_lines(e, container, without_folded_copies(e, kept), params)
    weight = np.zeros(len(e.key))
    paths = e.tree.path
    weight[kept] = [
        max(params.weights.floor, model.weight.get(int(paths[e.tree.node[k]]), 1.0) * model.repeated.get(e.key[k], 1.0)) for k in kept
    ]
    return CleanPage(e.page, weight, MODEL, container)


def own_lines(e: Evidence, container: int, kept: Sequence[int], params: SiteParams) -> list[int]:
    """Drop echoes of the page's other texts, line numbers, and link lists under a dropped heading; complete tables and quotations."""
    if params.standfirst:
        kept = without_standfirst(e, kept)
    if params.author_boxes.boxes:
        kept = without_author_boxes(e, container, kept)
    if params.line_numbers:
        kept = without_line_numbers(e, kept)
    if params.link_lists:
        kept = without_lone_headings(e, without_link_lists(e, container, kept))
    return complete_boxes(e, container, kept)


def _loses_story(e: Evidence, kept: Sequence[int], template: Collection[str], params: SiteParams) -> bool:
    """Return whether almost nothing of the story that the page alone shows is kept: then the page has none of the learned templates."""
    if not params.least_kept:
        return False
    own = e.page.weight * (1 - e.link_share)
    left = float(own[list(kept)].sum())
    if left >= params.least_kept * float(own.sum()):  # the bound then also holds for any part of the page, so the part need not be computed
        return False
    return left < params.least_kept * float(own[page_level(e, template, params.score)].sum())


def page_level_body(e: Evidence, template: Collection[str], params: SiteParams) -> CleanPage:
    """Return the body by page-level evidence alone; every kept block has weight 1.

    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import gather
    >>> params = SiteParams()
    >>> e = gather(parse("<nav>Menu</nav><p>" + "A long story, told here. " * 5 + "</p>"), params.score)
    >>> page_level_body(e, (), params).weight.tolist()
    [0.0, 1.0]
    """
    kept = without_folded_copies(e, np.flatnonzero(page_level(e, template, params.score)).tolist())
    weight = np.zeros(len(e.key))
    weight[kept] = 1.0
    return CleanPage(e.page, weight, PAGE_LEVEL)


def _best_container(model: BodyModel, e: Evidence, params: SiteParams) -> tuple[int, list[int]] | None:
    rules, template = model.rules, model.template
    rank = {path: i for i, path in enumerate(rules.containers)}
    candidates = sorted((rank[path], i) for i, path in enumerate(e.tree.path.tolist()) if path in rank)
    best: tuple[float, int, list[int]] | None = None
    best_rank = len(rank)
    for place, i in candidates:
        if place > best_rank:
            break
        kept = select(e, i, rules, params.pointers)
        if kept:
            own = [k for k in kept if e.key[k] not in template]
            value = float((e.page.weight[own] * (1 - e.link_share[own])).sum())
            if best is None or value > best[0]:
                best, best_rank = (value, i, kept), place
    return None if best is None else (best[1], best[2])
