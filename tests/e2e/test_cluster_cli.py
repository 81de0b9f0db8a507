"""Training with a cluster as a process, also over TLS set up by the very lines of docs/cluster.md."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cluster import Cluster, running_cluster
from tests.e2e.command import Refused, weatherglass
from weatherglass.corpus import synthetic
from weatherglass.corpus.cluster import connected
from weatherglass.corpus.corpus import Corpus
from weatherglass.errors import SpecError

pytest.importorskip("distributed")
PAGE = Path(__file__).parents[2] / "docs" / "cluster.md"
HOW = ("--method", "glove", "--dim", "5", "--epochs", "1", "--window", "5")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return synthetic.planted(0.5, tmp_path_factory.mktemp("planted") / "corpus", size=1_000)


def block(kind: str, holding: str) -> str:
    [found] = [
        text for text in re.findall(rf"```{kind}\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL) if holding in text
    ]
    return str(found)


def test_what_cannot_be_done_is_said(corpus: Corpus, cluster: Cluster, tmp_path: Path, refused: Refused) -> None:
    given = ("train", corpus.folder, "--cluster", cluster.address, "--out", "v.bin")
    refused(tmp_path, *given, code=2, message="only glove")


@pytest.mark.skipif(not shutil.which("openssl"), reason="needs openssl")
def test_vectors_are_the_same_over_the_tls_of_the_page(
    corpus: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    subprocess.run(["sh", "-ec", block("sh", "openssl")], cwd=tmp_path, check=True, capture_output=True)
    settings = tmp_path / "config" / "tls.yaml"
    settings.parent.mkdir()
    settings.write_text(block("yaml", "tls").replace("/home/me/cluster", str(tmp_path)), "utf-8")
    folder = tmp_path / "cluster"
    folder.mkdir()
    environment = {"DASK_CONFIG": str(settings.parent)}
    weatherglass("train", corpus.folder, *HOW, "--out", "here.bin", cwd=tmp_path)
    monkeypatch.setenv("WEATHERGLASS_CACHE", str(tmp_path / "cache"))
    url = corpus.folder.as_uri()
    with running_cluster(folder, workers=1, environment=environment) as safe:
        assert safe.address.startswith("tls://")
        for address in (safe.address, safe.address.replace("tls", "tcp")):
            with pytest.raises(SpecError, match="no scheduler answers"), connected(address, patience=1):
                pass
        monkeypatch.setenv("DASK_CONFIG", environment["DASK_CONFIG"])
        weatherglass("train", url, *HOW, "--out", "there.bin", "--cluster", safe.address, cwd=tmp_path)
    assert (tmp_path / "here.bin").read_bytes() == (tmp_path / "there.bin").read_bytes()
