"""Page types: every page is an `article`, a `toc` (a table of contents: front page, section, archive) or `other`.

The page's own evidence gives a first logit, and the site's templates are combined with it: a logistic regression learns from
the signs of the first logits which tokens of template and URL indicate which type, and is retrained on its own answers. The non-TOC
pages in the site's menus, or with the template of those, are `other` (`indexer.site.types.other_page`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from indexer.algorithms.logistic import fit, valley
from indexer.arrays import Floats
from indexer.page.score import Evidence, ScoreParams
from indexer.site.types.evidence import TypeFacts, facts, listed_pages, own_logit, thin_logit, titled_pages, untrained_logit
from indexer.site.types.other_page import OtherPages, StoryPage, learn_others
from indexer.site.types.params import TypeParams
from indexer.site.types.site_links import SampledPage, SiteLinks, learn_links
from indexer.site.types.tokens import token_groups, tokens

ARTICLE, TOC, OTHER = "article", "toc", "other"

_TOKENS_PER_GROUP = 5
"""Tokens on exactly the same pages are equivalent; this many of them are kept to recognise the group on a new page."""


@dataclass(frozen=True, slots=True)
class TypeModel:
    """The classifier of a site's pages.

    Parameters
    ----------
    links : SiteLinks
    groups : tuple of (tokens, weight)
        Template and URL tokens on the same pages, and the weight of their presence.
    intercept : float
        The classifier's intercept, less the cut between its two groups.
    trained : bool
        False if the sample was too small or of one type: then the page's own logit decides.
    thin : bool
        True if the sample was too small to distinguish the site's menus from its lists.
    others : OtherPages
        Identifies the non-TOC pages that are not stories.
    lists_only : bool
        True if the model classifies no page of the sample as an article, although all declare themselves
        articles: then those with text are believed.
    """

    links: SiteLinks
    groups: tuple[tuple[tuple[str, ...], float], ...] = ()
    intercept: float = 0.0
    trained: bool = False
    thin: bool = False
    others: OtherPages = OtherPages()
    lists_only: bool = False
    share: Mapping[str, tuple[float, float]] = field(init=False, repr=False, compare=False)
    """By token, its contribution to the weighted sum and to the number of groups: a group counts by the share of its tokens."""

    def __post_init__(self) -> None:
        share = {name: (w / len(names), 1 / len(names)) for names, w in self.groups for name in names}
        object.__setattr__(self, "share", share)


def learn_types(sample: Sequence[SampledPage], score: ScoreParams, params: TypeParams) -> tuple[TypeModel, list[str]]:
    """Return the type model of a site, and the type of each page of the sample (`page_type`)."""
    links = learn_links(sample, params)
    found = [facts(e, url, links, score, params) for e, url, _ in sample]
    model, kinds = _learned(sample, links, found, params)
    if ARTICLE in kinds or not _all_call_themselves_articles(found):
        return model, kinds
    believed = [ARTICLE if f.calls_itself_story else kind for f, kind in zip(found, kinds, strict=True)]
    return replace(model, lists_only=ARTICLE in believed), believed


def with_declared_believed(model: TypeModel, found: Iterable[TypeFacts]) -> TypeModel:
    """The model of a site of whose pages it takes none for an article where their text was found, by these pages' facts there."""
    facts_there = list(found)
    believed = _all_call_themselves_articles(facts_there) and any(f.calls_itself_story for f in facts_there)
    return replace(model, lists_only=True) if believed else model


def _all_call_themselves_articles(found: Iterable[TypeFacts]) -> bool:
    return all(f.calls_itself_article or f.front for f in found)


