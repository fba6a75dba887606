"""Time and memory to learn the skeletons of generated sites of 10,000, 100,000 and 1,000,000 links from all their pages.

    python -m benchmarks.skeleton_scale [--links N...]

Each page has a hundred links: a menu of forty, and sixty of ten thousand stories. Time includes parsing; memory is that of the pages'
rows, measured on at most the first thousand pages. `winnow skeleton` itself learns from a sample of three hundred pages.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import tracemalloc
from collections.abc import Iterator, Sequence

from indexer.page.page import Page
from indexer.page.parse import parse
from indexer.site.skeleton.learn import learn_tree
from indexer.site.skeleton.params import SkeletonParams
from indexer.site.skeleton.row import Item, page_rows
from indexer.site.skeleton.site import Site
from indexer.site.skeleton.skeleton import Node


class NoTypes:
    """Pages without known types and links."""

    def type_of(self, _place: str) -> str:
        return ""

    def links_of(self, _place: str) -> Sequence[Item]:
        return ()


def large_site(links: int) -> Iterator[Page]:
    """Yield pages of a hundred links each: a menu of forty, and sixty of ten thousand stories."""
    menu = "".join(f"<li><a href=/s{i}/>Section {i}</a><ul>" + "".join(
        f"<li><a href=/s{i}/{j}/>Part {i} {j}</a></li>" for j in range(3)) + "</ul></li>" for i in range(10))  # fmt: skip
    rng = random.Random(1)
    for n in range(links // 100):
        stories = "".join(f"<li><a href=/story/{k}>A headline of story {k}</a></li>" for k in rng.sample(range(10_000), 60))
        yield parse(f"<ul>{menu}</ul><p>Text of story {n}.</p><ul>{stories}</ul>", f"https://large.example/{'' if n == 0 else n}")


def scale(links: int) -> str:
    site = Site.of(["https://large.example/"])
    begun = time.process_time()
    rows = (page_rows(page, site, SkeletonParams().row) for page in large_site(links))
    root = learn_tree(rows, "large.example/", Node("https://large.example/"), NoTypes())
    spent = time.process_time() - begun
    tracemalloc.start()
    some = [page_rows(page, site, SkeletonParams().row) for page in large_site(min(links, 100_000))]
    memory, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    per_link = memory / (100 * len(some))
    return f"| {links:,} | {links // 100:,} | {spent:.2f} | {1e6 * spent / links:.1f} | {per_link:.0f} | {len(root.children)} |"


def main() -> int:
    """Measure and print a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--links", nargs="+", type=int, default=[10_000, 100_000, 1_000_000], metavar="N", help="(%(default)s)")
    print("| links | pages | s | µs per link | bytes per link | sections found |\n|---|---|---|---|---|---|")
    for links in parser.parse_args().links:
        print(scale(links), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
