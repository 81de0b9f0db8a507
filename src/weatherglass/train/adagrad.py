"""GloVe's step of learning, compiled: the weighted least squares of Pennington et al. (2014) by AdaGrad.

Each word has two vectors, one as the word and one as the context. A row of `vectors` holds a vector and, beside it, the
sums of squares of its gradients, so that both come from memory together. The rows of the contexts follow those of the words.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import njit, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from weatherglass.arrays import Singles

_LINE = 16  # 32-bit numbers in a line of the cache
_HALF = np.float32(0.5)


@intrinsic
def _fetch_ahead(_context: Any, array: Any, place: Any) -> Any:
    """Ask for the memory around array[place] before it is needed: most of the time goes into waiting for rows."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        byte = ir.IntType(8).as_pointer()
        address = builder.bitcast(builder.gep(data, [arguments[1]]), byte)
        number = ir.IntType(32)
        fetch = builder.module.declare_intrinsic(
            "llvm.prefetch", [byte], ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        )
        builder.call(fetch, [address, number(1), number(3), number(1)])  # to be written, kept close, data
        return context.get_dummy_value()

    return types.void(array, place), generate


@njit(cache=True, nogil=True, fastmath=True, error_model="numpy", inline="always")
def _learn_bias(bias: Singles, gradient: np.float32) -> None:
    """Biases learn at rate 1 whatever the rate of the vectors, as in the authors' program."""
    bias[0] -= gradient / np.sqrt(bias[1])
    bias[1] += gradient * gradient


@njit(cache=True, nogil=True, fastmath=True, error_model="numpy", inline="always")
def _learn(
    vectors: Singles, biases: Singles, i: int, j: int, log_count: np.float32, weight: np.float32, rate: np.float32
) -> Any:
    """One cell: vector i as the word, j as the context; returns what it adds to the loss."""
    word, word_squares, context, context_squares = vectors[i, 0], vectors[i, 1], vectors[j, 0], vectors[j, 1]
    dot = np.float32(0)
    for k in range(word.size):
        dot += word[k] * context[k]
    error = dot + biases[i, 0] + biases[j, 0] - log_count
    weighted = weight * error
    step = rate * weighted
    for k in range(word.size):
        at_word, at_context = word[k], context[k]
        squares_word, squares_context = word_squares[k], context_squares[k]
        step_word, step_context = step * at_context, step * at_word
        word[k] = at_word - step_word / np.sqrt(squares_word)
        context[k] = at_context - step_context / np.sqrt(squares_context)
        word_squares[k] = squares_word + step_word * step_word
        context_squares[k] = squares_context + step_context * step_context
    _learn_bias(biases[i], weighted)
    _learn_bias(biases[j], weighted)
    return _HALF * weighted * error


@njit(cache=True, nogil=True, fastmath=True, error_model="numpy")
def learn_cells(
    vectors: Singles,
    biases: Singles,
    rows: NDArray[np.int32],
    columns: NDArray[np.int32],
    log_counts: Singles,
    weights: Singles,
    rate: np.float32,
) -> float:
    """Learn from cells one after another, each in both directions; returns the sum of their losses."""
    words = len(vectors) // 2
    flat = vectors.reshape(-1)
    size = 2 * vectors.shape[2]
    loss = 0.0
    for n in range(rows.size):
        i, j = rows[n], columns[n]
        if n + 1 < rows.size:
            next_row, next_column = np.int64(rows[n + 1]), np.int64(columns[n + 1])
            for row in (next_row, next_column + words, next_column, next_row + words):
                for k in range(0, size, _LINE):
                    _fetch_ahead(flat, row * size + k)  # type: ignore[call-arg]
        loss += _learn(vectors, biases, i, j + words, log_counts[n], weights[n], rate)
        if i != j:
            loss += _learn(vectors, biases, j, i + words, log_counts[n], weights[n], rate)
    return loss
