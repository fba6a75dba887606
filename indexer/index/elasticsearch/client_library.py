"""The calls of Elasticsearch's and OpenSearch's client libraries that Winnow needs, as one interface.

Calls and arguments have the names of Elasticsearch's client, which is therefore a `Client` itself; OpenSearch's client is adapted in
`indexer.index.elasticsearch.opensearch_client`. Responses are mappings with the plain mapping as `body`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, Self

from indexer.errors import EngineError
from indexer.index.elasticsearch.connection_settings import ConnectionSettings

REQUEST_SECONDS = 60.0
"""Timeout of a request in seconds; a bulk request of 8 MiB takes one or two."""
BUSY = frozenset({429, 502, 503, 504})
"""Statuses of a server that may accept the same request later."""
SERVER_SECONDS = "20s"
"""Time the server waits for a missing shard; it is shorter than the timeout of the request."""

Object = Mapping[str, Any]


class IndicesCalls(Protocol):
    """Calls about indexes, aliases and index templates."""

    def analyze(
        self,
        *,
        analyzer: str | None = None,
        tokenizer: str | None = None,
        filter: Sequence[str] | None = None,  # noqa: A002 - the API's own name
        text: str | None = None,
    ) -> Any: ...

    def create(
        self, *, index: str, aliases: Object | None = None, mappings: Object | None = None, settings: Object | None = None
    ) -> Any: ...

    def delete(self, *, index: str | Sequence[str]) -> Any: ...

    def flush(self, *, index: str, force: bool | None = None) -> Any: ...

    def forcemerge(self, *, index: str, max_num_segments: int | None = None) -> Any: ...

    def get_alias(
        self, *, index: str | Sequence[str] | None = None, name: str | Sequence[str] | None = None, expand_wildcards: str | None = None
    ) -> Any: ...

    def get_index_template(self, *, name: str) -> Any: ...

    def get_mapping(self, *, index: str) -> Any: ...

    def put_index_template(
        self,
        *,
        name: str,
        index_patterns: Sequence[str] | None = None,
        composed_of: Sequence[str] | None = None,
        priority: int | None = None,
        allow_auto_create: bool | None = None,
        meta: Object | None = None,
    ) -> Any: ...

    def put_settings(self, *, settings: Object, index: str | Sequence[str]) -> Any: ...

    def refresh(self, *, index: str | Sequence[str]) -> Any: ...

    def segments(self, *, index: str) -> Any: ...

    def stats(self, *, index: str, metric: Sequence[str] | None = None, include_segment_file_sizes: bool | None = None) -> Any: ...

    def update_aliases(self, *, actions: Sequence[Object]) -> Any: ...


class ClusterCalls(Protocol):
    """Calls about the cluster."""

    def health(self) -> Any: ...

    def get_component_template(self, *, name: str) -> Any: ...

    def put_component_template(self, *, name: str, template: Object, meta: Object | None = None) -> Any: ...


class NodesCalls(Protocol):
    """Calls about nodes."""

    def info(self, *, metric: str) -> Any: ...


class Client(Protocol):
    """A client of one cluster."""

    @property
    def indices(self) -> IndicesCalls: ...

    @property
    def cluster(self) -> ClusterCalls: ...

    @property
    def nodes(self) -> NodesCalls: ...

    def options(self, *, ignore_status: int = ..., request_timeout: float = ..., max_retries: int = ...) -> Self:
        """Return the client with other options: a status that is not an error, and the timeout."""

    def close(self) -> None: ...

    def close_point_in_time(self, *, id: str) -> Any: ...  # noqa: A002 - the API's own name

    def count(self, *, index: str) -> Any: ...

    def mget(self, *, index: str, ids: Sequence[str], source_includes: Sequence[str] | None = None) -> Any: ...

    def open_point_in_time(self, *, index: str, keep_alive: str) -> Any: ...

    def search(
        self,
        *,
        index: str | None = None,
        query: Object | None = None,
        sort: Sequence[str | Object] | None = None,
        search_type: str | None = None,
        allow_partial_search_results: bool | None = None,
        track_scores: bool | None = None,
        track_total_hits: bool | None = None,
        size: int | None = None,
        from_: int | None = None,
        search_after: Sequence[Any] | None = None,
        pit: Object | None = None,
        source: bool | None = None,
        source_includes: Sequence[str] | None = None,
        docvalue_fields: Sequence[Object] | None = None,
        version: bool | None = None,
        explain: bool | None = None,
        aggregations: Mapping[str, Object] | None = None,
        suggest: Object | None = None,
    ) -> Any: ...


class Library(Protocol):
    """A client library and the peculiarities of its product."""

    product: str
    """Its name."""
    kinds_apart: Object
    """Index settings with which statistics report a segment's files by kind."""
    errors: tuple[type[Exception], ...]
    """Exceptions of its calls."""

    def open(self, settings: ConnectionSettings) -> Client:
        """Return a client of a cluster that responds and is of this product.

        Raises
        ------
        OtherProductError
            If the cluster is of another product.
        """

    def explain(self, settings: ConnectionSettings, error: Exception) -> EngineError:
        """Translate one of `errors`; EngineAwayError if a retry may help."""

    def bulk(
        self, client: Client, actions: Iterable[dict[str, Any]], *, documents: int, most_bytes: int, require_alias: bool
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """Execute operations in requests of limited size, each sent once; yield pairs of operation and response.

        A request refused as a whole yields a response for each of its operations, with `exception` besides `status` and `error`.
        """

    def bm25_factor(self, k1: float) -> float:
        """Return the server's constant factor of BM25: k1 + 1 with LegacyBM25Similarity, else 1."""


class OtherProductError(EngineError):
    """The cluster responds, but is of another product."""
