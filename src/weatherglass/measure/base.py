"""What a measure is: a function from vectors to scores, and a card that says what it means."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from weatherglass.errors import UnknownName, WeatherglassError
from weatherglass.stats.permutation import PValue, Test
from weatherglass.words.lookup import FoundSet, Vectors
from weatherglass.words.query import Query

MEASURES: dict[str, Measure] = {}
BATTERY = ("weat", "ect", "bat", "km")  # what an audit runs, as in table 3 of Lauscher et al. 2020
WITH_RATES = ("wefat",)  # and on queries with rates

Unit = Literal["effect", "correlation", "share", "cosine", "length", "divergence"]


class NotMeasurable(WeatherglassError):
    """These vectors have no value of this measure; the reason becomes a `Skipped`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """What a measure computes; `groups` are the per-word scores of the sets it scores, in their order.

    `extra`: further figures, plain data that survives JSON. `working`: what p is computed from, not kept.
    """

    value: float | None
    groups: tuple[NDArray[np.float64], ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    working: Mapping[str, NDArray[Any]] = field(default_factory=dict)


class MeasureFunction(Protocol):
    def __call__(self, v: Vectors, /, **params: Any) -> Scores: ...


class PFunction(Protocol):
    """The p-value of scores that were measured on these vectors."""

    def __call__(self, v: Vectors, scores: Scores, test: Test, /, **params: Any) -> PValue | None: ...


class LeftOut(Protocol):
    """The value without each word, an array for each of the sets, where that is quicker than measuring anew."""

    def __call__(self, v: Vectors, /, **params: Any) -> list[NDArray[np.float64]]: ...


class OfSome(Protocol):
    """The value for some of the words only, many times at once: a matrix for each set, a row says which words stay.

    For measures that jump, so that leaving out one word at a time tells nothing.
    """

    def __call__(self, v: Vectors, kept: list[NDArray[np.bool_]], /, **params: Any) -> NDArray[np.float64]: ...


class GroupEffect(Protocol):
    """The value from two groups of association scores, many pairs at once: scores and weights, a pair a row.

    NaN where a pair has no value. With it a measure's words can be resampled without measuring anew.
    """

    def __call__(
        self,
        x: NDArray[np.float64],
        y: NDArray[np.float64],
        of_x: NDArray[np.float64],
        of_y: NDArray[np.float64],
        /,
        **params: Any,
    ) -> NDArray[np.float64]: ...


@dataclass(frozen=True, slots=True)
class Arity:
    """How many sets of a kind a measure takes; `most` None: any number."""

    least: int
    most: int | None

    def __contains__(self, count: int) -> bool:
        return self.least <= count and (self.most is None or count <= self.most)

    def __str__(self) -> str:
        if self.most is None:
            return f"{self.least} or more" if self.least else "any"
        return str(self.least) if self.least == self.most else f"{self.least} to {self.most}"


ANY = Arity(0, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A measure's card and function.

    `pairs`, `rates`, `neutral`: whether it needs base pairs, a real-world figure per target word, the space's neutral
    words. `scores`: whose words get a score each. `reading`: the finding as a sentence, with the names of the sets
    ({t1}, {t2}, {a1}, {a2}), the {value} and the figures of `extra` to be filled in; empty for measures without value.
    `formula`: with X and Y for the target sets, A and B for the attribute sets, x and y for a base pair, w for a word. `bounds`: the values it can take at most. `good`: which way little bias lies. `p`: how p is computed, `p_from` in words;
    `small_p` what a small one speaks for: "coherence" keeps
    it out of corrections and gates. `group_effect`: the value as a function of two groups of association scores.
    `left_out`: the value without each word, where that is quicker than measuring anew; `of_some`: that of some of the
    words, for measures that jump. `resampled`: whether the value
    varies with the words of the sets at all; only then is there an interval.
    `swapped`: what exchanging the target sets does to the value. `lengths_matter`: whether the vectors' lengths do.
    `smooth`: whether values and scores change little where vectors do, so that they can be traced to documents.
    """

    name: str
    title: str
    targets: Arity
    attributes: Arity = ANY
    pairs: bool = False
    rates: bool = False
    neutral: bool = False
    scores: Literal["targets", "attributes"] = "targets"
    symbol: str
    unit: Unit
    null: float | None = None
    what: str
    formula: str = ""
    sign: str
    range: str
    bounds: tuple[float, float] | None = None
    good: str
    published: str
    limits: str
    reading: str = ""
    cite: tuple[str, ...]
    swapped: Literal["sign", "same", "other"] = "other"
    lengths_matter: bool = False
    smooth: bool = False
    p: PFunction | None = None
    p_from: str = ""
    small_p: Literal["separation", "coherence"] = "separation"
    group_effect: GroupEffect | None = None
    left_out: LeftOut | None = None
    of_some: OfSome | None = None
    resampled: bool = True
    params: Mapping[str, Any]
    function: MeasureFunction

    def fits(self, query: Query) -> bool:
        """Whether the query has the sets this measure needs; base pairs can be given beside it."""
        return (
            len(query.targets) in self.targets
            and len(query.attributes) in self.attributes
            and (bool(query.rates) or not self.rates)
        )

    def inputs(self) -> str:
        """What it needs, in words."""
        sets = [f"{self.targets} target set{_plural(self.targets)}"] if self.targets != ANY else []
        if self.attributes.least:
            sets.append(f"{self.attributes} attribute set{_plural(self.attributes)}")
        needs = {"base pairs": self.pairs, "a rate per target word": self.rates, "neutral words": self.neutral}
        return ", ".join([*sets, *(what for what, needed in needs.items() if needed)])


def _plural(arity: Arity) -> str:
    return "" if arity.least == arity.most == 1 else "s"


def measure(
    *, targets: int | Arity, attributes: int | Arity = ANY, **card: Any
) -> Callable[[Callable[..., Scores]], Callable[..., Scores]]:
    """Register a function under its card; the defaults of its keyword arguments are the measure's parameters."""

    def register(function: Callable[..., Scores]) -> Callable[..., Scores]:
        params = getattr(function, "__kwdefaults__", None) or {}
        made = Measure(params=params, function=function, targets=_arity(targets), attributes=_arity(attributes), **card)
        MEASURES[made.name] = made
        return function

    return register


def _arity(count: int | Arity) -> Arity:
    return Arity(count, count) if isinstance(count, int) else count


def target_sizes(v: Vectors) -> tuple[int, int]:
    """How many words the two target sets have."""
    one, other = v.targets
    return len(one.words), len(other.words)


def vectors_of(sets: Sequence[FoundSet]) -> NDArray[np.float64]:
    """The vectors of the words of several sets, set after set."""
    return np.concatenate([each.vectors for each in sets])


def by_set(values: NDArray[np.float64], sets: Sequence[FoundSet]) -> tuple[NDArray[np.float64], ...]:
    """Values of the words of several sets, set after set, a part for each."""
    return tuple(np.split(values, np.cumsum([len(each.words) for each in sets])[:-1]))


def means_by_set(groups: Sequence[NDArray[np.float64]], sets: Sequence[FoundSet]) -> dict[str, float]:
    """The mean score of each set, by its name."""
    return {each.name: float(scores.mean()) for each, scores in zip(sets, groups, strict=True)}


def get(name: str) -> Measure:
    """A measure by name."""
    if name not in MEASURES:
        raise UnknownName("measure", name, MEASURES)
    return MEASURES[name]
