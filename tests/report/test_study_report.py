"""The report of a study: findings, tables, files; whole, by itself, and harmless whatever names are in it."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from tests.study.made import (
    TESTS,
    crossed,
    diachronic_study,
    frame,
    on_disk,
    robustness_study,
    row,
    seeds,
    settings_study,
    small_studies,
)
from weatherglass.errors import Notice
from weatherglass.files.plain import json_text
from weatherglass.report.bundle import extract
from weatherglass.report.formats import write_report
from weatherglass.report.spreadsheet import csv_text
from weatherglass.report.study import MOST_FINDINGS, MOST_ROWS, document, study_dict, write_tables
from weatherglass.report.study_cells import StudyTable
from weatherglass.report.study_sentences import findings, foremost, limits
from weatherglass.report.study_tables import tables
from weatherglass.report.write import read_results
from weatherglass.study.reading import Reading, read_study
from weatherglass.study.recognise import is_study
from weatherglass.study.studied import Failure, Studied
from weatherglass.wording.messages import messages, speaking
from weatherglass.wording.studies import correlation, deviation, rules, share, slope, slope_per, step_name, valued

HOSTILE = "<img src=x onerror=alert(1)>\"'</script>=cmd"


def studied(table: pl.DataFrame, **fields: Any) -> Studied:
    return Studied(
        **{"name": "s", "language": "en", "asked": "", "table": table, "planned": table["task"].n_unique(), **fields}
    )


def table_of(found: Studied, name: str) -> StudyTable:
    return next(table for table in tables(read_study(found)) if table.name == name)


def page_of(found: Studied, folder: Path, language: str = "en") -> str:
    return write_report(read_study(found), folder / "study.html", language=language).read_text("utf-8")


def read(page: str) -> str:
    """What a person reads: without marks, data and no-break spaces."""
    shown = re.sub(r"<script.*?</script>|<style.*?</style>", "", page, flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]*>", "", shown)).replace("\u00a0", " ")


@pytest.mark.parametrize("make", [robustness_study, diachronic_study, settings_study, lambda: robustness_study(seeds_=3, draws=5)])  # fmt: skip
def test_the_page_needs_nothing_else_and_has_everything(make: Any, tmp_path: Path) -> None:
    found = make()
    page = page_of(found, tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["study.html"]
    assert "default-src 'none'" in page
    without_data = re.sub(r'<script type="application/json".*?</script>', "", page, flags=re.DOTALL)
    assert not re.search(r"<script|<link|<img|@import|url\((?!#)|src=", without_data)
    plain = read(page)
    reading = read_study(found)
    for sentence in (*findings(reading), *limits(reading)):
        assert sentence in plain
    for table in tables(reading):
        assert f'id="{table.name}"' in page
        assert table.note in plain
        for cells in table.rows[:MOST_ROWS]:
            assert len(cells) == len(table.header)
    for _, rule in rules() if reading.judged else ():
        assert rule in plain
    words = re.sub(r"<[^>]*>", " ", without_data).lower().split()
    assert "nan" not in words
    assert ">None<" not in page
    assert "None" not in plain.replace("None.", "")  # there may be no warnings
    assert len(page) < 500_000


def test_findings_of_the_robustness_study_name_tests_by_what_became_of_them() -> None:
    said = findings(read_study(robustness_study()))
    assert said[0].startswith("By weat, 7 tests over 5 kinds of models. ")
    for test in TESTS:
        assert said[0].count(test) == 1
    assert "Too few words in some, stable and alike in the others: de/gerard-competence." in said[0]
    assert any(sentence.startswith("Sample or order and seed are confounded") for sentence in said)
    assert said[-1] == "50 of 52 models were trained and measured; 1 failed; 1 is still to do."


def test_opposite_conclusions_are_a_finding_of_their_own() -> None:
    """Gerard's Gender/Sciences: p > 0.8 in all subsets of 1 %, p < 0.02 in all of 5 %."""
    rows = [row(sample="subsample", rate=rate, draw=i, value=d, p=p) for rate, d, p in ((0.01, -0.1, 0.85), (0.05, 0.9, 0.01)) for i in range(6)]  # fmt: skip
    found = studied(frame(rows))
    said = findings(read_study(found))
    assert "Stable within kinds of models, but with another conclusion from kind to kind: en/weat6." in said[0]
    verdicts = table_of(found, "verdicts")
    assert verdicts.header == ("test", "measure", "1 %", "5 %", "overall")
    assert verdicts.rows == (
        ("en/weat6", "weat", "stable, not clear", "stable, clear", "changes: stable, but not alike"),
    )


