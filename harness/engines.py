"""One fixture for all engines, so that the same tests run on the embedded engine and on a real Elasticsearch node.

A module that imports `opensearch` and the fixtures below it runs tests of Elasticsearch on both major versions of OpenSearch.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
import urllib3

from indexer.index.arm import Arm
from indexer.index.elasticsearch.connection_settings import ConnectionSettings
from indexer.index.elasticsearch.engine import ElasticsearchEngine
from indexer.index.elasticsearch.patience import Patience
from indexer.index.engine import Engine
from indexer.index.tantivy.engine import TantivyEngine

IMPATIENT = Patience(first=0.1, longest=1.0, total=60.0)


def new_engine(url: str, prefix: str = "") -> ElasticsearchEngine:
    """Return an engine with unique index names on a shared node."""
    return ElasticsearchEngine(ConnectionSettings((url,), prefix or f"t{uuid.uuid4().hex[:10]}"), IMPATIENT)


def remove(engine: ElasticsearchEngine) -> None:
    """Remove all indexes and templates of an engine."""
    prefix = engine.names.prefix
    with engine.connection.ask() as client:
        indexes = list(client.indices.get_alias(index=[f"{prefix}-*"]).body)
        if indexes:
            client.indices.delete(index=indexes)
    for path in (f"_index_template/{prefix}", f"_component_template/{prefix}-*"):
        urllib3.request("DELETE", f"{engine.connection.settings.urls[0]}/{path}")


def clear(engine: ElasticsearchEngine) -> None:
    """Empty all arms and their statistics: Lucene counts deleted documents until segments are merged."""
    with engine.connection.ask() as client:
        for arm in Arm:
            found = client.search(index=engine.names.read(arm), size=10_000, source=False, version=True)["hits"]["hits"]
            if found:
                kept = ((hit["_id"], hit["_version"]) for hit in found)
                gone = [
                    {"_op_type": "delete", "_index": engine.names.write(arm), "_id": name, "version": v, "version_type": "external_gte"}
                    for name, v in kept
                ]
                limits = {"documents": 10_000, "most_bytes": 1 << 23}
                assert list(engine.connection.library.bulk(client, gone, **limits, require_alias=True))
                client.indices.refresh(index=engine.names.write(arm))
                client.indices.forcemerge(index=engine.names.write(arm), max_num_segments=1)


def _served(url: str) -> Iterator[ElasticsearchEngine]:
    """Yield an engine with all arms, and remove it at the end."""
    with new_engine(url) as made:
        made.delete("https://example.org/makes-all-arms")
        made.commit()
        yield made
        remove(made)


def _emptied(engine: ElasticsearchEngine) -> ElasticsearchEngine:
    clear(engine)
    engine.commit()  # clears the engine's cache of documents
    return engine


@pytest.fixture(scope="session")
def _elasticsearch(elasticsearch_node: str) -> Iterator[ElasticsearchEngine]:
    yield from _served(elasticsearch_node)


@pytest.fixture
def elasticsearch(_elasticsearch: ElasticsearchEngine) -> ElasticsearchEngine:
    """An empty engine on a real node."""
    return _emptied(_elasticsearch)


@pytest.fixture(params=["tantivy", "elasticsearch"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """An empty engine of each kind."""
    if request.param == "elasticsearch":
        yield request.getfixturevalue("elasticsearch")
        return
    with TantivyEngine(tmp_path) as made:
        yield made


@pytest.fixture(scope="module", params=["opensearch_node", "opensearch_3_node"])
def opensearch(request: pytest.FixtureRequest) -> Iterator[ElasticsearchEngine]:
    """An engine for this module, on OpenSearch 2 and 3."""
    yield from _served(request.getfixturevalue(request.param))


@pytest.fixture(name="engine")
def opensearch_engine(opensearch: ElasticsearchEngine) -> ElasticsearchEngine:
    """The engine of this module, emptied."""
    return _emptied(opensearch)


@pytest.fixture(name="elasticsearch")
def opensearch_for_elasticsearch(engine: ElasticsearchEngine) -> ElasticsearchEngine:
    """The engine under the name of the Elasticsearch fixture."""
    return engine


@pytest.fixture(name="elasticsearch_node")
def opensearch_node_for_elasticsearch(opensearch: ElasticsearchEngine) -> str:
    """The node's URL under the name of the Elasticsearch fixture."""
    return opensearch.connection.settings.urls[0]
