"""Sites: the known sites with their names and redesigns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, union_all, update

from indexer.store.crawl_tables import Host, Url
from indexer.store.database import Database
from indexer.store.history_tables import KnownPageRow, ScheduleRow
from indexer.store.site_tables import Alias, Redesign, Site
from indexer.store.story_tables import StoryRow
from indexer.store.url_lifecycle import Unobserved


@dataclass(frozen=True, slots=True)
class Redesigned:
    """The time of a redesign (UTC seconds) and the evidence for it."""

    at: float
    reason: str


class Sites:
    """The sites of a database.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as home, Database.open(Path(home)) as database:
    ...     sites = Sites(database)
    ...     sites.add_alias("example.org", "example.net", at=0.0)
    ...     sites.name("example.net"), sites.names("example.net")
    ('example.org', ('example.net', 'example.org'))
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def add_alias(self, key: str, alias: str, at: float) -> None:
        """Record a registered domain as another name of the site `key`; its host moves to this site."""
        with self._database.writing() as connection:
            ids = site_ids(self._database, connection, [key], at)
            connection.execute(self._database.insert_new(Alias).values(key=alias, site_id=ids[key], since=at))
            connection.execute(update(Alias).where(Alias.key == alias).values(site_id=ids[key], since=at))
            moved = update(Host).where(Host.key == alias, Host.site_id != ids[key]).values(site_id=ids[key])
            if connection.execute(moved).rowcount:  # the new site's history must record its pages
                host = select(Host.id).where(Host.key == alias).scalar_subquery()
                connection.execute(update(Url).where(Url.host_id == host, Url.visits > 0).values(unobserved=Unobserved.VISIT.value))

    def part(self, key: str, at: float) -> bool:
        """Make a registered domain that the site had before a site of its own, since it answers with pages of its own; True if it was not.

        The history stays with the site at its present name, which is the one added last.
        """
        with self._database.writing() as connection:
            site = site_id(connection, key)
            aliases = connection.execute(select(Alias.key).where(Alias.site_id == site).order_by(Alias.since, Alias.key)).scalars().all()
            present = aliases[-1] if aliases else key
            if present == key or site is None:
                return False
            if key in aliases:
                connection.execute(delete(Alias).where(Alias.key == key))
            else:
                connection.execute(delete(Alias).where(Alias.key == present))
                unused = connection.scalar(select(Site.id).where(Site.key == present))  # met by itself before it became another name
                for number, name in ((unused, ""), (site, present), (unused, key)):
                    connection.execute(update(Site).where(Site.id == number).values(key=name))
            own = site_ids(self._database, connection, [key], at)[key]
            host = select(Host.id).where(Host.key == key).scalar_subquery()
            pages = select(Url.key).where(Url.host_id == host)
            connection.execute(update(Host).where(Host.key == key).values(site_id=own))
            connection.execute(update(Url).where(Url.host_id == host, Url.visits > 0).values(unobserved=Unobserved.VISIT.value))
            connection.execute(delete(KnownPageRow).where(KnownPageRow.site_id == site, KnownPageRow.key.in_(pages)))
            stories = select(Url.id).where(Url.host_id == host)
            connection.execute(update(StoryRow).where(StoryRow.site_id == site, StoryRow.page_id.in_(stories)).values(site_id=own))
            connection.execute(update(ScheduleRow).where(ScheduleRow.site_id == site).values(version=ScheduleRow.version + 1))
            return True

    def name(self, key: str) -> str | None:
        """Return the key of the site of a registered domain; None if it is unknown."""
        with self._database.reading() as connection:
            return connection.scalar(select(Site.key).where(Site.id == site_id(connection, key)))

    def names(self, key: str) -> tuple[str, ...]:
        """Return all registered domains of a site, in alphabetical order."""
        with self._database.reading() as connection:
            site = site_id(connection, key)
            keys = union_all(select(Site.key).where(Site.id == site), select(Alias.key).where(Alias.site_id == site))
            return tuple(sorted(connection.scalars(keys)))

    def note_redesign(self, key: str, at: float, reason: str) -> None:
        """Record a redesign of the site."""
        with self._database.writing() as connection:
            site = site_ids(self._database, connection, [key], at)[key]
            connection.execute(insert(Redesign).values(site_id=site, at=at, reason=reason))

    def redesigns(self, key: str) -> tuple[Redesigned, ...]:
        """Return the site's redesigns, oldest first."""
        with self._database.reading() as connection:
            mine = select(Redesign.at, Redesign.reason).where(Redesign.site_id == site_id(connection, key))
            rows = connection.execute(mine.order_by(Redesign.at, Redesign.id))
            return tuple(Redesigned(at, reason) for at, reason in rows)


def site_ids(database: Database, connection: Connection, keys: Iterable[str], at: float) -> Mapping[str, int]:
    """Return the site ids of registered domains; a new domain becomes a new site."""
    wanted = sorted(set(keys))
    found = _known(connection, wanted)
    missing = [{"key": key, "since": at} for key in wanted if key not in found]
    if missing:
        connection.execute(database.insert_new(Site), missing)
        found = _known(connection, wanted)
    return found


def site_id(connection: Connection, key: str) -> int | None:
    """Return the site id of a registered domain; None if it is unknown."""
    return _known(connection, [key]).get(key)


def _known(connection: Connection, keys: list[str]) -> dict[str, int]:
    """Look up sites by key and alias; an alias takes precedence, because its former site has been merged into another."""
    sites = connection.execute(select(Site.key, Site.id).where(Site.key.in_(keys)))
    aliases = connection.execute(select(Alias.key, Alias.site_id).where(Alias.key.in_(keys)))
    return {**dict(sites.all()), **dict(aliases.all())}
