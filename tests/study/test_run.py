"""Carrying out studies: the same bytes however they are run, stopped, killed or resumed; failures that stop nothing."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import fsspec
import numpy as np
import polars as pl
import pytest

from tests.study.making import dated_corpus, planted_corpus, study_toml
from weatherglass.corpus.store import open_corpus
from weatherglass.embedding.formats import read
from weatherglass.errors import FormatError, SpecError
from weatherglass.measure.run import run
from weatherglass.quality.quality import quality_of
from weatherglass.stats.permutation import Test
from weatherglass.study.folder import open_study
from weatherglass.study.reading import read_study
from weatherglass.study.run import Standing, plan_study, run_study
from weatherglass.study.table import SCHEMA
from weatherglass.train.training import train_vectors
from weatherglass.words.query import read_query

pytest.importorskip("gensim")
_GRID = """
[samples]
rates = [0.2, 0.5]
repeats = 3
permutations = 1
whole = true
[[train]]
method = "word2vec"
dim = [8, 10]
epochs = 1
[[train]]
method = "glove"
dim = 8
epochs = 2
[measure]
queries = ["planted.toml"]
measures = ["weat", "km"]
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study, and its undisturbed run by one process."""
    place = tmp_path_factory.mktemp("studies")
    planted_corpus(place)
    run_study(study_toml(place, _GRID), place / "undisturbed", workers=1)
    return place


def _bytes(out: Path) -> dict[str, bytes]:
    """Everything that is a result."""
    files = [out / "results.parquet", out / "study.json", *sorted((out / "parts").iterdir())]
    return {str(file.relative_to(out)): file.read_bytes() for file in files}


def test_a_row_is_what_training_and_measuring_give(folder: Path) -> None:
    table = open_study(folder / "undisturbed").table
    assert dict(table.schema) == SCHEMA
    assert len(table) == 3 * (1 + 6 + 1) * 2
    row = table.row(
        by_predicate=(pl.col("sample") == "whole")
        & (pl.col("model") == "word2vec, dim 8")
        & (pl.col("measure") == "weat"),
        named=True,
    )
    corpus = open_corpus(folder / "corpus")
    vectors = train_vectors(corpus, "word2vec", dim=8, epochs=1)
    (result,) = run(vectors, read_query(folder / "planted.toml")).measured
    assert result.p is not None
    assert (row["value"], row["p"]) == (result.value, result.p.estimate)
    assert (row["found"], row["asked"], row["words"]) == (32, 32, len(vectors))
    assert row["running_words"] == corpus.word_counts()[corpus.word_counts() >= 5].sum()


def test_two_processes_give_the_same_bytes(folder: Path) -> None:
    seen: list[Standing] = []
    run_study(folder / "study.toml", folder / "two", workers=2, standing=seen.append)
    assert _bytes(folder / "two") == _bytes(folder / "undisturbed")
    assert [each.done for each in seen] == list(range(1, 25))
    assert seen[-1] == Standing(24, 0, 24, 0.0)
    assert not (folder / "two" / "scratch").exists()
    expected = {task.key: task.expected for task in plan_study(folder / "study.toml")[1].tasks}
    alone = (folder / "undisturbed" / "log.jsonl").read_text("utf-8").splitlines()
    times = [expected[json.loads(line)["task"]] for line in alone]
    assert times == sorted(times, reverse=True) != times[::-1], "the longest first"


def test_killed_at_random_it_loses_nothing_and_computes_nothing_twice(folder: Path) -> None:
    out = folder / "killed"
    command = [sys.executable, "-m", "weatherglass", "study", "run", str(folder / "study.toml"), "--out", str(out)]
    chance = random.Random(7)
    written: dict[Path, int] = {}
    kills = 0
    for attempt in range(40):
        process = subprocess.Popen([*command, "--workers", "2"], start_new_session=True, stderr=subprocess.DEVNULL)
        far_enough = len(written) + (chance.randrange(2, 9) if attempt else 0)  # the first time it is hardly begun
        while process.poll() is None:
            written |= {part: part.stat().st_mtime_ns for part in (out / "parts").glob("[!.]*.parquet")}
            time.sleep(0.05 + chance.random() * 0.1)
            if len(written) >= far_enough:
                break
        if process.poll() is not None:
            break
        kills += 1
        if attempt % 2:
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()  # its workers find out by themselves
        process.wait()
        _wait_for_group(process.pid)
        written |= {part: part.stat().st_mtime_ns for part in (out / "parts").glob("[!.]*.parquet")}
    assert process.returncode == 0
    assert kills >= 2
    assert {part: part.stat().st_mtime_ns for part in written} == written
    assert _bytes(out) == _bytes(folder / "undisturbed")


def _wait_for_group(leader: int) -> None:
    """Until none of its workers is left, who may still be writing."""
    for _ in range(1200):
        try:
            os.killpg(leader, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    raise AssertionError("workers of a process that was killed are still there after a minute")


@pytest.fixture
def beside(folder: Path, tmp_path: Path) -> Path:
    """A folder with the same corpus and query."""
    for name in ("planted.toml", "corpus"):
        (tmp_path / name).symlink_to(folder / name)
    return tmp_path


def test_growing_a_study_computes_only_what_is_new(beside: Path) -> None:
    text = "[samples]\nrates = [0.2]\nrepeats = 2\n"
    run_study(study_toml(beside, text), beside / "out", workers=1)
    before = {part: part.stat().st_mtime_ns for part in (beside / "out" / "parts").iterdir()}
    studied = run_study(study_toml(beside, text.replace("2\n", "3\n")), beside / "out", workers=1)
    assert studied.planned == 3
    assert {part: part.stat().st_mtime_ns for part in before} == before
    assert len((beside / "out" / "log.jsonl").read_text().splitlines()) == 3


def test_kept_vectors_are_not_trained_again_for_other_measures(beside: Path) -> None:
    file = study_toml(beside, "")
    file.write_text("keep_vectors = true\n" + file.read_text(), "utf-8")
    run_study(file, beside / "out", workers=1)
    (vectors,) = (beside / "out" / "vectors").glob("*.bin")
    made = read(vectors).made
    assert made is not None
    assert made["method"] == "word2vec"
    before = vectors.stat().st_mtime_ns
    file.write_text(file.read_text().replace('"weat"', '"km"'), "utf-8")
    studied = run_study(file, beside / "out", workers=1)
    assert studied.table["measure"].to_list() == ["km"]
    assert studied.table["running_words"].null_count() == 0
    assert vectors.stat().st_mtime_ns == before


def test_vectors_that_are_wanted_only_later_are_kept_too(beside: Path) -> None:
    file = study_toml(beside, "")
    run_study(file, beside / "out", workers=1)
    before = _bytes(beside / "out")
    file.write_text("keep_vectors = true\n" + file.read_text("utf-8"), "utf-8")
    assert not plan_study(file, beside / "out")[2]
    run_study(file, beside / "out", workers=1)
    assert len(list((beside / "out" / "vectors").glob("*.bin"))) == 1
    assert _bytes(beside / "out") == before
    assert len(plan_study(file, beside / "out")[2]) == 1


def test_one_that_fails_is_recorded_and_stops_nothing(beside: Path) -> None:
    text = '[samples]\nrates = [0.001, 0.5]\n[[train]]\nmethod = "word2vec"\ndim = 8\nmin_count = 20\n'
    file = study_toml(beside, text)
    seen: list[Standing] = []
    studied = run_study(file, beside / "out", workers=2, standing=seen.append)
    assert (seen[-1].done, seen[-1].failed) == (1, 1)
    (failure,) = studied.failures
    assert "0.001 of it" in failure.label
    assert "fewer than two words occur at least 20 times" in failure.error
    assert studied.table["rate"].to_list() == [0.5]
    record = json.loads((beside / "out" / "failed" / f"{failure.task}.json").read_text())
    assert "vocabulary_of" in record["traceback"]
    run_study(file, beside / "out", workers=1)  # tried again, and no worse


def test_a_worker_that_is_killed_takes_only_its_own_task_with_it(folder: Path) -> None:
    """One task kills its process, as a lack of memory would; all others are done."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.study.killing", str(folder / "study.toml"), str(folder / "deadly")],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert done.returncode == 0, done.stderr
    studied = open_study(folder / "deadly")
    (failure,) = studied.failures
    assert "its process was killed" in failure.error
    assert failure.label == "corpus, permutation 0, glove, seed 0"
    assert studied.table["task"].n_unique() == 23


