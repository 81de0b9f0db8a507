"""What a study found, in sentences, and what it does not say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain, zip_longest
from statistics import median

from weatherglass.measure.scrutiny import SIGNIFICANT
from weatherglass.study.reading import Reading
from weatherglass.study.rules import LEAST_MODELS, least_share
from weatherglass.study.settings import Comparison
from weatherglass.study.trend import Trend
from weatherglass.study.variance import CONFOUNDED, ORDER_CONFOUNDED, Variation
from weatherglass.study.verdicts import SORTS, Judged, over_kinds
from weatherglass.study.whole import PartsAndWhole
from weatherglass.wording import numbers
from weatherglass.wording.messages import say
from weatherglass.wording.studies import (
    CONFIDENCE,
    Layout,
    chance,
    correlation,
    deviation,
    ends,
    listed,
    measured_by,
    sample_name,
    slope_per,
    slopes,
    some_of,
    symbol,
    valued,
    why,
    why_uncorrelated,
    within,
)

_TRENDS = 6  # that get a sentence each


def findings(reading: Reading) -> list[str]:
    """All sentences, the most important first."""
    return [*chain.from_iterable(findings_by_table(reading).values()), extent(reading)]


def findings_by_table(reading: Reading) -> dict[str, list[str]]:
    """The sentences that go with each table, by its name, the most important first."""
    layout = Layout(reading)
    return {
        "trends": _trends(reading.trends, layout),
        "parts-and-whole": _whole(reading.whole, layout),
        "verdicts": _stability(reading.judged),
        "settings": _settings(reading.comparisons),
        "variance": _variation(reading.variations),
    }


def foremost(by_table: Mapping[str, Sequence[str]], most: int) -> list[str]:
    """So many sentences at most: the first about each table, then the second about each …, in the order in which they stood."""
    by_rank = chain.from_iterable(zip_longest(*by_table.values()))
    chosen = set([text for text in by_rank if text is not None][:most])
    return [text for texts in by_table.values() for text in texts if text in chosen]


def extent(reading: Reading) -> str:
    """How much of the study is done."""
    failed = len(reading.failures)
    waiting = max(0, reading.planned - reading.models - failed)
    parts = [say("study.finding.failed", n=failed)] if failed else []
    if waiting:
        parts.append(say("study.finding.waiting", n=waiting))
    more = "".join(say("study.semicolon") + part for part in parts)
    return say("study.finding.extent", models=reading.models, planned=reading.planned, more=more)


def _stability(judged: Sequence[Judged]) -> list[str]:
    """For each measure: which tests keep their conclusion in all kinds of models, which change it, which have none."""
    if judged and all(each.verdict == "too few models" for each in judged):
        return [say("study.finding.too_few_models", n=LEAST_MODELS)]
    by_measure: dict[str, dict[str, list[Judged]]] = defaultdict(lambda: defaultdict(list))
    for each in judged:
        by_measure[each.spread.measure][each.spread.query].append(each)
    found = []
    for measure, tests in by_measure.items():
        sorts = {query: over_kinds(group) for query, group in tests.items()}
        said = [
            say(f"study.finding.sort.{sort}", tests=some_of(query for query in sorts if sorts[query] == sort), least=LEAST_MODELS)
            for sort in SORTS
            if sort in sorts.values()
        ]  # fmt: skip
        kinds = max(len(group) for group in tests.values())
        key = "study.finding.by_kinds" if kinds > 1 else "study.finding.by"
        begin = say(key, measure=measure, tests=numbers.counted(len(tests), "test"), n=kinds)
        found.append(" ".join([begin, *said]))
    return found


def _variation(found: Sequence[Variation]) -> list[str]:
    """A sentence for each measure, by kind of sample; medians, as tests differ."""
    by_measure: dict[str, dict[tuple[str, float], list[Variation]]] = defaultdict(lambda: defaultdict(list))
    for each in found:
        if each.sample is not None:
            by_measure[each.measure][each.group.sample, each.group.rate].append(each)
    said = [_moves(measure, kinds) for measure, kinds in by_measure.items()]
    reasons = {each.reason for each in found}
    if {CONFOUNDED, ORDER_CONFOUNDED} <= reasons:
        said.append(say("study.finding.confounded_both"))
    elif CONFOUNDED in reasons:
        said.append(say("study.finding.confounded_sample"))
    elif ORDER_CONFOUNDED in reasons:
        said.append(say("study.finding.confounded_order"))
    said += (why(note) for note in dict.fromkeys(note for each in found for note in each.notes))
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
        parts.append(say("study.finding.moves_sample", sds=_by_rate(drawn)))
    parts += [
        say("study.finding.moves_order", sds=deviation(sd))
        for (sample, _), sd in by_sample.items()
        if sample == "permutation"
    ]
    low, high = deviation(training[0]), deviation(training[-1])
    range_ = low if low == high else say("number.span", low=low, high=high)
    parts.append(say("study.finding.moves_training", sds=range_))
    series = max(len(group) for group in kinds.values())
    key = "study.finding.moves_median" if series > 1 else "study.finding.moves"
    joined = say("study.semicolon").join(parts)
    text = [say(key, symbol=symbol(measure), measure=measure, parts=joined, n=series)]
    if fresh:
        text.append(say("study.finding.moves_fresh", sds=_by_rate(fresh)))
    if 0 in by_sample.values():
        text.append(say("study.finding.moves_zero"))
    return " ".join(text)


def _by_rate(found: Mapping[tuple[str, float], float]) -> str:
    return listed(within(deviation(sd), sample_name(sample, rate)) for (sample, rate), sd in found.items())


def _trends(found: Sequence[Trend], layout: Layout) -> list[str]:
    if not found:
        return []
    shown = [trend for trend in found if trend.direction in ("rises", "falls")]
    said = []
    for trend in sorted(shown, key=lambda t: t.adjusted)[:_TRENDS]:
        text = say(
            f"study.finding.{trend.direction}",
            test=say("study.test_by", query=trend.query, measure=within(trend.measure, layout.where(trend))),
            first=trend.periods[0].label,
            last=trend.periods[-1].label,
            change=slope_per(trend.slope, trend.step),
            level=CONFIDENCE,
            ends=slopes(trend.interval),
            p=chance(trend.p),
            adjusted=chance(trend.adjusted),
            n=len(found),
        )
        said.append(text if trend.adjusted < SIGNIFICANT else f"{text} {say('study.finding.by_chance')}")
    if len(shown) > _TRENDS:
        said.append(say("study.finding.further_trends", n=len(shown) - _TRENDS))
    few = [trend for trend in found if trend.direction == "too few periods"]
    if few:
        most, least_p = max(len(trend.periods) for trend in few), min(trend.least_p for trend in few)
        said.append(say("study.finding.too_few_periods", n=len(few), periods=most, p=chance(least_p)))
    rest = len(found) - len(shown) - len(few)
    if rest:
        said.append(say("study.finding.no_trend", n=rest, all=len(found)))
    return said


def _whole(found: Sequence[PartsAndWhole], layout: Layout) -> list[str]:
    said = []
    for each in found:
        key = "whole_no_r" if each.r is None else "whole_no_interval" if each.interval is None else "whole"
        within_r = None if each.interval is None else (each.interval.low, each.interval.high)
        said.append(
            say(
                f"study.finding.{key}",
                measure=within(each.measure, layout.where(each)),
                tests=numbers.counted(len(each.tests), "test"),
                r=numbers.or_dash(each.r, correlation),
                level=CONFIDENCE,
                ends=numbers.or_dash(within_r, lambda both: f"{correlation(both[0])} … {correlation(both[1])}"),
                why=why_uncorrelated(each),
                distance=deviation(each.distance),
            )
        )
    return said


def _settings(found: Sequence[Comparison]) -> list[str]:
    said = []
    for each in found:
        if each.category not in ("all", ""):
            continue
        best, value = each.best, valued(each.measure, each.best.mean)
        if best.interval is not None:
            value = say("study.value_within", value=value, level=CONFIDENCE, ends=ends(each.measure, best.interval))
        kind = "" if each.sample == "whole" else sample_name(each.sample, each.rate)
        said.append(
            say(
                f"study.finding.{'best_alike' if each.alike else 'best_alone'}",
                questions=each.query,
                measure=listed([measured_by(each.measure), each.part, kind]),
                model=best.model,
                value=value,
                n=len(each.alike),
                others=len(each.settings) - 1,
                models=some_of(setting.model for setting in each.alike),
            )
        )
    return said


def limits(reading: Reading) -> list[str]:
    """What the numbers do not say."""
    samples = {each.spread.group.sample for each in reading.judged}
    names = ["stable", "not_clear", "agreement", "p"] if reading.judged else []
    names += ["overlap", "short"] if "subsample" in samples else []
    names += ["trend"] if reading.trends else []
    names += ["settings"] if reading.comparisons else []
    five, ten = (numbers.per_cent(least_share(models)) for models in (5, 10))
    return [say(f"study.limit.{name}", five=five, ten=ten) for name in names]
