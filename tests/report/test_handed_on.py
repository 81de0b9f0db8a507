"""Results as tables for other programs: every kind has them, and nothing missing becomes a number."""

from __future__ import annotations

import csv
import math
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import weatherglass
from tests.detected import made_detection
from tests.diffused import made_diffusion
from tests.documented import HOSTILE
from tests.gate.made import toy_audit, with_outcomes
from tests.mitigated import made_account
from tests.replicating.made import made_replication
from tests.shaped import made_structure, made_subspace
from tests.spaces import toy_query, toy_space
from tests.study.made import diachronic_study
from tests.traced import made_trace
from weatherglass.embedding.sample import sample_path
from weatherglass.errors import SpecError, UnknownName
from weatherglass.measure.result import Outcome, Skipped
from weatherglass.plot.choice import _MODULES
from weatherglass.report.projection import sentences
from weatherglass.report.write import report_html
from weatherglass.shown import Shown
from weatherglass.structure.projecting import Projection, project
from weatherglass.study.reading import read_study
from weatherglass.words.lookup import Coverage, SetCoverage


@cache
def projection() -> Projection:
    return project(toy_space(), ["x1", "y1", "z1"], (("a1",), ("b1",)), (("a2",), ("b2",)))


def quality() -> Shown:
    words = ["king", "queen", "man", "woman", "he", "she", "boy", "girl"]
    return weatherglass.quality_of(weatherglass.read(sample_path()).subset(words), language="en")


KINDS: Mapping[str, Callable[[], Shown]] = {
    "Account": made_account,
    "Audit": toy_audit,
    "Comparison": lambda: weatherglass.compare(
        [toy_space(), toy_space()],
        language="en",
        queries=toy_query(),
        resamples=200,
        alike=False,
        match=weatherglass.Match(min_words=1),
    ),
    "Detection": made_detection,
    "Diffusion": made_diffusion,
    "Projection": projection,
    "Quality": quality,
    "Reading": lambda: read_study(diachronic_study()),
    "Replication": made_replication,
    "Result": lambda: toy_audit().results.measured[0],
    "Results": lambda: toy_audit().results,
    "Stability": lambda: weatherglass.stability(sample_path(), "en", k=20),
    "Structure": lambda: made_structure(subspaces=(made_subspace(),)),
    "Trace": made_trace,
}


def test_these_are_the_kinds_that_are_drawn() -> None:
    assert {*KINDS, "Skipped"} == set(_MODULES)


def test_an_outcome_that_was_skipped_is_handed_on_as_its_row_and_has_no_figure(tmp_path: Path) -> None:
    found = skipped("too few words")
    assert found.table().equals(with_outcomes(found).results.table())
    assert found.tables().keys() == {"results"}
    assert found.to_pandas()["skipped"][0] == "too few words"
    assert "too few words" in found.to_csv(tmp_path / "a.csv").read_text("utf-8")
    assert r"\label{tab:skipped}" in found.to_latex()
    assert "nicht durchgeführt: too few words" in found.to_latex("de")
    shown = found._repr_html_()
    assert "too few words" in shown
    assert "<svg" not in shown
    with pytest.raises(SpecError, match="nothing could be measured"):
        found.plot()


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_tables_for_others_and_a_face_in_a_notebook(kind: str, tmp_path: Path) -> None:
    found = KINDS[kind]()
    assert type(found).__name__ == kind
    tables = found.tables()
    assert tables
    assert found.table().equals(next(iter(tables.values())))
    for name, table in tables.items():
        assert table.height
        frame = found.to_pandas(name)
        assert list(frame.columns) == table.columns
        for column in table.columns:
            assert frame[column].isna().sum() == table[column].null_count(), column
        written = found.to_csv(tmp_path / f"{name}.csv", name)
        read = list(csv.reader(written.read_text("utf-8").splitlines()))
        assert len(read) == table.height + 1
        empty = sum(cell == "" for row in read for cell in row)
        assert empty == sum(table.null_count().row(0)) + sum(
            (table[column] == "").sum() for column in table.columns if table[column].dtype == pl.String
        )
    assert "\\toprule" in found.to_latex()
    shown = found._repr_html_()
    assert "<svg" in shown
    assert "<td" in shown


