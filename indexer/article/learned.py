"""LearnedSite: everything that is known of one site, and its JSON form."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from indexer.article.extract import facts_of
from indexer.article.hints import SiteHints
from indexer.article.hints import learn as learn_hints
from indexer.errors import ModelError
from indexer.site import codec
from indexer.site.json_types import table, text
from indexer.site.model import Sampled, SiteModel, apply, fit
from indexer.site.params import SiteParams


@dataclass(frozen=True, slots=True)
class LearnedSite:
    """A site's templates and what its metadata teach.

    Parameters
    ----------
    site : str
        The site's key (`indexer.urls.site_key`), or the folder's name.
    model : SiteModel
    hints : SiteHints
    version : str
        Eight hexadecimal digits that name this model; equal for equal models.
    """

    site: str
    model: SiteModel
    hints: SiteHints
    version: str = field(default="", compare=False)

    @property
    def name(self) -> str:
        """`SITE@version`, by which records say what cleaned them."""
        return f"{self.site}@{self.version}"


def learn(site: str, sample: Sequence[Sampled], params: SiteParams | None = None) -> LearnedSite:
    """Fit a site's model, clean the sample by it, and learn from that how to read the site's metadata."""
    model = fit(sample, params)
    judged = ((s, apply(model, s.page, s.url)) for s in sorted(sample, key=lambda s: (s.url, s.page.url)))
    pages = [facts_of(s.page, j.clean) for s, j in judged if j.page_type == "article"]
    return named(LearnedSite(site, model, learn_hints(pages)))


def named(learned: LearnedSite) -> LearnedSite:
    """The same with its version, a digest of its JSON."""
    written = json.dumps(encode(learned), sort_keys=True, ensure_ascii=False)
    digest = blake2b(written.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
    return LearnedSite(learned.site, learned.model, learned.hints, digest)


def encode(learned: LearnedSite) -> dict[str, Any]:
    """JSON values of a learned site."""
    return {"site": learned.site, "model": codec.encode(learned.model), "hints": learned.hints.to_json()}


def decode(value: object) -> LearnedSite:
    """The learned site that `encode` wrote.

    Raises
    ------
    ModelError
        Where it cannot be used: the site has to be learned again.
    """
    try:
        stored = table(value)
        site, model, hints = text(stored["site"]), stored["model"], table(stored["hints"])
    except (KeyError, TypeError) as error:
        raise ModelError(f"no model of a site ({error!r}): learn the site again") from error
    return named(LearnedSite(site, codec.decode(model), SiteHints.from_json(hints)))
