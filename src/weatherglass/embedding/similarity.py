"""How alike two spaces are: the cosine of common words after one space is turned onto the other, against chance.

A rotation has many free numbers, so it makes even random spaces agree on the words it was fitted to: at 300 dimensions
by 0.45 with 1,000 words. Here no word is scored by a rotation that has seen it, and the same is done with the words of one
space exchanged at random.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from weatherglass.arrays import Floats
from weatherglass.embedding.alignment import nearest_rotation, rotation
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.geometry import unit
from weatherglass.embedding.order import frequency_known
from weatherglass.errors import SpecError

Short = NDArray[np.float32]
Rows = NDArray[np.intp]
MOST_WORDS = 20_000
PERMUTATIONS = 39  # the range of 39 values holds a fortieth of the same kind in 95 % of cases
MOVED_SHOWN = 15
FREQUENT = 1_000  # words among which those that moved most are looked for
_TAIL = 0.025


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A common word and its cosine after alignment, by a rotation that was not fitted to it."""

    word: str
    cosine: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Similarity:
    """Weighted mean cosine of the common words of two spaces after alignment.

    `words` were used of `common` ones; `effective` is the number of equally weighted words on which a mean with these
    weights would rest as much. `floor` is the mean of the same figure over `permutations` with the words of one space
    exchanged, `floor_low` to `floor_high` their 95 % range. `unweighted`: all words counting the same. `on_fitted_words`:
    what would come out if the words scored were those fitted, which is too high. `weights` says what the weights are.
    """

    one: str
    other: str
    dimensions: tuple[int, int]
    common: int
    words: int
    effective: float
    value: float
    unweighted: float
    on_fitted_words: float
    floor: float
    floor_low: float
    floor_high: float
    permutations: int
    weights: str
    moved: tuple[Moved, ...]
    moved_among: int
    seed: int

    @property
    def above_floor(self) -> float:
        return self.value - self.floor


def similarity(
    one: Embedding,
    other: Embedding,
    *,
    frequencies: Mapping[str, float] | None = None,
    weights_said: str = "the frequencies given",
    most_words: int = MOST_WORDS,
    permutations: int = PERMUTATIONS,
    frequent: int = FREQUENT,
    seed: int = 0,
) -> Similarity:
    """Turn one space onto the other by their common words, as spelled, and see how near these come to each other.

    Vectors are scaled to length one first. The words are split in two at random; each half is scored by the rotation
    fitted to the other. `frequencies`: how often words occur, and `weights_said` what these are, in words; without them
    the row number stands for the rank, and a word counts 1/rank.
    """
    least = round(1 / _TAIL) - 1
    if permutations < least:
        raise SpecError(f"permutations={permutations}: give at least {least}, so that there is a 95 % range")
    if most_words < 2 or frequent < 1:
        raise SpecError(f"most_words={most_words}, frequent={frequent}: give at least 2 words, and 1 frequent one")
    common = [word for word in one.words if word in other.index]
    if len(common) < 2 * max(one.dim, other.dim):
        raise SpecError(
            f"{one.name} and {other.name} have {len(common):,} words in common; at least {2 * max(one.dim, other.dim):,} are needed to "
            "turn one onto the other, twice as many as dimensions"
        )
    if frequencies is None:
        weights, said = _weights(one, other, common)
    else:
        weights, said = _counted(frequencies, common, weights_said)
    kept = np.argsort(-weights, kind="stable")[:most_words]
    words = [common[i] for i in kept]
    weights = weights[kept] / weights[kept].sum()
    small, large = sorted((one, other), key=lambda space: space.dim)
    a, b = (unit(space.vectors[[space.index[word] for word in words]]) for space in (small, large))
    rng = np.random.default_rng(seed)
    halves = _halves(len(words), rng)
    cosines = held_out_cosines(a, b, halves)
    with threadpool_limits(1, user_api="blas"):  # many small decompositions: threads get in each other's way
        short_a, short_b, short_weights = (each.astype(np.float32) for each in (a, b, weights))
        floor = np.sort(
            [
                _mean_permuted(short_a, short_b, short_weights, rng.permutation(len(b)), halves)
                for _ in range(permutations)
            ]
        )
    ends = int((permutations + 1) * _TAIL)
    among = len(words) if np.ptp(weights) == 0 else min(frequent, len(words))
    lowest = np.argsort(cosines[:among], kind="stable")[:MOVED_SHOWN]
    return Similarity(
        one=one.name,
        other=other.name,
        dimensions=(one.dim, other.dim),
        common=len(common),
        words=len(words),
        effective=float(1 / (weights**2).sum()),
        value=float(weights @ cosines),
        unweighted=float(cosines.mean()),
        on_fitted_words=float(weights @ aligned_cosines(a, b)),
        floor=float(floor.mean()),
        floor_low=float(floor[ends - 1]),
        floor_high=float(floor[-ends]),
        permutations=permutations,
        weights=said,
        moved=tuple(Moved(word=words[i], cosine=float(cosines[i])) for i in lowest),
        moved_among=among,
        seed=seed,
    )


