"""LearnedSite: all that is learned of one site, and its JSON form."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from hashlib import blake2b
from typing import Any

from indexer.article.extract import facts_of
from indexer.article.headline_context import HeadlineContext, headings
from indexer.article.hints import PageFacts, SiteHints, learn_titles
from indexer.article.hints import learn as learn_hints
from indexer.capture_time import nanoseconds
from indexer.errors import ModelError
from indexer.site import codec
from indexer.site.drift import Drift
from indexer.site.json_types import table, text
from indexer.site.model import Sampled, SiteModel, apply, fit
from indexer.site.params import SiteParams
from indexer.site.update import ENOUGH
from indexer.site.update import update as count

_EARLIER = 4
"""Maximum number of earlier designs whose models are kept: each takes some 100 KB, and sites are redesigned once in years."""


@dataclass(frozen=True, slots=True)
class LearnedSite:
    """A site's templates and the hints for its metadata.

    Parameters
    ----------
    site : str
        The site's key (`indexer.urls.site_key`), or the folder's name.
    model : SiteModel
    hints : SiteHints
    version : str
        Eight hexadecimal digits that identify this model; later counts do not change them, unless they change the cleaning.
    previous : LearnedSite or None
        The model before the site was learned again.
    since : str
        Fetch time (ISO 8601) of the first page of the present design; `previous` is the model of earlier pages. "" if this is the
        model of all pages.
    """

    site: str
    model: SiteModel
    hints: SiteHints
    version: str = field(default="", compare=False)
    previous: LearnedSite | None = None
    since: str = ""

    def at(self, fetched: str) -> LearnedSite:
        """Return the model for pages fetched at a time (ISO 8601); the present one without a time."""
        moment, known = nanoseconds(fetched), self
        while moment is not None and known.previous is not None and moment < (nanoseconds(known.since) or 0):
            known = known.previous
        return known

    @property
    def name(self) -> str:
        """`SITE@version`, which records give as the model that cleaned them."""
        return f"{self.site}@{self.version}"


def learn(site: str, sample: Sequence[Sampled], params: SiteParams | None = None) -> LearnedSite:
    """Fit a site's model, clean the sample with it, and learn the metadata hints from the result."""
    model = fit(sample, params)
    judged = ((s, apply(model, s.page, s.url)) for s in sorted(sample, key=lambda s: (s.url, s.page.url)))
    articles = [(s, j.clean) for s, j in judged if j.page_type == "article"]
    shared = learn_titles([PageFacts(s.page.metadata, HeadlineContext(headings(s.page))) for s, _ in articles]).shared
    return named(LearnedSite(site, model, learn_hints([facts_of(s.page, clean, s.fetched, shared) for s, clean in articles])))


class Action(StrEnum):
    """What an update did to a site's model."""

    LEARNED = "learned"
    UPDATED = "updated"
    LEARNED_AGAIN = "learned again"
    KEPT = "kept"


@dataclass(frozen=True, slots=True)
class Change:
    """A site's model after new pages, and the reason.

    Parameters
    ----------
    learned : LearnedSite
    action : Action
        LEARNED: the site is new; UPDATED: the pages fit and were counted; LEARNED_AGAIN: they do not fit, and a new model does; KEPT: there
        are no new pages, or they do not fit but nothing better can be learned from them.
    reason : str
    """

    learned: LearnedSite
    action: Action
    reason: str


def update(known: LearnedSite, sample: Sequence[Sampled], params: SiteParams | None = None) -> Change:
    """Update a site's model with new pages: count them if they fit; learn again if the site has drifted, or if its model was thin."""
    updated = count(known.model, sample)
    counted = named(replace(known, model=updated.model))
    reason = updated.reason or _thin(known.model, len(sample))
    if not reason:
        added = len(updated.model.current.template) - len(updated.model.body.template)
        return Change(counted, Action.UPDATED, f"{_fits(updated.batch)}; {added} texts of the template are new since the fit")
    again = learn(known.site, sample, params)
    if not again.model.has_templates or again.model.body.article_stories < min(ENOUGH, known.model.body.article_stories):
        return Change(counted, Action.KEPT, f"{reason}; {len(sample)} pages are too few for a new model: give more of the site's")
    if updated.reason and not _fits_better(again.model.expected, updated.batch):
        return Change(counted, Action.KEPT, f"{reason}; a new model fits its pages no better")
    since = min((one.fetched for one in sample if one.fetched), default="", key=_instant) if updated.reason else ""
    return Change(replace(again, previous=_shortened(known, _EARLIER), since=since), Action.LEARNED_AGAIN, reason)


def _instant(fetched: str) -> int:
    return nanoseconds(fetched) or 0


def _shortened(known: LearnedSite, models: int) -> LearnedSite:
    """Return the model with at most this many models in its chain, itself included."""
    if models == 1 or known.previous is None:
        return replace(known, previous=None, since="")
    return replace(known, previous=_shortened(known.previous, models - 1))


def _thin(model: SiteModel, pages: int) -> str:
    """Return why the model deserves a new fit although its pages fit: the sample is much larger than before. "" if it does not."""
    if not model.has_templates:
        return f"{model.body.stories} stories taught nothing to clean by"
    if model.pages < ENOUGH and pages >= 2 * model.pages:
        return f"it was learned from {model.pages} pages, and here are {pages}"
    return ""


def _fits(batch: Drift) -> str:
    return f"{batch.articles - batch.misfits} of {batch.articles} article pages fit"


def _fits_better(new: Drift, old: Drift) -> bool:
    """Return whether the share of misfits is smaller."""
    return new.misfits * old.articles < old.misfits * new.articles


def named(learned: LearnedSite) -> LearnedSite:
    """Return the site with its version: a digest of everything that affects cleaning."""
    model = learned.model
    stored = codec.encode(model)
    stored["since"] = [sorted(model.current.template - model.body.template), sorted(model.current.rules.texts - model.body.rules.texts)]
    written = json.dumps([learned.site, stored, learned.hints.to_json()], sort_keys=True, ensure_ascii=False)
    digest = blake2b(written.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
    return replace(learned, version=digest)


def encode(learned: LearnedSite) -> dict[str, Any]:
    """Return JSON values of a learned site."""
    written = {"site": learned.site, "model": codec.encode(learned.model), "hints": learned.hints.to_json()}
    if learned.since:
        written["since"] = learned.since
    return written if learned.previous is None else written | {"previous": encode(learned.previous)}


def decode(value: object) -> LearnedSite:
    """Return the learned site that `encode` wrote.

    Raises
    ------
    ModelError
        If it is unusable: the site must be learned again.
    """
    return _decoded(value, _EARLIER)


def _decoded(value: object, earlier: int) -> LearnedSite:
    try:
        stored = table(value)
        site, model, hints = text(stored["site"]), stored["model"], table(stored["hints"])
        before = table(stored["previous"]) if "previous" in stored else None
        since = text(stored.get("since", ""))
    except (KeyError, TypeError) as error:
        raise ModelError(f"no model of a site ({error!r}): learn the site again") from error
    if since and (before is None or nanoseconds(since) is None):
        raise ModelError(f"the model of {site!r} begins at {since!r}, which is no time, or has none before it: learn the site again")
    if before is not None and not earlier:
        raise ModelError(f"the file holds more than {_EARLIER} earlier models of {site!r}: learn the site again")
    previous = None if before is None else _decoded(before, earlier - 1)
    return named(LearnedSite(site, codec.decode(model), SiteHints.from_json(hints), previous=previous, since=since))
