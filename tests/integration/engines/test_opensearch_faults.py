"""Three nodes of OpenSearch that fail while documents are written: the test of Elasticsearch, on a real cluster."""

from __future__ import annotations

import pytest

from indexer.index.node.cluster import Cluster
from tests.integration.engines.test_elasticsearch_faults import pages, scene, test_every_document_is_there_once  # noqa: F401 - fixtures and tests


@pytest.fixture
def elasticsearch_cluster(opensearch_cluster: Cluster) -> Cluster:
    """What the tests of Elasticsearch ask for."""
    return opensearch_cluster
