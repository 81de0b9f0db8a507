"""What a study found, in sentences, and what it does not say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import median

from weatherglass.measure.scrutiny import SIGNIFICANT
from weatherglass.report import numbers
from weatherglass.report.study_cells import (
    INTERVAL,
    Layout,
    chance,
    correlation,
    deviation,
    ends,
    sample_name,
    slope,
    slopes,
    step_name,
    symbol,
    valued,
)
from weatherglass.study.reading import Reading
from weatherglass.study.rules import LEAST_MODELS, least_share
from weatherglass.study.settings import Comparison
from weatherglass.study.trend import Trend
from weatherglass.study.variance import Variation
from weatherglass.study.verdicts import Judged
from weatherglass.study.whole import PartsAndWhole

_NAMED = 8  # tests that a sentence names
_TRENDS = 6  # that get a sentence each


def findings(reading: Reading) -> list[str]:
    """The most important first."""
    layout = Layout(reading)
    return [
        *_trends(reading.trends, layout),
        *_whole(reading.whole, layout),
        *_stability(reading.judged),
        *_settings(reading.comparisons),
        *_variation(reading.variations),
        _extent(reading),
    ]


def _extent(reading: Reading) -> str:
    studied = reading.studied
    failed = len(studied.failures)
    waiting = max(0, studied.planned - reading.models - failed)
    parts = [f"{reading.models:,} of {studied.planned:,} models were trained and measured"]
    if failed:
        parts.append(f"{failed:,} failed")
    if waiting:
        parts.append(f"{waiting:,} {'is' if waiting == 1 else 'are'} still to do")
    return "; ".join(parts) + "."


def _stability(judged: Sequence[Judged]) -> list[str]:
    """For each measure: which tests keep their conclusion in all kinds of models, which change it, which have none."""
    if judged and all(each.verdict == "too few models" for each in judged):
        return [
            f"There are fewer than {LEAST_MODELS} models of each kind, so no test has a verdict on its stability; there are dots, and no intervals."
        ]
    by_measure: dict[str, dict[str, list[Judged]]] = defaultdict(lambda: defaultdict(list))
    for each in judged:
        by_measure[each.spread.measure][each.spread.query].append(each)
    found = []
    for measure, tests in by_measure.items():
        sorts = {query: _sort_of(group) for query, group in tests.items()}
        said = [
            f"{text}: {_listed(query for query, sort in sorts.items() if sort == name)}."
            for name, text in _SORTS.items()
            if name in sorts.values()
        ]
        kinds = max(len(group) for group in tests.values())
        over = f" over {kinds} kinds of models" if kinds > 1 else ""
        found.append(f"By {measure}, {numbers.counted(len(tests), 'test')}{over}. {' '.join(said)}")
    return found


_SORTS = {
    "clear": "Stable and clear throughout",
    "not clear": "Stable and not clear throughout",
    "reversed": "Stable throughout, and against the direction tested",
    "sides": "Stable on one side throughout",
    "changes": "Stable within kinds of models, but with another conclusion from kind to kind",
    "unstable": "Not stable in all of them",
    "words": "Too few words in some, stable and alike in the others",
    "few": f"Too few models to tell (fewer than {LEAST_MODELS} of a kind)",
    "none": "Without a verdict",
}


def _sort_of(judged: Sequence[Judged]) -> str:
    verdicts = [each.verdict for each in judged]
    conclusions = {each.conclusion for each in judged if each.verdict == "stable"}
    if len(conclusions) > 1:
        return "changes"
    if "unstable" in verdicts:
        return "unstable"
    if not conclusions:
        return "few" if "too few models" in verdicts else "none"
    if any(verdict != "stable" for verdict in verdicts):
        return "words" if {"too few words", "stable"} == set(verdicts) else "unstable"
    (conclusion,) = conclusions
    return conclusion if conclusion in _SORTS else "sides"


def _listed(names: Iterable[str]) -> str:
    found = list(names)
    more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
    return ", ".join(found[:_NAMED]) + more


def _variation(found: Sequence[Variation]) -> list[str]:
    """A sentence for each measure, by kind of sample; medians, as tests differ."""
    grouped: dict[str, dict[tuple[str, float], list[Variation]]] = defaultdict(lambda: defaultdict(list))
    for each in found:
        if each.sample is not None:
            grouped[each.measure][each.group.sample, each.group.rate].append(each)
    said = [_moves(measure, kinds) for measure, kinds in grouped.items()]
    confounded = dict.fromkeys(each.reason for each in found if each.reason.endswith("give several seeds"))
    if confounded:
        what = " or ".join(dict.fromkeys(reason.split()[0] for reason in confounded))
        said.append(
            f"{what.capitalize()} and seed are confounded: each was trained with one seed, so how much of the spread is which cannot be told. Give several seeds."
        )
    said += dict.fromkeys(note for each in found for note in each.notes)
    return said


def _moves(measure: str, kinds: Mapping[tuple[str, float], Sequence[Variation]]) -> str:
    """What another sample does, what another order does, and what training again does."""
    by_sample = {kind: median(v.sample.sd for v in group if v.sample is not None) for kind, group in kinds.items()}
    training = sorted(median(v.training.sd for v in group if v.training is not None) for group in kinds.values())
    fresh = {
        kind: median(values)
        for kind, group in kinds.items()
        if (values := [v.fresh_sd for v in group if v.fresh_sd is not None])
    }
    parts = []
    if drawn := {kind: sd for kind, sd in by_sample.items() if kind[0] == "subsample"}:
        parts.append(f"another sample of the sentences {_by_rate(drawn)}")
    parts += [
        f"another order of them {deviation(sd)}" for (sample, _), sd in by_sample.items() if sample == "permutation"
    ]
    ends = list(dict.fromkeys(deviation(end) for end in (training[0], training[-1])))
    parts.append(f"training again on the same {' to '.join(ends)}")
    series = max(len(group) for group in kinds.values())
    over = f", median over {series} series" if series > 1 else ""
    text = f"How far {symbol(measure)} by {measure} moves (standard deviations{over}): {'; '.join(parts)}."
    if fresh:
        text += f" Fresh texts as long as the samples would move it, training included, by {_by_rate(fresh)}."
    if 0 in by_sample.values():
        text += " 0: no more than training again does; an estimate below 0 is set to 0."
    return text


def _by_rate(found: Mapping[tuple[str, float], float]) -> str:
    return ", ".join(f"{deviation(sd)} ({sample_name(sample, rate)})" for (sample, rate), sd in found.items())


def _trends(found: Sequence[Trend], layout: Layout) -> list[str]:
    if not found:
        return []
    shown = [trend for trend in found if trend.direction in ("rises", "falls")]
    said = []
    for trend in sorted(shown, key=lambda t: t.adjusted)[:_TRENDS]:
        where = layout.where(trend)
        said.append(
            f"{trend.query} by {trend.measure}{f' ({where})' if where else ''} {trend.direction} from {trend.periods[0].label} to "
            f"{trend.periods[-1].label}: {slope(trend.slope)} per {step_name(trend.step)} ({INTERVAL} {slopes(trend.interval)}; p = "
            f"{chance(trend.p)}, {chance(trend.adjusted)} by Holm over {len(found)} trends)."
            + ("" if trend.adjusted < SIGNIFICANT else " Among so many series, one like this comes up by chance.")
        )
    if len(shown) > _TRENDS:
        said.append(f"{len(shown) - _TRENDS} further trends are in the table.")
    few = [trend for trend in found if trend.direction == "too few periods"]
    if few:
        most = max(len(trend.periods) for trend in few)
        said.append(
            f"{numbers.counted(len(few), 'trend')} cannot be shown, whatever the values: {most} periods reach p = {chance(min(t.least_p for t in few))} at best."
        )
    rest = len(found) - len(shown) - len(few)
    if rest:
        said.append(f"No trend is shown in {rest} of {len(found)} series; that does not show that there is none.")
    return said


def _whole(found: Sequence[PartsAndWhole], layout: Layout) -> list[str]:
    said = []
    for each in found:
        where = layout.where(each)
        begin = f"Mean over parts against the whole corpus by {each.measure}{f' ({where})' if where else ''}, {numbers.counted(len(each.tests), 'test')}: "
        if each.r is None:
            said.append(f"{begin}no correlation ({each.reason}); they differ by {deviation(each.distance)} on average.")
            continue
        sure = (
            f"no interval, {each.reason}"
            if each.interval is None
            else f"{INTERVAL} {correlation(each.interval.low)} … {correlation(each.interval.high)}"
        )
        said.append(f"{begin}r = {correlation(each.r)} ({sure}); they differ by {deviation(each.distance)} on average.")
    return said


def _settings(found: Sequence[Comparison]) -> list[str]:
    said = []
    for each in found:
        if each.category not in ("all", ""):
            continue
        best = each.best
        sure = "" if best.interval is None else f" ({INTERVAL} {ends(each.measure, best.interval)})"
        others = len(each.alike)
        also = (
            "every other setting does worse"
            if not others
            else f"{others} of the {len(each.settings) - 1} other settings cannot be told from it: {_listed(s.model for s in each.alike)}"
        )
        kind = "" if each.sample == "whole" else f", {sample_name(each.sample, each.rate)}"
        part = f", {each.part}" if each.part else ""
        said.append(
            f"Best at {each.query} ({each.measure}{part}{kind}): {best.model}, {valued(each.measure, best.mean)}{sure}; {also}."
        )
    return said


def limits(reading: Reading) -> list[str]:
    """What the numbers do not say."""
    samples = {each.spread.group.sample for each in reading.judged}
    said = (
        []
        if not reading.judged
        else [
            "Stable means that the conclusion is the same in (nearly) all of these models. It can be the same and wrong: the words, the corpus and the method are the same in all of them.",
            "Stable and not clear does not show that there is no association; with few words hardly anything is clear.",
            f"Where all models agree, the share of such models that would is at least {numbers.per_cent(least_share(5))} for 5 of 5 and {numbers.per_cent(least_share(10))} for 10 of 10 (one-sided 95 % "
            "limit, for independent models; models that share a sample or a seed count for less).",
            "p is about the words of a test in one model; it knows nothing of other models. Counting how many models have p < 0.05 is no test over models.",
        ]
    )
    if "subsample" in samples:
        said.append(
            "Subsamples are parts of one corpus. They overlap, so they understate how far other texts of the kind would move a value, and they say nothing at all about texts of another kind."
        )
        said.append(
            "Short samples lose rare words. Models that lack different words measure different things: compare the words found under the boxes before comparing the boxes."
        )
    if reading.trends:
        said.append(
            "A trend in a measure is no trend in what people think: sources, topics, lengths and the words found change over the years too."
        )
    if reading.comparisons:
        said.append(
            "The best setting is best at these questions. Vectors that answer more questions can be as biased as any."
        )
    return said
