"""What the study of base pairs gives: plain data that survives JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from weatherglass.errors import Notice
from weatherglass.files.plain import fields_of, from_plain
from weatherglass.measure.pair_agreement import UNSTABLE
from weatherglass.measure.result import Lacking
from weatherglass.shown import Shown
from weatherglass.words.lookup import Substitution

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True, slots=True, kw_only=True)
class TooFew(Lacking):
    """A part of the study for which too little is in the vectors, with the counts that its reason names."""

    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ByPair:
    """Kappas by measure and base pair, over so many words of those `asked` for.

    `decided`: pairs by which all words lean one way on both sides, so that kappa is 0/0 and set to 1; it shows nothing.
    """

    words: int
    asked: int
    kappas: Mapping[str, Mapping[str, float]]
    decided: Mapping[str, tuple[str, ...]]

    def mean(self, measure: str) -> float | None:
        """Over the pairs, without those whose kappa is 0/0; None if no other is left."""
        return mean_kappa(self.kappas[measure], self.decided[measure])


def mean_kappa(kappas: Mapping[str, float], decided: Sequence[str]) -> float | None:
    """Over the pairs, without those whose kappa is 0/0."""
    values = [kappa for label, kappa in kappas.items() if label not in decided]
    return sum(values) / len(values) if values else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """A measure over the most frequent words and all base pairs."""

    mean: float
    sd: float
    words: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PairStability:
    """What changing the base pair does to the professions.

    `kappa`: Fleiss' agreement of the sides over all pairs, `decided` where all words lean one way by all of them. `changed`: mean share of changes of the pair that move a
    word by a standard deviation of the population or more. `one_side`: share of words with one side for all pairs.
    `flips`: share of words whose side changes between the pairs `flips_between`, None where a word is missing.
    `to_second`: share of all sides that are towards the second word of a pair.
    """

    kappa: float
    decided: bool
    changed: float
    one_side: float
    flips: float | None
    to_second: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Correlated:
    """Cosines between the pairs' difference vectors, their kappas by direct bias, and how these correlate.

    `cosines` and `kappas` are matrices in the order of the pairs. `r` and `p` (two-sided) by pair, over its cosines
    with the others. `random`: mean and standard deviation for differences of random words, and for random words.
    """

    cosines: tuple[tuple[float, ...], ...]
    kappas: tuple[tuple[float, ...], ...]
    r: Mapping[str, float | None]
    p: Mapping[str, float | None]
    random_differences: tuple[float, float]
    random_words: tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One word and its forms: a score for each base pair, by measure and form; `asked`: the word, where one was asked for."""

    word: str
    scores: Mapping[str, Mapping[str, tuple[float, ...]]]
    asked: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stability(Shown):
    """The tables 1 to 6 and figures 1 and 2 of the study, for one embedding.

    `profession_scores`: each profession's direct bias by every pair. `own_neutral`: the neutral words were given.
    """

    embedding: Mapping[str, Any]
    language: str
    pairs: tuple[str, ...]
    missing_pairs: tuple[str, ...]
    substituted: tuple[Substitution, ...]
    professions: tuple[int, int]  # found, asked
    missing_professions: tuple[str, ...]
    neutral_words: int
    missing_neutral: tuple[str, ...]
    own_neutral: bool
    k: int
    seed: int
    unit_length: bool
    population: Mapping[str, Spread]
    base_pairs: Mapping[str, PairStability]
    profession_scores: Mapping[str, tuple[float, ...]]
    pair_agreement: Mapping[str, float]
    flips_between: tuple[str, str] | None
    capitalised_pairs: ByPair | TooFew
    word_forms: Mapping[str, ByPair | TooFew]
    correspondence: Mapping[str, ByPair | TooFew]
    between_measures: Mapping[str, Mapping[str, float]]
    between_decided: Mapping[str, tuple[str, ...]]
    correlated: Correlated
    example: Example
    warnings: tuple[Notice, ...] = ()

    @property
    def unstable(self) -> tuple[str, ...]:
        """Pairs that agree with the others no more than fairly."""
        return tuple(label for label, kappa in self.pair_agreement.items() if kappa <= UNSTABLE)

    def to_dict(self) -> dict[str, Any]:
        """The stable JSON shape; it grows only by new keys."""
        data = fields_of(self)
        warnings = data.pop("warnings")
        unstable = list(self.unstable)
        return {"schema_version": 1, "kind": "stability", **data, "unstable_pairs": unstable, "warnings": warnings}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Stability:
        """The inverse of `to_dict`."""
        return from_plain(cls, data)

    def pairs_table(self) -> pl.DataFrame:
        """One row for every two base pairs: the cosine of their differences, and κ of the professions' sides by direct bias."""
        import polars as pl

        twos = list(combinations(range(len(self.pairs)), 2))
        return pl.DataFrame(
            {
                "pair": [self.pairs[i] for i, _ in twos],
                "other": [self.pairs[j] for _, j in twos],
                "cosine": [self.correlated.cosines[i][j] for i, j in twos],
                "kappa": [self.correlated.kappas[i][j] for i, j in twos],
            }
        )

    def words_table(self) -> pl.DataFrame:
        """One row for every profession and base pair, with the profession's direct bias."""
        import polars as pl

        rows = [
            (word, pair, score)
            for word, scores in self.profession_scores.items()
            for pair, score in zip(self.pairs, scores, strict=True)
        ]
        return pl.DataFrame(
            rows, schema={"word": pl.String, "pair": pl.String, "direct_bias": pl.Float64}, orient="row"
        )
