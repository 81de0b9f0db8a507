"""The rules by which a study is read, as numbers; reports put them into words. Every verdict goes back to one of these."""

from __future__ import annotations

from typing import Literal

from weatherglass.measure.base import MEASURES
from weatherglass.measure.scrutiny import SIGNIFICANT
from weatherglass.words.lookup import Match

Verdict = Literal["stable", "unstable", "too few models", "too few words", "not measured", "no rule"]

LEVEL = 0.95
LEAST_MODELS = (
    5  # the fewest of which agreement of all shows that most would agree: 0.05^(1/5) = 0.55, 0.05^(1/4) = 0.47
)
MOST_LACKING = 0.5  # share of models without enough words from which a test says nothing about the study
MOST_SKIPPED = 0.2  # share of models without a value that a stable test may have
MOST_OTHERWISE = (
    0.05  # share of models that may differ in a stable test, so that more models do not make it harder to be one
)
MIN_COVERAGE = Match().min_coverage
LARGEST_RATE = 0.9  # subsamples larger than this overlap so much that their spread tells little of fresh texts
LARGEST_CONFOUNDED_RATE = 0.5  # and where seeds cannot be told from samples
LEAST_PERIODS = 3
LEAST_TESTS = 4  # for an interval of a correlation by Fisher's z
_OF_QUALITY = {
    "analogies": (0.0, 1.0),
    "odd one out": (0.0, 1.0),
    "word similarity": (-1.0, 1.0),
    "sentence similarity": (-1.0, 1.0),
}
AGAINST = 1 - SIGNIFICANT  # p from which the words separate in the direction that was not tested
TRIED: tuple[Verdict, ...] = (
    "too few words",
    "not measured",
    "too few models",
    "no rule",
    "stable",
    "unstable",
)  # the first that applies


def chance_value(measure: str) -> float | None:
    """The value without association, where values can lie on two sides of it; None where there is no such."""
    card = MEASURES.get(measure)
    if card is None or card.null is None or card.unit == "divergence":  # a divergence is never negative
        return None
    if card.bounds is not None and not card.bounds[0] < card.null < card.bounds[1]:
        return None
    return card.null


def bounds_of(measure: str) -> tuple[float, float] | None:
    """The least and the greatest value there can be."""
    if measure in _OF_QUALITY:
        return _OF_QUALITY[measure]
    card = MEASURES.get(measure)
    return None if card is None else card.bounds


def speaks_for(measure: str) -> str:
    """What a small p of this measure speaks for."""
    card = MEASURES.get(measure)
    return "separation" if card is None else card.small_p


def enough(alike: int, models: int) -> bool:
    """Whether so many models alike count as all."""
    return models - alike <= MOST_OTHERWISE * models + 1e-9


def least_share(models: int) -> float:
    """Where all of so many models agree: the share of such models that would, at least, with the confidence of LEVEL."""
    return float((1 - LEVEL) ** (1 / models))
