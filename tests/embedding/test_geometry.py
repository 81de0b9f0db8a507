"""Lengths and cosines, by loops."""

from __future__ import annotations

import numpy as np
import pytest

from weatherglass.embedding.geometry import cosines, unit


def test_rows_of_length_one_in_double_precision() -> None:
    rows = np.array([[3, 4], [-5, 0]], np.float32)
    assert unit(rows) == pytest.approx(np.array([[0.6, 0.8], [-1, 0]]))
    assert unit(rows).dtype == np.float64
    assert rows.tolist() == [[3, 4], [-5, 0]]


def test_cosines_of_every_row_with_every_other_whatever_their_lengths() -> None:
    rng = np.random.default_rng(0)
    rows, columns = 10 * rng.normal(size=(4, 5)), 0.1 * rng.normal(size=(3, 5))
    expected = [[x @ y / np.sqrt((x @ x) * (y @ y)) for y in columns] for x in rows]
    assert cosines(rows, columns) == pytest.approx(np.array(expected))