def test_samples_and_seeds_apart() -> None:
    found = studied(crossed(12, 6, (0.2, 0.02, 0.05), np.random.default_rng(0), rate=0.5))
    said = " ".join(findings(read_study(found)))
    moved = (
        r"How far d by weat moves \(standard deviations\): another sample of the sentences 0\.\d+ \(50 %\); training again on the same 0\.0\d+\. "
        r"Fresh texts as long as the samples would move it, training included, by 0\.\d+ \(50 %\)\."
    )
    assert re.search(moved, said)
    assert "confounded" not in said
    table = table_of(found, "variance")
    assert table.frame["sample_sd"][0] == pytest.approx(0.2, rel=0.4)
    assert table.frame["fresh_sd"][0] > table.frame["raw_sd"][0]


def test_a_negative_component_is_said_to_be_set_to_zero() -> None:
    rows = [row(value=0.1 * ((i + j) % 3), draw=i, seed=j, sample="permutation") for i in range(3) for j in range(3)]
    found = studied(frame(rows))
    said = " ".join(findings(read_study(found)))
    assert "another order of them 0; training again on the same 0.10." in said
    assert "0: no more than training again does; an estimate below 0 is set to 0." in said
    table = table_of(found, "variance")
    assert table.rows[0][table.header.index("sd by sample or order")].startswith("0*")


def test_a_trend_among_many_series_is_said_to_be_perhaps_chance() -> None:
    rising = [row(part=str(2001 + y), query="rising", value=0.1 * y + 0.001 * y * y) for y in range(5)]
    flat = [row(part=str(2001 + y), query=f"q{q}", value=0.1 * (y % 2)) for q in range(11) for y in range(5)]
    alone, among = (findings(read_study(studied(frame(rows))))[0] for rows in (rising, rising + flat))
    assert alone.startswith("rising by weat rises from 2001 to 2005")
    assert among.startswith("rising by weat rises from 2001 to 2005")
    assert "by chance" not in alone
    assert among.endswith("Among so many series, one like this comes up by chance.")


def test_some_trends_get_a_sentence_each_and_the_others_are_counted() -> None:
    rows = [row(part=str(2001 + y), query=f"q{q}", value=0.1 * y + 0.001 * y * y) for q in range(8) for y in range(8)]
    said = findings(read_study(studied(frame(rows))))
    assert [sentence.split(" by ")[0] for sentence in said[:6]] == [f"q{q}" for q in range(6)]
    assert said[6] == "2 further trends are in the table."


def test_figures_beyond_a_dozen_of_a_kind_are_counted(tmp_path: Path) -> None:
    rows = [
        row(model=f"m{m}", sample=sample, rate=rate, draw=draw, value=0.1 * draw)
        for m in range(14)
        for sample, rate in (("subsample", 0.5), ("whole", 1.0))
        for draw in range(3)
    ]
    page = page_of(studied(frame(rows)), tmp_path)
    section = page[page.index('id="spread"') :]
    section = section[: section.index("</section>")]
    assert section.count("<svg") == 12  # values beside p, of twelve models
    assert "2 further figures are not drawn; their numbers are in the table." in section


def test_trends_and_the_whole_come_first() -> None:
    said = findings(read_study(diachronic_study()))
    assert re.match(r"ar/weat7 by km rises from 2007 to 2017: \+0\.03\d+ per year \(95 % interval ", said[0])
    assert "by Holm over 8 trends" in said[0]
    assert "No trend is shown in 6 of 8 series; that does not show that there is none." in said
    assert any(
        sentence.startswith("Mean over parts against the whole corpus by km, 4 tests: r = ") for sentence in said
    )
    assert any("fewer than 5 models of each kind" in sentence for sentence in said)
    names = [table.name for table in tables(read_study(diachronic_study()))]
    assert names[:2] == ["trends", "parts-and-whole"]
    assert "verdicts" not in names


def test_too_few_periods_say_what_can_be_reached() -> None:
    rows = [row(part=str(2000 + i), value=0.1 * i, seed=s) for i in range(4) for s in range(2)]
    said = findings(read_study(studied(frame(rows))))
    assert "1 trend cannot be shown, whatever the values: 4 periods reach p = 0.083 at best." in said