def test_scratch_may_lead_elsewhere(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "fast").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "scratch").symlink_to(tmp_path / "fast")
    run_study(study_toml(folder, "", name="linked"), tmp_path / "out", workers=1)


def test_two_runs_are_kept_apart(folder: Path) -> None:
    from filelock import FileLock

    with FileLock(folder / "undisturbed" / ".lock"), pytest.raises(SpecError, match="another run works in"):
        run_study(folder / "study.toml", folder / "undisturbed", workers=1)


def test_another_study_does_not_take_its_place(folder: Path) -> None:
    other = study_toml(folder, "", name="other")
    with pytest.raises(SpecError, match="holds the study 'study', not 'other'"):
        run_study(other, folder / "undisturbed")


def test_given_vectors_are_measured(folder: Path, tmp_path: Path) -> None:
    train_vectors(open_corpus(folder / "corpus"), "word2vec", dim=8, epochs=1, out=tmp_path / "old.bin")
    train_vectors(open_corpus(folder / "corpus"), "word2vec", dim=8, epochs=1, seed=1, out=tmp_path / "new.bin")
    (tmp_path / "s.toml").write_text(
        f'language = "zxx"\n[[vectors]]\npath = "old.bin"\npart = "1998"\n[[vectors]]\npath = "new.bin"\npart = "1999"\n'
        f'[measure]\nqueries = ["{folder / "planted.toml"}"]\n',
        "utf-8",
    )
    table = run_study(tmp_path / "s.toml", tmp_path / "out", workers=1).table
    assert table["part"].to_list() == ["1998", "1999"]
    assert table["corpus"].to_list() == ["old", "new"]
    same = open_study(folder / "undisturbed").table.filter(sample="whole", model="word2vec, dim 8", measure="weat")
    assert table["value"][0] == same["value"][0]
    assert table["running_words"].null_count() == 0  # told by the file beside the vectors