def test_whole_numbers_stay_whole_beside_missing_ones() -> None:
    frame = made_account().to_pandas("moved-words")
    assert {str(kind) for kind in frame.dtypes} <= {"Int64", "float64", "boolean", "string"}
    results = with_outcomes(skipped("too few words")).results.to_pandas()
    assert str(results["found"].dtype) == "Int64"
    assert math.isnan(results["value"][0])
    assert results["skipped"][0] == "too few words"


def skipped(reason: str, query: str = "en/toy") -> Outcome:
    coverage = Coverage(sets=(SetCoverage(name="x", found=0, asked=2),))
    return Skipped(measure="weat", query=query, embedding="toy", reason=reason, coverage=coverage)


@pytest.mark.parametrize("text", [*HOSTILE, "+1", "-1", "@x", "=1+1", "＝1"])
def test_no_cell_begins_like_a_formula(text: str, tmp_path: Path) -> None:
    found = with_outcomes(skipped(text)).results
    (row,) = csv.DictReader(found.to_csv(tmp_path / "a.csv").read_text("utf-8").splitlines())
    assert row["skipped"] == (f"'{text}" if text[0] in "=+-@＝" else text)
    assert row["value"] == ""


def test_a_file_is_not_overwritten_unasked(tmp_path: Path) -> None:
    found, file = toy_audit(), tmp_path / "a.csv"
    before = found.to_csv(file).read_bytes()
    with pytest.raises(SpecError, match="exists already"):
        found.to_csv(file)
    assert found.to_csv(file, overwrite=True).read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]


def test_a_table_that_is_not_there() -> None:
    with pytest.raises(UnknownName, match=r"no table of this result 'result'\. Did you mean 'results'"):
        toy_audit().to_pandas("result")
    with pytest.raises(SpecError, match="nothing could be measured"):
        made_structure().table()


def test_tables_in_latex_are_in_the_language_asked_for() -> None:
    found = toy_audit().results
    assert found.to_latex() != found.to_latex("de")
    assert "\\label{tab:results}" in found.to_latex()


@pytest.mark.parametrize(
    ("language", "of_pictures", "of_numbers"),
    [
        ("en", ("filled", "dot", "bar"), "corrected for the number of tests"),
        ("de", ("gefüllter", "Punkt", "Balken"), "korrigiert für die Zahl der Tests"),
        ("fr", ("plein", "point", "barre"), "corrigé pour le nombre de tests"),
        ("ar", ("الممتلئة", "النقطة", "الشريط"), "مصحّحة لعدد الاختبارات"),
    ],
)
def test_tables_in_latex_say_nothing_of_pictures(language: str, of_pictures: tuple[str, ...], of_numbers: str) -> None:
    made = toy_audit().to_latex(language)
    assert of_numbers in made
    assert not [word for word in of_pictures if word in made]
    page = report_html(toy_audit(), language=language)
    assert all(word in page for word in of_pictures)


def test_a_projection_in_a_notebook_says_what_its_axes_are() -> None:
    shown = projection()._repr_html_()
    assert sentences(projection())[-1] in shown


def test_without_pandas_it_is_said_what_to_do() -> None:
    """In a program of its own, in which pandas cannot be imported."""
    code = (
        "import sys; sys.modules['pandas'] = None\n"
        "import weatherglass\n"
        "quick = weatherglass.Scrutiny(interval='none', baseline=0)\n"
        "found = weatherglass.audit(queries='en/weat6', measures=['weat'], scrutiny=quick)\n"
        "try:\n    found.to_pandas()\n"
        "except weatherglass.WeatherglassError as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "pip install pandas" in done.stdout


def test_one_outcome_is_the_row_of_its_table() -> None:
    results: Any = toy_audit("weat", "mac").results
    assert results.measured[0].table().row(0) == results.table().row(0)
