"""`weatherglass replicate` as a process."""

from __future__ import annotations

import json
from pathlib import Path

from tests.e2e.command import Refused, weatherglass
from weatherglass.cli.replicate import FILES
from weatherglass.embedding.sample import sample_path
from weatherglass.replication.paper import names, paper
from weatherglass.report.write import read_results


def test_papers_and_experiments_are_listed(tmp_path: Path) -> None:
    papers = weatherglass("replicate", "--list", cwd=tmp_path).stdout
    assert all(name in papers for name in names())
    listed = weatherglass("replicate", "papakyriakopoulos-2020", "--list", cwd=tmp_path).stdout
    for each in paper("papakyriakopoulos-2020").experiments:
        assert each.id in listed
        assert each.where in listed
    assert "vectors (de) or a corpus; lexicon (de)" in listed
    assert not list(tmp_path.iterdir())


def test_tables_report_and_files(tmp_path: Path) -> None:
    given = ("replicate", "kurpicz-briki-2020", "--data", f"glove={sample_path()}", "--out", "out")
    out = weatherglass(*given, cwd=tmp_path).stdout
    assert out.startswith("Experiments of the paper carried out: 1 of 4.")
    assert "(published 0.94)" in out
    assert "Not carried out: table-9-french (table 9, lower half): was not given: vectors" in out
    assert out.endswith(f"Report: out/{FILES[0]}\n")
    (found,) = read_results(tmp_path / "out")
    assert json.loads((tmp_path / "out" / FILES[1]).read_text("utf-8")) == json.loads(json.dumps(found.to_dict()))
    assert "First the measured figure" in out
    assert (tmp_path / "out" / FILES[2]).read_text("utf-8-sig").count(
        "\n"
    ) == 1 + 6 * 4  # d, p, words found, and what the paper calls detected
    again = weatherglass(*given, cwd=tmp_path, code=2).stderr
    assert "--force" in again
    for more in ((), ("--force",)):
        other = ("replicate", "zhang-2021", "--data", str(sample_path()), "--out", "out", *more)
        told = weatherglass(*other, cwd=tmp_path, code=2).stderr
        assert "holds a replication of kurpicz-briki-2020; give another folder for zhang-2021" in told


def test_mistakes_are_told(refused: Refused, tmp_path: Path) -> None:
    refused(tmp_path, "replicate", "gerard", "--data", sample_path(), code=2, message="gerard-2017")
    refused(tmp_path, "replicate", code=2, message="name a paper")
    refused(tmp_path, "replicate", "zhang-2021", code=2, message="nothing to work on")
    training = (tmp_path, "replicate", "gerard-2017", "--data", sample_path())
    refused(*training, "--setting", "negative=many", code=2, message="--setting 'negative=many': give a whole number")
    refused(*training, "--setting", "hierarchical_softmax=2", code=2, message="give true or false")
    refused(*training, "--setting", "dims=50", code=2, message="Did you mean 'dim'")
    refused(*training, "--setting", "dim", code=2, message="give KEY=VALUE, such as dim=100")


def test_nothing_measured_is_no_success(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text("", "utf-8")
    given = ("replicate", "gerard-2017", "--data", "empty.jsonl", "--only", "table-5-1", "--out", "bad")
    damaged = weatherglass(*given, cwd=tmp_path, code=4)
    assert "nothing could be measured (table-5-1: " in damaged.stderr
    assert "Report: bad" in damaged.stdout
    lacking = ("replicate", "zhang-2021", "--data", f"analogies={sample_path()}", "--only", "table-1", "--out", "none")
    assert "the report says what is missing" in weatherglass(*lacking, cwd=tmp_path, code=3).stderr


def test_an_empty_path_is_no_folder(refused: Refused, tmp_path: Path) -> None:
    for given in ("", "glove="):
        refused(tmp_path, "replicate", "zhang-2021", "--data", given, code=2, message="names no file or folder")
