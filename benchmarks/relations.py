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
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.generated_archives import HOURS, PACKINGS, Archive, archive, until
from indexer.archive.captures import select
from indexer.archive.entry import Entry
from indexer.archive.load import load
from indexer.archive.scan import scan
from indexer.errors import PageError
from indexer.index.arm import Arm
from indexer.index.engine import Engine
from indexer.index.tantivy.engine import TantivyEngine
from indexer.index.writer import write
from indexer.outcome import Kind, Outcome
from indexer.pipeline import Job, clean
from tests.support.engines import new_engine, remove

_EVERY = 5
"""Of so many runs one is done hour by hour, too."""
NOW = datetime(2026, 11, 28, tzinfo=UTC)
Opener = Callable[[Path], AbstractContextManager[Engine]]


class Held(NamedTuple):
    """What an arm holds of a document: its version, a digest of its texts, the URLs that lead to it."""

    version: str
    texts: str
    urls: tuple[str, ...]


Contents = dict[tuple[str, str], Held]
"""Documents by arm and page."""


def index(names: Sequence[str], engine: Engine) -> list[Outcome]:
    """Index inputs as `winnow index` does; each page is cleaned by itself, which is all that these relations need."""
    return list(write(clean(names, Job(now=NOW, page_level=True)), engine, clock=lambda: NOW))


def contents(engine: Engine) -> Contents:
    """All that the arms hold."""
    found: Contents = {}
    for arm in Arm:
        for stored in engine.stored(arm):
            digest = blake2b(stored.encoded_texts, digest_size=8).hexdigest()
            urls = tuple(sorted({stored.canonical_url, *stored.fields["additionalUrls"]}))
            found[arm.value, stored.page_url] = Held(str(stored.fields["lastCrawled"]), digest, urls)
    return found


def broken(made: Sequence[Archive], folder: Path, opened: Opener, *, day_by_day: bool = True) -> Iterator[str]:
    """What does not hold of some archives, indexed together."""
    first, other = (_written(made, folder / name, name) for name in "ab")
    with opened(folder / "once") as engine:
        outcomes = index(first, engine)
        once = contents(engine)
        yield from _stories(made, engine)
        indexed = sum(outcome.kind is Kind.INDEXED for outcome in outcomes)
        yield from (f"{indexed} indexed, {arm.value} holds {engine.count(arm)}" for arm in Arm if indexed != engine.count(arm))
        index(first, engine)
        yield from _differences("twice", once, contents(engine))
    with opened(folder / "other") as engine:
        index(other, engine)
        yield from _differences("another order", once, contents(engine))
    if day_by_day:
        with opened(folder / "days") as engine:
            for hour in range(HOURS):
                index(_written([until(each, hour) for each in made], folder / f"hour{hour}", str(hour)), engine)
            yield from (f"day by day: {line}" for line in _stories(made, engine))


def selection_broken(made: Archive, folder: Path) -> Iterator[str]:
    """What does not hold of the pages that count in one archive."""
    one, other = (_selected(_written([made], folder / order, order), folder) for order in "ab")
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


def _written(made: Sequence[Archive], folder: Path, order: str) -> list[str]:
    """The archives as files, each in an order and a form that chance decides."""
    names = []
    for each in made:
        random = Random(f"{each.seed} {order}")
        names += each.write(folder, random.randrange(99), random.randint(1, 3), random.choice(PACKINGS))
    return names


def _stories(made: Sequence[Archive], engine: Engine) -> Iterator[str]:
    stories = {url: text for each in made for url, text in each.stories.items()}
    for arm in Arm:
        held = {stored.page_url: " ".join(text for _, text, _ in stored.texts) for stored in engine.stored(arm)}
        for url, text in stories.items():
            if text not in held.get(url, ""):
                yield f"{arm.value} {'has another text of' if url in held else 'misses'} {url}"
        yield from (f"{arm.value} holds {url}" for url in sorted(held.keys() - stories.keys()))


def _differences(what: str, one: Contents, other: Contents) -> Iterator[str]:
    for key in sorted(one.keys() | other.keys()):
        if one.get(key) != other.get(key):
            yield f"{what}: {' '.join(key)}: {one.get(key)} and {other.get(key)}"


def on_node(url: str) -> Opener:
    """Opens an index of its own on a node, and removes it at the end."""

    @contextmanager
    def opened(_folder: Path) -> Iterator[Engine]:
        with new_engine(url) as engine:
            yield engine
            remove(engine)

    return opened


@contextmanager
def embedded(folder: Path) -> Iterator[Engine]:
    """An index of its own."""
    with TantivyEngine(folder) as engine:
        yield engine


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
