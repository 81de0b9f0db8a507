"""GloVe against the same steps written out in 64 bits, and its manners: checkpoints, resuming, the same bytes."""

from __future__ import annotations

import math
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from weatherglass.corpus.build import build_from_words
from weatherglass.corpus.corpus import Corpus
from weatherglass.embedding.formats import read
from weatherglass.errors import FormatError, SpecError
from weatherglass.train import glove
from weatherglass.train.cooccurrence import CELL
from weatherglass.train.kept import model_beside, unfinished
from weatherglass.train.settings import GloVe
from weatherglass.train.training import train_vectors


def reference(
    model: glove.Model, cells: NDArray[np.void], settings: GloVe
) -> tuple[NDArray[np.float64], NDArray[np.float64], list[float]]:
    """The weighted least squares of the paper by AdaGrad, one cell after the other, in 64 bits."""
    vectors, biases = model.vectors.astype(float), model.biases.astype(float)
    words = len(vectors) // 2
    losses = []
    for _epoch in range(settings.epochs):
        loss, visits = 0.0, 0
        for row, column, count in cells.tolist():
            for i, j in dict.fromkeys([(row, column + words), (column, row + words)]):
                word, context = vectors[i, 0].copy(), vectors[j, 0].copy()
                error = word @ context + biases[i, 0] + biases[j, 0] - np.log(count)
                weight = min(1.0, (count / settings.x_max) ** settings.alpha)
                loss, visits = loss + weight * error**2 / 2, visits + 1
                for place, other in ((i, context), (j, word)):
                    gradient = settings.learning_rate * weight * error * other
                    vectors[place, 0] -= gradient / np.sqrt(vectors[place, 1])
                    vectors[place, 1] += gradient**2
                    biases[place, 0] -= weight * error / np.sqrt(biases[place, 1])
                    biases[place, 1] += (weight * error) ** 2
        losses.append(loss / visits)
    return vectors, biases, losses


def some_cells(words: int, size: int) -> NDArray[np.void]:
    random = np.random.default_rng(1)
    pairs = np.array([(i, j) for i in range(words) for j in range(i, words)])
    chosen = pairs[random.permutation(len(pairs))[:size]]
    cells = np.empty(size, CELL)
    cells["row"], cells["column"] = chosen.T
    cells["count"] = random.gamma(1, 60, size)
    return cells


@pytest.mark.parametrize("dim", [1, 7, 32, 50])
def test_it_learns_as_the_reference_does(tmp_path: Path, dim: int) -> None:
    settings = GloVe(dim=dim, epochs=10, x_max=80, alpha=0.6, learning_rate=0.06)
    cells = some_cells(20, 120)
    assert (cells["row"] == cells["column"]).any(), "a word with itself is among the cases"
    model = glove.Model.new(20, dim, seed=4)
    vectors, biases, losses = reference(model, cells, settings)
    glove.learn(model, cells, settings, tmp_path / "checkpoint.npz")
    assert model.losses == pytest.approx(losses, rel=1e-4)
    assert np.abs(model.vectors - vectors).max() < 1e-3
    assert np.abs(model.biases - biases).max() < 1e-3
    assert losses[-1] < losses[0] / 2


def test_one_step_worked_out_by_hand(tmp_path: Path) -> None:
    # One cell (0, 1) with count e: log 1; f = (e/100)^0.75; all vectors zero, so only the biases move:
    # error = 0 + 0.5 + 0.25 - 1 = -0.25 in the first direction; the step of a bias is f·0.25 / sqrt(1).
    cells = np.array([(0, 1, math.e)], CELL)
    model = glove.Model(np.ones((4, 2, 3), np.float32), np.ones((4, 2), np.float32))
    model.vectors[:, 0] = 0
    model.biases[:, 0] = [0.5, 0.5, 0.25, 0.25]
    glove.learn(model, cells, GloVe(dim=3, epochs=1), tmp_path / "checkpoint.npz")
    weight = (math.e / 100) ** 0.75
    step = weight * 0.25
    assert model.losses == pytest.approx([weight * 0.25**2 / 2], rel=1e-5)
    assert model.biases[:, 0] == pytest.approx([0.5 + step, 0.5 + step, 0.25 + step, 0.25 + step], rel=1e-5)
    assert model.biases[:, 1] == pytest.approx(1 + step**2)
    assert (model.vectors[:, 0] == 0).all()


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    numbers = np.random.default_rng(0).zipf(1.3, size=(400, 12)) % 80
    return build_from_words([[f"w{n}" for n in row] for row in numbers], tmp_path / "corpus", language="en")


SMALL: dict[str, Any] = {"dim": 10, "epochs": 6, "min_count": 2, "window": 4}


def test_word_vectors_alone_and_both_added() -> None:
    model = glove.Model.new(5, 3, seed=0)
    words, contexts = model.vectors[:5, 0], model.vectors[5:, 0]
    assert np.array_equal(model.embedded(GloVe(vectors="word")), words)
    assert np.array_equal(model.embedded(GloVe(vectors="sum")), words + contexts)


