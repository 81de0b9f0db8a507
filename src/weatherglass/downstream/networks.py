"""Detectors that read the words in their order: an LSTM, and a bidirectional one with attention; the one module that needs torch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from weatherglass.arrays import Floats, Singles

Integers = NDArray[np.int64]
PADDING = 0  # the number of a row of zeros that stands for no word
_MOST_GRADIENT = 5.0
_POOL = 20  # batches whose texts are sorted by length together


@dataclass(frozen=True, slots=True, kw_only=True)
class Training:
    """How a network is trained; `patience`: epochs without a better validation loss after which it ends."""

    hidden: int
    dropout: float
    learning_rate: float
    batch: int
    epochs: int
    patience: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """Texts as rows of the embedding matrix, none of them empty, with their labels."""

    texts: Sequence[Integers]
    labels: NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """A network with its best weights; `losses`: of the validation texts after each epoch, `epoch`: the best of them, from 1."""

    network: Any
    losses: tuple[float, ...]
    epoch: int


class Network(nn.Module):
    """Word vectors → LSTM → one vector for the text → the logit of the class looked for.

    `lstm`: the state after the last word. `attention`: an LSTM in both directions, its states weighted by how they answer to a learnt question (Yang et al. 2016,
    after Bahdanau et al. 2015).
    """

    def __init__(self, kind: Literal["lstm", "attention"], matrix: Singles, trainable: bool, training: Training):
        super().__init__()
        both = kind == "attention"
        self.kind = kind
        self.embedding = nn.Embedding.from_pretrained(torch.tensor(matrix), freeze=not trainable, padding_idx=PADDING)
        self.lstm = nn.LSTM(matrix.shape[1], training.hidden, batch_first=True, bidirectional=both)
        width = training.hidden * (2 if both else 1)
        self.dropout = nn.Dropout(training.dropout)
        self.last = nn.Linear(width, 1)
        if both:
            self.project = nn.Linear(width, training.hidden)
            self.question = nn.Linear(training.hidden, 1, bias=False)

    def forward(self, rows: Any, lengths: Any) -> Any:
        """Logits of texts, the longest first, padded to the same length."""
        packed = pack_padded_sequence(self.dropout(self.embedding(rows)), lengths, batch_first=True)
        states, (last, _cell) = self.lstm(packed)
        if self.kind == "lstm":
            return self.last(self.dropout(last[-1])).squeeze(1)
        states, _lengths = pad_packed_sequence(states, batch_first=True)
        weights = self.weights(states, lengths)
        return self.last(self.dropout((weights.unsqueeze(2) * states).sum(1))).squeeze(1)

    def weights(self, states: Any, lengths: Any) -> Any:
        """How much each word counts in its text; padding counts nothing."""
        answers = self.question(torch.tanh(self.project(states))).squeeze(2)
        padding = torch.arange(states.shape[1])[None, :] >= lengths[:, None]
        return torch.softmax(answers.masked_fill(padding, -torch.inf), dim=1)


def fit(
    kind: Literal["lstm", "attention"],
    matrix: Singles,
    train: Read,
    validation: Read,
    *,
    trainable: bool,
    training: Training,
    seed: int,
) -> Fitted:
    """Train until the validation loss gets no better; the weights of the best epoch are kept."""
    with _repeatable(seed):
        generator = np.random.default_rng(seed)
        network = Network(kind, matrix, trainable, training)
        wanted = [each for each in network.parameters() if each.requires_grad]
        optimiser = torch.optim.Adam(wanted, lr=training.learning_rate)
        loss_of = nn.BCEWithLogitsLoss()
        losses: list[float] = []
        best = deepcopy(network.state_dict())
        for _epoch in range(training.epochs):
            network.train()
            for places in _shuffled(train.texts, training.batch, generator):
                rows, lengths = _padded([train.texts[place] for place in places])
                optimiser.zero_grad()
                labels = torch.tensor(train.labels[places], dtype=torch.float32)
                loss_of(network(rows, lengths), labels).backward()
                nn.utils.clip_grad_norm_(wanted, _MOST_GRADIENT)
                optimiser.step()
            losses.append(_loss(_logits(network, validation.texts), validation.labels))
            if losses[-1] == min(losses):
                best = deepcopy(network.state_dict())
            if len(losses) - 1 - int(np.argmin(losses)) >= training.patience:
                break
        network.load_state_dict(best)
        return Fitted(network=network, losses=tuple(losses), epoch=int(np.argmin(losses)) + 1)


def probabilities(network: Any, texts: Sequence[Integers]) -> Floats:
    """Of the class looked for, in the order of the texts."""
    with _repeatable(0):
        return _probability(_logits(network, texts))


def _probability(logits: Floats) -> Floats:
    from scipy.special import expit

    found: Floats = expit(logits)
    return found


def _logits(network: Any, texts: Sequence[Integers], batch: int = 256) -> Floats:
    network.eval()
    found = np.empty(len(texts))
    order = np.argsort([-len(text) for text in texts], kind="stable")
    with torch.no_grad():
        for start in range(0, len(order), batch):
            places = order[start : start + batch]
            rows, lengths = _padded([texts[place] for place in places])
            found[places] = network(rows, lengths).double().numpy()
    return found


def _loss(logits: Floats, labels: NDArray[np.bool_]) -> float:
    return float(np.logaddexp(0, np.where(labels, -logits, logits)).mean())


def _shuffled(texts: Sequence[Integers], batch: int, generator: np.random.Generator) -> list[Integers]:
    """Batches of texts of similar length, the longest of each first, in random order: padding is work for nothing."""
    lengths = np.array([len(text) for text in texts])
    order = generator.permutation(len(texts))
    pool = batch * _POOL
    pools = [order[start : start + pool] for start in range(0, len(order), pool)]
    pools = [each[np.argsort(-lengths[each], kind="stable")] for each in pools]
    batches = [each[start : start + batch] for each in pools for start in range(0, len(each), batch)]
    return [batches[place] for place in generator.permutation(len(batches))]


def _padded(texts: Sequence[Integers]) -> tuple[Any, Any]:
    """Texts, the longest first, as one array, and their lengths."""
    lengths = [len(text) for text in texts]
    rows = np.full((len(texts), lengths[0]), PADDING, np.int64)
    for row, text in zip(rows, texts, strict=True):
        row[: len(text)] = text
    return torch.from_numpy(rows), torch.tensor(lengths)


@contextmanager
def _repeatable(seed: int) -> Iterator[None]:
    """One thread and operations that give the same each time; afterwards torch is as it was."""
    threads, strict = torch.get_num_threads(), torch.are_deterministic_algorithms_enabled()
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        torch.set_num_threads(1)
        torch.use_deterministic_algorithms(True)
        try:
            yield
        finally:
            torch.set_num_threads(threads)
            torch.use_deterministic_algorithms(strict)
