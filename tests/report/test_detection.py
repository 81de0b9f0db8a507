"""What is said about detectors: the best by validation, what vectors add, filtered texts, similarity beside chance, and limits."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape

import pytest

from tests.detected import (
    ACCURACY,
    GIVEN,
    TEXTS,
    made_detection,
    made_detector,
    made_score,
    made_scores,
    made_similarity,
    without_own,
)
from tests.report.parsed import text_of
from tests.report.test_diffusion import HOSTILE
from weatherglass.downstream.detected import Detection
from weatherglass.errors import Notice
from weatherglass.measure.result import Lacking
from weatherglass.report.detection import CITED, document, filtered_section, findings, verdict_section
from weatherglass.report.detection_data import limits, methods, published_section, rates, rests_section, spaces_section
from weatherglass.report.document import Document, Section, Table
from weatherglass.report.page import html
from weatherglass.report.write import KINDS, read_result
from weatherglass.wording.messages import speaking
from weatherglass.wording.numbers import points


def section(found: Detection, anchor: str) -> Section:
    """Only the one that is asked for is made, as figures take their time."""
    make = {"verdict": verdict_section, "filtered": filtered_section, "spaces": spaces_section, "rests": rests_section}
    made = make[anchor](found)
    assert made.anchor == anchor
    return made


@pytest.fixture(scope="module")
def whole() -> Document:
    """All of it, in English."""
    return document(made_detection())


def page_of(found: Detection) -> str:
    return html([document(found)])


def rows_of(table: Table) -> list[dict[str, str]]:
    return [dict(zip(table.header, cells, strict=True)) for cells in table.rows]


def test_sections_in_order(whole: Document) -> None:
    expected = ["verdict", "filtered", "spaces", "rests", "published"]
    assert [each.anchor for each in whole.sections] == expected
    assert [each.anchor for each in document(without_own()).sections] == expected


def test_the_best_is_that_of_the_validation_texts_and_stands_beside_the_bag() -> None:
    best, counted, bag, *_ = findings(made_detection())
    (all_texts,) = section(made_detection(), "verdict").findings
    assert best == (
        f"Best by validation texts (80.5 % right): attention with vectors {GIVEN} (trained further, all words). Of the test texts it tells 80.0 % (95 % interval 77.0 % to 83.0 %) right, with an F1 of 0.78 "
        "for “sexist” and of 0.81 for “not sexist”."
    )
    assert counted.endswith("tells 72.0 % (95 % interval 69.0 % to 75.0 %) right; the best detector stands to it at +8.0 points (95 % interval +5.0 to +11.0), clear. 5 of 9 detectors tell no more than that.")  # fmt: skip
    assert bag.endswith(f"(bag of vectors) with vectors {GIVEN} tells 70.0 % (95 % interval 67.0 % to 73.0 %) right; the best detector differs from it by +10.0 points.")  # fmt: skip
    assert (
        all_texts == "All detectors were tested on the same 200 texts, 100 of them “sexist”; guessing gets 50 % right."
    )
    other = replace(made_detection(), best=3)  # whatever is highest on the test
    assert "LSTM with random vectors" in next(iter(findings(other)))


def test_a_bag_that_is_best_is_not_held_against_itself() -> None:
    said = findings(replace(made_detection(), best=1))
    assert not [each for each in said if each.startswith("Without the order of words")]


def test_what_vectors_add_to_random_ones_is_said_for_each_model() -> None:
    said = [each for each in findings(made_detection()) if "against random vectors" in each]
    assert len(said) == 3
    assert said[1] == (
        f"LSTM, vectors frozen, common words: against random vectors on the same texts, vectors {GIVEN} +17.0 points (95 % interval +13.5 to +20.5), clear; vectors of the training texts’ own +13.0 points "
        "(95 % interval +9.5 to +16.5), clear."
    )
    assert (
        "own +2.0 points (95 % interval −1.5 to +5.5), not clear, which does not show that they are alike." in said[2]
    )
    unsure = made_detector("lstm", "own", 0.7, None, against_random=made_score(0.1, None))
    one = replace(made_detection(), detectors=(unsure,), best=0)
    assert any("own +10.0 points, how sure is not known." in each for each in findings(one))


def test_the_table_is_like_the_published_one() -> None:
    (table,) = section(made_detection(), "verdict").tables
    assert len(table.rows) == 10
    assert (table.rows[0][0], table.rows[0][4]) == ("counted words", "72.0 % (69.0 % … 75.0 %)")
    assert rows_of(table)[5] == {
        "model": "LSTM", "vectors": GIVEN, "trainable": "no", "words": "common", "accuracy": "74.0 % (71.0 % … 77.0 %)", "F1 sexist": "0.72 (0.69 … 0.75)", "F1 not sexist": "0.75 (0.72 … 0.78)",
        "against random": "+17.0 (+13.5 … +20.5)",
    }  # fmt: skip
    assert [row["against random"] for row in rows_of(table)].count("–") == 4
    assert [row["accuracy"][:4] for row in rows_of(table)[1:]] == [f"{100 * each:.1f}" for accuracies in ACCURACY.values() for each in accuracies]  # fmt: skip


def test_filtered_texts_are_another_and_easier_test() -> None:
    found = section(made_detection(), "filtered")
    what, best = found.findings
    assert what.startswith("60 of 200 test texts have no word that stands in no training text; 30 of them are “sexist”. They are shorter: 12.6 words on average instead of 22.3.")  # fmt: skip
    assert "another test and as a rule an easier one" in what
    assert best == f"The best detector, attention with vectors {GIVEN}, tells 85.0 % (95 % interval 79.0 % to 91.0 %) of them right, and 80.0 % of all test texts."  # fmt: skip
    (table,) = found.tables
    first = rows_of(table)[0]
    assert (first["accuracy"], first["all test texts"]) == ("66.0 % (60.0 % … 72.0 %)", "61.0 %")
    few = section(without_own(), "filtered")
    assert few.tables == ()
    assert few.findings[-1] == "Not measured: 3 of 200 texts are left; 20 of each class are needed."


def test_similarity_stands_beside_its_floor() -> None:
    found = section(made_detection(), "spaces")
    assert found.findings[0] == (
        f"{GIVEN}: similarity to the space of the training texts’ own 0.39 over 5,210 common words that stand at least 10 times in the training texts (rarer ones were hardly learnt there), which rests on as much as 412 equally "
        "frequent ones; with words exchanged at random it is 0.03 "
        "(0.01 to 0.05), so that 0.36 lies above chance."
    )
    (table,) = found.tables
    row = rows_of(table)[1]
    assert (row["words"], row["running words"], row["similarity"], row["by chance"], row["range of chance"]) == ("7,411/8,123", "96.5 %", "0.39", "0.03", "0.01 … 0.05")  # fmt: skip
    assert (row["unweighted"], row["equal words"]) == ("0.21", "412")
    spaces = list(made_detection().spaces)
    spaces[1] = replace(spaces[1], similarity=made_similarity(-0.11))
    below = section(made_detection(spaces=tuple(spaces)), "spaces").findings[0]
    assert below.endswith("so that the two are not seen to be more alike than chance makes them.")
    spaces[1] = replace(spaces[1], similarity=Lacking(skipped="12 common words; 200 are needed"))
    lacking = section(made_detection(spaces=tuple(spaces)), "spaces")
    assert lacking.figures == ()
    assert lacking.findings == (f"{GIVEN}: how alike it is to the space of the training texts’ own could not be measured: 12 common words; 200 are needed.",)  # fmt: skip
    assert section(without_own(), "spaces").findings == (
        "No space was trained on the training texts, so that nothing is said of how alike the others are to it.",
    )


def test_how_a_space_was_made_is_said_where_it_is_known() -> None:
    spaces = list(made_detection().spaces)
    (table,) = section(made_detection(), "spaces").tables
    assert [row["made by"] for row in rows_of(table)] == ["", "", "glove (dim 100, epochs 15)"]
    assert "made by" not in section(without_own(), "spaces").tables[0].header
    spaces[1] = replace(spaces[1], source={"provenance": {"method": "glove", "settings": {"epochs": 7}}})
    (table,) = section(made_detection(spaces=tuple(spaces)), "spaces").tables
    assert rows_of(table)[1]["made by"].startswith("glove, 7 epochs")


def test_what_it_rests_on() -> None:
    found = section(made_detection(), "rests")
    assert found.findings[0] == "Texts of edos.csv: 3,974 were used, in parts that share no text."
    assert "trained with 3 seeds" in found.findings[1]
    assert found.findings[2] == "Training took 9.88 CPU minutes in all."
    (parts,) = found.tables
    assert parts.rows[-1] == ("test, all words known", "60", "30", "30", "12.6")
    seeds, settings, minutes = found.folded
    assert rows_of(seeds)[3]["accuracy of each seed"] == "56.0 %, 57.0 %, 58.0 %"
    assert rows_of(seeds)[3]["best epochs"] == "4, 5, 3"
    assert settings.rows == (("models", "bag, lstm"), ("seeds", "3"), ("balanced", "yes"), ("hidden", "64"))
    assert ("lstm, own, frozen, common words", "1.23") in minutes.rows
    bare = section(without_own(test_texts="other.csv"), "rests")
    assert bare.findings[0].startswith("Texts of edos.csv, test texts of other.csv: ")
    assert [table.title for table in bare.folded] == ["Seeds", "Settings"]


@pytest.mark.parametrize(
    ("seeds", "said"),
    [(1, "1 seed. With one, all intervals are over texts alone."), (2, "too narrow."), (3, "3 seeds.")],
)
def test_how_often_was_trained_and_what_few_seeds_do(seeds: int, said: str) -> None:
    score = replace(made_score(0.6), by_seed=(0.6,) * seeds)
    detectors = [replace(each, test=replace(each.test, accuracy=score)) for each in made_detection().detectors]
    found = section(made_detection(detectors=tuple(detectors)), "rests").findings[1]
    assert f"{said} Which detector is best" in found
    bags = tuple(each for each in detectors if each.model == "bag")
    assert "network" not in section(made_detection(detectors=bags, best=0), "rests").findings[1]


def test_one_seed_makes_no_difference_clear_for_all() -> None:
    once = replace(made_score(0.1, 0.03), by_seed=(0.1,))
    one = made_detector("lstm", "own", 0.7, None, against_random=once)
    found = findings(made_detection(detectors=(one,), best=0))
    assert any("clear for these two trainings, though others may differ by chance" in each for each in found)


def test_a_bag_that_no_seed_changes_differs_clearly_from_counted_words() -> None:
    counting = replace(made_detection().counting, best_against_it=replace(made_score(0.1, 0.03), by_seed=(0.1,)))
    bag, lstm, drawn = (list(findings(made_detection(counting=counting, best=i)))[1] for i in (1, 4, 0))
    assert "(95 % interval +7.0 to +13.0), clear." in bag
    assert "clear for these two trainings" in lstm
    assert "clear for these two trainings" in drawn


def test_one_seed_is_said_to_be_one() -> None:
    assert next(iter(findings(without_own()))).endswith("One seed says nothing about how far this hangs on it.")


def test_precision_falls_where_the_class_is_rare() -> None:
    """By hand: of 100 and 100 texts, 80 and 10 are called so; among 2 % of texts, 0.02·0.8 / (0.02·0.8 + 0.98·0.1) are right."""
    labels = tuple([True] * 100 + [False] * 100)
    called = tuple([0.9] * 80 + [0.1] * 20 + [0.9] * 10 + [0.1] * 90)
    base = made_detection()
    detector = replace(base.best_detector, probabilities=called)
    found = replace(base, labels=labels, detectors=(detector,), best=0)
    assert rates(found) == (0.8, 0.1)
    said = next(each for each in limits(found) if "in texts as they come" in each)
    assert "finds 80.0 % of them and calls 10.0 % of the others so: 89 % of what it calls “sexist” is so here, but only 14 % would be where 2 % of texts are" in said  # fmt: skip
    nothing = replace(detector, probabilities=(0.1,) * TEXTS)
    assert not [each for each in limits(replace(found, detectors=(nothing,))) if "as they come far" in each]  # fmt: skip
    assert rates(replace(found, labels=(True,) * TEXTS)) is None


def test_limits_and_published_figures(whole: Document) -> None:
    told = " ".join(whole.limits)
    for said in ("The labels are the annotators’", "no measure of a text’s author", "does not show that their bias is what helps"):  # fmt: skip
        assert said in told
    (table,) = published_section().tables
    assert [cells[3:] for cells in table.rows] == [
        ("0.57", "0.55", "0.62"), ("0.68", "0.65", "0.70"), ("0.70", "0.69", "0.70"), ("0.75", "0.75", "0.75"), ("0.80", "0.80", "0.81"), ("0.92", "0.92", "0.91"),
    ]  # fmt: skip


@pytest.mark.parametrize("kind", ["made", "few"])
def test_tables_are_rectangular_and_everything_is_on_the_page(kind: str, whole: Document) -> None:
    made = whole if kind == "made" else document(without_own())
    page = html([made])
    read = text_of(page)
    assert not {"nan", "None"} & set(re.findall(r"\w+", read.replace("None.", "")))
    for each in made.sections:
        assert each.findings
        for table in (*each.tables, *each.folded):
            assert table.rows, table.title
            assert {len(cells) for cells in table.rows} == {len(table.header)}, table.title
            assert len(set(table.header)) == len(table.header), table.title
            for cells in table.rows:
                assert all(cell in read for cell in cells), cells
        for figure in each.figures:
            assert str(figure.picture) in page
    for said in (*made.findings, *made.limits, *made.methods, made.mind):
        assert said in read
    assert not re.findall(r"unbiased|\bfair\b|debiased", read)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", ("Wie gut wird „sexist“ von „not sexist“ unterschieden?", "Attention mit Vektoren glove-100.bin", "Die Klassen wurden gleich groß gemacht")),
        ("fr", ("Dans quelle mesure « sexist » est-il distingué de « not sexist »", "attention avec les vecteurs glove-100.bin", "Les classes ont été ramenées à la même taille")),
        ("ar", ("إلى أي حد يُميَّز «sexist» من «not sexist»؟", "الانتباه مع المتجهات glove-100.bin", "جُعل الصنفان متساويين")),
    ],
)  # fmt: skip
def test_other_languages_leave_no_sentence_in_english(language: str, said: tuple[str, ...], whole: Document) -> None:
    with speaking(language):
        page = html([document(made_detection())])
    read = text_of(page)
    assert f'lang="{language}" dir="{"rtl" if language == "ar" else "ltr"}"' in page
    for text in said:
        assert text in read
    sentences = [text for each in whole.sections for text in (each.title, *each.findings, *(t.note for t in each.tables), *(f.caption for f in each.figures))]  # fmt: skip
    for text in (*sentences, *whole.findings, *whole.limits, *whole.methods, whole.mind):
        assert not text or text not in read


def test_what_others_wrote_is_escaped() -> None:
    base = made_detection()
    spaces = tuple(replace(each, name=name, kind="given") for each, name in zip(base.spaces, HOSTILE, strict=False))
    detectors = tuple(replace(base.detectors[i], space=space.name) for i, space in enumerate(spaces))
    found = replace(
        base,
        texts=HOSTILE[0],
        test_texts=HOSTILE[1],
        classes=(HOSTILE[0], HOSTILE[3]),
        spaces=(replace(spaces[0], similarity=Lacking(skipped=HOSTILE[1])), *spaces[1:]),
        detectors=(replace(detectors[0], filtered=Lacking(skipped=HOSTILE[0])), *detectors[1:]),
        best=2,
        settings={HOSTILE[0]: HOSTILE[1]},
        cpu_minutes={HOSTILE[1]: 1.0},
        warnings=(Notice("x", HOSTILE[1]),),
    )
    page = page_of(found)
    assert "<script" not in page
    assert "<img" not in page
    assert all(word in unescape(re.sub("</?bdi>", "", page)) for word in HOSTILE)
    assert f"<bdi>{HOSTILE[3]}</bdi>" in page


def test_the_page_is_the_same_after_json_but_for_minutes() -> None:
    found = made_detection(cpu_minutes={})
    assert found.to_dict()["kind"] == "detection"
    again = read_result(json.dumps(found.to_dict()), "detection.json")
    assert again == found
    assert html([KINDS["detection"].document(again)]) == page_of(found)


def test_methods_to_paste_and_references(whole: Document) -> None:
    page = html([whole])
    assert all(f"{{{key}," in page for key in CITED)
    said = methods(made_detection())
    assert "(3,398 training, 376 validation, 200 test texts; guessing 50 %)" in said
    assert "Means over 3 seeds" in said
    assert said.endswith("Settings: models bag, lstm, seeds 3, balanced yes, hidden 64.")


def test_classes_that_are_not_balanced_are_guessed_by_the_larger() -> None:
    base = made_detection()
    parts = (*base.parts[:2], replace(base.parts[2], looked_for=50))
    found = replace(base, parts=parts, detectors=tuple(replace(each, test=made_scores(0.8)) for each in base.detectors))
    assert section(found, "verdict").findings[-1].endswith("guessing gets 75 % right.")


@pytest.mark.parametrize(("difference", "text"), [(0.0824, "+8.2"), (-0.015, "−1.5"), (0.0001, "0.0")])
def test_points_of_per_cent(difference: float, text: str) -> None:
    assert points(difference) == text
