"""The report's text: complete, escaped, small; numbers as people read them."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import numpy as np
import pytest

from tests.measure.test_audit import pack_space
from tests.spaces import planted_space, toy_query
from weatherglass.embedding.embedding import Embedding
from weatherglass.errors import Notice
from weatherglass.measure.audit import Audit, audit
from weatherglass.report import numbers
from weatherglass.report.sentences import finding
from weatherglass.report.write import command_line, render, write_report
from weatherglass.stats.permutation import PValue, Test
from weatherglass.words import packs
from weatherglass.words.query import Query, make_query

HOSTILE = ["<img src=x onerror=alert(1)>", "</script><script>alert(1)</script>", "a&b", '\'"quoted"', "=cmd|x", "عَرَب"]


@pytest.fixture(scope="module")
def english() -> Audit:
    return audit(language="en")


@pytest.fixture(scope="module")
def page(english: Audit) -> str:
    return render(english)


def test_it_says_what_was_audited(page: str, english: Audit) -> None:
    assert english.embedding["sha256"] in page
    assert "14,563 words × 100 dimensions" in page


def test_every_section_is_there(page: str) -> None:
    ids = re.findall(r'<section id="([a-z]+)"', page)
    assert ids == ["findings", "warnings", "results", "tests", "coverage", "limits", "methods", "reproduce"]


def test_every_test_has_a_sentence_a_picture_its_words_and_its_caveat(page: str, english: Audit) -> None:
    articles = re.findall(r'<article id="([^"]+)">(.*?)</article>', page, flags=re.DOTALL)
    assert [name for name, _ in articles] == [query.name for query in english.queries]
    for (_, body), query in zip(articles, english.queries, strict=True):
        text = unescape(body)
        assert f"Compared with <em>{query.targets[1].name}</em>" in text
        assert '<svg role="img" class="words"' in body
        assert query.caveat in text
        assert query.source in text
        for word in query.all_words():
            assert word[0] in text


def test_every_scored_word_is_in_its_picture(page: str, english: Audit) -> None:
    for result in english.results.measured:
        name = result.query.split("/")[1]
        picture = re.search(rf'<article id="{name}">.*?<svg.*?</svg>', page, flags=re.DOTALL)
        assert picture is not None
        for word in result.words:
            assert f">{word.word}</text>" in unescape(picture[0])


def test_it_is_one_offline_file_without_script(page: str) -> None:
    assert "<script" not in page
    assert not re.search(r'(?:src|href)="(?!#)', page)
    assert "url(" not in page
    assert "default-src 'none'" in page
    assert "{{ " not in page


@pytest.mark.parametrize("language", ["en", "de", "fr", "ar"])
def test_a_pack_audit_stays_under_500_kb(language: str, tmp_path: Path) -> None:
    path = write_report(audit(pack_space(language, tmp_path)), tmp_path / "report.html")
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
    page = render(hostile_audit())
    assert "<img" not in page
    assert "<script" not in page
    assert "<b>" not in page
    assert "&lt;img src=x onerror=alert(1)&gt;" in page


def test_words_are_isolated_for_right_to_left_text() -> None:
    page = render(hostile_audit())
    assert "<bdi>عَرَب" in page


def test_tests_that_did_not_run_are_shown_with_the_reason(tmp_path: Path) -> None:
    found = audit(pack_space("de", tmp_path), language="fr")
    page = unescape(render(found))
    for skipped in found.results.skipped:
        assert skipped.reason in page
        for word in skipped.coverage.missing:
            assert word in page


def test_nothing_measured_is_said_plainly() -> None:
    found = audit(Embedding.from_arrays(["he", "she"], np.eye(2)), language="en")
    assert "No test could be run." in render(found)


def test_notices_from_reading_reach_the_report(query: Query) -> None:
    space = planted_space(packs.load("en")[5], 0.3)
    noted = Embedding(
        space.name, space.words, space.vectors.copy(), space.ranks.copy(), space.rows,
        notices=(Notice("zero-vectors", "3 rows left out: zeros."),),
    )  # fmt: skip
    assert "3 rows left out: zeros." in render(audit(noted, queries=["en/weat6"]))


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
    assert (numbers.share(0.531), numbers.share(0.0023), numbers.share(1e-6)) == ("53 %", "0.23 %", "less than 0.01 %")
    p = PValue(estimate=0.01, low=0.009, high=0.012, method="sampled", alternative="greater", ties="inclusive", partitions=1000)  # fmt: skip
    assert numbers.p_method(p) == "one-sided, sampled, 1,000 partitions, 99 % interval 0.009 to 0.012"


@pytest.mark.parametrize(("strength", "near"), [(0.5, "a"), (-0.5, "b")])
def test_the_sentence_names_the_right_side(strength: float, near: str) -> None:
    query = toy_query(
        targets={"x": [f"x{i}" for i in range(5)], "y": [f"y{i}" for i in range(5)]},
        attributes={"a": ["a1", "a2", "a3"], "b": ["b1", "b2", "b3"]},
    )
    (result,) = audit(planted_space(query, strength), queries=[query]).results.measured
    said = finding(result, query)
    assert said.nearer == near
    assert "against the direction" in said.text() if strength < 0 else "A split this strong" in said.text()


def test_the_command_reproduces_the_audit() -> None:
    assert command_line(audit(language="en")) == "weatherglass audit --lang en"
    found = audit(queries=["en/weat9"], test=Test(alternative="two-sided", seed=7), params={"weat": {"ddof": 0}})
    assert (
        command_line(found) == "weatherglass audit --lang en --query en/weat9 --alternative two-sided --seed 7 --ddof 0"
    )
