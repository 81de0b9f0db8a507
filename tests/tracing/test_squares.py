"""The Newton step: held against the minimum found by a solver, against finite differences, and against learning that stops early."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize

from tests.tracing.made import Trained, corpus_of, random_documents, trained
from weatherglass.arrays import Floats
from weatherglass.trace.ledger import Taken
from weatherglass.trace.squares import LEAST_CONTEXTS, Squares, TooFewContexts, extended, squares_of

WORDS = ("w1", "w2", "w5")


@pytest.fixture
def small(tmp_path: Path) -> Trained:
    return trained(corpus_of(random_documents(60), tmp_path), WORDS, tmp_path, dim=4)


def weighted(made: Trained, counts: Floats) -> Floats:
    weights: Floats = np.minimum(counts / made.settings.x_max, 1.0) ** made.settings.alpha
    return weights


def loss_of(made: Trained, squares: Squares, word: int, counts: Floats) -> Any:
    """GloVe's loss of one word as a function of its vector and bias, with contexts fixed, for other counts."""
    begin, end = squares.begins[word], squares.begins[word + 1]
    there = counts[begin:end] > 1e-9
    columns = squares.cells.columns[begin:end][there]
    contexts = made.model.vectors[made.model.words + columns, 0].astype(float)
    biases = made.model.biases[made.model.words + columns, 0].astype(float)
    logs, weights = np.log(counts[begin:end][there]), weighted(made, counts[begin:end][there])

    def loss(parameters: Floats) -> float:
        return float((weights * (contexts @ parameters[:-1] + parameters[-1] + biases - logs) ** 2).sum())

    return loss


def at_the_minimum(made: Trained) -> Trained:
    """The same model with the test words' vectors and biases where their loss is least."""
    squares = squares_of(made.ledger, made.model, made.settings, damped=False)
    vectors, biases = made.model.vectors.copy(), made.model.biases.copy()
    for word, row in enumerate(made.ledger.rows):
        contexts = extended(made.model, squares.cells.columns[squares.begins[word] : squares.begins[word + 1]])
        counts = squares.cells.counts[squares.begins[word] : squares.begins[word + 1]]
        columns = squares.cells.columns[squares.begins[word] : squares.begins[word + 1]]
        target = np.log(counts) - made.model.biases[made.model.words + columns, 0]
        root = np.sqrt(weighted(made, counts))[:, None]
        solved = np.linalg.lstsq(root * contexts, root[:, 0] * target, rcond=None)[0]
        vectors[row, 0], biases[row, 0] = solved[:-1], solved[-1]
    return replace(made, model=type(made.model)(vectors, biases))


def left_after(squares: Squares, taken: Taken) -> Floats:
    counts = squares.cells.counts.copy()
    counts[taken.places] -= taken.counts
    return counts


def test_from_the_minimum_a_step_leads_to_the_minimum_of_what_is_left(small: Trained) -> None:
    made = at_the_minimum(small)
    squares = squares_of(made.ledger, made.model, made.settings, damped=False)
    chosen = np.arange(len(made.ledger.documents)) % 4 == 0
    taken = made.ledger.taken_by(chosen)
    moved = squares.moved(taken, group=True)
    counts = left_after(squares, taken)
    assert (counts[taken.places] < 1e-9).any(), "some cells vanish"
    for word, row in enumerate(made.ledger.rows):
        begin = np.append(made.model.vectors[row, 0].astype(float), made.model.biases[row, 0])
        found = minimize(loss_of(made, squares, word, counts), begin, method="BFGS", options={"gtol": 1e-9})
        assert moved[word] == pytest.approx(found.x[:-1], abs=2e-5)  # the model has 32 bits


def test_steps_are_those_of_finite_differences(small: Trained) -> None:
    """Where next to nothing is taken away, the step is the derivative of the minimum with respect to the counts."""
    made = at_the_minimum(small)
    squares = squares_of(made.ledger, made.model, made.settings, damped=False)
    whole = made.ledger.taken(3)
    small_part = Taken(whole.places, whole.counts * 1e-4)
    step = squares.moved(small_part, group=True) - squares.vectors
    for word in range(len(WORDS)):
        ends = []
        for sign in (-1, 1):
            counts = squares.cells.counts.copy()
            counts[whole.places] += sign * 1e-4 * whole.counts
            begin, end = squares.begins[word], squares.begins[word + 1]
            columns = squares.cells.columns[begin:end]
            root = np.sqrt(weighted(made, counts[begin:end]))[:, None]
            target = np.log(counts[begin:end]) - made.model.biases[made.model.words + columns, 0]
            ends.append(np.linalg.lstsq(root * extended(made.model, columns), root[:, 0] * target, rcond=None)[0][:-1])
        slope = (ends[0] - ends[1]) / 2  # of taking away, so minus before plus
        assert step[word] == pytest.approx(slope, rel=2e-3, abs=1e-8)


