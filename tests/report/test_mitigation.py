"""What is said about a mitigation: each verdict, what stays, what it cost; nothing promised, and nothing unescaped."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from typing import Any, get_args

import numpy as np
import pytest

from tests.mitigated import (
    EACH,
    EXAMINED,
    GONE,
    GROWN,
    HIDDEN,
    MOVEMENTS,
    NO_VARIATION,
    REDUCED,
    REVERSED,
    UNCHANGED,
    UNCLEAR,
    change,
    made_account,
    made_tested,
    made_traced,
    made_utility,
    planted_account,
    sample_account,
    value,
)
from weatherglass.errors import Notice
from weatherglass.files.plain import json_text
from weatherglass.measure.result import Lacking
from weatherglass.mitigate import explicit
from weatherglass.mitigate.account import FIRST_DIRECTION, Account
from weatherglass.mitigate.base import METHODS
from weatherglass.mitigate.explicit import CHANGED, Change
from weatherglass.mitigate.other_words import NAME, WITH_OTHERS
from weatherglass.mitigate.roles import directions_of_pairs
from weatherglass.mitigate.utility import Movement
from weatherglass.report.document import Document, Section, Table
from weatherglass.report.mitigation import document, model_card, sections
from weatherglass.report.mitigation_tests import hidden_note, said_of_test
from weatherglass.report.page import html
from weatherglass.report.write import read_result, report_html
from weatherglass.wording.messages import languages, say, speaking
from weatherglass.wording.numbers import left

BARE = made_utility(examined=(), overlap=value(None, reason="9 words are too few"), still=0, moved=())
HOSTILE = ["</script><script>alert(1)</script>", "<img/src=x/onerror=alert(1)>", "a&b", "عَرَب"]


def section(account: Account, anchor: str) -> Section:
    (found,) = (each for each in sections(account) if each.anchor == anchor)
    return found


def told(*tests: explicit.Tested, **changes: Any) -> tuple[str, ...]:
    """What is said of tests, and of nothing else."""
    return section(made_account(tests=tests, direct_bias=(), **changes), "tests").findings


def row(table: Table, i: int = 0) -> dict[str, str]:
    return dict(zip(table.header, table.rows[i], strict=True))


def by_name(table: Table) -> dict[str, str]:
    """Of a table of two columns."""
    return {cells[0]: cells[1] for cells in table.rows}


@pytest.fixture(scope="module")
def reported() -> tuple[Document, ...]:
    """Of numbers that are known, of the vectors that ship, and of an Arabic space in which gender is planted."""
    return tuple(map(document, (made_account(), sample_account(), planted_account("ar"))))


@pytest.fixture(scope="module")
def made(reported: tuple[Document, ...]) -> Document:
    return reported[0]


def test_sections_in_order() -> None:
    assert [each.anchor for each in sections(made_account())] == ["tests", "traces", "cost", "done"]
    assert [each.anchor for each in sections(made_account(traces=()))] == ["tests", "cost", "done"]


def test_findings_begin_with_how_many_tests_have_which_verdict() -> None:
    assert told(*EACH)[0] == (
        "Of 6 tests, 5 showed a clear difference before; of these, 1 is reduced, 1 is hidden, 2 are unchanged and 1 is reversed. 1 other could not be measured."
    )
    assert told(UNCLEAR, not_tested={})[0] == (
        "Of 1 test, none showed a clear difference before, so that nothing could be reduced."
    )
    assert told()[0].startswith("No test could be measured")


def test_a_test_that_was_reduced() -> None:
    assert told(REDUCED)[1:] == (
        "Reduced: en/shrunk (“Title of shrunk”): the difference has shrunk, and the neighbourhoods have changed with it. The difference of mean associations was +0.200 "
        "(95 % interval +0.170 to +0.230) and is +0.050 (+0.020 to +0.080), 25 % of it; of that in the neighbourhoods 20 % is left. d was 1.50 and is 0.75 by its own deviation, "
        "0.60 by the deviation before.",
    )


def test_a_test_that_was_hidden_with_words_fitted_on_and_no_d_any_more() -> None:
    sentence, beyond = told(HIDDEN)[1:]
    assert sentence.startswith("Hidden: en/covered (“Title of covered”): the difference has shrunk, but the words’ neighbours lean nearly as they did. ")  # fmt: skip
    assert "is −0.020 (−0.050 to +0.010), 10 % of it with the other sign; of that in the neighbourhoods 90 % is left." in sentence  # fmt: skip
    assert sentence.endswith(
        f"d was 1.50; by its own deviation it has no value any more ({NO_VARIATION}), it is −0.15 by the deviation before. 2 of its 32 words were fitted on."
    )
    assert beyond == "The one test that shrank holds words the method was fitted on; what shrinks for these words need not shrink for others."  # fmt: skip
    assert told(HIDDEN, REDUCED)[-1].startswith("1 of the 2 tests that shrank holds words")
    assert told(HIDDEN, HIDDEN)[-1].startswith("Both tests that shrank hold words")


def test_tests_that_did_not_change_have_no_sentence_but_those_that_turned_or_grew() -> None:
    assert len(told(UNCHANGED, UNCLEAR)) == 1
    assert (
        "75 % of it with the other sign; of that in the neighbourhoods 50 % is left with the other sign."
        in told(REVERSED)[1]
    )
    assert told(REVERSED)[1].startswith("Reversed: en/turned")
    assert told(GROWN)[1].startswith("Unchanged: en/larger (“Title of larger”): the difference is there as before and has grown.")  # fmt: skip
    assert "150 % of it" in told(GROWN)[1]


def test_a_sign_that_turned_without_being_clear_is_undecided() -> None:
    """It was clear before, so it counts among those that were; what became of it is said, and no verdict."""
    turned = made_tested("unsure", 0.05, -0.04, (0.1, -0.05), fall=value(0.09, 0.02))
    unsure = replace(turned, difference=Change(before=value(0.05, 0.03), after=value(-0.04, 0.05)), verdict=None)
    verdict, reason = explicit.verdict_of(unsure.difference, unsure.fall, unsure.neighbours)
    assert verdict is None
    first, second, *_ = told(replace(unsure, reason=reason), UNCLEAR)
    assert "Of 2 tests, 1 showed a clear difference before" in first
    assert "and 1 cannot be told." in first
    assert second.startswith("Undecided: en/unsure")
    assert "but not clearly" in second


def test_many_tests_that_changed_are_told_one_by_one_where_they_do_not_bury_the_rest() -> None:
    assert len(told(*(REDUCED,) * 8)) == 9
    found = section(made_account(tests=(REDUCED,) * 9, direct_bias=()), "tests")
    assert len(found.findings) == 1
    sentences, _ = found.folded
    assert sentences.rows == (("en/shrunk", told(REDUCED)[1]),) * 9


def test_all_tests_stand_in_tables_and_reasons_beside_dashes() -> None:
    found = section(made_account(), "tests")
    differences, effects, coherence, direct = found.tables
    assert [cells[:2] for cells in differences.rows] == [
        ("en/shrunk", "reduced"), ("en/covered", "hidden"), ("en/same", "unchanged"), ("en/larger", "unchanged"), ("en/turned", "reversed"), ("en/nothing", "–"),
    ]  # fmt: skip
    assert row(differences, 1) == {
        "test": "en/covered", "verdict": "hidden", "before": "+0.200 (+0.170 … +0.230)", "after": "−0.020 (−0.050 … +0.010)", "left": "−10 %", "neighbours left": "90 %",
        "fitted words": "2/32",
    }  # fmt: skip
    # Half of a difference that may be none is no finding.
    assert (row(differences, 5)["left"], row(differences, 5)["neighbours left"]) == ("–", "–")
    assert (row(effects)["d before"], row(effects)["d after"], row(effects)["d after by the deviation before"]) == (
        "1.50 (1.20 … 1.80)",
        "0.75 (0.45 … 1.05)",
        "0.60",
    )
    assert (row(coherence)["ECT before"], row(coherence)["BAT after"]) == ("0.50 (0.40 … 0.60)", "0.23 (0.13 … 0.33)")
    assert row(effects, 1)["d after"] == "–"
    assert effects.note.endswith(f"No value for d after (en/covered): {NO_VARIATION}.")
    assert row(direct) == {
        "direction of": "2 pairs it was fitted on", "professions": "280", "before": "0.150 (0.140 … 0.160)", "after": "0.034 (0.024 … 0.044)", "left": "23 %", "unrelated vectors": "0.080",
    }  # fmt: skip
    assert found.lists == (("Tests that could not be measured", ("en/rare (too few words)",)),)


def test_the_rules_are_those_of_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    (rules,) = section(made_account(), "tests").folded
    said = by_name(rules)
    assert set(said) == {"no clear difference before", "reversed", "undecided", "unchanged", "hidden", "reduced"}
    assert f"Less than {100 * CHANGED:.0f} % of the difference is gone" in said["unchanged"]
    monkeypatch.setattr("weatherglass.report.mitigation_tests.HIDDEN", 0.125)
    (rules,) = section(made_account(), "tests").folded
    assert "less than 12 % of the share that is gone from the difference" in by_name(rules)["hidden"]


@pytest.mark.parametrize(
    ("tests", "traces", "note"),
    [
        ((REDUCED,), (GONE,), None),
        ((), (Lacking(skipped="too few"),), None),
        ((HIDDEN,), (GONE,), "Bias is hidden, not removed: in 1 test the difference has shrunk while the words’ neighbours lean nearly as they did."),
        ((REDUCED,), (made_traced(), made_traced(by="others")), "Bias is hidden, not removed: clusters or a classifier still tell the sides that words had before (by she–he and by others)."),
    ],
)  # fmt: skip
def test_what_is_hidden_stands_before_everything(tests: Any, traces: Any, note: str | None) -> None:
    account = made_account(tests=tests, traces=traces)
    assert hidden_note(account) == note
    assert ("Bias is hidden, not removed" in model_card(account)) == (note is not None)


def test_what_is_hidden_is_the_first_finding_and_a_warning(made: Document) -> None:
    note = hidden_note(made_account()) or ""
    assert made.findings[0] == note
    assert made.warnings[0] == Notice("hidden-bias", note)
    reduced = document(made_account(tests=(REDUCED,), traces=(GONE,), utility=BARE, movements=()))
    assert reduced.findings[0].startswith("Of 1 test, 1 showed a clear difference before")
    assert "hidden-bias" not in {each.code for each in reduced.warnings}
    assert [figure.title for each in reduced.sections for figure in each.figures] == [
        "Differences before and after",
        "How well former sides are told",
    ]


def test_traces_say_whether_sides_are_still_seen() -> None:
    still, around = section(made_account(), "traces").findings
    assert still == (
        "Sides by she–he: still seen, as at least 50 % of what was seen above guessing is there. Two clusters of the 1,000 words that leaned most tell their sides right for 90.0 % "
        "(95 % interval 88.0 % to 92.0 %), before 95.0 % (93.0 % to 97.0 %); random words give 53 % at most in 19 of 20 cases. A classifier trained on 900 words tells those of 4,000 "
        "others right for 97.0 % (95 % interval 96.0 % to 98.0 %), before 98.0 % (97.0 % to 99.0 %); guessing gives 50 %."
    )
    assert "correlate at r = +0.70 (95 % interval +0.65 to +0.75), before r = +0.80 (+0.75 to +0.85)." in around
    gone = section(made_account(traces=(GONE,)), "traces")
    assert "less than 50 % of what was seen above guessing is left; that nothing else would see them is not shown." in gone.findings[0]  # fmt: skip
    assert [cells[-1] for cells in gone.tables[0].rows] == ["no", "", ""]


def test_traces_that_could_not_be_looked_for_say_why() -> None:
    found = section(made_account(traces=(Lacking(skipped="11 words lean to one side; 100 are needed"),)), "traces")
    assert found.findings == ("Not run: 11 words lean to one side; 100 are needed.",)
    assert found.tables == ()
    without = made_traced(neighbours=change(None, None, reason="too few professions are in the vectors"))
    found = section(made_account(traces=(without,)), "traces")
    assert len(found.findings) == 1
    assert "too few professions are in the vectors." in found.tables[0].note


def test_what_it_cost() -> None:
    found = section(made_account(), "cost")
    assert found.findings == (
        "Analogies (en/analogy-pairs, 1,900 of 2,000 questions): 75.0 % (95 % interval 72.0 % to 78.0 %) right before, 70.0 % (67.0 % to 73.0 %) after.",
        "Analogies, semantic: man-woman (en/analogy-pairs, 90 of 100 questions): 80.0 % (95 % interval 77.0 % to 83.0 %) right before, 60.0 % (57.0 % to 63.0 %) after.",
        "Odd one out (en/odd-one-out, 150 of 173 questions): 90.0 % (95 % interval 87.0 % to 93.0 %) right before, 91.0 % (88.0 % to 94.0 %) after.",
        "Word similarity (pairs.csv, 30 of 40 pairs): ρ = +0.55 (95 % interval +0.52 to +0.58) before, ρ = −0.05 (−0.08 to −0.02) after.",
        "Of the 10 nearest neighbours of 1,000 words drawn at random, 93.0 % (95 % interval 92.0 % to 94.0 %) are kept.",
        "734 of 50,000 words have not moved. The cosine of a word’s vectors before and after is 0.997 for the word in the middle, at least 0.950 for 95 % and at least 0.910 for 99 % of all words.",
    )
    categories, moved = found.folded
    assert [cells[1] for cells in categories.rows] == ["grammar: plural"]
    assert moved.rows[0] == ("boss", "0.900", "−0.40", "0.00")


def test_costs_that_were_not_measured_say_why() -> None:
    found = section(made_account(utility=BARE), "cost")
    assert found.findings[0].startswith("No questions or scored pairs were there")
    assert found.findings[1] == "How many neighbours words keep was not looked at: 9 words are too few."
    assert found.findings[2].startswith("All 50,000 words have moved.")
    assert (found.tables, found.folded) == ((), ())
    none = replace(EXAMINED[2], change=change(None, None, reason="no question is covered"))
    found = section(made_account(utility=made_utility(examined=(none,))), "cost")
    assert "not measured (no question is covered)" in found.findings[0]
    assert "no question is covered." in found.tables[0].note


def test_what_was_done_has_the_card_counts_settings_and_lists() -> None:
    found = section(made_account(), "done")
    card = METHODS["hard"].card
    assert found.findings[0] == f"{card.title}. {card.what}"
    assert found.findings[1].endswith("Here 49,000 of 50,000 words were treated, 996 kept what they have of the direction, and 2 sets of words were made equal.")  # fmt: skip
    assert f"What it does not do: {card.limits}" in found.findings
    assert by_name(found.tables[0]) == {
        "setting components": "1", "setting inflected": "protect", "pairs that define the direction": "2", "sets made equal": "2", "directions taken out or weakened": "1",
    }  # fmt: skip
    assert found.lists == (
        ("Pairs that define the direction", ("she–he", "woman–man")),
        ("Words made equal", ("mother–father", "queen–king")),
    )
    assert not [sentence for sentence in found.findings if "stands out" in sentence]


def test_pairs_without_a_direction_in_common_are_a_warning() -> None:
    said = section(made_account(dominant=False), "done").findings
    assert any(
        sentence.startswith("The pairs have no direction in common that stands out among those of random pairs.")
        for sentence in said
    )


def test_figures_of_every_method_are_in_plain_words() -> None:
    null_space = {
        "pairs": ["she–he"], "rounds": 7, "trained_on": 3000, "accuracy": [1.0, 0.508], "held_out": 1000, "accuracy_held_out": 0.57,
    }  # fmt: skip
    said = by_name(section(made_account(method="null-space", facts=null_space), "done").tables[0])
    assert said["rounds, each of which took a direction"] == "7"
    assert said["accuracy of the linear classifier on other words, first and last round"] == "100 % → 50.8 %"
    assert said["accuracy of a linear classifier on those, at the end"] == "57.0 %"
    soft = {"pairs": ["she–he"], "neutral_words": 12_345, "objective": [0.123456, 0.0123456], "left_along_the_directions": 0.3456}  # fmt: skip
    said = by_name(section(made_account(method="soft", facts=soft), "done").tables[0])
    assert said["objective, at the start and at the end"] == "0.123 → 0.0123"
    assert said["left of what neutral words have along the directions"] == "35 %"
    assert said["neutral words"] == "12,345"
    double = {"pairs": ["she–he"], "equalised": 1, "component": 2, "clusters_by_component": [0.9, 0.6], "clustered": 1000}  # fmt: skip
    found = section(made_account(method="double-hard", facts=double), "done")
    assert found.folded[0].rows == (("1", "90.0 %"), ("2", "60.0 %"))
    assert by_name(found.tables[0])["principal component of all words that was taken off"] == "2"
    unknown = by_name(section(made_account(facts={"of_the_future": 3}), "done").tables[0])
    assert unknown["of the future"] == "3"


GERMAN: dict[str, Any] = {"language": "de", "facts": {"pairs": ["sie–er", "Frau–Mann"]}}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "Words inflected for gender keep their part of it"),
        ({"settings": {"inflected": "equalise"}}, "The two forms of the words listed were made equal, so that neutral words are equally near to both; other inflected words keep their part of it"),
        ({"settings": {"inflected": "neutralise"}}, "Words inflected for gender were neutralised all the same, as was asked"),
        ({"method": "linear-projection", "settings": {"components": 1}}, "This method makes no exception for words inflected for gender"),
        ({"method": "soft", "protected": 0}, "This method makes no exception for words inflected for gender"),
    ],
)  # fmt: skip
def test_grammatical_gender_has_a_paragraph(changes: dict[str, Any], said: str) -> None:
    found = section(made_account(**{**GERMAN, **changes}), "done").findings
    (sentence,) = (each for each in found if "grammatical gender" in each)
    assert sentence.startswith(f"German nouns have a grammatical gender, and the direction carries it beside the gender of people. {said}: a form, such as “")  # fmt: skip
    assert sentence.endswith("says so by right, and to neutralise it is a mistake.")


def test_no_such_paragraph_where_gender_is_not_asked_or_not_marked() -> None:
    for changes in ({}, {"language": "de", "facts": {"pairs": ["gut–schlecht"]}}, {"language": "de", "facts": {}}):
        found = section(made_account(**changes), "done").findings
        assert not [each for each in found if "grammatical gender" in each]


def test_the_model_card_says_what_was_done_and_promises_nothing() -> None:
    text = model_card(made_account())
    assert f"Vectors: news.bin, 60,000 words × 100 dimensions, SHA-256 {'ab' * 32}" in text
    assert "(hard; components 1, inflected protect)" in text
    assert "Tests: 6 measured before and after: 1 reduced, 1 hidden, 2 unchanged, 1 reversed; 1 without a clear difference before; 1 could not be measured" in text  # fmt: skip
    assert "clusters 95.0 % → 90.0 %, classifier 98.0 % → 97.0 %; guessing 50 %" in text
    assert "Cost: analogies 75.0 % → 70.0 %, odd one out 90.0 % → 91.0 %, word similarity +0.55 → −0.05, 93.0 % of nearest neighbours kept" in text  # fmt: skip
    assert METHODS["hard"].card.limits in text
    assert "must not be called unbiased or fair" in text


def test_no_page_calls_vectors_free_of_bias(reported: tuple[Document, ...]) -> None:
    for each in reported:
        text = html([each])
        for found in re.finditer(r"unbiased|\bfair\b|bias-free|debiased", text):
            before = text[: found.start()].rsplit("must not be called", 1)[-1]
            assert before in (" ", " unbiased or "), text[found.start() - 80 : found.end()]


def test_tables_are_rectangular_and_figures_speak(reported: tuple[Document, ...]) -> None:
    for found in reported:
        for each in found.sections:
            assert each.findings or each.paste
            for table in (*each.tables, *each.folded):
                assert {len(cells) for cells in table.rows} == {len(table.header)}, table.title
                assert len(set(table.header)) == len(table.header), table.title
                assert not [cell for cells in table.rows for cell in cells if {"nan", "None"} & set(cell.split())]
            for figure in each.figures:
                assert figure.caption
                assert "<title>" in figure.picture


def test_real_vectors_have_hidden_unchanged_and_skipped_values() -> None:
    """As Gonen & Goldberg found: hard mitigation hides."""
    account = sample_account()
    verdicts = {test.query: test.verdict for test in account.tests}
    assert verdicts["en/weat8"] == "hidden"
    assert verdicts["en/weat1"] == "unchanged"
    assert hidden_note(account) is not None
    found = section(account, "tests")
    skipped = next(cells for cells in found.tables[1].rows if cells[0] == "en/weat7-short")
    assert skipped[found.tables[1].header.index("d after")] == "–"
    assert "d after (en/weat7-short)" in found.tables[1].note
    assert any(each.startswith("Hidden: en/weat8 (“") for each in found.findings)


def test_a_planted_direction_alone_is_reduced_also_in_arabic(reported: tuple[Document, ...]) -> None:
    assert {test.verdict for test in planted_account("ar").tests} == {"reduced"}
    page = html([reported[2]])
    assert "Arabic nouns have a grammatical gender" in page
    assert "<bdi>هي</bdi>–<bdi>هو</bdi>" in page


def test_what_others_wrote_is_escaped() -> None:
    words = tuple(Movement(word=word, cosine=0.5, before=0.3, after=0.0) for word in HOSTILE)
    account = made_account(
        embedding={"name": HOSTILE[0], "words": 5, "dim": 3, "sha256": "x", "format": HOSTILE[1]},
        tests=tuple(replace(REDUCED, query=f"en/{word}", title=word, fitted_on=(word,)) for word in HOSTILE),
        not_tested={HOSTILE[0]: HOSTILE[1]},
        facts={"pairs": [f"{HOSTILE[0]}–{HOSTILE[1]}"]},
        equalised=(tuple(HOSTILE),),
        traces=(made_traced(by=HOSTILE[1]),),
        utility=made_utility(moved=words),
        movements=words,
        warnings=(Notice("x", HOSTILE[1]),),
    )
    page = report_html(account)
    assert page.count("<script") == 1  # the data, which no browser runs
    assert "<img" not in page
    assert all(word in unescape(re.sub("</?bdi>", "", page)) for word in HOSTILE)


def test_the_page_is_the_same_after_json(made: Document) -> None:
    for account in (made_account(), sample_account(), planted_account("ar")):
        assert read_result(json_text(account.to_dict()), "mitigation.json") == account
    again = read_result(json_text(dict(made.data)), "mitigation.json")
    assert isinstance(again, Account)
    assert html([document(again)]) == html([made])


def test_references_of_the_method_and_of_the_account() -> None:
    page = report_html(made_account(method="null-space", facts={"pairs": ["she–he"]}, tests=(), traces=(), utility=BARE, movements=()))  # fmt: skip
    assert all(f"{{{key}," in page for key in ("ravfogel2020", "gonen2019", "caliskan2017"))


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.38, "38 %"), (-0.13, "−13 %"), (1.5, "150 %"), (1e-9, "under 0.1 %"), (-1e-9, "under 0.1 %"), (0.0, "0 %")],
)
def test_what_is_left_keeps_its_sign_unless_it_is_nothing(share: float, text: str) -> None:
    assert left(share) == text


def test_directions_of_pairs_point_to_the_first_words() -> None:
    """So that a picture can name the sides; the sign that a decomposition gives is arbitrary."""
    rng = np.random.default_rng(3)
    for _ in range(20):
        differences = rng.normal(size=(5, 8)) + 2 * rng.normal(size=8)
        for direction in directions_of_pairs(differences, 3):
            assert direction @ differences.sum(axis=0) >= 0


def test_a_test_without_a_title_and_d_goes_by_its_name() -> None:
    bare = made_tested("own", 0.2, 0.05, (0.1, 0.02), title="", d=change(None, None, reason=NO_VARIATION), d_before=None)  # fmt: skip
    (sentence,) = told(bare)[1:]
    assert sentence.startswith("Reduced: en/own: the difference")
    assert f"d was not defined before ({NO_VARIATION})." in sentence


def test_words_that_moved_are_in_the_account() -> None:
    assert [cells[0] for cells in section(made_account(), "cost").folded[1].rows] == [each.word for each in MOVEMENTS]


def test_every_reason_of_a_verdict_has_words_that_promise_nothing() -> None:
    for language in languages():
        with speaking(language):
            said = {why: said_of_test(replace(REDUCED, reason=why)) for why in get_args(explicit.Why)}
        assert len(set(said.values())) == len(said)
        assert not [text for text in said.values() if "unbiased" in text or "free of" in text]
    unseen = replace(REDUCED, reason="neighbours-unseen", neighbours=change(None, None, reason="3 words are too few"))
    assert "3 words are too few, so what may be hidden in them cannot be seen." in said_of_test(unseen)


@pytest.mark.parametrize("language", ["de", "fr", "ar"])
def test_a_page_in_another_language_has_none_of_the_english_sentences(language: str) -> None:
    account = made_account(**GERMAN)
    english = {text for each in sections(account) for text in (each.title, *each.findings)}
    english |= {table.note for each in sections(account) for table in (*each.tables, *each.folded) if table.note}
    english |= {hidden_note(account) or "", say("mitigation.mind"), say("warning.hidden-bias.title")}
    card = METHODS["hard"].card
    english -= {f"{card.title}. {card.what}"}  # a text of the method, not of the report
    page = report_html(account, language=language)
    text = unescape(re.sub("<[^>]*>", "", page)).replace("\u00a0", " ")
    assert f'lang="{language}" dir="{"rtl" if language == "ar" else "ltr"}"' in page
    assert not [each for each in english if each in text]


def test_pairs_and_tests_are_called_in_the_language_spoken() -> None:
    others = replace(REDUCED, query=f"en/weat7{WITH_OTHERS}")
    looks = (made_traced(), made_traced(by=f"30 {NAME}"), made_traced(by=FIRST_DIRECTION))
    account = made_account(tests=(others,), traces=looks)
    assert [row[0] for row in section(account, "traces").tables[0].rows][::3] == ["she–he", "30 pairs it was not fitted on", "the first direction"]  # fmt: skip
    with speaking("de"):
        tests, traces = section(account, "tests"), section(account, "traces")
    assert tests.tables[0].rows[0][0] == "en/weat7 mit anderen Wörtern für Geschlechter"
    assert tests.tables[-1].rows[0][0] == "2 Paaren, an die angepasst wurde"
    assert [row[0] for row in traces.tables[0].rows][::3] == ["she–he", "30 Paaren, an die nicht angepasst wurde", "der ersten Richtung"]  # fmt: skip


def test_the_methods_paragraph_stands_by_itself(made: Document) -> None:
    (said,) = made.methods
    assert said.startswith("The vectors news.bin (60,000 words × 100 dimensions) were changed by Hard mitigation: neutralise and equalise (hard; components 1, inflected protect) with English word lists")  # fmt: skip
    assert "6 tests were measured before and after" in said
    assert "Gonen & Goldberg (2019)" in said
    (bare,) = document(made_account(tests=(), traces=(), utility=BARE, movements=())).methods
    assert "measured before and after" not in bare
    assert "Gonen" not in bare


def test_tables_of_a_report_are_those_that_are_written(made: Document) -> None:
    found, tables = made_account(), made.tables
    assert list(tables) == ["mitigation", "moved-words"]
    assert tables["mitigation"].equals(found.table())
    assert tables["moved-words"].equals(found.moved_table())


def test_words_that_tests_lack_are_listed() -> None:
    lists = dict(section(made_account(tests=(replace(REDUCED, missing=("he", "she")),)), "tests").lists)
    assert lists["Words of tests that the vectors do not have"] == ("en/shrunk: he, she",)
