"""Connecting to a cluster, and what is refused."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cluster import Cluster, running_cluster
from weatherglass.corpus import cluster as module
from weatherglass.corpus.cluster import connected, refuse_other_versions, versions
from weatherglass.errors import SpecError

pytest.importorskip("distributed")


def test_a_client_is_connected_and_leaves_the_cluster_running(cluster: Cluster) -> None:
    for _ in range(2):
        with connected(cluster.address) as client:
            assert client.submit(sum, [1, 2]).result() == 3


def test_an_address_without_a_scheduler_is_refused() -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{held.getsockname()[1]}"
        with pytest.raises(SpecError, match="no scheduler answers"), connected(address, patience=1):
            pass


@pytest.mark.parametrize("address", ["nonsense://127.0.0.1:1", "tcp://no such host:8786", "", "tls://127.0.0.1:1"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(SpecError, match="no scheduler answers"), connected(address, patience=1):
        pass


def test_a_cluster_without_workers_is_refused(tmp_path: Path) -> None:
    with (
        running_cluster(tmp_path, workers=0) as empty,
        pytest.raises(SpecError, match="has no workers"),
        connected(empty.address, patience=1),
    ):
        pass


def test_other_versions_are_refused(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_other_versions(versions())
    with pytest.raises(SpecError, match=r"numpy .* instead of 0\.1"):
        refuse_other_versions({**versions(), "numpy": "0.1"})
    monkeypatch.setattr(module, "versions", lambda: {**versions(), "numba": "0.1"})
    with pytest.raises(SpecError, match=r"tcp://127.* has numba .* instead of 0\.1"), connected(cluster.address):
        pass


def test_the_package_that_is_missing_is_named() -> None:
    code = (
        "import sys; sys.modules['distributed'] = None\n"
        "from weatherglass.corpus.cluster import connected\n"
        "from weatherglass.errors import SpecError\n"
        "try:\n    connected('tcp://127.0.0.1:1').__enter__()\n"
        "except SpecError as error:\n    print(error)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "pip install 'weatherglass[cluster]'" in said


def test_dask_is_loaded_only_for_a_cluster() -> None:
    code = "import sys, weatherglass.corpus.cluster, weatherglass.train.training; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"dask", "distributed", "tornado"} & set(loaded)
