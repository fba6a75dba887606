"""The API keeps what its OpenAPI description promises, for requests that schemathesis generates from it."""

from __future__ import annotations

import pytest
import schemathesis
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.unit.search_ui.test_difference import engine, home
from tests.unit.search_ui.test_judge import client, database

__all__ = ["client", "database", "engine", "home"]
pytestmark = pytest.mark.slow


CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_the_description_is_kept(client: FlaskClient, mode: GenerationMode) -> None:
    client.application.testing = False  # as it is served: an error becomes a page, too
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", client.application)
    schema.config.update(base_url="http://localhost/api/v1")
    operations = [result.ok() for result in schema.get_all_operations()]
    if mode is GenerationMode.NEGATIVE:  # a request without parameters and body cannot be a wrong one
        operations = [one for one in operations if list(one.iter_parameters()) or one.body]
    assert len(operations) > 4
    for operation in operations:

        @settings(max_examples=40, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
        @given(operation.as_strategy(generation_mode=mode))
        def keep(case: Case) -> None:
            case.call_and_validate(checks=list(CHECKS))

        keep()
