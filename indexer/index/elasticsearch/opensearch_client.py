"""OpenSearch's client, whose calls have the names and arguments of Elasticsearch's (`indexer.index.elasticsearch.client_library.Client`).

What differs is named here: points in time are another API, index templates know no `allow_auto_create` (there a stray write is kept from
making an index by the cluster's setting `action.auto_create_index` alone), and an answer does not carry its status.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from opensearchpy import OpenSearch

Object = Mapping[str, Any]

_INSTEAD = {"from_": "from", "source": "_source", "source_includes": "_source"}
"""Arguments of a search that are named otherwise in its body."""
_BESIDE = ("allow_partial_search_results", "search_type")
"""Arguments of a search that are not in its body."""


class Answer(dict[str, Any]):
    """An answer of the server's."""

    @property
    def body(self) -> dict[str, Any]:
        """The same, as Elasticsearch's client has it."""
        return self


class OpenSearchClient:
    """A client of an OpenSearch cluster.

    Parameters
    ----------
    client : OpenSearch
    options : mapping
        `ignore` and `request_timeout`, which go along with every call.
    """

    def __init__(self, client: OpenSearch, options: Object | None = None) -> None:
        self.plain = client
        self._options = dict(options or {})
        self.indices = Indices(client, self._options)
        self.cluster = Cluster(client, self._options)
        self.nodes = Nodes(client, self._options)

    def options(self, *, ignore_status: int = 0, request_timeout: float = 0, max_retries: int = 0) -> Self:  # noqa: ARG002
        """The same client with other options; how often a dead node's neighbours are asked is set once, when it is made."""
        chosen = {"ignore": ignore_status, "request_timeout": request_timeout}
        return type(self)(self.plain, {**self._options, **{name: value for name, value in chosen.items() if value}})

    def close(self) -> None:
        """Let go of the connections."""
        self.plain.close()

    def open_point_in_time(self, *, index: str, keep_alive: str) -> Answer:
        """Its `id` is the point's."""
        made = self.plain.create_pit(index=index, params={"keep_alive": keep_alive}, **self._options)
        return Answer(id=made["pit_id"])

    def close_point_in_time(self, *, id: str) -> Answer:  # noqa: A002 - the API's own name
        """Forget a point in time."""
        return Answer(self.plain.delete_pit(body={"pit_id": [id]}, **self._options))

    def count(self, *, index: str) -> Answer:
        """How many documents there are."""
        return Answer(self.plain.count(index=index, **self._options))

    def mget(self, *, index: str, ids: Sequence[str], source_includes: Sequence[str] | None = None) -> Answer:
        """Documents by their ids."""
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
        Which go along with every call.
    """

    def __init__(self, client: OpenSearch, options: Object) -> None:
        self._client = client
        self._options = options


class Indices(_Calls):
    """Calls about indexes, aliases and index templates."""

    def analyze(self, **body: Any) -> Answer:
        """What an analyzer makes of a text."""
        return Answer(self._client.indices.analyze(body=body, **self._options))

    def create(self, *, index: str, **body: Object | None) -> Answer:
        """Make an index with `aliases`, `mappings` and `settings`."""
        given = {name: value for name, value in body.items() if value is not None}
        return Answer(self._client.indices.create(index=index, body=given, **self._options))

    def delete(self, *, index: str | Sequence[str]) -> Answer:
        """Remove indexes."""
        return Answer(self._client.indices.delete(index=index, **self._options))

    def flush(self, *, index: str, force: bool | None = None) -> Answer:
        """Write out."""
        return Answer(self._client.indices.flush(index=index, force=bool(force), **self._options))

    def forcemerge(self, *, index: str, max_num_segments: int | None = None) -> Answer:
        """Merge segments."""
        return Answer(self._client.indices.forcemerge(index=index, max_num_segments=max_num_segments, **self._options))

    def get_alias(
        self, *, index: str | Sequence[str] | None = None, name: str | Sequence[str] | None = None, expand_wildcards: str | None = None
    ) -> Answer:
        """Aliases by index."""
        wanted = {"index": index, "name": name, "expand_wildcards": expand_wildcards or "all"}
        return Answer(self._client.indices.get_alias(**wanted, **self._options))

    def get_index_template(self, *, name: str) -> Answer:
        """One template."""
        return Answer(self._client.indices.get_index_template(name=name, **self._options))

    def get_mapping(self, *, index: str) -> Answer:
        """Mappings by index."""
        return Answer(self._client.indices.get_mapping(index=index, **self._options))

    def put_index_template(self, *, name: str, allow_auto_create: bool | None = None, meta: Object | None = None, **body: Any) -> Answer:  # noqa: ARG002
        """Put a template, without what OpenSearch does not know."""
        return Answer(self._client.indices.put_index_template(name=name, body={**body, "_meta": meta}, **self._options))

    def put_settings(self, *, settings: Object, index: str | Sequence[str]) -> Answer:
        """Change settings."""
        return Answer(self._client.indices.put_settings(body=settings, index=index, **self._options))

    def refresh(self, *, index: str | Sequence[str]) -> Answer:
        """Let what was written be found."""
        return Answer(self._client.indices.refresh(index=index, **self._options))

    def segments(self, *, index: str) -> Answer:
        """The segments of each shard."""
        return Answer(self._client.indices.segments(index=index, **self._options))

    def stats(self, *, index: str, metric: Sequence[str] | None = None, include_segment_file_sizes: bool | None = None) -> Answer:
        """Figures of an index."""
        sizes = {"include_segment_file_sizes": True} if include_segment_file_sizes else {}  # refused beside other metrics, even as false
        return Answer(self._client.indices.stats(index=index, metric=metric, **sizes, **self._options))

    def update_aliases(self, *, actions: Sequence[Object]) -> Answer:
        """Change aliases in one step."""
        return Answer(self._client.indices.update_aliases(body={"actions": actions}, **self._options))


class Cluster(_Calls):
    """Calls about the cluster."""

    def health(self) -> Answer:
        """Whether all is there."""
        return Answer(self._client.cluster.health(**self._options))

    def get_component_template(self, *, name: str) -> Answer:
        """A part of templates."""
        return Answer(self._client.cluster.get_component_template(name=name, **self._options))

    def put_component_template(self, *, name: str, template: Object, meta: Object | None = None) -> Answer:
        """Put a part of templates."""
        body = {"template": template, "_meta": meta}
        return Answer(self._client.cluster.put_component_template(name=name, body=body, **self._options))


class Nodes(_Calls):
    """Calls about nodes."""

    def info(self, *, metric: str) -> Answer:
        """What the nodes are."""
        return Answer(self._client.nodes.info(metric=metric, **self._options))
