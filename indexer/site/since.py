"""Since: a site's counts since its model was fitted, and the changes that follow for the model."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from indexer.site.body import BodyModel
from indexer.site.drift import Drift
from indexer.site.params import SiteParams
from indexer.site.recent_texts import RecentTexts


@dataclass(frozen=True, slots=True)
class Since:
    """Counts since the fit.

    Parameters
    ----------
    seen : Drift
        Counts of all pages.
    pending : Drift
        Counts of the latest pages, as long as there are too few for a verdict on drift.
    recent : RecentTexts
    """

    seen: Drift = field(default_factory=Drift)
    pending: Drift = field(default_factory=Drift)
    recent: RecentTexts = field(default_factory=RecentTexts)


def with_recent_texts(body: BodyModel, recent: RecentTexts, params: SiteParams) -> BodyModel:
    """Return the body model with the texts that the site has begun to repeat, as template and as dropped texts.

    New pages are still counted by the fit's own rules, so that the counts do not depend on when a text was
    added.
    """
    if not recent.stories:
        return body
    template = recent.template() if params.template else frozenset()
    texts = recent.unwanted(params.text_share) if params.texts else frozenset()
    if not template and not texts:
        return body
    return replace(body, template=body.template | template, rules=replace(body.rules, texts=body.rules.texts | texts))
