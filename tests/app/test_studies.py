"""Studies on the page: those that are finished, under way or damaged, read as the command reads them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.app.served import asked, ended, run
from tests.study.making import planted_corpus, study_toml
from weatherglass.report.write import json_of
from weatherglass.study.folder import failure_name, failures_of, how_far, open_study, part_name
from weatherglass.study.reading import read_study
from weatherglass.study.run import run_study

pytest.importorskip("gensim")
_GRID = "[samples]\nrates = [0.5]\nrepeats = 3\nwhole = true"
_MODELS = 4


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of studies: one that is finished, one with a model failed and one to do, and two that are damaged."""
    made = tmp_path_factory.mktemp("made")
    planted_corpus(made, size=600)
    root = tmp_path_factory.mktemp("studies")
    run_study(study_toml(made, _GRID, name="whole"), root / "whole", workers=1)
    keys = [task["task"] for task in json.loads((root / "whole" / "study.json").read_text("utf-8"))["tasks"]]
    for name in ("half", "torn"):
        shutil.copytree(root / "whole", root / name)
        (root / name / "results.parquet").unlink()
    for key in keys[:2]:
        (root / "half" / part_name(key)).unlink()
    failed = root / "half" / failure_name(keys[0])
    failed.parent.mkdir()
    failed.write_text(json.dumps({"error": "no room for <b>it</b>"}), "utf-8")
    (root / "torn" / part_name(keys[0])).write_bytes(b"torn")
    shutil.copytree(root / "whole", root / "cut")
    (root / "cut" / "study.json").write_text('{"format": "weather', "utf-8")
    return root


@pytest.fixture
def page(folder: Path, tmp_path: Path) -> Iterator[TestClient]:
    with asked(folder, state=tmp_path / "state") as client:
        yield client


def _ids(page: TestClient) -> dict[str, str]:
    return {each["folder"]: each["id"] for each in page.get("/studies.json").json()["studies"]}


def test_how_far_a_study_is_is_told_without_its_results(folder: Path) -> None:
    whole, half, torn = (how_far(folder / name) for name in ("whole", "half", "torn"))
    assert (whole.planned, whole.done, whole.failed, whole.to_do) == (_MODELS, _MODELS, 0, 0)
    assert (half.planned, half.done, half.failed, half.to_do) == (_MODELS, _MODELS - 2, 1, 1)
    assert torn.done == _MODELS  # its parts are not looked into
    assert whole.asked == (folder / "whole" / "study.toml").read_text("utf-8")
    assert [each.error for each in failures_of(folder / "half")] == ["no room for <b>it</b>"]
    assert open_study(folder / "half").failures == failures_of(folder / "half")


def test_each_is_listed_with_its_state(page: TestClient) -> None:
    found = {each["folder"]: each for each in page.get("/studies.json").json()["studies"]}
    assert {name: each["state"] for name, each in found.items()} == {
        "cut": "damaged", "half": "unfinished", "torn": "finished", "whole": "finished",
    }  # fmt: skip
    shown = page.get("/studies").text
    assert f"{_MODELS - 2} of {_MODELS}" in shown
    rows = page.get("/studies.csv").text.splitlines()
    assert len(rows) == 1 + len(found)


def test_it_is_read_as_the_command_reads_it(page: TestClient, folder: Path) -> None:
    id = _ids(page)["whole"]
    answer = page.post("/studies", data={"study": id}, follow_redirects=False)
    assert answer.status_code == 303
    at = answer.headers["location"]
    assert ended(page, at.removeprefix("/runs/"))["state"] == "done"
    result = page.get(f"/api{at}/result").text
    assert result == json_of([read_study(open_study(folder / "whole"))])
    shown = page.get(at).text
    assert "/pictures/1.svg" in shown
    assert "weatherglass study show whole --out report" in shown
    assert f'href="{at}"' in page.get(f"/studies/{id}").text  # it is there now
    assert run(page, "study", study=id) == at.removeprefix("/runs/")


def test_one_under_way_says_how_far_it_is_and_is_read_so_far(page: TestClient) -> None:
    id = _ids(page)["half"]
    shown = page.get(f"/studies/{id}").text
    assert f"{_MODELS - 2} of {_MODELS} models are measured, 1 failed, 1 are still to do" in shown
    assert "no room for &lt;b&gt;it&lt;/b&gt;" in shown
    assert "weatherglass study run whole.toml --out half" in shown
    made = page.get(f"/api/runs/{run(page, 'study', study=id)}/result").json()
    assert (made["models"], made["planned"], len(made["failures"])) == (_MODELS - 2, _MODELS, 1)


def test_more_of_it_is_another_result(page: TestClient, folder: Path) -> None:
    id = _ids(page)["half"]
    first = run(page, "study", study=id)
    log = folder / "half" / "log.jsonl"
    kept = log.read_text("utf-8")
    try:
        log.write_text(kept + kept.splitlines()[0] + "\n", "utf-8")  # as a model more leaves it
        assert run(page, "study", study=id) != first
    finally:
        log.write_text(kept, "utf-8")


def test_what_is_wrong_with_a_damaged_one_is_said_without_where_it_lies(page: TestClient, folder: Path) -> None:
    ids = _ids(page)
    shown = page.get(f"/studies/{ids['cut']}")
    assert shown.status_code == 200
    assert "cut: its study.json is damaged" in shown.text
    assert page.post(f"/studies/{ids['cut']}", follow_redirects=False).status_code == 422
    at = page.post(f"/studies/{ids['torn']}", follow_redirects=False).headers["location"]
    assert ended(page, at.removeprefix("/runs/"))["state"] == "failed"
    told = page.get(at).text
    assert "is damaged" in told
    assert str(folder) not in shown.text + told


def test_its_rows_are_a_table(page: TestClient, folder: Path) -> None:
    rows = page.get(f"/studies/{_ids(page)['whole']}.csv").text.splitlines()
    assert len(rows) == 1 + len(open_study(folder / "whole").table)


def test_without_a_study_the_commands_are_shown(tmp_path: Path) -> None:
    for data, says in ((tmp_path, "no study in the data folder"), (None, "No data folder was given")):
        with asked(tmp_path, data=data, state=tmp_path / "state") as page:
            shown = page.get("/studies").text
            assert says in shown
            assert "weatherglass study run robustness.toml" in shown
            assert ("weatherglass serve --data" in shown) == (data is None)


@pytest.mark.parametrize("id", ["0" * 16, "sample", "..%2fwhole", "whole"])
def test_nothing_else_is_opened(page: TestClient, id: str) -> None:
    assert page.get(f"/studies/{id}").status_code == 404
