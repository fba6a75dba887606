"""Updating a model with new pages, without a fit: counts that are exact, and the texts that the site has begun to repeat.

The places (containers, dropped paths, weights) and the page types stay: each is a decision on all pages of a sample at once. Where pages
do not fit them any more, the site is to be learned again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from indexer.arrays import Bools
from indexer.page.score import Evidence
from indexer.site.agreement import Compared
from indexer.site.drift import Drift, DriftParams, drifted
from indexer.site.model import Sampled, SiteModel, compare, drift_of
from indexer.site.recent_texts import NewStory, add
from indexer.site.sample import vote
from indexer.site.since import Since

ENOUGH = 20
"""With so many article pages a site has drifted or has not; fewer wait for more."""


@dataclass(frozen=True, slots=True)
class Updated:
    """A model that has counted new pages.

    Parameters
    ----------
    model : SiteModel
    batch : Drift
        The counts of these pages.
    reason : str
        Why the site has to be learned again; "" where the pages fit.
    """

    model: SiteModel
    batch: Drift
    reason: str = ""


def update(model: SiteModel, pages: Sequence[Sampled]) -> Updated:
    """The model with new pages counted; what is counted since the fit is the same for any order and any batches.

    Each page is to be given once: the counts cannot tell a page from its second visit (the recent stories can).
    """
    found = [compare(model, one) for one in pages]
    batch = sum((drift_of(model, one) for one in found), Drift())
    since = model.since
    waiting = since.pending + batch
    reason = drifted(model.expected, waiting, DriftParams())
    settled = waiting.articles >= ENOUGH and not reason
    recent = add(since.recent, (story for one in found if (story := _new_story(model, one)) is not None))
    counted = replace(model, since=Since(since.seen + batch, Drift() if settled else waiting, recent))
    return Updated(counted, batch, reason)


def _new_story(model: SiteModel, one: Compared) -> NewStory | None:
    """The unknown texts of an article page, under the name of its longest own text; None where it shows none."""
    e, keys = one.page.evidence, one.page.evidence.key
    own = [k for k in np.flatnonzero(one.own).tolist() if keys[k] not in model.body.template]
    if one.page.toc or not own:
        return None
    name = max((keys[k] for k in own), key=lambda text: (len(text), text))
    wants = _wanted(model, e, one)
    known = model.body.template | model.body.rules.texts
    groups: tuple[list[str], ...] = ([], [], [])
    for k, text in enumerate(keys):
        if len(text) > 1 and text not in known:
            kept = bool(one.clean.weight[k] > 0)
            groups[1 + bool(wants[k]) if kept else 0].append(text)
    return NewStory(name, one.page.url, *groups)


def _wanted(model: SiteModel, e: Evidence, one: Compared) -> Bools:
    """The second extractor's vote, if it was asked now and was heard in the fit; else the page's own evidence."""
    extracted = one.page.extracted
    return one.own if extracted is None or not model.agreement.asked else vote(e, extracted)
