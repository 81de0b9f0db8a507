"""What the models, values, verdicts and reasons of a study are called: the same in its figures, tables and sentences."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from weatherglass.measure.base import MEASURES
from weatherglass.measure.scrutiny import SIGNIFICANT
from weatherglass.study.reading import CONTEXT, Reading
from weatherglass.study.rules import (
    AGAINST,
    LARGEST_CONFOUNDED_RATE,
    LARGEST_RATE,
    LEAST_MODELS,
    LEAST_TESTS,
    LEVEL,
    MIN_COVERAGE,
    MOST_LACKING,
    MOST_OTHERWISE,
    MOST_SKIPPED,
    TRIED,
    chance_value,
)
from weatherglass.study.spread import Ends, Group
from weatherglass.study.verdicts import Judged, Reason
from weatherglass.study.whole import PartsAndWhole
from weatherglass.wording import numbers
from weatherglass.wording.messages import known, say

ACCURACIES = ("analogies", "odd one out")  # shares of questions; the other examinations are correlations
CONFIDENCE = numbers.per_cent(LEVEL)
_NAMED = 8  # tests that a sentence names
_PER_CENT = {
    "half": MOST_LACKING,
    "fifth": MOST_SKIPPED,
    "covered": MIN_COVERAGE,
    "sure": LEVEL,
    "alike": 1 - MOST_OTHERWISE,
}


class Layout:
    """What varies in a study, and therefore must be said of each row; and what is laid out side by side.

    Kinds of sample stand side by side where there are several; otherwise parts, models or corpora do.
    """

    def __init__(self, reading: Reading) -> None:
        groups = {spread.group for spread in (*reading.spreads, *reading.quality)}
        self.varying = [name for name in CONTEXT if len({getattr(group, name) for group in groups}) > 1]
        self.by_sample = len({(group.sample, group.rate) for group in groups}) > 1

    def where(self, group: Any) -> str:
        """Corpus, cleaning, part and model, as far as they vary."""
        return listed(self.named(name, getattr(group, name)) for name in self.varying if hasattr(group, name))

    @staticmethod
    def named(name: str, value: str) -> str:
        return value or say("study.all_parts" if name == "part" else "study.default_cleaning")

    def column(self, group: Group) -> str:
        """The name of what stands side by side."""
        return sample_name(group.sample, group.rate) if self.by_sample else self.where(group) or say("study.all_models")

    def row(self, group: Group) -> str:
        """The name of what stands below each other."""
        return self.where(group) if self.by_sample else ""


def listed(names: Iterable[str]) -> str:
    """One after the other, as the language separates them; nothing where there are none."""
    return say("study.comma").join(name for name in names if name)


def some_of(names: Iterable[str]) -> str:
    """The first of them, and how many more there are."""
    found = list(names)
    first = listed(found[:_NAMED])
    return say("study.and_more", names=first, n=len(found) - _NAMED) if len(found) > _NAMED else first


def sample_name(sample: str, rate: float) -> str:
    """Short, for a column or beside a box."""
    if sample == "subsample":
        return f"{100 * rate:g} %"
    return say(f"study.sample.{sample}") if known(f"study.sample.{sample}") else sample


def symbol(measure: str) -> str:
    """What a measure's value is called."""
    card = MEASURES.get(measure)
    return measured_by(measure) if card is None else card.symbol


def measured_by(measure: str) -> str:
    """The name of a measure, or of an examination of quality."""
    return say(f"study.examination.{measure}") if known(f"study.examination.{measure}") else measure


def category_name(category: str) -> str:
    """The name of a total of questions; that of a single category stays as its list has it."""
    return say(f"study.category.{category}") if known(f"study.category.{category}") else category


def within(name: str, where: str) -> str:
    """A name with what it is restricted to, if anything."""
    return f"{name} ({where})" if where else name


def valued(measure: str, value: float | None) -> str:
    """A value as its measure's unit has it; accuracies and correlations of quality likewise."""
    if value is None:
        return "–"
    if measure in ACCURACIES:
        return numbers.share_of(value)
    card = MEASURES.get(measure)
    if card is None:
        return numbers.effect(value)
    return numbers.value(value, card.unit)


def ends(measure: str, interval: Ends | None) -> str:
    return "–" if interval is None else f"{valued(measure, interval[0])} … {valued(measure, interval[1])}"


