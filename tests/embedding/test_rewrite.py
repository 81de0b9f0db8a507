"""Vectors changed from file to file are those that reading all, changing and writing would give."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import weatherglass
from tests.embedding.files import (
    COMPRESS,
    STREAMED,
    VECTORS,
    VOCABULARY,
    WORDS,
    assert_is_space,
    binary,
    fasttext,
    floats,
    glove,
    npz_space,
    put,
    safetensors_space,
    text,
)
from weatherglass.arrays import Singles
from weatherglass.embedding import blocks, formats, stream, word2vec
from weatherglass.embedding.rewrite import Change, rewrite
from weatherglass.errors import FormatError, SpecError

EACH = pytest.mark.parametrize("suffix", formats.WRITERS)
FILES: dict[str, Callable[[], bytes]] = {
    **STREAMED,
    "fasttext-ngrams": fasttext,
    "npz": npz_space,
    "safetensors": safetensors_space,
}
FROM = pytest.mark.parametrize("name", FILES)


def same(_words: Sequence[str], rows: Singles) -> Singles:
    return rows


def doubled(_words: Sequence[str], rows: Singles) -> Singles:
    rows *= 2
    return rows


def by_word(words: Sequence[str], rows: Singles) -> Singles:
    return rows * np.array([[len(word) + ord(word[0]) % 3] for word in words], np.float32)


CHANGES: list[Change] = [same, doubled, by_word]


@pytest.fixture(params=[1, 2, 4096])
def small_blocks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Blocks of so many rows, and windows of so few bytes that each file is seen through several."""
    monkeypatch.setattr(blocks, "BLOCK", request.param)
    if request.param < 4096:
        monkeypatch.setattr(stream, "WINDOW", 100)
    return int(request.param)


@pytest.fixture
def compiled(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param:
        monkeypatch.setattr(word2vec, "COMPILED_FROM", 0)


def source_of(folder: Path, name: str, kind: str | None = None) -> Path:
    put(folder, "source.vocab.txt", VOCABULARY)
    suffix = f".{kind}" if kind else ""
    return put(folder, ("source.safetensors" if name == "safetensors" else "source") + suffix, FILES[name](), kind)


def left_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if not path.name.startswith("source"))


@EACH
@FROM
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_as_reading_all_and_writing(name: str, suffix: str, change: Change, small_blocks: int, tmp_path: Path) -> None:
    source = source_of(tmp_path, name)
    whole = weatherglass.read(source)
    written = rewrite(source, tmp_path / f"target{suffix}", change)
    assert_is_space(weatherglass.read(tmp_path / f"target{suffix}"), WORDS, change(WORDS, whole.vectors.copy()))
    assert (written.rows, written.dim) == (6, 4)
    assert [notice for notice in written.notices if notice.code != "vocabulary-file"] == []
    assert left_in(tmp_path) == [f"target{suffix}"]


@EACH
@pytest.mark.parametrize("name", ["word2vec-binary", "gensim-binary"])
@pytest.mark.parametrize("compiled", [True], indirect=True)
def test_the_compiled_way_is_the_same(
    name: str, suffix: str, compiled: None, small_blocks: int, tmp_path: Path
) -> None:
    source = source_of(tmp_path, name)
    assert_is_space(weatherglass.read(source))
    rewrite(source, tmp_path / f"target{suffix}", doubled)
    assert_is_space(weatherglass.read(tmp_path / f"target{suffix}"), WORDS, VECTORS * 2)


@pytest.mark.parametrize("compiled", [False, True], indirect=True)
def test_a_binary_that_is_not_changed_is_the_same_to_the_byte(
    compiled: None, small_blocks: int, tmp_path: Path
) -> None:
    """Also words that are not UTF-8, rows of repeated words, and numbers that are none."""
    vectors = np.concatenate([VECTORS[:4], floats((0, 0, -0.0, 0), (1, np.nan, -np.inf, 2), (1, 2, 3, 4))])
    words: list[str | bytes] = ["the", b"caf\xe9", "the", b"\xed\xa0\x80", "zero", "none", "🙂"]
    data = binary(words, vectors)
    source = put(tmp_path, "source.bin", data)
    written = rewrite(source, tmp_path / "target.bin", same)
    assert (tmp_path / "target.bin").read_bytes() == data
    assert {notice.code: notice.text for notice in written.notices} == {
        "not-finite": "1 row kept as it is: the vector holds NaN or an infinite number ('none').",
        "zero-vectors": "1 row kept as it is: the vector is all zeros, so it has no direction ('zero').",
    }