def test_given_vectors_are_measured_and_examined_as_the_file_says(folder: Path, tmp_path: Path) -> None:
    train_vectors(open_corpus(folder / "corpus"), "word2vec", dim=8, epochs=1, out=tmp_path / "old.bin")
    (tmp_path / "other.toml").write_text(
        f'language = "zxx"\n[[vectors]]\npath = "old.bin"\n[measure]\nqueries = ["{folder / "planted.toml"}"]\nalternative = "less"\n'
        '[measure.params.weat]\nddof = 0\n[quality]\nanalogies = ["questions.txt"]\nwords = 60\n',
        "utf-8",
    )
    vectors = read(tmp_path / "old.bin")
    lines = [" ".join(vectors.words[i : i + 4]) for i in range(0, 80, 2)]  # the last ten have words beyond the first 60
    (tmp_path / "questions.txt").write_text("\n".join(lines), "utf-8")
    measured, *examined = run_study(tmp_path / "other.toml", tmp_path / "other", workers=1).table.iter_rows(named=True)
    asked = read_query(folder / "planted.toml")
    (result,) = run(vectors, asked, params={"weat": {"ddof": 0}}, test=Test(alternative="less")).measured
    assert result.p is not None
    assert (measured["value"], measured["p"]) == (result.value, result.p.estimate)
    found = quality_of(vectors, language="zxx", analogies=[tmp_path / "questions.txt"], words=60).table()
    names = {"set": "query", "test": "measure", "part": "category", "covered": "found", "reason": "skipped"}
    for row, expected in zip(examined, found.iter_rows(named=True), strict=True):
        kept = {names.get(name, name): value for name, value in expected.items()}
        assert {name: row[name] for name in kept if name in row} == {name: kept[name] for name in kept if name in row}
        assert (row["kind"], row["asked"]) == ("quality", 40)
        assert row["found"] < 35
        assert row["low"] < row["high"]


