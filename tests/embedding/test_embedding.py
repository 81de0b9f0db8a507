"""The embedding itself: it never changes, knows where it comes from, and can be described."""

from __future__ import annotations

import gzip
import hashlib
import itertools
import os
from dataclasses import FrozenInstanceError
from pathlib import Path

import numpy as np
import pytest

import weatherglass
from tests.embedding.files import VECTORS, WORDS, assert_is_space, codes, notice_of, put, text
from weatherglass.embedding.describe import describe
from weatherglass.embedding.embedding import Embedding
from weatherglass.errors import FormatError, SpecError, WeatherglassError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return put(tmp_path, "vectors.txt", text())


def test_nothing_in_it_can_be_changed(space: Embedding, path: Path) -> None:
    for embedding in (space, space.subset(["the"]), weatherglass.read(path), weatherglass.read(path, ["the"])):
        with pytest.raises(ValueError, match="read-only"):
            embedding.vectors[0, 0] = 1
        with pytest.raises(ValueError, match="read-only"):
            embedding["the"][0] = 1
        with pytest.raises(ValueError, match="read-only"):
            embedding.ranks[0] = 1
        with pytest.raises(FrozenInstanceError):
            embedding.name = "other"  # type: ignore[misc]  # the point of the test


def test_it_shows_itself_without_all_of_its_words() -> None:
    many = Embedding.from_arrays(
        [f"word{i}" for i in range(5000)], np.ones((5000, 2)), "mine", counts=np.ones(5000, int)
    )
    assert repr(many).startswith("Embedding(name='mine', rows=5000, ")
    assert len(repr(many)) < 500


def test_it_does_not_change_with_the_array_it_was_made_from() -> None:
    mine = np.array(VECTORS)
    embedding = Embedding.from_arrays(WORDS, mine)
    mine[:] = 7
    np.testing.assert_array_equal(embedding.vectors, VECTORS)
    assert mine.flags.writeable


def test_words_are_found(space: Embedding) -> None:
    assert len(space) == 6
    assert space.dim == 4
    assert "of" in space
    assert "absent" not in space
    np.testing.assert_array_equal(space["of"], VECTORS[3])
    with pytest.raises(KeyError):
        _ = space["absent"]


def test_a_subset_keeps_order_ranks_and_source(path: Path) -> None:
    whole = weatherglass.read(path)
    part = whole.subset(["🙂", "absent", "Frau", "🙂"])
    assert part.words == ("Frau", "🙂")
    assert part.ranks.tolist() == [1, 5]
    assert part.rows == 6
    assert part.source == whole.source
    np.testing.assert_array_equal(part.vectors, VECTORS[[1, 5]])


def test_a_subset_of_nothing(space: Embedding) -> None:
    empty = space.subset([])
    assert (len(empty), empty.dim, empty.rows) == (0, 4, 6)


@pytest.mark.parametrize("shape", [(5, 4), (7, 4), (24,), (6, 2, 2), (0, 4), ()])
def test_arrays_of_another_shape_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(SpecError, match="6 words"):
        Embedding.from_arrays(WORDS, np.zeros(shape))


def test_arrays_without_dimensions_are_refused() -> None:
    with pytest.raises(WeatherglassError, match="0 dimensions"):
        Embedding.from_arrays(WORDS, np.zeros((6, 0)))


def test_rows_of_arrays_that_no_number_may_rest_on_are_left_out_and_counted() -> None:
    words = ["the", "zero", "nan", "far", "the", "of"]
    vectors = np.array([[1, 2], [0, 0], [np.nan, 1], [1e300, 1], [3, 4], [5, 6]])
    embedding = Embedding.from_arrays(words, vectors)
    assert embedding.words == ("the", "of")
    assert embedding.ranks.tolist() == [0, 5]
    assert embedding.rows == 6
    assert codes(embedding.notices) == ["duplicate-words", "not-finite", "zero-vectors"]


def test_arrays_of_any_number_type() -> None:
    for dtype in (np.float16, np.float32, np.float64):
        assert_is_space(Embedding.from_arrays(WORDS, VECTORS.astype(dtype)))
    assert_is_space(Embedding.from_arrays(WORDS, np.asfortranarray(VECTORS)))


# Where it comes from


