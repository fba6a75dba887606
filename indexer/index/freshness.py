"""Freshness: a score factor that favours recent documents over old and undated ones."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

OLD = 0.5
"""Factor of a very old document: an old story about the subject still ranks above a new one that only mentions it."""

_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Freshness:
    """A score is multiplied by ½ + ½ · 2^(-age / half-life); a document without a date counts as very old.

    Parameters
    ----------
    half_life : float
        In days, more than 0.
    now : datetime
        With time zone.
    """

    half_life: float
    now: datetime

    def __post_init__(self) -> None:
        if not self.half_life > 0:
            raise ValueError("the half-life of a score must be a number of days above 0")
        if self.now.tzinfo is None:
            raise ValueError("now needs a time zone")

    def factor(self, published: datetime | None) -> float:
        """Return the factor of a document's score; a date in the future counts like one equally far in the past.

        >>> from datetime import UTC
        >>> fresh = Freshness(7, datetime(2026, 3, 15, tzinfo=UTC))
        >>> fresh.factor(datetime(2026, 3, 15, tzinfo=UTC)), fresh.factor(datetime(2026, 3, 8, tzinfo=UTC)), fresh.factor(None)
        (1.0, 0.75, 0.5)
        """
        if published is None:
            return OLD
        age = abs((self.now - published).total_seconds()) / _DAY
        return float(OLD + (1 - OLD) * 0.5 ** (age / self.half_life))
