"""Fixtures that let a module's tests of Elasticsearch run on OpenSearch: of both major versions, on real nodes.

Import them beside the tests; a fixture of the module comes before one of `conftest`.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from indexer.index.elasticsearch_engine import ElasticsearchEngine
from tests.engines import clear, new_engine, remove


@pytest.fixture(scope="module", params=["opensearch_node", "opensearch_3_node"])
def opensearch(request: pytest.FixtureRequest) -> Iterator[ElasticsearchEngine]:
    """An engine of this module."""
    with new_engine(request.getfixturevalue(request.param)) as made:
        made.delete("https://example.org/makes-all-arms")
        made.commit()
        yield made
        remove(made)


@pytest.fixture
def engine(opensearch: ElasticsearchEngine) -> ElasticsearchEngine:
    """The same, emptied."""
    clear(opensearch)
    opensearch.commit()  # it forgets what it knew of the documents
    return opensearch


@pytest.fixture
def elasticsearch(engine: ElasticsearchEngine) -> ElasticsearchEngine:
    """What tests of Elasticsearch ask for."""
    return engine


@pytest.fixture
def elasticsearch_node(opensearch: ElasticsearchEngine) -> str:
    """The URL of what tests of Elasticsearch ask for."""
    return opensearch.connection.address.urls[0]
