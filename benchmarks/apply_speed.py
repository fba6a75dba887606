"""Pages per second of a fitted model and of trafilatura on the same bytes: one process, alternating, processor time.

    python -m benchmarks.apply_speed [WARC...] [--pages N] [--repeats N] [--least RATIO]

A site's model is learned from 200 of its pages (the table shows the seconds with and without the page-level extractor's votes), written to
JSON and read back. *Apply* takes a page from bytes to its type and its weighted blocks: sniff, decode, parse, model. *Clean* does the same
and adds the article's fields and the JSON line that `winnow clean` writes. Each repeat processes all pages of a site with all three
programs; the minimum times are compared. With `--least`, the exit code is 1 if the mean ratio of *apply* is lower.
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
    """A site's model after a round trip through JSON, and the seconds to learn it from bytes, with and without votes."""

    learned: LearnedSite
    with_votes: float
    without_votes: float


def main() -> int:
    """Measure, print a table, compare the mean ratio with `--least`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("warcs", nargs="*", type=Path, metavar="WARC")
    parser.add_argument("--pages", type=int, default=200, help="maximum number of pages per site [200]")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--least", type=float, default=0.0)
    args = parser.parse_args()
    print(
        f"{'site':16} {'pages':>6} {'apply p/s':>10} {'clean p/s':>10} {'peer p/s':>9} {'apply ratio':>12} {'clean ratio':>12}"
        f" {'fit s':>7} {'without votes s':>16}"
    )
    with tempfile.TemporaryDirectory() as temporary:
        rows = [_site(archive, args.pages, args.repeats) for archive in archives(args.warcs, Path(temporary))]
    applied, cleaned = (statistics.fmean(column) for column in zip(*rows, strict=True))
    required = f", required: {args.least}" if args.least else ""
    print(f"mean ratio of apply {applied:.2f}{required}; of clean {cleaned:.2f}")
    return int(applied < args.least)


def _site(archive: Path, most: int, repeats: int) -> tuple[float, float]:
    """Print one row; return its ratios of apply and clean."""
    raws = [RawPage(page.url, page.body, "", page.content_type) for page in one_host(pages(archive))]
    random.Random(SEED).shuffle(raws)
    raws = [raw for raw in raws if _readable(raw)]
    fitted = _fit(name(archive), raws[:_FITTED])
    selected = raws[:most]

    def applied(raw: RawPage) -> object:
        page = read_page(raw)
        return apply(fitted.learned.model, page, page.url)

    def cleaned(raw: RawPage) -> object:
        return json.dumps(clean_page(raw, fitted.learned, fitted.learned.site, _NOW).record(), ensure_ascii=False)

    def peer(raw: RawPage) -> object:
        return trafilatura.extract(raw.body, include_comments=False)

    programs: tuple[Callable[[RawPage], object], ...] = (applied, cleaned, peer)
    times = [[_seconds(program, selected) for program in programs] for _ in range(repeats)]
    apply_seconds, clean_seconds, peer_seconds = (min(column) for column in zip(*times, strict=True))
    print(
        f"{name(archive):16} {len(selected):6} {len(selected) / apply_seconds:10.1f} {len(selected) / clean_seconds:10.1f}"
        f" {len(selected) / peer_seconds:9.1f}"
        f" {peer_seconds / apply_seconds:12.2f} {peer_seconds / clean_seconds:12.2f} {fitted.with_votes:7.2f} {fitted.without_votes:16.2f}",
        flush=True,
    )
    return peer_seconds / apply_seconds, peer_seconds / clean_seconds


def _readable(raw: RawPage) -> bool:
    try:
        read_page(raw)
    except PageError:
        return False
    return True


def _seconds(program: Callable[[RawPage], object], raws: Sequence[RawPage]) -> float:
    began = time.process_time()
    for raw in raws:
        program(raw)
    return time.process_time() - began


def _fit(site: str, raws: Sequence[RawPage]) -> Fit:
    params = SiteParams(most_pages=len(raws))
    began = time.process_time()
    read = [read_page(raw) for raw in raws]
    learn(site, [Sampled(page, page.url) for page in read], replace(params, votes=False))
    without_votes = time.process_time() - began
    began = time.process_time()
    learned = learn(site, [Sampled(page, page.url, extract(page.html)) for page in map(read_page, raws)], params)
    with_votes = time.process_time() - began
    return Fit(decode(json.loads(json.dumps(encode(learned)))), with_votes, without_votes)


if __name__ == "__main__":
    sys.exit(main())
