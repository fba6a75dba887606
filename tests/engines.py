"""Every engine behind one fixture: what holds of the embedded one has to hold of Elasticsearch, on a real node."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from indexer.index.arm import Arm
from indexer.index.elasticsearch_client import Address
from indexer.index.elasticsearch_engine import ElasticsearchEngine
from indexer.index.elasticsearch_patience import Patience
from indexer.index.engine import Engine
from indexer.index.tantivy_engine import TantivyEngine

IMPATIENT = Patience(first=0.1, longest=1.0, total=60.0)


def new_engine(url: str, prefix: str = "") -> ElasticsearchEngine:
    """An engine with names of its own on a node that others use, too."""
    return ElasticsearchEngine(Address((url,), prefix or f"t{uuid.uuid4().hex[:10]}"), IMPATIENT)


def remove(engine: ElasticsearchEngine) -> None:
    """Remove all that an engine has made."""
    prefix = engine.names.prefix
    with engine.connection.ask() as client:
        indexes = list(client.indices.get_alias(index=[f"{prefix}-*"]).body)
        if indexes:
            client.indices.delete(index=indexes)
        for path in (f"/_index_template/{prefix}", f"/_component_template/{prefix}-*"):
            client.options(ignore_status=404).perform_request("DELETE", path, headers={"accept": "application/json"})


def clear(engine: ElasticsearchEngine) -> None:
    """Empty all arms, statistics too: Lucene counts deleted documents until they are merged away."""
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


@pytest.fixture(scope="session")
def _elasticsearch(elasticsearch_node: str) -> Iterator[ElasticsearchEngine]:
    with new_engine(elasticsearch_node) as engine:
        engine.delete("https://example.org/makes-all-arms")
        engine.commit()
        yield engine
        remove(engine)


@pytest.fixture
def elasticsearch(_elasticsearch: ElasticsearchEngine) -> ElasticsearchEngine:
    """An empty engine on a real node."""
    clear(_elasticsearch)
    _elasticsearch.commit()  # it forgets what it knew of the documents
    return _elasticsearch


@pytest.fixture(params=["tantivy", "elasticsearch"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """An empty engine of each kind."""
    if request.param == "elasticsearch":
        yield request.getfixturevalue("elasticsearch")
        return
    with TantivyEngine(tmp_path) as made:
        yield made
