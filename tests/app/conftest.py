"""The page with the sample, two small files of vectors, and a small corpus."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.app.served import Served, asked, served
from tests.app.texts import spoken_corpus
from tests.e2e.conftest import browser  # noqa: F401  (a real one, for the tests of this folder too)
from tests.spaces import toy_space
from weatherglass.embedding.formats import write


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as people have it: vectors in it and below it, a corpus, other files, a broken one, and links that lead out."""
    root = tmp_path_factory.mktemp("page")
    folder, outside = root / "data", root / "outside"
    for each in (folder / "more", outside):
        each.mkdir(parents=True)
    write(toy_space(), folder / "toy.bin")
    write(toy_space(), folder / "more" / "toy.vec")
    write(toy_space(), outside / "secret.bin")
    spoken_corpus(folder / "texts.corpus", "en/weat7")
    (folder / "notes.txt").write_text("Not vectors, only notes.\n", "utf-8")
    rows = [f"word{i} 1 2 3 {i}" for i in range(1, 31)]
    (folder / "broken.vec").write_text("\n".join(["31 4", "word0 1 2 3 4", "short 1 2", *rows, ""]), "utf-8")
    (folder / "link.bin").symlink_to(outside / "secret.bin")
    (folder / "linked").symlink_to(outside, target_is_directory=True)
    return folder


@pytest.fixture
def page(data: Path, tmp_path: Path) -> Iterator[TestClient]:
    """The page over that folder, in this process; nothing was asked of it before."""
    with asked(data, state=tmp_path / "state") as client:
        yield client


@pytest.fixture(scope="module")
def server(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server in a process of its own, with a token."""
    with served(data, "--state", tmp_path_factory.mktemp("state")) as made:
        yield made
