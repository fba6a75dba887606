"""Retention: limits for the purge of the database."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Retention:
    """Limits of retained rows.

    Parameters
    ----------
    visits : int
        Visits kept per URL regardless of age; an estimate of the change rate needs no more.
    visit_days : float
        Age at which a visit is deleted, unless it is the last one of its URL.
    url_days : float
        Age at which a URL without a page in the archive (skipped, denied, gone, redirected, failed) and without a planned visit is
        deleted; if found again, it is new. The same applies to a trap that no crawl has met since.
    robots_days : float
        Age at which a robots.txt that was not requested again is deleted.
    redesign_days : float
        Age at which a redesign is deleted.
    """

    visits: int = 60
    visit_days: float = 400.0
    url_days: float = 400.0
    robots_days: float = 30.0
    redesign_days: float = 1_000.0

    def __post_init__(self) -> None:
        if self.visits < 1 or min(self.visit_days, self.url_days, self.robots_days, self.redesign_days) <= 0:
            raise ValueError("a URL's last visit is always kept, and times are positive")
