"""What is told before reading is what reading finds, and memory suffices; nothing raises."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import weatherglass
from tests.embedding.files import (
    COMPRESS,
    STREAMED,
    VOCABULARY,
    fasttext,
    glove,
    npz_space,
    put,
    safetensors_space,
    text,
    zipped,
)
from tests.embedding.test_recognise import STARTS
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.estimate import Estimate, estimate
from weatherglass.embedding.formats import WRITERS
from weatherglass.embedding.sample import sample_path

COUNT, DIM = 12_000, 40
WORDS = [f"w{i}" for i in range(COUNT)]
VECTORS = np.random.default_rng(1).normal(size=(COUNT, DIM)).astype(np.float32)
NOTHING = Estimate(format="", rows=0, dim=0, memory=0, file_size=0, exact=False)


@pytest.mark.parametrize("kind", [None, *COMPRESS])
@pytest.mark.parametrize("name", [*STREAMED, "npz", "safetensors"])
def test_each_format_is_as_reading_finds_it(name: str, kind: str | None, tmp_path: Path) -> None:
    make = {**STREAMED, "npz": npz_space, "safetensors": safetensors_space}[name]
    path = put(tmp_path, "vectors", make(), kind)
    put(tmp_path, "vocab.txt", VOCABULARY)
    found, told = weatherglass.read(path), estimate(path)
    assert found.source is not None
    assert (told.format, told.file_size) == (found.source.format, path.stat().st_size)
    assert told.memory > 0
    known = name != "npz" or kind is None
    assert (told.rows, told.dim, told.exact) == ((6, 4, True) if known else (0, 0, False))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rows=st.integers(1, 60),
    dim=st.integers(1, 40),
    suffix=st.sampled_from(sorted(WRITERS)),
    kind=st.sampled_from([None, *COMPRESS]),
    limit=st.none() | st.integers(1, 80),
)
def test_every_format_that_is_written(
    rows: int, dim: int, suffix: str, kind: str | None, limit: int | None, tmp_path: Path
) -> None:
    made = Embedding.from_arrays([f"w{i}" for i in range(rows)], np.random.default_rng(rows).normal(size=(rows, dim)))
    file = weatherglass.write(made, tmp_path / f"vectors{suffix}", overwrite=True)
    path = put(tmp_path, "packed", file.read_bytes(), kind)
    found, told = weatherglass.read(path, limit=limit), estimate(path, limit)
    assert found.source is not None
    assert told.format == found.source.format
    if suffix != ".npz" or kind is None:
        assert (told.rows, told.dim, told.exact) == (found.rows, found.dim, True)


@pytest.mark.parametrize("kind", [None, *COMPRESS])
def test_rows_without_a_header_are_reckoned(kind: str | None, tmp_path: Path) -> None:
    told = estimate(put(tmp_path, "vectors", glove(WORDS, VECTORS), kind))
    # What xz packs grows smaller the more it has seen.
    assert told.rows == pytest.approx(COUNT, rel=0.15 if kind == "xz" else 0.03)
    assert (told.dim, told.exact) == (DIM, False)


def test_rows_that_grow_longer_further_on(tmp_path: Path) -> None:
    words = [f"w{i}" if i < COUNT / 2 else f"{i:0300}" for i in range(COUNT)]
    assert estimate(put(tmp_path, "vectors", glove(words, VECTORS))).rows == pytest.approx(COUNT, rel=0.25)


def test_a_limit(tmp_path: Path) -> None:
    path = put(tmp_path, "vectors", text(WORDS, VECTORS))
    all_of_it, some = estimate(path), estimate(path, 100)
    assert some.rows == 100
    assert some.memory < all_of_it.memory
    assert estimate(path, 10**9) == all_of_it


def test_the_vectors_that_ship() -> None:
    told, found = estimate(sample_path()), weatherglass.read(sample_path())
    assert (told.rows, told.dim, told.exact) == (found.rows, found.dim, True)


def test_a_member_of_an_archive(tmp_path: Path) -> None:
    path = put(tmp_path, "glove.zip", zipped({"a.txt": glove(), "b.txt": text()}))
    told = estimate(path / "a.txt")
    assert (told.format, told.rows, told.dim) == ("GloVe text in zip", 6, 4)
    assert estimate(path).format == ""


@pytest.mark.parametrize("large", [False, True], ids=["in the pickle", "beside it"])
def test_gensim(large: bool, tmp_path: Path) -> None:
    from gensim.models import KeyedVectors

    vectors = KeyedVectors(DIM)
    vectors.add_vectors(WORDS, VECTORS)
    vectors.save(str(tmp_path / "vectors.kv"), sep_limit=1 if large else 1 << 30)
    told = estimate(tmp_path / "vectors.kv")
    assert told.format == "gensim"
    assert (told.rows, told.dim) == ((COUNT, DIM) if large else (0, 0))
    assert told.memory > VECTORS.nbytes
    assert not told.exact


def test_spacy(tmp_path: Path) -> None:
    from spacy.vocab import Vocab

    vocab = Vocab()
    for word, vector in zip(WORDS[:50], VECTORS, strict=False):
        vocab.set_vector(word, vector)
    (tmp_path / "model" / "vocab").mkdir(parents=True)
    vocab.to_disk(tmp_path / "model" / "vocab")
    told = estimate(tmp_path / "model")
    assert (told.format, told.dim, told.exact) == ("spaCy", DIM, False)
    assert told.rows >= weatherglass.read(tmp_path / "model").rows
    assert told.file_size > 50 * DIM * 4


def test_what_holds_no_vectors(tmp_path: Path) -> None:
    assert estimate(tmp_path / "absent") == NOTHING
    assert estimate(put(tmp_path, "empty", b"")) == NOTHING
    assert estimate(put(tmp_path, "README", b"Read me")).format == ""


# The most that the process had asked for while it read, over what it had before; in kilobytes.
READ = """
import sys, threading
import weatherglass
def asked_for():
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmData"))
weatherglass.read(sys.argv[2])
before, most, done = asked_for(), 0, threading.Event()
def watch():
    global most
    while not done.wait(0.002):
        most = max(most, asked_for())
