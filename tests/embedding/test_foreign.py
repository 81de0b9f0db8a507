"""gensim's pickles, which are opened only when asked, and the folders of spaCy."""

from __future__ import annotations

import gzip
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import weatherglass
from tests.embedding.files import VECTORS, WORDS, Malicious, assert_is_space, codes, notice_of, put
from weatherglass.errors import FormatError


@pytest.fixture
def keyed() -> Any:
    from gensim.models import KeyedVectors

    vectors = KeyedVectors(4)
    vectors.add_vectors(list(WORDS), np.array(VECTORS))
    return vectors


@pytest.fixture
def vocab() -> Any:
    from spacy.vocab import Vocab

    made = Vocab()
    made.vectors.resize((len(WORDS), 4))
    for word, vector in zip(WORDS, VECTORS, strict=True):
        made.set_vector(word, vector)
    return made


def test_a_pickle_is_refused_and_the_message_names_the_way_out(keyed: Any, tmp_path: Path) -> None:
    path = tmp_path / "vectors.kv"
    keyed.save(str(path))
    with pytest.raises(FormatError, match=r"vectors\.kv: .*allow_pickle=True.*--allow-pickle"):
        weatherglass.read(path)


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
@pytest.mark.parametrize("compressed", [False, True])
def test_a_refused_pickle_was_not_run(protocol: int, compressed: bool, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    data = pickle.dumps(Malicious(trace), protocol)
    with pytest.raises(FormatError, match="allow_pickle"):
        weatherglass.read(put(tmp_path, "vectors.kv", gzip.compress(data) if compressed else data))
    assert not trace.exists()


def test_gensims_vectors_are_read_when_allowed(keyed: Any, tmp_path: Path) -> None:
    path = tmp_path / "vectors.kv"
    keyed.save(str(path))
    assert_is_space(weatherglass.read(path, allow_pickle=True))
    some = weatherglass.read(path, words=["of"], allow_pickle=True)
    assert (some.words, some.ranks.tolist(), some.rows) == (("of",), [3], 6)
    assert weatherglass.read(path, limit=2, allow_pickle=True).words == WORDS[:2]


def test_gensims_vectors_inside_gz(keyed: Any, tmp_path: Path) -> None:
    path = tmp_path / "vectors.kv"
    keyed.save(str(path))
    packed = put(tmp_path, "vectors.kv.gz", gzip.compress(path.read_bytes()))
    assert_is_space(weatherglass.read(packed, allow_pickle=True))


def test_the_vectors_inside_a_whole_gensim_model(tmp_path: Path) -> None:
    from gensim.models import Word2Vec

    model = Word2Vec([["the", "of", "Frau"]] * 5, vector_size=4, min_count=1, seed=1, workers=1)
    path = tmp_path / "word2vec.model"
    model.save(str(path))
    embedding = weatherglass.read(path, allow_pickle=True)
    assert embedding.words == tuple(model.wv.index_to_key)
    np.testing.assert_array_equal(embedding.vectors, model.wv.vectors)


def test_gensims_vectors_with_the_numbers_in_a_file_beside(keyed: Any, tmp_path: Path) -> None:
    path = tmp_path / "vectors.kv"
    keyed.save(str(path), separately=["vectors"])
    assert_is_space(weatherglass.read(path, allow_pickle=True))
    (tmp_path / "vectors.kv.vectors.npy").unlink()
    with pytest.raises(FormatError, match=r"vectors\.kv"):
        weatherglass.read(path, allow_pickle=True)


def test_a_cut_pickle_is_an_error_of_ours(keyed: Any, tmp_path: Path) -> None:
    path = tmp_path / "vectors.kv"
    keyed.save(str(path))
    data = path.read_bytes()
    for size in (2, 10, len(data) // 2, len(data) - 1):
        with pytest.raises(FormatError, match=r"vectors\.kv"):
            weatherglass.read(put(tmp_path, "vectors.kv", data[:size]), allow_pickle=True)


@pytest.mark.parametrize("content", [{"the": 1}, [1, 2], None, "text"])
def test_a_pickle_of_something_else_is_an_error_of_ours(content: object, tmp_path: Path) -> None:
    path = put(tmp_path, "vectors.kv", pickle.dumps(content))
    with pytest.raises(FormatError, match=r"vectors\.kv"):
        weatherglass.read(path, allow_pickle=True)


def fewer_rows(keyed: Any) -> None:
    keyed.vectors = keyed.vectors[:5]


def more_rows(keyed: Any) -> None:
    keyed.index_to_key.pop()


def no_matrix(keyed: Any) -> None:
    keyed.vectors = np.ones(6, np.float32)


def no_numbers(keyed: Any) -> None:
    keyed.vectors = np.array([["a"] * 4] * 6)


def no_words(keyed: Any) -> None:
    keyed.index_to_key[2] = 7


@pytest.mark.parametrize("damage", [fewer_rows, more_rows, no_matrix, no_numbers, no_words])
def test_gensims_vectors_that_do_not_fit_their_words(damage: Callable[[Any], None], keyed: Any, tmp_path: Path) -> None:
    damage(keyed)
    path = tmp_path / "vectors.kv"
    keyed.save(str(path))
    with pytest.raises(FormatError, match=r"vectors\.kv"):
        weatherglass.read(path, allow_pickle=True)


@pytest.mark.parametrize("suffix", [".gz", ".bin"])
def test_a_pickle_with_a_misleading_suffix(suffix: str, keyed: Any, tmp_path: Path) -> None:
    path = tmp_path / "vectors.kv"
    keyed.save(str(path))
    assert_is_space(weatherglass.read(path.rename(tmp_path / f"vectors{suffix}"), allow_pickle=True))


# spaCy


def save(vocab: Any, model: Path, folder: str = "vocab") -> Path:
    """As in a pipeline's folder; gives the folder with the vectors."""
    (model / folder).mkdir(parents=True)
    vocab.to_disk(model / folder)
    return model / folder


@pytest.mark.parametrize("folder", [".", "vocab"])
def test_a_spacy_folder_is_read(folder: str, vocab: Any, tmp_path: Path) -> None:
    """Either a pipeline's folder, which has `vocab` in it, or that one itself."""
    save(vocab, tmp_path / "model", folder)
    embedding = weatherglass.read(tmp_path / "model")
    assert_is_space(embedding)
    assert embedding.source is not None
    assert embedding.source.format == "spaCy"
    assert weatherglass.read(tmp_path / "model", words=["of", "absent"]).ranks.tolist() == [3]


def test_words_without_a_row_of_their_own_are_left_out_and_counted(vocab: Any, tmp_path: Path) -> None:
    vocab.vectors.add(vocab.strings.add("Herr"), row=1)
    vocab.vectors.add(vocab.strings.add("Dame"), row=1)
    save(vocab, tmp_path / "model")
    embedding = weatherglass.read(tmp_path / "model")
    assert embedding.words == WORDS
    np.testing.assert_array_equal(embedding.vectors, VECTORS)
    assert codes(embedding.notices) == ["shared-rows"]
    assert "2 words" in notice_of(embedding, "shared-rows")
    assert "'Herr'" in notice_of(embedding, "shared-rows")


def test_pruned_vectors_keep_the_words_whose_vectors_they_are(vocab: Any, tmp_path: Path) -> None:
    """spaCy's medium packages are made this way: most words point to a near word's row."""
    before = {word: vocab.get_vector(word) for word in WORDS}
    for i, word in enumerate(WORDS):
        vocab[word].prob = -float(i)
    vocab.prune_vectors(3)
    save(vocab, tmp_path / "model")
    embedding = weatherglass.read(tmp_path / "model")
    assert len(embedding) == 3
    for word in embedding.words:
        np.testing.assert_allclose(embedding[word], before[word], rtol=1e-6)
    assert "3 words" in notice_of(embedding, "shared-rows")


def test_a_spacy_key_without_its_word_is_left_out_and_counted(vocab: Any, tmp_path: Path) -> None:
    """Strings are pruned by hand to make a package smaller; a row without a word is then anybody's who points to it."""
    folder = save(vocab, tmp_path / "model")
    strings = folder / "strings.json"
    kept = [word for word in json.loads(strings.read_text("utf-8")) if word != "Frau"]
    strings.write_text(json.dumps(kept), "utf-8")
    embedding = weatherglass.read(tmp_path / "model")
    assert embedding.words == tuple(word for word in WORDS if word != "Frau")
    np.testing.assert_array_equal(embedding["of"], vocab.get_vector("of"))
    assert embedding.left_out == {"keys-without-words": 1}
    assert f"1 row left out: the vocabulary has no word for the key ('{vocab.strings['Frau']}')" in notice_of(
        embedding, "keys-without-words"
    )
    strings.write_text("[]", "utf-8")
    with pytest.raises(FormatError, match="damaged: it holds the words of none of its vectors"):
        weatherglass.read(tmp_path / "model")


@pytest.mark.parametrize("damage", ["vectors", "key2row", "strings.json"])
@pytest.mark.parametrize("how", ["cut", "gone", "emptied"])
def test_a_damaged_spacy_folder_is_an_error_of_ours(damage: str, how: str, vocab: Any, tmp_path: Path) -> None:
    file = save(vocab, tmp_path / "model") / damage
    if how == "gone":
        file.unlink()
    else:
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2 if how == "cut" else 0])
    with pytest.raises(FormatError, match="model"):
        weatherglass.read(tmp_path / "model")


