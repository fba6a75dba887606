"""Freshness: how much more a recent document counts than one that is old, or of unknown age."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

OLD = 0.5
"""What is left of a very old document's score: relevance still counts, an old story about it beats a new one that mentions it."""

_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Freshness:
    """A score is multiplied by ½ + ½ · 2^(-age / half-life); a document without a date counts as very old.

    Parameters
    ----------
    half_life : float
        Days, more than 0.
    now : datetime
        With time zone.
    """

    half_life: float
    now: datetime

    def __post_init__(self) -> None:
        if not self.half_life > 0:
            raise ValueError("the half-life of a score is a number of days above 0")
        if self.now.tzinfo is None:
            raise ValueError("now needs a time zone")

    def factor(self, published: datetime | None) -> float:
        """What a document's score is multiplied by; a date in the future counts as one as far in the past.

        >>> from datetime import UTC
        >>> fresh = Freshness(7, datetime(2026, 3, 15, tzinfo=UTC))
        >>> fresh.factor(datetime(2026, 3, 15, tzinfo=UTC)), fresh.factor(datetime(2026, 3, 8, tzinfo=UTC)), fresh.factor(None)
        (1.0, 0.75, 0.5)
        """
        if published is None:
            return OLD
        age = abs((self.now - published).total_seconds()) / _DAY
        return float(OLD + (1 - OLD) * 0.5 ** (age / self.half_life))
