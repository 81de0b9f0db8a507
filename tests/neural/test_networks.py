"""The networks by themselves: padding counts nothing, what is frozen stays, the best weights are kept."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the neural extra is not installed")
pytestmark = pytest.mark.neural

from weatherglass.downstream.networks import Network, Read, Training, fit, probabilities  # noqa: E402

KINDS: tuple[Literal["lstm", "attention"], ...] = ("lstm", "attention")
SMALL = Training(hidden=8, epochs=4, patience=3, batch=16, learning_rate=0.02, dropout=0.3)
ROWS = 30


def matrix(seed: int = 0) -> np.ndarray:
    entries = np.random.default_rng(seed).normal(size=(ROWS, 6)).astype(np.float32)
    entries[:2] = 0
    return entries


def deciding(count: int, seed: int = 0) -> Read:
    """Texts of 1 to 12 words; those of the class looked for have word 2 in them, the others word 3."""
    generator = np.random.default_rng(seed)
    labels = np.arange(count) % 2 == 0
    texts = []
    for label in labels:
        text = generator.integers(4, ROWS, generator.integers(1, 13))
        text[generator.integers(len(text))] = 2 if label else 3
        texts.append(text)
    return Read(texts=texts, labels=labels)


@pytest.mark.parametrize("kind", KINDS)
def test_a_text_alone_is_scored_as_in_a_batch(kind: Literal["lstm", "attention"]) -> None:
    fitted = fit(kind, matrix(), deciding(60), deciding(20, 1), trainable=True, training=SMALL, seed=0)
    texts = deciding(40, 2).texts
    together = probabilities(fitted.network, texts)
    alone = [probabilities(fitted.network, [text])[0] for text in texts]
    assert together == pytest.approx(alone, abs=1e-6)
    assert np.ptp(together) > 0.1


def test_attention_is_shared_out_among_the_words_of_a_text() -> None:
    torch.manual_seed(0)
    network = Network("attention", matrix(), False, SMALL)
    lengths = torch.tensor([5, 3, 1])
    weights = network.weights(torch.randn(3, 5, 16), lengths).detach().numpy()
    assert weights.sum(axis=1) == pytest.approx(np.ones(3), abs=1e-6)
    assert not weights[1, 3:].any()
    assert not weights[2, 1:].any()
    assert (weights[0] > 0).all()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("trainable", [False, True])
def test_only_trainable_vectors_change(kind: Literal["lstm", "attention"], trainable: bool) -> None:
    given = matrix()
    fitted = fit(kind, given, deciding(60), deciding(20, 1), trainable=trainable, training=SMALL, seed=0)
    after = fitted.network.embedding.weight.detach().numpy()
    assert (after != given).any(axis=1)[2:].all() == trainable
    assert (after == given).all() != trainable
    assert (given == matrix()).all(), "what was given is never written to"
    assert not after[0].any(), "padding stays zero"


@pytest.mark.parametrize("kind", KINDS)
def test_one_word_that_decides_is_learnt(kind: Literal["lstm", "attention"]) -> None:
    training = Training(hidden=16, epochs=15, patience=5, batch=16, learning_rate=0.02, dropout=0.1)
    fitted = fit(kind, matrix(), deciding(400), deciding(100, 1), trainable=False, training=training, seed=0)
    test = deciding(200, 2)
    assert ((probabilities(fitted.network, test.texts) > 0.5) == test.labels).mean() > 0.9


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_gives_the_same_scores(kind: Literal["lstm", "attention"]) -> None:
    def once(seed: int) -> bytes:
        fitted = fit(kind, matrix(), deciding(60), deciding(20, 1), trainable=True, training=SMALL, seed=seed)
        return probabilities(fitted.network, deciding(20, 2).texts).tobytes()

    first = once(5)
    torch.rand(3)
    assert first == once(5)
    assert first != once(6)


def test_the_weights_of_the_best_epoch_are_kept() -> None:
    train, validation = deciding(60), deciding(40, 1)
    opposite = Read(texts=validation.texts, labels=~validation.labels)  # the more is learnt, the worse it gets
    training = Training(hidden=16, epochs=30, patience=3, batch=16, learning_rate=0.02, dropout=0.3)
    fitted = fit("lstm", matrix(), train, opposite, trainable=True, training=training, seed=0)
    told = probabilities(fitted.network, opposite.texts)
    loss = -np.log(np.where(opposite.labels, told, 1 - told)).mean()
    assert loss == pytest.approx(min(fitted.losses))
    assert fitted.losses[fitted.epoch - 1] == min(fitted.losses) < fitted.losses[-1]
    assert len(fitted.losses) == fitted.epoch + 3 < 30


def test_torch_is_left_as_it_was() -> None:
    torch.manual_seed(1)
    expected = torch.rand(2).tolist()
    torch.manual_seed(1)
    before = torch.get_num_threads(), torch.are_deterministic_algorithms_enabled()
    fit("lstm", matrix(), deciding(20), deciding(20, 1), trainable=False, training=SMALL, seed=3)
    assert (torch.get_num_threads(), torch.are_deterministic_algorithms_enabled()) == before
    assert torch.rand(2).tolist() == expected
