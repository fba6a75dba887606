"""Since: what was counted of a site since its model was fitted, and what of the model that changes."""

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
        Of all pages.
    pending : Drift
        Of the latest pages, as long as these are too few to say whether the site has drifted.
    recent : RecentTexts
    """

    seen: Drift = field(default_factory=Drift)
    pending: Drift = field(default_factory=Drift)
    recent: RecentTexts = field(default_factory=RecentTexts)


def with_recent_texts(body: BodyModel, recent: RecentTexts, params: SiteParams) -> BodyModel:
    """The body with the texts that its site has begun to repeat: more template, and more texts that go.

    The fit's own rules stay what they are, and new pages are counted by them, so that the counts do not depend on when which text was
    added.
    """
    if not recent.stories:
        return body
    template = recent.template() if params.template else frozenset()
    texts = recent.unwanted(params.text_share) if params.texts else frozenset()
    if not template and not texts:
        return body
    return replace(body, template=body.template | template, rules=replace(body.rules, texts=body.rules.texts | texts))
