"""What a measure is: a function from vectors to scores, and a card that says what it means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from weatherglass.errors import UnknownName, WeatherglassError
from weatherglass.words.lookup import Vectors
from weatherglass.words.query import Query

MEASURES: dict[str, Measure] = {}


class NotMeasurable(WeatherglassError):
    """These vectors have no value of this measure; the reason becomes a `Skipped`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """What a measure computes; `groups` are the per-word scores of the target sets, in their order."""

    value: float | None
    groups: tuple[NDArray[np.float64], ...]
    extra: Mapping[str, Any] = field(default_factory=dict)


class MeasureFunction(Protocol):
    def __call__(self, v: Vectors, /, **params: Any) -> Scores: ...


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A measure's card and function.

    `permutes`: p comes from splitting the target scores anew. `group_effect`: the value as a function of two groups of
    association scores, for measures of that form.
    """

    name: str
    title: str
    targets: int
    attributes: int
    null: float
    permutes: bool
    what: str
    sign: str
    range: str
    limits: str
    cite: tuple[str, ...]
    params: Mapping[str, Any]
    function: MeasureFunction
    group_effect: GroupEffect | None = None

    def fits(self, query: Query) -> bool:
        """Whether the query has the sets this measure needs."""
        return len(query.targets) == self.targets and len(query.attributes) == self.attributes


def measure(**card: Any) -> Callable[[Callable[..., Scores]], Callable[..., Scores]]:
    """Register a function under its card; the defaults of its keyword arguments are the measure's parameters."""

    def register(function: Callable[..., Scores]) -> Callable[..., Scores]:
        params = getattr(function, "__kwdefaults__", None) or {}
        made = Measure(params=params, function=function, **card)
        MEASURES[made.name] = made
        return function

    return register


def get(name: str) -> Measure:
    """A measure by name."""
    if name not in MEASURES:
        raise UnknownName("measure", name, MEASURES)
    return MEASURES[name]
