"""What is said about diffusion: accuracy, groups, mitigation at two levels; nothing of groups near chance, and nothing unescaped."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape

import pytest

from tests.diffused import ZERO, compared, few_groups, made_diffusion, near_chance, paired, with_holm
from tests.mitigated import value
from tests.report.parsed import text_of
from weatherglass.downstream.diffused import Classified, Diffusion, Name
from weatherglass.errors import Notice
from weatherglass.report.diffusion import CITED, command_of, document, limits, methods, published_section, rests_section
from weatherglass.report.diffusion_groups import populations_section, sexes_section, verdict_sections
from weatherglass.report.diffusion_mitigation import levels_section
from weatherglass.report.document import Document, Section, Table
from weatherglass.report.page import html
from weatherglass.report.write import KINDS, read_result
from weatherglass.wording.messages import speaking
from weatherglass.wording.numbers import group_bias, odds, p_said, score

HOSTILE = ["</script><script>alert(1)</script>", "<img/src=x/onerror=alert(1)>", "a&b", "عَرَب"]
LOW, HIGH = "Arabic", "US American"


def section(found: Diffusion, anchor: str) -> Section:
    """Only the one that is asked for is made, as figures take their time."""
    makers: dict[str, Callable[[], Section | None]] = {
        "verdict-svm": lambda: verdict_sections(found)[0],
        "verdict-logistic": lambda: verdict_sections(found)[1],
        "populations": lambda: populations_section(found),
        "sexes": lambda: sexes_section(found),
        "levels": lambda: levels_section(found),
        "rests": lambda: rests_section(found),
    }
    made = makers[anchor]()
    assert made is not None
    assert made.anchor == anchor
    return made


@pytest.fixture(scope="module")
def whole() -> Document:
    """All of it, in English."""
    return document(made_diffusion())


def page_of(found: Diffusion) -> str:
    return html([document(found)])


def only_svm(found: Diffusion, **changes: object) -> Diffusion:
    return replace(found, classified=(replace(found.classified[0], **changes),))  # type: ignore[arg-type]


def row(table: Table, first: str) -> dict[str, str]:
    (cells,) = (cells for cells in table.rows if cells[0] == first)
    return dict(zip(table.header, cells, strict=True))


def brief(found: Diffusion) -> Diffusion:
    """With its first classifier only, before mitigation and after one kind of it, so that there is less to draw."""
    return only_svm(found, stages=found.classified[0].stages[:2])


def anchors(found: Diffusion) -> list[str]:
    return [each.anchor for each in document(found).sections]


def test_sections_in_order(whole: Document) -> None:
    assert [each.anchor for each in whole.sections] == [
        "verdict-svm", "verdict-logistic", "populations", "sexes", "population-after", "sex-after", "levels", "rests", "published",
    ]  # fmt: skip
    assert anchors(brief(made_diffusion(sexes=False))) == [
        "verdict-svm", "populations", "population-after", "levels", "rests", "published",
    ]  # fmt: skip


def test_what_is_to_be_taken_away(whole: Document) -> None:
    found = made_diffusion().classified[0]
    before, after = found.stages[0].populations, found.stages[1].populations
    assert before is not None
    assert after is not None
    assert len(whole.findings) == 6
    populations, sexes, left = whole.findings[:3]
    assert populations.startswith(f"Linear support vector machine (87.3 % (95 % interval 85.3 % to 89.3 %) of held-out words right): {HIGH} names score highest and {LOW} names lowest;")  # fmt: skip
    assert populations.endswith(f"{len(before.clear_pairs)} of 36 pairs of groups are clearly apart after Holm’s correction.")  # fmt: skip
    assert sexes.startswith("Linear support vector machine: female names score higher than male names, by +0.14 (95 % interval +0.07 to +0.20)")  # fmt: skip
    assert f"mitigation leaves {100 * after.bias / before.bias:.0f} % at the stage “embedding level”, " in left
    assert "other classifier" not in left
    assert "by construction" in left


def test_a_difference_is_told_from_the_higher_group_whichever_is_listed_first() -> None:
    """By hand: males first in the list and lower, by 0.2 with an interval of −0.3 to −0.1, is females higher by 0.2 (0.1 to 0.3)."""
    found = few_groups("German", LOW)
    first = found.classified[0].stages[0]
    assert first.sexes is not None
    (pair,) = first.sexes.pairs
    assert pair.interval is not None
    turned = replace(pair, one="male", other="female", difference=-0.2, interval=replace(pair.interval, low=-0.3, high=-0.1))  # fmt: skip
    stage = replace(first, sexes=replace(first.sexes, pairs=(turned,)))
    said = document(only_svm(found, stages=(stage,))).findings[1]
    assert "female names score higher than male names, by +0.20 (95 % interval +0.10 to +0.30)" in said


def test_the_verdict_has_accuracy_extremes_odds_floor_and_test() -> None:
    found = made_diffusion()
    before = found.classified[0].stages[0].populations
    assert before is not None
    assert before.h is not None
    means = {group.name: group for group in before.groups}
    accuracy, populations, pairs, _sexes, _within, meaning = section(found, "verdict-svm").findings
    assert accuracy == (
        "On held-out words it is right for 87.3 % (95 % interval 85.3 % to 89.3 %), the mean of both classes (87.9 % of all words); guessing gives 50 %. No held-out word shares its lemma with one "
        "that was trained on."
    )
    assert populations.startswith(f"Populations: {HIGH} names get the highest mean score, {score(means[HIGH].mean)} (95 % interval ")  # fmt: skip
    assert f"{LOW} names the lowest, {score(means[LOW].mean)} (" in populations
    assert f"are {10 ** (means[HIGH].mean - means[LOW].mean):.2f} times as high" in populations
    assert f"B_c = {before.bias:.3f}, as a mean over 36 pairs (a ratio of odds of {10**before.bias:.2f})" in populations
    assert f"dealt to the groups at random give {before.floor:.3f}. " in populations
    assert f"Kruskal–Wallis H = {before.h:.2f}, p = " in populations
    assert f"groups explain {100 * (before.explained or 0):.0f} % of the variation of ranks." in populations
    clear = before.clear_pairs
    assert pairs.startswith(f"Pairs of populations: in {len(clear)} of 36 pairs the difference is clear after Holm’s correction: {HIGH} – {LOW} +")  # fmt: skip
    assert pairs.endswith(f"; and {len(clear) - 4} more.")
    assert "0.30 more doubles the odds" in meaning


def test_two_groups_are_told_by_the_test_of_two() -> None:
    _, populations, sexes, *_ = section(few_groups("German", LOW), "verdict-svm").findings
    assert "German names get a higher mean score" in populations
    assert f"{LOW} names a lower one" in populations
    assert "as a mean over" not in populations
    assert "Mann–Whitney U = " in populations
    assert "Mann–Whitney U = " in sexes


def test_groups_that_are_not_apart_are_said_to_be_neither_apart_nor_alike() -> None:
    found = made_diffusion()
    first = found.classified[0]
    scores = {name: [0.1, 0.2, 0.3, 0.4 + 0.001 * i] for i, name in enumerate("xyz")}
    flat = replace(compared("population", scores), floor=0.05)
    stage = replace(first.stages[0], populations=flat, sexes=None, within=())
    _, populations, pairs, _ = section(only_svm(found, stages=(stage,)), "verdict-svm").findings
    assert "so that this is no more than chance gives" in populations
    assert populations.endswith("The groups are not clearly apart, which does not show that they are alike.")
    assert pairs == "Pairs of populations: in none of 3 pairs is the difference clear after Holm’s correction, which does not show that there is none."  # fmt: skip
    # Without a stage after the first there is nothing to say of mitigation.
    assert anchors(only_svm(found, stages=(stage,))) == ["verdict-svm", "populations", "rests", "published"]


def test_equal_scores_are_said_to_be_equal_and_have_dashes() -> None:
    found = made_diffusion()
    first = found.classified[0]
    equal = replace(only_svm(found, stages=(first.stages[3],)), missing={})
    _, populations, sexes, _ = section(equal, "verdict-svm").findings
    assert populations.endswith("all names get the same score, so that there is nothing to rank and no difference between groups.")  # fmt: skip
    assert "all names get the same score" in sexes
    (pairs,) = section(equal, "populations").folded
    assert "p" not in pairs.header  # nothing in them
    assert pairs.note.endswith("A dash for U and p: all scores are equal, so that there is nothing to rank.")
    (overall,) = section(equal, "verdict-svm").tables
    assert row(overall, "populations") == {
        "names by": "populations", "groups": "9", "B_c": "0", "random": "0", "ratio of odds": "1.00", "H": "–", "p": "–", "explained": "–", "clear pairs": "0/36",
    }  # fmt: skip


def test_near_chance_nothing_is_said_of_groups() -> None:
    found = near_chance()
    verdict = section(found, "verdict-svm")
    assert verdict.tables == ()
    said = verdict.findings[0]
    assert said == (
        "On held-out words it is right for 52.0 % (95 % interval 48.0 % to 56.0 %), the mean of both classes, where guessing gives 50 %. A classifier that can hardly tell good words from bad ones "
        "cannot be asked whom it prefers: nothing is said of groups, and its figures are grey."
    )
    made = document(brief(found))
    named = {*(group.population for group in found.names), "female", "male"}
    assert made.findings == (
        "Linear support vector machine: near chance, with 52.0 % (95 % interval 48.0 % to 56.0 %) of held-out words told right where guessing gives 50 %, so that nothing is said of groups.",
    )
    for each in made.sections:
        if each.anchor not in ("rests", "published"):
            assert not [finding for finding in each.findings for name in named if name in finding], each.anchor
            assert all("near chance, not to be read" in figure.title for figure in each.figures)
            for table in each.tables:
                cells = [table.title, *table.header, *(cells[0] for cells in table.rows)]
                assert any("near chance, not to be read" in cell for cell in cells), table.title
    # The other classifier is as before, but for what this one was to say about its names.
    assert section(found, "verdict-logistic").findings[0].startswith("On held-out words it is right for 87.3 %")
    assert "nothing is said of it, as that is near chance." in section(found, "levels").findings[-1]


def test_accuracy_that_was_not_measured_says_why() -> None:
    found = only_svm(made_diffusion(), accuracy=value(None, reason="one class has 3 words"))
    assert "right for not measured (one class has 3 words)" in section(found, "verdict-svm").findings[0]
    assert "support vector machine –;" in methods(found)


def test_tables_of_groups_and_pairs_have_the_numbers() -> None:
    found = made_diffusion()
    populations = section(found, "populations")
    (means,) = populations.tables
    assert means.rows[0][0] == HIGH
    assert means.rows[-1][0] == LOW
    first = found.classified[0].stages[0].populations
    assert first is not None
    group = next(each for each in first.groups if each.name == LOW)
    assert group.interval is not None
    assert row(means, LOW)["mean score, linear support vector machine"] == (
        f"{score(group.mean)} ({score(group.interval.low)} … {score(group.interval.high)})"
    )
    assert row(means, LOW)["odds, linear support vector machine"] == f"{10**group.mean:.2f}"
    pairs, _ = populations.folded
    assert len(pairs.rows) == 36
    biggest = max(first.pairs, key=lambda pair: pair.bias)
    assert pairs.rows[0][0] == f"{biggest.one} – {biggest.other}"
    cells = dict(zip(pairs.header, pairs.rows[0], strict=True))
    assert (cells["difference"], cells["U"], cells["clear"], cells["same sign"]) == (score(biggest.difference), f"{biggest.u:,g}", "yes", "95.0 %")  # fmt: skip
    sexes = section(found, "sexes")
    assert [cells[:2] for cells in sexes.tables[1].rows] == [("linear support vector machine", "female – male"), ("logistic regression", "female – male")]  # fmt: skip
    assert [len(table.rows) for table in sexes.folded] == [9, 9]


def test_mitigation_says_what_is_trivial_and_what_another_classifier_makes_of_it() -> None:
    found = made_diffusion()
    levels = section(found, "levels")
    trivial, cosine, embedding, retrained, classifier, _, other, *_ = levels.findings
    assert "that its accuracy is kept is trivial" in trivial
    assert cosine.startswith("The cosine between the direction of the sentiment pairs (good–bad, peace–war, love–hate) and the normal of the linear support vector machine is +0.12 (a cosine distance of 0.876)")  # fmt: skip
    assert "“close to 0.9” in the paper is a cosine distance" in cosine
    svm, logistic = (each.stages for each in found.classified)
    assert svm[0].populations is not None
    assert svm[1].populations is not None
    share = svm[1].populations.bias / svm[0].populations.bias
    assert f"B_c of populations {svm[1].populations.bias:.3f}, before {svm[0].populations.bias:.3f} ({100 * share:.0f} % of it is left)" in embedding  # fmt: skip
    assert (
        f"{len(svm[1].populations.clear_pairs)} of 36 pairs of populations are clear, the largest being " in embedding
    )
    assert "accuracy" not in embedding
    assert retrained.endswith("accuracy 86.1 % (95 % interval 84.1 % to 88.1 %), before 87.3 % (85.3 % to 89.3 %).")
    assert f"B_c of populations 0, before {svm[0].populations.bias:.3f}" in classifier
    assert "by construction" in classifier
    assert "says nothing about another classifier" in classifier
    # What the other classifier makes of treated names is held against what it made of them before.
    assert logistic[0].populations is not None
    assert svm[5].populations is not None
    assert "scored by the logistic regression trained on words as they are" in other
    assert f"B_c of populations {svm[5].populations.bias:.3f}, before {logistic[0].populations.bias:.3f}" in other
    table, _ = levels.tables
    assert [cells[0] for cells in table.rows] == [
        "before", "embedding level", "embedding level, retrained", "classifier level", "classifier level, retrained", "classifier level, other classifier",
    ]  # fmt: skip
    cells = row(table, "embedding level, retrained")
    assert svm[2].sexes is not None
    assert (cells["B_c sexes"], cells["accuracy"]) == (group_bias(svm[2].sexes.bias), "86.1 % (84.1 % … 88.1 %)")
    still, _ = levels.folded
    assert ("linear support vector machine", "classifier level") not in {cells[:2] for cells in still.rows}


def test_a_retrained_classifier_that_guesses_is_said_to() -> None:
    found = made_diffusion()
    first = found.classified[0]
    stages = tuple(replace(stage, accuracy=value(0.51, 0.02)) if stage.retrained else stage for stage in first.stages)
    said = section(replace(found, classified=(replace(first, stages=stages), found.classified[1])), "levels").findings
    assert [each.endswith("near chance, so that its scores mean little, and nothing is said of groups.") for each in said[2:7]] == [False, True, False, True, False]  # fmt: skip
    assert not [name for name in ("US American", "Arabic", "B_c") if name in said[3]]


def test_without_pairs_there_is_no_cosine() -> None:
    found = only_svm(made_diffusion(pairs=()), cosine=None)
    assert "cannot be said, as the pairs are not in the vectors" in section(found, "levels").findings[1]


def test_one_classifier_alone_has_no_other_to_be_held_against() -> None:
    found = only_svm(made_diffusion())
    assert section(found, "levels").findings[-1].endswith("nothing is said of it, as its scores before are not there.")


def test_what_it_rests_on() -> None:
    found = section(made_diffusion(), "rests")
    lexicon, names, left_out, svm, _ = found.findings
    assert lexicon.startswith("Lexicon “opinion lexicon”: 6,554 of 6,789 words with a sign are in the vectors, 1,953 positive and 4,601 negative, in 5,120 lemmas;")  # fmt: skip
    assert lexicon.endswith("2 words of it are names and were left out.")
    assert names == "Names of the list en/names: 360 are in the vectors, 3 are not."
    assert left_out == "Left out: Finnish female: 2 of 20 names are in the vectors; 5 are needed."
    assert f"gets the score {score(ZERO)}; the names’ scores correlate with the logarithm of their rank in the file at r = −0.21 (rare names score lower), which is slight" in svm  # fmt: skip
    assert re.search(r"each of the \d+ clear differences between groups has the same sign in at least 95.0 % of 20 classifiers trained on lexicons drawn anew\.$", svm)  # fmt: skip
    by_group, settings = found.folded
    assert ("Arabic male", "20", "2") in by_group.rows
    assert ("held out", "0.2") in settings.rows
    assert dict(found.lists)["Names that the vectors do not have: Arabic male"] == ("Bashar", "Nasser")
    much = only_svm(made_diffusion(), with_rank=0.6, refits=0)
    assert section(much, "rests").findings[-1].endswith("r = +0.60 (rare names score higher), so that part of the differences between groups may be frequency.")  # fmt: skip


def test_limits_and_published_figures(whole: Document) -> None:
    told = " ".join(whole.limits)
    for said in ("only by likelihood", "the classifier being given", "Frequency is mixed with group", "nothing about the people who bear a name"):  # fmt: skip
        assert said in told
    assert "mixes women’s and men’s names" in told
    assert "mixes women’s" not in " ".join(limits(made_diffusion(sexes=False)))
    (table,) = published_section().tables
    assert [cells[2:] for cells in table.rows] == [
        ("0.23", "0.027", "0"), ("0.14", "0.035", "0"), ("0.011", "0.009", "0"), ("0.068", "0.018", "0"),
    ]  # fmt: skip
    assert "other vectors, other words and other names" in table.note


@pytest.mark.parametrize("kind", ["en", "ar", "no sexes", "near chance", "two"])
def test_tables_are_rectangular_and_everything_is_on_the_page(kind: str, whole: Document) -> None:
    found = {
        "ar": brief(made_diffusion("ar")), "no sexes": brief(made_diffusion(sexes=False)), "near chance": brief(near_chance()), "two": brief(few_groups("German", "Polish")),
    }.get(kind)  # fmt: skip
    made = whole if found is None else document(found)
    page = html([made])
    read = text_of(page)
    assert "nan" not in re.findall(r"[a-z]+", read.lower())
    assert "None" not in re.findall(r"\w+", read.replace("None of its", ""))
    for each in made.sections:
        assert each.findings
        for table in (*each.tables, *each.folded):
            assert table.rows, table.title
            assert {len(cells) for cells in table.rows} == {len(table.header)}, table.title
            assert len(set(table.header)) == len(table.header), table.title
            for cells in table.rows:
                assert all(cell in read for cell in cells), cells
        for figure in each.figures:
            assert figure.caption
            assert str(figure.picture) in page
    for said in (*made.findings, *made.limits, *made.methods, made.mind):
        assert said in read
    for word in re.findall(r"unbiased|\bfair\b|debiased", read):
        raise AssertionError(word)
    assert len(page) < 500_000


def test_arabic_names_keep_to_themselves() -> None:
    found = made_diffusion("ar", missing={"Arabic male": ("بشار",)}, classified=())
    assert "<bdi>بشار</bdi>" in page_of(found)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", ("Erreicht die Verzerrung die lineare Support-Vector-Maschine?", "Namen der Gruppe US American", "Vektorebene, neu trainiert", "Ein Klassifikator nahe am Zufall")),
        ("fr", ("Le biais atteint-il la machine à vecteurs de support linéaire", "les prénoms du groupe US American", "niveau des vecteurs, réentraîné", "Un classifieur proche du hasard")),
        ("ar", ("هل يصل التحيّز إلى آلة المتجهات الداعمة الخطية؟", "لأسماء المجموعة US American", "مستوى المتجهات، مع إعادة التدريب", "مصنِّف قريب من المصادفة")),
    ],
)  # fmt: skip
def test_other_languages_leave_no_sentence_in_english(language: str, said: tuple[str, ...], whole: Document) -> None:
    found = brief(made_diffusion(warnings=(Notice("near-chance", "The svm classifier hardly tells …"),)))
    with speaking(language):
        page = html([document(found)])
    read = text_of(page)
    assert f'lang="{language}" dir="{"rtl" if language == "ar" else "ltr"}"' in page
    for text in said:
        assert text in read
    sentences = [text for each in whole.sections for text in (each.title, *each.findings, *(t.note for t in each.tables), *(f.caption for f in each.figures))]  # fmt: skip
    for text in (*sentences, *whole.findings, *whole.limits, *whole.methods, whole.mind):
        assert not text or text not in read


def test_the_command_makes_it_again_where_nothing_came_from_files() -> None:
    found = made_diffusion(settings={"lengths": "unit", "C": 1.0, "folds": 5, "refits": 20, "seed": 3})
    own = replace(found, lexicon=replace(found.lexicon, name="en/polarity"))
    assert command_of(own) == "weatherglass diffuse glove-300.bin --lang en --pair good,bad --pair peace,war --pair love,hate --lengths unit --seed 3"  # fmt: skip
    assert command_of(found) == ""


def hostile(each: Classified) -> Classified:
    """Groups with names that nobody should have."""
    groups = {name: [0.1 * i + 0.01 * j for j in range(12)] for i, name in enumerate(HOSTILE)}
    within = with_holm([paired(f"{HOSTILE[0]} female", f"{HOSTILE[0]} male", [0.1, 0.2], [0.3, 0.4])])
    stage = replace(each.stages[0], scores=(0.1,) * 4, populations=compared("population", groups), sexes=compared("sex", dict(list(groups.items())[:2])), within=within)  # fmt: skip
    return replace(each, stages=(stage, replace(stage, level="embedding")))


def test_what_others_wrote_is_escaped() -> None:
    base = made_diffusion()
    found = replace(
        base,
        embedding={"name": HOSTILE[0], "words": 5, "dim": 3, "sha256": "x", "format": HOSTILE[1]},
        lexicon=replace(base.lexicon, name=HOSTILE[1], left_out_names=tuple(HOSTILE)),
        names_list=HOSTILE[0],
        names=tuple(Name(word=word, population=word, sex=HOSTILE[i % 2], rank=i) for i, word in enumerate(HOSTILE)),
        missing={HOSTILE[0]: tuple(HOSTILE)},
        left_out={HOSTILE[1]: HOSTILE[0]},
        pairs=(f"{HOSTILE[0]}–{HOSTILE[1]}",),
        classified=(hostile(base.classified[0]),),
        settings={HOSTILE[0]: HOSTILE[1]},
        warnings=(Notice("x", HOSTILE[1]),),
    )
    page = page_of(found)
    assert "<script" not in page
    assert "<img" not in page
    assert all(word in unescape(re.sub("</?bdi>", "", page)) for word in HOSTILE)


def test_the_page_is_the_same_after_json() -> None:
    found = made_diffusion()
    assert found.to_dict()["kind"] == "diffusion"
    assert read_result(json.dumps(found.to_dict()), "diffusion.json") == found
    short = brief(found)
    again = read_result(json.dumps(short.to_dict()), "diffusion.json")
    assert html([KINDS["diffusion"].document(again)]) == page_of(short)


def test_methods_to_paste_and_references(whole: Document) -> None:
    page = html([whole])
    assert all(f"{{{key}," in page for key in CITED)
    said = methods(made_diffusion())
    assert "360 first names of 9 populations and 2 sexes (en/names)" in said
    assert "linear support vector machine 87.3 %; logistic regression 87.3 %; chance 50 %" in said
    assert "trained on 20 lexicons drawn anew" in said
    assert said.endswith("Settings: seed 0, held out 0.2, resamples 2000.")
    assert "9 populations (en/names)" in methods(made_diffusion(sexes=False))


@pytest.mark.parametrize(
    ("logarithm", "text"),
    [(0.0, "1.00"), (0.301, "2.00"), (-0.301, "0.50"), (1.0, "10"), (2.5, "316"), (-2.0, "0.01"), (3.2, "1,580"), (40.4, "10⁴⁰"), (-400.0, "10⁻⁴⁰⁰")],
)  # fmt: skip
def test_odds_from_their_logarithm(logarithm: float, text: str) -> None:
    assert odds(logarithm) == text


@pytest.mark.parametrize(("bias", "text"), [(0.0, "0"), (3e-16, "0"), (0.0002, "under 0.001"), (0.2304, "0.230")])
def test_a_bias_is_nothing_only_where_it_is_nothing(bias: float, text: str) -> None:
    assert group_bias(bias) == text


def test_a_p_too_small_for_a_number() -> None:
    assert (p_said(0.0), p_said(0.03)) == ("p < 10⁻³⁰⁰", "p = 0.03")
