"""The cases of users' complaints about search on OpenSearch: the tests of Elasticsearch, on real nodes."""

from __future__ import annotations

from harness.engines import opensearch, opensearch_engine, opensearch_for_elasticsearch  # noqa: F401 - fixtures
from tests.integration.engines.test_elasticsearch_cases import (  # noqa: F401 - tests and their mark
    pytestmark,
    test_totals_and_pages_count_groups,
    test_words_are_found_as_the_keyboard_allows,
)
