"""Seconds to fit a site's model on 50, 100, 200, … of its pages, with and without the page-level extractor's votes.

    python -m benchmarks.fit_time [WARC...] [--most N]

Printed beside it: the time of trafilatura alone on the same pages, which is what the votes cost. Processor time of this
process; pages are parsed before (their time is shown too).
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.inputs import SEED, archives, name, pages, repeated
from demo.archive import Capture
from indexer.article.clean import read_page
from indexer.article.learned import learn
from indexer.errors import PageError
from indexer.page.page import Page
from indexer.page.peer import extract
from indexer.page.raw import RawPage
from indexer.site.model import Sampled
from indexer.site.params import SiteParams

_FIRST = 50


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("warcs", nargs="*", type=Path, metavar="WARC")
    parser.add_argument("--most", type=int, default=400)
    asked = parser.parse_args()
    extract("<p>A first call loads the package.</p>")
    print(f"{'site':16} {'pages':>6} {'read s':>8} {'votes s':>8} {'fit s':>8} {'fit without votes s':>20}")
    with tempfile.TemporaryDirectory() as temporary:
        for archive in archives(asked.warcs, Path(temporary)):
            some = _one_host(pages(archive))
            random.Random(SEED).shuffle(some)
            count = _FIRST
            while count <= asked.most:
                _row(name(archive), repeated(some, count))
                count *= 2


def _one_host(some: Sequence[Capture]) -> list[Capture]:
    """The pages of the first site: a model is one site's."""
    host = some[0].url.split("/")[2]
    return [page for page in some if page.url.split("/")[2] == host]


def _row(site: str, some: Sequence[Capture]) -> None:
    began = time.process_time()
    read = [found for page in some if (found := _read(page)) is not None]
    after_read = time.process_time()
    voted = [Sampled(page, page.url, extract(text)) for page, text in read]
    after_votes = time.process_time()
    params = SiteParams(most_pages=len(voted))
    learn(site, voted, params)
    after_fit = time.process_time()
    learn(site, [replace(each, extracted=None) for each in voted], replace(params, votes=False))
    ended = time.process_time()
    print(
        f"{site:16} {len(voted):6} {after_read - began:8.2f} {after_votes - after_read:8.2f}"
        f" {after_fit - after_votes:8.2f} {ended - after_fit:20.2f}",
        flush=True,
    )


def _read(page: Capture) -> tuple[Page, str] | None:
    try:
        return read_page(RawPage(page.url, page.body, "", page.content_type))
    except PageError:
        return None


if __name__ == "__main__":
    main()