thread = threading.Thread(target=watch)
thread.start()
embedding = weatherglass.read(sys.argv[1])
done.set()
thread.join()
print(max(most, asked_for()) - before)
"""
ROWS, COLUMNS = 120_000, 100
MANY = [f"word{i}" for i in range(ROWS)]
MATRIX = np.tile(np.random.default_rng(1).normal(size=(100, COLUMNS)).astype(np.float32).round(2), (ROWS // 100, 1))
LINES = [" ".join(map(str, row)) for row in MATRIX[:100].tolist()]
FILES: dict[str, Callable[[], bytes]] = {
    "glove": lambda: "".join(f"{word} {row}\n" for word, row in zip(MANY, LINES * (ROWS // 100), strict=True)).encode(),
    "npz": lambda: npz_space(MANY, MATRIX),
    "fasttext": lambda: fasttext(MANY, MATRIX, buckets=0, longest=0),
}


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
@pytest.mark.parametrize("name", FILES)
def test_memory_suffices_and_is_not_told_far_too_large(name: str, tmp_path: Path) -> None:
    path = put(tmp_path, "vectors", FILES[name]())
    small = put(tmp_path, "small", glove(WORDS, VECTORS))  # so that libraries are loaded before it is looked
    done = subprocess.run(
        [sys.executable, "-c", READ, str(path), str(small)], capture_output=True, text=True, check=True
    )
    taken, told = int(done.stdout) << 10, estimate(path).memory
    assert taken > MATRIX.nbytes
    assert taken < 1.1 * told
    assert told < 2.5 * taken


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    start=STARTS,
    rest=st.binary(max_size=300),
    kind=st.sampled_from([None, *COMPRESS]),
    limit=st.none() | st.integers(1, 9),
)
def test_any_bytes_can_be_estimated(
    start: bytes, rest: bytes, kind: str | None, limit: int | None, tmp_path: Path
) -> None:
    told = estimate(put(tmp_path, "file", start + rest, kind), limit)
    assert min(told.rows, told.dim, told.memory) >= 0
    assert told.file_size > 0 or not start + rest