def aligned_cosines(one: Floats, other: Floats) -> Floats:
    """Cosine of each row with its counterpart after alignment; rows have length one."""
    return _cosines(one @ rotation(one, other), other)


def held_out_cosines(one: Floats, other: Floats, halves: tuple[Rows, Rows]) -> Floats:
    """The same, each half by the rotation fitted to the other half."""
    found = np.empty(len(one))
    for fitted, scored in (halves, halves[::-1]):
        found[scored] = _cosines(one[scored] @ rotation(one[fitted], other[fitted]), other[scored])
    return found


def _cosines(one: Floats, other: Floats) -> Floats:
    found: Floats = np.einsum("ij,ij->i", one, other)
    return np.clip(found, -1.0, 1.0)


def _mean_permuted(one: Short, other: Short, weights: Short, order: Rows, halves: tuple[Rows, Rows]) -> float:
    """The weighted mean of held-out cosines when the rows of `other` come in another order.

    As Σ w (aR)·b = ⟨R, Σ w aᵀb⟩, no row is turned; 32 bits are enough for it.
    """
    permuted = other[order]
    plain = [one[half].T @ permuted[half] for half in halves]
    weighted = [(one[half] * weights[half, None]).T @ permuted[half] for half in halves]
    return sum(
        float((nearest_rotation(fitted) * scored).sum(dtype=np.float64))
        for fitted, scored in zip(plain, reversed(weighted), strict=True)
    )


def _halves(words: int, rng: np.random.Generator) -> tuple[Rows, Rows]:
    order = rng.permutation(words)
    return np.sort(order[: words // 2]), np.sort(order[words // 2 :])


def _weights(one: Embedding, other: Embedding, common: list[str]) -> tuple[Floats, str]:
    """How much each common word counts by what the files tell, and what that is, in words."""
    if known := [space for space in (one, other) if space.counts is not None and space.made is not None]:
        return _told(known, common)
    ordered = [space for space in (one, other) if frequency_known(space)]
    if not ordered:
        return np.ones(len(common)), "none: neither file is in the order of frequency, so all words count the same"
    ranks = [space.ranks[[space.index[word] for word in common]] for space in ordered]
    inverse = [np.where(each >= 0, 1.0 / (np.maximum(each, 0) + 1.0), 0.0) for each in ranks]
    names = " and ".join(space.name for space in ordered)
    mean = ", the mean of both" if len(ordered) == 2 else "; the other file is in the order of the alphabet"
    return _mean_share(inverse), f"1/rank, the rank being the row number in {names}{mean}"


def _told(spaces: list[Embedding], common: list[str]) -> tuple[Floats, str]:
    """By the counts that were kept with the vectors when they were trained."""
    counts = [
        space.counts[[space.index[word] for word in common]].astype(np.float64)
        for space in spaces
        if space.counts is not None
    ]
    names = " and ".join(space.name for space in spaces)
    mean = ", the mean share of both" if len(spaces) == 2 else ""
    return _mean_share(counts), f"how often a word occurs in the texts of {names}, by the file beside the vectors{mean}"


def _mean_share(weights: list[Floats]) -> Floats:
    mean: Floats = np.mean([each / each.sum() for each in weights], axis=0)
    return mean


def _counted(counted: Mapping[str, float], common: list[str], said: str) -> tuple[Floats, str]:
    weights = np.array([counted.get(word, 0.0) for word in common], np.float64)
    if not np.isfinite(weights).all() or (weights < 0).any():
        raise SpecError("frequencies must be finite and not negative; mend those that are not")
    if np.count_nonzero(weights) < 2:
        raise SpecError(
            "fewer than two of the common words have a frequency; give the frequencies of the spaces' words"
        )
    absent = int(np.count_nonzero(weights == 0))
    return weights, said + (f" ({absent:,} common words have none, and count nothing)" if absent else "")
