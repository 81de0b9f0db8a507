"""Turning one space onto another: orthogonal Procrustes (Schönemann 1966). Pure functions on arrays."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Floats
from weatherglass.errors import SpecError

Real = TypeVar("Real", np.float32, np.float64)


def rotation(of: NDArray[np.floating], onto: NDArray[np.floating]) -> Floats:
    """The matrix R with orthonormal rows that brings `of` @ R nearest to `onto`, row by row, in squared distance.

    R turns and mirrors but neither shifts nor stretches, so all lengths and cosines within `of` stay as they are. Where
    `onto` has more dimensions, `of` is placed inside it, which is the same as filling it up with zeros. The other way
    round cosines would be lost, so that is refused.
    """
    if of.ndim != 2 or onto.ndim != 2 or len(of) != len(onto):
        raise SpecError(
            f"a rotation is fitted to the same words in both spaces, a row each; arrays of shape {of.shape} and {onto.shape} were given"
        )
    if of.shape[1] > onto.shape[1]:
        raise SpecError(
            f"{of.shape[1]} dimensions cannot be turned into {onto.shape[1]} without loss; turn the smaller space onto the larger one"
        )
    return nearest_rotation(of.astype(np.float64).T @ onto.astype(np.float64))


def nearest_rotation(products: NDArray[Real]) -> NDArray[Real]:
    """The rotation for `of`ᵀ @ `onto`: the product of its singular vectors, the singular values set to one."""
    if not np.isfinite(products).all():
        raise SpecError("the vectors hold numbers that are not finite; leave those rows out")
    left, _, right = np.linalg.svd(products, full_matrices=False)
    turned: NDArray[Real] = left @ right
    return turned


def align(of: NDArray[np.floating], onto: NDArray[np.floating]) -> Floats:
    """`of` turned onto `onto`, in double precision."""
    turned: Floats = of.astype(np.float64) @ rotation(of, onto)
    return turned
