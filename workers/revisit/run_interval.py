"""How often a site's recrawl runs: what can wait for the next run, and how long that is."""

from __future__ import annotations

from itertools import pairwise

from workers.history.planned_request import Reason
from workers.history.site_history import HOUR, SiteHistory


def usual_interval(history: SiteHistory, otherwise: float = 4.0) -> float:
    """The usual hours between two runs, `otherwise` before there are any."""
    times = sorted({request.at for request in history.requests if request.why != Reason.CRAWL})
    gaps = sorted(b - a for a, b in pairwise(times) if b - a > HOUR / 4)
    return gaps[len(gaps) // 2] / HOUR if gaps else otherwise