def test_settings_name_the_best_and_those_like_it() -> None:
    (first, *_) = findings(read_study(settings_study()))
    assert first.startswith("Best at de/analogy-pairs (analogies): word2vec, skip-gram, dim ")
    assert "of the 29 other settings cannot be told from it" in first
    table = table_of(settings_study(), "settings")
    assert [r[table.header.index("best")] for r in table.rows].count("best") == 3
    assert "sample" not in table.header


def test_exact_numbers_in_files_and_rounded_ones_to_read(tmp_path: Path) -> None:
    found = studied(seeds([0.123456789, 0.2, 0.3, 0.4, 0.5]))
    folder = write_tables(found, read_study(found), tmp_path / "tables")
    names = {file.name for file in folder.iterdir()}
    for table in tables(read_study(found)):
        for suffix in ("csv", "parquet", "tex"):
            assert f"{table.name}.{suffix}" in names
        assert pl.read_parquet(folder / f"{table.name}.parquet").equals(table.frame)
    spread = list(csv.DictReader(io.StringIO((folder / "spread.csv").read_text("utf-8"))))
    assert float(spread[0]["least"]) == 0.123456789
    assert spread[0]["verdict"] == "stable"
    assert "0.12" in (folder / "spread.tex").read_text("utf-8")
    assert "0.1234" not in (folder / "spread.tex").read_text("utf-8")
    assert pl.read_parquet(folder / "models.parquet").equals(found.table)
    assert len((folder / "models.csv").read_text("utf-8").splitlines()) == 6


def test_files_are_replaced_as_a_whole(tmp_path: Path) -> None:
    for found in (robustness_study(draws=2), settings_study()):
        write_tables(found, read_study(found), tmp_path / "tables")
    assert not (tmp_path / "tables" / "verdicts.csv").exists()
    assert [file.name for file in tmp_path.iterdir()] == ["tables"]
    with pytest.raises(OSError, match="none"):
        write_report(read_study(settings_study()), tmp_path / "none" / "study.html")


def hostile_study() -> Studied:
    table = seeds([0.1, 0.2, 0.3, 0.4, 0.5], query=HOSTILE, corpus=HOSTILE, model=HOSTILE, part=HOSTILE, cleaning=HOSTILE, missing=[HOSTILE])  # fmt: skip
    more = frame(
        [row(value=None, p=None, skipped=HOSTILE, query=HOSTILE, corpus="b", model="=1+1", part="2007", seed=9)]
    )
    failures = (Failure("k", HOSTILE, HOSTILE),)
    return studied(
        pl.concat([table, more]), name=HOSTILE, asked=HOSTILE, notices=(Notice("c", HOSTILE),), failures=failures
    )


def test_hostile_names_are_text(tmp_path: Path) -> None:
    page = page_of(hostile_study(), tmp_path)
    assert "<img" not in page
    assert page.count("<script") == page.count("</script") == 1  # the data
    assert page.count("&lt;img src=x onerror=alert(1)&gt;") > 10


def test_texts_that_look_like_formulas_are_defused_in_csv(tmp_path: Path) -> None:
    found = hostile_study()
    text = csv_text(table_of(found, "spread").frame)
    assert "'=1+1" in text
    assert not re.search(r"(^|,)=1", text, re.MULTILINE)
    negative = csv_text(table_of(studied(seeds([-0.5] * 5)), "spread").frame)
    assert ",-0.5," in negative  # numbers stay numbers
    models = (write_tables(found, read_study(found), tmp_path / "tables") / "models.csv").read_text("utf-8")
    assert "'=1+1" in models
    assert not re.search(r"(^|,)=1", models, re.MULTILINE)


def test_json_has_no_nan_and_every_table() -> None:
    for found in (robustness_study(), diachronic_study(), settings_study(), hostile_study()):
        reading = read_study(found)
        data = json.loads(json.dumps(study_dict(reading), allow_nan=False))
        assert data["schema_version"] == 1
        assert set(data["tables"]) == {table.name for table in tables(reading)}
        assert data["findings"] == findings(reading)
        assert list(data)[:2] == ["schema_version", "kind"]
        assert Reading.from_dict(data) == reading
        assert data["failures"] == [{"task": f.task, "label": f.label, "error": f.error} for f in found.failures]


