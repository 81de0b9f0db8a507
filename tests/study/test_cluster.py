"""Studies on a real Dask cluster: a scheduler and two worker processes, one of which is killed."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cluster import Cluster
from tests.study.making import planted_corpus, study_toml
from tests.study.test_run import _bytes
from weatherglass.corpus.store import open_corpus
from weatherglass.errors import FormatError, SpecError
from weatherglass.study.run import run_study

pytest.importorskip("gensim")
pytest.importorskip("distributed")
_GRID = """
[samples]
rates = [0.2, 0.5]
repeats = 3
whole = true
[[train]]
method = "word2vec"
dim = 8
epochs = {epochs}
[[train]]
method = "glove"
dim = 8
epochs = 2
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study, and its run by one process of this machine."""
    place = tmp_path_factory.mktemp("far")
    planted_corpus(place)
    run_study(study_toml(place, _GRID.format(epochs=1)), place / "here", workers=1)
    return place


def test_the_same_bytes_as_here(folder: Path, cluster: Cluster) -> None:
    run_study(folder / "study.toml", folder / "there", cluster=cluster.address)
    assert _bytes(folder / "there") == _bytes(folder / "here")


def test_a_relative_folder_is_that_of_the_command(
    folder: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    run_study("study.toml", "relative", cluster=cluster.address)
    assert _bytes(folder / "relative") == _bytes(folder / "here")


def test_results_that_nobody_else_sees_are_no_success(folder: Path, cluster: Cluster) -> None:
    with pytest.raises(FormatError, match="14 models were computed, but their results are not there"):
        run_study(folder / "study.toml", "memory://of-each-process", cluster=cluster.address)


def test_corpus_and_results_by_address(folder: Path, cluster: Cluster) -> None:
    """The corpus is copied to the machine of both workers once, and they write to the address themselves."""
    file = folder / "addressed.toml"
    text = (folder / "study.toml").read_text().replace('path = "corpus"', f'path = "file://{folder / "corpus"}"')
    file.write_text(text, "utf-8")
    run_study(file, f"file://{folder / 'addressed'}", cluster=cluster.address)
    assert _bytes(folder / "addressed") == _bytes(folder / "here")
    assert len(list(cluster.folder.rglob(open_corpus(folder / "corpus").facts.sha256))) == 1


def test_a_worker_lost_amid_a_task_costs_nothing_but_time(folder: Path, cluster: Cluster) -> None:
    long = study_toml(folder, _GRID.format(epochs=20), name="long")
    run_study(long, folder / "long-here", workers=2)
    out = folder / "long-there"
    command = [sys.executable, "-m", "weatherglass", "study", "run", str(long), "--out", str(out)]
    process = subprocess.Popen([*command, "--cluster", cluster.address], stderr=subprocess.PIPE)
    while process.poll() is None and len(list((out / "parts").glob("[!.]*.parquet"))) < 3:
        time.sleep(0.02)
    assert process.poll() is None, "it was too quick for the test"
    cluster.kill_worker(cluster.workers[0])
    cluster.start_worker()
    _, said = process.communicate(timeout=100)
    assert process.returncode == 0, said
    assert _bytes(out) == _bytes(folder / "long-here")


def test_no_cluster(folder: Path) -> None:
    with pytest.raises(SpecError, match="no scheduler answers there"):
        run_study(folder / "study.toml", folder / "nowhere", cluster="tcp://127.0.0.1:9")
    with pytest.raises(SpecError, match="give one of the two"):
        run_study(folder / "study.toml", folder / "nowhere", workers=2, cluster="tcp://127.0.0.1:9")