def test_an_interrupted_training_resumes_to_the_same_bytes(
    corpus: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(glove, "_ROUND", 500)
    whole = train_vectors(corpus, "glove", out=tmp_path / "whole.bin", **SMALL)
    calls = 0

    def stop(phase: str, _done: int, _total: int) -> None:
        nonlocal calls
        calls += phase == "learning"
        if calls == 7:
            raise KeyboardInterrupt

    target = tmp_path / "resumed.bin"
    with pytest.raises(KeyboardInterrupt):
        train_vectors(corpus, "glove", out=target, progress=stop, **SMALL)
    assert not target.exists()
    assert (unfinished(target) / "checkpoint.npz").exists()
    anew = tmp_path / "anew.bin"
    shutil.copytree(unfinished(target), unfinished(anew))
    train_vectors(corpus, "glove", out=anew, **SMALL | {"epochs": 1})  # what is there is not gone on from unasked
    assert not unfinished(anew).exists()
    resumed = train_vectors(corpus, "glove", out=target, resume=True, **SMALL)
    assert target.read_bytes() == (tmp_path / "whole.bin").read_bytes()
    assert resumed.provenance is not None
    assert whole.provenance is not None
    assert resumed.provenance["losses"] == whole.provenance["losses"]
    assert not unfinished(target).exists()
    assert read(target).made == {**resumed.provenance, "vectors_sha256": read(target).sha256}


def test_the_model_is_kept_where_it_is_asked_for(corpus: Corpus, tmp_path: Path) -> None:
    target = tmp_path / "v.bin"
    made = train_vectors(corpus, "glove", out=target, keep_model=True, **SMALL)
    model = glove.Model.load(model_beside(target), (2 * len(made), 2, 10))
    assert np.array_equal(model.embedded(GloVe()), made.vectors)
    assert model.epoch == 6
    train_vectors(corpus, "glove", out=target, overwrite=True, **SMALL)
    assert not model_beside(target).exists()  # one of other vectors is worse than none
    for method, out in (("glove", None), ("word2vec", tmp_path / "w.bin")):
        with pytest.raises(SpecError, match="only glove's model can be kept"):
            train_vectors(corpus, method, out=out, keep_model=True)


def test_resuming_needs_the_same_settings_and_something_to_resume(corpus: Corpus, tmp_path: Path) -> None:
    target = tmp_path / "vectors.bin"
    with pytest.raises(SpecError, match="nothing to resume"):
        train_vectors(corpus, "glove", out=target, resume=True, **SMALL)

    def stop(phase: str, _done: int, _total: int) -> None:
        if phase == "learning":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_vectors(corpus, "glove", out=target, progress=stop, **SMALL)
    for other in ({"dim": 11}, {"seed": 1}, {"x_max": 10.0}, {"threads": 2}, {"memory": 1.0}):
        with pytest.raises(SpecError, match=next(iter(other))):
            train_vectors(corpus, "glove", out=target, resume=True, **SMALL | other)
    with pytest.raises(SpecError, match="part of the corpus"):
        train_vectors(corpus.sample(0.5), "glove", out=target, resume=True, **SMALL)


def test_fewer_epochs_than_are_done_and_a_damaged_checkpoint(corpus: Corpus, tmp_path: Path) -> None:
    target = tmp_path / "vectors.bin"

    def stop(phase: str, done: int, total: int) -> None:
        if phase == "learning" and done > total / 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_vectors(corpus, "glove", out=target, progress=stop, **SMALL)
    with pytest.raises(SpecError, match="are done already"):
        train_vectors(corpus, "glove", out=target, resume=True, **SMALL | {"epochs": 1})
    checkpoint = unfinished(target) / "checkpoint.npz"
    checkpoint.write_bytes(checkpoint.read_bytes()[:500])
    with pytest.raises(FormatError, match="no checkpoint that can be read"):
        train_vectors(corpus, "glove", out=target, resume=True, **SMALL)


def test_sentences_of_single_words_have_nothing_to_learn(tmp_path: Path) -> None:
    corpus = build_from_words([["cat"], ["dog"]] * 9, tmp_path / "corpus", language="en")
    with pytest.raises(SpecError, match="nothing to learn"):
        train_vectors(corpus, "glove")


def test_a_stop_while_counting_leaves_nothing(corpus: Corpus, tmp_path: Path) -> None:
    def stop(_phase: str, _done: int, _total: int) -> None:
        raise KeyboardInterrupt

    before = set(tmp_path.iterdir())
    with pytest.raises(KeyboardInterrupt):
        train_vectors(corpus, "glove", out=tmp_path / "vectors.bin", progress=stop, **SMALL)
    assert set(tmp_path.iterdir()) == before


def test_a_rate_that_is_too_high_is_said(corpus: Corpus) -> None:
    with pytest.raises(SpecError, match="lower rate"):
        train_vectors(corpus, "glove", **SMALL | {"learning_rate": 1e30})
