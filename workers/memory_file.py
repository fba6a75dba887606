"""Memories of sites in one SQLite file, so that they outlast the process.

A save is one transaction of what was replaced since the load: a process that is killed leaves the memory of the last
save, which costs a second look at what it did since, and nothing else.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from indexer.errors import UsageError
from workers.fetch import Validator
from workers.site_memory import KnownPage, Life, PageKind, Request, Sighting, SiteMemory

_VERSION = 1
_SCHEMA = """
CREATE TABLE page (site TEXT, url TEXT, kind TEXT, found REAL, visited REAL, published REAL, visits INTEGER, etag TEXT, modified TEXT,
  blocks TEXT, boxes TEXT, life TEXT, failures INTEGER, hint TEXT, PRIMARY KEY (site, url)) WITHOUT ROWID;
CREATE TABLE sighting (site TEXT, source TEXT, url TEXT, first REAL, last REAL, rank INTEGER, headline INTEGER, text INTEGER, words INTEGER,
  box TEXT, PRIMARY KEY (site, source, url)) WITHOUT ROWID;
CREATE TABLE request (id INTEGER PRIMARY KEY, site TEXT, url TEXT, at REAL, kind TEXT, why TEXT, since REAL, result TEXT, found INTEGER,
  alone INTEGER, born REAL, hint TEXT, hoped REAL);
CREATE INDEX request_at ON request (site, at);
CREATE TABLE fact (site TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE indexed (file TEXT PRIMARY KEY) WITHOUT ROWID;
"""
_DAY = 86_400.0
_REQUEST_DAYS, _SIGHTING_DAYS = 45.0, 30.0
"""Days after which a request, and a page that a source no longer shows, say nothing any more."""


class MemoryFile:
    """A file of memories.

    Parameters
    ----------
    path : Path
        Made with its folder if absent.

    Raises
    ------
    UsageError
        Where the file is none, or one of another version.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        try:
            with closing(self._open()) as db, db:
                [version] = db.execute("PRAGMA user_version").fetchone()
                if not version:
                    db.executescript(f"{_SCHEMA} PRAGMA user_version = {_VERSION};")
        except sqlite3.DatabaseError as error:
            raise UsageError(f"{path}: {error}; move it away, and the next crawl begins another") from error
        if version not in (0, _VERSION):
            raise UsageError(f"{path} was written by another version of Winnow: move it away, and the next crawl begins another")

    def _open(self) -> sqlite3.Connection:
        db = sqlite3.connect(self._path, timeout=30.0)
        db.execute("PRAGMA journal_mode = WAL")
        return db

    def sites(self) -> list[str]:
        """The sites that are remembered."""
        with closing(self._open()) as db:
            return [site for (site,) in db.execute("SELECT DISTINCT site FROM page ORDER BY site")]

    def indexed(self) -> frozenset[str]:
        """The archive's files whose pages the index has."""
        with closing(self._open()) as db:
            return frozenset(file for (file,) in db.execute("SELECT file FROM indexed"))

    def mark_indexed(self, files: Iterable[str]) -> None:
        """Tick files off."""
        with closing(self._open()) as db, db:
            db.executemany("INSERT OR IGNORE INTO indexed VALUES (?)", [(file,) for file in files])

    def load(self, site: str) -> SiteMemory:
        """A site's memory, empty for a site never seen."""
        memory = SiteMemory(site)
        with closing(self._open()) as db:
            for row in db.execute(
                "SELECT url, kind, found, visited, published, visits, etag, modified, blocks, boxes, life, failures, hint"
                " FROM page WHERE site = ?", (site,)
            ):  # fmt: skip
                memory.pages[row[0]] = _page(row)
            for source, url, *values in db.execute(
                "SELECT source, url, first, last, rank, headline, text, words, box FROM sighting WHERE site = ?"
                " ORDER BY source, rank, url", (site,)
            ):  # fmt: skip
                memory.shown.setdefault(source, {})[url] = Sighting(*values)
            for url, at, kind, *values in db.execute(
                "SELECT url, at, kind, why, since, result, found, alone, born, hint, hoped FROM request WHERE site = ? ORDER BY id", (site,)
            ):
                memory.requests.append(Request(url, at, PageKind(kind), *values))
            for (value,) in db.execute("SELECT value FROM fact WHERE site = ?", (site,)):
                memory.facts = json.loads(value)
        memory.stored_requests = len(memory.requests)
        return memory

    def save(self, memory: SiteMemory, now: float) -> None:
        """Store what was replaced since the load or the last save, and forget what is too old to tell anything."""
        site = memory.site
        with closing(self._open()) as db, db:
            db.executemany(
                "INSERT OR REPLACE INTO page VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [_row(site, memory.pages[url]) for url in sorted(memory.changed_pages)],
            )
            db.executemany(
                "INSERT OR REPLACE INTO sighting VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (site, source, url, s.first, s.last, s.rank, s.headline, s.text, s.words, s.box)
                    for source in sorted(memory.changed_sources)
                    for url, s in memory.shown[source].items()
                ],
            )
            db.executemany(
                "INSERT INTO request (site, url, at, kind, why, since, result, found, alone, born, hint, hoped)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (site, r.url, r.at, r.kind.value, r.why, r.since, r.result, r.found, r.alone, r.born, r.hint, r.hoped)
                    for r in memory.requests[memory.stored_requests :]
                ],
            )
            db.execute("INSERT OR REPLACE INTO fact VALUES (?, ?)", (site, json.dumps(memory.facts)))
            db.execute("DELETE FROM request WHERE site = ? AND at < ?", (site, now - _REQUEST_DAYS * _DAY))
            db.execute("DELETE FROM sighting WHERE site = ? AND last < ?", (site, now - _SIGHTING_DAYS * _DAY))
        memory.changed_pages.clear()
        memory.changed_sources.clear()
        memory.stored_requests = len(memory.requests)


def _page(row: tuple[Any, ...]) -> KnownPage:
    url, kind, found, visited, published, visits, etag, modified, blocks, boxes, life, failures, hint = row
    return KnownPage(
        url=url, kind=PageKind(kind), found=found, visited=visited, published=published, visits=visits,
        validator=Validator(etag, modified), blocks=_blocks(blocks), boxes=json.loads(boxes), life=Life(life), failures=failures, hint=hint,
    )  # fmt: skip


def _row(site: str, page: KnownPage) -> tuple[object, ...]:
    blocks = " ".join(f"{key:x}:{length}" for key, length in page.blocks.items())
    return (
        site, page.url, page.kind.value, page.found, page.visited, page.published, page.visits, page.validator.etag,
        page.validator.last_modified, blocks, json.dumps(dict(page.boxes)), page.life.value, page.failures, page.hint,
    )  # fmt: skip


def _blocks(text: str) -> Mapping[int, int]:
    return {int(key, 16): int(length) for key, _, length in (pair.partition(":") for pair in text.split())}
