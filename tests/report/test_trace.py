"""A trace as a page: what it says, that it holds no text of the corpus, and the passages, which do."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from tests.traced import HOSTILE, made_trace
from weatherglass.corpus.build import build_from_words
from weatherglass.errors import SpecError
from weatherglass.report.page import html
from weatherglass.report.passages import parts, write_passages
from weatherglass.report.trace import check_said, command_of, document, findings, methods, sections
from weatherglass.report.write import KINDS, read_result
from weatherglass.trace.traced import Mark, Passage
from weatherglass.wording.messages import languages, speaking
from weatherglass.words.lookup import Match


def plain(page: str) -> str:
    """Its texts, with spaces that may break."""
    return " ".join(unescape(re.sub(r"<[^>]*>", "", page)).replace("\u00a0", " ").split())


def test_what_it_says() -> None:
    said = list(findings(made_trace()))
    assert said == [
        "The effect is d = 0.80 on average over the word vectors of 2 models (0.70 to 0.90; 0.95 on the vectors that training hands on).",
        "Without the 10 documents that carry most of it (10 %), d is predicted to be −0.10; without as many taken at random, 0.75.",
        "Half of all that the removal of single documents is predicted to take from the effect comes from 9 of the 34 whose removal takes anything, of 100 in all.",
        "Of all values of source, paper carries most: without it d is predicted to change by −0.50.",
        "Held against training again without them (3 removals; seeds of each: 2), predicted and measured changes correlate at +1.00; they are 0.03 apart on average.",
    ]


def test_what_was_not_checked_is_said_to_be_a_prediction() -> None:
    assert "These are predictions" in check_said(made_trace(removals=()))
    one = made_trace().removals[:1]
    assert check_said(made_trace(removals=one)).startswith("Held against training again without them in 1 removal: ")
    nothing = made_trace(weakening=0, half=0, curve=(), groups=())
    assert "There is no document whose removal is predicted to weaken the effect." in findings(nothing)


def test_the_tables() -> None:
    made = {section.anchor: section for section in sections(made_trace())}
    assert list(made) == ["documents", "groups", "passages", "check", "rests"]
    carrying, against = made["documents"].tables
    assert carrying.header == ("document", "date", "source", "through", "change", "by model")
    assert carrying.rows[0] == ("d1", "2001", "paper", "رجل", "−0.200", "−0.210 … −0.190")
    assert [row[0] for row in against.rows] == ["d3"]
    (groups,) = made["groups"].parts[0].tables
    assert groups.rows[2] == ("radio", "10", "9", "–", "–", "–")
    assert "radio: cannot be predicted, as “رجل” would stand" in groups.note
    (check,) = made["check"].tables
    assert [row[0] for row in check.rows] == ["top 10 %", "bottom 10 %", "random 10 %", "top 50 %"]
    assert check.rows[3][2:] == ("–", "–", "–")
    assert "top 50 %: cannot be predicted, as too few contexts" in check.note
    assert made["documents"].lists == (("Documents of which nothing can be told: without them a word of the test would have hardly any contexts", ("d99",)),)  # fmt: skip


def test_long_lists_are_folded() -> None:
    first = made_trace().documents[0]
    many = tuple(replace(first, number=n, name=f"d{n}") for n in range(40))
    (documents, *_) = sections(made_trace(documents=many))
    (shown,) = documents.tables
    (rest,) = documents.folded
    assert (len(shown.rows), len(rest.rows)) == (15, 25)
    assert rest.title == "Documents that carry most of the effect: 25 more"


@pytest.mark.parametrize("language", languages())
def test_the_page_in_every_language(language: str) -> None:
    with speaking(language):
        page = html([document(made_trace(name=HOSTILE))], {"trace.json": "{}"})
    assert "<img" not in page
    assert "\u202e" not in page
    assert page.count("<svg") >= 4
    if language != "en":
        assert "The effect is" not in page


def test_methods_and_the_command() -> None:
    said = methods(made_trace())
    assert "The Hessian was damped" in said
    assert "held against 3 removals" in said
    assert "was not damped" in methods(made_trace(damped=False))
    assert command_of(made_trace()) == (
        "weatherglass trace texts --query own.toml --top 3 --models 2 --dim 50 --verify 10 --verify 50"
    )
    given = made_trace(vectors="v.bin", word="رجل", measure="word-association", damped=False, removals=(), least_documents=9)  # fmt: skip
    assert command_of(given) == (
        "weatherglass trace texts --query own.toml --vectors v.bin --measure word-association --word 'رجل' --top 3 "
        "--least-documents 9 --undamped"
    )
    strict = made_trace(removals=(), match=Match(min_coverage=0.8, min_words=4, min_test_coverage=0.9), seed=7)
    assert command_of(strict).endswith("--dim 50 --min-coverage 0.8 --min-words 4 --min-test-coverage 0.9 --seed 7")
    for name, value in (
        ("alpha", 0.5),
        ("weighting", "flat"),
        ("learning_rate", 0.1),
    ):  # the command has no such option
        assert command_of(made_trace(settings={**made_trace().settings, name: value})) == ""
    part = made_trace(corpus={**made_trace().corpus, "view": ["from 1998"]})
    assert command_of(part) == ""


def test_results_come_back_from_their_file() -> None:
    found = made_trace()
    text = json.dumps(KINDS["trace"].plain(found))
    assert read_result(text, "trace.json") == found


def test_the_report_has_no_sentence_and_the_passages_have(tmp_path: Path) -> None:
    sentences = [["رجل", "<b>عمل</b>", "مكتب"], *[["غيره", "كلمة"]] * 4]
    corpus = build_from_words(sentences, tmp_path / "corpus", language="ar")  # one document, without any cleaning
    first = made_trace().documents[0]
    found = made_trace(
        corpus={**made_trace().corpus, "sha256": corpus.facts.sha256},
        documents=(replace(first, number=0, name="all"),),
        passages=(
            Passage(sentence=0, document=0, change=-0.5, marks=(Mark(0, "test"), Mark(2, "for"))),
            Passage(sentence=3, document=7, change=0.25, marks=(Mark(1, "against"),)),
        ),
    )
    page = html([document(found)], {})
    assert "passages.html" in plain(page)
    assert "غيره" not in page
    assert "كلمة" not in page
    carrying, against, own = parts(found, corpus)
    assert carrying.title == "Sentences that carry most of the effect"
    assert own.title == "all"
    one = against.passages[0]
    assert (one.document, one.sentence, one.change) == ("document 8", 4, "+0.250")
    assert carrying.passages[0].words == (
        '<mark class="test" title="a word of the test">رجل</mark> &lt;b&gt;عمل&lt;/b&gt; '
        '<mark class="for" title="carries the effect by standing there">مكتب</mark>'
    )
    assert one.words.startswith('غيره <mark class="against"')
    written = write_passages(found, corpus, tmp_path / "passages.html", language="ar").read_text("utf-8")
    assert '<html lang="ar" dir="rtl">' in written
    assert "<b>" not in written
    assert written.count("<q ") == 3  # one of them twice: of all, and of its document
    other = made_trace()
    with pytest.raises(SpecError, match="is not the corpus that was traced"):
        parts(other, corpus)
