"""Studies as a process: begun from a preset, planned, run and resumed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.e2e.test_cli import weatherglass
from tests.study.making import dated_corpus, planted_corpus, study_toml
from weatherglass.study.new import presets

pytest.importorskip("gensim")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("studies")
    planted_corpus(place, size=1_000)
    study_toml(place, "[samples]\nrates = [0.001, 0.5]\nrepeats = 2\nseeds = [0, 1]\n")
    return place


def test_presets_are_listed(folder: Path) -> None:
    said = weatherglass("study", "new", cwd=folder).stdout
    assert [line.split()[0] for line in said.splitlines()] == list(presets())
    assert set(presets()) >= {"robustness", "hyperparameters", "diachronic", "corpus-size", "methods"}


@pytest.mark.parametrize("preset", sorted(presets()))
def test_a_preset_is_a_study_that_can_be_planned(preset: str, tmp_path: Path) -> None:
    """In German, on a corpus with dates and sources."""
    dated_corpus(tmp_path, {"1998": 0.5, "1999": 0.5}, size=100)
    weatherglass("corpus", "build", "texts.jsonl", "c", "--lang", "de", "--source-field", "house", cwd=tmp_path)
    weatherglass("study", "new", preset, "--corpus", "c", cwd=tmp_path)
    file = tmp_path / f"{preset}.toml"
    assert f'name = "{preset}-de"' in file.read_text("utf-8")
    small = file.read_text("utf-8").replace("least_words = 100_000", "least_words = 1")
    file.write_text(small, "utf-8")
    said = weatherglass("study", "plan", file, cwd=tmp_path).stdout
    assert "models, none of them done yet" in said
    assert "on one core" in said
    again = weatherglass("study", "new", preset, "--corpus", "c", cwd=tmp_path, code=2).stderr
    assert "exists already" in again


def test_texts_need_a_language(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text("Guten Tag.\n", "utf-8")
    assert "--lang" in weatherglass("study", "new", "robustness", "--corpus", "t.txt", cwd=tmp_path, code=2).stderr
    weatherglass("study", "new", "robustness", "--corpus", "t.txt", "--lang", "de", cwd=tmp_path)
    assert "de/gerard-*" in (tmp_path / "robustness.toml").read_text("utf-8")


def test_plan_run_and_again(folder: Path) -> None:
    plan = json.loads(weatherglass("study", "plan", "study.toml", "--json", cwd=folder).stdout)
    assert len(plan["models"]) == 8
    assert not any(model["done"] for model in plan["models"])
    first = weatherglass("study", "run", "study.toml", "--out", "out", cwd=folder, code=3)  # some failed
    assert "4 of 8 models done, 4 results" in first.stdout
    assert "fewer than two words" in first.stdout
    results = (folder / "out" / "results.parquet").read_bytes()
    plan = json.loads(weatherglass("study", "plan", "study.toml", "--out", "out", "--json", cwd=folder).stdout)
    assert sum(model["done"] for model in plan["models"]) == 4
    weatherglass("study", "run", "study.toml", "--out", "out", cwd=folder, code=3)
    assert (folder / "out" / "results.parquet").read_bytes() == results


def test_a_mistake_costs_nothing(folder: Path) -> None:
    (folder / "wrong.toml").write_text('language = "de"\n[corpora]\n', "utf-8")
    said = weatherglass("study", "run", "wrong.toml", "--out", "wrong", cwd=folder, code=2).stderr
    assert "did you mean 'corpus'?" in said
    assert not (folder / "wrong").exists()
