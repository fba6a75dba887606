"""Checks invariants of indexing on generated archives, from the files to the arms of an index.

    python -m benchmarks.relations [--archives N] [--first SEED] [--at-once N] [--selection | --engine URL]

For each archive: every story has the text of its page's newest complete capture in all four arms, and there are no other stories; the
report counts as many indexed pages as the arms have; the same archive in another order, in other files, with other compression, results in
the same documents, texts and versions; indexing it twice changes nothing; and indexing it hour by hour in the order of the captures results
in the same stories. `--selection` only checks the selected captures, in two orders and formats. The exit code is 1 if an invariant fails.
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
from harness.relations import Opener, embedded, violations, write_archives
from indexer.archive.captures import select
from indexer.archive.entry import Entry
from indexer.archive.load import load
from indexer.archive.scan import scan
from indexer.errors import PageError
from indexer.index.engine import Engine

_EVERY = 5
"""One in this many runs is also indexed hour by hour."""


def selection_violations(made: Archive, folder: Path) -> Iterator[str]:
    """Yield the violations in the selected captures of one archive."""
    one, other = (_selected(write_archives([made], folder / order, order), folder) for order in "ab")
    yield from (f"{made.seed}: {url} lacks its text" for url, text in made.stories.items() if text not in one.get(url, ""))
    yield from (f"{made.seed}: {url} is selected wrongly" for url in one.keys() - made.stories.keys())
    if one != other:
        yield f"{made.seed}: another order selects other pages"


def _selected(names: Sequence[str], folder: Path) -> dict[str, str]:
    """Return the texts of the selected pages by URL."""
    found = {}
    for item in select(scan(names, folder)):
        if isinstance(item, Entry):
            with suppress(PageError):  # gone, an error, a redirect
                found[item.url] = load(item).body.decode()
    return found


def on_node(url: str) -> Opener:
    """Return an opener that creates a new index on a node and removes it at the end."""

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
    parser.add_argument("--engine", default="", help="URL of an Elasticsearch or OpenSearch cluster instead of the embedded engine")
    args = parser.parse_args()
    opener = on_node(args.engine) if args.engine else embedded
    begun, wrong = time.monotonic(), 0
    seeds = range(args.first, args.first + args.archives)
    for start in range(0, len(seeds), args.at_once):
        made = [archive(seed, args.pages) for seed in seeds[start : start + args.at_once]]
        with TemporaryDirectory() as folder:
            if args.selection:
                found = [line for each in made for line in selection_violations(each, Path(folder) / str(each.seed))]
            else:
                found = list(violations(made, Path(folder), opener, hour_by_hour=start // args.at_once % _EVERY == 0))
        wrong += len(found)
        for line in found[:9]:
            print(line, flush=True)
    print(f"{args.archives} archives, {wrong} violations, {time.monotonic() - begun:.0f} s")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
