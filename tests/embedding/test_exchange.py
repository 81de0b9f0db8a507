"""Vectors from the objects of gensim, spaCy and static encoders, and back to them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import weatherglass
from tests.embedding.encoders import ByLetters, Pieces, Static
from tests.embedding.files import VECTORS, WORDS, assert_is_space, codes, notice_of
from weatherglass.embedding.embedding import Embedding
from weatherglass.errors import FormatError, SpecError


@pytest.fixture
def embedding() -> Embedding:
    return weatherglass.from_arrays(WORDS, VECTORS, name="six")


def test_words_and_a_matrix() -> None:
    embedding = weatherglass.from_arrays(list(WORDS), VECTORS.astype(np.float64), name="mine")
    assert_is_space(embedding)
    assert (embedding.name, embedding.format) == ("mine", "arrays")
    words, vectors = weatherglass.to_arrays(embedding)
    vectors[0] = 7  # one's own copy
    assert words == list(WORDS)
    np.testing.assert_array_equal(embedding.vectors, VECTORS)


@pytest.mark.parametrize("words", ["the", ["the", 7], ["the"], None, 3])
def test_words_that_do_not_fit_a_matrix(words: Any) -> None:
    with pytest.raises(SpecError, match=r"list of words|no text|do not fit"):
        weatherglass.from_arrays(words, VECTORS[:2])


def test_words_may_be_anything_that_gives_them() -> None:
    for words in ((word for word in WORDS), iter(WORDS), np.array(WORDS), dict.fromkeys(WORDS)):
        assert_is_space(weatherglass.from_arrays(words, VECTORS))
    assert_is_space(Embedding.from_arrays((word for word in WORDS), VECTORS))


def test_words_out_of_an_array_are_plain_texts() -> None:
    doubled = np.array(["the", "of", "the"])
    for embedding in (
        weatherglass.from_arrays(doubled, VECTORS[:3]),
        Embedding.from_arrays(doubled, VECTORS[:3]),
        weatherglass.encode_words(ByLetters(), np.array(WORDS)),
    ):
        assert {type(word) for word in embedding.words} == {str}
    assert "('the')" in notice_of(weatherglass.from_arrays(doubled, VECTORS[:3]), "duplicate-words")


class Tensor:
    """Such as those of torch: no array is made of it while it is trained."""

    def __init__(self, values: np.ndarray, kind: type[Exception] | None = None):
        self.values, self.kind = values, kind

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        raise RuntimeError("Can't call numpy() on Tensor that requires grad.")

    def detach(self) -> Tensor:
        return self

    cpu = detach

    def numpy(self) -> np.ndarray:
        if self.kind is not None:
            raise self.kind("Got unsupported ScalarType ComplexHalf")
        return self.values


def test_a_tensor_that_is_trained_is_taken_as_it_stands() -> None:
    assert_is_space(weatherglass.from_arrays(WORDS, Tensor(VECTORS)))  # type: ignore[arg-type]


@pytest.mark.neural
@pytest.mark.parametrize("trained", [False, True])
def test_a_tensor_of_torch_in_half_precision_keeps_its_numbers(trained: bool) -> None:
    """VECTORS are exact in bfloat16, which numpy does not have, and in float16, which it has."""
    torch: Any = pytest.importorskip("torch", reason="the neural extra is not installed")
    for kind in (torch.bfloat16, torch.float16):
        tensor = torch.tensor(VECTORS, dtype=kind, requires_grad=trained)
        assert_is_space(weatherglass.from_arrays(WORDS, tensor))
    assert tensor.requires_grad == trained


def masked_in(place: tuple[int, int]) -> Any:
    mask = np.zeros((2, 3), bool)
    mask[place] = True
    return np.ma.masked_array(np.ones((2, 3)), mask)


NO_MATRIX: dict[str, tuple[Any, str]] = {
    "ragged": ([[1.0, 2.0, 3.0], [1.0]], "no array of numbers .*inhomogeneous"),
    "rows as objects": (np.array([np.ones(3), np.ones(3), 1], dtype=object)[:2], "but of object values"),
    "texts": ([["1", "2"], ["3", "4"]], "but of texts"),
    "words": (["one", "two"], "but of texts"),
    "bytes": (np.array([[b"1"], [b"2"]]), "but of texts"),
    "complex": (np.ones((2, 3), complex), "but of complex numbers"),
    "masked": (masked_in((1, 2)), "1 are masked; fill them"),
    "a tensor numpy cannot hold": (Tensor(VECTORS, TypeError), "no array of numbers .*ComplexHalf"),
    "nothing": (None, "but of object values"),
    "one row": (np.ones(2), r"2 words do not fit an array of shape \(2,\)"),
    "three axes": (np.ones((2, 3, 1)), "do not fit"),
}


@pytest.mark.parametrize(("vectors", "problem"), NO_MATRIX.values(), ids=NO_MATRIX)
def test_what_is_no_matrix_is_told_in_a_sentence(vectors: Any, problem: str) -> None:
    with pytest.raises(SpecError, match=problem):
        weatherglass.from_arrays(["one", "two"], vectors)
    with pytest.raises(SpecError, match=problem):
        Embedding.from_arrays(["one", "two"], vectors)


def test_numbers_of_any_real_kind_and_masks_that_hide_nothing() -> None:
    for kind in (np.float16, np.float64, np.longdouble, np.int64, np.uint8, bool):
        found = weatherglass.from_arrays(["one", "two"], np.eye(2, 3).astype(kind))
        np.testing.assert_array_equal(found.vectors, np.eye(2, 3))
    hiding_nothing = np.ma.masked_array(np.eye(2, 3), np.zeros((2, 3), bool))
    np.testing.assert_array_equal(weatherglass.from_arrays(["one", "two"], hiding_nothing).vectors, np.eye(2, 3))


def test_complex_vectors_of_gensim_are_refused(embedding: Embedding) -> None:
    keyed = weatherglass.to_gensim(embedding)
    keyed.vectors = keyed.vectors.astype(complex)
    with pytest.raises(SpecError, match=r"KeyedVectors\.vectors is no array of real numbers but of complex numbers"):
        weatherglass.from_gensim(keyed)


def test_to_gensim_and_back(embedding: Embedding) -> None:
    keyed = weatherglass.to_gensim(embedding)
    assert keyed.index_to_key == list(WORDS)
    cosine = VECTORS[1] @ VECTORS[3] / np.linalg.norm(VECTORS[1]) / np.linalg.norm(VECTORS[3])
    assert keyed.similarity("Frau", "of") == pytest.approx(cosine, abs=1e-6)
    keyed.vectors[0] += 1  # nobody else's
    np.testing.assert_array_equal(embedding.vectors, VECTORS)
    back = weatherglass.from_gensim(weatherglass.to_gensim(embedding), name="back")
    assert_is_space(back)
    assert back.sha256 == embedding.sha256
    assert back.identity()["origin"] == {"object": "gensim KeyedVectors in memory"}
    assert back.format == "gensim KeyedVectors in memory"


def test_the_vectors_inside_a_gensim_model() -> None:
    from gensim.models import Word2Vec

    model = Word2Vec([["the", "of", "Frau"]] * 5, vector_size=4, min_count=1, seed=1, workers=1)
    embedding = weatherglass.from_gensim(model)
    assert embedding.words == tuple(model.wv.index_to_key)
    np.testing.assert_array_equal(embedding.vectors, model.wv.vectors)
    assert (embedding.name, embedding.format) == ("Word2Vec", "gensim Word2Vec in memory")


def test_rows_without_direction_are_left_out_as_in_a_file(embedding: Embedding) -> None:
    keyed = weatherglass.to_gensim(embedding)
    keyed.vectors[2] = 0
    found = weatherglass.from_gensim(keyed)
    assert found.words == (*WORDS[:2], *WORDS[3:])
    assert found.ranks.tolist() == [0, 1, 3, 4, 5]
    assert codes(found.notices) == ["zero-vectors"]


@pytest.mark.parametrize("given", [None, {"the": [1.0]}, "vectors.kv"])
def test_what_is_no_object_of_gensim_or_spacy(given: object) -> None:
    with pytest.raises(SpecError, match=r"needs gensim's KeyedVectors.*got (NoneType|dict|str)"):
        weatherglass.from_gensim(given)
    with pytest.raises(SpecError, match=r"needs a spaCy pipeline.*got (NoneType|dict|str)"):
        weatherglass.from_spacy(given)


def test_keys_that_are_no_words(embedding: Embedding) -> None:
    keyed = weatherglass.to_gensim(embedding)
    keyed.index_to_key[2] = 7
    with pytest.raises(FormatError, match="something else than words"):
        weatherglass.from_gensim(keyed)


def test_to_spacy_and_back(embedding: Embedding) -> None:
    import spacy

    vocab = weatherglass.to_spacy(embedding)
    pipeline = spacy.blank("de", vocab=vocab)
    np.testing.assert_array_equal(pipeline("die Frau")[1].vector, VECTORS[1])
    vocab.vectors.data[0] += 1  # nobody else's
    np.testing.assert_array_equal(embedding.vectors, VECTORS)
    back = weatherglass.from_spacy(weatherglass.to_spacy(embedding))
    assert_is_space(back)
    assert (back.name, back.format) == ("six", "spaCy Vocab in memory")


def test_a_pipeline_is_called_as_its_package(embedding: Embedding) -> None:
    import spacy

    pipeline = spacy.blank("de", vocab=weatherglass.to_spacy(embedding))
    pipeline.meta["name"] = "core_news"
    found = weatherglass.from_spacy(pipeline)
    assert (found.name, found.format) == ("de_core_news", "spaCy German in memory")
    assert weatherglass.from_spacy(pipeline, name="mine").name == "mine"


def test_words_that_share_a_row_are_left_out_and_counted(embedding: Embedding) -> None:
    vocab = weatherglass.to_spacy(embedding)
    vocab.vectors.add(vocab.strings.add("Dame"), row=1)
    found = weatherglass.from_spacy(vocab)
    assert found.words == WORDS
    assert found.left_out == {"shared-rows": 1}
    assert "'Dame'" in notice_of(found, "shared-rows")


def test_a_pipeline_without_vectors() -> None:
    import spacy

    with pytest.raises(FormatError, match="holds no vectors of words"):
        weatherglass.from_spacy(spacy.blank("en"))


TOKENS = ["[PAD]", "[UNK]", "he", "she", "doctor", "##ing", "play", "nurse"]


@pytest.fixture
def static() -> Static:
    return Static(np.random.default_rng(0).normal(size=(len(TOKENS), 5)), Pieces(TOKENS))


def test_the_whole_words_of_a_static_encoder(static: Static) -> None:
    found = weatherglass.from_static(static, name="small")
    assert found.words == ("he", "she", "doctor", "play", "nurse")
    assert found.ranks.tolist() == [2, 3, 4, 6, 7]
    np.testing.assert_allclose(found.vectors, static.embedding[found.ranks], rtol=1e-6)
    assert found.left_out == {"word-pieces": 3}
    assert "'##ing'" in notice_of(found, "word-pieces")
    assert found.rows == len(TOKENS)
    assert found.format == "whole words of the static encoder small"


def test_what_is_no_static_encoder(static: Static) -> None:
    with pytest.raises(SpecError, match="encode_words takes any encoder"):
        weatherglass.from_static(object())
    static.tokenizer = Pieces(["[UNK]", "##ing"])
    with pytest.raises(SpecError, match="no token that is a whole word"):
        weatherglass.from_static(static)


def test_changed_vectors_are_no_longer_those_of_the_object(embedding: Embedding) -> None:
    taken = weatherglass.from_gensim(weatherglass.to_gensim(embedding))
    changed = taken.with_vectors(taken.vectors * 2, {"mitigation": "none"})
    assert "origin" not in changed.identity()
    assert changed.format == "arrays"
