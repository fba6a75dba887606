"""What must hold of every archive, tried on generated ones, from the files to the arms of an index.

    python -m benchmarks.relations [--archives N] [--first SEED] [--at-once N] [--selection | --engine URL]

Of each archive: every story has the text of its page's newest whole capture, in all four arms, and there is no other; the report counts as
indexed what the arms hold; the same archive in another order, in other files, compressed otherwise, comes to the same documents, texts and
versions; indexed once more it changes nothing; and indexed a file at a time, in the order of the captures, it comes to the same stories.
`--selection` goes from the files to the pages that count alone, in two orders and forms. Exits 1 where one does not hold.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from harness.engines import new_engine, remove
from harness.generated_archives import Archive, archive
from harness.relations import Opener, broken, embedded, written
from indexer.archive.captures import select
from indexer.archive.entry import Entry
from indexer.archive.load import load
from indexer.archive.scan import scan
from indexer.errors import PageError
from indexer.index.engine import Engine

_EVERY = 5
"""Of so many runs one is done hour by hour, too."""


def selection_broken(made: Archive, folder: Path) -> Iterator[str]:
    """What does not hold of the pages that count in one archive."""
    one, other = (_selected(written([made], folder / order, order), folder) for order in "ab")
    yield from (f"{made.seed}: {url} misses its text" for url, text in made.stories.items() if text not in one.get(url, ""))
    yield from (f"{made.seed}: {url} counts" for url in one.keys() - made.stories.keys())
    if one != other:
        yield f"{made.seed}: another order has other pages"


def _selected(names: Sequence[str], folder: Path) -> dict[str, str]:
    """The texts of the pages that count, by URL."""
    found = {}
    for item in select(scan(names, folder)):
        if isinstance(item, Entry):
            with suppress(PageError):  # gone, an error, a redirect
                found[item.url] = load(item).body.decode()
    return found


def on_node(url: str) -> Opener:
    """Opens an index of its own on a node, and removes it at the end."""

    @contextmanager
    def opened(_folder: Path) -> Iterator[Engine]:
        with new_engine(url) as engine:
            yield engine
            remove(engine)

    return opened


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--archives", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--pages", type=int, default=3)
    parser.add_argument("--at-once", type=int, default=50)
    parser.add_argument("--selection", action="store_true")
    parser.add_argument("--engine", default="", help="URL of an Elasticsearch or OpenSearch in place of the embedded engine")
    asked = parser.parse_args()
    opener = on_node(asked.engine) if asked.engine else embedded
    begun, wrong = time.monotonic(), 0
    seeds = range(asked.first, asked.first + asked.archives)
    for start in range(0, len(seeds), asked.at_once):
        made = [archive(seed, asked.pages) for seed in seeds[start : start + asked.at_once]]
        with TemporaryDirectory() as folder:
            if asked.selection:
                found = [line for each in made for line in selection_broken(each, Path(folder) / str(each.seed))]
            else:
                found = list(broken(made, Path(folder), opener, day_by_day=start // asked.at_once % _EVERY == 0))
        wrong += len(found)
        for line in found[:9]:
            print(line, flush=True)
    print(f"{asked.archives} archives, {wrong} relations broken, {time.monotonic() - begun:.0f} s")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
