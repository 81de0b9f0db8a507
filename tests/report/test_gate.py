"""A gate in words, and in the forms that machines take."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.gate.made import (
    adjusted_between,
    checked,
    covered,
    gated,
    interval,
    p_between,
    result,
    skipped,
    toy_audit,
    with_outcomes,
)
from weatherglass.files.plain import json_text
from weatherglass.gate.checking import Gated
from weatherglass.gate.limits import LIMITS
from weatherglass.gate.stored import baseline_of
from weatherglass.measure.result import Outcome
from weatherglass.report.bundle import extract
from weatherglass.report.formats import write_report
from weatherglass.report.gate import github_lines, junit, markdown, plain, sentence, summary, table, verdict_section
from weatherglass.report.page import isolated
from weatherglass.report.write import Found, documents, read_results, report_html
from weatherglass.wording.messages import languages, speaking

BEFORE = baseline_of(replace(toy_audit(), results=replace(toy_audit().results, outcomes=(result(value=0.4),))))
SURE = result(value=1.234, p=p_between(0.011, 0.011), interval=interval(0.1, 1.9), adjusted=adjusted_between(0.1, 0.1))
PAIRS = result(measure="ripa", value=None, extra={"pair_agreement": {"she–he": 0.9, "woman–man": 0.3}})
SAMPLED = result(p=replace(p_between(0.01, 0.02), method="sampled"))
HOSTILE = "\x1b[31m</failure>]]>\u202e|`::error::%\r\n\ud800\x00😀"


IN_WORDS: list[tuple[str, Any, Outcome, str]] = [
    ("effect_above", 0.8, SURE, "d is 1.23, above 0.8"),
    ("effect_above", 1.234, SURE, "d is 1.234, not above 1.234"),
    ("effect_above", 1.2339999, SURE, "d is 1.234, above 1.2339999"),
    ("effect_below", 1.2339, SURE, "d is 1.234, not below 1.2339"),
    ("effect_abs_above", 0.8, result(value=-1.5), "|d| is 1.50, above 0.8"),
    ("effect_abs_above", 0.05, result(measure="mac", value=0.9), "|MAC − 1| is 0.100, above 0.05"),
    ("p_below", 0.05, SURE, "p is 0.011, below 0.05"),
    ("p_below", 0.05, result(p=p_between(0.04, 0.06)), "p lies between 0.04 and 0.06, on both sides of 0.05"),
    ("p_below", 0.05, result(p=p_between(0.01, 0.02)), "p is between 0.01 and 0.02, below 0.05"),
    ("p_below", 0.05, SAMPLED, "p is between 0.01 and 0.02 with 99 % confidence, below 0.05"),
    ("p_below", 0.01, result(p=p_between(1e-9, 1e-9)), "p is 1.0×10⁻⁹, below 0.01"),
    ("p_adjusted_below", 0.05, SURE, "p after Holm’s correction is 0.1, not below 0.05"),
    ("interval_low_above", 0.2, SURE, "the lower end of the interval is 0.10, not above 0.2"),
    ("interval_high_below", -0.2, SURE, "the upper end of the interval is 1.90, not below −0.2"),
    ("interval_excludes_null", True, SURE, "the interval 0.10 to 1.90 excludes 0"),
    ("interval_excludes_null", True, result(interval=interval(-0.004, 1)), "the interval −0.004 to 1.00 includes 0"),
    ("interval_excludes_null", True, result(interval=None), "the interval is not known: there is no interval"),
    ("coverage_below", 0.8, result(coverage=covered(4, 2, 4, 4)), "the share of words found of “y” is 0.50, below 0.8"),
    ("stability_below", 0.4, PAIRS, "the agreement (κ) of the base pair woman–man with the others is 0.30, below 0.4"),
    ("stability_below", 0.4, replace(PAIRS, extra={}), "the stability of the base pairs is not known: the vectors hold too few"),
    ("effect_rise_above", 0.1, result(value=0.65), "the rise of d since the baseline is 0.25 (from 0.40 to 0.65), above 0.1"),
    ("effect_fall_above", 0.1, result(value=0.65), "the fall of d since the baseline is −0.25 (from 0.40 to 0.65), not above 0.1"),
    ("effect_change_above", 0.3, result(value=0.65), "the change of d since the baseline is 0.25 (from 0.40 to 0.65), not above 0.3"),
    ("effect_abs_rise_above", 0.1, result(value=-0.65), "the rise of |d| since the baseline is 0.25 (from 0.40 to −0.65), above 0.1"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "limit", "outcome", "told"), IN_WORDS)
def test_each_limit_in_words(key: str, limit: Any, outcome: Outcome, told: str) -> None:
    check = checked(outcome, fail={key: limit}, baseline=BEFORE)
    assert told in sentence(check)


def test_every_limit_is_put_in_words() -> None:
    assert {key for key, *_ in IN_WORDS} == LIMITS.keys()


@pytest.mark.parametrize("language", languages()[1:])
@pytest.mark.parametrize(("key", "limit", "outcome", "told"), IN_WORDS)
def test_each_limit_in_the_words_of_another_language(
    key: str, limit: Any, outcome: Outcome, told: str, language: str
) -> None:
    """With the same figures, signs and names, and reasons of other rooms as they are."""
    check = checked(outcome, fail={key: limit}, baseline=BEFORE)
    with speaking(language):
        translated = sentence(check)
    figures, (english, _, why) = re.compile(r"[−\d.×⁰-⁹⁻]*\d"), told.partition(" is not known: ")
    assert sorted(figures.findall(translated)) == sorted(figures.findall(sentence(check)))
    assert english not in translated
    assert why in translated
    assert "\\x" not in translated


def test_sentences_of_each_verdict() -> None:
    limits: dict[str, Any] = {"fail": {"effect_above": 0.8, "p_below": 0.05}, "warn": {"effect_above": 0.5}}
    assert sentence(checked(SURE, **limits)) == (
        "en/toy, weat: limit exceeded: d is 1.23, above 0.8, and p is 0.011, below 0.05."
    )
    assert sentence(checked(replace(SURE, value=0.7), **limits)) == (
        "en/toy, weat: warning: d is 0.70, above 0.5; not failed, as d is 0.70, not above 0.8."
    )
    assert sentence(checked(replace(SURE, value=0.2), **limits)) == (
        "en/toy, weat: no limit exceeded: d is 0.20, not above 0.8; d is 0.20, not above 0.5."
    )
    undecided = replace(SURE, value=0.7, p=p_between(0.04, 0.06))
    assert sentence(checked(undecided, fail=limits["fail"], warn={"p_below": 0.05})) == (
        "en/toy, weat: inconclusive: p lies between 0.04 and 0.06, on both sides of 0.05."
    )
    nothing_known = checked(
        replace(undecided, interval=None), fail={"effect_above": 0.8, "interval_low_above": 0}, warn={"p_below": 0.05}
    )
    assert "interval" not in sentence(nothing_known)
    assert sentence(checked(skipped(coverage=covered(0, 4)), fail={"coverage_below": 0.5})) == (
        "en/toy, weat: limit exceeded: the share of words found of “x” is 0.00, below 0.5."
    )


def some_of_each(name: str = "rule") -> Gated:
    """A failure, a warning, a pass, and two that cannot be told, of which one is allowed."""
    unknown = {"fail": {"effect_rise_above": 0.1}}
    return gated(
        SURE,
        {"name": name, "fail": {"effect_above": 0.8}},
        {"warn": {"effect_above": 0.8}},
        {"fail": {"effect_above": 1.5}},
        unknown,
        unknown | {"on_inconclusive": "warn"},
    )


def test_the_whole_in_a_sentence() -> None:
    assert summary(some_of_each()) == (
        "Gate the gate failed (5 checks, 1 with a limit exceeded, 2 inconclusive, 1 with a warning). "
        "It holds for these words, measures and limits, and says nothing beyond them."
    )
    passed = summary(gated(SURE, {"fail": {"effect_above": 1.5}}))
    assert passed.startswith("Gate the gate passed: no limit exceeded (1 check). ")
    warned = summary(gated(SURE, {"warn": {"effect_above": 0.5}}))
    assert warned.startswith("Gate the gate passed: no limit of fail exceeded (1 check, 1 with a warning). ")
    allowed = summary(gated(SURE, {"fail": {"effect_rise_above": 1}, "on_inconclusive": "pass"}))
    assert allowed.startswith("Gate the gate passed: no limit exceeded in the checks that could be decided (1 check, ")
    assert summary(gated(SURE, {"fail": {"effect_rise_above": 1}})).startswith("Gate the gate inconclusive (1 check, ")


def test_nothing_is_called_fair() -> None:
    texts = [
        summary(some_of_each()),
        markdown(some_of_each()),
        junit(some_of_each()),
        json.dumps(plain(some_of_each())),
    ]
    for text in texts:
        assert not {"unbiased", "fair"} & set(text.lower().split())


def test_junit_counts_and_tells() -> None:
    root = ElementTree.fromstring(junit(some_of_each()))
    (suite,) = root
    counts = {"tests": "5", "failures": "1", "errors": "1", "skipped": "1"}
    for each in (root, suite):
        assert counts.items() <= each.attrib.items()
    assert [[part.tag for part in case] for case in suite] == [
        ["failure"], ["system-out"], ["system-out"], ["error"], ["skipped"]
    ]  # fmt: skip
    assert [case.attrib["name"] for case in suite] == ["en/toy weat"] * 5
    assert suite[0].attrib["classname"] == "the gate.rule"
    assert suite[0][0].text == suite[0][0].attrib["message"] == sentence(some_of_each().checks[0])


def test_markdown_is_a_table_and_sentences() -> None:
    lines = markdown(some_of_each()).splitlines()
    assert lines[0].startswith("### Gate the gate failed")
    table = [line for line in lines if line.startswith("|")]
    assert len(table) == 2 + 5
    assert table[2] == "| fail | rule | en/toy | weat | 1.23 | 0.10 … 1.90 | 0.011 |"
    assert len([line for line in lines if line.startswith("- ")]) == 4


def test_annotations_of_what_stops_and_what_warns() -> None:
    found = github_lines(some_of_each("100 %: a, b"))
    assert [line.split(" ")[0] for line in found] == ["::error", "::warning", "::error", "::warning"]
    assert found[0] == (
        "::error title=the gate%2C 100 %25%3A a%2C b::en/toy, weat: limit exceeded: d is 1.23, above 0.8."
    )


def test_hostile_names_stay_text() -> None:
    found = some_of_each(HOSTILE)
    found = replace(found, gate=HOSTILE, embedding={**found.embedding, "name": HOSTILE}, notes=(HOSTILE,))
    lost = replace(found.checks[3], query=HOSTILE, obstacle=HOSTILE)
    found = replace(found, checks=(*found.checks, lost))
    root = ElementTree.fromstring(junit(found).encode("utf-8"))
    assert root[0][0].attrib["classname"].count("😀") == 2
    assert all("::" in line and len(line.splitlines()) == 1 for line in github_lines(found))
    text = markdown(found)
    assert text.replace("\n", "").isprintable()
    assert len([line for line in text.splitlines() if line.startswith("| ")]) == 2 + 6
    assert "</failure>" not in text
    assert all(each.isprintable() for each in (summary(found), *map(sentence, found.checks)))


def test_the_plain_data_survive_json() -> None:
    data = plain(some_of_each())
    assert json.loads(json_text(data)) == data
    assert data["verdict"] == "failed"
    assert data["checks"][0]["sentence"] == sentence(some_of_each().checks[0])
    assert data["checks"][0]["fail"][0]["number"]["value"] == SURE.value


def test_it_comes_back_from_its_file() -> None:
    found = replace(some_of_each(), notes=("a note",))
    assert Gated.from_dict(json.loads(json_text(plain(found)))) == found
    assert Gated.from_dict(json.loads(json_text(found.to_dict()))) == found


def test_the_data_are_english_whatever_is_spoken() -> None:
    with speaking("de"):
        assert summary(some_of_each()).startswith("Gate the gate nicht bestanden (5 Prüfungen, 1 mit ")
        said = plain(some_of_each())
    assert said == plain(some_of_each())


WHOLE: list[tuple[dict[str, Any], str, dict[str, str]]] = [
    (
        {"fail": {"effect_above": 1.5}},
        "passed",
        {
            "en": "Gate the gate passed: no limit exceeded",
            "de": "Gate the gate bestanden: keine Grenze überschritten",
            "fr": "Contrôle the gate réussi\u00a0: aucune limite franchie",
            "ar": "فحص الحدود <bdi>the gate</bdi>: مجتاز، لم يُتجاوَز أي حدّ",
        },
    ),
    (
        {"fail": {"effect_above": 0.8}},
        "failed",
        {
            "en": "Gate the gate failed",
            "de": "Gate the gate nicht bestanden",
            "fr": "Contrôle the gate non réussi",
            "ar": "فحص الحدود <bdi>the gate</bdi>: غير مجتاز",
        },
    ),
    (
        {"fail": {"effect_rise_above": 0.1}},
        "inconclusive",
        {
            "en": "Gate the gate inconclusive",
            "de": "Gate the gate nicht entscheidbar",
            "fr": "Contrôle the gate non concluant",
            "ar": "فحص الحدود <bdi>the gate</bdi>: غير محسوم",
        },
    ),
]


def verdict_on(page: str) -> str:
    """The part of a page that tells the verdict; it belongs to the findings."""
    start, end = page.index('<section id="gate"'), page.index('<section id="warnings">')
    assert page.index('<section id="findings">') < start
    return unescape(page[start:end])


@pytest.mark.parametrize("language", ["en", "de", "fr", "ar"])
@pytest.mark.parametrize(("rule", "verdict", "headlines"), WHOLE)
def test_a_page_of_an_audit_has_the_verdict(
    rule: dict[str, Any], verdict: str, headlines: dict[str, str], language: str
) -> None:
    found = gated(SURE, rule)
    page = report_html([with_outcomes(SURE), found], language=language)
    told = verdict_on(page)
    assert f'<section id="gate" class="verdict {verdict}">\n<h3>{headlines[language]}</h3>' in told
    assert f'dir="{"rtl" if language == "ar" else "ltr"}"' in page
    with speaking(language):
        section = verdict_section(found)
        (checks,) = section.tables
        assert all(f"{isolated(name)}</th>" in told for name in checks.header)
    assert checks.rows[0][:3] == ("rule 1", "en/toy", "weat")
    assert checks.rows[0][4:] == ("1.23", "0.10 … 1.90", "0.011")
    assert f"{checks.rows[0][3]}<br>" in told
    assert len(section.findings) == (verdict != "passed")
    english = ("limit exceeded", "inconclusive:", "not known", "1 check", "holds for these words")
    assert any(each in told for each in english) == (language == "en")


def test_a_page_tells_every_check_and_its_limits() -> None:
    found = replace(some_of_each(), notes=("The baseline was taken from these same vectors.",))
    told = verdict_on(report_html([with_outcomes(SURE), found]))
    assert "5 checks, 1 with a limit exceeded, 2 inconclusive, 1 with a warning. The verdict holds for " in told
    for check in found.checks:
        assert (f"<li>{sentence(check)}</li>" in told) == (check.verdict != "pass")
    assert "no limit exceeded<br><small>fail: effect_above = 1.5</small>" in told
    assert "warning<br><small>warn: effect_above = 0.8</small>" in told
    assert found.notes[0] in told


def test_a_verdict_belongs_to_the_audit_before_it_of_the_same_vectors() -> None:
    audit, found = with_outcomes(SURE), some_of_each()
    other = replace(found, embedding={**found.embedding, "sha256": "0" * 64})
    (document,) = documents([audit, found])
    assert document.verdict == verdict_section(found)
    assert document.methods[:-1] == documents([audit])[0].methods
    assert document.tables.keys() == {"results", "gate"}

    def verdicts(*given: Any) -> list[tuple[str, bool]]:
        return [(each.kind, each.verdict is not None) for each in documents(given)]

    assert verdicts(audit, other) == [("audit", False), ("gate", True)]
    assert verdicts(found, audit) == [("gate", True), ("audit", False)]
    assert verdicts(audit, audit, found) == [("audit", False), ("audit", True)]
    assert verdicts(audit, found, found) == [("audit", True), ("gate", True)]


@pytest.mark.parametrize("alone", [False, True])
def test_a_page_can_be_made_again_from_what_is_inside_it(tmp_path: Path, alone: bool) -> None:
    found: list[Found] = [some_of_each()] if alone else [with_outcomes(SURE), some_of_each()]
    page = write_report(found, tmp_path / "de.html", language="de")
    files = extract(page)
    assert list(files) == (["gate.json"] if alone else ["result.json", "gate.json"])
    assert files["gate.json"] == json_text(plain(some_of_each()))
    assert read_results(page)[-1] == some_of_each()
    assert report_html(read_results(page), language="de") == page.read_text("utf-8")


def test_a_page_of_its_own_says_what_was_held_against_what() -> None:
    found = some_of_each()
    page = unescape(report_html(found))
    assert "Weatherglass: limits held against an audit" in page
    assert found.embedding["sha256"] in page
    assert f"were held against the limits of {found.gate} with Weatherglass" in page
    assert "@article{caliskan2017" in page


def test_hostile_names_stay_text_on_a_page() -> None:
    found = replace(some_of_each("<b>{n}</b>\u202e"), gate="<img src=x onerror=alert(1)>{gate}")
    page = report_html(found, language="ar")
    assert "<img" not in page
    assert "<b>" not in page
    assert "\u202e" not in page
    assert "{gate}" in page


def test_the_table_has_the_exact_numbers() -> None:
    lost = gated(skipped(), {"fail": {"effect_above": 0.8}})
    exact = table(replace(some_of_each(), checks=(some_of_each().checks[0], *lost.checks)))
    assert exact.rows() == [
        ("rule", "en/toy", "weat", "fail", 1.234, 0.1, 1.9, 0.011, 0.011, 0.011),
        ("rule 1", "en/toy", "weat", "inconclusive", *[None] * 6),
    ]
