"""How often a site's recrawl runs: what can wait for the next run, and how long that is."""

from __future__ import annotations

from itertools import pairwise

from workers.memory.plan_line import Why
from workers.memory.site_memory import HOUR, SiteMemory


def usual_step(memory: SiteMemory, otherwise: float = 4.0) -> float:
    """The usual hours between two runs, `otherwise` before there are any."""
    times = sorted({request.at for request in memory.requests if request.why != Why.CRAWL})
    gaps = sorted(b - a for a, b in pairwise(times) if b - a > HOUR / 4)
    return gaps[len(gaps) // 2] / HOUR if gaps else otherwise
