"""Processor time to fit a site's model on 50, 100, 200, … of its pages, with and without the page-level extractor's votes.

    python -m benchmarks.fit_time [WARC...] [--most N]
    python -m benchmarks.fit_time --linear [--most 5000]

The table also has the number of pages that trafilatura extracts (those that are no tables of contents) and its share of the fit's time.
Pages are parsed before the fit; the parsing time is shown, too. With `--linear`, the pages are those of one invented site, all different:
100, 200, 400, … up to `--most`, without votes, whose cost per page is constant; the exit code is 1 if the time per page in the largest fit
is more than twice that in the smallest.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from pathlib import Path

from demo.archive import Capture, captures
from demo.generate import Scale
from harness.inputs import SEED, archives, name, one_host, pages, repeated
from indexer.article.clean import read_page
from indexer.article.learned import learn
from indexer.errors import PageError
from indexer.page.page import Page
from indexer.page.peer import extract
from indexer.page.raw import RawPage
from indexer.site.model import Sampled
from indexer.site.params import SiteParams

_FIRST = 50
_SMALLEST = 100
_MAX_RATIO = 2.0
"""Maximum ratio of times per page: a larger heap costs more cache misses and longer garbage collections."""


def main() -> int:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("warcs", nargs="*", type=Path, metavar="WARC")
    parser.add_argument("--most", type=int, default=400)
    parser.add_argument("--linear", action="store_true")
    args = parser.parse_args()
    if args.linear:
        return _linear(args.most)
    extract("<p>The first call loads the package.</p>")
    print(f"{'site':16} {'pages':>6} {'read s':>8} {'votes':>6} {'votes s':>8} {'fit s':>8} {'fit without votes s':>20}")
    with tempfile.TemporaryDirectory() as temporary:
        for archive in archives(args.warcs, Path(temporary)):
            some = one_host(pages(archive))
            random.Random(SEED).shuffle(some)
            count = _FIRST
            while count <= args.most:
                _row(name(archive), list(repeated(some, count)))
                count *= 2
    return 0


def _linear(most: int) -> int:
    """Print the time per page in fits of increasing size; return 1 if it grows too much."""
    with tempfile.TemporaryDirectory() as temporary:
        some = one_host(captures(SEED, Path(temporary), Scale(articles=most)))[:most]
    random.Random(SEED).shuffle(some)
    print(f"{'pages':>6} {'fit s':>8} {'ms/page':>10}")
    samples = [Sampled(found, page.url) for page in some if (found := _read(page)) is not None]
    learn("invented", samples[:_SMALLEST], SiteParams(votes=False))  # the first fit loads modules and caches
    costs = []
    for count in [*takewhile(lambda n: n < len(samples), (_SMALLEST << i for i in range(20))), len(samples)]:
        began = time.process_time()
        learn("invented", samples[:count], SiteParams(most_pages=count, votes=False))
        took = time.process_time() - began
        costs.append(took / count)
        print(f"{count:6} {took:8.2f} {1000 * costs[-1]:10.2f}", flush=True)
    print(f"the time per page in the largest fit is {costs[-1] / costs[0]:.2f} times that in the smallest")
    return int(costs[-1] > _MAX_RATIO * costs[0])


def _row(site: str, some: Sequence[Capture]) -> None:
    began = time.process_time()
    read = [found for page in some if (found := _read(page)) is not None]
    after_read = time.process_time()
    clock = _Clock()
    voting = [Sampled(page, page.url, partial(clock.extract, page.html)) for page in read]
    params = SiteParams(most_pages=len(voting))
    learn(site, voting, params)
    after_fit = time.process_time()
    learn(site, [replace(each, extracted=None) for each in voting], replace(params, votes=False))
    ended = time.process_time()
    print(
        f"{site:16} {len(voting):6} {after_read - began:8.2f} {clock.args:6} {clock.seconds:8.2f}"
        f" {after_fit - after_read:8.2f} {ended - after_fit:20.2f}",
        flush=True,
    )


@dataclass(slots=True)
class _Clock:
    """Counts and times the calls of the second extractor."""

    args: int = 0
    seconds: float = 0.0

    def extract(self, text: str) -> str:
        """Return the extractor's text of one page."""
        began = time.process_time()
        found = extract(text)
        self.args += 1
        self.seconds += time.process_time() - began
        return found


def _read(page: Capture) -> Page | None:
    try:
        return read_page(RawPage(page.url, page.body, "", page.content_type))
    except PageError:
        return None


if __name__ == "__main__":
    sys.exit(main())
