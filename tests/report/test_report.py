"""The report's text: complete, escaped, small; numbers as people read them."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from dataclasses import replace
from html import unescape
from pathlib import Path

import numpy as np
import pytest

from tests.gate import made
from tests.spaces import planted_space, toy_query
from tests.test_auditing import pack_space
from weatherglass.auditing import Audit, audit
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.sample import sample_path
from weatherglass.errors import Notice
from weatherglass.measure.family import Correction
from weatherglass.measure.scrutiny import Scrutiny
from weatherglass.measure.standing import standing
from weatherglass.report.audit import document
from weatherglass.report.document import words_anchor
from weatherglass.report.formats import write_report
from weatherglass.report.markdown import markdown
from weatherglass.report.methods import command_line, methods_paragraph
from weatherglass.report.sentences import finding
from weatherglass.report.write import report_html
from weatherglass.stats.permutation import PValue, Test
from weatherglass.wording import numbers
from weatherglass.words import packs
from weatherglass.words.lookup import Match
from weatherglass.words.query import Query, make_query

DATA = '<script type="application/json" id="weatherglass-result">'
QUICK = Scrutiny(resamples=400, baseline=30)  # as much to show as with the usual numbers
HOSTILE = ["<img src=x onerror=alert(1)>", "</script><script>alert(1)</script>", "a&b", '\'"quoted"', "=cmd|x", "عَرَب"]


@pytest.fixture(scope="module")
def english() -> Audit:
    return audit(language="en")


@pytest.fixture(scope="module")
def page(english: Audit) -> str:
    return report_html(english)


def test_it_says_what_was_audited(page: str, english: Audit) -> None:
    assert english.embedding["sha256"] in page
    assert "14,563 words × 100 dimensions" in page


def test_every_section_is_there(page: str) -> None:
    ids = re.findall(r'<section id="([a-z]+)"', page)
    assert ids == ["findings", "warnings", "results", "measures", "tests", "limits", "methods", "words", "reproduce"]


def test_every_test_has_a_sentence_a_picture_its_words_and_its_caveat(page: str, english: Audit) -> None:
    articles = re.findall(r'<article id="([^"]+)">(.*?)</article>', page, flags=re.DOTALL)
    assert [name for name, _ in articles] == [f"test-{i}" for i in range(1, len(english.queries) + 1)]
    for (_, body), query in zip(articles, english.queries, strict=True):
        text = unescape(body)
        assert f"than <em>{query.targets[1].name}</em> do" in text
        assert '<svg role="img" class="words"' in body
        assert query.caveat in text
    lists = unescape(page[page.index('<section id="words">') :])
    for query in english.queries:
        own = lists[lists.index(f'id="{words_anchor(query.id)}"') :]
        own = own[: own.index("</details>")]
        assert query.source in own
        for word in query.all_words():
            assert word[0] in own


def test_the_strongest_tests_come_first_and_only_clear_ones_are_filled(page: str, english: Audit) -> None:
    tests = english.results.association_tests
    by_size = sorted(tests, key=lambda result: -abs(result.value or 0.0))
    findings = page[page.index('<section id="findings">') : page.index('<section id="warnings">')]
    assert re.findall(r'<li><a href="#test-\d+">(\S+)</a>', findings) == [result.query for result in by_size[:6]]
    results = page[page.index('<section id="results">') : page.index('<section id="measures">')]
    marks = re.findall(r'<circle [^>]*fill="([^"]+)"', results)
    assert [standing(result) for result in tests] == ["clear"] * len(marks)
    assert "none" not in marks
    space, query = one_test(0.0)
    unclear = report_html(audit(space, queries=query, measures=["weat"]))
    results = unclear[unclear.index('<section id="results">') : unclear.index('<section id="tests">')]
    assert re.findall(r'<circle [^>]*fill="([^"]+)"', results) == ["none"]


def test_every_scored_word_is_in_its_picture(page: str, english: Audit) -> None:
    tests = [result for result in english.results.measured if result.measure == "weat"]
    for i, result in enumerate(tests, 1):
        picture = re.search(rf'<article id="test-{i}">.*?<svg.*?</svg>', page, flags=re.DOTALL)
        assert picture is not None
        for word in result.words:
            assert f">{word.word}</text>" in unescape(picture[0])


def test_it_is_one_offline_file_without_script(page: str) -> None:
    assert re.findall("<script[^>]*>", page) == [DATA]
    assert not re.search(r'(?:src|href)="(?!#)', page)
    assert not re.search(r"url\((?!#)", page)
    assert "default-src 'none'" in page
    assert "{{ " not in page


@pytest.mark.parametrize("language", ["en", "de", "fr", "ar"])
def test_a_pack_audit_stays_under_500_kb(language: str, tmp_path: Path) -> None:
    path = write_report(audit(pack_space(language, tmp_path), scrutiny=QUICK), tmp_path / "report.html")
    assert path.stat().st_size < 500_000


def test_references_are_given(page: str) -> None:
    assert "@article{caliskan2017" in page
    assert "pennington2014" in page


def hostile_audit() -> Audit:
    words = [f"{HOSTILE[i % len(HOSTILE)]}{i}" for i in range(12)]
    query = make_query(
        {
            "name": "hostile",
            "language": "en",
            "title": HOSTILE[0],
            "caveat": HOSTILE[1],
            "targets": {
                HOSTILE[0]: [w.replace("|", "/") for w in words[:3]],
                "y": [w.replace("|", "/") for w in words[3:6]],
            },
            "attributes": {
                HOSTILE[1]: [w.replace("|", "/") for w in words[6:9]],
                "b": [w.replace("|", "/") for w in words[9:]] + ["<b>lost"],
            },
        }
    )
    space = planted_space(query, 0.5)
    kept = [i for i, word in enumerate(space.words) if word != "<b>lost"]
    named = Embedding.from_arrays([space.words[i] for i in kept], space.vectors[kept], name=HOSTILE[0])
    return audit(named, queries=[query])


def test_words_names_and_titles_are_escaped_everywhere() -> None:
    page = report_html(hostile_audit())
    assert "<img" not in page
    assert re.findall("<script[^>]*>", page) == [DATA]
    assert "<b>" not in page
    assert "&lt;img src=x onerror=alert(1)&gt;" in page


def test_words_are_isolated_for_right_to_left_text() -> None:
    page = report_html(hostile_audit())
    assert "<bdi>عَرَب" in page


def test_tests_that_did_not_run_are_shown_with_the_reason(tmp_path: Path) -> None:
    found = audit(pack_space("de", tmp_path), language="fr")
    page = unescape(report_html(found))
    run, skipped_queries = ({each.query for each in some} for some in (found.results.measured, found.results.skipped))
    assert f"{len(run)} run, {len(skipped_queries - run)} not run" in page
    assert skipped_queries - run
    for skipped in found.results.skipped:
        assert skipped.reason in page
        for word in skipped.coverage.missing:
            assert word in page


def test_the_reason_why_a_test_did_not_run_stands_once() -> None:
    """A test that no measure could run, and one that was not one of association, in a table of tests that did run."""
    reasons = {"en/rare": "no such words", "en/listed": "it compares no sets"}
    mac = replace(made.toy_audit("mac").results.measured[0], query="en/listed")
    lacking = [made.skipped(query=query, reason=reason) for query, reason in reasons.items()]
    rare = made.skipped(query="en/rare", reason=reasons["en/rare"], measure="mac")
    listed = replace(toy_query(), name="listed")
    found = replace(made.with_outcomes(made.result(), *lacking, rare, mac), queries=(toy_query(), listed))
    whole = document(found)
    table = whole.sections[0].tables[0]
    assert [row[:2] for row in table.rows[1:]] == [(query, "not run") for query in reasons]
    assert table.links[1:] == ("not-run", "not-run")
    assert whole.sections[-1].anchor == "not-run"
    for reason in reasons.values():
        assert found.to_latex().count(reason) == markdown([whole]).count(reason) == 1


def test_nothing_measured_is_said_plainly() -> None:
    found = audit(Embedding.from_arrays(["he", "she"], np.eye(2)), language="en")
    assert "No test could be run." in report_html(found)


def test_notices_from_reading_reach_the_report(query: Query) -> None:
    space = planted_space(packs.of_tests("en")[5], 0.3)
    noted = Embedding(
        space.name, space.words, space.vectors.copy(), space.ranks.copy(), space.rows,
        notices=(Notice("zero-vectors", "3 rows left out: zeros."),),
    )  # fmt: skip
    assert "3 rows left out: zeros." in report_html(audit(noted, queries=["en/weat6"]))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (1, "1"),
        (0.5, "0.5"),
        (0.05, "0.05"),
        (0.0514, "0.051"),
        (0.00228, "0.0023"),
        (0.0001, "0.0001"),
        (7.77e-5, "7.8×10⁻⁵"),
        (3e-15, "3.0×10⁻¹⁵"),
    ],
)
def test_probabilities(value: float, text: str) -> None:
    assert numbers.probability(value) == text


def test_other_numbers() -> None:
    assert numbers.effect(-1.005) == "−1.00"
    assert numbers.difference(0.0456) == "+0.046"
    assert [numbers.per_cent(x) for x in (0.531, 0.0023, 7.8e-5)] == ["53 %", "0.23 %", "0.0078 %"]


def some_p(estimate: float, low: float, high: float, **changes: object) -> PValue:
    base = {"method": "sampled", "alternative": "greater", "ties": "inclusive", "partitions": 1000}
    return PValue(estimate=estimate, low=low, high=high, **{**base, **changes})  # type: ignore[arg-type]


def test_how_p_is_told() -> None:
    p = some_p(0.01, 0.009, 0.012)
    told = "one-sided, from 1,000 partitions drawn at random, with 99 % confidence between 0.009 and 0.012"
    assert numbers.p_method(p) == told
    exact = replace(p, method="exact", partitions=10**14, low=0.01, high=0.01)
    assert numbers.p_method(exact) == "one-sided, exact, all 1.0×10¹⁴ partitions counted"
    near = replace(p, method="certified", partitions=10**18, low=0.0099999, high=0.0100001)
    assert numbers.p_method(near).startswith("one-sided, certain to lie between 0.0099999 and 0.0100001, among all")
    assert numbers.p_cell(near) == "0.01"
    far = replace(near, low=0.008, high=0.012)
    assert (numbers.p_value(far), numbers.p_cell(far)) == ("between 0.008 and 0.012", "0.008–0.012")
    assert (numbers.p_value(p), numbers.p_cell(p)) == ("= 0.01", "0.01")
    none = some_p(1 / 1001, 0, 0.0053)
    assert (numbers.p_value(none), numbers.share(none)) == ("< 0.0053", "less than 0.53 %")
    holm = Correction(procedure="holm", estimate=0.002, low=0, high=0.0106, verdict="clear")
    assert (numbers.corrected(none, holm), numbers.corrected(p, holm)) == ("< 0.011", "0.002")


def one_test(strength: float, size: int = 5) -> tuple[Embedding, Query]:
    query = toy_query(
        targets={"x": [f"x{i}" for i in range(size)], "y": [f"y{i}" for i in range(size)]},
        attributes={"a": ["a1", "a2", "a3"], "b": ["b1", "b2", "b3"]},
    )
    return planted_space(query, strength), query


@pytest.mark.parametrize(
    ("strength", "test", "near", "stands", "said"),
    [
        (0.5, Test(), "a", "clear", "A split this strong comes up in 0.4 %"),
        (-0.5, Test(), "b", "against", "in the direction opposite to the one that was tested"),
        (-0.5, Test(alternative="less"), "b", "clear", "A split this strong comes up in 0.4 %"),
        (0.5, Test(alternative="less"), "a", "against", "in the direction opposite"),
        (
            -0.5,
            Test(alternative="two-sided"),
            "b",
            "clear",
            "Counting both directions, a split this strong has p = 0.0079",
        ),
        (
            0.5,
            Test(ties="strict"),
            "a",
            "clear",
            "No other way to divide these words into two such sets gives a stronger",
        ),
        (0.0, Test(), None, "unclear", "this does not show that there is no association"),
    ],
)
def test_the_sentence_says_the_right_thing(
    strength: float, test: Test, near: str | None, stands: str, said: str
) -> None:
    space, query = one_test(strength)
    (result,) = audit(space, queries=query, test=test, measures=["weat"]).results.measured
    found = finding(result, query)
    assert near is None or found.startswith(f"X lean more towards {near}, as against ")
    assert standing(result) == stands
    assert said in found


def test_both_means_stand_in_the_sentence() -> None:
    """Both sets may lie nearer to the same side, and nobody must read otherwise."""
    (result,) = audit(queries="en/weat6", measures=["weat"]).results.measured
    means = result.extra["means"]
    said = finding(result, packs.resolve(["en/weat6"])[0])
    assert f"{numbers.difference(means['male names'])} against {numbers.difference(means['female names'])}" in said


@pytest.mark.parametrize(
    ("test", "said", "not_said"),
    [
        (Test(), "at least as large as the observed one, which is counted too", "smaller"),
        (Test(ties="strict"), "larger than the observed one", "(b + 1)"),
        (Test(alternative="less"), "at most as large as the observed one", "at least as large"),
        (Test(alternative="less", ties="strict"), "smaller than the observed one", "(b + 1)"),
        (Test(alternative="two-sided"), "at least as extreme, on the rarer side, as the observed one", "One-sided"),
        (
            Test(alternative="two-sided", ties="strict"),
            "more extreme, on the rarer side, than the observed one",
            "(b + 1)",
        ),
    ],
)
def test_the_methods_paragraph_fits_the_options(test: Test, said: str, not_said: str) -> None:
    sampled = replace(test, method="sampled", n=100)
    bare = Scrutiny(interval="none", baseline=0)
    text = methods_paragraph(audit(queries="en/weat1", measures=["weat"], test=sampled, scrutiny=bare))
    assert said in text
    assert not_said not in text
    assert ("(b + 1)/(n + 1)" in text) == (test.ties == "inclusive")
    assert "counted exactly" not in text
    counted = methods_paragraph(audit(queries="en/weat6", measures=["weat"], test=test, scrutiny=bare))
    assert said in counted
    assert "All partitions were counted exactly." in counted
    assert "drawn at random" not in counted


def test_a_large_effect_widens_the_scale() -> None:
    """Unequal sets can reach more than 2; a dot at the edge would lie."""
    query = toy_query(
        targets={"x": ["x0", "x1"], "y": [f"y{i}" for i in range(14)]},
        attributes={"a": ["a1", "a2", "a3"], "b": ["b1", "b2", "b3"]},
    )
    found = audit(planted_space(query, 3), queries=query, match=Match(min_words=2))
    result = found.results.measured[0]
    assert result.value is not None
    assert result.value > 2
    assert ">+3</text>" in report_html(found)


def test_own_citations_are_listed_not_lost() -> None:
    query = toy_query(cite=["smith2020"], targets={"x": ["x1", "x2", "z1"], "y": ["y1", "y2", "z2"]},
                      attributes={"a": ["a1", "a2", "a3"], "b": ["b1", "b2", "b3"]})  # fmt: skip
    assert "smith2020" in report_html(audit(planted_space(query, 0.3), queries=query))


def test_ids_are_unique_whatever_queries_are_called() -> None:
    space, query = one_test(0.4)
    queries = [
        replace(query, name=name, language=code)
        for name, code in (("findings", "en"), ("findings", "it"), ('a "b"', "en"))
    ]
    page = report_html(audit(space, queries=queries))
    ids = re.findall(r' id="([^"]*)"', page)
    assert len(ids) == len(set(ids))


def test_the_printed_command_gives_the_same_numbers(tmp_path: Path, english: Audit) -> None:
    """Own files, own packs and all options included."""
    own = tmp_path / "own test.toml"
    (tmp_path / "my packs").mkdir()
    (tmp_path / "my packs" / "packed.toml").write_text(
        'name = "packed"\nlanguage = "en"\n[targets]\nm = ["MATH", "algebra", "geometry"]\na = ["poetry", "art", "dance"]\n'
        '[attributes]\nhe = ["he", "man"]\nshe = ["she", "woman"]\n',
        "utf-8",
    )
    own.write_text(
        'name = "own"\nlanguage = "en"\n[targets]\nm = ["math", "algebra", "geometry"]\na = ["poetry", "art", "dance"]\n'
        '[attributes]\nhe = ["he", "man", "boy"]\nshe = ["she", "woman", "girl"]\n',
        "utf-8",
    )
    found = audit(
        sample_path(),
        queries=["en/weat9", "en/packed", str(own)],
        folders=[tmp_path / "my packs"],
        measures=["weat", "ect"],
        test=Test(alternative="two-sided", ties="strict", method="sampled", n=500, seconds=1.5, seed=7),
        params={"weat": {"ddof": 0}},
        match=Match(
            min_words=2,
            min_coverage=0.4,
            min_test_coverage=0.5,
            case=False,
            spelling=False,
            normalise=False,
            underscore=False,
        ),
        scrutiny=Scrutiny(level=0.9, resamples=500, baseline=20, smallest_effect=0.3, full=True),
    )
    command = shlex.split(command_line(found))
    assert command[0] == "weatherglass"
    done = subprocess.run(
        [sys.executable, "-m", *command, "--json"], capture_output=True, encoding="utf-8", check=True, cwd=tmp_path
    )
    assert "Of all words of a test together, at least 50 % had to be found." in methods_paragraph(found)
    again, before = json.loads(done.stdout), json.loads(json.dumps(found.to_dict()))
    assert again == before
    assert command_line(audit(queries="en/weat9", measures=["weat"], scrutiny=Scrutiny(interval="jackknife"))) == (
        "weatherglass audit --lang en --query en/weat9 --measure weat --interval jackknife"
    )
    assert command_line(english) == "weatherglass audit --lang en"


def test_measures_that_are_no_association_tests_are_findings_too() -> None:
    found = audit(queries=["en/weat7", "en/weat8"], measures=["rnd", "ripa"])
    page = unescape(report_html(found))
    assert "No test could be run" not in page
    assert "2 run, 0 not run" in page
    assert "no association test (WEAT) was run" in page
    assert "The attribute words lie" in page
    assert "Mean score of the words: mathematics" in page
    assert "effect size d" not in page
    assert ", Holm " in page
    text = methods_paragraph(found)
    assert "difference of means" not in text
    assert "nearer to target set 1 (one-sided; all of them looked at)" in text
    assert "RND (2)" in text
    assert command_line(found).endswith("--query en/weat7 --query en/weat8 --measure rnd --measure ripa")


def test_words_with_rates_are_measured_by_wefat() -> None:
    found = audit(queries=["en/occupations"])
    assert [result.measure for result in found.results] == ["wefat"]
    page = unescape(report_html(found))
    assert "correlates with their rates at r\u00a0=\u00a00.51 over 53 words" in page
    assert "by Student's t" in methods_paragraph(found)
