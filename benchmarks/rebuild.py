"""Audits a home after weeks of simulated recrawls, and compares its index with one that is rebuilt from its archive.

    python -m benchmarks.rebuild [--days 30] [--seed 1] [--site NAME …]

Each invented site (`benchmarks.recrawl`) is recrawled and indexed every four simulated hours: stories are published, edited, moved and
deleted, the site is redesigned. Then archive, database and arms are compared, as by `winnow audit`, and the archive is indexed into another
home with the models of the first (`winnow index HOME/archive --model HOME`): the two indexes must be equal. The archive is also indexed
without the database: each site is learned again, from all pages at once. Prints the number of documents in each arm, and how many of them
are absent, additional, or differ in version, text or weight. The exit code is 1 if the audit finds a difference, if the first rebuilt index
differs, or if the second has different pages.
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
from harness.recrawl import SITES, run_recrawl
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


class IndexedDocument(NamedTuple):
    """The document of a page in one arm."""

    version: str
    text: tuple[str, ...]
    weight: tuple[str, ...]
    urls: tuple[str, ...]


Contents = dict[tuple[str, str], IndexedDocument]
"""Documents by arm and page."""


def contents(engine: Engine) -> Contents:
    """Return all documents of an index."""
    return {(arm.value, stored.page_url): _indexed(stored) for arm in Arm for stored in engine.stored(arm)}


def _indexed(stored: Stored) -> IndexedDocument:
    texts, weights = tuple(text for _, text, _ in stored.texts), tuple(str(weight) for _, _, weight in stored.texts)
    urls = tuple(sorted({stored.canonical_url, *stored.fields["additionalUrls"]}))
    return IndexedDocument(str(stored.fields["lastCrawled"]), texts, weights, urls)


def audit_home(home: Home) -> Audit:
    """Audit a home: compare archive, database and index."""
    with Database.open(home.directory) as database, closing(home.engine()) as engine:
        return compare(database, home.archive, engine)


def rebuild(room: Newsroom, home: Home, other: Home, models: Mapping[str, LearnedSite]) -> Contents:
    """Index the home's archive into another home and return the documents."""
    with closing(other.engine()) as engine:
        list(write(clean([str(home.archive.folder)], Job(now=room.end, models=models)), engine, clock=lambda: room.end))
        return contents(engine)


def differences(original: Contents, rebuilt_contents: Contents) -> Iterator[tuple[str, str]]:
    """Yield each difference of the rebuilt index, with its arm and page."""
    for arm, page in sorted(original.keys() | rebuilt_contents.keys()):
        one, other = original.get((arm, page)), rebuilt_contents.get((arm, page))
        if one is None or other is None:
            yield ("additional" if one is None else "absent"), f"{arm} {page}"
        else:
            yield from ((name, f"{arm} {page}") for name in IndexedDocument._fields if getattr(one, name) != getattr(other, name))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--days", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=1.0, help="share of the stories to simulate")
    parser.add_argument("--archived", type=int, default=99, help="maximum days of stories before the simulation")
    parser.add_argument("--site", action="append", choices=list(SITES))
    options = parser.parse_args()
    wrong = 0
    for name in options.site or ["helpful", "moves", "mass-deletions"]:
        habits = SITES[name]
        part = {section: rate * options.share for section, rate in habits.sections.items()}
        room = Newsroom(options.seed, options.days, replace(habits, sections=part, archive_days=min(habits.archive_days, options.archived)))
        with tempfile.TemporaryDirectory() as folder:
            home, second, third = (Home(Settings(home=Path(folder) / each)) for each in ("lived", "rebuilt", "anew"))
            run_recrawl(room, home.directory, index=True)
            found = audit_home(home)
            with closing(home.engine()) as engine:
                original = contents(engine)
            learned = home.models()
            rebuilt_contents, relearned = rebuild(room, home, second, learned), rebuild(room, home, third, {})
        documents = dict(Counter(arm for arm, _ in original))
        print(f"{name}: {found.pages:,} pages, {found.records:,} records; documents {documents}")
        print(f"    models: {', '.join(map(_designs, learned.values()))}")
        print(f"    audit: {len(found.differences)} differences")
        for difference in found.differences[:9]:
            print(f"        {difference.url}: {difference.what}")
        by_models, learned_anew = _compared("stored models", original, rebuilt_contents), _compared("relearned models", original, relearned)
        wrong += len(found.differences) + by_models.total() + learned_anew["absent"] + learned_anew["additional"]
    return int(wrong > 0)


def _designs(learned: LearnedSite) -> str:
    """Return the designs of a site that have a model."""
    earlier = "" if learned.previous is None else f"{_designs(learned.previous)}, "
    return f"{earlier}{learned.name} since {learned.since or 'the beginning'}"


def _compared(how: str, original: Contents, rebuilt_contents: Contents) -> Counter[str]:
    """Print the differences of a rebuilt index; return their counts."""
    found = list(differences(original, rebuilt_contents))
    counts = Counter(what for what, _ in found)
    print(f"    rebuilt with {how}: {dict(counts) or 'no differences'}", flush=True)
    for what, document in found[:9]:
        print(f"        {what}: {document}")
    return counts


if __name__ == "__main__":
    sys.exit(main())
