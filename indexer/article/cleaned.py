"""Cleaned: the result of cleaning one page; `winnow clean` prints it, the index stores it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from indexer.article.article import Article
from indexer.outcome import Ending, Outcome
from indexer.site.doubt import Doubt

RECORD_VERSION = "1.0"
"""Version of `Cleaned.record`: a new key raises the minor version, a removed or redefined key the major one."""


@dataclass(frozen=True, slots=True)
class Cleaned:
    """One page's result.

    Parameters
    ----------
    outcome : Outcome
        How the page ended, with its URL and source.
    site : str
        The key of the site whose model cleaned it: a registered domain, or a folder's name.
    site_model : str
        The evidence that cleaned it: `model:SITE`, or `page` with the reason for the fallback; for people.
    page_type : str
        `article`, `toc`, `other`, or "" for a page that could not be read.
    article : Article or None
        None for a page that could not be read.
    visible_text : str
        All visible text, blocks separated by newlines (the raw arm).
    fetched : str
        ISO 8601 time of the fetch, or "".
    complete : bool
        True if the server's response was complete.
    doubts : tuple of Doubt
        Reasons against the model's own answer for the page; the fuller answer was used.
    """

    outcome: Outcome
    site: str
    site_model: str = ""
    page_type: str = ""
    article: Article | None = None
    visible_text: str = ""
    fetched: str = ""
    complete: bool = True
    doubts: tuple[Doubt, ...] = ()

    def ended(self, ending: Ending) -> Cleaned:
        """Return the same page with another ending."""
        return replace(self, outcome=replace(self.outcome, ending=ending))

    def record(self) -> Mapping[str, Any]:
        """Return the JSON object that `winnow clean` prints; users' scripts depend on its field names."""
        out: dict[str, Any] = {
            "url": self.outcome.url,
            "canonicalUrl": "",
            **self.outcome.ending.record(),
            "pageType": self.page_type,
            "source": self.outcome.source,
            "site": self.site,
            "siteModel": self.site_model,
            "modelDoubts": [doubt.value for doubt in self.doubts],
            "lastCrawled": self.fetched,
        }
        a = self.article
        if a is not None:
            out |= {
                "canonicalUrl": a.canonical_url,
                "headline": a.headline,
                "alternativeHeadline": a.alternative_headline,
                "description": a.description,
                "author": list(a.author),
                "authorOrganizations": list(a.author_organizations),
                "datePublished": a.date_published,
                "datePrecision": a.date_precision,
                "dateModified": a.date_modified,
                "inLanguage": a.in_language,
                "articleSection": list(a.article_section),
                "keywords": list(a.keywords),
                "publisher": a.publisher,
                "image": a.image,
                "standfirst": a.standfirst,
                "captions": list(a.captions),
                "isAccessibleForFree": a.is_accessible_for_free,
                "fieldSources": dict(a.sources),
                "articleBody": a.article_body,
                "blocks": [{"text": b.text, "weight": b.weight, "kept": b.kept} for b in a.blocks],
            }
        return out
