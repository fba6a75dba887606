"""What a number of sites costs in machines, rows, messages and bytes: measured figures times numbers of sites, nothing fitted."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from benchmarks.scale_measured import Measured

_DAY, _YEAR = 86_400.0, 365.0
_SAMPLE = 300
_TERABYTE = 1e12


@dataclass(frozen=True, slots=True)
class Assumed:
    """What a site is like, and a machine.

    Parameters
    ----------
    articles : float
        New ones a day of one site.
    start : float
        Pages that its first crawl finds.
    requests : float
        For each new article, by the recrawl plan: new ones, visits again, sections, feeds.
    changed : float
        Share of answers that are no repetition of what is known.
    years : float
        For which everything is kept.
    fits : float
        A year and site: the first, redesigns, drift.
    peak : float
        Requests in the busiest hour over those of a mean hour.
    busy : float
        Share of a core that may be used at the peak.
    cores : int
        Of a machine.
    disk : float
        Bytes of a machine's disk that are filled.
    copies : int
        Of each index shard and of each database.
    database : float
        Bytes that one PostgreSQL server can keep, back up and vacuum.
    """

    articles: float = 20.0
    start: float = 2_000.0
    requests: float = 2.0
    changed: float = 0.7
    years: float = 1.0
    fits: float = 4.0
    peak: float = 2.0
    busy: float = 0.6
    cores: int = 16
    disk: float = 4 * _TERABYTE
    copies: int = 2
    database: float = 4 * _TERABYTE

    def __post_init__(self) -> None:
        if min(self.articles, self.start, self.requests, self.years, self.peak, self.cores, self.disk, self.copies) <= 0:
            raise ValueError("a site has articles, and a machine has cores and a disk")
        if not 0 < self.busy <= 1 or not 0 <= self.changed <= 1:
            raise ValueError("shares lie between 0 and 1")


@dataclass(frozen=True, slots=True)
class Cost:
    """What a number of sites costs.

    Parameters
    ----------
    sites : int
    requests : float
        A second at the peak.
    cores : mapping of str to float
        At the peak, by part.
    rows, bytes : mapping of str to float
        After the years.
    messages : float
        A second at the peak.
    machines : mapping of str to int
        By what they do.
    strain : mapping of str to float
        Of each part of which there is one only, how many there would have to be.
    """

    sites: int
    requests: float
    cores: Mapping[str, float]
    rows: Mapping[str, float]
    bytes: Mapping[str, float]
    messages: float
    machines: Mapping[str, int]
    strain: Mapping[str, float]


def cost(sites: int, each: Measured, of: Assumed) -> Cost:
    """Multiply.

    Parameters
    ----------
    sites : int
    each : Measured
    of : Assumed
    """
    daily = of.articles * of.requests
    requests = sites * daily * of.peak / _DAY
    changed = requests * of.changed
    cores = {
        "fetch": requests * (each.fetch + each.celery) + changed * each.archive,
        "frontier (workers)": requests * each.database,
        "clean": changed * each.clean,
        "index": changed * each.index,
        "learn": sites * of.fits * _SAMPLE * each.learn / (_YEAR * _DAY) * of.peak,
        "dispatch": requests * each.planner,
        "PostgreSQL": requests * each.server,
        "Redis": requests * each.broker,
    }
    urls = sites * (of.start + of.articles * _YEAR * of.years)
    visits = sites * (of.start + daily * _YEAR * of.years)
    articles = urls * each.articles
    sizes = {
        "archive": (urls + max(0.0, visits - urls) * of.changed) * each.kept,
        "PostgreSQL": urls * each.url + visits * each.visit + sites * each.site,
        **{f"index, {arm}": articles * size for arm, size in each.arms.items()},
    }
    index = sum(size for name, size in sizes.items() if name.startswith("index"))
    work = sum(cores[name] for name in ("fetch", "frontier (workers)", "clean", "index", "learn", "dispatch"))
    machines = {
        "workers": math.ceil(work / of.busy / of.cores),
        "search servers": math.ceil(of.copies * index / of.disk),
        "PostgreSQL": of.copies * math.ceil(max(cores["PostgreSQL"] / of.busy / of.cores, sizes["PostgreSQL"] / of.database)),
        "Redis": math.ceil(cores["Redis"] / of.busy),
    }
    strain = {
        "dispatcher (one process at a time)": cores["dispatch"] / of.busy,
        "Redis (one core)": cores["Redis"] / of.busy,
        "PostgreSQL's cores": cores["PostgreSQL"] / of.busy / of.cores,
        "PostgreSQL's disk": sizes["PostgreSQL"] / of.database,
        "one site's own pace": daily / _DAY,
    }
    rows = {"url": urls, "visit": visits, "host, site, robots": 3.0 * sites}
    return Cost(sites, requests, cores, rows, sizes, requests * each.messages, machines, strain)
