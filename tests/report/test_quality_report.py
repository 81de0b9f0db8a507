"""What is said about an examination: every sentence by its figures."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape

import pytest

from weatherglass.errors import Notice
from weatherglass.quality.accuracy import Accuracy, Missing
from weatherglass.quality.analogy_accuracy import AnalogyAccuracy
from weatherglass.quality.odd_one_out import OddOneOut
from weatherglass.quality.quality import UNCOVERED, Quality
from weatherglass.quality.questions import Kind
from weatherglass.quality.sentence_similarity import SentenceSimilarity
from weatherglass.quality.word_similarity import WordSimilarity
from weatherglass.report.page import html
from weatherglass.report.quality import command_line, document, limits, sections
from weatherglass.stats.intervals import Interval
from weatherglass.wording.messages import speaking
from weatherglass.wording.numbers import share_cell, share_of
from weatherglass.words.references import entries

NONE = Missing(count=0, words=())


def interval(low: float, high: float) -> Interval:
    return Interval(low=low, high=high, level=0.95, method="clustered Wilson", resamples=0)


def accuracy(
    name: str, asked: int, covered: int, right: int, *, same_row: int = 0, kind: Kind = "", sure: bool = True
) -> Accuracy:
    sized = interval(0.301, 0.5) if sure and covered else None
    units, reason = (12, "") if covered else (0, "none of them")
    return Accuracy(
        name=name, kind=kind, asked=asked, covered=covered, same_row=same_row, right=right, units=units, interval=sized, reason=reason
    )  # fmt: skip


def outcome(**parts: object) -> Quality:
    vectors = {
        "name": "v.bin",
        "words": 60_000,
        "dim": 100,
        "sha256": "0123456789abcdef" * 4,
        "format": "word2vec binary",
    }
    given = {"embedding": vectors, "language": "en", "words": 50_000, "ignore_case": False, **parts}
    return Quality(**given)  # type: ignore[arg-type]


def analogies(overall: Accuracy, *categories: Accuracy, missing: Missing = NONE) -> AnalogyAccuracy:
    semantic = next((replace(each, name="semantic") for each in categories if each.kind == "semantic"), None)
    grammar = next((replace(each, name="grammar") for each in categories if each.kind == "grammar"), None)
    return AnalogyAccuracy(
        name="made", overall=overall, semantic=semantic, grammar=grammar, categories=categories, missing=missing
    )


def similarity(asked: int, covered: int, spearman: float | None, sure: Interval | None = None) -> WordSimilarity:
    return WordSimilarity(name="men", asked=asked, covered=covered, spearman=spearman, interval=sure, missing=NONE)


def test_analogies_with_everything() -> None:
    missing = Missing(count=14, words=tuple(f"w{i}" for i in range(14)))
    result = analogies(
        accuracy("all", 1560, 1204, 496, same_row=2),
        accuracy("capitals", 560, 204, 96, kind="semantic"),
        accuracy("plural", 1000, 1000, 400, kind="grammar", sure=False),
        accuracy("none", 10, 0, 0),
        missing=missing,
    )
    (section,) = sections(outcome(analogies=(result,)))
    assert section.title == "Analogies: made"
    assert section.findings == (
        "41.2 % of the 1,204 questions covered (of 1,560) were answered right (95 % interval 30.1 to 50.0 %).",
        "With questions that are not covered counted as wrong it is 31.8 %.",
        "2 questions ask nothing here, as two of the words are one row of the vectors; not covered.",
        "Not in the vectors, 14 words: w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, …",
    )
    assert section.tables[0].header == ("category", "right", "interval", "covered", "pairs")
    assert section.tables[0].rows == (
        ("capitals", "47.1 %", "30.1 to 50.0 %", "204/560", "12"),
        ("plural", "40.0 %", "–", "1,000/1,000", "12"),
        ("none", "–", "–", "0/10", "0"),
        ("all semantic", "47.1 %", "30.1 to 50.0 %", "204/560", "12"),
        ("all grammar", "40.0 %", "–", "1,000/1,000", "12"),
        ("all", "41.2 %", "30.1 to 50.0 %", "1,204/1,560", "12"),
    )


def test_one_category_needs_no_table() -> None:
    one = accuracy("mine", 30, 30, 30, sure=False)
    (section,) = sections(outcome(analogies=(analogies(accuracy("all", 30, 30, 30, sure=False), one),)))
    assert section.findings == (
        "100 % of the 30 questions were answered right (no interval, as they are made of 12 word pairs only).",
    )
    assert section.tables == ()


def test_nothing_covered() -> None:
    nothing = accuracy("all", 30, 0, 0)
    (section,) = sections(outcome(analogies=(analogies(nothing, nothing),)))
    assert section.findings == (
        "No accuracy: none of the 30 questions has all its words in the vectors, in rows of their own.",
    )


def test_odd_one_out_says_what_guessing_reaches() -> None:
    groups = (accuracy("days", 6, 6, 6), accuracy("fruit", 6, 5, 4, same_row=1))
    result = OddOneOut(name="made", overall=accuracy("all", 12, 11, 10), groups=groups, chance=0.25, missing=NONE)
    (section,) = sections(outcome(odd_one_out=(result,)))
    assert section.findings[0].endswith("(95 % interval 30.1 to 50.0 %). Guessing would reach 25.0 %.")
    assert [row[0] for row in section.tables[0].rows] == ["days", "fruit", "all"]
    bare = OddOneOut(
        name="made", overall=accuracy("all", 6, 0, 0), groups=(accuracy("days", 6, 0, 0),), chance=None, missing=NONE
    )
    (section,) = sections(outcome(odd_one_out=(bare,)))
    assert section.findings == (
        "No accuracy: none of the 6 questions has all its words in the vectors, in rows of their own.",
    )
    assert section.tables == ()


def test_correlations() -> None:
    words = similarity(3000, 2950, 0.696, interval(0.67, 0.72))
    complete = similarity(65, 65, -0.5)
    none = replace(similarity(2, 1, None), missing=Missing(count=1, words=("pug",)), reason="only one")
    sentences = SentenceSimilarity(
        name="sts", asked=250, covered=249, words=2000, words_found=1500, pearson=0.52, interval=interval(0.4, 0.6), missing=NONE
    )  # fmt: skip
    unknown = replace(
        sentences, asked=2, covered=0, words=9, words_found=0, pearson=None, interval=None, reason="no pair"
    )
    same = similarity(3, 3, None)
    found = sections(outcome(word_similarity=(words, complete, none, same), sentence_similarity=(sentences, unknown)))
    assert [section.findings for section in found] == [
        ("Spearman’s ρ between cosines and people’s scores is +0.70 over 2,950 of 3,000 pairs (95 % interval +0.67 to +0.72).",),
        ("Spearman’s ρ between cosines and people’s scores is −0.50 over all 65 pairs.",),
        ("No correlation: only one pair has words that are in the vectors, and a correlation needs three.", "Not in the vectors, 1 word: pug"),
        ("No correlation: all 3 pairs have the same score or the same cosine, so nothing can go with it.",),
        (
            "Pearson’s r between cosines of mean word vectors and people’s scores is +0.52 over 249 of 250 pairs (95 % interval +0.40 to +0.60).",
            "75.0 % of the 2,000 words in the sentences are in the vectors.",
        ),
        ("No correlation: no pair has sentences with words that are in the vectors, and a correlation needs three.", "0 % of the 9 words in the sentences are in the vectors."),
    ]  # fmt: skip


def test_what_it_does_not_say_fits_what_was_asked() -> None:
    one = analogies(accuracy("all", 3, 3, 1), accuracy("x", 3, 3, 1))
    said = limits(outcome(analogies=(one,)))
    assert "came first among 50,000 words" in said[0]
    assert "as rows of the file" in said[0]
    assert "differ in case counting as one word" in limits(outcome(analogies=(one,), ignore_case=True))[0]
    assert any("not with another corpus or training run" in text for text in said)
    words = (similarity(3, 3, 0.5),)
    assert [text.split(":")[0] for text in limits(outcome(word_similarity=words))] == [
        "Intervals of correlations take the pairs for independent of each other; where they share words, they are too narrow.",
        "None of this measures bias",
    ]


@pytest.fixture(scope="module")
def examined() -> Quality:
    """Every kind of questions, with what can be missing of them."""
    missing = Missing(count=14, words=tuple(f"w{i}" for i in range(14)))
    parts = (accuracy("capitals", 560, 204, 96, kind="semantic"), accuracy("plural", 1000, 1000, 400, kind="grammar"))
    groups = (accuracy("days", 6, 6, 6, sure=False), accuracy("<fruit>", 6, 0, 0))
    sentences = SentenceSimilarity(
        name="sts", asked=250, covered=249, words=2000, words_found=1500, pearson=0.52, interval=interval(0.4, 0.6), missing=NONE
    )  # fmt: skip
    return outcome(
        analogies=(analogies(accuracy("all", 1560, 1204, 496), *parts, missing=missing),),
        odd_one_out=(
            OddOneOut(name="odd", overall=accuracy("all", 12, 6, 6), groups=groups, chance=0.25, missing=NONE),
        ),
        word_similarity=(similarity(3000, 1000, 0.696, interval(0.67, 0.72)),),
        sentence_similarity=(sentences,),
        warnings=(Notice(UNCOVERED, "men: only 1,000 of 3,000 questions are covered by the vectors."),),
    )


def test_the_page_has_everything(examined: Quality) -> None:
    made = document(examined)
    page = html([made])
    texts = unescape(re.sub(r"<[^>]*>", "", page)).replace("\u00a0", " ")
    for section in sections(examined):
        assert section.title in texts
        for sentence in section.findings:
            assert sentence in texts
        for table in section.tables:
            assert all(cell in texts for row in table.rows for cell in row)
    for sentence in (*limits(examined), *made.methods, "w13"):
        assert sentence in texts
    assert page.count("<svg") == 3
    assert made.findings[0].startswith("Analogies: made: 41.2 % of the 1,204 questions covered")
    assert [notice.text for notice in made.warnings] == [notice.text for notice in examined.warnings]
    assert set(made.cited) <= set(entries())
    assert all(f"{{{key}," in page for key in made.cited)
    assert made.tables["quality"].equals(examined.table())
    assert "<fruit>" not in page


def test_an_examination_read_back_gives_the_same_page(examined: Quality) -> None:
    data = examined.to_dict()
    assert list(data)[:2] == ["schema_version", "kind"]
    back = Quality.from_dict(json.loads(json.dumps(data)))
    assert back == examined
    assert html([document(back)]) == html([document(examined)])


@pytest.mark.parametrize(
    ("language", "direction", "texts"),
    [
        ("de", "ltr", ("Unpassendes Wort", "Weniger als die Hälfte der Fragen ist abgedeckt", "Raten", "men: nur 1\u202f000 von 3\u202f000 Fragen")),
        ("fr", "ltr", ("Intrus\u00a0: odd", "Moins de la moitié des questions sont couvertes", "hasard")),
        ("ar", "rtl", ("الكلمة الغريبة", "أقل من نصف الأسئلة مغطى", "التخمين")),
    ],
)  # fmt: skip
def test_other_languages(examined: Quality, language: str, direction: str, texts: tuple[str, ...]) -> None:
    with speaking(language):
        page = unescape(html([document(examined)]))
    assert f'<html lang="{language}" dir="{direction}">' in page
    for text in texts:
        assert text in page
    english = [
        *(sentence for section in sections(examined) for sentence in (section.title, *section.findings)),
        *limits(examined),
        "answered right",
        ">covered<",
        "guessing",
        "people’s scores",
    ]
    assert [sentence for sentence in english if sentence in page] == []


def test_what_makes_it_again_is_said_where_it_is_known(examined: Quality) -> None:
    assert command_line(examined) == ""  # scores of sentences may have been in a file of their own
    without = replace(examined, sentence_similarity=())
    assert command_line(without) == "weatherglass quality v.bin --lang en --analogies made --odd odd --similarity men --words 50000"  # fmt: skip
    shipped = outcome(
        analogies=(replace(examined.analogies[0], name="en/analogy-pairs"),), words=300_000, ignore_case=True
    )
    assert command_line(shipped) == "weatherglass quality v.bin --lang en --ignore-case"
    assert command_line(replace(shipped, embedding={**shipped.embedding, "format": "arrays"})) == ""


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0 %"),
        (1, "100 %"),
        (0.9999, "over 99.9 %"),
        (0.0001, "under 0.1 %"),
        (0.4119, "41.2 %"),
        (0.9994, "99.9 %"),
    ],
)
def test_all_and_none_only_where_it_is(value: float, text: str) -> None:
    assert share_of(value) == text


def test_both_ends() -> None:
    assert share_cell(interval(0, 0.12345)) == "0.0 to 12.3 %"