def test_the_check_sum_is_that_of_the_file(path: Path, tmp_path: Path) -> None:
    for file in (path, put(tmp_path, "vectors.gz", gzip.compress(text()))):
        for embedding in (weatherglass.read(file), weatherglass.read(file, ["the"])):
            assert embedding.sha256 == hashlib.sha256(file.read_bytes()).hexdigest()


def test_the_identity_is_that_of_the_whole_file(path: Path, space: Embedding) -> None:
    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    whole = {"name": "vectors.txt", "words": 6, "dim": 4, "sha256": sha256, "format": "word2vec text"}
    assert weatherglass.read(path, ["the"]).identity() == weatherglass.read(path).identity() == whole
    assert space.identity() == {**whole, "name": "vectors", "sha256": space.sha256, "format": "arrays"}


def test_the_check_sum_of_arrays_depends_on_words_and_numbers(space: Embedding) -> None:
    assert space.sha256 == Embedding.from_arrays(WORDS, VECTORS.astype(float), name="other").sha256
    assert space.sha256 != Embedding.from_arrays(WORDS[::-1], VECTORS).sha256
    assert space.sha256 != Embedding.from_arrays(WORDS, VECTORS * 2).sha256


@pytest.mark.parametrize("change", ["longer", "same length"])
def test_a_file_that_changed_since_is_an_error(change: str, path: Path) -> None:
    """Otherwise a report would name the check sum of something else."""
    embedding = weatherglass.read(path)
    before = path.stat()
    data = path.read_bytes()
    path.write_bytes(data + b"\n" if change == "longer" else data[::-1])
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns + 1_000_000))
    with pytest.raises(FormatError, match="changed"):
        _ = embedding.sha256


def test_a_check_sum_is_not_kept_for_a_changed_file(path: Path) -> None:
    first = weatherglass.read(path).sha256
    path.write_bytes(text(header=False))
    again = weatherglass.read(path).sha256
    assert first != again == hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_file_that_is_gone_is_an_error(path: Path) -> None:
    embedding = weatherglass.read(path)
    path.unlink()
    with pytest.raises(WeatherglassError, match=r"vectors\.txt"):
        _ = embedding.sha256


# What it is like


def described(words: list[str], vectors: np.ndarray | None = None) -> Embedding:
    if vectors is None:
        vectors = np.random.default_rng(1).normal(size=(len(words), 8))
    return Embedding.from_arrays(words, vectors)


def test_the_facts_of_a_file(path: Path) -> None:
    facts = describe(weatherglass.read(path, ["the", "of"]))
    assert (facts.name, facts.format) == ("vectors.txt", "word2vec text")
    assert (facts.rows, facts.read, facts.dim) == (6, 2, 4)
    assert facts.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert facts.most_frequent == ("the", "of")
    assert describe(described([f"w{i}" for i in range(30)])).most_frequent == tuple(f"w{i}" for i in range(20))
    assert facts.notices == ()


def test_lengths_are_described() -> None:
    facts = describe(described(["a", "b", "c"], np.array([[3.0, 4.0], [6.0, 8.0], [0.0, 20.0]])))
    assert facts.format == "arrays"
    assert facts.norms == {"min": 5, "q25": 7.5, "median": 10, "q75": 15, "max": 20}
    assert not facts.unit_length
    assert facts.mean_vector_norm == pytest.approx(np.hypot(3, 32 / 3))
    assert describe(described(["a", "b"], np.array([[0.6, 0.8], [0.0, 1.0009]]))).unit_length
    assert not describe(described(["a", "b"], np.array([[0.6, 0.8], [0.0, 1.002]]))).unit_length


def test_lengths_are_counted() -> None:
    lengths = np.random.default_rng(1).gamma(4, size=20_000)
    facts = describe(described([f"w{i}" for i in range(20_000)], np.column_stack([lengths, np.zeros(20_000)])))
    edges = np.array(facts.norm_edges)
    assert edges[0] == pytest.approx(lengths.min())
    assert edges[-1] == pytest.approx(lengths.max())
    single = lengths.astype(np.float32)
    by_hand = [int(((single >= low) & (single < high)).sum()) for low, high in itertools.pairwise(edges)]
    by_hand[-1] += 1  # the longest is counted too
    assert list(facts.norm_counts) == by_hand
    assert facts.mean_unit_norm == pytest.approx(1)


