"""Elasticsearch's client library: creation of clients, and a clear message for each of its errors."""

from __future__ import annotations

import ssl
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import elasticsearch
from elastic_transport import TlsError
from elasticsearch.helpers import streaming_bulk

from indexer.errors import EngineAwayError, EngineError, EngineMissingError
from indexer.index.elasticsearch.client_library import BUSY, REQUEST_SECONDS, SERVER_SECONDS, Client, OtherProductError
from indexer.index.elasticsearch.connection_settings import ConnectionSettings

_STATUSES = {
    401: "it wants to know who asks: set WINNOW_ENGINE_API_KEY, or put NAME:PASSWORD@ before the host",
    403: "the API key may not do this: it needs `manage` and `write` on PREFIX-*, `manage_index_templates` and `monitor`",
    413: "the request is larger than it takes: raise http.max_content_length there to its default, 100mb",
}


class ElasticsearchLibrary:
    """Implements `indexer.index.elasticsearch.client_library.Library`."""

    product = "Elasticsearch"
    kinds_apart: Mapping[str, Any] = MappingProxyType({"compound_format": False, "merge.policy.type": "time_based"})
    """A small segment is one compound file until it is merged, and the default (tiered) policy does not merge a single segment."""
    errors: tuple[type[Exception], ...] = (elasticsearch.ApiError, elasticsearch.TransportError)

    def open(self, settings: ConnectionSettings) -> Client:
        """Return a client of a cluster that responds."""
        client = _made(settings)
        try:
            client.indices.get_alias(name=f"{settings.prefix}-*")  # only a successful response identifies the product
        except elasticsearch.UnsupportedProductError as error:
            client.close()
            raise OtherProductError(f"{settings} answers, but is not Elasticsearch") from error
        return client

    def explain(self, settings: ConnectionSettings, error: Exception) -> EngineError:
        """Translate one of `errors`."""
        if isinstance(error, elasticsearch.ApiError):
            message = f"{settings}: {_answer(error)}"
            if error.meta.status in BUSY:
                return EngineAwayError(message, f"{error.meta.status} {error.error}"[:100], silent=False)
            return EngineMissingError(message) if error.error == "index_not_found_exception" else EngineError(message)
        assert isinstance(error, elasticsearch.TransportError)
        message = f"{settings}: {_silence(error)}"
        return EngineAwayError(message, f"no answer ({type(error).__name__})") if _away(error) else EngineError(message)

    def bulk(
        self, client: Client, actions: Iterable[dict[str, Any]], *, documents: int, most_bytes: int, require_alias: bool
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield operation and response of each action."""
        assert isinstance(client, elasticsearch.Elasticsearch)
        answers = streaming_bulk(
            client.options(max_retries=0),
            actions,
            chunk_size=documents,
            max_chunk_bytes=most_bytes,
            raise_on_error=False,
            raise_on_exception=False,
            require_alias=require_alias,
            timeout=SERVER_SECONDS,
        )
        for _, answer in answers:
            yield next(iter(answer.items()))

    def bm25_factor(self, k1: float) -> float:
        """Return the server's constant factor of BM25."""
        return k1 + 1


def _made(settings: ConnectionSettings) -> elasticsearch.Elasticsearch:
    secured: dict[str, str] = {}
    if settings.ca:
        secured["ca_certs"] = settings.ca
    if settings.fingerprint:
        secured["ssl_assert_fingerprint"] = settings.fingerprint
    try:
        if settings.ca:  # fails early: the client reads the file when it connects, and reports a missing file as a missing server
            ssl.create_default_context(cafile=settings.ca)
        return elasticsearch.Elasticsearch(
            list(settings.nodes),
            api_key=settings.api_key or None,
            http_compress=settings.remote,
            request_timeout=REQUEST_SECONDS,
            **secured,  # type: ignore[arg-type]  # two names of one type, which mypy takes for any
        )
    except (ValueError, OSError) as error:
        msg = f"{settings}: {error}: check WINNOW_ENGINE, WINNOW_ENGINE_CA and WINNOW_ENGINE_FINGERPRINT"
        raise EngineError(msg) from error


def _answer(error: elasticsearch.ApiError) -> str:
    """Return the message for an error of the server."""
    text = str(error)
    if "media_type_header_exception" in text or error.meta.status == 406:
        version = ".".join(map(str, elasticsearch.__version__))
        return (
            f"the server does not understand the client library elasticsearch {version}, which is of a later major version:"
            " install 'elasticsearch>=8.19,<9' for a server of version 8"
        )
    advice = _STATUSES.get(error.meta.status)
    if advice is None and not isinstance(error.body, dict):
        return f"what answers there with status {error.meta.status} is no Elasticsearch: is this its address?"
    return f"{advice} ({text[:300]})" if advice else text[:500]


def _away(error: elasticsearch.TransportError) -> bool:
    """Return whether a retry may help; it does not help against a wrong certificate."""
    waits = isinstance(error, elasticsearch.ConnectionError | elasticsearch.ConnectionTimeout)
    return waits and not isinstance(error, TlsError)


def _silence(error: elasticsearch.TransportError) -> str:
    if isinstance(error, TlsError):
        return f"its certificate is not trusted ({error.message}): name its authority in WINNOW_ENGINE_CA or WINNOW_ENGINE_FINGERPRINT"
    if isinstance(error, elasticsearch.ConnectionTimeout):
        return f"no answer within {REQUEST_SECONDS:.0f} s: is it overloaded?"
    return f"no answer ({error.message[:200]}): is it running, and is this its address?"
