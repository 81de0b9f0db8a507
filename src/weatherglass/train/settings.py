"""What can be set when training; one class for each method, with the names the command line uses."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import isfinite
from typing import Any, Literal

from weatherglass.errors import SpecError, UnknownName

Weighting = Literal["harmonic", "flat"]
MOST_SEEDS = 1 << 32  # as many as the generators of random numbers tell apart


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What every method knows. With one thread the same seed gives the same bytes; several are faster and do not."""

    dim: int = 100
    window: int = 5
    min_count: int = 5
    epochs: int = 5
    seed: int = 0
    threads: int = 1

    def __post_init__(self) -> None:
        least = {"dim": 1, "window": 1, "min_count": 1, "epochs": 1, "seed": 0, "threads": 1}
        for name, low in least.items():
            if getattr(self, name) < low:
                raise SpecError(f"{name}={getattr(self, name)}: give at least {low}")
        if self.seed >= MOST_SEEDS:
            raise SpecError(f"seed={self.seed}: give a number below {MOST_SEEDS:,}")
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, float) and not isfinite(value):
                raise SpecError(f"{field.name}={value}: give a finite number")

    @property
    def deterministic(self) -> bool:
        return self.threads == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Word2Vec(Settings):
    """word2vec, after Mikolov et al. (2013). `subsample` is a relative frequency; `negative` 0 with hierarchical softmax."""

    architecture: Literal["skip-gram", "cbow"] = "skip-gram"
    negative: int = 5
    hierarchical_softmax: bool = False
    subsample: float = 1e-3
    learning_rate: float = 0.025
    min_learning_rate: float = 0.0001
    noise_exponent: float = 0.75
    cbow_mean: bool = True

    def __post_init__(self) -> None:
        Settings.__post_init__(self)
        if self.architecture not in ("skip-gram", "cbow"):
            raise UnknownName("architecture", self.architecture, ("skip-gram", "cbow"))
        if self.negative < 0 or (self.negative == 0 and not self.hierarchical_softmax):
            raise SpecError(f"negative={self.negative}: give at least 1, or 0 with hierarchical softmax")
        if not 0 <= self.subsample < 1:
            raise SpecError(
                f"subsample={self.subsample}: give a relative frequency below 1 such as 0.001, or 0 for none"
            )
        if not 0 < self.min_learning_rate <= self.learning_rate:
            raise SpecError(
                f"learning_rate={self.learning_rate}: give a number above the least rate {self.min_learning_rate}"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class FastText(Word2Vec):
    """fastText, after Bojanowski et al. (2017): word2vec with the words' n-grams of `min_n` to `max_n` characters."""

    learning_rate: float = 0.05
    min_n: int = 3
    max_n: int = 6
    buckets: int = 2_000_000

    def __post_init__(self) -> None:
        Word2Vec.__post_init__(self)
        if not 1 <= self.min_n <= self.max_n:
            raise SpecError(f"min_n={self.min_n}, max_n={self.max_n}: give 1 ≤ min_n ≤ max_n")
        if self.buckets < 1:
            raise SpecError(f"buckets={self.buckets}: give at least 1")


@dataclass(frozen=True, slots=True, kw_only=True)
class GloVe(Settings):
    """GloVe, after Pennington et al. (2014). `memory` is in GB; `vectors`: word and context vectors added, or the first."""

    window: int = 10
    epochs: int = 25
    x_max: float = 100.0
    alpha: float = 0.75
    learning_rate: float = 0.05
    weighting: Weighting = "harmonic"
    vectors: Literal["sum", "word"] = "sum"
    memory: float = 4.0

    def __post_init__(self) -> None:
        Settings.__post_init__(self)
        for name, known in (("weighting", ("harmonic", "flat")), ("vectors", ("sum", "word"))):
            if getattr(self, name) not in known:
                raise UnknownName(name, getattr(self, name), known)
        for name in ("x_max", "alpha", "learning_rate"):
            if not getattr(self, name) > 0:
                raise SpecError(f"{name}={getattr(self, name)}: give a number above 0")


METHODS: dict[str, type[Word2Vec | GloVe]] = {"word2vec": Word2Vec, "fasttext": FastText, "glove": GloVe}


def settings_for(method: str, given: dict[str, Any]) -> Word2Vec | GloVe:
    """The method's settings with what was given; a setting of another method is refused, not overlooked."""
    if method not in METHODS:
        raise UnknownName("method of training", method, METHODS)
    known = {field.name for field in fields(METHODS[method])}
    for name in given:
        if name not in known:
            having = [other for other, kind in METHODS.items() if name in {field.name for field in fields(kind)}]
            if having:
                raise SpecError(f"{name} is a setting of {' and '.join(having)}, not of {method}; leave it out")
            raise UnknownName(f"setting of {method}", name, known)
    return METHODS[method](**given)
