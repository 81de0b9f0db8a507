"""The file of a gate: what it may say, and what is told of mistakes in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from weatherglass.errors import SpecError
from weatherglass.gate.rules import Gate, make_gate, matches, read_gate
from weatherglass.measure.base import BATTERY


def read(folder: Path, text: str) -> Gate:
    file = folder / "gate.toml"
    file.write_text(text, "utf-8")
    return read_gate(file)


def test_a_gate_as_people_write_it(tmp_path: Path) -> None:
    gate = read(
        tmp_path,
        """
        [defaults]
        min_coverage = 0.8
        measure = ["weat", "km"]
        [[rule]]
        query = "en/weat6"
        measure = "weat"
        fail = { effect_above = 0.8, p_below = 0.05 }
        warn = { effect_above = 0.5 }
        [[rule]]
        name = "no jumps"
        query = ["de/*", "weat8"]
        min_coverage = 0.9
        on_inconclusive = "warn"
        fail = { effect_rise_above = 0.1 }
        """,
    )
    first, second = gate.rules
    assert (gate.name, first.name, second.name) == ("gate.toml", "rule 1", "no jumps")
    assert (first.queries, first.measures, first.min_coverage) == (("en/weat6",), ("weat",), 0.8)
    assert (first.fail, first.warn) == ({"effect_above": 0.8, "p_below": 0.05}, {"effect_above": 0.5})
    assert (first.on_inconclusive, second.on_inconclusive) == ("fail", "warn")
    assert (second.queries, second.measures, second.min_coverage) == (("de/*", "weat8"), ("weat", "km"), 0.9)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[defaults]\n", "key 'rule': is missing"),
        ("[[rules]]\nquery='*'\n", "key 'rules': unknown key; did you mean 'rule'?"),
        ("[[rule]]\nquery='*'\n", "key 'rule[1]': needs limits under fail, warn or both"),
        ("[[rule]]\nfail={p_below=0.1}\n", "key 'rule[1].query': is missing"),
        ("[[rule]]\nquery='*'\nfail={}\n", "key 'rule[1].fail': needs at least one limit"),
        ("[[rule]]\nquery=3\nfail={p_below=0.1}\n", "key 'rule[1].query': needs a text, or a list, each a text, got 3"),
        ("[[rule]]\nquery='*'\nfail={efect_above=1}\n", "'rule[1].fail.efect_above': unknown key; did you mean 'effect_above'?"),
        ("[[rule]]\nquery='*'\nwarn={effect_above='1'}\n", "key 'rule[1].warn.effect_above': needs a number, got '1'"),
        ("[[rule]]\nquery='*'\nwarn={effect_above=nan}\n", "needs a number, got nan"),
        ("[[rule]]\nquery='*'\nwarn={effect_above=true}\n", "needs a number, got True"),
        ("[[rule]]\nquery='*'\nfail={p_below=0}\n", "needs a number above 0, up to 1, got 0"),
        ("[[rule]]\nquery='*'\nfail={p_below=5}\n", "needs a number above 0, up to 1, got 5"),
        ("[[rule]]\nquery='*'\nfail={coverage_below=80}\n", "needs a number above 0, up to 1, got 80"),
        ("[[rule]]\nquery='*'\nfail={effect_abs_above=-1}\n", "needs a number from 0 on, got -1"),
        ("[[rule]]\nquery='*'\nfail={interval_excludes_null=false}\n", "needs true; to demand nothing, leave it out"),
        ("[[rule]]\nquery='*'\nmin_coverage=80\nfail={p_below=0.1}\n", "'rule[1].min_coverage': needs a share between 0 and 1"),
        ("[defaults]\non_inconclusive='ok'\n[[rule]]\nquery='*'\nfail={p_below=0.1}\n", "'defaults.on_inconclusive': needs 'fail', 'warn' or 'pass'"),
        ("[[rule]]\nquery='*'\nmeasure='waet'\nfail={p_below=0.1}\n", "key 'rule[1].measure': There is no measure 'waet'. Did you mean 'weat'?"),
        ("[[rule]]\nquery='*'\nmeasure='ripa'\nfail={p_below=0.1}\n", "key 'rule[1].fail.p_below': ripa has no p"),
        ("[[rule]]\nquery='*'\nmeasure='ripa'\nwarn={effect_above=0.1}\n", "key 'rule[1].warn.effect_above': ripa has a score for each word"),
        ("[[rule]]\nquery='*'\nmeasure='ect'\nfail={p_below=0.1}\n", "ect has a p that speaks for coherence"),
        ("[[rule]]\nquery='*'\nmeasure='bat'\nfail={effect_abs_above=0.1}\n", "bat has no fixed value that stands for no association"),
        ("[[rule]]\nquery='*'\nmeasure='svm'\nfail={interval_low_above=0.1}\n", "svm has no interval"),
        ("[[rule]]\nquery='*'\nfail={stability_below=0.4}\n", "weat has no base pairs"),
        ("[[rule]]\nquery='*'\nmeasure='gonen-goldberg'\nfail={effect_rise_above=0.1}\n", "each space’s own neutral words"),
        ("[[rule]]\nname='a'\nquery='*'\nfail={p_below=0.1}\n[[rule]]\nname='a'\nquery='*'\nfail={p_below=0.1}\n", "two rules are called 'a'"),
        ("[[rule\n", "is not a readable TOML file"),
    ],
)  # fmt: skip
def test_a_mistake_names_the_file_and_the_key(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(SpecError) as error:
        read(tmp_path, text)
    assert str(error.value).startswith(str(tmp_path / "gate.toml"))
    assert told in str(error.value)


def test_a_rule_alone_is_a_gate() -> None:
    rule = {"query": "en/weat6", "fail": {"effect_above": 0.8}}
    assert make_gate(rule).rules == make_gate({"rule": [rule]}).rules == make_gate({"rule": rule}).rules
    with pytest.raises(SpecError, match=r"^key 'rule\[1\].query': is missing"):
        make_gate({"fail": {"effect_above": 0.8}})


@pytest.mark.parametrize(
    ("asked", "fits"),
    [("en/weat6", True), ("weat6", True), ("*", True), ("en/*", True), ("*6", True), ("en/weat?", True),
     ("weat", False), ("de/*", False), ("EN/weat6", False), ("en", False)],
)  # fmt: skip
def test_a_test_is_named_by_id_by_name_or_by_pattern(asked: str, fits: bool) -> None:
    assert matches("en/weat6", asked) is fits


def test_a_name_with_the_signs_of_a_pattern_is_found_as_it_is() -> None:
    assert matches("en/[bold]", "en/[bold]")


def test_what_an_audit_must_run_for_it() -> None:
    def needs(*rules: tuple[str, str]) -> tuple[object, object]:
        gate = make_gate({"rule": [{"query": q, "measure": m, "fail": {"coverage_below": 1}} for q, m in rules]})
        return gate.queries, gate.measures

    assert needs(("en/weat6", "weat"), ("en/weat7", "km"), ("en/weat6", "wefat")) == (("en/weat6", "en/weat7"), None)
    assert needs(("en/weat6", "weat"), ("*", "ripa")) == (None, (*BATTERY, "ripa"))
