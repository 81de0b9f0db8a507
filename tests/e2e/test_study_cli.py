"""Studies as a process: begun from a preset, planned, run and resumed."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.e2e.command import InProcess, Refused, printed_json, started, weatherglass
from tests.study.making import dated_corpus, planted_corpus, study_toml
from weatherglass.corpus.build import build_corpus
from weatherglass.corpus.documents import Reading
from weatherglass.study.new import presets
from weatherglass.study.run import plan_study

pytest.importorskip("gensim")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("studies")
    planted_corpus(place, size=1_000)
    study_toml(place, "[samples]\nrates = [0.001, 0.5]\nrepeats = 3\nseeds = [0, 1]\n")
    return place


@pytest.fixture(scope="module")
def german(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus of German with dates and sources."""
    place = tmp_path_factory.mktemp("german")
    dated_corpus(place, {"1998": 0.5, "1999": 0.5}, size=100)
    reading = Reading(source_field="house")
    return build_corpus(place / "texts.jsonl", place / "c", language="de", reading=reading).folder


def test_presets_are_listed(tmp_path: Path, in_process: InProcess) -> None:
    said, _ = in_process(tmp_path, "study", "new")
    assert [line.split()[0] for line in said.splitlines()] == list(presets())
    assert set(presets()) >= {"robustness", "hyperparameters", "diachronic", "corpus-size", "methods"}


@pytest.mark.parametrize("preset", sorted(presets()))
def test_a_preset_is_a_study_that_can_be_planned(
    preset: str, german: Path, tmp_path: Path, in_process: InProcess, refused: Refused
) -> None:
    begin = ("study", "new", preset, "--corpus", german)
    in_process(tmp_path, *begin)
    file = tmp_path / f"{preset}.toml"
    assert f'name = "{preset}-de"' in file.read_text("utf-8")
    small = file.read_text("utf-8").replace("least_words = 100_000", "least_words = 1")
    file.write_text(small, "utf-8")
    said, _ = in_process(tmp_path, "study", "plan", file, "--workers", "3")
    assert "models, none of them done yet" in said
    assert re.search(r"^time +about .* on one core, .* on 3; half or twice as long", said, re.MULTILINE)
    study, plan, _ = plan_study(file)
    asked = plan.measurements
    measured = f"measured     {len(asked.queries)} queries by {', '.join(asked.measures)}: "
    assert (measured in said) == (study.measure is not None)
    assert [line for line in said.splitlines() if line.startswith("note: ")] == [
        f"note: {notice.text}" for notice in (*plan.notices, *plan.design)
    ]
    assert bool(plan.design) == (preset == "robustness")
    refused(tmp_path, *begin, code=2, message="exists already")
    assert file.read_text("utf-8") == small


def test_texts_need_a_language(tmp_path: Path, in_process: InProcess, refused: Refused) -> None:
    (tmp_path / "t.txt").write_text("Guten Tag.\n", "utf-8")
    begin = ("study", "new", "robustness", "--corpus", "t.txt")
    refused(tmp_path, *begin, code=2, message="--lang")
    in_process(tmp_path, *begin, "--lang", "de")
    assert "de/gerard-*" in (tmp_path / "robustness.toml").read_text("utf-8")


def test_plan_run_and_again(folder: Path, in_process: InProcess) -> None:
    plan = printed_json("study", "plan", "study.toml", cwd=folder)
    assert len(plan["models"]) == 12
    assert not any(model["done"] for model in plan["models"])
    first = weatherglass("study", "run", "study.toml", "--out", "out", cwd=folder, code=3)  # some failed
    assert "6 of 12 models done, 6 results" in first.stdout
    assert first.stdout.count("fewer than two words") == 5
    assert "and 1 more, in out/failed" in first.stdout
    results = (folder / "out" / "results.parquet").read_bytes()
    plan = json.loads(in_process(folder, "study", "plan", "study.toml", "--out", "out", "--json")[0])
    assert sum(model["done"] for model in plan["models"]) == 6
    in_process(folder, "study", "run", "study.toml", "--out", "out", "--workers", "1", code=3)
    assert (folder / "out" / "results.parquet").read_bytes() == results


def test_a_run_that_is_stopped_says_how_it_goes_on(folder: Path) -> None:
    long = "[samples]\nseeds = [0, 1]\n[[train]]\nmethod = 'word2vec'\ndim = 50\nepochs = 200\n"
    study_toml(folder, long, name="long")
    process = started("study", "run", "long.toml", "--out", "long", "--workers", "1", cwd=folder)
    while process.poll() is None and not (folder / "long" / "study.json").exists():
        time.sleep(0.02)
    for _ in range(3):  # an interrupt that hits where Python cannot raise it is lost, and is sent again as people do
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=3)
            break
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert "weatherglass: stopped; nothing is lost, the same command goes on in long" in said.splitlines()


def test_a_mistake_costs_nothing(tmp_path: Path, refused: Refused) -> None:
    (tmp_path / "wrong.toml").write_text('language = "de"\n[corpora]\n', "utf-8")
    refused(tmp_path, "study", "run", "wrong.toml", "--out", "wrong", code=2, message="did you mean 'corpus'?")
