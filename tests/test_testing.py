"""Limits as an assertion, and the page that tells of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.gate.made import QUICK, toy_audit
from tests.spaces import toy_query, toy_space
from weatherglass import assert_bias, read_baseline, read_gate, save_baseline
from weatherglass.embedding.sample import sample_path
from weatherglass.errors import SpecError, UnknownName
from weatherglass.gate.limits import LIMITS

PAGE = (Path(__file__).resolve().parents[1] / "docs" / "gate.md").read_text("utf-8")
LOOSE = {"query": "en/toy", "fail": {"effect_above": 1.9}}
TIGHT = {"query": "en/toy", "fail": {"effect_above": 0.1}}


def test_limits_that_hold_and_limits_that_do_not() -> None:
    assert assert_bias(toy_audit(), LOOSE).verdict == "passed"
    with pytest.raises(AssertionError, match=r"rule 1: en/toy, weat: limit exceeded: d is 0.96, above 0.1\."):
        assert_bias(toy_audit(), TIGHT)


def test_what_is_inconclusive_raises_too_unless_allowed() -> None:
    rule = {"query": "en/toy", "fail": {"effect_rise_above": 0.1}}
    with pytest.raises(AssertionError, match="no baseline was given"):
        assert_bias(toy_audit(), rule)
    assert assert_bias(toy_audit(), rule, on_inconclusive="warn").checks[0].warns


def test_a_file_of_rules_and_a_baseline(tmp_path: Path) -> None:
    file = tmp_path / "gate.toml"
    file.write_text('[[rule]]\nquery = "*"\nfail = { effect_change_above = 0.01 }\n', "utf-8")
    stored = save_baseline(toy_audit(), tmp_path / "b.json")
    for gate in (file, str(file), read_gate(file)):
        for baseline in (stored, read_baseline(stored)):
            assert assert_bias(toy_audit(), gate, baseline=baseline).verdict == "passed"


def test_vectors_are_audited_by_what_the_rules_name() -> None:
    rule = {"query": "en/weat7", "measure": ["weat", "direct-bias"], "fail": {"effect_above": 1.9}}
    found = assert_bias(sample_path(), rule, **QUICK)
    assert [(check.query, check.measure) for check in found.checks] == [
        ("en/weat7", "weat"), ("en/weat7", "direct-bias")
    ]  # fmt: skip
    assert assert_bias(toy_space(), {**LOOSE, "query": "*"}, queries=toy_query(), **QUICK).verdict == "passed"
    with pytest.raises(UnknownName, match="Did you mean 'en/weat7'"):
        assert_bias(sample_path(), {**rule, "query": "en/weet7"})
    with pytest.raises(SpecError, match="unknown key"):
        assert_bias(sample_path(), {**rule, "quary": "en/weat7"})


def test_the_page_has_every_limit() -> None:
    assert set(re.findall(r"`(\w+?_(?:above|below|null))(?: = true)?`", PAGE.split("## Limits")[1])) == LIMITS.keys()
