"""The papers that ship: their files hold together, and everything that they name exists."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from weatherglass.errors import SpecError, UnknownName
from weatherglass.replication.experiments import KINDS
from weatherglass.replication.paper import Experiment, names, paper, read_paper
from weatherglass.train.settings import settings_for
from weatherglass.wording.messages import known
from weatherglass.words import packs
from weatherglass.words.references import entries

EVERY = [(name, each) for name in names() for each in paper(name).experiments]


def _named(case: object) -> str:
    return case.id if isinstance(case, Experiment) else str(case)


def test_the_five_papers_are_there() -> None:
    assert names() == (
        "gerard-2017",
        "kurpicz-briki-2020",
        "lauscher-2020",
        "papakyriakopoulos-2020",
        "zhang-2021",
    )


@pytest.mark.parametrize("name", names())
def test_a_paper_is_cited_and_its_recipes_can_be_trained(name: str) -> None:
    published = paper(name)
    assert published.cite in entries()
    for model in published.models:
        for quick in (False, True):
            recipe = published.recipe(model, quick=quick)
            recipe.pop("ngrams", None)
            settings_for(recipe.pop("method"), recipe)


@pytest.mark.parametrize(("name", "experiment"), EVERY, ids=_named)
def test_an_experiment_is_worded_and_can_be_carried_out(name: str, experiment: Experiment) -> None:
    assert experiment.kind in KINDS
    assert experiment.rows
    assert experiment.language in paper(name).languages
    for what in ("title", "did"):
        assert known(f"replication.{name}.{experiment.id}.{what}")
    for code in experiment.mind:
        assert known(f"replication.caveat.{code}"), code
    for cited in experiment.cite:
        assert cited in entries()
    assert len({row.label for row in experiment.rows}) == len(experiment.rows)
    for row in experiment.rows:
        for column, code in row.misprint.items():
            assert column in row.printed
            assert known(f"replication.misprint.{code}"), code
        assert set(row.corrected) <= set(row.misprint)


@pytest.mark.parametrize(("name", "experiment"), EVERY, ids=_named)
def test_the_tests_that_rows_name_exist(name: str, experiment: Experiment) -> None:
    asked = {
        "tests": lambda of: of,
        "models": lambda of: of.partition("/")[2],
    }.get(experiment.kind)
    if asked is None:
        return
    for row in experiment.rows:
        assert packs.catalogue()[asked(row.of)].targets
    for recipe in experiment.settings.get("recipes", ()):
        assert recipe in paper(name).models


# What is known to be misprinted, paper by paper.
@pytest.mark.parametrize(
    ("name", "experiment", "row", "column", "printed", "corrected"),
    [
        ("gerard-2017", "table-5-2", 3, "p in English GloVe", 0.18, 0.018),
        ("gerard-2017", "table-b-1", 3, "p in English GloVe", 0.18, 0.018),
        ("gerard-2017", "table-4-2", 2, "p", 0.20, None),
        ("gerard-2017", "table-4-2", 2, "r", 0.15, None),
        ("lauscher-2020", "table-4", 2, "W", 0.69, None),
        ("zhang-2021", "table-2", 0, "changed", 0.69, 0.31),
        ("zhang-2021", "table-2", 1, "changed", 0.66, 0.34),
        ("zhang-2021", "table-2", 2, "changed", 0.71, 0.29),
        ("lauscher-2020", "table-4", 10, "r", 0.66, 0.97),
        ("lauscher-2020", "table-4", 7, "p", "< 0.05", None),
        ("lauscher-2020", "table-4", 12, "W", 0.08, None),
        ("papakyriakopoulos-2020", "diffusion", 8, "before", 1069947, None),
        ("papakyriakopoulos-2020", "diffusion", 9, "before", 1069947, None),
        ("papakyriakopoulos-2020", "diffusion", 16, "embedding level", 0.065, None),
        ("papakyriakopoulos-2020", "diffusion", 18, "embedding level", 0.065, None),
    ],
)
def test_misprints_are_marked(
    name: str, experiment: str, row: int, column: str, printed: float | str, corrected: float | None
) -> None:
    found = next(each for each in paper(name).experiments if each.id == experiment).rows[row]
    assert found.printed[column] == printed
    assert column in found.misprint
    assert found.corrected.get(column) == corrected


def test_the_correlations_behind_a_misprint() -> None:
    """AraWEAT prints r = 0.66 over W and KM of AVG and CONC; the printed figures say what it is made of."""
    rows = next(each for each in paper("lauscher-2020").experiments if each.id == "table-4").rows
    printed = {row.label: row.printed for row in rows}

    def side(name: str, column: str) -> list[float]:
        return [float(printed[f"{name}, T{test}"][column]) for test in (1, 2, 7, 8)]

    def correlated(one: list[float], other: list[float]) -> float:
        return float(np.corrcoef(one, other)[0, 1])

    w, km = (tuple(side(name, column) for name in ("AVG", "CONC")) for column in ("W", "KM"))
    assert correlated(*w) == pytest.approx(0.99, abs=0.005)
    assert correlated(*km) == pytest.approx(0.06, abs=0.005)
    assert correlated(w[0] + km[0], w[1] + km[1]) == pytest.approx(0.97, abs=0.005)
    without_signs = [[*map(abs, each)] for each in w]
    assert correlated(without_signs[0] + km[0], without_signs[1] + km[1]) == pytest.approx(0.66, abs=0.005)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('kind = "tests"', "id"),
        ('id = "t"\nkind = "tests"\nwhere = "1"\nlanguage = "en"\nneeds = ["pictures"]', "pictures"),
        ('id = "t"\nkind = "tests"\nwhere = "1"\nlanguage = "en"\nneeds = ["vectors"]\nmodel = "m"', "no model 'm'"),
        ('id = "t"\nkind = "tests"\nwhere = "1"\nlanguage = "en"\nneeds = ["vectors"]\nkolumns = ["d"]', "columns"),
        (
            'id = "t"\nkind = "tests"\nwhere = "1"\nlanguage = "en"\nneeds = ["vectors"]\ncolumns = ["d"]\n'
            'rows = [{ label = "x", of = "en/weat1", e = 1 }]',
            "unknown key",
        ),
        (
            'id = "t"\nkind = "tests"\nwhere = "1"\nlanguage = "en"\nneeds = ["vectors"]\ncolumns = ["d"]\n'
            'rows = [{ label = "x", of = "en/weat1", d = true }]',
            "number or a text",
        ),
    ],
)
def test_mistakes_in_a_file_are_named(tmp_path: Path, text: str, problem: str) -> None:
    file = tmp_path / "paper.toml"
    head = 'name = "own"\ntitle = "Own"\ncite = "own"\nlanguages = ["en"]\n'
    file.write_text(f"{head}[[experiments]]\n{text}\n", "utf-8")
    with pytest.raises(SpecError, match=problem):
        read_paper(file)


def test_unknown_names_are_answered_with_known_ones() -> None:
    with pytest.raises(UnknownName, match="gerard-2017"):
        paper("gerard")
    with pytest.raises(UnknownName, match="table-5-1"):
        paper("gerard-2017").chosen(("table-51",))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (('id = "t"', 'id = "../t"'), "can be no name"),
        (('id = "t"', 'id = "t"\nmodel = "m/n"'), "can be no name"),
        (("d = 1", "d = nan"), "number or a text"),
        (("d = 1", "d = 1, misprint = { d = 3 }"), "code or sentence"),
        (("d = 1", 'd = 1, misprint = { p = "complement" }'), "that this row prints"),
        (("d = 1", "d = 1, corrected = { d = 2 }"), "said to be misprinted"),
        (('method = "glove"', 'method = "glove"\nquick = 3'), "needs a table"),
    ],
)
def test_what_no_paper_can_hold_is_refused(tmp_path: Path, change: tuple[str, str], problem: str) -> None:
    text = (
        'name = "own"\ntitle = "Own"\ncite = "own"\nlanguages = ["en"]\n[models."m/n"]\nmethod = "glove"\n[[experiments]]\n'
        'id = "t"\nkind = "tests"\nwhere = "1"\nlanguage = "en"\nneeds = ["vectors"]\ncolumns = ["d"]\n'
        'rows = [{ label = "x", of = "en/weat1", d = 1 }]\n'
    )
    if "m/n" not in change[1]:
        text = text.replace("m/n", "m")
    file = tmp_path / "paper.toml"
    file.write_text(text.replace(*change), "utf-8")
    with pytest.raises(SpecError, match=problem):
        read_paper(file)
