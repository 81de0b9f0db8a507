"""The optimum of soft mitigation, in matrices whose size does not depend on the number of words.

With words as rows: minimise ‖W A Wᵀ − W Wᵀ‖² + λ ‖N A Gᵀ‖² over A = T Tᵀ, positive semidefinite. W and N enter through C = WᵀW and
D = NᵀN alone. In the coordinates of C's eigenvectors, scaled by the roots of its eigenvalues, the first term is the squared distance of
X = √C A √C from C, so that the Hessian of the whole is well conditioned; the second has the rank of G, so that the minimum over all
symmetric X follows from a system of as many equations as G has numbers. Where that minimum is positive semidefinite, it is the optimum;
where it is not, accelerated projected gradients go on from its projection (Beck & Teboulle 2009, monotone).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from weatherglass.arrays import Floats

_RANK = 1e-10  # of the largest eigenvalue: directions in which the words hardly extend
_MOST_ROUNDS = 2000
_STEADY = 1e-12  # relative change of the objective at which descent ends


@dataclass(frozen=True, slots=True, eq=False)
class Optimum:
    """T, symmetric, and the objective from T = 1 on, step by step; `steady`: whether more steps would change nothing."""

    transformation: Floats
    objective: tuple[float, ...]
    steady: bool


def optimum(all_words: Floats, neutral: Floats, directions: Floats, weight: float) -> Optimum:
    """`all_words`: C, `neutral`: D, `directions`: G, a row each, `weight`: λ of the sums of squares."""
    strengths, axes = np.linalg.eigh(all_words)
    kept = strengths > _RANK * strengths[-1]
    strengths, axes = strengths[kept], axes[:, kept]
    root = np.sqrt(strengths)
    p = (axes.T @ neutral @ axes) / root[:, None] / root
    h = (axes.T @ directions.T) / root[:, None]
    problem = _Problem(np.diag(strengths), p, h, weight)
    found = problem.unconstrained()
    trace = [problem.value(problem.start)]
    projected, least = _projected(found)
    steady = True
    if least < -_STEADY * strengths[-1]:
        found, further, steady = problem.descended(projected)
        trace += further
    else:
        found = projected
        trace.append(problem.value(found))
    inner = found / root[:, None] / root
    return Optimum(_root(axes @ inner @ axes.T + np.eye(len(axes)) - axes @ axes.T), tuple(trace), steady)


def objective(all_words: Floats, neutral: Floats, directions: Floats, weight: float, gram: Floats) -> float:
    """The value that is minimised, from A = T Tᵀ as it stands in the paper."""
    away = gram - np.eye(len(gram))
    along = gram @ directions.T
    return float(np.trace(away @ all_words @ away @ all_words) + weight * np.trace(along.T @ neutral @ along))


@dataclass(frozen=True, slots=True, eq=False)
class _Problem:
    start: Floats  # C, where T = 1
    p: Floats
    h: Floats
    weight: float

    def value(self, x: Floats) -> float:
        along = x @ self.h
        return float(((x - self.start) ** 2).sum() + self.weight * np.sum(along * (self.p @ along)))

    def slope(self, x: Floats) -> Floats:
        across = (self.p @ (x @ self.h)) @ self.h.T
        found: Floats = 2 * (x - self.start) + self.weight * (across + across.T)
        return found

    def unconstrained(self) -> Floats:
        """Where the slope is zero: X = C − λ/2 (P Y hᵀ + h Yᵀ P) with Y = X h, which is linear in Y."""
        n, k = self.h.shape
        half = self.weight / 2
        q = self.p @ self.h
        system = np.eye(n * k) + half * (
            np.kron(self.p, self.h.T @ self.h) + np.einsum("il,mj->ijml", self.h, q).reshape(n * k, n * k)
        )
        y = np.linalg.solve(system, (self.start @ self.h).ravel()).reshape(n, k)
        across = (self.p @ y) @ self.h.T
        found: Floats = self.start - half * (across + across.T)
        return found

    def descended(self, x: Floats) -> tuple[Floats, list[float], bool]:
        """From x on, never upwards; and whether an end was reached."""
        step = 1 / (2 + 2 * self.weight * np.linalg.norm(self.p, 2) * np.linalg.norm(self.h, 2) ** 2)
        values = [self.value(x)]
        ahead, speed = x, 1.0
        for _ in range(_MOST_ROUNDS):
            tried, _least = _projected(ahead - step * self.slope(ahead))
            value = self.value(tried)
            faster = (1 + np.sqrt(1 + 4 * speed * speed)) / 2
            if value <= values[-1]:
                ahead = tried + (speed - 1) / faster * (tried - x)
                x = tried
            elif speed == 1.0:
                return x, values, True  # a plain step does not go down any more
            else:
                ahead, faster, value = x, 1.0, values[-1]  # too far ahead: start anew from here
            speed = faster
            if speed > 1.0 and values[-1] - value <= _STEADY * abs(values[-1]):
                return x, [*values, value], True
            values.append(value)
        return x, values, False


def _projected(x: Floats) -> tuple[Floats, float]:
    """The nearest positive semidefinite matrix, and the least eigenvalue before."""
    values, vectors = np.linalg.eigh((x + x.T) / 2)
    found: Floats = (vectors * np.maximum(values, 0)) @ vectors.T
    return found, float(values[0])


def _root(gram: Floats) -> Floats:
    values, vectors = np.linalg.eigh((gram + gram.T) / 2)
    found: Floats = (vectors * np.sqrt(np.maximum(values, 0))) @ vectors.T
    return found
