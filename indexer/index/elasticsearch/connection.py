"""Connection to an Elasticsearch or OpenSearch cluster: one client per process, and a clear message for every error."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from indexer.errors import EngineError
from indexer.index.elasticsearch.client_library import Client, Library, OtherProductError
from indexer.index.elasticsearch.connection_settings import ConnectionSettings


class Connection:
    """Provides a client created in the current process, because connections do not survive a fork.

    The client library depends on the product that responds: Elasticsearch is tried first, then OpenSearch.

    Parameters
    ----------
    settings : ConnectionSettings
    """

    def __init__(self, settings: ConnectionSettings) -> None:
        self.settings = settings
        self._open: tuple[Library, Client] | None = None
        self._process = 0

    @contextmanager
    def ask(self) -> Iterator[Client]:
        """Yield a client; its exceptions within the block become EngineErrors, or EngineAwayErrors if a retry may help."""
        library, client = self._opened()
        try:
            yield client
        except library.errors as error:
            raise library.explain(self.settings, error) from error

    @property
    def library(self) -> Library:
        """The client library for the cluster's product."""
        return self._opened()[0]

    def close(self) -> None:
        """Close the connections."""
        if self._open is not None and self._process == os.getpid():
            self._open[1].close()
        self._open = None

    def _opened(self) -> tuple[Library, Client]:
        if self._open is None or self._process != os.getpid():
            self._open, self._process = _open(self.settings), os.getpid()
        return self._open


def _open(settings: ConnectionSettings) -> tuple[Library, Client]:
    """Open a client of the product that responds."""
    for library in _installed():
        try:
            return library, library.open(settings)
        except OtherProductError:
            continue
        except library.errors as error:
            raise library.explain(settings, error) from error
    raise EngineError(_unknown(settings))


def _installed() -> Iterator[Library]:
    from indexer.index.elasticsearch.elasticsearch_library import ElasticsearchLibrary

    yield ElasticsearchLibrary()
    if find_spec("opensearchpy"):
        from indexer.index.elasticsearch.opensearch_library import OpenSearchLibrary

        yield OpenSearchLibrary()


def _unknown(settings: ConnectionSettings) -> str:
    """Return the message for a product without an installed library."""
    known = [library.product for library in _installed()]
    answers = f"{settings} answers, but is not {', and not '.join(known)}"
    if "OpenSearch" in known:
        return f"{answers}: check the URL, and proxies in between"
    return f"{answers}; for OpenSearch: pip install 'winnow-news[opensearch]'"
