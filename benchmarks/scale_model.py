"""Cost of a number of sites in machines, rows, messages and bytes: measured unit costs times numbers of sites, nothing is fitted."""

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
    """Assumptions about sites and machines.

    Parameters
    ----------
    articles : float
        New articles per day and site.
    start : float
        Pages found by the first crawl of a site.
    requests : float
        Requests per new article by the recrawl plan: new pages, revisits, sections, feeds.
    changed : float
        Share of responses with new content.
    years : float
        Retention time.
    fits : float
        Fits per year and site: the first, redesigns, drift.
    peak : float
        Ratio of requests in the busiest hour to the mean hour.
    busy : float
        Maximum utilisation of a core at the peak.
    cores : int
        Cores per machine.
    disk : float
        Usable bytes of disk per machine.
    copies : int
        Copies of each index shard and of each database.
    database : float
        Bytes that one PostgreSQL server can store, back up and vacuum.
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
            raise ValueError("the numbers of a site's articles and of a machine's cores and disks must be above 0")
        if not 0 < self.busy <= 1 or not 0 <= self.changed <= 1:
            raise ValueError("shares must lie between 0 and 1")


@dataclass(frozen=True, slots=True)
class Cost:
    """Cost of a number of sites.

    Parameters
    ----------
    sites : int
    requests : float
        Requests per second at the peak.
    cores : mapping of str to float
        Busy cores at the peak, by part.
    rows, bytes : mapping of str to float
        Rows and bytes at the end of the retention time.
    messages : float
        Messages per second at the peak.
    machines : mapping of str to int
        Number of machines by role.
    utilisation : mapping of str to float
        Utilisation of each component with a single instance: the required number of instances.
    """

    sites: int
    requests: float
    cores: Mapping[str, float]
    rows: Mapping[str, float]
    bytes: Mapping[str, float]
    messages: float
    machines: Mapping[str, int]
    utilisation: Mapping[str, float]


def cost(sites: int, unit: Measured, assumed: Assumed) -> Cost:
    """Multiply the unit costs by the number of sites.

    Parameters
    ----------
    sites : int
    unit : Measured
    assumed : Assumed
    """
    daily = assumed.articles * assumed.requests
    requests = sites * daily * assumed.peak / _DAY
    changed = requests * assumed.changed
    cores = {
        "fetch": requests * (unit.fetch + unit.celery) + changed * unit.archive,
        "frontier (workers)": requests * unit.database,
        "clean": changed * unit.clean,
        "index": changed * unit.index,
        "learn": sites * assumed.fits * _SAMPLE * unit.learn / (_YEAR * _DAY) * assumed.peak,
        "dispatch": requests * unit.planner,
        "PostgreSQL": requests * unit.server,
        "Redis": requests * unit.broker,
    }
    urls = sites * (assumed.start + assumed.articles * _YEAR * assumed.years)
    visits = sites * (assumed.start + daily * _YEAR * assumed.years)
    articles = urls * unit.articles
    sizes = {
        "archive": (urls + max(0.0, visits - urls) * assumed.changed) * unit.kept,
        "PostgreSQL": urls * unit.url + visits * unit.visit + sites * unit.site,
        **{f"index, {arm}": articles * size for arm, size in unit.arms.items()},
    }
    index = sum(size for name, size in sizes.items() if name.startswith("index"))
    work = sum(cores[name] for name in ("fetch", "frontier (workers)", "clean", "index", "learn", "dispatch"))
    machines = {
        "workers": math.ceil(work / assumed.busy / assumed.cores),
        "search servers": math.ceil(assumed.copies * index / assumed.disk),
        "PostgreSQL": assumed.copies
        * math.ceil(max(cores["PostgreSQL"] / assumed.busy / assumed.cores, sizes["PostgreSQL"] / assumed.database)),
        "Redis": math.ceil(cores["Redis"] / assumed.busy),
    }
    utilisation = {
        "dispatcher (one process at a time)": cores["dispatch"] / assumed.busy,
        "Redis (one core)": cores["Redis"] / assumed.busy,
        "PostgreSQL's cores": cores["PostgreSQL"] / assumed.busy / assumed.cores,
        "PostgreSQL's disk": sizes["PostgreSQL"] / assumed.database,
        "the delay of one site": daily / _DAY,
    }
    rows = {"url": urls, "visit": visits, "host, site, robots": 3.0 * sites}
    return Cost(sites, requests, cores, rows, sizes, requests * unit.messages, machines, utilisation)
