"""Reading a part of a file gives what the whole file holds for that part, and says how large the whole is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import weatherglass
from tests.embedding.files import (
    STREAMED,
    VECTORS,
    VOCABULARY,
    WORDS,
    assert_is_space,
    binary,
    binary_gensim,
    codes,
    fasttext,
    glove,
    npz,
    npz_space,
    put,
    safetensors_space,
    text,
    vec,
)
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.selection import sampled_ranks
from weatherglass.errors import FormatError, SpecError
from weatherglass.language import ar

SPACES: dict[str, Callable[[], bytes]] = {**STREAMED, "npz": npz_space, "safetensors": safetensors_space}


def read(folder: Path, data: bytes, **options: Any) -> Embedding:
    """Read bytes as a file that has its vocabulary beside it."""
    put(folder, "vocab.txt", VOCABULARY)
    return weatherglass.read(put(folder, "vectors", data), **options)


def assert_is_part(part: Embedding, whole: Embedding) -> None:
    """The rows of `part` are rows of `whole`, with the same numbers and ranks."""
    assert part.rows == whole.rows
    assert part.ranks.tolist() == sorted(part.ranks.tolist())
    for word, vector, rank in zip(part.words, part.vectors, part.ranks, strict=True):
        assert whole.ranks[whole.index[word]] == rank
        np.testing.assert_array_equal(vector, whole[word])


@pytest.mark.parametrize("name", SPACES)
@pytest.mark.parametrize("wanted", [["the"], ["🙂", "the", "absent"], ["Männer", "امرأة"], ["absent"], [], list(WORDS)])
def test_words_gives_only_their_rows(name: str, wanted: list[str], tmp_path: Path) -> None:
    data = SPACES[name]()
    part = read(tmp_path, data, words=iter(wanted))
    assert part.words == tuple(word for word in WORDS if word in wanted)
    assert part.dim == 4
    assert_is_part(part, read(tmp_path, data))


@pytest.mark.parametrize("name", SPACES)
@pytest.mark.parametrize("limit", [1, 3, 6, 7, 10**9])
def test_limit_gives_the_first_rows(name: str, limit: int, tmp_path: Path) -> None:
    embedding = read(tmp_path, SPACES[name](), limit=limit)
    assert_is_space(embedding, WORDS[:limit], VECTORS[:limit])


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_that_leaves_nothing_is_refused(limit: int, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="limit"):
        read(tmp_path, text(), limit=limit)


@pytest.mark.parametrize("name", SPACES)
def test_words_and_limit_together(name: str, tmp_path: Path) -> None:
    embedding = read(tmp_path, SPACES[name](), words=["🙂", "Frau", "of"], limit=3)
    assert embedding.words == ("Frau",)
    assert embedding.ranks.tolist() == [1]
    assert embedding.rows == 3
    np.testing.assert_array_equal(embedding.vectors, VECTORS[[1]])


def test_a_limit_stops_before_later_damage(tmp_path: Path) -> None:
    """The first rows of a file may be wanted just because the rest is broken."""
    assert_is_space(read(tmp_path, text() + b"damaged row\n", limit=6))


@pytest.mark.parametrize("name", SPACES)
def test_key_keeps_every_spelling_of_a_wanted_word(name: str, tmp_path: Path) -> None:
    part = read(tmp_path, SPACES[name](), words=["FRAU", "MÄNNER", "THE"], key=str.lower)
    assert part.words == ("the", "Frau", "Männer")
    assert part.ranks.tolist() == [0, 1, 2]
    np.testing.assert_array_equal(part.vectors, VECTORS[:3])


@pytest.mark.parametrize("name", SPACES)
def test_the_arabic_key_finds_the_word_without_hamza_and_with_vowels(name: str, tmp_path: Path) -> None:
    for spelling in ("امراة", "اِمرَأَة", "امـرأة"):
        assert spelling not in WORDS
        part = read(tmp_path, SPACES[name](), words=[spelling], key=ar.key)
        assert part.words == ("امرأة",)
        assert part.ranks.tolist() == [4]


@pytest.mark.parametrize(
    "word", ["\ufeffthe", '"the', "#the", "'", '"', "null", "NA", "nan", "1", ",", "\u2028", "a\r", "a\rb", "\ra"]
)
@pytest.mark.parametrize("place", [0, 3])
def test_words_that_other_readers_stumble_over(word: str, place: int, tmp_path: Path) -> None:
    words = [*WORDS]
    words[place] = word
    for make in (text, vec, binary, npz_space):
        data = make(words)
        whole = read(tmp_path, data)
        assert_is_space(whole, words)
        part = read(tmp_path, data, words=[word])
        assert part.words == (word,)
        assert_is_part(part, whole)


def test_key_finds_words_with_spaces(tmp_path: Path) -> None:
    words = ("the", "New York", "new york", "NEW", "of", "new yorker")
    part = read(tmp_path, text(words), words=["NEW YORK"], key=str.lower)
    assert part.words == ("New York", "new york")
    assert part.ranks.tolist() == [1, 2]


@pytest.mark.parametrize("make", [text, glove, vec])
def test_words_with_spaces_are_found_and_their_beginnings_are_not(
    make: Callable[[tuple[str, ...]], bytes], tmp_path: Path
) -> None:
    words = ("the", "New York", "New", "of", "New York City", "a b c d")
    data = make(words)
    for wanted in (["New York"], ["New"], ["New York City", "a b c d"], ["a"], ["York"]):
        part = read(tmp_path, data, words=wanted)
        assert part.words == tuple(word for word in words if word in wanted)
        assert_is_part(part, read(tmp_path, data))


def test_short_words_and_words_that_begin_alike(tmp_path: Path) -> None:
    """The reader looks at three bytes first: words of one or two bytes, and longer ones with the same beginning."""
    words = ("a", "ab", "abc", "abcd", "ä", "b")
    for data in (text(words), glove(words), binary(words)):
        for word in words:
            part = read(tmp_path, data, words=[word])
            assert part.words == (word,)
            assert_is_part(part, read(tmp_path, data))


def test_one_word_that_is_not_in_a_list_is_refused(tmp_path: Path) -> None:
    """It would be taken for its letters."""
    with pytest.raises(SpecError, match="list of words"):
        read(tmp_path, text(), words="the")


def test_words_that_no_file_can_hold_are_just_absent(tmp_path: Path) -> None:
    """A word list may hold an empty entry or half a character."""
    for make in SPACES.values():
        assert read(tmp_path, make(), words=["", "the", "\ud800", " ", "\n"]).words == ("the",)


# Samples


MANY = [f"w{i}" for i in range(3000)]
MANY_VECTORS = np.random.default_rng(3).normal(size=(3000, 3)).astype(np.float32)
MANY_FILES: dict[str, Callable[[], bytes]] = {
    "text": lambda: text(MANY, MANY_VECTORS),
    "glove": lambda: glove(MANY, MANY_VECTORS),
    "binary": lambda: binary(MANY, MANY_VECTORS),
    "gensim-binary": lambda: binary_gensim(MANY, MANY_VECTORS),
    "npz": lambda: npz_space(MANY, MANY_VECTORS),
    "fasttext": lambda: fasttext(MANY, np.vstack([MANY_VECTORS, np.ones((7, 3))]), longest=0),
}


@pytest.mark.parametrize("name", MANY_FILES)
@pytest.mark.parametrize("kind", [None, "gz"])
def test_a_sample_is_the_same_for_every_format_and_includes_the_wanted_words(
    name: str, kind: str | None, tmp_path: Path
) -> None:
    data = MANY_FILES[name]()
    path = put(tmp_path, "vectors", data, kind)
    part = weatherglass.read(path, words=["w2999", "w17"], sample=20, seed=5)
    ranks = part.ranks.tolist()
    sampled = sampled_ranks(20, 5)
    assert ranks == sorted({17, 2999, *sampled[sampled < 3000].tolist()})
    assert part.words == tuple(f"w{rank}" for rank in ranks)
    np.testing.assert_array_equal(part.vectors, MANY_VECTORS[ranks])
    assert part.rows == 3000


def test_a_sample_depends_on_the_seed_alone(tmp_path: Path) -> None:
    path = put(tmp_path, "vectors", MANY_FILES["text"]())
    first, again, other = (weatherglass.read(path, words=[], sample=20, seed=seed) for seed in (1, 1, 2))
    assert first.words == again.words
    assert first.words != other.words


def test_a_sample_holds_equally_many_rows_for_each_doubling_of_the_rank() -> None:
    ranks = sampled_ranks(20, 0)
    assert ranks.tolist() == sorted(set(ranks.tolist()))
    assert ranks[:32].tolist() == list(range(32))  # all rows, as long as there are no more than asked for
    for octave in range(5, 30):
        assert np.count_nonzero((ranks >= 2**octave) & (ranks < 2 ** (octave + 1))) == 20


def test_a_sample_stays_within_the_limit(tmp_path: Path) -> None:
    for name, make in MANY_FILES.items():
        part = weatherglass.read(put(tmp_path, "vectors", make()), words=["w99"], sample=20, limit=100)
        assert max(part.ranks) == 99, name
        assert part.rows == 100


@pytest.mark.parametrize("name", MANY_FILES)
def test_the_first_rows_are_kept_whatever_their_words(name: str, tmp_path: Path) -> None:
    part = weatherglass.read(put(tmp_path, "vectors", MANY_FILES[name]()), words=["w2999"], first=10)
    assert part.ranks.tolist() == [*range(10), 2999]
    np.testing.assert_array_equal(part.vectors, MANY_VECTORS[part.ranks])


def test_a_sample_of_no_words_is_the_whole_file(tmp_path: Path) -> None:
    """Without `words` every row is read anyway."""
    assert_is_space(read(tmp_path, text(), sample=1))


# Any words at all


# Not in words: what separates words and rows in a text file, and what no file can hold.
exotic = st.sampled_from(
    "\u00a0\u3000\u2028\u2029\u0085\u200b\u200d\u202e\ufeff\u001f\u000b\u000cß漢🙂\u0301_0.-1eE\"',#"
)
any_letter = st.characters(exclude_categories=["Cs"], exclude_characters=" \t\n\r\0")
any_word = st.text(st.one_of(any_letter, exotic), min_size=1, max_size=12)
any_number = st.floats(-1e6, 1e6, width=32).filter(lambda x: x != 0)


@st.composite
def any_space(draw: st.DrawFn) -> tuple[list[str], np.ndarray, list[str]]:
    """Words, vectors, and which words to ask for."""
    words = draw(st.lists(any_word, min_size=1, max_size=8, unique=True))
    dim = draw(st.integers(2, 4))  # the four bytes of a single number may well be digits, and pass for text
    size = len(words) * dim
    numbers = draw(st.lists(any_number, min_size=size, max_size=size))
    wanted = draw(st.lists(st.sampled_from(words), max_size=4))
    return words, np.array(numbers, np.float32).reshape(-1, dim), wanted


@pytest.mark.parametrize("make", [text, vec, binary, binary_gensim, npz_space])
@given(space=any_space())
@settings(max_examples=40)
def test_any_words_and_numbers_come_back_whole_and_in_part(
    make: Callable[[list[str], np.ndarray], bytes], scratch: Path, space: tuple[list[str], np.ndarray, list[str]]
) -> None:
    words, vectors, wanted = space
    path = put(scratch, "vectors", make(words, vectors))
    whole = weatherglass.read(path)
    assert_is_space(whole, words, vectors)
    part = weatherglass.read(path, words=wanted)
    assert set(part.words) == set(wanted)
    assert_is_part(part, whole)


@given(words=st.lists(any_word, min_size=1, max_size=8, unique=True))
@settings(max_examples=40)
def test_any_words_in_a_unicode_array(scratch: Path, words: list[str]) -> None:
    vectors = np.arange(1, 2 * len(words) + 1, dtype=np.float32).reshape(-1, 2)
    embedding = weatherglass.read(put(scratch, "vectors.npz", npz({"words": np.array(words), "vectors": vectors})))
    assert_is_space(embedding, words, vectors)


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no such file"):
        weatherglass.read(tmp_path / "absent.txt")


def test_notices_of_rows_that_were_not_asked_for_are_not_made(tmp_path: Path) -> None:
    """A notice is about what the reader of a result will see; other rows are not even parsed."""
    words = ("the", "of", "of", "a", "b", "c")
    assert codes(read(tmp_path, text(words), words=["the"]).notices) == []
    assert codes(read(tmp_path, text(words), words=["of"]).notices) == ["duplicate-words"]