def test_results_are_there_before_the_study_ends(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "half"
    shutil.copytree(folder / "undisturbed", out)
    parts = sorted((out / "parts").iterdir())
    for part in parts[::2]:
        part.unlink()
    studied = open_study(out)
    assert studied.planned == 24
    assert studied.table["task"].n_unique() == 12
    parts[1].write_bytes(b"cut")
    with pytest.raises(FormatError, match="is damaged"):
        open_study(out)


def test_what_can_be_made_again_may_be_damaged(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    shutil.copytree(folder / "undisturbed", out)
    (out / "results.parquet").write_bytes(b"cut")
    assert open_study(out).table.equals(open_study(folder / "undisturbed").table)
    part = next((out / "parts").iterdir())
    part.unlink()
    (out / "failed").mkdir()
    (out / "failed" / f"{part.stem}.json").write_text("{")
    assert [failure.error for failure in open_study(out).failures] == ["unknown: its record is damaged"]
    (out / "study.json").write_text("{")
    with pytest.raises(FormatError, match=r"study\.json is damaged"):
        open_study(out)
    run_study(folder / "study.toml", out, workers=1)
    assert _bytes(out) == _bytes(folder / "undisturbed")
    assert list((out / "failed").iterdir()) == [], "it could be made after all"


def test_a_study_on_other_storage_is_the_same_and_kept_from_a_second_run(beside: Path) -> None:
    file, far = study_toml(beside, ""), "memory://studies/far"
    run_study(file, beside / "near", workers=1)
    storage = fsspec.filesystem("memory")
    try:
        assert run_study(file, far, workers=1).table.equals(open_study(beside / "near").table)
        assert not storage.exists("/studies/far/running")
        storage.pipe_file("/studies/far/running", b"")
        with pytest.raises(SpecError, match="another run works in memory://studies/far, or was killed there"):
            run_study(file, far, workers=1)
    finally:
        storage.rm("/studies", recursive=True)


def test_other_names_count_from_when_they_are_given(folder: Path, tmp_path: Path) -> None:
    """Also where the run was killed before it bound the table anew."""
    shutil.copytree(folder / "undisturbed", tmp_path / "out")
    manifest = tmp_path / "out" / "study.json"
    manifest.write_text(manifest.read_text("utf-8").replace('"corpus": "corpus"', '"corpus": "debates"'), "utf-8")
    assert set(open_study(tmp_path / "out").table["corpus"]) == {"debates"}


def test_an_address_that_nothing_leads_to(folder: Path) -> None:
    with pytest.raises(SpecError, match="give a path or a URL"):
        run_study(folder / "study.toml", "nowhere://study")


def test_no_study(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="is no study"):
        open_study(tmp_path)


def test_small_samples_spread_more(tmp_path: Path) -> None:
    """What the study is for: the effect stands, and its spread grows as the samples shrink."""
    planted_corpus(tmp_path, size=12_000)
    text = "[samples]\nrates = [0.05, 0.5]\nrepeats = 6\n"
    train = '[[train]]\nmethod = "word2vec"\ndim = 16\nepochs = 5\n'
    table = run_study(study_toml(tmp_path, text + train), tmp_path / "out").table
    spread = {rate[0]: float(part["value"].std() or 0.0) for rate, part in table.group_by("rate")}  # type: ignore[arg-type]
    assert spread[0.05] > 1.5 * spread[0.5]
    assert (table.filter(rate=0.5)["value"] > 0.5).all()


def test_a_change_over_the_years_is_found(tmp_path: Path) -> None:
    strengths = dict(zip(("1990", "1991", "1992", "1993", "1994"), np.linspace(-0.8, 0.8, 5), strict=True))
    dated_corpus(tmp_path, strengths, size=4_000)
    text = '[samples]\nby = "year"\nseeds = [0, 1]\n[[train]]\nmethod = "word2vec"\ndim = 16\nepochs = 5\n'
    reading = read_study(run_study(study_toml(tmp_path, text), tmp_path / "out"))
    (trend,) = reading.trends
    assert trend.direction == "rises"
    assert trend.periods[0].mean < -0.5
    assert trend.periods[4].mean > 0.5
    named = text.replace('"year"', '"house"\npattern = "(H\\\\d)"')
    again = read_study(run_study(study_toml(tmp_path, named, name="named"), tmp_path / "named"))
    assert [period.label for period in again.trends[0].periods] == ["H0", "H1", "H2", "H3", "H4"]
    assert again.trends[0].direction == "rises"
