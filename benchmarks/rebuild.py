"""What a home has lived through for weeks, audited, and an index rebuilt from its archive beside its own.

    python -m benchmarks.rebuild [--days 30] [--seed 1] [--site NAME …]

Each invented site (`benchmarks.recrawl`) is recrawled and indexed every four simulated hours: stories are published, edited, moved and
deleted, the site is redesigned. Then archive, database and arms are compared, as `winnow audit` does, and the archive is indexed into
another home by the models that the first has learned (`winnow index HOME/archive --model HOME`): the two indexes must be equal. It is also
indexed as if the database were lost: each site is learned anew, from all pages at once. Prints how many documents each arm has, and how
many of them are absent, additional, or of another version, text or weight.
Exits 1 where the audit finds a difference, where the first rebuilt index differs, or where the second has other pages.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from demo.newsroom import Newsroom
from harness.recrawl import SITES, focused
from indexer.article.learned import LearnedSite
from indexer.home import Home
from indexer.index.arm import Arm
from indexer.index.engine import Engine
from indexer.index.stored import Stored
from indexer.index.writer import write
from indexer.pipeline import Job, clean
from indexer.settings import Settings
from indexer.store.database import Database
from workers.indexing.audit import Audit, compare


class Held(NamedTuple):
    """What an arm holds of a page."""

    version: str
    text: tuple[str, ...]
    weight: tuple[str, ...]
    urls: tuple[str, ...]


Contents = dict[tuple[str, str], Held]
"""By arm and page."""


def contents(engine: Engine) -> Contents:
    """All that the arms hold."""
    return {(arm.value, stored.page_url): _held(stored) for arm in Arm for stored in engine.stored(arm)}


def _held(stored: Stored) -> Held:
    texts, weights = tuple(text for _, text, _ in stored.texts), tuple(str(weight) for _, _, weight in stored.texts)
    return Held(str(stored.fields["lastCrawled"]), texts, weights, tuple(sorted({stored.canonical_url, *stored.fields["additionalUrls"]})))


def audited(home: Home) -> Audit:
    """Archive, database and index, compared."""
    with Database.open(home.directory) as database, closing(home.engine()) as engine:
        return compare(database, home.archive, engine)


def rebuilt(room: Newsroom, home: Home, other: Home, models: Mapping[str, LearnedSite]) -> Contents:
    """What an index of the home's archive holds."""
    with closing(other.engine()) as engine:
        list(write(clean([str(home.archive.folder)], Job(now=room.end, models=models)), engine, clock=lambda: room.end))
        return contents(engine)


def differences(lived: Contents, again: Contents) -> Iterator[tuple[str, str]]:
    """What differs in the rebuilt index, and the arm and page."""
    for arm, page in sorted(lived.keys() | again.keys()):
        one, other = lived.get((arm, page)), again.get((arm, page))
        if one is None or other is None:
            yield ("additional" if one is None else "absent"), f"{arm} {page}"
        else:
            yield from ((name, f"{arm} {page}") for name in Held._fields if getattr(one, name) != getattr(other, name))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--days", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=1.0, help="of the stories that a site publishes")
    parser.add_argument("--archived", type=int, default=99, help="days of stories that a site has at the begin, at most")
    parser.add_argument("--site", action="append", choices=list(SITES))
    options = parser.parse_args()
    wrong = 0
    for name in options.site or ["helpful", "moves", "mass-deletions"]:
        habits = SITES[name]
        part = {section: rate * options.share for section, rate in habits.sections.items()}
        room = Newsroom(options.seed, options.days, replace(habits, sections=part, archive_days=min(habits.archive_days, options.archived)))
        with tempfile.TemporaryDirectory() as folder:
            home, second, third = (Home(Settings(home=Path(folder) / each)) for each in ("lived", "rebuilt", "anew"))
            focused(room, home.directory, index=True)
            found = audited(home)
            with closing(home.engine()) as engine:
                lived = contents(engine)
            learned = home.models()
            again, anew = rebuilt(room, home, second, learned), rebuilt(room, home, third, {})
        documents = dict(Counter(arm for arm, _ in lived))
        print(f"{name}: {found.pages:,} pages, {found.records:,} records; documents {documents}")
        print(f"    models: {', '.join(map(_designs, learned.values()))}")
        print(f"    audit: {len(found.differences)} differences")
        for difference in found.differences[:9]:
            print(f"        {difference.url}: {difference.what}")
        by_models, learned_anew = _compared("by its models", lived, again), _compared("learned anew", lived, anew)
        wrong += len(found.differences) + by_models.total() + learned_anew["absent"] + learned_anew["additional"]
    return int(wrong > 0)


def _designs(learned: LearnedSite) -> str:
    """The designs of a site for which there is a model."""
    earlier = "" if learned.previous is None else f"{_designs(learned.previous)}, "
    return f"{earlier}{learned.name} since {learned.since or 'ever'}"


def _compared(how: str, lived: Contents, again: Contents) -> Counter[str]:
    """Print what differs in a rebuilt index; the counts."""
    found = list(differences(lived, again))
    counts = Counter(what for what, _ in found)
    print(f"    rebuilt, {how}: {dict(counts) or 'the same'}", flush=True)
    for what, document in found[:9]:
        print(f"        {what}: {document}")
    return counts


if __name__ == "__main__":
    sys.exit(main())
