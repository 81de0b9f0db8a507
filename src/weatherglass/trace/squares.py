"""The weighted least squares that a word's vector solves in GloVe, and where they lead once counts are taken away.

For word i, with the contexts' vectors c and biases fixed, the loss Σ f(X_ij)(w·c_j + b + b̃_j − log X_ij)² is quadratic in (w, b). Its
minimum for other counts is one Newton step away: (w, b) − H⁻¹(∇L(X′) − ∇L(X)), with H the Hessian of the counts X′ that are left.
∇L(X) is taken off, as a vector that was not learnt to the end has a pull left that documents have no part in.

Learning is finite, and rare words have got only some of the way. AdaGrad moves coordinate k by rate/√G_k, G_k growing from 1 to the
sum that the model ends with, so that over all epochs it has walked for the time τ_k ≈ rate · epochs · 2/(1 + √G_k). Gradient descent
for a time τ reaches of a quadratic about what the minimum reaches with a ridge of 1/τ. So H is damped by 1/τ: a training of the
same length would answer with about this step, where the undamped one is an answer that is never reached (docs/trace.md compares them).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from weatherglass.arrays import Floats, Indices
from weatherglass.trace.compiled import gradient_changes, pulls
from weatherglass.trace.ledger import Cells, Ledger, Taken
from weatherglass.train.glove import Model
from weatherglass.train.settings import GloVe

_BIAS_RATE = 1.0  # whatever the rate of the vectors, as train.adagrad has it
LARGE_SHARE = 0.02  # of a word's counts, from which the Hessian of what is left is taken


LEAST_CONTEXTS = 10  # of a word, for a damped step; an undamped one needs more than there are dimensions


class TooFewContexts(Exception):
    """Without these documents a word has too few contexts for anything to be said of its vector."""

    def __init__(self, word: int, contexts: int):
        super().__init__(word, contexts)
        self.word, self.contexts = word, contexts


@dataclass(frozen=True, slots=True, eq=False)
class Squares:
    """The least squares of all words of a test in one model.

    `rows`: of the words in the vocabulary. `begins`: where each word's cells begin, `fitted` what the model has for log X of each. `vectors`: the words' vectors w. `hessians`:
    with all counts, `damped` or not, and their `inverses`. `totals`: the sum of each word's counts.
    """

    cells: Cells
    rows: Indices
    model: Model
    settings: GloVe
    begins: Indices
    fitted: Floats
    vectors: Floats
    hessians: Floats
    inverses: Floats
    totals: Floats
    damped: bool

    def moved(self, taken: Taken, *, group: bool = False) -> Floats:
        """The words' vectors without what some documents added.

        A step of one document goes by the Hessian of all counts where it has little of a word, and otherwise, as that of
        a `group` always does, by the Hessian of the counts that are left.
        """
        words, columns = self.cells.words[taken.places], self.cells.columns[taken.places]
        pull, weight = self.pulls(taken)
        changes = np.zeros((len(self.vectors), self.vectors.shape[1] + 1))
        gradient_changes(words, columns, pull, self.model.vectors[self.model.words :, 0], changes)
        vectors = self.vectors.copy()
        bounds = np.searchsorted(words, np.arange(len(self.vectors) + 1))
        for word in np.unique(words):
            of = slice(bounds[word], bounds[word + 1])
            if group or taken.counts[of].sum() > LARGE_SHARE * self.totals[word]:
                contexts_left = self._contexts_left(int(word), taken.places[of], taken.counts[of])
                contexts = extended(self.model, columns[of])
                hessian = self.hessians[word] + (contexts.T * weight[of]) @ contexts
                try:
                    step = np.linalg.solve(hessian, changes[word])
                except np.linalg.LinAlgError as error:  # undamped, contexts may leave a direction open
                    raise TooFewContexts(int(word), contexts_left) from error
            else:
                step = self.inverses[word] @ changes[word]
            vectors[word] -= step[:-1]
        return vectors

    def pulls(self, taken: Taken) -> tuple[Floats, Floats]:
        """How the pull and the weight of cells change that lose some of their counts."""
        x_max, alpha = self.settings.x_max, self.settings.alpha
        pull, weight = pulls(taken.places, taken.counts, self.cells.counts, self.fitted, x_max, alpha, self._none)
        return pull, weight

    @property
    def _none(self) -> float:
        """A count that is none: counts are whole parts, so it is less than half of one."""
        return 0.5 / self.cells.one

    def _contexts_left(self, word: int, places: Indices, counts: Floats) -> int:
        """How many there are; refused where they are too few."""
        gone = int((self.cells.counts[places] - counts <= self._none).sum())
        left = int(self.begins[word + 1] - self.begins[word]) - gone
        if left < (LEAST_CONTEXTS if self.damped else self.vectors.shape[1] + 1):
            raise TooFewContexts(word, left)
        return left


def squares_of(ledger: Ledger, model: Model, settings: GloVe, *, damped: bool = True) -> Squares:
    """Of the ledger's words in a model that was trained on the same counts."""
    cells, rows = ledger.cells, np.array(ledger.rows)
    count, dim = len(rows), model.vectors.shape[2]
    begins = np.searchsorted(cells.words, np.arange(count + 1))
    vectors = model.vectors[rows, 0].astype(np.float64)
    biases = model.biases[:, 0].astype(np.float64)
    weights = np.minimum(cells.counts / settings.x_max, 1.0) ** settings.alpha
    damping = _damping(model, rows, settings) if damped else np.zeros((count, dim + 1))
    fitted = np.empty(len(cells.counts))
    hessians, inverses = np.empty((count, dim + 1, dim + 1)), np.empty((count, dim + 1, dim + 1))
    for word, (begin, end) in enumerate(pairwise(begins)):
        columns = cells.columns[begin:end]
        contexts = extended(model, columns)
        fitted[begin:end] = contexts @ [*vectors[word], biases[rows[word]]] + biases[model.words + columns]
        hessians[word] = (contexts.T * weights[begin:end]) @ contexts + np.diag(damping[word])
        inverses[word] = np.linalg.pinv(hessians[word], hermitian=True)  # for the same reason
    totals: Floats = np.bincount(cells.words, cells.counts, minlength=count).astype(np.float64)
    return Squares(cells, rows, model, settings, begins, fitted, vectors, hessians, inverses, totals, damped)


def extended(model: Model, columns: Indices) -> Floats:
    """The vectors of contexts, each with a 1 for the bias."""
    contexts = model.vectors[model.words + columns, 0].astype(np.float64)
    return np.concatenate([contexts, np.ones((len(columns), 1))], axis=1)


def _damping(model: Model, rows: Indices, settings: GloVe) -> Floats:
    """1/τ for each coordinate of each word, and for its bias."""
    squares = np.concatenate([model.vectors[rows, 1], model.biases[rows, 1:]], axis=1).astype(np.float64)
    rates = np.append(np.full(settings.dim, settings.learning_rate), _BIAS_RATE)
    time = rates * settings.epochs * 2 / (1 + np.sqrt(squares))
    damping: Floats = 1 / time
    return damping