@FROM
@pytest.mark.parametrize("kind", COMPRESS)
def test_compressed(name: str, kind: str, tmp_path: Path) -> None:
    source = source_of(tmp_path, name, kind)
    whole = weatherglass.read(source)
    written = rewrite(source, tmp_path / "target.txt", doubled)
    assert_is_space(weatherglass.read(tmp_path / "target.txt"), WORDS, whole.vectors * 2)
    assert written.rows == 6


def test_a_member_of_an_archive(tmp_path: Path) -> None:
    put(tmp_path, "source.zip", glove(), "zip")
    rewrite(tmp_path / "source.zip" / "inside", tmp_path / "target.bin", doubled)
    assert_is_space(weatherglass.read(tmp_path / "target.bin"), WORDS, VECTORS * 2)


def test_what_other_libraries_must_open(tmp_path: Path) -> None:
    from gensim.models import KeyedVectors
    from spacy.vocab import Vocab

    keyed = KeyedVectors(4)
    keyed.add_vectors(list(WORDS), np.array(VECTORS))
    keyed.save(str(tmp_path / "source.kv"))
    with pytest.raises(FormatError, match="allow_pickle"):
        rewrite(tmp_path / "source.kv", tmp_path / "target.txt", doubled)
    rewrite(tmp_path / "source.kv", tmp_path / "target.txt", doubled, allow_pickle=True)
    assert_is_space(weatherglass.read(tmp_path / "target.txt"), WORDS, VECTORS * 2)
    vocab = Vocab()
    vocab.vectors.resize((len(WORDS), 4))
    for word, vector in zip(WORDS, VECTORS, strict=True):
        vocab.set_vector(word, vector)
    (tmp_path / "source-spacy").mkdir()
    vocab.to_disk(tmp_path / "source-spacy" / "vocab")
    rewrite(tmp_path / "source-spacy", tmp_path / "target.npz", doubled)
    assert_is_space(weatherglass.read(tmp_path / "target.npz"), WORDS, VECTORS * 2)


@pytest.mark.parametrize("suffix", [".txt", ".vec", ".bin"])
@pytest.mark.parametrize("kind", [None, "gz"])
def test_other_libraries_take_a_header_that_was_mended(suffix: str, kind: str | None, tmp_path: Path) -> None:
    """GloVe's text does not say how many rows it has."""
    from gensim.models import KeyedVectors

    rewrite(put(tmp_path, "source", glove(), kind), tmp_path / f"target{suffix}", doubled)
    header = (tmp_path / f"target{suffix}").read_bytes().split(b"\n")[0]
    assert list(map(int, header.split(b" "))) == [6, 4]
    assert not header.endswith(b" ")
    keyed = KeyedVectors.load_word2vec_format(str(tmp_path / f"target{suffix}"), binary=suffix == ".bin")
    assert tuple(keyed.index_to_key) == WORDS
    np.testing.assert_array_equal(keyed.vectors, VECTORS * 2)


def test_a_promised_number_of_rows_needs_no_zeros(tmp_path: Path) -> None:
    rewrite(put(tmp_path, "source", text()), tmp_path / "target.txt", same)
    assert (tmp_path / "target.txt").read_bytes().startswith(b"6 4\nthe ")


@pytest.mark.parametrize("suffix", [".txt", ".bin"])
def test_nor_does_a_number_that_was_counted_before(suffix: str, tmp_path: Path) -> None:
    rewrite(put(tmp_path, "source", glove()), tmp_path / f"target{suffix}", same, rows=6)
    assert (tmp_path / f"target{suffix}").read_bytes().startswith(b"6 4\nthe ")


def test_more_rows_than_were_counted_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="6 rows came where 5 were expected; the file was changed while it was read"):
        rewrite(put(tmp_path, "source", glove()), tmp_path / "target.txt", same, rows=5)
    assert left_in(tmp_path) == []


def test_gensim_and_back(tmp_path: Path) -> None:
    from gensim.models import KeyedVectors

    vectors = np.random.default_rng(3).normal(size=(500, 30)).astype(np.float32)
    keyed = KeyedVectors(30)
    keyed.add_vectors([f"w{i}" for i in range(500)], vectors)
    for is_binary, suffix in ((True, ".bin"), (False, ".txt")):
        source, target = tmp_path / f"source{suffix}", tmp_path / f"target{suffix}"
        keyed.save_word2vec_format(str(source), binary=is_binary)
        rewrite(source, target, doubled)
        back = KeyedVectors.load_word2vec_format(str(target), binary=is_binary)
        assert back.index_to_key == keyed.index_to_key
        assert back.vectors.tobytes() == (vectors * 2).tobytes()


