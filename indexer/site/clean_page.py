"""CleanPage: a page's blocks with their weights, by the site's model or by page-level evidence."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from indexer.page.page import Page
from indexer.page.score import Evidence, page_level
from indexer.page.tree import FOLDED, Floats
from indexer.site.body import BodyModel
from indexer.site.key_lines import trim
from indexer.site.params import SiteParams
from indexer.site.rules import Rules, select

MODEL, PAGE_LEVEL = "model", "page"


@dataclass(frozen=True, slots=True)
class CleanPage:
    """A page's blocks with their weights.

    Parameters
    ----------
    page : Page
    weight : float array, shape (b,)
        In [0, 1]; 0 for blocks that are not kept.
    evidence : str
        MODEL, or PAGE_LEVEL where no container of the model is on the page.
    container : int
        The node that holds the body; -1 without.
    """

    page: Page
    weight: Floats
    evidence: str
    container: int = -1


def apply_body(model: BodyModel, e: Evidence, params: SiteParams) -> CleanPage:
    """The body by the site's model: its best-ranked container on the page, without what the rules drop.

    Where the page has none of the containers, or nothing is left in them, the page-level scorer answers, and the result says so.
    """
    found = _best_container(model.rules, e, params)
    if found is None:
        return page_level_body(e, model.template, params)
    container, kept = found
    kept = trim(e, shown_once(e, kept), model.rules, params.key_lines.longest)
    if params.standfirst:
        kept = without_standfirst(e, kept)
    weight = np.zeros(len(e.key))
    paths = e.tree.path
    weight[kept] = [model.weight.get(int(paths[e.tree.node[k]]), 1.0) for k in kept]
    return CleanPage(e.page, weight, MODEL, container)


def page_level_body(e: Evidence, template: Collection[str], params: SiteParams) -> CleanPage:
    """The body by page-level evidence alone; every kept block weighs 1."""
    kept = shown_once(e, np.flatnonzero(page_level(e, template, params.score)).tolist())
    weight = np.zeros(len(e.key))
    weight[kept] = 1.0
    return CleanPage(e.page, weight, PAGE_LEVEL)


def _best_container(rules: Rules, e: Evidence, params: SiteParams) -> tuple[int, list[int]] | None:
    rank = {path: i for i, path in enumerate(rules.containers)}
    candidates = sorted((rank[path], i) for i, path in enumerate(e.tree.path.tolist()) if path in rank)
    best: tuple[float, int, list[int]] | None = None
    best_rank = len(rank)
    for place, i in candidates:
        if place > best_rank:
            break
        kept = select(e, i, rules, params.pointers)
        if kept:
            value = float((e.page.weight[kept] * (1 - e.link_share[kept])).sum())
            if best is None or value > best[0]:
                best, best_rank = (value, i, kept), place
    return None if best is None else (best[1], best[2])


def shown_once(e: Evidence, kept: Sequence[int]) -> list[int]:
    """Without folded copies of shown blocks; folded text that stands nowhere else is kept."""
    hidden = e.tree.hidden[e.tree.node]
    shown = {e.key[k] for k in kept if hidden[k] != FOLDED}
    return [k for k in kept if hidden[k] != FOLDED or e.key[k] not in shown]


_FIRST_LINES = 4
_LATER_LINES = 8
_STANDFIRST = 50


def without_standfirst(e: Evidence, kept: Sequence[int]) -> list[int]:
    """Without lines at the head of the text that only repeat a following paragraph's beginning."""
    out = []
    for j, k in enumerate(kept):
        text = e.key[k]
        later = kept[j + 1 : j + 1 + _LATER_LINES]
        copy = j < _FIRST_LINES and len(text) >= _STANDFIRST and any(e.key[q].startswith(text) for q in later)
        if not copy:
            out.append(k)
    return out
