"""The rules by which a study is read, as numbers and in words. Every verdict in a report goes back to one of these."""

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

_HALF, _FIFTH, _COVERED, _SURE, _ALIKE = (
    f"{100 * x:g} %" for x in (MOST_LACKING, MOST_SKIPPED, MIN_COVERAGE, LEVEL, 1 - MOST_OTHERWISE)
)
RULES: tuple[tuple[Verdict, str], ...] = (  # in the order in which they are tried
    (
        "too few words",
        f"In more than {_HALF} of the models the test was skipped for lack of words, or fewer than {_COVERED} of its words were found.",
    ),
    ("not measured", f"In more than {_HALF} of the models there is no value, for another reason, which is given."),
    (
        "too few models",
        f"Fewer than {LEAST_MODELS} models have a value. Agreement of all {LEAST_MODELS} is the least that shows, at {_SURE}, that most models of the kind would "
        "agree. No interval and no box is drawn.",
    ),
    ("no rule", "The measure has no p, and no chance value that its values could lie on two sides of: see the spread."),
    (
        "stable",
        f"The conclusion is the same in at least {_ALIKE} of the models, which is in all where there are fewer than {1 / MOST_OTHERWISE:.0f}: p below {SIGNIFICANT:g} (clear), with the "
        f"values on one side of the chance value where the measure has one; or p at or above {SIGNIFICANT:g} (not clear), wherever the values lie (reversed, where p is above {AGAINST:g} in all: against the direction tested). For a measure without p: values on "
        f"one side of the chance value. At most {_FIFTH} of the models may be without a value.",
    ),
    (
        "unstable",
        f"Anything else: p on both sides of {SIGNIFICANT:g}, or not known well enough to tell; values on both sides of the chance value; or more than {_FIFTH} of the models "
        "without a value.",
    ),
)


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
