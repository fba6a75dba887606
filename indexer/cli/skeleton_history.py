"""The stored skeletons of a site: the latest tree, and the changes of each version."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indexer.cli.terminal import printable
from indexer.errors import ModelError, NothingToDoError
from indexer.home import Home
from indexer.site.skeleton.skeleton import Skeleton
from indexer.urls import site_key

if TYPE_CHECKING:
    from indexer.site.skeleton.difference import Change, SkeletonDifference
    from indexer.store.skeletons import Skeletons, StoredSkeleton

_CHANGES = ("added", "removed", "moved", "renamed", "retyped")


@dataclass(frozen=True, slots=True)
class Version:
    """One stored version: its number, the time since which it is valid, its tree (None if it cannot be read), and its changes to the
    previous version (None for the first, and if either cannot be read)."""

    number: int
    since: datetime
    tree: Skeleton | None
    changes: SkeletonDifference | None


@contextmanager
def stored_skeletons(home: Path | None) -> Iterator[Skeletons]:
    """The skeletons of the database that the command line or the settings name.

    Raises
    ------
    NothingToDoError
        If there is no database under the home directory; reading creates none.
    """
    from indexer.store.database import FILE
    from indexer.store.skeletons import Skeletons

    opened = Home.of(home)
    if not opened.has_database:
        raise NothingToDoError(f"no skeleton is stored: there is no {opened.directory / FILE}; name another home directory with --home")
    with opened.database() as database:
        yield Skeletons(database)


def site_named(text: str) -> str:
    """The key of a site that is named by its host or by any URL of it.

    >>> site_named("www.example.org"), site_named("https://sport.example.org/a")
    ('example.org', 'example.org')
    """
    return site_key(text if "://" in text else f"https://{text}") or text


def latest(skeletons: Skeletons, site: str) -> Skeleton:
    """The current stored skeleton.

    Raises
    ------
    NothingToDoError
        If the site has none.
    ModelError
        If it cannot be read.
    """
    from indexer.site.skeleton.codec import read

    return read(_some(skeletons.history(site, limit=1), site)[0].tree)


def versions(skeletons: Skeletons, site: str) -> list[Version]:
    """All stored versions, the latest first.

    Raises
    ------
    NothingToDoError
        If the site has none.
    """
    from indexer.site.skeleton.difference import difference

    found: list[Version] = []
    before: Skeleton | None = None
    for stored in reversed(_some(skeletons.history(site), site)):
        tree = _tree(stored)
        changes = None if before is None or tree is None else difference(before, tree)
        found.append(Version(stored.version, datetime.fromtimestamp(stored.at, UTC), tree, changes))
        before = tree
    return found[::-1]


def _some(stored: Sequence[StoredSkeleton], site: str) -> Sequence[StoredSkeleton]:
    if not stored:
        raise NothingToDoError(f"no skeleton of {site} is stored: a crawl stores one, and `winnow skeleton INPUT --store`")
    return stored


def _tree(stored: StoredSkeleton) -> Skeleton | None:
    from indexer.site.skeleton.codec import read

    try:
        return read(stored.tree)
    except ModelError:
        return None


def record(site: str, found: Sequence[Version]) -> dict[str, Any]:
    """The versions as JSON values; a moved, renamed or retyped page has its values before and after."""
    return {"site": site, "versions": [_version(version) for version in found]}


def _version(version: Version) -> dict[str, Any]:
    out: dict[str, Any] = {"version": version.number, "since": version.since.isoformat(timespec="seconds")}
    out["pages"] = None if version.tree is None else len(version.tree.links())
    out["changes"] = None
    if version.changes is not None:
        out["changes"] = {kind: [_json(one) for one in getattr(version.changes, kind)] for kind in _CHANGES}
    return out


def _json(change: str | Change) -> str | dict[str, str]:
    return change if isinstance(change, str) else change._asdict()


def lines(site: str, found: Sequence[Version]) -> Iterator[str]:
    """The versions as lines of text."""
    yield printable(site)
    for version in found:
        size = "which cannot be read: learn it again" if version.tree is None else f"{len(version.tree.links())} pages"
        yield f"version {version.number}, since {version.since:%Y-%m-%d %H:%M} UTC, {size}"
        for kind in _CHANGES if version.changes is not None else ():
            yield from (f"  {kind:8} {printable(_text(one))}" for one in getattr(version.changes, kind))


def _text(change: str | Change) -> str:
    return change if isinstance(change, str) else f"{change.url}, before: {change.before or '-'}, now: {change.after or '-'}"
