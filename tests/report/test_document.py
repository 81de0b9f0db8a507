"""Any document as a page: all of it there, every word only a word, every anchor one place, both directions kept apart."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.documented import ARABIC, HOSTILE, QUERY, document
from tests.report.parsed import Parsed
from weatherglass.errors import Notice
from weatherglass.report.bound import bound
from weatherglass.report.document import Below, Document, Section, Table, without_empty, words_anchor
from weatherglass.report.page import html
from weatherglass.wording.messages import Finding, languages, speaking


@pytest.fixture(scope="module", params=["one", "several"])
def parsed(request: pytest.FixtureRequest) -> Parsed:
    several = [document(), document(name="second")] if request.param == "several" else [document()]
    return Parsed(html(several, {"result.json": "{}"}))


def shown(word: str) -> str:
    return word.replace("\u202e", "⟨U+202E⟩").replace("\u2066", "⟨U+2066⟩")


def test_every_part_of_a_document_is_on_its_page(parsed: Parsed) -> None:
    said = [
        "One test was run.", "A test: It stands apart.", f"The word {ARABIC} (+0.67) leads.", "This depends on the words chosen.", "No limit exceeded",
        f"1 of 3 words of {ARABIC}", " cases", "row 4", "Before all else.", "It leans", f"Each dot is a word such as {ARABIC}.",
        "−0.5", "95 % interval −1 to 0", f"The words are {ARABIC} and others.", "Other sets", "none as extreme", "All words",
        "Left out (9)", "A text to copy with ``` in it.", "The words of this test, found and lost", "A second section",
        "Nothing about people.", "We measured.", "It was done so.", "These words may hurt.", "missing: missing.",
        "twice as Twice", "counted once: twice.", "CC0", "weatherglass audit '```' --out x", "@article{caliskan2017,",
        "without an entry here: no-such-key.", "ab" * 32,
    ]  # fmt: skip
    text = parsed.text.replace("\u00a0", " ")
    assert [each for each in said if each not in text] == []
    assert "where it stands" in parsed.within("svg")


def test_words_are_only_words(parsed: Parsed) -> None:
    text = parsed.text
    assert [word for word in HOSTILE if shown(word) not in text] == []
    assert not parsed.tags & {"img", "iframe", "object", "base", "form"}
    assert [attributes.get("type") for tag, attributes in parsed.elements if tag == "script"] == ["application/json"]
    assert not [name for _, attributes in parsed.elements for name in attributes if name.startswith("on")]
    assert not set("\u202e\u2066") & set(parsed.page)


def test_every_anchor_is_one_place_and_every_link_leads_to_one(parsed: Parsed) -> None:
    assert len(parsed.ids) == len(set(parsed.ids))
    assert len(parsed.links) > 8
    assert [link for link in parsed.links if link.removeprefix("#") not in parsed.ids] == []


def test_headings_go_down_step_by_step(parsed: Parsed) -> None:
    assert parsed.levels[0] == 1
    assert parsed.levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(parsed.levels))


def test_nothing_comes_from_elsewhere(parsed: Parsed) -> None:
    assert not [value for _, each in parsed.elements if (value := each.get("src") or each.get("data"))]
    policies = [each["content"] for tag, each in parsed.elements if tag == "meta" and "http-equiv" in each]
    assert policies == ["default-src 'none'; style-src 'unsafe-inline'; img-src data:"]


def test_what_runs_the_other_way_is_kept_to_itself() -> None:
    page = html([document()])
    assert '<html lang="en" dir="ltr">' in page
    assert f"<bdi>{ARABIC}</bdi> (+0.67)" in page


@pytest.mark.skipif("ar" not in languages(), reason="no Arabic texts")
def test_an_arabic_page_runs_from_right_to_left() -> None:
    with speaking("ar"):
        page = html([document(findings=(f"كلمة {ARABIC} (d = −0.67) ثم audit أولا",))])
    assert '<html lang="ar" dir="rtl">' in page
    assert f"كلمة {ARABIC} (<bdi>d\u00a0=\u00a0−0.67</bdi>) ثم <bdi>audit</bdi> أولا" in page
    assert '<pre dir="ltr">weatherglass audit' in page


@pytest.mark.skipif("ar" not in languages(), reason="no Arabic texts")
def test_an_interval_stays_with_its_value() -> None:
    with speaking("ar"):
        page = html([document(findings=("حجم الأثر 0.72 [−0.69, 1.47]، وغيره [0.1, 0.2]",))])
    assert "حجم الأثر <bdi>0.72 [−0.69, 1.47]</bdi>، وغيره [<bdi>0.1, 0.2</bdi>]" in page


@settings(max_examples=40, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1))
def test_any_word_can_stand_anywhere(word: str) -> None:
    made = document(
        name=word,
        identity=((word, word),),
        findings=(word,),
        mind=word,
        summary=word,
        warnings=(Notice("zero", word),),
        sections=(
            Section("a", word, intro=word, lists=((word, (word, word)),), tables=(Table(word, (word,), ((word,),)),)),
        ),
        limits=(word,),
        methods=(word, word),
        command=word,
    )
    usual, parsed = Parsed(html([document()])), Parsed(html([made]))
    assert parsed.tags <= usual.tags
    named = {name for _, attributes in parsed.elements for name in attributes}
    assert named <= {name for _, attributes in usual.elements for name in attributes}


def test_several_documents_keep_their_own_words_and_warnings() -> None:
    report = bound([document(), document(name="second")])
    assert report.several
    anchors = [each.anchor for chapter in report.chapters for each in chapter.word_lists]
    assert anchors == ["1-words-ar-own_5f_test", "2-words-ar-own_5f_test"]
    assert [chapter.sections[0].parts[0].words for chapter in report.chapters] == anchors
    assert [chapter.sections[0].tables[0].links for chapter in report.chapters] == [("1-test-1",), ("2-test-1",)]
    assert report.warnings[0].cases == (
        f"vectors {HOSTILE[0]}: 1 of 3 words of {ARABIC}",
        f"second: 1 of 3 words of {ARABIC}",
    )
    assert report.limits == ("Nothing about people.",)
    assert report.bibtex.count("@article") == 1


def test_a_report_has_the_title_that_it_is_given() -> None:
    assert "<title>Mine &amp; yours</title>" in html([document()], title="Mine & yours")
    assert "<h1>Mine &amp; yours</h1>" in html([document()], title="Mine & yours")
    assert "<title>audit of word vectors: x</title>" in html([document(name="x")])


@given(st.text(), st.text())
def test_two_queries_never_share_an_anchor(one: str, other: str) -> None:
    assert (words_anchor(one) == words_anchor(other)) == (one == other)
    assert words_anchor(one).replace("-", "").replace("_", "").isascii()
    assert words_anchor(QUERY.id) == "words-ar-own_5f_test"


def test_a_cell_of_two_lines_is_a_text() -> None:
    cell = Below("1", "2 to 3")
    assert (cell, cell.below) == ("1", "2 to 3")


@pytest.mark.parametrize("copied", [copy, deepcopy, lambda each: pickle.loads(pickle.dumps(each))])
def test_texts_that_know_more_are_copied_whole(copied: Callable[[Any], Any]) -> None:
    for text in (Below("1", "2 to 3"), Finding([("a ", False), ("b", True)], "it", "there")):
        made = copied(text)
        assert (type(made), made, vars(made)) == (type(text), text, vars(text))


def test_columns_with_nothing_in_them_go() -> None:
    table = Table("t", ("a", "b", "c", "d"), (("x", "", "–", "1"), ("y", "–", "z", "")), texts=2)
    assert without_empty(table) == Table("t", ("a", "c", "d"), (("x", "–", "1"), ("y", "z", "")), texts=1)


def test_a_document_of_nothing_but_a_name_can_be_shown() -> None:
    parsed = Parsed(html([Document(kind="audit", name="x", identity=())]))
    assert "None." in parsed.text
    assert [link for link in parsed.links if link.removeprefix("#") not in parsed.ids] == []
