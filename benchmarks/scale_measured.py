"""Measured figures per page, request and URL, from which `benchmarks.scale` computes; they are stored in `scale.json` beside this file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("scale.json")


@dataclass(frozen=True, slots=True)
class Measured:
    """Unit costs; processor time in seconds of one core, sizes in bytes.

    Parameters
    ----------
    fetch, archive, database, clean, index : float
        Seconds per page by part: request, parsing and link extraction; writing its record; all statements of the frontier; cleaning; all
        four arms.
    learn : float
        Seconds per page of a sample; a sample has at most 300.
    broker, server, celery, planner : float
        Seconds per request of workers: Redis, PostgreSQL, Celery's main processes, the dispatcher.
    messages, commands : float
        Messages and Redis commands per request.
    received, kept : float
        Bytes of a response, and of its record in the archive.
    arms : mapping of str to float
        Bytes of the index per article.
    articles : float
        Share of pages that are articles.
    url, visit, site : float
        Bytes in PostgreSQL, with indexes: of a URL's row, of a visit's row, and of all other rows of one site.
    """

    fetch: float
    archive: float
    database: float
    clean: float
    index: float
    learn: float
    broker: float
    server: float
    celery: float
    planner: float
    messages: float
    commands: float
    received: float
    kept: float
    arms: Mapping[str, float]
    articles: float
    url: float
    visit: float
    site: float

    @classmethod
    def read(cls, file: Path = FILE) -> Measured:
        """Read the stored figures."""
        return cls(**json.loads(file.read_text("utf-8")))

    def write(self, file: Path = FILE) -> None:
        """Store the figures."""
        file.write_text(json.dumps({name: _short(value) for name, value in asdict(self).items()}, indent=1) + "\n", "utf-8")


def measured(crawl: Mapping[str, Any], load: Mapping[str, Any]) -> Measured:
    """Compute the figures from the results of `benchmarks.throughput` and `benchmarks.worker_load`.

    The sample of each crawled site has all of its pages, because none has more than 300.
    """
    pages, samples = crawl["pages"], sum(crawl["seconds"].values())
    each = {part: seconds * crawl["cpu"] / samples / pages for part, seconds in crawl["seconds"].items()}
    articles = crawl["outcomes"]["indexed"]
    sizes, rows, ms = load["bytes"], load["rows"], load["ms"]
    return Measured(
        fetch=each.get("fetch", 0.0) + each.get("links", 0.0) + each.get("other", 0.0),
        archive=each["archive"],
        database=each["database"],
        clean=each["clean"],
        index=each["index"],
        learn=each["learn"],
        broker=ms["Redis"] / 1_000,
        server=ms["PostgreSQL"] / 1_000,
        celery=ms["fetchers: Celery"] / 1_000,
        planner=(ms["planner: Celery"] + ms["planner: work"]) / 1_000,
        messages=load["messages"] / load["requests"],
        commands=load["commands"] / load["requests"],
        received=crawl["bytes"]["received"] / pages,
        kept=crawl["bytes"]["archive"] / pages,
        arms={name.removeprefix("arm "): size / articles for name, size in crawl["bytes"].items() if name.startswith("arm ")},
        articles=articles / pages,
        url=sizes["url"] / rows["url"],
        visit=sizes["visit"] / rows["visit"],
        site=sum(size for table, size in sizes.items() if table not in ("url", "visit")) / rows["site"],
    )


def _short(value: object) -> object:
    """Round to four significant digits."""
    if isinstance(value, float):
        return float(f"{value:.4g}")
    return {name: _short(one) for name, one in value.items()} if isinstance(value, dict) else value