def test_equal_lengths_stand_in_the_middle() -> None:
    vectors = np.random.default_rng(1).normal(size=(500, 8))
    facts = describe(described([f"w{i}" for i in range(500)], vectors / np.linalg.norm(vectors, axis=1, keepdims=True)))
    middle = len(facts.norm_counts) // 2
    assert facts.norm_counts[middle] == sum(facts.norm_counts) == 500
    assert facts.norm_edges[middle] < 1 < facts.norm_edges[middle + 1]


def test_directions_are_described() -> None:
    opposite = described(["a", "b"], np.array([[1.0, 2.0], [-10.0, -20.0]]))
    assert describe(opposite).mean_unit_norm == pytest.approx(0, abs=1e-7)
    across = described(["a", "b"], np.array([[3.0, 0.0], [0.0, 0.1]]))
    assert describe(across).mean_unit_norm == pytest.approx(0.5**0.5)


def test_rows_without_a_length_are_in_no_count() -> None:
    changed = described(["a", "b", "c", "d"]).with_vectors(np.array([[3, 4], [0, 0], [0, 0], [0, 5]], np.float32), {})
    facts = describe(changed)
    assert sum(facts.norm_counts) == 2
    assert facts.mean_unit_norm == pytest.approx(np.hypot(0.6, 1.8) / 2)


def test_rows_left_out_are_counted_by_reason(tmp_path: Path) -> None:
    path = put(tmp_path, "vectors.txt", b"a 1 2\nb 0 0\na 3 4\nc nan 1\nd 0 0\n")
    assert describe(weatherglass.read(path)).left_out == {"duplicate-words": 1, "not-finite": 1, "zero-vectors": 2}


def test_scripts_are_shares_of_the_words() -> None:
    words = ["the", "Männer", "امرأة", "123", "…", "женщина", "女", "2nd"]
    assert describe(described(words)).scripts == {
        "Latin": 3 / 8,
        "no letters": 2 / 8,
        "Arabic": 1 / 8,
        "Cyrillic": 1 / 8,
        "Cjk": 1 / 8,
    }


def test_casing_is_a_share_of_the_words() -> None:
    words = ["the", "Frau", "USA", "iPhone", "McDonald", "امرأة", "12", "über"]
    assert describe(described(words)).casing == {
        "lower": 2 / 8,
        "miXed": 2 / 8,
        "Capitalised": 1 / 8,
        "UPPER": 1 / 8,
        "no case": 1 / 8,
        "no letters": 1 / 8,
    }


def test_suspicious_rows_are_named() -> None:
    """The longest word that is not, and lengths just within twenty times and a twentieth of the median, are not."""
    words = [*(f"w{i}" for i in range(20)), "far", "near", "x" * 51, "x" * 50, "New York", "a\u200bb", "twin"]
    vectors = np.random.default_rng(1).normal(size=(len(words), 8))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    vectors[:2] *= [[19.9], [1 / 19.9]]
    vectors[words.index("far")] *= 20.1
    vectors[words.index("near")] /= 20.1
    vectors[words.index("twin")] = vectors[0]
    notices = describe(described(words, vectors)).notices
    found = {notice.code: notice.text for notice in notices}
    assert list(found) == ["odd-length", "long-words", "white-space", "control-characters", "same-vectors"]
    assert found["odd-length"].startswith("2 ")
    assert "'far', 'near'" in found["odd-length"]
    assert found["long-words"].startswith(f"1 words longer than 50 characters ('{'x' * 51}')")
    assert "'New York'" in found["white-space"]
    assert r"'a\u200bb'" in found["control-characters"]
    assert "'twin'" in found["same-vectors"]


def test_what_was_found_while_reading_is_part_of_the_description(tmp_path: Path) -> None:
    path = put(tmp_path, "vectors.txt", b"a 1 2\nb 0 0\nc 3 4\n")
    embedding = weatherglass.read(path)
    assert describe(embedding).notices == embedding.notices
    assert "'b'" in notice_of(embedding, "zero-vectors")


def test_an_empty_embedding_can_be_described(path: Path) -> None:
    facts = describe(weatherglass.read(path, ["absent"]))
    assert (facts.rows, facts.read, facts.dim) == (6, 0, 4)
    assert facts.scripts == {}
    assert (facts.norm_counts, facts.norm_edges, facts.mean_unit_norm) == ((), (), 0)
    assert facts.notices == ()
    assert not facts.unit_length
