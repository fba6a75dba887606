"""Classifies a page by its site's model. If no model fits, `workers.observations.page_kinds` classifies it by quick evidence."""

from __future__ import annotations

from indexer.article.learned import LearnedSite
from indexer.page.page import Page
from indexer.site.model import Sampled, SiteModel, compare, drift_of, type_of
from indexer.site.types.page_type import ARTICLE, OTHER, TOC
from workers.history.site_history import PageKind

_KINDS = {ARTICLE: PageKind.ARTICLE, TOC: PageKind.LIST, OTHER: PageKind.OTHER}


class PageTypes:
    """Classifies the pages of one site by its model.

    Parameters
    ----------
    learned : LearnedSite or None
        The site's model; None for a site without one.
    """

    def __init__(self, learned: LearnedSite | None = None) -> None:
        model = None if learned is None else learned.model
        self._model: SiteModel | None = model if model is not None and model.types.trained else None

    def kind(self, page: Page) -> PageKind | None:
        """Return the kind of a page by the model; None without a trained model, or for a page of an unknown design."""
        if self._model is None or not page.tree.text:
            return None
        compared = compare(self._model, Sampled(page, page.url))
        if drift_of(self._model, compared).misfits:
            return None
        return _KINDS[type_of(self._model, compared.page.evidence, page.url, compared.clean.container)]
