"""Corpora with a URL: copied once, whole or not at all, checked; and connecting to a cluster."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import fsspec
import numpy as np
import pytest

import weatherglass
from weatherglass.corpus.build import build_from_words
from weatherglass.corpus.corpus import Corpus
from weatherglass.corpus.open import opened
from weatherglass.corpus.shared import cache, local_folder, open_shared
from weatherglass.corpus.store import fingerprint
from weatherglass.errors import FormatError, SpecError

SENTENCES = [["one", "two", "three"], ["two", "four"], ["one", "one"]]


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    return build_from_words(SENTENCES, tmp_path / "made", language="en")


@pytest.fixture
def in_memory(corpus: Corpus) -> Iterator[str]:
    """The same corpus on storage that is no file system of the machine."""
    storage = fsspec.filesystem("memory")
    storage.put(str(corpus.folder), "/bucket/news", recursive=True)
    yield "memory://bucket/news"
    storage.rm("/bucket", recursive=True)


def test_the_fingerprint_is_that_of_the_manifest(corpus: Corpus) -> None:
    assert fingerprint(corpus.folder) == corpus.facts.sha256


def test_a_plain_path_is_used_where_it_is(corpus: Corpus, tmp_path: Path) -> None:
    assert local_folder(str(corpus.folder), tmp_path / "scratch") == corpus.folder
    assert not (tmp_path / "scratch").exists()


@pytest.mark.parametrize("kind", ["file", "memory"])
def test_a_url_is_copied_once(corpus: Corpus, in_memory: str, tmp_path: Path, kind: str) -> None:
    location = in_memory if kind == "memory" else corpus.folder.as_uri()
    scratch = tmp_path / "scratch"
    folder = local_folder(location, scratch)
    assert folder == scratch / corpus.facts.sha256
    for file in corpus.folder.iterdir():
        assert (folder / file.name).read_bytes() == file.read_bytes()
    before = {file.name: file.stat().st_ino for file in folder.iterdir()}
    assert local_folder(location, scratch) == folder
    assert {file.name: file.stat().st_ino for file in folder.iterdir()} == before
    assert [path.name for path in scratch.iterdir() if not path.name.startswith(".")] == [folder.name]


def test_the_opened_copy_is_the_corpus(
    corpus: Corpus, in_memory: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WEATHERGLASS_CACHE", str(tmp_path / "cache"))
    with opened(in_memory) as found:
        assert found.folder.parent == cache() == tmp_path / "cache" / "corpora"
        assert (found.name, found.origin, found.words) == ("news", in_memory, corpus.words)
        assert found.sample(0.5).origin == in_memory
        assert np.array_equal(found.tokens, corpus.tokens)
        assert found.identity() == {**corpus.identity(), "name": "news"}
    assert open_shared(in_memory + "/", tmp_path / "other").folder.parent == tmp_path / "other"
    with pytest.raises(SpecError, match="cleaned as 'en'"), opened(in_memory, "de"):
        pass


def test_the_cache_follows_the_users_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("WEATHERGLASS_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache() == tmp_path / "weatherglass" / "corpora"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache() == Path.home() / ".cache" / "weatherglass" / "corpora"


def test_processes_that_ask_at_once_share_one_copy(corpus: Corpus, tmp_path: Path) -> None:
    """Each tells which file it got, by its inode: with two copies, one would have been replaced by the other."""
    code = (
        "import sys; from pathlib import Path; from weatherglass.corpus.shared import local_folder\n"
        "sys.stdin.read(1)\n"
        "print((local_folder(sys.argv[1], Path(sys.argv[2])) / 'tokens.npy').stat().st_ino)"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(weatherglass.__file__).parents[1])}
    command = [sys.executable, "-c", code, corpus.folder.as_uri(), str(tmp_path / "scratch")]
    pipe = subprocess.PIPE
    asking = [subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment, text=True) for _ in range(4)]
    for process in asking:
        assert process.stdin is not None
        process.stdin.write("!")
        process.stdin.flush()
    told = [process.communicate()[0] for process in asking]
    assert len(set(told)) == 1
    assert told[0].strip().isdigit()
    assert all(process.returncode == 0 for process in asking)


@pytest.mark.parametrize(
    ("location", "problem"),
    [
        ("s3://bucket/corpus", "s3fs"),
        ("nothing://bucket/corpus", "Protocol not known: nothing"),
        ("memory://nowhere/corpus", "no encoded corpus there"),
    ],
)
def test_what_cannot_be_reached_is_said(location: str, problem: str, tmp_path: Path) -> None:
    if problem == "s3fs" and find_spec("s3fs"):
        pytest.skip("s3fs is installed")
    with pytest.raises((SpecError, FormatError), match=problem):
        local_folder(location, tmp_path / "scratch")
    assert not (tmp_path / "scratch").exists()


def spoilt(name: str, text: bytes) -> None:
    fsspec.filesystem("memory").pipe_file(f"/bucket/news/{name}", text)


def test_a_damaged_corpus_leaves_no_copy(corpus: Corpus, in_memory: str, tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    storage = fsspec.filesystem("memory")

    def refused(problem: str) -> None:
        with pytest.raises(FormatError, match=problem) as caught:
            local_folder(in_memory, scratch)
        assert caught.value.file == in_memory
        assert not [path for path in scratch.glob("*") if path.is_dir()]

    tokens = (corpus.folder / "tokens.npy").read_bytes()
    spoilt("tokens.npy", tokens[:-1] + b"\1")
    refused("not what its fingerprint says")
    spoilt("tokens.npy", tokens[:-4])
    refused("is damaged")
    storage.rm("/bucket/news/tokens.npy")
    refused("tokens.npy cannot be copied")
    manifest = json.loads((corpus.folder / "corpus.json").read_bytes())
    spoilt("corpus.json", json.dumps({**manifest, "sha256": "../../elsewhere"}).encode())
    refused("no fingerprint")
    spoilt("corpus.json", b'{"format": "something else"}')
    refused("not that of an encoded corpus")
    spoilt("corpus.json", b"{")
    refused("not that of an encoded corpus")


def test_a_copy_survives_its_source(in_memory: str, tmp_path: Path) -> None:
    folder = local_folder(in_memory, tmp_path)
    spoilt("tokens.npy", b"")  # only the manifest is looked at again
    assert local_folder(in_memory, tmp_path) == folder
    shutil.rmtree(folder)
    with pytest.raises(FormatError):
        local_folder(in_memory, tmp_path)