def deviation(value: float | None, measure: str = "") -> str:
    """A standard deviation: about two digits; of accuracies in per cent, as they are."""
    if value is None:
        return "–"
    if measure in ACCURACIES:
        return f"{100 * value:.2g} %"
    return (
        "0" if value == 0 else f"{value:.2f}" if value >= 0.1 else f"{value:.3f}" if value >= 0.01 else f"{value:.2g}"
    )


def correlation(r: float) -> str:
    """Two decimals; more where that would look like ±1 and is not."""
    text = numbers.correlation(r)
    return f"{r:+.3f}".replace("-", "−") if text.endswith("1.00") and abs(r) < 1 else text


def chance(p: float | None) -> str:
    return numbers.or_dash(p, numbers.probability)


def share(value: float | None) -> str:
    """Rounded down, so that only all is 100 %."""
    return "–" if value is None else f"{math.floor(100 * value + 1e-9)} %"


def slope(value: float) -> str:
    """Four decimals: slopes per year are small."""
    return f"{value:+.4f}".replace("-", "−")


def slopes(interval: Ends | None) -> str:
    return "–" if interval is None else f"{slope(interval[0])} … {slope(interval[1])}"


def step_name(years: float) -> str:
    """Of a step between periods: a year, ten years, a month."""
    unit, n = _step(years)
    return say(f"study.step.{unit}", n=n)


def slope_per(value: float, years: float) -> str:
    """A slope with the step that it is for."""
    unit, n = _step(years)
    return say(f"study.per.{unit}", n=n, slope=slope(value))


def _step(years: float) -> tuple[str, int]:
    if abs(years - round(years)) < 0.01 and years >= 1:
        return "year", round(years)
    months = round(12 * years)
    return ("month", months) if months >= 1 else ("day", round(365.25 * years))


def interval_name() -> str:
    """Of all intervals of a study."""
    return say("study.interval", level=CONFIDENCE)


def verdict_of(judged: Judged) -> str:
    """The verdict, and what a stable test concludes."""
    verdict = say(f"study.verdict.{judged.verdict}")
    if not judged.conclusion:
        return verdict
    return say("study.verdict_with", verdict=verdict, conclusion=conclusion_of(judged))


def conclusion_of(judged: Judged) -> str:
    """What a stable test concludes: by p, or by the side of the chance value."""
    side, _, number = judged.conclusion.partition(" ")
    if side in ("above", "below"):
        return say(f"study.conclusion.{side}", chance=number)
    return say(f"study.conclusion.{judged.conclusion}")


def because(judged: Judged) -> str:
    """What a verdict rests on."""
    return say("study.semicolon").join(_reason(each, judged.spread.measure) for each in judged.because)


def _reason(reason: Reason, measure: str) -> str:
    all_ = reason.some == reason.of and bool(reason.of)
    models = say(f"study.models.{'all' if all_ else 'some'}", some=reason.some, n=reason.of)
    code = f"all-{reason.code}" if all_ and reason.code in ("above", "below") else reason.code
    return say(
        f"study.because.{code}",
        some=reason.some,
        of=reason.of,
        n=reason.undecided or reason.some,
        models=models,
        said=reason.said,
        limit=f"{SIGNIFICANT:g}",
        chance=numbers.or_dash(chance_value(measure), lambda value: f"{value:g}"),
    )


def why(code: str) -> str:
    """Why a part of a spread is not told, or what must be known about it."""
    rates = {"one-seed": LARGEST_CONFOUNDED_RATE, "too-large": LARGEST_RATE}
    return say(f"study.why.{code}", rate=numbers.per_cent(rates.get(code, 1.0))) if code else ""


def why_uncorrelated(found: PartsAndWhole) -> str:
    """Why there is no correlation, or no interval of it."""
    return say(f"study.uncorrelated.{found.reason}", n=len(found.tests), needed=LEAST_TESTS) if found.reason else ""


def rules() -> list[tuple[str, str]]:
    """Each verdict with its rule in words, in the order in which they are tried."""
    values = {name: f"{100 * part:g} %" for name, part in _PER_CENT.items()}
    counts = {"least": LEAST_MODELS, "fewer": round(1 / MOST_OTHERWISE)}
    limits = {"limit": f"{SIGNIFICANT:g}", "against": f"{AGAINST:g}"}
    return [(say(f"study.verdict.{name}"), say(f"study.rule.{name}", **values, **counts, **limits)) for name in TRIED]
