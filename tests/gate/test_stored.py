"""Baselines: what they keep, and that only like is compared with like."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.gate.made import QUICK, checked, result, toy_audit
from tests.spaces import random_space, toy_query, toy_space
from weatherglass.auditing import Audit, audit
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.sample import sample_path
from weatherglass.errors import SpecError, WeatherglassError
from weatherglass.gate.checking import check_gate
from weatherglass.gate.rules import make_gate
from weatherglass.gate.stored import baseline_of, read_baseline, save_baseline
from weatherglass.report.gate import sentence
from weatherglass.words.query import Query, make_query

RISE = make_gate({"query": "*", "fail": {"effect_rise_above": 0.1}})


def of(space: Embedding, query: Query, **options: Any) -> Audit:
    return audit(space, queries=query, measures=["weat"], **QUICK | options)


def told(before: Audit, now: Audit) -> str:
    """The only sentence of a gate on the rise, which must be inconclusive."""
    (check,) = check_gate(now, RISE, baseline_of(before)).checks
    assert check.verdict == "inconclusive"
    return sentence(check)


def test_a_baseline_comes_back_as_it_was(tmp_path: Path) -> None:
    file = save_baseline(toy_audit("weat", "km", "mac"), tmp_path / "b.json")
    assert read_baseline(file) == baseline_of(toy_audit("weat", "km", "mac"))
    with pytest.raises(SpecError, match="exists already"):
        save_baseline(toy_audit(), file)
    save_baseline(toy_audit(), file, overwrite=True)
    data = json.loads(file.read_text("utf-8"))
    assert (data["embedding"]["name"], data["language"], data["seed"]) == ("toy", "en", 0)
    (test,) = data["tests"]
    assert test["value"] == result().value
    assert test["words"][0] == {"set": "x", "words": ["x1", "x2"]}
    assert test["params"] == {"ddof": 1}


def test_the_words_are_those_that_were_used() -> None:
    """Missing ones and those counted once left out, substituted ones as the vectors spell them."""
    query = make_query(
        {
            "name": "q",
            "language": "en",
            "targets": {"x": ["x1", "nowhere", "X2", "x1"], "y": ["y1", "Y1", "y2"]},
            "attributes": {"a": ["a1", "nothing|a2"], "b": ["b1"]},
        }
    )
    space = toy_space()
    (weat,) = baseline_of(of(space, query)).tests
    words = {each.set: each.words for each in weat.words}
    assert words == {"x": ("x1", "x2"), "y": ("y1", "y2"), "a": ("a1", "a2"), "b": ("b1",)}
    (km,) = baseline_of(audit(space, queries=query, measures=["km"], **QUICK)).tests
    assert [each.set for each in km.words] == ["x", "y"]


def test_base_pairs_are_among_the_words() -> None:
    (test,) = baseline_of(audit(queries="en/weat7", measures=["direct-bias"], **QUICK)).tests
    assert test.words[-1].set == "base pairs"
    assert "she–he" in test.words[-1].words


def test_other_rates_are_not_compared() -> None:
    def rated(rate: float) -> Audit:
        rates = {"x1": 0.1, "x2": 0.2, "y1": 0.3, "y2": rate}
        query = toy_query(targets={"x": list(rates)}, rates=rates)
        return audit(toy_space(), queries=query, measures=["wefat"], **QUICK)

    gate = make_gate({"query": "*", "measure": "wefat", "fail": {"effect_rise_above": 2}})
    same, other = (check_gate(rated(rate), gate, baseline_of(rated(0.5))).checks[0] for rate in (0.5, 0.6))
    assert same.verdict == "pass"
    assert "not used now: y2 0.5; not used then: y2 0.6" in sentence(other)


def test_the_same_test_is_compared() -> None:
    stored = baseline_of(toy_audit())
    check = checked(result(value=(result().value or 0) + 0.11), fail={"effect_rise_above": 0.1}, baseline=stored)
    assert check.verdict == "fail"
    number = check.fail[0].number
    assert number.before == result().value
    assert number.value == pytest.approx(0.11)


def test_other_words_are_not_compared() -> None:
    query = toy_query(targets={"x": ["x1", "x2", "z1"], "y": ["y1", "y2"]})
    without = [word for word in toy_space().words if word != "z1"]
    fewer = Embedding.from_arrays(without, toy_space().vectors[[toy_space().index[word] for word in without]])
    assert "not used now: z1" in told(of(toy_space(), query), of(fewer, query))
    assert "not used then: z1" in told(of(fewer, query), of(toy_space(), query))
    assert "`weatherglass compare`" in told(of(fewer, query), of(toy_space(), query))
    assert "not used now: z1)" in told(of(toy_space(), query), of(toy_space(), toy_query()))
    moved = toy_query(targets={"x": ["y1", "y2"], "y": ["x1", "x2"]})
    assert "not used now: x1, x2, y1, y2" in told(of(toy_space(), toy_query()), of(toy_space(), moved))


def test_many_differing_words_are_counted() -> None:
    words = [f"w{i:02}" for i in range(12)]
    space = random_space(*words, "x1", "x2", "y1", "y2", "a1", "b1")
    long, short = (
        toy_query(targets={"x": ["x1", "x2", *more], "y": ["y1", "y2"]}, attributes={"a": ["a1"], "b": ["b1"]})
        for more in (words, [])
    )
    assert "not used now: w00, w01, w02, w03, w04, w05, w06, w07 and 4 more" in told(of(space, long), of(space, short))


def test_other_settings_are_not_compared() -> None:
    other = of(toy_space(), toy_query(), params={"weat": {"ddof": 0}})
    assert "ddof = 0, was 1" in told(toy_audit(), other)


def test_a_test_that_the_baseline_lacks_is_inconclusive() -> None:
    other = of(toy_space(), replace(toy_query(), name="other"))
    assert "the baseline does not have this test" in told(toy_audit(), other)


def test_the_version_and_the_same_vectors_are_noted() -> None:
    own = baseline_of(toy_audit())
    (note,) = check_gate(toy_audit(), RISE, own).notes
    assert note == "The baseline was taken from these same vectors."
    old = replace(own, weatherglass="0.0.1", embedding={**own.embedding, "sha256": "0" * 64})
    (note,) = check_gate(toy_audit(), RISE, old).notes
    assert "saved by Weatherglass 0.0.1" in note


def test_a_file_that_is_no_baseline_is_refused(tmp_path: Path) -> None:
    good = baseline_of(toy_audit()).to_dict()
    test = good["tests"][0]
    for content, message in (
        ("{", "is not a readable JSON file"),
        ("[]", "is no baseline"),
        (json.dumps(toy_audit().to_dict()), "is no baseline"),
        (json.dumps(good | {"schema_version": 2}), "key 'schema_version': needs 1, as this version reads no other"),
        (json.dumps({"tests": []}), "key 'schema_version': is missing"),
        (json.dumps(good | {"tests": [3]}), r"key 'tests\[1\]': needs a table"),
        (json.dumps(good | {"tests": [test | {"value": "1"}]}), r"key 'tests\[1\].value': needs a number, or null"),
        (json.dumps(good | {"tests": [test | {"value": float("nan")}]}), r"'tests\[1\].value': needs a number"),
        (json.dumps(good | {"tests": [test | {"words": [{"set": "x", "words": [1]}]}]}), r"words\[1\].words"),
        (json.dumps(good | {"tests": [test | {"interval": {"low": 1}}]}), "interval': needs a table of low, high"),
    ):
        (tmp_path / "b.json").write_text(content, "utf-8")
        with pytest.raises(SpecError, match=message):
            read_baseline(tmp_path / "b.json")
    with pytest.raises(WeatherglassError, match="no such file"):
        read_baseline(tmp_path / "none.json")
    with pytest.raises(WeatherglassError, match="not a text in UTF-8"):
        read_baseline(sample_path())
