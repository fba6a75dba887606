"""Invariants of indexing archives: idempotence, and independence of order and of the split into files and runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import NamedTuple

from harness.generated_archives import HOURS, PACKINGS, Archive, archive_until
from indexer.index.arm import Arm
from indexer.index.engine import Engine
from indexer.index.tantivy.engine import TantivyEngine
from indexer.index.writer import write
from indexer.outcome import Kind, Outcome
from indexer.pipeline import Job, clean

NOW = datetime(2026, 11, 28, tzinfo=UTC)

Opener = Callable[[Path], AbstractContextManager[Engine]]


class IndexedDocument(NamedTuple):
    """A document of an arm: its version, a digest of its texts, and its URLs."""

    version: str
    texts: str
    urls: tuple[str, ...]


Contents = dict[tuple[str, str], IndexedDocument]
"""Documents by arm and page."""


def index(names: Sequence[str], engine: Engine) -> list[Outcome]:
    """Index inputs as by `winnow index`; each page is cleaned alone, which is sufficient for these invariants."""
    return list(write(clean(names, Job(now=NOW, page_level=True)), engine, clock=lambda: NOW))


def contents(engine: Engine) -> Contents:
    """Return the documents of all arms."""
    found: Contents = {}
    for arm in Arm:
        for stored in engine.stored(arm):
            digest = blake2b(stored.encoded_texts, digest_size=8).hexdigest()
            urls = tuple(sorted({stored.canonical_url, *stored.fields["additionalUrls"]}))
            found[arm.value, stored.page_url] = IndexedDocument(str(stored.fields["lastCrawled"]), digest, urls)
    return found


def violations(made: Sequence[Archive], folder: Path, opened: Opener, *, hour_by_hour: bool = True) -> Iterator[str]:
    """Index some archives together and yield the violations."""
    first, other = (write_archives(made, folder / name, name) for name in "ab")
    with opened(folder / "once") as engine:
        outcomes = index(first, engine)
        once = contents(engine)
        yield from _stories(made, engine)
        indexed = sum(outcome.kind is Kind.INDEXED for outcome in outcomes)
        yield from (f"{indexed} indexed, {arm.value} has {engine.count(arm)}" for arm in Arm if indexed != engine.count(arm))
        index(first, engine)
        yield from _differences("twice", once, contents(engine))
    with opened(folder / "other") as engine:
        index(other, engine)
        yield from _differences("another order", once, contents(engine))
    if hour_by_hour:
        with opened(folder / "days") as engine:
            for hour in range(HOURS):
                index(write_archives([archive_until(each, hour) for each in made], folder / f"hour{hour}", str(hour)), engine)
            yield from (f"hour by hour: {line}" for line in _stories(made, engine))


def write_archives(made: Sequence[Archive], folder: Path, order: str) -> list[str]:
    """Write the archives to files, each in a random order and format."""
    names = []
    for each in made:
        random = Random(f"{each.seed} {order}")
        names += each.write(folder, random.randrange(99), random.randint(1, 3), random.choice(PACKINGS))
    return names


def _stories(made: Sequence[Archive], engine: Engine) -> Iterator[str]:
    stories = {url: text for each in made for url, text in each.stories.items()}
    for arm in Arm:
        documents = {stored.page_url: " ".join(text for _, text, _ in stored.texts) for stored in engine.stored(arm)}
        for url, text in stories.items():
            if text not in documents.get(url, ""):
                yield f"{arm.value} {'has another text of' if url in documents else 'lacks'} {url}"
        yield from (f"{arm.value} wrongly has {url}" for url in sorted(documents.keys() - stories.keys()))


def _differences(what: str, one: Contents, other: Contents) -> Iterator[str]:
    for key in sorted(one.keys() | other.keys()):
        if one.get(key) != other.get(key):
            yield f"{what}: {' '.join(key)}: {one.get(key)} and {other.get(key)}"


@contextmanager
def embedded(folder: Path) -> Iterator[Engine]:
    """Open a new embedded index."""
    with TantivyEngine(folder) as engine:
        yield engine