@EACH
@FROM
def test_rows_without_direction_never_reach_the_change(
    name: str, suffix: str, small_blocks: int, tmp_path: Path
) -> None:
    vectors = floats((1, 2, 3, 4), (0, 0, 0, 0), (np.nan, 1, 1, 1), (0, -np.inf, 0, 1), (0, 0, -0.0, 0), (4, 3, 2, 1))
    made: dict[str, Callable[[], bytes]] = {
        "fasttext": lambda: fasttext(WORDS, np.vstack([vectors, np.ones((7, 4))]), shortest=0, longest=0),
        "fasttext-ngrams": lambda: fasttext(WORDS, np.vstack([vectors, np.zeros((7, 4))]), shortest=9, longest=9),
        "safetensors": lambda: safetensors_space(vectors),
    }
    make: Any = made.get(name) or (lambda: FILES[name](WORDS, vectors))  # type: ignore[call-arg]
    put(tmp_path, "source.vocab.txt", VOCABULARY)
    source = put(tmp_path, "source.safetensors" if name == "safetensors" else "source", make())
    seen: list[str] = []

    def change(words: Sequence[str], rows: Singles) -> Singles:
        assert rows.flags.c_contiguous
        assert rows.flags.writeable
        assert rows.dtype == np.float32
        assert len(words) == len(rows)
        seen.extend(words)
        return doubled(words, rows)

    written = rewrite(source, tmp_path / f"target{suffix}", change)
    assert seen == [WORDS[0], WORDS[5]]
    kept = {notice.code: notice.text for notice in written.notices}
    assert kept["zero-vectors"].startswith("2 rows kept as they are")
    assert kept["not-finite"].startswith("2 rows kept as they are")
    raw: list[Singles] = []
    all_words: list[str] = []
    _read_blocks(tmp_path / f"target{suffix}", all_words, raw)
    assert tuple(all_words) == WORDS
    expected = np.array(vectors)
    expected[[0, 5]] *= 2
    np.testing.assert_array_equal(np.concatenate(raw), expected)


def _read_blocks(path: Path, words: list[str], rows: list[Singles]) -> None:
    """What a file holds, also rows that reading would leave out."""
    from weatherglass.embedding.selection import Selection

    def take(block: blocks.Passed) -> None:
        words.extend(block.words)
        rows.append(block.vectors)

    options = formats.ReadOptions(path, Selection(into=take), (), None, False)
    _, (gathered, _) = formats.read_rows(path, options, None)
    gathered.finish()


@EACH
@FROM
def test_rows_of_repeated_words_are_kept_and_changed(name: str, suffix: str, tmp_path: Path) -> None:
    words = ("the", "of", "the", "of", "in", "the")
    made: dict[str, Callable[[], bytes]] = {
        "fasttext": lambda: fasttext(words, np.vstack([VECTORS, np.ones((7, 4))]), shortest=0, longest=0),
        "fasttext-ngrams": lambda: fasttext(words, np.vstack([VECTORS, np.zeros((7, 4))]), shortest=9, longest=9),
        "safetensors": safetensors_space,
    }
    make: Any = made.get(name) or (lambda: FILES[name](words, VECTORS))  # type: ignore[call-arg]
    put(tmp_path, "source.vocab.txt", "\n".join(words).encode())
    source = put(tmp_path, "source.safetensors" if name == "safetensors" else "source", make())
    assert rewrite(source, tmp_path / f"target{suffix}", doubled).rows == 6
    all_words: list[str] = []
    raw: list[Singles] = []
    _read_blocks(tmp_path / f"target{suffix}", all_words, raw)
    assert tuple(all_words) == words
    np.testing.assert_array_equal(np.concatenate(raw), VECTORS * 2)


any_bits = st.integers(0, 2**32 - 1)


@given(
    bits=st.lists(st.tuples(any_bits, any_bits), min_size=1, max_size=30),
    words=st.lists(st.text(st.characters(codec="utf-8", exclude_characters=" \n\0"), min_size=1), min_size=30),
    at_once=st.integers(1, 40),
    suffix=st.sampled_from([".bin", ".npz"]),
    compiled=st.booleans(),
)
@settings(max_examples=60)
def test_any_bits_and_words_go_through(
    scratch: Path, bits: list[tuple[int, int]], words: list[str], at_once: int, suffix: str, compiled: bool
) -> None:
    vectors = np.array(bits, np.uint32).view(np.float32)
    source = put(scratch, "source.bin", binary(words[: len(bits)], vectors))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks, "BLOCK", at_once)
        patch.setattr(word2vec, "COMPILED_FROM", 0 if compiled else 1 << 40)
        rewrite(source, scratch / f"target{suffix}", same, overwrite=True)
        found: list[str] = []
        raw: list[Singles] = []
        _read_blocks(scratch / f"target{suffix}", found, raw)
    assert found == words[: len(bits)]
    np.testing.assert_array_equal(np.concatenate(raw), vectors)  # NaN is NaN


@pytest.fixture(autouse=True)
def no_thread_stays() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    assert set(threading.enumerate()) <= before
