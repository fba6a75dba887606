"""Update of a model with new pages without a fit: exact counts, and the texts that the site has begun to repeat.

The places (containers, dropped paths, weights) and the page types stay: each is a decision on all pages of a sample at once. If pages
no longer fit them, the site must be learned again.
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
"""Number of article pages that suffices for a verdict on drift; fewer are accumulated."""


@dataclass(frozen=True, slots=True)
class Updated:
    """A model with the counts of new pages.

    Parameters
    ----------
    model : SiteModel
    batch : Drift
        The counts of these pages.
    reason : str
        Why the site must be learned again; "" if the pages fit.
    """

    model: SiteModel
    batch: Drift
    reason: str = ""


def update(model: SiteModel, pages: Sequence[Sampled]) -> Updated:
    """Return the model with new pages counted; the counts since the fit do not depend on order or batches.

    Each page must be given once: the counts cannot recognise a repeated page (the recent stories can).
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
    """Return the unknown texts of an article page, under the name of its longest own text; None if it has none."""
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
    """Return the second extractor's vote, if it was used now and in the fit; else the page's own evidence."""
    extracted = one.page.extracted
    return one.own if extracted is None or not model.agreement.asked else vote(e, extracted)