@pytest.mark.parametrize(
    "matrix",
    [VECTORS[:3], VECTORS[0], VECTORS.reshape(6, 2, 2), VECTORS[:, :0], np.array([["a"] * 4] * 6)],
    ids=["too few rows", "one row", "a cube", "no columns", "no numbers"],
)
def test_a_spacy_folder_whose_matrix_does_not_fit(matrix: np.ndarray, vocab: Any, tmp_path: Path) -> None:
    file = save(vocab, tmp_path / "model") / "vectors"
    with file.open("wb") as opened:
        np.save(opened, matrix)
    with pytest.raises(FormatError, match="model"):
        weatherglass.read(tmp_path / "model")


@pytest.mark.parametrize("row", [-1, -6, 6, 10**9])
def test_a_spacy_word_outside_the_matrix_gets_no_vector(row: int, vocab: Any, tmp_path: Path) -> None:
    """A negative row would be counted from the end, and the word would get the vector of another."""
    vocab.vectors.key2row[vocab.strings["Frau"]] = row
    save(vocab, tmp_path / "model")
    with pytest.raises(FormatError, match="model"):
        weatherglass.read(tmp_path / "model")


def test_a_spacy_package_without_vectors_says_so(tmp_path: Path) -> None:
    from spacy.vocab import Vocab

    save(Vocab(), tmp_path / "model")
    with pytest.raises(FormatError, match="no vectors"):
        weatherglass.read(tmp_path / "model")


def test_another_folder_is_refused(tmp_path: Path) -> None:
    put(tmp_path, "vectors.txt", b"the 1 2\n")
    with pytest.raises(FormatError, match="folder"):
        weatherglass.read(tmp_path)
