"""fastText's own models: the mean of a word's row and of its n-grams' rows, as fastText itself computes it."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import weatherglass
from tests.embedding.files import (
    WORDS,
    assert_is_space,
    assert_nothing_is_wrong,
    codes,
    fasttext,
    fasttext_matrix,
    fasttext_plain,
    notice_of,
    put,
)
from weatherglass.embedding import fasttext as reader
from weatherglass.errors import FormatError

ABSENT = ["Königin", "لاعبة", "🧑‍🚀", "xyzzy", "a"]


def fnv(data: bytes) -> int:
    """fastText's hash, one byte at a time: each byte is widened as a signed one."""
    value = 2166136261
    for byte in data:
        signed = byte - 256 if byte > 127 else byte
        value = ((value ^ (signed & 0xFFFFFFFF)) * 16777619) & 0xFFFFFFFF
    return value


def ngrams(word: str, shortest: int, longest: int) -> list[bytes]:
    """Character n-grams of <word>, without the single < and >."""
    marked = f"<{word}>"
    spans = [
        (start, start + size)
        for start in range(len(marked))
        for size in range(max(shortest, 1), longest + 1)
        if start + size <= len(marked) and not (size == 1 and start in (0, len(marked) - 1))
    ]
    return [marked[start:end].encode("utf-8") for start, end in spans]


def expected(
    word: str, words: Sequence[str], matrix: NDArray[Any], buckets: int, shortest: int, longest: int
) -> NDArray[np.float32]:
    rows = [words.index(word)] if word in words else []
    if word != "</s>":
        rows += [len(words) + fnv(gram) % buckets for gram in ngrams(word, shortest, longest)]
    mean: NDArray[np.float64] = np.mean([matrix[row].astype(np.float64) for row in rows], axis=0)
    return mean.astype(np.float32)


@pytest.mark.parametrize(("shortest", "longest"), [(2, 4), (3, 6), (1, 3), (0, 2), (5, 5)])
@pytest.mark.parametrize("kind", [None, "gz"])
def test_vectors_equal_a_slow_reading_of_fasttexts_rules(
    shortest: int, longest: int, kind: str | None, tmp_path: Path
) -> None:
    words, buckets = ("</s>", *WORDS), 11
    matrix = fasttext_matrix(len(words), buckets)
    data = fasttext(words, matrix, buckets=buckets, shortest=shortest, longest=longest)
    path = put(tmp_path, "model.bin", data, kind)
    embedding = weatherglass.read(path, compose=ABSENT)
    assert embedding.words[: len(words)] == words
    assert embedding.rows == len(words)
    for word, vector in zip(embedding.words, embedding.vectors, strict=True):
        np.testing.assert_allclose(vector, expected(word, words, matrix, buckets, shortest, longest), rtol=1e-6)


def test_only_composed_words_are_added_and_their_rank_is_minus_one(tmp_path: Path) -> None:
    path = put(tmp_path, "model.bin", fasttext())
    embedding = weatherglass.read(path, compose=[*ABSENT, "the", *ABSENT])
    assert embedding.words == (*WORDS, *ABSENT)
    assert embedding.ranks.tolist() == [*range(len(WORDS)), *[-1] * len(ABSENT)]
    assert embedding.rows == len(WORDS)


def test_nothing_is_composed_unasked(tmp_path: Path) -> None:
    path = put(tmp_path, "model.bin", fasttext())
    assert weatherglass.read(path, words=["the", "xyzzy"]).words == ("the",)


@pytest.mark.parametrize("limit", [None, 1])
def test_a_word_the_model_knows_is_never_composed_without_its_own_row(limit: int | None, tmp_path: Path) -> None:
    """`compose` is for words that the model lacks; leaving out the own row would be a wrong number."""
    path = put(tmp_path, "model.bin", fasttext())
    right = weatherglass.read(path)["Frau"]
    embedding = weatherglass.read(path, words=["the"], compose=["Frau"], limit=limit)
    assert ("Frau" in embedding) == (limit is None)
    if limit is None:
        np.testing.assert_array_equal(embedding["Frau"], right)


def test_a_model_without_ngrams_composes_nothing(tmp_path: Path) -> None:
    path = put(tmp_path, "model.bin", fasttext_plain())
    assert_is_space(weatherglass.read(path, compose=ABSENT))


