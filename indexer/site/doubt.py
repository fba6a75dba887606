"""Doubt: why a site's model does not decide a page, or does not decide it alone."""

from __future__ import annotations

from enum import StrEnum


class Doubt(StrEnum):
    """Reasons against the model's answer, found without labels."""

    LOSES_TEXT = "loses-text"
    """of the site: the model loses text of its own sample that both extractors want"""
    LISTS_ONLY = "lists-only"
    """of the site: by its templates every page is a list, though pages with text declare articles"""
    NO_CONTAINER = "no-container"
    """the article has none of the model's containers, or almost none of its text is in one"""
    WITHHELD = "withheld"
    """page-level evidence and the second extractor want much text that the model drops"""
    DECLARED = "declared"
    """the page's JSON-LD continues after the end of the text found"""
