"""The API asked at random, by its own schema."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import schemathesis
from hypothesis import HealthCheck, given, seed, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.app.served import run, served

CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)
EXAMPLES = 15  # of each way to ask


def test_nothing_that_can_be_asked_makes_the_server_fail(data: Path, tmp_path: Path) -> None:
    with served(data, "--state", tmp_path, "--job-minutes", "0.1") as server:
        headers = {"Authorization": f"Bearer {server.token}"}
        schema = schemathesis.openapi.from_url(f"{server.base}/api/openapi.json", headers=headers)
        with server.client() as client:
            known = run(client, "audit", vectors="sample", queries=["en/weat1"], measures=["weat"], comparisons=0)
        asked = 0
        for found in schema.get_all_operations():
            operation = found.ok()  # type: ignore[union-attr]

            @seed(1)
            @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None)
            @given(case=operation.as_strategy())
            def ask(case: schemathesis.Case[Any]) -> None:
                nonlocal asked
                asked += 1
                if asked % 4 == 0 and "id" in case.path_parameters and case.method != "DELETE":
                    case.path_parameters["id"] = known  # what lies behind it is never found by chance
                answer = case.call(headers=headers, timeout=60)
                case.validate_response(answer, checks=list(CHECKS))

            ask()
        assert asked >= 100
        with server.client() as client:
            assert client.get("/api/vectors").status_code == 200