@pytest.mark.parametrize(("shortest", "longest"), [(4, 3), (3, -1)])
def test_ngrams_longer_than_the_longest_are_none(shortest: int, longest: int, tmp_path: Path) -> None:
    matrix = fasttext_matrix(len(WORDS), 7)
    path = put(tmp_path, "model.bin", fasttext(WORDS, matrix, shortest=shortest, longest=longest))
    assert_is_space(weatherglass.read(path, compose=ABSENT), WORDS, matrix[: len(WORDS)])


def test_a_word_too_short_for_any_ngram_is_not_composed(tmp_path: Path) -> None:
    path = put(tmp_path, "model.bin", fasttext(shortest=5, longest=6))
    assert "ab" not in weatherglass.read(path, compose=["ab"])


def test_a_supervised_model_of_the_old_version_has_no_ngrams(tmp_path: Path) -> None:
    """fastText itself sets maxn to 0 for these, whatever the file says."""
    matrix = fasttext_matrix(len(WORDS), 7)
    path = put(tmp_path, "model.bin", fasttext(WORDS, matrix, version=11, kind=3))
    assert_is_space(weatherglass.read(path), WORDS, matrix[: len(WORDS)])


def test_labels_of_a_classifier_are_not_words(tmp_path: Path) -> None:
    words = (*WORDS, "__label__a")
    matrix = fasttext_matrix(len(words), 7)
    path = put(tmp_path, "model.bin", fasttext(words, matrix, count=len(WORDS), longest=0))
    assert_is_space(weatherglass.read(path), WORDS, matrix[: len(WORDS)])


def test_many_rows_are_read_through_a_map_with_the_same_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = put(tmp_path, "model.bin", fasttext())
    one_by_one = weatherglass.read(path, compose=ABSENT)
    monkeypatch.setattr(reader, "_SINGLE_READS", 0)
    monkeypatch.setattr(reader, "_WORDS_AT_ONCE", 2)
    np.testing.assert_array_equal(weatherglass.read(path, compose=ABSENT).vectors, one_by_one.vectors)


def test_only_the_wanted_words_with_the_same_numbers(tmp_path: Path) -> None:
    path = put(tmp_path, "model.bin", fasttext())
    whole = weatherglass.read(path)
    some = weatherglass.read(path, words=["of", "the", "absent"])
    assert some.words == ("the", "of")
    assert some.ranks.tolist() == [0, 3]
    assert some.rows == len(WORDS)
    np.testing.assert_array_equal(some.vectors, whole.vectors[[0, 3]])


def test_gensims_model_gives_gensims_vectors(tmp_path: Path) -> None:
    from gensim.models import FastText
    from gensim.models.fasttext import save_facebook_model

    sentences = [["König", "und", "Frau"], ["امرأة", "ورجل"], ["🙂", "the", "of", "Männer"], ["straße", "</s>"]] * 5
    model = FastText(sentences, vector_size=12, min_count=1, bucket=300, epochs=2, seed=1, workers=1)
    path = tmp_path / "model.bin"
    save_facebook_model(model, str(path))
    embedding = weatherglass.read(path, compose=["Königinnen", "امرأتان", "🙂🙂", "them", "Übergröße"])
    assert embedding.rows == len(model.wv)
    assert set(embedding.words[: embedding.rows]) == set(model.wv.index_to_key)
    assert embedding.ranks[embedding.rows :].tolist() == [-1] * 5
    for word in embedding.words:
        if word != "</s>":  # fastText gives it no n-grams, gensim does
            np.testing.assert_allclose(embedding[word], model.wv[word], rtol=0, atol=1e-6)


# Damage


def test_every_cut_of_a_model_is_an_error_or_changes_nothing(tmp_path: Path) -> None:
    data = fasttext_plain()
    needed = data.index(struct.pack("<?qq", False, len(WORDS), 4))  # the output matrix, which is not read
    for size in range(1, len(data)):
        path = put(tmp_path, "model.bin", data[:size])
        if size < needed:
            with pytest.raises(FormatError, match=r"model\.bin"):
                weatherglass.read(path, compose=ABSENT)
        else:
            assert_nothing_is_wrong(weatherglass.read(path))


