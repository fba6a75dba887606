"""A page's type by the model of its site. Where no model fits, `workers.observations.page_kinds` decides from quick evidence."""

from __future__ import annotations

from indexer.article.learned import LearnedSite
from indexer.page.page import Page
from indexer.site.model import Sampled, SiteModel, compare, drift_of, type_of
from indexer.site.types.page_type import ARTICLE, OTHER, TOC
from workers.history.site_history import PageKind

_KINDS = {ARTICLE: PageKind.ARTICLE, TOC: PageKind.LIST, OTHER: PageKind.OTHER}


class PageTypes:
    """The types of one site's pages.

    Parameters
    ----------
    learned : LearnedSite or None
        None for a site that is not learned yet.
    """

    def __init__(self, learned: LearnedSite | None = None) -> None:
        model = None if learned is None else learned.model
        self._model: SiteModel | None = model if model is not None and model.types.trained else None

    def kind(self, page: Page) -> PageKind | None:
        """What the model says of a page; None where it says nothing, as of pages in a design that it has not seen."""
        if self._model is None or not page.tree.text:
            return None
        compared = compare(self._model, Sampled(page, page.url))
        if drift_of(self._model, compared).misfits:
            return None
        return _KINDS[type_of(self._model, compared.page.evidence, page.url, compared.clean.container)]
