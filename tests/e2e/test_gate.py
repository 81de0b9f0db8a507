"""The gate of an audit as a build meets it: exit codes, files, annotations, and a change since a baseline."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree

import pytest

from tests.e2e.command import InProcess, Refused, weatherglass, written
from tests.spaces import TOY
from weatherglass.cli import gate
from weatherglass.gate import rules
from weatherglass.report.bundle import extract

QUERY = """
name = "toy"
language = "en"
[targets]
x = ["x1", "x2"]
y = ["y1", "y2"]
[attributes]
a = ["a1", "a2"]
b = ["b1", "b2"]
"""
QUICK = ("--query", "toy.toml", "--measure", "weat", "--min-words", "1", "--interval", "none", "--comparisons", "0")


def vectors(**changed: tuple[int, ...]) -> str:
    rows = TOY | changed
    return f"{len(rows)} 3\n" + "".join(f"{word} {' '.join(map(str, row))}\n" for word, row in rows.items())


def rule(query: str = "*", **limits: str) -> str:
    tables = "\n".join(f"{table} = {{ {each} }}" for table, each in limits.items())
    return f'[[rule]]\nquery = "{query}"\n{tables}\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Vectors in which the toy test has d = 0.96, and gates that come out in each way."""
    for name in ("GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY"):  # also where these tests are part of a build
        monkeypatch.delenv(name, raising=False)
    files = {
        "v.txt": vectors(),
        "risen.txt": vectors(x2=(4, 3, 0)),
        "fewer.txt": vectors(b2=(0, 0, 0)),  # a row of zeros is left out
        "toy.toml": QUERY,
        "passing.toml": rule(fail="effect_above = 1.5", warn="effect_above = 0.9"),
        "failing.toml": rule(fail="effect_above = 0.5") + rule(query="en/tay", fail="effect_above = 0.5"),
        "unknown.toml": rule(query="en/tay", fail="effect_above = 9"),
        "rising.toml": rule(fail="effect_rise_above = 0.1"),
    }
    return written(tmp_path, files)


@pytest.mark.parametrize(("name", "code"), [("passing", 0), ("failing", 1), ("unknown", 3)])
def test_the_three_exits(folder: Path, name: str, code: int) -> None:
    asked = ("audit", "v.txt", *QUICK, "--gate", f"{name}.toml", "--out", "r")
    done = weatherglass(*asked, cwd=folder, code=code)
    verdict = {0: "passed", 1: "failed", 3: "inconclusive"}[code]
    assert f"Gate {name}.toml {verdict}" in done.stdout
    assert "::" not in done.stdout + done.stderr
    data = json.loads((folder / "r" / "gate.json").read_text("utf-8"))
    assert data["verdict"] == verdict
    assert data["checks"][-1]["sentence"] in (folder / "r" / "gate.md").read_text("utf-8")
    counts = ElementTree.parse(folder / "r" / "junit.xml").getroot().attrib
    assert (counts["failures"], counts["errors"]) == {0: ("0", "0"), 1: ("1", "1"), 3: ("0", "1")}[code]
    inside = extract(folder / "r" / "report.html")
    assert inside == {file: (folder / "r" / file).read_text("utf-8") for file in ("result.json", "gate.json")}
    assert f'class="verdict {verdict}"' in (folder / "r" / "report.html").read_text("utf-8")


def test_a_rise_since_a_baseline(folder: Path, in_process: InProcess) -> None:
    weatherglass("audit", "v.txt", *QUICK, "--save-baseline", "b.json", "--out", "r1", cwd=folder)
    against = (*QUICK, "--gate", "rising.toml", "--baseline", "b.json", "--out")
    done = weatherglass("audit", "risen.txt", *against, "r2", cwd=folder, code=1)
    assert "the rise of d since the baseline is 0.25 (from 0.96 to 1.21), above 0.1" in done.stdout
    out, _ = in_process(folder, "audit", "v.txt", *against, "r3")
    assert "note: The baseline was taken from these same vectors." in out
    out, _ = in_process(folder, "audit", "fewer.txt", *against, "r4", code=3)
    assert "not used now: b2" in out


def test_annotations_and_a_summary_where_github_runs_it(
    folder: Path, in_process: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(folder / "summary.md"))
    written(folder, {"summary.md": "before\n"})
    out, err = in_process(folder, "audit", "v.txt", *QUICK, "--gate", "failing.toml", "--out", "r", code=1)
    first, second = (line for line in err.splitlines() if line.startswith("::"))
    assert first == "::error title=failing.toml%2C rule 1::en/toy, weat: limit exceeded: d is 0.96, above 0.5."
    assert second.startswith("::error title=failing.toml%2C rule 2::en/tay, weat: inconclusive: ")
    assert "::error" not in out
    summary = (folder / "summary.md").read_text("utf-8")
    assert summary == "before\n" + (folder / "r" / "gate.md").read_text("utf-8") + "\n"