def test_an_empty_study_says_so(tmp_path: Path) -> None:
    found = Studied("s", "en", "", frame([]), 4, (Failure("k", "a", "no memory"),))
    assert findings(read_study(found)) == ["0 of 4 models were trained and measured; 1 failed; 3 are still to do."]
    assert "no memory" in page_of(found, tmp_path)
    assert [table.name for table in tables(read_study(found))] == ["failures"]


def test_failures_are_listed_and_glove_has_its_note(tmp_path: Path) -> None:
    rows = [row(sample="permutation", draw=i, method="glove", model="glove", value=0.1 * i) for i in range(5)]
    found = replace(studied(frame(rows)), failures=(Failure("abc", "news, draw 7", "killed"),))
    page = read(page_of(found, tmp_path))
    assert "Shuffling sentences leaves the counts that GloVe learns from as they are" in page
    assert "news, draw 7" in page
    assert "killed" in page


def test_what_does_not_vary_is_not_in_the_table() -> None:
    spread = table_of(studied(seeds([0.1, 0.2, 0.3])), "spread")
    assert "models" not in spread.header
    assert "sample" not in spread.header
    both = pl.concat([seeds([0.1, 0.2], part="2007"), seeds([0.1, 0.2], cleaning="n-grams")])
    spread = table_of(studied(both), "spread")
    assert [cells[spread.header.index("models")] for cells in spread.rows] == ["default cleaning, 2007", "n-grams, all"]


def test_coherence_is_said_where_a_small_p_speaks_for_it(tmp_path: Path) -> None:
    page = read(page_of(studied(seeds([0.9] * 5, measure="ect")), tmp_path))
    assert "A small p here speaks for coherence, not for bias." in page
    assert "p < 0.05 in all 5 (for coherence)" in page
    assert "Dashed at p: 0.05" in page
    assert "Dashed at p" not in read(page_of(studied(seeds([0.9] * 5, [None] * 5, measure="mac")), tmp_path))


@pytest.mark.parametrize(
    ("made", "shown"),
    [
        (deviation(None), "–"), (deviation(0.0), "0"), (deviation(0.1234), "0.12"), (deviation(0.0123), "0.012"), (deviation(0.00123), "0.0012"),
        (deviation(0.0123, "analogies"), "1.2 %"), (share(0.999), "99 %"), (share(1.0), "100 %"), (share(0.29), "29 %"),
        (slope(-0.00512), "−0.0051"), (step_name(1.0), "year"), (step_name(10.0), "10 years"), (step_name(1 / 12), "month"), (step_name(0.25), "3 months"), (step_name(0.02), "7 days"), (slope_per(-0.00512, 10.0), "−0.0051 per 10 years"),
        (correlation(0.997), "+0.997"), (correlation(-0.999), "−0.999"), (correlation(1.0), "+1.00"), (correlation(0.5), "+0.50"),
        (valued("weat", -0.5), "−0.50"), (valued("analogies", 0.597), "59.7 %"), (valued("word similarity", 0.5), "0.50"), (valued("unknown", None), "–"),
    ],
)  # fmt: skip
def test_rounding(made: str, shown: str) -> None:
    assert made == shown


@pytest.mark.parametrize("found", [*small_studies(), hostile_study()])
def test_the_page_can_be_made_again_from_its_data(found: Studied, tmp_path: Path) -> None:
    reading = read_study(found)
    again = Reading.from_dict(json.loads(json_text(reading.to_dict())))
    assert again == reading
    pages = [write_report(each, tmp_path / f"{i}.html") for i, each in enumerate((reading, again))]
    assert pages[0].read_bytes() == pages[1].read_bytes()
    assert extract(pages[0]) == {"reading.json": json_text(reading.to_dict())}
    assert read_results(pages[0]) == [reading]


def test_a_folder_is_a_study_by_its_manifest(tmp_path: Path) -> None:
    folder = on_disk(diachronic_study(), tmp_path / "study")
    assert is_study(folder)
    assert [found.to_dict()["name"] for found in read_results(folder)] == ["arabic-news"]
    assert not is_study(tmp_path)
    for text in ("[]", "{}", "not JSON"):
        (tmp_path / "study.json").write_text(text, "utf-8")
        assert not is_study(tmp_path)


