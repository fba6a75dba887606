"""Pages per second of a fitted model beside trafilatura's on the same bytes: one process, alternating, processor time.

    python -m benchmarks.apply_speed [WARC...] [--pages N] [--repeats N] [--least RATIO]

A site's model is learned from 200 of its pages (seconds with and without the page-level extractor's votes are shown) and written
to JSON and read back. *Apply* is then a page's way from bytes to its type and its blocks with weights: sniff, decode, parse, model.
*Clean* is the whole of it: fields of the article too, and the JSON line that `winnow clean` writes. Each repeat does all pages of a
site by each of the three; the least times are compared. With `--least`, the exit code is 1 where the mean ratio of *apply* is below.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import trafilatura

from harness.inputs import SEED, archives, name, one_host, pages
from indexer.article.clean import clean_page, read_page
from indexer.article.learned import LearnedSite, decode, encode, learn
from indexer.errors import PageError
from indexer.page.peer import extract
from indexer.page.raw import RawPage
from indexer.site.model import Sampled, apply
from indexer.site.params import SiteParams

_FITTED = 200
_NOW = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Fit:
    """A site's model after JSON, and the seconds that learning it took from bytes on, with votes and without."""

    learned: LearnedSite
    voted: float
    unvoted: float


def main() -> int:
    """Measure, print a table, judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("warcs", nargs="*", type=Path, metavar="WARC")
    parser.add_argument("--pages", type=int, default=200, help="pages of each site, at most [200]")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--least", type=float, default=0.0)
    asked = parser.parse_args()
    print(
        f"{'site':16} {'pages':>6} {'apply p/s':>10} {'clean p/s':>10} {'peer p/s':>9} {'apply ratio':>12} {'clean ratio':>12}"
        f" {'fit s':>7} {'without votes s':>16}"
    )
    with tempfile.TemporaryDirectory() as temporary:
        rows = [_site(archive, asked.pages, asked.repeats) for archive in archives(asked.warcs, Path(temporary))]
    applied, cleaned = (statistics.fmean(column) for column in zip(*rows, strict=True))
    asking = f", at least {asked.least} is asked" if asked.least else ""
    print(f"mean ratio of apply {applied:.2f}{asking}; of clean {cleaned:.2f}")
    return int(applied < asked.least)


def _site(archive: Path, most: int, repeats: int) -> tuple[float, float]:
    """One row; its ratios of apply and clean."""
    raws = [RawPage(page.url, page.body, "", page.content_type) for page in one_host(pages(archive))]
    random.Random(SEED).shuffle(raws)
    raws = [raw for raw in raws if _readable(raw)]
    fitted = _fit(name(archive), raws[:_FITTED])
    some = raws[:most]

    def applied(raw: RawPage) -> object:
        page = read_page(raw)
        return apply(fitted.learned.model, page, page.url)

    def cleaned(raw: RawPage) -> object:
        return json.dumps(clean_page(raw, fitted.learned, fitted.learned.site, _NOW).record(), ensure_ascii=False)

    def peer(raw: RawPage) -> object:
        return trafilatura.extract(raw.body, include_comments=False)

    ways: tuple[Callable[[RawPage], object], ...] = (applied, cleaned, peer)
    times = [[_seconds(way, some) for way in ways] for _ in range(repeats)]
    ours, whole, other = (min(column) for column in zip(*times, strict=True))
    print(
        f"{name(archive):16} {len(some):6} {len(some) / ours:10.1f} {len(some) / whole:10.1f} {len(some) / other:9.1f}"
        f" {other / ours:12.2f} {other / whole:12.2f} {fitted.voted:7.2f} {fitted.unvoted:16.2f}",
        flush=True,
    )
    return other / ours, other / whole


def _readable(raw: RawPage) -> bool:
    try:
        read_page(raw)
    except PageError:
        return False
    return True


def _seconds(way: Callable[[RawPage], object], raws: Sequence[RawPage]) -> float:
    began = time.process_time()
    for raw in raws:
        way(raw)
    return time.process_time() - began


def _fit(site: str, raws: Sequence[RawPage]) -> Fit:
    params = SiteParams(most_pages=len(raws))
    began = time.process_time()
    read = [read_page(raw) for raw in raws]
    learn(site, [Sampled(page, page.url) for page in read], replace(params, votes=False))
    unvoted = time.process_time() - began
    began = time.process_time()
    learned = learn(site, [Sampled(page, page.url, extract(page.html)) for page in map(read_page, raws)], params)
    voted = time.process_time() - began
    return Fit(decode(json.loads(json.dumps(encode(learned)))), voted, unvoted)


if __name__ == "__main__":
    sys.exit(main())
