"""Drift: whether new pages of a site still fit its model.

Each article page ends in one verdict: it fits, none of the containers holds its story, most of its text stands in places that the sample
did not have, or the model keeps another text than the page's own evidence shows. The counts are sums of whole numbers, so that they do not
depend on order or on batches. A site has drifted where the share of pages that do not fit is larger than it was on pages held back from
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
        Letters of text that a page's own evidence must show for a verdict; shorter pages fit anything.
    unknown : float
        A page does not fit where more than this share of the container's text stands in unknown places,
    shared : float
        or where the model keeps less than this share of the text that the page's own evidence shows.
    least : int
        Article pages before anything is said.
    share : float
        A drifted site has at least this share of pages that do not fit,
    z : float
        and the one-sided Wilson bounds of both shares, at so many standard deviations, are apart.
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
    """Counts over pages that a model has cleaned; `a + b` counts both.

    Parameters
    ----------
    pages, articles : int
        All pages, and those of type article.
    uncovered, displaced, disputed : int
        Article pages that are left to page-level evidence, without any of the containers or with next to nothing of their story in one;
        with most of their text in unknown places; and on which the model keeps little of what the page alone shows as its text. A page
        counts in one of them.
    letters, unknown : int
        Letters of the text inside of containers, and those in unknown places.
    shown, kept : int
        Letters that the pages' own evidence takes for the text, and those of them that the model keeps.
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
        """Both together.

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
    """The counts of one page that the model has cleaned.

    Parameters
    ----------
    own : bool array, shape (b,)
        The blocks that the page's own evidence takes for the text.
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
    """Whether the page alone, the site's templates left out, looks like an article: a page of a new design is none by the old templates."""
    return own_logit(facts(e, url, types.links, params.score, type_params), type_params) < 0


def _places(model: BodyModel, e: Evidence, container: int) -> tuple[Bools, Bools]:
    """The container's blocks, and those of them at or under a node whose path the sample did not have there."""
    tree = e.tree
    inside = np.zeros(len(tree.path), bool)
    inside[container : int(tree.end[container])] = True
    known = model.rules.known
    strange = inside & ~np.fromiter((path in known for path in tree.path.tolist()), bool, len(tree.path))
    return inside[tree.node], tree.under(strange)[tree.node]


def drifted(expected: Drift, seen: Drift, params: DriftParams) -> str:
    """Why a new model is needed, in one line; "" where the pages fit as those of the fit did.

    Parameters
    ----------
    expected : Drift
        The counts of pages held back from the fit.
    seen : Drift
        The counts of new pages.

    Notes
    -----
    Wilson's score interval (E. B. Wilson, 1927), one-sided: also for a handful of pages, all or none of which fit.

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
    """Bounds of a share that was `count` in `of` draws.

    >>> [round(bound, 3) for bound in wilson(4, 4, 1.64)]
    [0.598, 1.0]
    """
    share = count / of
    middle = share + z * z / (2 * of)
    reach = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    scale = 1 + z * z / of
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)