def test_a_damped_step_leads_from_one_ridge_solution_to_the_other(small: Trained) -> None:
    """A vector that a ridge holds back is moved exactly to where the same ridge holds it for the counts that are left."""
    made = small
    squares = squares_of(made.ledger, made.model, made.settings)
    plain = squares_of(made.ledger, made.model, made.settings, damped=False)
    taken = made.ledger.taken_by(np.arange(len(made.ledger.documents)) % 3 == 0)
    moved = squares.moved(taken, group=True)
    counts = left_after(squares, taken)
    for word, row in enumerate(made.ledger.rows):
        begin, end = squares.begins[word], squares.begins[word + 1]
        damping = np.diag(squares.hessians[word] - plain.hessians[word])
        assert (damping > 0).all()
        columns = squares.cells.columns[begin:end]
        contexts = extended(made.model, columns)
        now = np.append(made.model.vectors[row, 0].astype(float), made.model.biases[row, 0])
        biases = made.model.biases[made.model.words + columns, 0]

        def pull(of: Floats, contexts: Floats = contexts, now: Floats = now, biases: Floats = biases) -> Floats:
            there = of > 1e-9
            errors = contexts[there] @ now + biases[there] - np.log(of[there])
            found: Floats = contexts[there].T @ (weighted(made, of[there]) * errors)
            return found

        # What holds it back: (H + D)x = r + h, so that h is what makes `now` the solution with all counts.
        held = damping * now + pull(squares.cells.counts[begin:end])
        there = counts[begin:end] > 1e-9
        weights = weighted(made, counts[begin:end][there])
        left = (contexts[there].T * weights) @ contexts[there] + np.diag(damping)
        right = contexts[there].T @ (weights * (np.log(counts[begin:end][there]) - biases[there])) + held
        assert moved[word] == pytest.approx(np.linalg.solve(left, right)[:-1], abs=1e-6)


def test_longer_learning_damps_less(small: Trained) -> None:
    short, long = (
        np.trace(
            squares_of(small.ledger, small.model, replace(small.settings, epochs=epochs)).hessians, axis1=1, axis2=2
        )
        for epochs in (10, 1000)
    )
    plain = np.trace(squares_of(small.ledger, small.model, small.settings, damped=False).hessians, axis1=1, axis2=2)
    assert (short > long).all()
    assert (long > plain).all()
    assert long == pytest.approx(plain + (short - plain) / 100)


def test_single_documents_move_vectors_nearly_as_the_exact_step(small: Trained) -> None:
    squares = squares_of(small.ledger, small.model, small.settings)
    for place in range(len(small.ledger.documents)):
        taken = small.ledger.taken(place)
        quick, exact = squares.moved(taken), squares.moved(taken, group=True)
        size = np.linalg.norm(exact - squares.vectors)
        assert (
            np.linalg.norm(quick - exact) <= 0.05 * size + 1e-12
        )  # it goes by for a fiftieth of a word's counts at most
        without = np.setdiff1d(np.arange(len(WORDS)), squares.cells.words[taken.places])
        assert (quick[without] == squares.vectors[without]).all()  # words that do not occur in it


def test_a_word_that_is_left_with_too_few_contexts_is_refused(small: Trained) -> None:
    everything = small.ledger.taken_by(np.ones(len(small.ledger.documents), bool))
    squares = squares_of(small.ledger, small.model, small.settings)
    with pytest.raises(TooFewContexts) as refused:
        squares.moved(everything, group=True)
    assert (refused.value.word, refused.value.contexts) == (0, 0)
    begin, end = squares.begins[:2]
    most = end - begin - LEAST_CONTEXTS
    some = Taken(np.arange(begin, begin + most + 1), squares.cells.counts[begin : begin + most + 1])
    with pytest.raises(TooFewContexts):
        squares.moved(some, group=True)
    enough = Taken(some.places[:-1], some.counts[:-1])
    assert np.isfinite(squares.moved(enough, group=True)).all()
    undamped = squares_of(small.ledger, small.model, small.settings, damped=False)
    few = Taken(np.arange(begin, end - 4), squares.cells.counts[begin : end - 4])  # as many as dimensions are left
    with pytest.raises(TooFewContexts):
        undamped.moved(few, group=True)
