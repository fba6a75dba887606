"""Arm: one of the four indexes that every measurement compares."""

from __future__ import annotations

from enum import StrEnum


class Arm(StrEnum):
    """What an index holds; all arms have the same analysis and settings, so that they differ only in content.

    `raw` → `articles` shows the effect of removing tables of contents, `articles` → `body` that of removing the
    template, `body` → `weighted` that of the weights.
    """

    RAW = "raw"
    """the visible text of every page as crawled"""
    ARTICLES = "articles"
    """the same text, of article pages only"""
    BODY = "body"
    """the article's body with its headline, section and keywords, every word with weight 1"""
    WEIGHTED = "weighted"
    """the same words, each with the weight of its block"""

    @property
    def cleaned(self) -> bool:
        """Whether a document is an article rather than a page.

        >>> [arm.value for arm in Arm if arm.cleaned]
        ['body', 'weighted']
        """
        return self in {Arm.BODY, Arm.WEIGHTED}