def test_few_sentences_stand_first_and_the_others_with_their_tables() -> None:
    rows = [row(part=str(2001 + y), query=f"q{q}", value=0.1 * y + 0.001 * y * y) for q in range(8) for y in range(5)]
    reading = read_study(studied(frame(rows)))
    with speaking("de"):
        said, made = findings(reading), document(reading)
    assert len(made.findings) == MOST_FINDINGS < len(said) - 1
    others = [text for section in made.sections for text in section.findings]
    assert sorted([*made.findings, *others, made.summary]) == sorted(said)
    assert foremost({"a": ["a1", "a2", "a3"], "b": ["b1"], "c": []}, 3) == ["a1", "a2", "b1"]
    for table in tables(reading):  # exact tables are in English whatever the page is in
        assert made.tables[table.name].equals(table.frame)
    verdicts = next(section for section in made.sections if section.anchor == "spread")
    assert (verdicts.title, verdicts.folded[0].header[0]) == ("Streuung über die Modelle", "Test")


@pytest.mark.parametrize(("language", "which"), [("de", 0), ("fr", 1), ("ar", 1)])
def test_nothing_of_ours_stays_english_in_another_language(language: str, which: int, tmp_path: Path) -> None:
    """Whole messages with more than two words, as far as they have nothing filled in."""
    english = {
        text
        for key, text in messages("en").items()
        if key.startswith(("study.", "warning.models")) and isinstance(text, str) and "{" not in text and text.count(" ") > 2
    }  # fmt: skip
    ours = messages(language)
    found = small_studies()[which]
    page = page_of(found, tmp_path, language)
    plain = read(page)
    assert [text for text in english if text in plain and text not in ours.values()] == []
    assert f'<html lang="{language}" dir="{"rtl" if language == "ar" else "ltr"}">' in page
    with speaking(language):
        for sentence in (*findings(read_study(found)), *limits(read_study(found))):
            assert sentence.replace("\u00a0", " ") in plain


def test_warnings_name_tests_whose_models_disagree_or_lack_words() -> None:
    rows = [row(sample="subsample", rate=0.1, draw=i, value=0.1 * (-1) ** i, p=0.02, query="turns") for i in range(6)]
    gone = [row(sample="subsample", rate=0.1, draw=i, value=0.5, found=3, query="lost") for i in range(6)]
    found = studied(frame(rows + gone), failures=(Failure("k", "a", "b"),), notices=(Notice("small-part", "A part."),))
    made = document(read_study(found))
    assert [(each.code, each.text) for each in made.warnings] == [
        ("models-disagree", "weat: turns."),
        ("models-lack-words", "weat: lost."),
        ("models-failed", "1 model; its error is in the table of failures."),
        ("small-part", "A part."),
    ]


def test_methods_say_what_was_done_and_the_command_does_it_again() -> None:
    table = crossed(2, 2, (0.2, 0.1, 0.1), np.random.default_rng(0), rate=0.05)
    made = document(read_study(studied(table, asked="name = 'x'")))
    (paragraph,) = made.methods
    assert paragraph.startswith("We trained and measured 4 models with Weatherglass ")
    assert "The models differ in: subsamples of 5 % of the sentences, the seed of the training." in paragraph
    assert "caliskan2017" in paragraph
    assert "Mann–Kendall" not in paragraph
    assert made.command.splitlines() == ["weatherglass study run study.toml --out study", "weatherglass study show study --out report"]  # fmt: skip
    assert next(section for section in made.sections if section.anchor == "asked").paste == "name = 'x'"
    empty = document(read_study(Studied("s", "en", "", frame([]), 4)))
    assert empty.methods == ("No model has been measured yet.",)
    assert empty.command == ""


def test_a_table_too_wide_for_paper_is_several_that_name_their_rows() -> None:
    reading = read_study(studied(crossed(2, 2, (0.2, 0.1, 0.1), np.random.default_rng(0), rate=0.05)))
    whole = next(table for table in tables(reading) if table.name == "spread")
    shown = next(section for section in document(reading).sections if section.anchor == "spread").folded
    assert len(shown) == 2
    assert [table.header[:2] for table in shown] == [("test", "measure")] * 2
    assert (*shown[0].header, *shown[1].header[2:]) == whole.header
    assert (*shown[0].rows[0], *shown[1].rows[0][2:]) == whole.rows[0]
    assert [table.note for table in shown] == ["", whole.note]
