"""The checks of `winnow doctor`.

Each check is a function of the settings that returns a finding, and raises a WinnowError if the part cannot be used. Checks create nothing
but the home directory and the database file, which every command creates.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum

from indexer.archive.entry import Entry
from indexer.archive.place import Place, is_spooled
from indexer.archive.storage import listed
from indexer.cli.terminal import counted
from indexer.errors import InputError, StoreError, UsageError, WinnowError
from indexer.home import Home
from indexer.index.arm import Arm
from indexer.settings import Settings

MIN_FREE_BYTES = 1 << 30
"""Minimum free bytes on the disk of the home directory; with less, a crawl or an index may soon fail."""
_LATE = 900.0
"""Maximum seconds for which a complete file may wait for its upload to the archive."""
_WEIGHTS = {
    "w_repeated": "weights in eighths (no plugin weighted-terms)",
    "w_weighted_terms": "exact weights by its plugin",
    "w_delimited_terms": "exact weights",
}
"""Descriptions of the encodings of weights, by the name of the cluster's analyzer."""


class State(StrEnum):
    """The state of a part."""

    OK = "ok"
    WARN = "warn"
    """works, but incompletely"""
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Finding:
    """The finding of a check.

    Parameters
    ----------
    part : str
        `home`, `archive`, `engine`, `database`, `broker` or `contact`.
    found : str
        One line; unless the state is OK, it also contains what to do.
    """

    part: str
    state: State
    found: str


def examine(settings: Settings, contact: str = "") -> Iterator[Finding]:
    """Yield one finding per part, in the order in which a page passes through them.

    Parameters
    ----------
    contact : str
        The value of WINNOW_CONTACT.
    """
    for part, check in _CHECKS.items():
        try:
            state, found = check(settings)
            yield Finding(part, state, found)
        except WinnowError as error:
            yield Finding(part, State.FAIL, str(error))
    yield _contact(contact)


_Found = tuple[State, str]


def _home(settings: Settings) -> _Found:
    home = settings.home
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{home}: {error.strerror}: name another directory with --home or WINNOW_HOME") from error
    if not os.access(home, os.W_OK | os.X_OK):
        raise UsageError(f"{home} cannot be written to: change its owner, or name another with --home or WINNOW_HOME")
    free = shutil.disk_usage(home).free
    found = f"{home.absolute()}, {free / (1 << 30):,.1f} GiB free"
    return (State.OK, found) if free >= MIN_FREE_BYTES else (State.WARN, f"{found}: make room before the next crawl")


def _archive(settings: Settings) -> _Found:
    from indexer.archive.scan import scan

    place = Home(settings).archive
    try:
        files = [name for name in listed(place.folder, (".warc.gz",)) if not is_spooled(name)]
    except OSError as error:
        raise InputError(f"{place.folder}: {error}") from error
    late = _late(place)
    if late:
        return State.WARN, f"{place.spool}: {counted(late, 'file')} not yet sent to {place.folder}: can it be reached and written to?"
    if not files:
        return State.OK, f"{place.folder}: empty; `winnow crawl URL` fills it"
    newest = files[-1]
    pages = sum(isinstance(item, Entry) for item in scan([newest], settings.home))
    return State.OK, f"{counted(len(files), 'WARC file')}; the last one, {newest.rpartition('/')[2]}, holds {counted(pages, 'page')}"


def _late(place: Place) -> int:
    """Return the number of complete files that should have been uploaded by now."""
    waiting = place.spool.glob("*.warc.gz") if place.spool is not None and place.spool.is_dir() else ()
    return sum(time.time() - file.stat().st_mtime > _LATE for file in waiting)


def _engine(settings: Settings) -> _Found:
    if settings.engine:
        return _elasticsearch(settings)
    if not settings.index_directory.is_dir():
        return State.OK, f"embedded, {settings.index_directory}: empty; `winnow index INPUT` fills it"
    with closing(Home(settings).engine()) as engine:
        return State.OK, f"embedded, {_counts(engine.count)}"


def _elasticsearch(settings: Settings) -> _Found:
    from indexer.index.elasticsearch.aliases import available_encoding
    from indexer.index.elasticsearch.connection import Connection
    from indexer.index.elasticsearch.connection_settings import ConnectionSettings

    with closing(Connection(ConnectionSettings.of(settings))) as connection, connection.ask() as client:
        status = str(client.cluster.health()["status"])
        nodes = client.nodes.info(metric="plugins")["nodes"].values()
        product, weights = connection.library.product, _WEIGHTS[available_encoding(client).name]
    versions = ", ".join(sorted({str(node["version"]) for node in nodes}))
    with closing(Home(settings).engine()) as engine:
        found = f"{product} {versions}, {counted(len(nodes), 'node')}, {status}, {weights}; {_counts(engine.count)}"
    if status == "red":
        return State.FAIL, f"{found}: some documents cannot be reached; start the missing nodes"
    return State.OK, found


def _counts(count: Callable[[Arm], int]) -> str:
    return ", ".join(f"{arm.value} {count(arm):,}" for arm in Arm)


def _database(settings: Settings) -> _Found:
    from indexer.store.database import FILE
    from workers.frontier.view import FrontierView

    home = Home(settings)
    if not home.has_database:
        return State.OK, f"{settings.home / FILE}: not there yet; the first crawl makes it"
    with home.database() as database:
        hosts = FrontierView(database).counts()
        name = database.dialect
    return State.OK, f"{name}, schema up to date; {counted(sum(h.urls for h in hosts), 'URL')} of {counted(len(hosts), 'host')}"


def _broker(settings: Settings) -> _Found:
    if not settings.broker:
        return State.OK, "none: crawls run in the process that is called"
    if not settings.database:
        raise StoreError("WINNOW_BROKER is set and WINNOW_DATABASE is not: workers on other machines need a PostgreSQL database")
    from workers.broker.broker_check import broker_error, without_password

    shown, error = without_password(settings.broker), broker_error(settings.broker)
    if error:
        raise UsageError(f"{shown}: no answer ({error}): is it running, and is this its address?")
    return State.OK, f"{shown} answers"


def _contact(contact: str) -> Finding:
    if contact:
        return Finding("contact", State.OK, contact)
    missing = "none: set WINNOW_CONTACT to a URL or mail address before crawling anything beyond this machine"
    return Finding("contact", State.WARN, missing)


_CHECKS: dict[str, Callable[[Settings], _Found]] = {
    "home": _home,
    "archive": _archive,
    "engine": _engine,
    "database": _database,
    "broker": _broker,
}
