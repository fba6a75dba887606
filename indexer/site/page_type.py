"""Page types: every page is an `article`, a `toc` (a table of contents: front page, section, archive) or `other`.

The page's own evidence gives a first logit; the site's templates decide together with it: a logistic regression learns from
the signs of the first logits which tokens of template and URL go with which type, and is trained anew on its own answers.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

import numpy as np
from numpy.typing import NDArray

from indexer.algorithms.logistic import fit, valley
from indexer.page.score import Evidence, ScoreParams
from indexer.site.type_evidence import SampledPage, SiteLinks, TypeParams, facts, learn_links, own_logit, thin_logit

ARTICLE, TOC, OTHER = "article", "toc", "other"

_NUMBER = re.compile(r"\d+")
_TOKENS_PER_GROUP = 5
"""Tokens that stand on exactly the same pages say the same; so many of them are kept to know the group on a new page."""
_MOST_COMMON = 0.97

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class TypeModel:
    """What decides about a page of one site.

    Parameters
    ----------
    links : SiteLinks
    groups : tuple of (tokens, weight)
        Template and URL tokens that stand on the same pages, and the weight of having them.
    intercept : float
        The classifier's, less the cut between its two groups.
    trained : bool
        False where the sample was too small or of one type: then the page's own logit decides.
    thin : bool
        Whether the sample was too small to tell the site's menus from its lists.
    """

    links: SiteLinks
    groups: tuple[tuple[tuple[str, ...], float], ...] = ()
    intercept: float = 0.0
    trained: bool = False
    thin: bool = False
    share: Mapping[str, tuple[float, float]] = field(init=False, repr=False, compare=False)
    """By token, what having it adds to the weighted sum and to the number of groups had: a group counts by the share of its tokens."""

    def __post_init__(self) -> None:
        share = {name: (w / len(names), 1 / len(names)) for names, w in self.groups for name in names}
        object.__setattr__(self, "share", share)


def tokens(e: Evidence, url: str) -> frozenset[str]:
    """What a page's template and URL consist of: parent>child signatures, parts of the path and of the query.

    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import gather
    >>> sorted(tokens(gather(parse("<p>One</p>"), ScoreParams()), "https://example.org/2024/a.html?id=7"))
    ['body>p', 'query:id', 'query:id=#', 'url:#', 'url:#/', 'url:2', 'url:a.html']
    """
    names, parents = e.tree.signature, e.tree.parent.tolist()
    pairs = set(zip(map(names.__getitem__, parents[1:]), names[1:], strict=True))  # of all but the body; most stand there often
    found = {parent + ">" + name for parent, name in pairs}
    parts = urlsplit(url)
    segments = [_NUMBER.sub("#", s) for s in unquote(parts.path).split("/") if s]
    found.update("url:" + "/".join(segments[:i]) + "/" for i in range(1, len(segments)))
    found.update("url:" + s for s in segments)
    found.add(f"url:{len(segments)}")
    for pair in filter(None, parts.query.split("&")):
        name, _, value = pair.partition("=")
        found.add("query:" + name)
        if len(value) < 20:
            found.add(f"query:{name}={_NUMBER.sub('#', value)}")
    return frozenset(found)


def learn_types(sample: Sequence[SampledPage], score: ScoreParams, params: TypeParams) -> TypeModel:
    """The type model of a site."""
    links = learn_links(sample, params)
    if len(sample) < params.least:
        return TypeModel(links, thin=True)
    own = np.array([own_logit(facts(e, url, links, score, params), params) for e, url, _ in sample])
    groups = _token_groups([tokens(e, url) for e, url, _ in sample])
    x = np.zeros((len(sample), len(groups)))
    for j, (_, pages) in enumerate(groups):
        x[list(pages), j] = 1.0
    x /= np.sqrt(np.maximum(x.sum(axis=1, keepdims=True), 1.0))
    trained = _self_train(x, own, params)
    if trained is None:
        return TypeModel(links)
    v, intercept = trained
    kept = tuple((names[:_TOKENS_PER_GROUP], round(float(value), 4)) for (names, _), value in zip(groups, v, strict=True))
    return TypeModel(links, kept, round(intercept, 4), trained=True)


def _token_groups(found: Sequence[frozenset[str]]) -> list[tuple[tuple[str, ...], tuple[int, ...]]]:
    """Tokens by the pages that have them, without those on one page or on nearly all."""
    count = Counter(t for page in found for t in page)
    pages: dict[str, list[int]] = defaultdict(list)
    for i, page in enumerate(found):
        for t in page:
            if 2 <= count[t] <= _MOST_COMMON * len(found):
                pages[t].append(i)
    groups: dict[tuple[int, ...], list[str]] = defaultdict(list)
    for t in sorted(pages):
        groups[tuple(pages[t])].append(t)
    return [(tuple(names), where) for where, names in groups.items()]


def _self_train(x: Floats, own: Floats, params: TypeParams) -> tuple[Floats, float] | None:
    """Coefficients and intercept after the last round; None where the sample is of one type only."""
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


def logit(
    model: TypeModel, e: Evidence, url: str, score: ScoreParams, params: TypeParams, container: int = -1
) -> float:
    """How much speaks for a table of contents; positive means `toc`. For `container` see `facts`."""
    found = facts(e, url, model.links, score, params, container)
    if model.thin:
        return thin_logit(found, params)
    own = own_logit(found, params)
    if not model.trained:
        return own
    had = [model.share[token] for token in sorted(tokens(e, url) & model.share.keys())]
    norm = math.sqrt(max(sum(part for _, part in had), 1.0))
    return sum(weight for weight, _ in had) / norm + model.intercept + params.own_share * own
