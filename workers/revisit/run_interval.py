"""Estimates the interval between a site's recrawl runs: a request that is left out now waits for that long."""

from __future__ import annotations

from itertools import pairwise

from workers.clock import HOUR
from workers.history.planned_request import Reason
from workers.history.site_history import SiteHistory


def usual_interval(history: SiteHistory, otherwise: float = 4.0) -> float:
    """The median hours between two runs; `otherwise` if there are fewer than two."""
    times = sorted({request.at for request in history.requests if request.why != Reason.CRAWL})
    gaps = sorted(b - a for a, b in pairwise(times) if b - a > HOUR / 4)
    return gaps[len(gaps) // 2] / HOUR if gaps else otherwise
