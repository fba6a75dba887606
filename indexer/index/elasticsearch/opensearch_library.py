"""OpenSearch's client library: creation of clients, and a clear message for each of its errors."""

from __future__ import annotations

import ssl
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import opensearchpy
from opensearchpy.helpers import streaming_bulk

from indexer.errors import EngineAwayError, EngineError, EngineMissingError
from indexer.index.elasticsearch.client_library import BUSY, REQUEST_SECONDS, SERVER_SECONDS, Client, OtherProductError
from indexer.index.elasticsearch.connection_settings import ConnectionSettings
from indexer.index.elasticsearch.opensearch_client import OpenSearchClient

_LEGACY = 3
"""The first major version whose BM25 lacks the factor k1 + 1 (OpenSearch 17315)."""
_STATUSES = {
    401: "it wants to know who asks: put NAME:PASSWORD@ before the host in WINNOW_ENGINE",
    403: "this user may not do this: it needs `indices_all` on PREFIX-*, `cluster_monitor` and `cluster_manage_index_templates`",
    413: "the request is larger than it takes: raise http.max_content_length there to its default, 100mb",
}


class OpenSearchLibrary:
    """Implements `indexer.index.elasticsearch.client_library.Library`.

    If a node does not respond, its client retries at once on the other nodes, also for bulk operations, which are idempotent.
    """

    product = "OpenSearch"
    kinds_apart: Mapping[str, Any] = MappingProxyType({})
    """Its statistics also report the files within compound segments."""
    errors: tuple[type[Exception], ...] = (opensearchpy.TransportError,)

    def __init__(self) -> None:
        self._major = 0

    def open(self, settings: ConnectionSettings) -> Client:
        """Return a client of a cluster that responds."""
        client = _made(settings)
        version = client.info(ignore=405).get("version", {})  # not every Elasticsearch has `GET /`
        if version.get("distribution") != "opensearch":
            client.close()
            raise OtherProductError(f"{settings} answers, but is not OpenSearch")
        self._major = int(str(version["number"]).partition(".")[0])
        return OpenSearchClient(client)

    def explain(self, settings: ConnectionSettings, error: Exception) -> EngineError:
        """Translate one of `errors`."""
        assert isinstance(error, opensearchpy.TransportError)
        if isinstance(error, opensearchpy.ConnectionError):
            message = f"{settings}: {_silence(error)}"
            if isinstance(error, opensearchpy.SSLError):
                return EngineError(message)
            return EngineAwayError(message, f"no answer ({type(error).__name__})")
        message = f"{settings}: {_answer(error)}"
        if error.status_code in BUSY:
            return EngineAwayError(message, f"{error.status_code} {error.error}"[:100], silent=False)
        return EngineMissingError(message) if error.error == "index_not_found_exception" else EngineError(message)

    def bulk(
        self, client: Client, actions: Iterable[dict[str, Any]], *, documents: int, most_bytes: int, require_alias: bool
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield operation and response of each action."""
        assert isinstance(client, OpenSearchClient)
        answers = streaming_bulk(
            client.plain,
            actions,
            chunk_size=documents,
            max_chunk_bytes=most_bytes,
            raise_on_error=False,
            raise_on_exception=False,
            require_alias=require_alias,
            request_timeout=REQUEST_SECONDS,  # without it, the client uses `timeout`, which is meant for the server
            timeout=SERVER_SECONDS,
        )
        for _, answer in answers:
            operation, item = next(iter(answer.items()))
            if isinstance(item.get("exception"), opensearchpy.ConnectionError):
                raise item["exception"]
            yield operation, item

    def bm25_factor(self, k1: float) -> float:
        """Return the server's constant factor of BM25."""
        return k1 + 1 if self._major < _LEGACY else 1.0


def _made(settings: ConnectionSettings) -> opensearchpy.OpenSearch:
    try:
        return opensearchpy.OpenSearch(
            list(settings.nodes),
            http_compress=settings.remote,
            timeout=REQUEST_SECONDS,
            retry_on_status=(),
            ssl_context=_trust(settings) if settings.ca or settings.fingerprint else None,
            ssl_assert_fingerprint=settings.fingerprint or None,
            headers={"authorization": f"ApiKey {settings.api_key}"} if settings.api_key else {},
        )
    except (ValueError, OSError, opensearchpy.ImproperlyConfigured) as error:
        msg = f"{settings}: {error}: check WINNOW_ENGINE, WINNOW_ENGINE_CA and WINNOW_ENGINE_FINGERPRINT"
        raise EngineError(msg) from error


def _trust(settings: ConnectionSettings) -> ssl.SSLContext:
    """Return a context that trusts the authority's certificates, or the one with the fingerprint, like Elasticsearch's client."""
    context = ssl.create_default_context(cafile=settings.ca or None)
    if settings.fingerprint:
        context.check_hostname = False
        if not settings.ca:
            context.verify_mode = ssl.CERT_NONE
    return context


def _answer(error: opensearchpy.TransportError) -> str:
    """Return the message for an error of the server."""
    text = str(error.error)
    if isinstance(error.info, Mapping) and isinstance(error.info.get("error"), Mapping):
        text = f"{error.status_code} {error.error}: {error.info['error'].get('reason')}"
    text = " ".join(text.split())
    advice = _STATUSES.get(int(error.status_code))
    return f"{advice} ({text[:300]})" if advice else text[:500]


def _silence(error: opensearchpy.ConnectionError) -> str:
    detail = " ".join(str(error.error).split())[:200]
    if isinstance(error, opensearchpy.SSLError):
        return f"its certificate is not trusted ({detail}): name its authority in WINNOW_ENGINE_CA or WINNOW_ENGINE_FINGERPRINT"
    if isinstance(error, opensearchpy.ConnectionTimeout):
        return f"no answer within {REQUEST_SECONDS:.0f} s: is it overloaded?"
    return f"no answer ({detail}): is it running, and is this its address?"
