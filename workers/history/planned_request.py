"""A planned request, with its reason and its expected value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Reason(StrEnum):
    """The reasons for a request."""

    CRAWL = "crawl"
    """a visit of the crawl, before any plan"""
    NEWS = "news"
    """a source that leads to new articles or shows changes"""
    EXPLORE = "look"
    """exploration: the page may lead to news that no other page leads to"""
    NEW = "new"
    """a link never seen before"""
    HINT = "hint"
    """a source hints that the article changed or is gone"""
    AGE = "age"
    """articles of its age change often enough"""
    RETRY = "retry"
    """the last visit failed"""
    ALL = "all"
    """every known page was requested"""
    RULES = "rules"
    """robots.txt, once a day"""


@dataclass(frozen=True, slots=True)
class PlannedRequest:
    """A planned request.

    Parameters
    ----------
    value : float
        The expected number of new articles, changes and deletions.
    reason : str
        The reason in words.
    news : float
        The expected number of new articles.
    """

    url: str
    why: Reason
    value: float
    reason: str
    news: float = 0.0

    def record(self) -> dict[str, Any]:
        """Return the JSON object that `winnow schedule --json` prints."""
        return {"url": self.url, "why": self.why.value, "value": round(self.value, 4), "reason": self.reason}
