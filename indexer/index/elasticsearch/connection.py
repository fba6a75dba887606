"""The connection to a cluster of Elasticsearch or OpenSearch: one client a process, and one clear line for whatever goes wrong."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from indexer.errors import EngineError
from indexer.index.elasticsearch.client_library import Client, Library, OtherProductError
from indexer.index.elasticsearch.connection_settings import ConnectionSettings


class Connection:
    """Hands out a client made in the process that asks: connections do not survive a fork.

    Which product answers decides whose client it is: Elasticsearch is tried first, then OpenSearch.

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
        """A client; what goes wrong with it inside the block becomes an EngineError, one of its kinds where waiting may help."""
        library, client = self._opened()
        try:
            yield client
        except library.errors as error:
            raise library.explain(self.settings, error) from error

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
            self._open, self._process = _open(self.settings), os.getpid()
        return self._open


def _open(settings: ConnectionSettings) -> tuple[Library, Client]:
    """A client of the product that answers."""
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
    """What to do where no installed library is for the product that answers."""
    known = [library.product for library in _installed()]
    answers = f"{settings} answers, but is not {', and not '.join(known)}"
    if "OpenSearch" in known:
        return f"{answers}: check the URL, and proxies in between"
    return f"{answers}; for OpenSearch: pip install 'winnow-news[opensearch]'"