@pytest.mark.parametrize("kind", [None, "gz"])
@pytest.mark.parametrize("part", ["header", "dictionary", "matrix"])
def test_a_model_cut_short_says_so(part: str, kind: str | None, tmp_path: Path) -> None:
    data = fasttext()
    data = data[: {"header": 30, "dictionary": data.index(b"Frau") + 6, "matrix": len(data) - 150}[part]]
    path = put(tmp_path, "model.bin", data, kind)
    with pytest.raises(FormatError, match=r"model\.bin: .*(cut short|ends after 1 of 6)"):
        weatherglass.read(path)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (fasttext(quantised=True), "quantised"),
        (fasttext(pruned=5), "quantised"),
        (fasttext(version=10), "version 10"),
        (fasttext(version=13), "version 13"),
        (fasttext(version=-1), "version -1"),
        (fasttext(count=-1), "impossible"),
        (fasttext(entries=-1), "impossible"),
        (fasttext(count=7), "impossible"),
        (fasttext(buckets=-5, matrix=fasttext_matrix(6, 7)), "impossible"),
        (fasttext(shortest=-1), "impossible"),
        (fasttext(longest=1000), "impossible"),
        (fasttext(entries=2**31 - 1), "ends after|longer than|cut short|does not fit"),
        (fasttext(shape=(-13, 4)), "does not fit"),
        (fasttext(shape=(13, -4)), "does not fit"),
        (fasttext(shape=(12, 4)), "does not fit"),
        (fasttext(shape=(13, 5)), "does not fit"),
        (fasttext(shape=(10**12, 4)), "cut short"),
    ],
)
def test_sizes_that_cannot_be_are_refused(data: bytes, message: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=rf"model\.bin: .*({message})"):
        weatherglass.read(put(tmp_path, "model.bin", data))


@pytest.mark.parametrize("dim", [-4, 0, 2**31 - 1])
@pytest.mark.parametrize("kind", [None, "gz"])
def test_impossible_dimensions_are_refused(dim: int, kind: str | None, tmp_path: Path) -> None:
    data = bytearray(fasttext())
    data[8:12] = struct.pack("<i", dim)
    path = put(tmp_path, "model.bin", bytes(data), kind)
    with pytest.raises(FormatError, match="dimensions"):
        weatherglass.read(path)


def test_a_signalling_nan_is_left_out_and_counted(tmp_path: Path) -> None:
    """Damaged bytes often make one, and computing with it would raise a warning."""
    matrix = fasttext_matrix(len(WORDS), 7)
    data = fasttext(WORDS, matrix, longest=0)
    row = data.index(matrix[2].tobytes())
    data = data[:row] + struct.pack("<I", 0x7F800001) + data[row + 4 :]
    embedding = weatherglass.read(put(tmp_path, "model.bin", data))
    assert embedding.words == (*WORDS[:2], *WORDS[3:])
    assert codes(embedding.notices) == ["not-finite"]


def test_numbers_too_large_to_be_added_are_left_out_or_right(tmp_path: Path) -> None:
    """The mean of the largest numbers is one of them; only a sum in 32 bits would overflow."""
    matrix = np.full((len(WORDS) + 7, 4), np.finfo(np.float32).max)
    embedding = weatherglass.read(put(tmp_path, "model.bin", fasttext(WORDS, matrix)))
    assert_is_space(embedding, WORDS, matrix[: len(WORDS)])


def test_words_that_are_damaged_or_doubled_are_left_out_and_counted(tmp_path: Path) -> None:
    words: list[str | bytes] = ["the", b"b\xff\xfed", "", "the", "of"]
    matrix = fasttext_matrix(5, 7)
    embedding = weatherglass.read(put(tmp_path, "model.bin", fasttext(words, matrix, longest=0)))
    assert embedding.words == ("the", "of")
    assert embedding.ranks.tolist() == [0, 4]
    np.testing.assert_array_equal(embedding.vectors, matrix[[0, 4]])
    assert codes(embedding.notices) == ["duplicate-words", "empty-word", "invalid-utf8"]
    assert "1 row " in notice_of(embedding, "invalid-utf8")
