"""Agreement: the reliability of a fit by its own measure, without labels.

The site's model is compared with both witnesses of the fit (the page's own evidence, and a second extractor if it was used), and with
itself: two models, learned from two halves of the sample, must keep the same text of the same pages.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import numpy as np

from indexer.arrays import Bools
from indexer.page.score import Evidence
from indexer.site.body import BodyModel, finds_stories, learn_body
from indexer.site.clean_page import PAGE_LEVEL, CleanPage, apply_body
from indexer.site.draw import drawn
from indexer.site.params import SiteParams
from indexer.site.parts.withheld import fuller_text
from indexer.site.sample import vote


@dataclass(frozen=True, slots=True)
class AgreementParams:
    """Limits of the measurement's cost.

    Parameters
    ----------
    pages : int
        Number of pages compared.
    half : int
        Stories of each half,
    least_half : int
        and their minimum: the stability of a smaller sample is not measured.
    share : float
        Maximum share of the sample's blocks in both halves together, as long as the minimum number of stories remains.
    """

    pages: int = 40
    half: int = 16
    least_half: int = 6
    share: float = 0.08

    def __post_init__(self) -> None:
        if not self.pages >= 1 or not 3 <= self.least_half <= self.half or not 0 <= self.share <= 1:
            raise ValueError("at least one page is compared, a half holds at least three stories, and a share lies in [0, 1]")


@dataclass(frozen=True, slots=True)
class Agreement:
    """Counts of pages and of letters of text; a share is None if its denominator is 0.

    Parameters
    ----------
    pages, articles, covered : int
        Pages in the sample, article pages compared, and those of them with a container of the model.
    fuller : int
        Covered pages that lack much text which both witnesses want (`indexer.site.parts.withheld`).
    wanted, wanted_kept : int
        Letters that both witnesses want and that occur on one story only, and those of them that the model keeps.
    kept, kept_backed : int
        Letters that the model keeps, and those of them that a witness wants.
    visible : int
        Letters of all text on the compared pages.
    halves, common, either : int
        Stories that each half was learned from (0: not measured), letters that both half models keep, and that either keeps.
    asked : bool
        True if the second extractor was a witness: it was used, and it finds stories on this site.
    """

    pages: int = 0
    articles: int = 0
    covered: int = 0
    fuller: int = 0
    wanted: int = 0
    wanted_kept: int = 0
    kept: int = 0
    kept_backed: int = 0
    visible: int = 0
    halves: int = 0
    common: int = 0
    either: int = 0
    asked: bool = False

    @property
    def coverage(self) -> float | None:
        """Share of article pages with a container of the model."""
        return _share(self.covered, self.articles)

    @property
    def recall(self) -> float | None:
        """Share of the unrepeated text wanted by both witnesses that the model keeps.

        >>> Agreement(wanted=200, wanted_kept=150).recall, Agreement().recall
        (0.75, None)
        """
        return _share(self.wanted_kept, self.wanted)

    @property
    def precision(self) -> float | None:
        """Share of the kept text that at least one of the witnesses wants."""
        return _share(self.kept_backed, self.kept)

    @property
    def kept_share(self) -> float | None:
        """Share of the visible text that is kept."""
        return _share(self.kept, self.visible)

    @property
    def stability(self) -> float | None:
        """Share of the text kept by either half model that both keep."""
        return _share(self.common, self.either)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


class Witnessed(NamedTuple):
    """One page of the sample: its evidence, URL, story and second extractor's text; `toc` marks a TOC page."""

    evidence: Evidence
    url: str
    story: int
    extracted: str | None
    toc: bool


class Compared(NamedTuple):
    """A page, cleaned by the model, and the blocks that its own evidence selects as text, shape (b,)."""

    page: Witnessed
    clean: CleanPage
    own: Bools


def agreement_of(
    model: BodyModel,
    sample: Sequence[Witnessed],
    cleaned: Sequence[Compared],
    params: SiteParams,
    limits: AgreementParams,
) -> Agreement:
    """Return the agreement of a fit.

    Parameters
    ----------
    sample : sequence of Witnessed
        All pages from which the model was learned.
    cleaned : sequence of Compared
        Some of them; the article pages among these are compared.
    """
    halves, common, either = _stability(sample, params, limits)
    against = _against_witnesses(model, [one for one in cleaned if not one.page.toc], _repeated_stories(sample), params)
    return replace(against, pages=len(sample), halves=halves, common=common, either=either)


def _repeated_stories(sample: Sequence[Witnessed]) -> frozenset[str]:
    """Return the texts (keys) on several stories of the sample: they are no evidence for what one story should keep."""
    found: dict[str, set[int]] = defaultdict(set)
    for w in sample:
        if not w.toc:
            for k in w.evidence.key:
                found[k].add(w.story)
    return frozenset(k for k, stories in found.items() if len(stories) > 1)


