"""The settings that every command shares, read on demand, never at import."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from indexer.configuration import switch, values_of
from indexer.errors import UsageError


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one run.

    Parameters
    ----------
    home : Path
        WINNOW_HOME: the directory of all state of the embedded default.
    engine : str
        WINNOW_ENGINE: URL of an Elasticsearch or OpenSearch node, or several, separated by commas; "" for the embedded engine under `home`.
    now : datetime or None
        WINNOW_NOW (ISO 8601): the clock for one command, for tests and simulations; None for the system's clock.
    database : str
        WINNOW_DATABASE: URL of a PostgreSQL database, such as postgresql://user@host/name; "" for the SQLite file under `home`.
    archive : str
        WINNOW_ARCHIVE: the folder of WARC files, a path or an fsspec URL such as s3://bucket/archive; "" for `archive` under `home`.
    broker : str
        WINNOW_BROKER: URL of the Redis server that distributes tasks to workers; "" for the loop in the process.
    budget : str
        WINNOW_BUDGET: limits of the requests of recrawls, such as 2.2/article,300/day (`workers.revisit.budget`); "" for the defaults.
    log : str
        WINNOW_LOG: `json` or `text` for events on standard error, one per line (`indexer.events`); "" for none.
    engine_prefix : str
        WINNOW_ENGINE_PREFIX: prefix of the names of all aliases, indexes and templates on the engine.
    engine_api_key : str
        WINNOW_ENGINE_API_KEY: as shown by Elasticsearch when the key is created (Base64); never printed.
    engine_ca : str
        WINNOW_ENGINE_CA: file with the CA certificates (PEM) for the engine's certificate; "" for the system's.
    engine_fingerprint : str
        WINNOW_ENGINE_FINGERPRINT: SHA-256 of the engine's certificate authority in hex, instead of the file.
    engine_native : bool
        WINNOW_ENGINE_NATIVE: `off` for new indexes whose text other clients cannot search; they are smaller.
    ui_password : str
        WINNOW_UI_PASSWORD: the hash of the website's password, as printed by `winnow ui --hash-password`; "" disables the password.
    """

    home: Path = Path("winnow-home")
    engine: str = ""
    now: datetime | None = None
    database: str = ""
    archive: str = ""
    broker: str = ""
    budget: str = ""
    log: str = ""
    engine_prefix: str = "news"
    engine_api_key: str = field(default="", repr=False)
    engine_ca: str = ""
    engine_fingerprint: str = ""
    engine_native: bool = True
    ui_password: str = field(default="", repr=False)

    @classmethod
    def read(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """Return the settings from the environment; unset and empty variables leave the default.

        >>> read = Settings.read({"WINNOW_HOME": "/srv/news", "WINNOW_ENGINE": "http://localhost:9200"})
        >>> read.home.as_posix(), read.engine, read.engine_prefix
        ('/srv/news', 'http://localhost:9200', 'news')

        Raises
        ------
        UsageError
            If WINNOW_NOW is no time, WINNOW_ENGINE_NATIVE neither on nor off, WINNOW_BROKER no Redis server, or WINNOW_UI_PASSWORD no hash.
        """
        values = values_of(os.environ if environment is None else environment)
        return cls(
            home=Path(values["WINNOW_HOME"]),
            engine=values["WINNOW_ENGINE"],
            now=_time(values["WINNOW_NOW"]),
            database=values["WINNOW_DATABASE"],
            archive=values["WINNOW_ARCHIVE"],
            broker=_redis(values["WINNOW_BROKER"]),
            budget=values["WINNOW_BUDGET"],
            log=values["WINNOW_LOG"],
            engine_prefix=values["WINNOW_ENGINE_PREFIX"],
            engine_api_key=values["WINNOW_ENGINE_API_KEY"],
            engine_ca=values["WINNOW_ENGINE_CA"],
            engine_fingerprint=values["WINNOW_ENGINE_FINGERPRINT"],
            engine_native=switch(values, "WINNOW_ENGINE_NATIVE"),
            ui_password=_hash(values["WINNOW_UI_PASSWORD"]),
        )

    @property
    def index_directory(self) -> Path:
        """The embedded engine's directory, with one subdirectory per arm.

        >>> Settings(home=Path("h")).index_directory.as_posix()
        'h/index'
        """
        return self.home / "index"


def _time(text: str) -> datetime | None:
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise UsageError(f"WINNOW_NOW={text} is no ISO 8601 time, as 2026-03-04T12:00:00Z is") from error
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    if not _EARLIEST <= moment < _LATEST:
        raise UsageError(f"WINNOW_NOW={text} is out of range: name a time from {_EARLIEST:%Y} on and before {_LATEST:%Y}")
    return moment


_EARLIEST, _LATEST = datetime(1970, 1, 1, tzinfo=UTC), datetime(9000, 1, 1, tzinfo=UTC)
"""Times are stored as seconds since 1970, and plans years ahead must also be valid dates."""


def _redis(url: str) -> str:
    """Return the broker's URL unchanged; only Redis supports the locks that workers share."""
    try:
        parts = urlsplit(url)
        known = not url or (parts.scheme in ("redis", "rediss") and bool(parts.hostname) and parts.port != 0)
    except ValueError:  # a port that is no number
        known = False
    if not known:
        raise UsageError("WINNOW_BROKER names no Redis server, as redis://:PASSWORD@localhost:6379/0 does (rediss:// for TLS)")
    return url


def _hash(text: str) -> str:
    """Return a hash in Werkzeug's form, method$salt$hash; a plain password in its place would lock everyone out."""
    if text and text.count("$") != 2:
        raise UsageError("WINNOW_UI_PASSWORD is no hash: set it to what `winnow ui --hash-password` prints")
    return text
