"""Cleaned: all that is known of one page after cleaning; `winnow clean` prints it, the index takes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from indexer.article.article import Article
from indexer.outcome import Ending, Outcome
from indexer.site.doubt import Doubt

RECORD_VERSION = "1.0"
"""Of `Cleaned.record`: a key more is a minor version, a key that goes or means something else a major one."""


@dataclass(frozen=True, slots=True)
class Cleaned:
    """One page's result.

    Parameters
    ----------
    outcome : Outcome
        How the page ended; carries its URL and source.
    site : str
        The key of the site that it was learned with: a registered domain, or a folder's name.
    site_model : str
        Which evidence cleaned it: `model:SITE`, or `page` with the reason for the fallback; for people.
    page_type : str
        `article`, `toc`, `other`, or "" for a page that could not be read.
    article : Article or None
        None for a page that could not be read.
    visible_text : str
        The whole text a reader of the page can see, blocks parted by newlines (the raw arm).
    fetched : str
        ISO 8601 time of the fetch, or "".
    whole : bool
        Whether the server's answer was there to its end.
    doubts : tuple of Doubt
        What speaks against the model's own answer for the page: the fuller one was taken.
    """

    outcome: Outcome
    site: str
    site_model: str = ""
    page_type: str = ""
    article: Article | None = None
    visible_text: str = ""
    fetched: str = ""
    whole: bool = True
    doubts: tuple[Doubt, ...] = ()

    def ended(self, ending: Ending) -> Cleaned:
        """The same page with another ending."""
        return replace(self, outcome=replace(self.outcome, ending=ending))

    def record(self) -> Mapping[str, Any]:
        """The JSON object that `winnow clean` prints; the field names are those users script against."""
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
