"""What is said about a space's structure: sentences and tables by their figures, what is missing by name, and nothing unescaped."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.gendered import gendered_structure
from tests.shaped import (
    RANKED,
    SENTIMENT,
    interval,
    made_asymmetry,
    made_bias,
    made_correlation,
    made_occupations,
    made_structure,
    made_subspace,
    made_vocabulary,
    p,
)
from weatherglass.errors import Notice
from weatherglass.files.plain import json_text
from weatherglass.measure.result import Lacking
from weatherglass.report.document import Section
from weatherglass.report.formats import write_report
from weatherglass.report.page import html, isolated, unbroken
from weatherglass.report.spreadsheet import csv_text
from weatherglass.report.structure import document, notes, sections
from weatherglass.report.structure_tables import projections_table
from weatherglass.report.write import read_result
from weatherglass.structure.general_bias import Shuffled
from weatherglass.structure.generic_masculine import Side
from weatherglass.structure.genus import CAVEAT, Genus
from weatherglass.structure.structure import GRAMMAR, Structure
from weatherglass.structure.subspace import RandomPairs
from weatherglass.structure.vocabulary import Projected, Projections
from weatherglass.wording.messages import languages, speaking

HOSTILE = ["</script><script>alert(1)</script>", "<img/src=x/onerror=alert(1)>", "=cmd", "+1", "-1", "@x", "a&b", "عَرَب"]


def only(structure: Structure) -> Section:
    (section,) = sections(structure)
    return section


def page_of(structure: Structure, folder: Path) -> str:
    return write_report(structure, folder / "structure.html").read_text("utf-8")


def random_pairs(**changes: float) -> RandomPairs:
    base = made_subspace().random
    assert base is not None
    return RandomPairs(**{**{name: getattr(base, name) for name in RandomPairs.__dataclass_fields__}, **changes})


def test_nothing_examined_has_no_sections() -> None:
    assert sections(made_structure()) == []


def test_every_part_has_its_section_in_order() -> None:
    parts = made_structure(
        subspaces=(made_subspace(),), biases=(made_bias(),), generic_masculine=(made_asymmetry(),), occupations=(made_occupations(),), genus=Lacking(skipped="no nouns"), vocabulary=made_vocabulary(),
    )  # fmt: skip
    found = [section.anchor for section in sections(parts)]
    assert found == ["subspace", "bias", "generic-masculine", "occupations", "genus", "vocabulary"]


def test_a_direction_that_leads() -> None:
    section = only(made_structure(subspaces=(made_subspace(missing=("sie–er", "Oma–Opa")),)))
    assert section.findings == (
        "family (3 of 5 pairs): the first component explains 60 % of the variance of the differences (95 % interval 50 % to 70 %), the second 25 %; "
        "random pairs reach 45 % in 5 % of 500 draws: a dominant direction. Pairs that do not go along: f2–m2.",
    )
    (table,) = section.tables
    assert table.rows == (
        ("family", "3/5", "60.5 %", "25.0 %", "14.5 %", *["–"] * 7, "yes"),
        ("\u2003random pairs, 95 % point", "", "45.0 %", "35.0 %", "25.0 %", *["–"] * 7, ""),
    )
    assert len(table.header) == len(table.rows[0])
    assert section.lists == (("Pairs left out of family", ("sie–er", "Oma–Opa")),)
    (folded,) = section.folded
    assert folded.rows == (("f2–m2", "0.10", "outlier"), ("f1–m1", "0.80", ""), ("f0–m0", "0.90", ""))


@pytest.mark.parametrize(
    ("changes", "ending"),
    [
        ({"dominant": False, "shares": (0.4, 0.3, 0.3)}, ": no dominant direction."),
        ({"dominant": False}, ": no dominant direction, as it does not lead the second by more than random pairs do."),
        ({"random": random_pairs(frequency=-0.62)}, ": a dominant direction, but much of it is frequency: its cosine with the mean difference of random words as frequent as the pairs’ words is −0.62."),
        ({"random": None, "no_random": "the order is not that of frequency", "dominant": None}, ". Whether that is a dominant direction cannot be told: the order is not that of frequency."),
    ],
)  # fmt: skip
def test_what_is_said_of_a_direction(changes: dict[str, Any], ending: str) -> None:
    section = only(made_structure(subspaces=(made_subspace((0.9, 0.8, 0.7), **changes),)))
    assert section.findings[0].endswith(ending)


def test_half_of_the_pairs_elsewhere_is_the_reason_given() -> None:
    section = only(made_structure(subspaces=(made_subspace((0.9, 0.1), dominant=False),)))
    assert "no dominant direction, as half of the pairs or more do not go along." in section.findings[0]
    assert section.findings[0].endswith("Pairs that do not go along: f1–m1.")


def test_many_outliers_are_cut_with_a_sign_of_it() -> None:
    section = only(made_structure(subspaces=(made_subspace([0.9] * 20 + [0.1] * 13),)))
    assert section.findings[0].endswith(f"{', '.join(f'f{i}–m{i}' for i in range(20, 32))}, ….")


def test_the_general_bias_in_a_sentence_and_a_row() -> None:
    section = only(made_structure(biases=(made_bias(),)))
    assert section.findings == (
        "professions, women–men (3 pairs of forms; 2 pairs of group words): B_g = 0.123; shuffled groups give 0.060 to 0.100, more than 99.8 % of them, unrelated "
        "vectors 0.065. That the pairs of group words agree on which concepts lean where is not shown (p = 0.5); together the concepts lean to men by +0.035 (p = 0.02).",
    )
    summary, leans, extremes = section.tables
    row = {name: cell for each in (leans, summary) for name, cell in zip(each.header, each.rows[0], strict=True)}
    assert row["B_g"] == "0.123"
    assert row["95 % interval"] == "0.100 … 0.150"
    assert row["floor"] == "0.065"
    assert row["shuffled (5 … 95 %)"] == "0.080 (0.060 … 0.100)"
    assert row["as large"] == "0.2 %"
    assert row["signed mean"] == "−0.035"
    assert row["concepts"] == "3/5"
    assert extremes.rows == (
        ("professions", "women–men", "Ärztin–Arzt (+0.050, 100 %)", "Köchin–Koch (−0.150, 75.0 %)"),
    )


@pytest.mark.parametrize("draws", [100, 500, 1000, 10_000])
def test_no_groups_exceed_all_shuffled_ones(draws: int) -> None:
    """The groups themselves count as a draw, so that a share of 100 % cannot be."""
    shuffled = Shuffled(draws=draws, mean=0.08, low=0.06, high=0.1, as_large=1 / (draws + 1))
    (finding,) = only(made_structure(biases=(made_bias(shuffled=shuffled),))).findings
    (share,) = re.findall(r"more than (.+?) of them", finding)
    assert share != "100 %"


def test_what_is_missing_is_named_pair_by_pair() -> None:
    section = only(made_structure(biases=(made_bias(), made_bias(groups=("rich", "poor"), missing_pairs=()))))
    assert section.lists == (
        ("Left out of professions", ("Pilotin–Pilot (without Pilotin)", "x–y (without x and y)")),
        ("Group words left out, women–men", ("sie–er (both forms have one vector)",)),
    )
    section = only(made_structure(biases=(made_bias(missing=(), missing_pairs=(), itself=("Frau–Mann",)),)))
    assert section.lists == (("Left out of professions, women–men, as they are group words too", ("Frau–Mann",)),)
    section = only(made_structure(generic_masculine=(made_asymmetry(),)))
    assert section.lists == (("Left out of occupations", ("Pilotin–Pilot (without Pilotin)",)),)
    section = only(made_structure(occupations=(made_occupations(),)))
    assert ("Not found, de/shares, masculine singular", ("Köhler",)) in section.lists


@pytest.mark.parametrize(
    ("lean_p", "by_pairs", "ending"),
    [
        (0.01, 0.01, "agree on which concepts lean where (p = 0.01); together the concepts lean to men by +0.035 (p = 0.01)."),
        (0.01, 0.2, "agree on which concepts lean where (p = 0.01); that they lean to either side together is not shown (−0.035, p = 0.2)."),
        (0.2, 0.3, "is not shown (p = 0.2); nor that they lean to either side together (−0.035, p = 0.3)."),
    ],
)  # fmt: skip
def test_leaning_is_told_as_far_as_it_is_shown(lean_p: float, by_pairs: float, ending: str) -> None:
    (finding,) = only(made_structure(biases=(made_bias(lean_p=p(lean_p), p_by_pairs=p(by_pairs)),))).findings
    assert finding.endswith(ending)


def test_sentiment_says_who_stands_beside_the_positive_words() -> None:
    def told(**changes: Any) -> Section:
        return only(made_structure(biases=(made_bias(task="sentiment", sentiment=replace(SENTIMENT, **changes)),)))

    one = told()
    assert one.findings[1] == (
        "Sentiment, women–men: women stand beside the more positive words (1,200 words nearer to women against 800 nearer to men: +0.173, "
        "95 % interval 0.10 to 0.25, p = 0.01)."
    )
    assert one.tables[-1].rows[0][:4] == ("women–men", "1,200 (+0.123)", "800 (−0.050)", "+0.173")
    assert "men stand beside the more positive words" in told(value=-0.2).findings[1]
    assert "a difference is not shown (1,200 words" in told(p=p(0.2), interval=None).findings[1]
    # Of 2,000 words 10 are nearer to men: then the halves speak, with a difference of 0.2 and p = 0.3.
    assert told(nearer_first=1990, nearer_second=10).findings[1] == (
        "Sentiment, women–men: a difference is not shown (as nearly all words are nearer to women, the half that leans more to women against the other half: +0.200, p = 0.3)."
    )


@pytest.mark.parametrize(
    ("changes", "ending"),
    [
        ({}, "the feminine words are more female than the masculine ones are male (+0.130, 95 % interval +0.050 to +0.200, p = 0.03), as a generic masculine would have it."),
        ({"value": -0.13, "interval": None}, "the masculine words are more male than the feminine ones are female (−0.130, p = 0.03): the opposite of what a generic masculine would give."),
        ({"p": p(0.2)}, "no asymmetry is shown (+0.130, 95 % interval +0.050 to +0.200, p = 0.2); that there is none is not shown either."),
        ({"value": None, "p": None, "interval": None, "no_neutral": "there are too few"}, "Whether that is an asymmetry or a lean of all words cannot be told: there are too few."),
    ],
)  # fmt: skip
def test_what_is_said_of_the_generic_masculine(changes: dict[str, object], ending: str) -> None:
    section = only(made_structure(generic_masculine=(made_asymmetry(**changes),)))
    assert section.findings[0].startswith(
        "occupations (4 pairs of forms): the mean association with male rather than female terms is +0.100 for masculine and −0.200 for feminine words. "
    )
    assert section.findings[0].endswith(ending)


def test_means_have_dashes_where_nothing_is_known_and_empty_columns_are_left_out() -> None:
    bare = made_asymmetry(
        masculine=Side(words=4, mean=0.1, neutral=None), feminine=Side(words=5, mean=-0.2, neutral=None), paired=False,
        value=None, interval=None, p=None, wilcoxon_p=None, no_neutral="none",
    )  # fmt: skip
    (alone,) = only(made_structure(generic_masculine=(bare,))).tables
    assert alone.header == ("words", "m/f", "masculine", "feminine", "asymmetry")
    assert alone.rows == (("occupations", "4/5", "+0.100", "−0.200", "+0.100"),)
    (table,) = only(made_structure(generic_masculine=(bare, made_asymmetry(name="job titles of the thesis")))).tables
    first, second = (dict(zip(table.header, row, strict=True)) for row in table.rows)
    assert (first["neutral (m)"], first["corrected"], first["p"], first["published"]) == ("–", "–", "–", "–")
    assert (second["neutral (m)"], second["neutral (f)"]) == ("+0.010", "+0.020")
    assert (second["corrected"], second["p"], second["Wilcoxon"]) == ("+0.130", "0.03", "0.125")
    assert second["published"] == "0.05 / −0.11"


def test_occupations_by_form() -> None:
    sure = made_correlation(form="feminine plural", towards="female", p=0.0312, spearman=0.5)
    lacking = Lacking(skipped="feminine singular: 3 of 57 words were found; at least 10 are needed")
    section = only(made_structure(occupations=(made_occupations(made_correlation(), lacking, sure),)))
    assert section.findings == (
        "de/shares, masculine singular (12 of 13 words): association with male terms and share of men correlate at r = +0.43 (95 % interval −0.20 to +0.80, p = 0.17; "
        "ρ = 0.00). A correlation is not shown, nor that there is none.",
        "de/shares, feminine plural (12 of 13 words): association with female terms and share of women correlate at r = +0.43 (95 % interval −0.20 to +0.80, p = 0.031; "
        "ρ = +0.50).",
        "de/shares: not run: feminine singular: 3 of 57 words were found; at least 10 are needed.",
    )
    (table,) = section.tables
    assert [row[0] for row in table.rows] == ["masculine singular", "feminine plural"]
    assert "published r, p" not in table.header
    assert ("Source and caveats of de/shares", ("An office. Rough.",)) in section.lists


def test_an_order_without_shares_gives_a_range_with_its_p() -> None:
    form = made_correlation(**RANKED)
    section = only(made_structure(occupations=(made_occupations(form, ranks_only=True),)))
    assert section.findings == (
        "de/shares, masculine singular (12 of 13 words): association with male terms and place in the order of the share of men correlate at ρ = +0.31 "
        "(p = 0.02); Pearson’s r lies between +0.10 and +0.40, depending on which of 57 words has no share.",
    )
    (table,) = section.tables
    row = dict(zip(table.header, table.rows[0], strict=True))
    assert (row["r"], row["p"], row["published r, p"]) == ("+0.10 … +0.40", "0.46 … 0.003", "+0.32, 0.02")
    unsure = made_correlation(**{**RANKED, "spearman_p": 0.4})
    (finding,) = only(made_structure(occupations=(made_occupations(unsure, ranks_only=True),))).findings
    assert finding.endswith("A correlation is not shown, nor that there is none.")


def test_tables_without_a_row_are_left_out() -> None:
    section = only(made_structure(occupations=(made_occupations(Lacking(skipped="one form: too few")),)))
    assert section.tables == ()
    assert section.figures == ()
    assert section.findings == ("de/shares: not run: one form: too few.",)


def test_one_reason_for_several_tables_is_said_once() -> None:
    twice = (Lacking(skipped="no terms"), Lacking(skipped="no terms"))
    assert only(made_structure(occupations=twice)).findings == ("Not run: no terms.",)


def test_what_could_not_be_run_says_why_and_shows_nothing() -> None:
    why = Lacking(skipped="0 of 8 were found")
    parts = made_structure(subspaces=(why,), biases=(why,), generic_masculine=(why,), occupations=(why,), genus=why, vocabulary=why)  # fmt: skip
    for section in sections(parts):
        assert section.findings == ("Not run: 0 of 8 were found.",)
        assert (section.tables, section.figures, section.folded, section.lists) == ((), (), (), ())


def test_the_whole_vocabulary() -> None:
    section = only(made_structure(vocabulary=made_vocabulary()))
    assert section.findings[0] == (
        "1,500 words were projected on the direction of the list “family”; 1,200 of them count as neutral, and their mean (+0.012) is taken off."
    )
    assert "lie beyond +0.310, half of the masculine ones beyond −0.290; the standard deviation of neutral words is 0.057" in section.findings[1]  # fmt: skip
    assert "1 word on the feminine side, 0 words on the masculine side" in section.findings[2]
    bands, surprising, inclusive = section.tables
    assert bands.rows == (("1–1,000", "w0 (+0.300), w1 (+0.200), w2 (+0.100)", "–", "990", "+0.001", "0.060"),)
    assert surprising.rows == (("feminine", "w0 (+0.300)"), ("masculine", "–"))
    assert inclusive.rows == (
        ("Studierende", "Studentinnen", "Studenten", "+0.050", "+0.300", "−0.200", "+0.50"),
        ("Leute", "Frauen", "Männer", "+0.050", "+0.010", "−0.002", "–"),
    )
    assert section.lists == (("Words of the pairs on the other side of zero", ("Mädchen (−0.050)",)),)


def test_a_doubtful_direction_and_missing_inclusive_forms_are_said() -> None:
    section = only(
        made_structure(vocabulary=made_vocabulary(dominant=False, inclusive=Lacking(skipped="none is known")))
    )
    assert section.findings[0].endswith("That direction is not dominant, so that little should be built on it.")
    assert section.findings[-1] == "Gender-inclusive forms: not run: none is known."
    assert len(section.tables) == 2


def test_grammatical_gender_has_its_caveat_among_the_findings_and_not_twice(tmp_path: Path) -> None:
    found = gendered_structure("de")
    assert isinstance(found.genus, Genus)
    assert CAVEAT in found.warnings
    said = sections(found)
    assert CAVEAT not in notes(found, said)
    assert page_of(found, tmp_path).count("grammatical and natural gender are not separable by it") == 1
    other = made_structure(warnings=(Notice("x", "Mind this."),))
    assert notes(other, []) == [Notice("x", "Mind this.")]
    assert "Mind this." in page_of(other, tmp_path)


def test_tables_are_rectangular_and_figures_speak() -> None:
    for language in ("de", "ar"):
        for section in sections(gendered_structure(language)):
            for table in (*section.tables, *section.folded):
                assert {len(row) for row in table.rows} == {len(table.header)}, table.title
                assert len(set(table.header)) == len(table.header), table.title
            for figure in section.figures:
                assert figure.caption
                assert "<title>" in figure.picture


def test_shares_never_pass_all() -> None:
    """Pairs one of which goes its own way: the jackknife alone would reach beyond 100 %."""
    for language in ("de", "ar"):
        for each in gendered_structure(language).subspaces:
            assert not isinstance(each, Lacking)
            assert each.interval is not None
            assert 0 <= each.interval.low <= each.shares[0] <= each.interval.high <= 1


def test_a_page_is_one_file_with_an_anchor_for_each_section(tmp_path: Path) -> None:
    page = page_of(gendered_structure("de"), tmp_path)
    ids = re.findall(r'<section id="([a-z-]+)"', page)
    assert ids[2:8] == ["subspace", "bias", "generic-masculine", "occupations", "genus", "vocabulary"]
    assert re.findall(r'<a href="#([a-z-]+)"', page) == ids
    assert not re.search(r'(?:src|href)="(?!#)', page)
    assert "papakyriakopoulos2020" in page
    assert "{{" not in page
    assert len(page) < 450_000


def hostile_structure() -> Structure:
    """Words and names that would be code, wherever one can stand."""
    words = tuple(Projected(word=word, rank=i + 1, value=0.3) for i, word in enumerate(HOSTILE))
    name = HOSTILE[0]
    return made_structure(
        subspaces=(made_subspace(list=name, missing=(name,)),),
        biases=(made_bias(groups=(name, name), task=name, sentiment=SENTIMENT),),
        generic_masculine=(made_asymmetry(name=name),),
        occupations=(made_occupations(title=name, source=name, table=name),),
        vocabulary=made_vocabulary(list=name, sides=(name, name), surprising=(words, words), unexpected=words),
        warnings=(Notice("x", name),),
    )


def test_words_from_a_file_are_escaped_everywhere(tmp_path: Path) -> None:
    page = page_of(hostile_structure(), tmp_path)
    assert page.count("<script") == page.count("</script") == 1  # the data
    assert "<img" not in page
    assert unescape(page).count(HOSTILE[0]) >= 20
    assert all(word in unescape(page) for word in HOSTILE[:-1])


def test_a_spreadsheet_takes_no_word_for_a_formula() -> None:
    values = np.linspace(-0.5, 0.5, len(HOSTILE))
    text = csv_text(projections_table(Projections(tuple(HOSTILE), np.arange(len(HOSTILE)), values)))
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[0] == ["word", "rank", "projection"]
    assert [row[0] for row in rows[1:]] == [f"'{word}" if word[0] in "=+-@" else word for word in HOSTILE]
    assert [int(row[1]) for row in rows[1:]] == list(range(1, len(HOSTILE) + 1))
    assert [float(row[2]) for row in rows[1:]] == values.tolist()


def test_a_sentence_within_an_arabic_one_keeps_its_brackets() -> None:
    with speaking("ar"):
        assert (
            str(isolated("«Names (WEAT 6)»: 300 (bin)"))
            == "«<bdi>Names (WEAT 6)</bdi>»: <bdi>300</bdi> (<bdi>bin</bdi>)"
        )


def test_arabic_words_keep_to_themselves(tmp_path: Path) -> None:
    """Without that a sign would stand on the wrong side of the number after an Arabic word."""
    assert str(isolated("نجوى (+0.670), شمعة (−0.636)")) == "<bdi>نجوى</bdi> (+0.670), <bdi>شمعة</bdi> (−0.636)"
    assert str(isolated("هي–هو (without هو)")) == "<bdi>هي</bdi>–<bdi>هو</bdi> (without <bdi>هو</bdi>)"
    assert str(isolated("عاملة_نظافة")) == "<bdi>عاملة_نظافة</bdi>"
    assert str(isolated("עברית & <b>")) == "<bdi>עברית</bdi> &amp; &lt;b&gt;"
    page = page_of(gendered_structure("ar"), tmp_path)
    outside = re.sub(r"<svg.*?</svg>|<bdi>[^<]*</bdi>|<pre>.*?</pre>", "", page, flags=re.DOTALL)
    assert not re.search("[\u0600-\u06ff]", outside)


@given(st.text())
def test_isolating_changes_no_text(text: str) -> None:
    marked = str(isolated(text))
    assert unescape(re.sub("</?bdi>", "", marked)) == text
    assert "<" not in re.sub("</?bdi>", "", marked)


def test_numbers_stay_with_their_signs() -> None:
    assert unbroken("95 % interval, p = 0.04, d < 2 and r = 1; stop = 2") == "95\u00a0% interval, p\u00a0=\u00a00.04, d\u00a0<\u00a02 and r\u00a0=\u00a01; stop = 2"  # fmt: skip


def test_extremes_are_as_many_as_asked_for() -> None:
    biased = next(each for each in gendered_structure("de").biases if not isinstance(each, Lacking))
    for most in (1, 7):
        section = only(made_structure(biases=(biased,), extremes=most))
        table = next(table for table in section.tables if table.title == "Extreme concepts")
        assert [cell.count("(") <= most for cell in table.rows[0][2:]] == [True, True]
        assert max(cell.count("(") for cell in table.rows[0][2:]) == most


def test_intervals_in_per_cent_have_their_level() -> None:
    found = made_subspace(interval=interval(0.4, 0.9))
    assert "(95 % interval 40 % to 90 %)" in only(made_structure(subspaces=(found,))).findings[0]


def whole() -> Structure:
    """Every part, made by hand; no nouns, whose test is measured."""
    return made_structure(
        subspaces=(made_subspace(missing=("sie–er",)),), biases=(made_bias(task="sentiment", sentiment=SENTIMENT),), generic_masculine=(made_asymmetry(),),
        occupations=(made_occupations(),), genus=Lacking(skipped="no nouns"), vocabulary=made_vocabulary(), warnings=(GRAMMAR,),
        command="weatherglass structure subspace v.bin --lang de",
    )  # fmt: skip


def test_the_document_tells_what_was_examined_how_and_what_it_does_not_say() -> None:
    found = document(whole())
    assert found.kind == "structure"
    assert dict(found.identity) == {"Language of the lists": "German", "Vectors": "1,500 words × 24 dimensions (arrays)", "SHA-256": "0" * 64}  # fmt: skip
    assert [section.anchor for section in found.sections] == ["subspace", "bias", "generic-masculine", "occupations", "genus", "vocabulary"]  # fmt: skip
    assert found.findings == tuple(section.findings[0] for section in found.sections)
    assert len(document(made_structure(biases=(made_bias(),) * 9)).findings) == 6
    (methods,) = found.methods
    assert methods.startswith("We examined the structure of the vectors v.bin (1,500 words, 24 dimensions, SHA-256 0000000000000000…) with Weatherglass ")  # fmt: skip
    assert "drawn 500 times" in methods
    assert methods.endswith("is 0; no p-value is corrected for the number of comparisons.")
    assert len(found.limits) == 4
    assert found.warnings == (GRAMMAR,)
    assert found.command == "weatherglass structure subspace v.bin --lang de"


def test_the_exact_numbers_are_there_as_tables() -> None:
    found = document(replace(whole(), projections=Projections(("a",), np.arange(1), np.array([0.25])))).tables
    assert set(found) == {"components", "pairs", "biases", "concepts", "forms", "occupations", "vocabulary"}
    assert found["components"].rows()[0] == ("family", 1, 0.6049, 0.4, 0.35, 0.45)
    assert found["pairs"].rows()[2] == ("family", "f2–m2", 0.1, True)
    assert found["concepts"].rows()[2] == ("sentiment", "women", "men", "Köchin–Koch", -0.15, 0.75)
    assert found["forms"].height == 8
    assert found["occupations"].rows()[1] == ("de/shares", "masculine singular", "male", "Beruf1", 1 / 11, None, 0.2)
    assert found["vocabulary"].rows() == [("a", 1, 0.25)]
    assert document(made_structure()).tables == {}


@pytest.mark.parametrize("language", ["en", "ar"])
def test_the_page_can_be_made_again_from_the_json(language: str) -> None:
    found = whole()
    text = json_text(found.to_dict())
    again = read_result(text, "structure.json")
    assert again == found
    with speaking(language):
        assert html([document(found)]) == html([document(again)])


ENGLISH = re.compile(r"\b(the|of|with|is|are|not|which|and|than)\b")


@pytest.mark.parametrize(("language", "title"), [("de", "Allgemeine Verzerrung von Begriffen"), ("fr", "Biais général des concepts"), ("ar", "التحيّز العام للمفاهيم")])  # fmt: skip
def test_nothing_of_ours_stays_english_in_another_language(language: str, title: str) -> None:
    with speaking(language):
        found = document(whole())
        page = html([found])
    said = [
        text
        for section in found.sections
        for text in (
            section.title, *section.findings, *(part for figure in section.figures for part in (figure.title, figure.caption)),
            *(part for table in (*section.tables, *section.folded) for part in (table.title, table.note, *table.header, *(cell for row in table.rows for cell in row))),
            *(name for name, _ in section.lists),
        )
    ]  # fmt: skip
    said += [*found.limits, *found.methods, found.mind]
    said += re.findall(r"<text[^>]*>([^<]*)</text>", page)
    ours = [text for text in said if "no nouns" not in text]  # a reason is told as the measuring code gives it
    assert [text for text in ours if ENGLISH.search(text)] == []
    assert title in page
    assert f'<html lang="{language}" dir="{"rtl" if language == "ar" else "ltr"}">' in page


def test_what_the_caveat_of_grammatical_gender_says_is_the_same_in_the_messages() -> None:
    """So that the finding and the notice are taken for one, and the warning is not told twice."""
    with speaking("en"):
        page = html([document(whole())])
    assert page.count("Sentiment words have a grammatical gender of their own") == 1
    for language in languages():
        with speaking(language):
            said = sections(gendered_structure("de"))
            assert CAVEAT not in notes(gendered_structure("de"), said)
