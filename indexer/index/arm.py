"""Arm: one of the four indexes that every measurement pairs."""

from __future__ import annotations

from enum import StrEnum


class Arm(StrEnum):
    """What an index holds; analysis and settings are equal in all, so that only the content differs.

    `raw` → `articles` shows what leaving out tables of contents brings, `articles` → `body` what leaving out the
    template brings, `body` → `weighted` what the weights bring.
    """

    RAW = "raw"
    """the visible text of every page as crawled"""
    ARTICLES = "articles"
    """the same text, of article pages only"""
    BODY = "body"
    """the article's body with its headline, section and keywords, every word counting once"""
    WEIGHTED = "weighted"
    """the same words, each counting as much as its block weighs"""

    @property
    def cleaned(self) -> bool:
        """Whether a document is an article rather than a page.

        >>> [arm.value for arm in Arm if arm.cleaned]
        ['body', 'weighted']
        """
        return self in {Arm.BODY, Arm.WEIGHTED}
