"""Refreshes site models: a site is learned again when new pages no longer fit its model or outnumber its sample.

The counts of new pages, and the reason for a due refresh, are stored with the model, so that a lost message or a killed worker costs only
time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from indexer.article.learned import Action, Change, LearnedSite, named, update
from indexer.pipeline import read_models, write_models
from indexer.site.model import Sampled
from indexer.site.params import SiteParams
from indexer.site.since import Since
from indexer.site.update import ENOUGH
from indexer.site.update import update as count
from indexer.store.database import Database
from indexer.store.site_models import SiteModels, StoredModel

DRIFTED, GROWN = "drift", "growth"
"""The reasons for learning a site again."""
_DUE = "due"
_GROWTH = 3
"""Number of new pages after which a model is learned again, as a multiple of its sample; for a model without templates it is 1."""
_PATIENCE = 1.5
"""Factor by which the new article pages must grow before another fit is tried, if the previous fit was no better."""


@dataclass(frozen=True, slots=True)
class CurrentModel:
    """A site's current model.

    Parameters
    ----------
    at : float
        The time at which it was learned, UTC seconds; pages fetched later are new to it.
    about : mapping
        Metadata stored with it.
    """

    learned: LearnedSite
    version: int
    at: float
    about: Mapping[str, Any]

    @property
    def due(self) -> str:
        """The reason for learning the site again, `DRIFTED` or `GROWN`; "" if none."""
        return str(self.about.get(_DUE, ""))

    @property
    def reason(self) -> str:
        """The reason in words; "" if no refresh is due."""
        return str(self.about.get("reason", ""))


class ModelRefresh:
    """Keeps the models of a database up to date."""

    def __init__(self, database: Database) -> None:
        self._models = SiteModels(database)

    def due(self, host: str) -> str:
        """Return the reason for learning a site again, `DRIFTED` or `GROWN`; "" if none."""
        return str(self._models.about(host).get(_DUE, ""))

    def in_use(self, host: str) -> CurrentModel | None:
        """Return the current model of a registered domain; None if it is not learned yet."""
        stored = self._models.latest(host)
        return None if stored is None else _in_use(stored)

    def count(self, host: str, known: CurrentModel, pages: Sequence[Sampled], params: SiteParams | None = None) -> CurrentModel:
        """Count new pages, decide whether a refresh is due, and store both; return the model with these counts."""
        updated = count(known.learned.model, pages)
        learned = named(replace(known.learned, model=updated.model))
        about = dict(known.about)
        waiting = updated.model.since.pending.articles
        least = min(ENOUGH, updated.model.body.article_stories)
        drifts = updated.reason and updated.model.has_templates  # a model without templates has nothing to drift from
        if drifts and waiting >= max(least, _PATIENCE * float(about.get("tried", 0))):
            about |= {_DUE: DRIFTED, "reason": updated.reason}
        elif not about.get(_DUE) and _outgrown(learned, params or SiteParams()):
            since = updated.model.since.seen.pages
            about |= {_DUE: GROWN, "reason": f"it was learned from {updated.model.pages} pages, and {since} have come since"}
        return self._keep(host, replace(known, learned=learned, about=about))

    def try_again(self, host: str, known: CurrentModel, sample: Sequence[Sampled], params: SiteParams, at: float) -> Change:
        """Learn a drifted site from its new pages, and replace its model if the new one fits them better."""
        bare = replace(known.learned, model=replace(known.learned.model, since=Since()))
        change = update(bare, sample, params)
        if change.action is Action.LEARNED_AGAIN:
            about = {"pages": len(sample), "name": change.learned.name, "reason": change.reason}
            self._models.put(host, write_models([change.learned]), about, at, replaces=known.version)
        else:
            tried = known.learned.model.since.pending.articles
            about = {name: value for name, value in known.about.items() if name not in (_DUE, "reason")}
            self._keep(host, replace(known, about={**about, "tried": tried}))
        return change

    def _keep(self, host: str, known: CurrentModel) -> CurrentModel:
        self._models.recount(host, known.version, write_models([known.learned]), known.about)
        return known


def _outgrown(learned: LearnedSite, params: SiteParams) -> bool:
    model, new = learned.model, learned.model.since.seen.pages
    if not model.has_templates:
        return new >= model.pages
    return model.pages < params.most_pages and new >= _GROWTH * model.pages


def _in_use(stored: StoredModel) -> CurrentModel:
    return CurrentModel(next(iter(read_models(stored.model).values())), stored.version, stored.at, stored.fitted_on)
