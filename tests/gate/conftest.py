"""What the tests of the gate share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.gate.made import result, with_outcomes
from weatherglass.gate.stored import StoredBaseline, baseline_of


@pytest.fixture(scope="session")
def baseline_of_value() -> Callable[[float], StoredBaseline]:
    """A baseline in which the toy test has this value."""
    return lambda value: baseline_of(with_outcomes(result(value=value)))
