"""Adapter of OpenSearch's client to the interface `indexer.index.elasticsearch.client_library.Client`.

Differences from Elasticsearch: points in time have another API, index templates have no `allow_auto_create` (only the cluster setting
`action.auto_create_index` prevents a stray write from creating an index), and responses have no status.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from opensearchpy import OpenSearch

Object = Mapping[str, Any]

_INSTEAD = {"from_": "from", "source": "_source", "source_includes": "_source"}
"""Arguments of a search with other names in its body."""
_BESIDE = ("allow_partial_search_results", "search_type")
"""Arguments of a search outside its body."""


class Answer(dict[str, Any]):
    """A response of the server."""

    @property
    def body(self) -> dict[str, Any]:
        """The response itself, as in Elasticsearch's client."""
        return self


class OpenSearchClient:
    """A client of an OpenSearch cluster.

    Parameters
    ----------
    client : OpenSearch
    options : mapping
        `ignore` and `request_timeout`, passed with every call.
    """

    def __init__(self, client: OpenSearch, options: Object | None = None) -> None:
        self.plain = client
        self._options = dict(options or {})
        self.indices = Indices(client, self._options)
        self.cluster = Cluster(client, self._options)
        self.nodes = Nodes(client, self._options)

    def options(self, *, ignore_status: int = 0, request_timeout: float = 0, max_retries: int = 0) -> Self:  # noqa: ARG002
        """Return the client with other options; `max_retries` is ignored because it is fixed at construction."""
        chosen = {"ignore": ignore_status, "request_timeout": request_timeout}
        return type(self)(self.plain, {**self._options, **{name: value for name, value in chosen.items() if value}})

    def close(self) -> None:
        """Close the connections."""
        self.plain.close()

    def open_point_in_time(self, *, index: str, keep_alive: str) -> Answer:
        """Open a point in time; the response has its `id`."""
        made = self.plain.create_pit(index=index, params={"keep_alive": keep_alive}, **self._options)
        return Answer(id=made["pit_id"])

    def close_point_in_time(self, *, id: str) -> Answer:  # noqa: A002 - the API's own name
        """Close a point in time."""
        return Answer(self.plain.delete_pit(body={"pit_id": [id]}, **self._options))

    def count(self, *, index: str) -> Answer:
        """Count documents."""
        return Answer(self.plain.count(index=index, **self._options))

    def mget(self, *, index: str, ids: Sequence[str], source_includes: Sequence[str] | None = None) -> Answer:
        """Get documents by id."""
        return Answer(self.plain.mget(body={"ids": ids}, index=index, _source_includes=source_includes, **self._options))

    def search(self, *, index: str | None = None, **arguments: Any) -> Answer:
        """Search."""
        given = {_INSTEAD.get(name, name): value for name, value in arguments.items() if value is not None}
        beside = {name: given.pop(name) for name in _BESIDE if name in given}
        return Answer(self.plain.search(body=given, index=index, **beside, **self._options))


class _Calls:
    """Calls of one kind.

    Parameters
    ----------
    client : OpenSearch
    options : mapping
        Passed with every call.
    """

    def __init__(self, client: OpenSearch, options: Object) -> None:
        self._client = client
        self._options = options


class Indices(_Calls):
    """Calls about indexes, aliases and index templates."""

    def analyze(self, **body: Any) -> Answer:
        """Analyse a text."""
        return Answer(self._client.indices.analyze(body=body, **self._options))

    def create(self, *, index: str, **body: Object | None) -> Answer:
        """Create an index with `aliases`, `mappings` and `settings`."""
        given = {name: value for name, value in body.items() if value is not None}
        return Answer(self._client.indices.create(index=index, body=given, **self._options))

    def delete(self, *, index: str | Sequence[str]) -> Answer:
        """Remove indexes."""
        return Answer(self._client.indices.delete(index=index, **self._options))

    def flush(self, *, index: str, force: bool | None = None) -> Answer:
        """Flush an index to disk."""
        return Answer(self._client.indices.flush(index=index, force=bool(force), **self._options))

    def forcemerge(self, *, index: str, max_num_segments: int | None = None) -> Answer:
        """Merge segments."""
        return Answer(self._client.indices.forcemerge(index=index, max_num_segments=max_num_segments, **self._options))

    def get_alias(
        self, *, index: str | Sequence[str] | None = None, name: str | Sequence[str] | None = None, expand_wildcards: str | None = None
    ) -> Answer:
        """Get aliases by index."""
        wanted = {"index": index, "name": name, "expand_wildcards": expand_wildcards or "all"}
        return Answer(self._client.indices.get_alias(**wanted, **self._options))

    def get_index_template(self, *, name: str) -> Answer:
        """Get a template."""
        return Answer(self._client.indices.get_index_template(name=name, **self._options))

    def get_mapping(self, *, index: str) -> Answer:
        """Get mappings by index."""
        return Answer(self._client.indices.get_mapping(index=index, **self._options))

    def put_index_template(self, *, name: str, allow_auto_create: bool | None = None, meta: Object | None = None, **body: Any) -> Answer:  # noqa: ARG002
        """Install a template, without the parameters that OpenSearch lacks."""
        return Answer(self._client.indices.put_index_template(name=name, body={**body, "_meta": meta}, **self._options))

    def put_settings(self, *, settings: Object, index: str | Sequence[str]) -> Answer:
        """Change settings."""
        return Answer(self._client.indices.put_settings(body=settings, index=index, **self._options))

    def refresh(self, *, index: str | Sequence[str]) -> Answer:
        """Make writes searchable."""
        return Answer(self._client.indices.refresh(index=index, **self._options))

    def segments(self, *, index: str) -> Answer:
        """Get the segments of each shard."""
        return Answer(self._client.indices.segments(index=index, **self._options))

    def stats(self, *, index: str, metric: Sequence[str] | None = None, include_segment_file_sizes: bool | None = None) -> Answer:
        """Get statistics of an index."""
        sizes = {"include_segment_file_sizes": True} if include_segment_file_sizes else {}  # rejected beside other metrics, even if false
        return Answer(self._client.indices.stats(index=index, metric=metric, **sizes, **self._options))

    def update_aliases(self, *, actions: Sequence[Object]) -> Answer:
        """Change aliases atomically."""
        return Answer(self._client.indices.update_aliases(body={"actions": actions}, **self._options))


class Cluster(_Calls):
    """Calls about the cluster."""

    def health(self) -> Answer:
        """Get the health of the cluster."""
        return Answer(self._client.cluster.health(**self._options))

    def get_component_template(self, *, name: str) -> Answer:
        """Get a component template."""
        return Answer(self._client.cluster.get_component_template(name=name, **self._options))

    def put_component_template(self, *, name: str, template: Object, meta: Object | None = None) -> Answer:
        """Install a component template."""
        body = {"template": template, "_meta": meta}
        return Answer(self._client.cluster.put_component_template(name=name, body=body, **self._options))


class Nodes(_Calls):
    """Calls about nodes."""

    def info(self, *, metric: str) -> Answer:
        """Get information on the nodes."""
        return Answer(self._client.nodes.info(metric=metric, **self._options))