def test_what_may_be_let_through(folder: Path, in_process: InProcess) -> None:
    def ends(code: int, name: str, *options: str) -> str:
        asked = ("audit", "v.txt", *QUICK, "--gate", f"{name}.toml", "--out", "r", "--force", *options)
        return in_process(folder, *asked, code=code)[0]

    assert "passed: no limit exceeded in the checks that could be decided (1 check, 1 inconclusive)" in ends(
        0, "unknown", "--on-inconclusive", "warn"
    )
    ends(0, "unknown", "--on-inconclusive", "pass")
    ends(1, "failing", "--on-inconclusive", "pass")
    assert "Gate failing.toml failed" in ends(0, "failing", "--exit-zero")
    ends(0, "unknown", "--exit-zero")


def test_json_has_the_gate_and_junit_goes_where_it_is_wanted(folder: Path, in_process: InProcess) -> None:
    asked = ("audit", "v.txt", *QUICK, "--gate", "passing.toml", "--json", "--junit", "own.xml")
    before = sorted(folder.iterdir())
    out, _ = in_process(folder, *asked)
    data = json.loads(out)
    assert data["gate"]["verdict"] == "passed"
    assert [check["verdict"] for check in data["gate"]["checks"]] == ["warn"]
    assert sorted(folder.iterdir()) == sorted([*before, folder / "own.xml"])
    in_process(folder, *asked, "--force", "--out", "r")
    assert not (folder / "r" / "junit.xml").exists()
    in_process(folder, *asked[:-1], "new/own.xml", "--out", "new")
    assert (folder / "new" / "own.xml").read_bytes() == (folder / "own.xml").read_bytes()
    written(folder, {"printed.json": out})
    assert "Gate passing.toml passed" in in_process(folder, "report", "printed.json", "--format", "brief")[0]
    gate = (folder / "new" / "gate.json").read_text("utf-8")
    assert in_process(folder, "report", "new/gate.json", "--format", "json")[0] == gate


def test_figures_go_beside_the_report_and_each_into_a_file_of_its_own(
    folder: Path, in_process: InProcess, refused: Refused
) -> None:
    asked = ("audit", "v.txt", *QUICK, "--out", "new", "--figure", "new/f.svg")
    refused(folder, *asked, "--figure", "forest=new/f.svg", code=2, message="another figure is written there")
    in_process(folder, *asked)
    assert {each.name for each in (folder / "new").iterdir()} == {"report.html", "result.json", "f.svg"}


def test_measures_that_the_rules_name_are_measured(folder: Path, in_process: InProcess) -> None:
    written(folder, {"mac.toml": '[[rule]]\nquery = "*"\nmeasure = "mac"\nfail = { effect_abs_above = 2 }\n'})
    quick = ("--query", "toy.toml", "--min-words", "1", "--interval", "none", "--comparisons", "0")
    out, _ = in_process(folder, "audit", "v.txt", *quick, "--gate", "mac.toml", "--out", "r")
    assert "Gate mac.toml passed" in out
    asked = ("audit", "v.txt", *quick, "--gate", "mac.toml", "--out", "r", "--force", "--measure", "weat")
    assert "this audit does not measure mac" in in_process(folder, *asked, code=3)[0]


def test_an_audit_of_which_no_test_could_be_run(folder: Path, in_process: InProcess) -> None:
    asked = ("audit", "v.txt", "--query", "en/weat7", "--measure", "weat", "--out", "r", "--force")
    assert "not run: en/weat7" in in_process(folder, *asked, code=3)[0]
    in_process(folder, *asked, "--exit-zero")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--gate", "none.toml"), "none.toml: there is no such file"),
        (("--gate", "toy.toml"), "toy.toml, key 'name': unknown key"),
        (("--gate", "rising.toml", "--baseline", "none.json"), "none.json: there is no such file"),
        (("--gate", "rising.toml", "--baseline", "toy.toml"), "toy.toml: is not a readable JSON file"),
        (("--baseline", "b.json"), "--baseline goes with --gate"),
        (("--junit", "j.xml"), "--junit goes with --gate"),
        (("--on-inconclusive", "pass"), "--on-inconclusive goes with --gate"),
        (("--gate", "passing.toml", "--on-inconclusive", "ok"), "ok"),
        (("--gate", "passing.toml", "--junit", "toy.toml"), "toy.toml exists already"),
        (("--gate", "passing.toml", "--junit", "none/j.xml"), "there is no folder none"),
        (("--save-baseline", "toy.toml"), "toy.toml exists already"),
        (("--gate", "rising.toml", "--baseline", "b.json", "--save-baseline", "./b.json", "--force"), "is the baseline to compare with"),
    ],
)  # fmt: skip
def test_mistakes_are_told_before_the_audit(
    folder: Path, options: tuple[str, ...], message: str, refused: Refused
) -> None:
    refused(folder, "audit", "no-such-vectors.txt", *QUICK, *options, code=2, message=message)


def test_the_options_have_the_librarys_choices() -> None:
    """They are written twice, as reading them from the library would make --help slow."""
    assert get_args(gate.OnInconclusive) == get_args(rules.OnInconclusive)


def test_a_gate_that_was_written_is_not_overwritten_unasked(folder: Path, refused: Refused) -> None:
    (folder / "r").mkdir()
    written(folder / "r", {"gate.json": "mine"})
    refused(folder, "audit", "v.txt", *QUICK, "--gate", "passing.toml", "--out", "r", code=2, message="holds gate.json")
