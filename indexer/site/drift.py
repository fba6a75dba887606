"""Drift: do new pages of a site still fit its model?

Each article page gets one verdict: it fits, no container holds its story, most of its text is in places that the sample
did not have, or the model keeps another text than the page's own evidence shows. The counts are integer sums, so they do not
depend on order or batches. A site has drifted if its share of misfits is larger than on pages held back from
the fit, by more than chance explains.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from indexer.arrays import Bools
from indexer.page.score import Evidence
from indexer.ranges import within
from indexer.site.body import BodyModel
from indexer.site.clean_page import PAGE_LEVEL, CleanPage
from indexer.site.params import SiteParams
from indexer.site.types.evidence import facts, own_logit
from indexer.site.types.page_type import TypeModel
from indexer.site.types.params import TypeParams


@dataclass(frozen=True, slots=True)
class DriftParams:
    """When a page does not fit, and when a site has drifted.

    Parameters
    ----------
    shortest : int
        Minimum letters of text by the page's own evidence for a verdict; shorter pages fit anything.
    unknown : float
        A page does not fit if more than this share of the container's text is in unknown places,
    shared : float
        or if the model keeps less than this share of the text that the page's own evidence shows.
    least : int
        Minimum number of article pages for a verdict on the site.
    share : float
        A drifted site has at least this share of misfits,
    z : float
        and the one-sided Wilson bounds of both shares, at this many standard deviations, do not overlap.
    """

    shortest: int = 200
    unknown: float = 0.5
    shared: float = 0.5
    least: int = 4
    share: float = 0.33
    z: float = 1.96

    def __post_init__(self) -> None:
        within(0, shortest=self.shortest, z=self.z)
        within(1, least=self.least)
        if not (0 < self.unknown < 1 and 0 <= self.shared < 1 and 0 < self.share < 1):
            raise ValueError("unknown, shared and share lie between 0 and 1")


@dataclass(frozen=True, slots=True)
class Drift:
    """Counts over cleaned pages; `a + b` adds them.

    Parameters
    ----------
    pages, articles : int
        All pages, and those of type article.
    uncovered, displaced, disputed : int
        Article pages left to page-level evidence, because no container is on them or almost nothing of their story is in one;
        those with most of their text in unknown places; and those of which the model keeps little of the text that the page alone shows.
        Each page counts once.
    letters, unknown : int
        Letters of the text inside containers, and those of them in unknown places.
    shown, kept : int
        Letters that the pages' own evidence selects as text, and those of them that the model keeps.
    """

    pages: int = 0
    articles: int = 0
    uncovered: int = 0
    displaced: int = 0
    disputed: int = 0
    letters: int = 0
    unknown: int = 0
    shown: int = 0
    kept: int = 0

    def __add__(self, other: Drift) -> Drift:
        """Return the sums of both counts.

        >>> (Drift(pages=2, articles=1) + Drift(pages=3, articles=2, uncovered=1)).misfits
        1
        """
        return Drift(
            self.pages + other.pages,
            self.articles + other.articles,
            self.uncovered + other.uncovered,
            self.displaced + other.displaced,
            self.disputed + other.disputed,
            self.letters + other.letters,
            self.unknown + other.unknown,
            self.shown + other.shown,
            self.kept + other.kept,
        )

    @property
    def misfits(self) -> int:
        """Article pages that do not fit."""
        return self.uncovered + self.displaced + self.disputed


def observe(model: BodyModel, e: Evidence, clean: CleanPage, own: Bools, limits: DriftParams, *, article: bool) -> Drift:
    """Return the counts of one page that the model has cleaned.

    Parameters
    ----------
    own : bool array, shape (b,)
        The blocks that the page's own evidence selects as text.
    """
    if not article:
        return Drift(pages=1)
    weight = e.page.weight
    shown = int(weight[own].sum())
    kept = int(weight[own & (clean.weight > 0)].sum())
    letters = unknown = 0
    if clean.container >= 0:
        text, strange = _places(model, e, clean.container)
        letters, unknown = int(weight[text].sum()), int(weight[strange].sum())
    judged = shown >= limits.shortest
    uncovered = judged and clean.evidence == PAGE_LEVEL
    displaced = judged and not uncovered and unknown > limits.unknown * letters
    disputed = judged and not uncovered and not displaced and kept < limits.shared * shown
    return Drift(1, 1, int(uncovered), int(displaced), int(disputed), letters, unknown, shown, kept)


def shows_story(types: TypeModel, e: Evidence, url: str, params: SiteParams, type_params: TypeParams) -> bool:
    """Return whether the page, without the site's templates, looks like an article; a page of a new design does not match old templates."""
    return own_logit(facts(e, url, types.links, params.score, type_params), type_params) < 0


def _places(model: BodyModel, e: Evidence, container: int) -> tuple[Bools, Bools]:
    """Return the container's blocks, and those of them in or under a node whose path is unknown there."""
    tree = e.tree
    inside = np.zeros(len(tree.path), bool)
    inside[container : int(tree.end[container])] = True
    known = model.rules.known
    strange = inside & ~np.fromiter((path in known for path in tree.path.tolist()), bool, len(tree.path))
    return inside[tree.node], tree.under(strange)[tree.node]


def drifted(expected: Drift, seen: Drift, params: DriftParams) -> str:
    """Return in one line why a new model is needed; "" if the pages fit as well as those of the fit did.

    Parameters
    ----------
    expected : Drift
        The counts of pages held back from the fit.
    seen : Drift
        The counts of new pages.

    Notes
    -----
    Wilson's score interval (E. B. Wilson, 1927), one-sided: it is also valid for a handful of pages, all or none of which fit.

    Examples
    --------
    >>> drifted(Drift(articles=40, uncovered=1), Drift(articles=20, uncovered=12), DriftParams())
    '12 of 20 article pages do not fit (12 without a container that holds their story), where 1 of 40 did not at the fit'
    >>> drifted(Drift(articles=40, uncovered=1), Drift(articles=20, uncovered=2), DriftParams())
    ''
    """
    if seen.articles < params.least or seen.misfits < params.share * seen.articles:
        return ""
    usual = wilson(expected.misfits, expected.articles, params.z)[1] if expected.articles else params.share
    if wilson(seen.misfits, seen.articles, params.z)[0] <= usual:
        return ""
    kinds = (
        (seen.uncovered, "without a container that holds their story"),
        (seen.displaced, "with their text in unknown places"),
        (seen.disputed, "with another text than the model keeps"),
    )
    named = ", ".join(f"{count} {kind}" for count, kind in kinds if count)
    return (
        f"{seen.misfits} of {seen.articles} article pages do not fit ({named}),"
        f" where {expected.misfits} of {expected.articles} did not at the fit"
    )


def wilson(count: int, of: int, z: float) -> tuple[float, float]:
    """Return the bounds of a share that was `count` in `of` draws.

    >>> [round(bound, 3) for bound in wilson(4, 4, 1.64)]
    [0.598, 1.0]
    """
    share = count / of
    middle = share + z * z / (2 * of)
    reach = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    scale = 1 + z * z / of
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)