def _against_witnesses(model: BodyModel, cleaned: Sequence[Compared], shared: Collection[str], params: SiteParams) -> Agreement:
    voted = _second_votes(model, cleaned, params)
    covered = fuller = wanted = wanted_kept = kept = backed = visible = 0
    for (w, clean, own), second in zip(cleaned, voted, strict=True):
        weight, keeps = w.evidence.page.weight, clean.weight > 0
        both = own & second & np.fromiter((k not in shared and k not in model.template for k in w.evidence.key), bool, len(keeps))
        covered += clean.evidence != PAGE_LEVEL
        fuller += bool(withheld_from(model, w.evidence, keeps, partial(_same, second), params).any())
        wanted += int(weight[both].sum())
        wanted_kept += int(weight[both & keeps].sum())
        kept += int(weight[keeps].sum())
        backed += int(weight[keeps & (own | second)].sum())
        visible += int(weight.sum())
    return Agreement(
        articles=len(cleaned),
        covered=covered,
        fuller=fuller,
        wanted=wanted,
        wanted_kept=wanted_kept,
        kept=kept,
        kept_backed=backed,
        visible=visible,
        asked=any(second is not one.own for second, one in zip(voted, cleaned, strict=True)),
    )


def withheld_from(model: BodyModel, e: Evidence, kept: Bools, second: Callable[[], Bools], params: SiteParams) -> Bools:
    """Return the text that a page's own evidence and a second extractor want and the model drops; none unless it is much; shape (b,)."""
    rules = model.rules
    return fuller_text(e, kept, model.template | rules.texts, rules.dropped | rules.own, second, params.score)


def _same(votes: Bools) -> Bools:
    return votes


def _second_votes(model: BodyModel, cleaned: Sequence[Compared], params: SiteParams) -> Sequence[Bools]:
    """Return the second extractor's votes, or the page's own evidence if it was not used or finds no stories, as in the fit."""
    votes = [own if w.extracted is None else vote(w.evidence, w.extracted) for w, _, own in cleaned]
    asked = ((w.evidence, wants, own) for (w, _, own), wants in zip(cleaned, votes, strict=True) if wants is not own)
    return votes if finds_stories(asked, model.template, params.least_vote) else [one.own for one in cleaned]


def in_draw_order(sample: Sequence[Witnessed]) -> list[Witnessed]:
    """Return the pages in a pseudo-random order that depends only on their URLs, so that the first ones represent all.

    >>> in_draw_order([])
    []
    """
    return sorted(sample, key=lambda w: drawn(w.url))


def _stability(sample: Sequence[Witnessed], params: SiteParams, limits: AgreementParams) -> tuple[int, int, int]:
    """Return the stories of each half, the letters kept by both half models, and those kept by either; zeros for small samples."""
    first: dict[int, Witnessed] = {}
    for w in in_draw_order(sample):
        if not w.toc:
            first.setdefault(w.story, w)
    distinct = list(first.values())
    size = _half(distinct, limits.share * sum(len(w.evidence.key) for w in sample), limits)
    if size < limits.least_half:
        return 0, 0, 0
    halves = distinct[:size], distinct[size : 2 * size]
    models = [_learn_half(half, params) for half in halves]
    return size, *kept_by_two(models[0], models[1], [w.evidence for half in halves for w in half], params)


def kept_by_two(first: BodyModel, second: BodyModel, pages: Iterable[Evidence], params: SiteParams) -> tuple[int, int]:
    """Return the letters of some pages that both models keep, and those that either keeps."""
    common = either = 0
    for e in pages:
        one, other = (apply_body(model, e, params).weight > 0 for model in (first, second))
        common += int(e.page.weight[one & other].sum())
        either += int(e.page.weight[one | other].sum())
    return common, either


def _half(distinct: Sequence[Witnessed], blocks: float, limits: AgreementParams) -> int:
    """Return the number of stories of each half, as many as the limit of blocks allows."""
    size = min(limits.half, len(distinct) // 2)
    while size > limits.least_half and sum(len(w.evidence.key) for w in distinct[: 2 * size]) > blocks:
        size -= 1
    return size


def _learn_half(half: Sequence[Witnessed], params: SiteParams) -> BodyModel:
    ordered = sorted(half, key=lambda w: (w.url, w.evidence.page.url))
    return learn_body(
        [w.evidence for w in ordered], list(range(len(ordered))), [w.extracted for w in ordered], [False] * len(ordered), params
    )
