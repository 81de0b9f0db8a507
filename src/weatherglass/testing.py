"""Limits on vectors as an assertion, for test suites."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from weatherglass.auditing import Audit, audit
from weatherglass.embedding.embedding import Embedding
from weatherglass.gate.checking import Gated, check_gate
from weatherglass.gate.rules import Gate, OnInconclusive, make_gate, read_gate
from weatherglass.gate.stored import StoredBaseline, read_baseline
from weatherglass.report.gate import sentence, summary


def assert_bias(
    vectors: str | os.PathLike[str] | Embedding | Audit,
    gate: str | os.PathLike[str] | Gate | Mapping[str, Any],
    *,
    baseline: str | os.PathLike[str] | StoredBaseline | None = None,
    on_inconclusive: OnInconclusive | None = None,
    **options: Any,
) -> Gated:
    """Raise AssertionError where a limit is exceeded, or where that cannot be told, with a sentence for each such check.

    `gate`: a file, its content as plain data, or one rule. `options` are those of `audit`; without `queries` only the tests
    that the rules name are run, or all of the language where a rule has a pattern. An audit that was made before is held
    against the limits as it is.
    """
    if isinstance(gate, Mapping):
        gate = make_gate(gate)
    rules = gate if isinstance(gate, Gate) else read_gate(gate)
    if baseline is not None and not isinstance(baseline, StoredBaseline):
        baseline = read_baseline(baseline)
    if not isinstance(vectors, Audit):
        vectors = audit(vectors, **{"queries": rules.queries or (), "measures": rules.measures} | options)
    gated = check_gate(vectors, rules, baseline, on_inconclusive=on_inconclusive)
    if gated.verdict != "passed":
        told = [f"{check.rule}: {sentence(check)}" for check in gated.checks if check.stops]
        raise AssertionError("\n".join([summary(gated), *told]))
    return gated
