"""Relations between whole runs over archives: twice is once, any order, any split, any page captured again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import NamedTuple

from harness.generated_archives import HOURS, PACKINGS, Archive, until
from indexer.index.arm import Arm
from indexer.index.engine import Engine
from indexer.index.tantivy.engine import TantivyEngine
from indexer.index.writer import write
from indexer.outcome import Kind, Outcome
from indexer.pipeline import Job, clean

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
    first, other = (written(made, folder / name, name) for name in "ab")
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
                index(written([until(each, hour) for each in made], folder / f"hour{hour}", str(hour)), engine)
            yield from (f"day by day: {line}" for line in _stories(made, engine))


def written(made: Sequence[Archive], folder: Path, order: str) -> list[str]:
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


@contextmanager
def embedded(folder: Path) -> Iterator[Engine]:
    """An index of its own."""
    with TantivyEngine(folder) as engine:
        yield engine
