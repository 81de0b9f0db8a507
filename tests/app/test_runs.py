"""Results on disk: named by what they depend on, kept whole, deleted whole."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.app.served import run
from tests.report.test_report import hostile_audit
from weatherglass.app.runs import ASKED, Runs, run_id
from weatherglass.errors import UnknownName
from weatherglass.report.write import json_of

QUICK = {"vectors": "sample", "queries": ["en/weat1"], "comparisons": 0, "measures": ["weat"]}


def test_an_id_changes_with_everything_that_it_depends_on() -> None:
    ids = {
        run_id("audit", {"seed": 0}, [("a", 1, 2)]),
        run_id("open", {"seed": 0}, [("a", 1, 2)]),
        run_id("audit", {"seed": 1}, [("a", 1, 2)]),
        run_id("audit", {"seed": 0}, [("b", 1, 2)]),
        run_id("audit", {"seed": 0}, [("a", 3, 2)]),
        run_id("audit", {"seed": 0}, [("a", 1, 3)]),
    }
    assert len(ids) == 6
    assert run_id("audit", {"a": 1, "b": 2}, []) == run_id("audit", {"b": 2, "a": 1}, [])


def test_a_result_from_elsewhere_is_kept_and_given_back(tmp_path: Path) -> None:
    found, runs = hostile_audit(), Runs(tmp_path)
    id = runs.keep(found, "elsewhere", {})
    assert runs.keep(found, "elsewhere", {}) == id
    assert json_of([Runs(tmp_path).found(id)]) == json_of([found])
    assert [each.id for each in runs.listed()] == [id]
    runs.delete(id)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(UnknownName):
        runs.found(id)


@pytest.mark.parametrize("id", ["", "..", "../x", "0" * 20, "g" * 20, "0" * 19])
def test_what_is_no_result_is_none(tmp_path: Path, id: str) -> None:
    runs = Runs(tmp_path)
    assert not runs.has(id)
    runs.delete(id)
    with pytest.raises(UnknownName):
        runs.get(id)


def test_a_folder_that_is_not_whole_is_no_result(tmp_path: Path) -> None:
    (tmp_path / ("0" * 20)).mkdir()
    (tmp_path / "notes.txt").write_text("x")
    assert Runs(tmp_path).listed() == []


def test_a_result_outlives_the_server(page: TestClient, tmp_path: Path, data: Path) -> None:
    from tests.app.served import asked

    id = run(page, "audit", **QUICK)
    with asked(data, state=tmp_path / "state") as again:
        assert again.get(f"/runs/{id}").status_code == 200
        assert again.get("/api/runs").json()[0]["id"] == id


def test_a_result_is_taken_away_with_all_its_files(page: TestClient, tmp_path: Path) -> None:
    id = run(page, "audit", **QUICK)
    told = json.loads((tmp_path / "state" / "runs" / id / ASKED).read_text("utf-8"))
    assert told["asked"]["queries"] == ["en/weat1"]
    assert page.post(f"/runs/{id}", data={"wish": "delete"}, follow_redirects=False).headers["location"] == "/"
    assert not (tmp_path / "state" / "runs" / id).exists()
    assert page.get(f"/runs/{id}").status_code == 404
    assert page.get(f"/api/runs/{id}/result").status_code == 404


def test_what_is_kept_is_for_its_owner_alone(page: TestClient, tmp_path: Path) -> None:
    run(page, "audit", **QUICK)
    assert (tmp_path / "state").stat().st_mode & 0o077 == 0


def test_pages_of_a_result_are_its_data_in_three_forms(page: TestClient) -> None:
    id = run(page, "audit", **QUICK)
    assert page.get(f"/runs/{id}.json").json() == page.get(f"/api/runs/{id}/result").json()
    csv = page.get(f"/runs/{id}.csv")
    assert csv.headers["content-type"].startswith("text/csv")
    assert "en/weat1" in csv.text
    assert page.get(f"/api/runs/{id}/tables").json()
    for ending, begins in (("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")):
        assert page.get(f"/api/runs/{id}/figure.{ending}").content.startswith(begins)
    for address in (f"/api/runs/{id}/figure.svg?name=none", f"/api/runs/{id}/table.csv?name=none", f"/api/runs/{id}/pictures/99.svg", f"/api/runs/{id}/vectors"):  # fmt: skip
        assert page.get(address).status_code == 404