def _learned(
    sample: Sequence[SampledPage], links: SiteLinks, found: Sequence[TypeFacts], params: TypeParams
) -> tuple[TypeModel, list[str]]:
    """Return the same from the pages' text, links and templates alone."""
    if len(sample) < params.least:
        model = TypeModel(links, thin=True)
        return model, [TOC if _is_list(model, f, frozenset(), params) else OTHER if f.no_story else ARTICLE for f in found]
    own = np.array([own_logit(f, params) for f in found])
    had = [tokens(e, url) for e, url, _ in sample]
    groups = token_groups(had)
    x = np.zeros((len(sample), len(groups)))
    for j, (_, pages) in enumerate(groups):
        x[list(pages), j] = 1.0
    x /= np.sqrt(np.maximum(x.sum(axis=1, keepdims=True), 1.0))
    model = TypeModel(links)
    trained = _self_train(x, _first_logits(own, found, titled_pages(sample, links, params), params), params)
    if trained is not None:
        v, intercept = trained
        kept = tuple((names[:_TOKENS_PER_GROUP], round(float(value), 4)) for (names, _), value in zip(groups, v, strict=True))
        model = TypeModel(links, kept, round(intercept, 4), trained=True)
    toc = [_is_list(model, f, t, params) for f, t in zip(found, had, strict=True)]
    lists = [page for page, is_toc in zip(sample, toc, strict=True) if is_toc]
    listed = [listed_pages(page.evidence, page.url, links, params) for page in lists]
    non_toc = [StoryPage(page, t) for page, t, is_toc in zip(sample, had, toc, strict=True) if not is_toc]
    others = learn_others(sample, non_toc, listed, params)
    kinds = [
        TOC if is_toc else _kind_of_non_toc(others, page.url, f, t)
        for page, f, t, is_toc in zip(sample, found, had, toc, strict=True)
    ]
    return replace(model, others=others), kinds


def _first_logits(own: Floats, found: Sequence[TypeFacts], titled: Sequence[bool], params: TypeParams) -> Floats:
    """Return the initial logits of the training, shape (n,): the pages' own, adjusted by their declarations and their inbound links."""
    logits = own - params.declared * _informative([f.stated for f in found], params)
    return np.where(_informative(titled, params) > 0, np.minimum(logits, -params.titled), logits)


def _informative(said: Sequence[bool], params: TypeParams) -> Floats:
    """Return a property of the pages as 0 and 1, shape (n,); all 0 if nearly all or nearly none have it, as it is not informative then."""
    values = np.array(said, dtype=np.float64)
    return values if params.rare <= values.mean() <= 1 - params.rare else np.zeros(len(said))


def _self_train(x: Floats, own: Floats, params: TypeParams) -> tuple[Floats, float] | None:
    """Return coefficients and intercept after the last round; None if the sample is of one type only."""
    z = own
    result = None
    for _ in range(params.rounds):
        confidence = np.abs(2 / (1 + np.exp(-np.clip(z, -20, 20))) - 1) + 1e-3
        toc = (z > 0).astype(np.float64)
        mass = float(confidence @ toc), float(confidence @ (1 - toc))
        if min(mass) < 1:
            break
        weight = confidence / np.where(toc > 0, mass[0], mass[1])
        weight *= len(own) / weight.sum()
        v, b = fit(x, toc, weight, params.ridge)
        logit = x @ v + b
        cut = valley(logit, params.separation, params.cut)
        result = v, b - cut
        z = logit - cut + params.own_share * own
    return result


def page_type(
    model: TypeModel, e: Evidence, url: str, score: ScoreParams, params: TypeParams, container: int = -1
) -> str:
    """Return a page's type by the model of its site: `article`, `toc` or `other`; the page need not be in the sample.

    Parameters
    ----------
    container : int
        As in `facts`.
    """
    had = tokens(e, url)
    found = facts(e, url, model.links, score, params, container)
    if model.lists_only and found.calls_itself_story:
        return ARTICLE
    if _is_list(model, found, had, params):
        return TOC
    return _kind_of_non_toc(model.others, url, found, had)


def _kind_of_non_toc(others: OtherPages, url: str, found: TypeFacts, had: frozenset[str]) -> str:
    """Return the type of a page that is no TOC page by its evidence; a front page that a menu names is one."""
    if found.no_story:
        return OTHER
    if others.holds(url, had) and not found.is_declared_story:
        return TOC if found.front else OTHER
    return ARTICLE


def _is_list(model: TypeModel, found: TypeFacts, had: frozenset[str], params: TypeParams) -> bool:
    return not found.is_declared_story and _combined_logit(model, found, had, params) > 0


def _combined_logit(model: TypeModel, found: TypeFacts, had: frozenset[str], params: TypeParams) -> float:
    """Return the combined logit of a page's own evidence and its template tokens."""
    if model.thin:
        return thin_logit(found, params)
    if not model.trained:
        return untrained_logit(found, params)
    own = own_logit(found, params)
    known = [model.share[token] for token in sorted(model.share.keys() & had)]
    norm = math.sqrt(max(sum(part for _, part in known), 1.0))
    return sum(weight for weight, _ in known) / norm + model.intercept + params.own_share * own
