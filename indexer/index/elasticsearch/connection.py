"""The connection to a cluster of Elasticsearch or OpenSearch: one client a process, and one clear line for whatever goes wrong."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from urllib.parse import urlsplit

from indexer.errors import EngineError, UsageError
from indexer.index.elasticsearch.client_library import Client, Library, OtherProductError
from indexer.settings import Settings


@dataclass(frozen=True, slots=True)
class ConnectionSettings:
    """Where a cluster is, and how it is spoken to.

    Parameters
    ----------
    urls : tuple of str
        Of one node or several; the others are asked where one does not answer.
    prefix : str
        What the names of aliases, indexes and templates begin with.
    api_key, ca, fingerprint : str
        As in `indexer.settings.Settings`.

    Raises
    ------
    UsageError
        Where a URL has no host or is neither http nor https, or the prefix is none that an index may have.
    """

    urls: tuple[str, ...]
    prefix: str = "news"
    api_key: str = field(default="", repr=False)
    ca: str = ""
    fingerprint: str = ""

    def __post_init__(self) -> None:
        for url in self.urls:
            if not _is_address(url):
                msg = f"{url.rpartition('@')[2]} is no engine's URL, as http://localhost:9200 is"
                raise UsageError(msg)
        name = self.prefix.replace("-", "").replace("_", "")
        if not (name.isascii() and name.isalnum() and name == name.lower() and self.prefix[0].isalnum()):
            msg = f"{self.prefix!r} cannot begin the name of an index: use small letters, digits, - and _"
            raise UsageError(msg)

    @classmethod
    def of(cls, settings: Settings) -> ConnectionSettings:
        """The engine that the settings name.

        >>> ConnectionSettings.of(Settings(engine="http://a:9200, http://b:9200")).urls
        ('http://a:9200', 'http://b:9200')
        """
        urls = tuple(url.strip() for url in settings.engine.split(",") if url.strip())
        key, ca, fingerprint = settings.engine_api_key, settings.engine_ca, settings.engine_fingerprint
        return cls(urls, settings.engine_prefix, key, ca, fingerprint)

    @property
    def nodes(self) -> tuple[str, ...]:
        """The URLs with their ports."""
        return tuple(map(_with_port, self.urls))

    @property
    def remote(self) -> bool:
        """Whether a network lies between; only then is compressing requests worth its time, a fifth of a writer's.

        >>> ConnectionSettings(("http://127.0.0.1:9200",)).remote, ConnectionSettings(("https://search.example.org",)).remote
        (False, True)
        """
        return not {urlsplit(url).hostname for url in self.urls} <= _THIS_MACHINE

    def __str__(self) -> str:
        """For messages: without passwords."""
        return ", ".join(map(_shown, self.urls))


_THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "::1"})


class Connection:
    """Hands out a client made in the process that asks: connections do not survive a fork.

    Which product answers decides whose client it is: Elasticsearch is tried first, then OpenSearch.

    Parameters
    ----------
    address : ConnectionSettings
    """

    def __init__(self, address: ConnectionSettings) -> None:
        self.address = address
        self._open: tuple[Library, Client] | None = None
        self._process = 0

    @contextmanager
    def ask(self) -> Iterator[Client]:
        """A client; what goes wrong with it inside the block becomes an EngineError, one of its kinds where waiting may help."""
        library, client = self._opened()
        try:
            yield client
        except library.errors as error:
            raise library.explain(self.address, error) from error

    @property
    def library(self) -> Library:
        """The library that the cluster's product needs."""
        return self._opened()[0]

    def close(self) -> None:
        """Let go of the connections."""
        if self._open is not None and self._process == os.getpid():
            self._open[1].close()
        self._open = None

    def _opened(self) -> tuple[Library, Client]:
        if self._open is None or self._process != os.getpid():
            self._open, self._process = _open(self.address), os.getpid()
        return self._open


def _open(address: ConnectionSettings) -> tuple[Library, Client]:
    """A client of the product that answers."""
    for library in _installed():
        try:
            return library, library.open(address)
        except OtherProductError:
            continue
        except library.errors as error:
            raise library.explain(address, error) from error
    raise EngineError(_unknown(address))


def _installed() -> Iterator[Library]:
    from indexer.index.elasticsearch.elasticsearch_library import ElasticsearchLibrary

    yield ElasticsearchLibrary()
    if find_spec("opensearchpy"):
        from indexer.index.elasticsearch.opensearch_library import OpenSearchLibrary

        yield OpenSearchLibrary()


def _unknown(address: ConnectionSettings) -> str:
    """What to do where no installed library is for the product that answers."""
    known = [library.product for library in _installed()]
    answers = f"{address} answers, but is not {', and not '.join(known)}"
    if "OpenSearch" in known:
        return f"{answers}: check the URL, and proxies in between"
    return f"{answers}; for OpenSearch: pip install 'winnow-news[opensearch]'"


def _is_address(url: str) -> bool:
    """Whether a URL has all that is needed.

    >>> [_is_address(url) for url in ("http://[::1]:9200", "http://[", "http://a:port", "ftp://a")]
    [True, False, False, False]
    """
    try:
        parts = urlsplit(url)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _with_port(url: str) -> str:
    """Clients want the port named.

    >>> _with_port("https://search.example.org"), _with_port("http://[::1]:9200/es")
    ('https://search.example.org:443', 'http://[::1]:9200/es')
    """
    parts = urlsplit(url)
    if parts.port is not None:
        return url
    port = 443 if parts.scheme == "https" else 80
    return parts._replace(netloc=f"{parts.netloc}:{port}").geturl()


def _shown(url: str) -> str:
    """Without a name and password.

    >>> _shown("https://me:secret@search.example.org:9200")
    'https://search.example.org:9200'
    """
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
