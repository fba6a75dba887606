"""Aliases and rebuilds on OpenSearch: the tests of Elasticsearch, on real nodes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from harness.engines import new_engine, remove
from indexer.index.elasticsearch.engine import ElasticsearchEngine
from tests.integration.engines import test_elasticsearch_writer as pages
from tests.integration.engines.test_elasticsearch_aliases import (  # noqa: F401 - tests
    test_back_with_one_step_and_the_last_ones_are_kept,
    test_the_command_line,
)
from tests.integration.engines.test_elasticsearch_aliases import (
    test_what_is_written_during_a_rebuild_is_in_the_new_index_too as rebuild_beside_writes,
)


@pytest.fixture(params=["opensearch_3_node"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[ElasticsearchEngine]:
    """An engine of its own, since its indexes come and go."""
    monkeypatch.setattr(pages, "SITE", "https://e.org/")
    with new_engine(request.getfixturevalue(request.param)) as made:
        yield made
        remove(made)


@pytest.mark.parametrize("engine", ["opensearch_node", "opensearch_3_node"], indirect=True)
def test_what_is_written_during_a_rebuild_is_in_the_new_index_too(engine: ElasticsearchEngine) -> None:
    rebuild_beside_writes(engine)
