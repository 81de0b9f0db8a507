"""The tables of a study, one function each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from weatherglass.report.study_cells import Cell, Shown, StudyTable, about, head, made_table, plain, sampled
from weatherglass.study.reading import Reading
from weatherglass.study.settings import Comparison
from weatherglass.study.size import Curve
from weatherglass.study.spread import Ends, Spread, place
from weatherglass.study.trend import Trend
from weatherglass.study.variance import Component, Variation
from weatherglass.study.verdicts import Judged
from weatherglass.study.whole import PartsAndWhole
from weatherglass.wording import numbers
from weatherglass.wording.messages import say
from weatherglass.wording.studies import (
    CONFIDENCE,
    Layout,
    because,
    category_name,
    chance,
    correlation,
    deviation,
    ends,
    interval_name,
    listed,
    measured_by,
    share,
    slope,
    slopes,
    step_name,
    valued,
    verdict_of,
    why,
    why_uncorrelated,
)

_LOST = 12  # words that are named
_MOST_COLUMNS = 12


def tables(reading: Reading) -> list[StudyTable]:
    """All tables that have rows."""
    layout = Layout(reading)
    made = [
        trends(reading.trends, layout),
        whole(reading.whole, layout),
        verdicts(reading.judged, layout),
        spread(reading.judged, layout),
        variance(reading.variations, layout),
        sizes(reading.curves, layout),
        settings(reading.comparisons, layout),
        quality(reading.quality, layout),
        lost(reading),
        failures(reading),
    ]
    return [table for table in made if table.rows]


def verdicts(judged: Sequence[Judged], layout: Layout) -> StudyTable:
    """A row for each test and measure, a column for each kind of models; nothing where models are too few everywhere."""
    if all(each.verdict == "too few models" for each in judged):
        judged = ()
    columns = list(dict.fromkeys(layout.column(each.spread.group) for each in _ordered(judged)))
    rows: dict[tuple[str, str, str], dict[str, Judged]] = {}
    for each in judged:
        s = each.spread
        rows.setdefault((s.query, s.measure, layout.row(s.group)), {})[layout.column(s.group)] = each
    records = [
        {
            "query": query,
            "measure": measure,
            "where": where,
            **{column: verdict_of(found[column]) if column in found else "–" for column in columns},
            "overall": _overall(list(found.values())),
        }
        for (query, measure, where), found in rows.items()
    ]
    shown = columns if len(columns) <= _MOST_COLUMNS else []
    note = "" if shown else say("study.note.verdicts_counted", n=len(columns))
    cells = [
        plain("query", "test"),
        plain("measure", "measure"),
        plain("where", "models"),
        *((column, _shown_as_it_is(column)) for column in shown),
        plain("overall", "overall"),
    ]
    return made_table("verdicts", cells, records, len(cells), note=note)


def _shown_as_it_is(column: str) -> Shown:
    return lambda record: str(record[column])


def _ordered(judged: Iterable[Judged]) -> list[Judged]:
    return sorted(judged, key=lambda each: (each.spread.group.order, place(each.spread.group)))


def _overall(found: Sequence[Judged]) -> str:
    """Stable verdicts that contradict each other are worth more attention than any one of them."""
    stable = [each for each in found if each.verdict == "stable"]
    if len({each.conclusion for each in stable}) > 1:
        return say("study.overall.changes")
    if len(stable) == len(found) or (not stable and len({each.verdict for each in found}) == 1):
        return verdict_of(found[0])
    if stable:
        return say("study.overall.some", some=len(stable), of=len(found))
    return say("study.overall.none")


def spread(judged: Sequence[Judged], layout: Layout) -> StudyTable:
    """A row for each test, measure and kind of models."""
    records = [
        _spread_record(each.spread, layout) | {"verdict": each.verdict, "because": because(each)} for each in judged
    ]
    cells: list[Cell] = [
        *_which(layout),
        (head("verdict"), lambda r: say(f"study.verdict.{r['verdict']}")),
        plain("because", "because"),
        *_spread_cells("with_value", "mean", "interval", "sd", "quartiles", "range"),
        (head("median_p"), lambda r: chance(r["median_p"])),
        (head("p_clear"), lambda r: share(r["share_clear"])),
        (head("same_side"), lambda r: share(r["agreement"])),
        (head("coverage_least"), lambda r: share(r["coverage_least"])),
        (head("median"), lambda r: share(r["coverage_median"])),
        plain("skipped", "skipped"),
    ]
    return made_table("spread", cells, records, 6, note=say("study.note.spread", interval=interval_name()))


_SPREAD: Mapping[str, Shown] = {
    "with_value": lambda r: f"{r['measured']}/{r['models']}",
    "mean": lambda r: valued(r["measure"], r["mean"]),
    "interval": lambda r: ends(r["measure"], _ends(r, "mean_")),
    "sd": lambda r: deviation(r["sd"], r["measure"]),
    "quartiles": lambda r: ends(r["measure"], (r["low_quartile"], r["high_quartile"]) if r["measured"] > 1 else None),
    "range": lambda r: ends(r["measure"], (r["least"], r["most"]) if r["measured"] > 1 else None),
}


def _spread_cells(*names: str) -> list[Cell]:
    return [(head(name), _SPREAD[name]) for name in names]


def _fresh() -> Cell:
    return head(
        "fresh_sd"
    ), lambda r: "–" if r["fresh_sd"] is None else ("≤ " if r["fresh_at_most"] else "") + deviation(r["fresh_sd"])


def _which(layout: Layout) -> list[Cell]:
    """The columns that say which test, and which models."""
    return [plain("query", "test"), plain("measure", "measure"), plain("where", "models"), sampled(layout)]


def _low_high(of: str, interval: Ends | None) -> dict[str, float | None]:
    """Both ends of an interval as two numbers of a record."""
    low, high = interval or (None, None)
    return {f"{of}low": low, f"{of}high": high}


def _ends(record: dict[str, Any], of: str) -> Ends | None:
    """Those two again, for reading."""
    return None if record[f"{of}low"] is None else (record[f"{of}low"], record[f"{of}high"])


def _spread_record(s: Spread, layout: Layout) -> dict[str, Any]:
    return {
        "query": s.query,
        "measure": s.measure,
        "category": s.category,
        **about(s.group, layout),
        **{name: getattr(s, name) for name in ("models", "measured", "mean")},
        **_low_high("mean_", s.interval),
        **{name: getattr(s, name) for name in ("sd", "least", "low_quartile", "median", "high_quartile", "most", "above", "below", "agreement", "with_p", "clear", "unclear", "share_clear", "median_p", "coverage_least", "coverage_median", "lacking")},
        "skipped": "; ".join(f"{reason} ({count})" for reason, count in s.skipped[:3]) + ("; …" if len(s.skipped) > 3 else ""),
    }  # fmt: skip


def variance(found: Sequence[Variation], layout: Layout) -> StudyTable:
    """A row for each test and kind of models with a spread."""
    records = [
        {
            "query": v.query,
            "measure": v.measure,
            **about(v.group, layout),
            "draws": v.draws,
            "seeds": v.seeds,
            "left_out": v.left_out,
            "raw_sd": v.raw_sd,
            **_component("sample", v.sample),
            **_component("seed", v.seed),
            **_component("rest", v.rest),
            **_component("training", v.training),
            "p": v.p,
            "fresh_sd": v.fresh_sd,
            "fresh_at_most": v.fresh_at_most,
            "remark": _remark(v),
        }
        for v in found
        if v.raw_sd is not None
    ]  # fmt: skip
    cells: list[Cell] = [
        *_which(layout), plain("remark", "remark"),
        (head("samples_seeds"), lambda r: f"{r['draws']} × {r['seeds']}"),
        (head("sd_all"), lambda r: deviation(r["raw_sd"])),
        *(_component_cell(name) for name in ("sample", "seed", "rest", "training")),
        (head("p_sample"), lambda r: chance(r["p"])), _fresh(),
    ]  # fmt: skip
    return made_table("variance", cells, records, 5, note=say("study.note.variance", level=CONFIDENCE))


def _remark(v: Variation) -> str:
    """What cannot be told of a spread, and why."""
    codes = (v.reason, v.fresh_reason if v.group.sample == "subsample" else "", *v.notes)
    left_out = say("study.why.left-out", n=v.left_out) if v.left_out else ""
    return say("study.semicolon").join(part for part in (*map(why, codes), left_out) if part)


def _component(name: str, component: Component | None) -> dict[str, Any]:
    return {
        f"{name}_sd": None if component is None else component.sd,
        **_low_high(f"{name}_", None if component is None else component.sd_interval),
        f"{name}_negative": None if component is None else component.negative,
    }


def _component_cell(name: str) -> Cell:
    def show(record: dict[str, Any]) -> str:
        if record[f"{name}_sd"] is None:
            return "–"
        interval = _ends(record, f"{name}_")
        within = "" if interval is None else f" ({deviation(interval[0])} … {deviation(interval[1])})"
        return deviation(record[f"{name}_sd"]) + ("*" if record[f"{name}_negative"] else "") + within

    return head(f"sd_{name}"), show


def sizes(found: Sequence[Curve], layout: Layout) -> StudyTable:
    """A row for each test and length of text."""
    records = [
        {
            **_spread_record(point.spread, layout),
            "running_words": point.running_words,
            "fresh_sd": point.fresh_sd,
            "fresh_at_most": point.fresh_at_most,
        }
        for curve in found
        for point in curve.points
    ]
    cells: list[Cell] = [
        *_which(layout),
        (head("running_words"), lambda r: numbers.whole(r["running_words"])),
        *_spread_cells("with_value", "mean", "sd"),
        _fresh(),
        (head("coverage_least"), lambda r: share(r["coverage_least"])),
    ]
    return made_table("sizes", cells, records, 4)


def trends(found: Sequence[Trend], layout: Layout) -> StudyTable:
    """A row for each test, measure and kind of models."""
    records = [
        {
            "query": t.query,
            "measure": t.measure,
            **about(t, layout),
            "periods": len(t.periods),
            "first": t.periods[0].label,
            "last": t.periods[-1].label,
            "models": sum(len(period.values) for period in t.periods),
            "step_years": t.step,
            "slope": t.slope,
            **_low_high("slope_", t.interval),
            **_low_high("training_", t.training_interval),
            "tau": t.tau,
            "p": t.p,
            "p_holm": t.adjusted,
            "least_p": t.least_p,
            "direction": t.direction,
        }
        for t in found
    ]
    cells: list[Cell] = [
        *_which(layout), (head("trend"), lambda r: say(f"study.direction.{r['direction']}").replace(" ", "\u00a0")),
        (head("periods"), lambda r: f"{r['periods']}"), (head("n"), lambda r: f"{r['models']}"),
        (head("slope"), lambda r: slope(r["slope"])), (head("per"), lambda r: step_name(r["step_years"])),
        (say("study.head.over_periods", level=CONFIDENCE), lambda r: slopes(_ends(r, "slope_"))),
        (head("over_trainings"), lambda r: slopes(_ends(r, "training_"))),
        ("τ", lambda r: correlation(r["tau"])), ("p", lambda r: chance(r["p"])), (head("holm"), lambda r: chance(r["p_holm"])),
        (head("least_p"), lambda r: chance(r["least_p"])),
    ]  # fmt: skip
    return made_table("trends", cells, records, 5)


def whole(found: Sequence[PartsAndWhole], layout: Layout) -> StudyTable:
    """A row for each test, and one for the correlation over tests."""
    records: list[dict[str, Any]] = []
    for each in found:
        said = {"measure": each.measure, **about(each, layout)}
        records += [
            {
                "query": t.query,
                **said,
                "parts": t.parts,
                "average": t.average,
                "whole": t.whole,
                "difference": t.average - t.whole,
                "r": None,
                **_low_high("r_", None),
                "reason": "",
            }
            for t in each.tests
        ]
        interval = None if each.interval is None else (each.interval.low, each.interval.high)
        records.append(
            {"query": say("study.over_tests"), **said, "parts": None, "average": None, "whole": None, "difference": each.difference, "r": each.r, **_low_high("r_", interval), "reason": why_uncorrelated(each)}
        )  # fmt: skip
    cells: list[Cell] = [
        *_which(layout), plain("reason", "remark"),
        (head("parts"), lambda r: numbers.or_dash(r["parts"], str)),
        (head("mean_parts"), lambda r: valued(r["measure"], r["average"])),
        (head("whole"), lambda r: valued(r["measure"], r["whole"])),
        (head("difference"), lambda r: numbers.difference(r["difference"])),
        ("r", lambda r: numbers.or_dash(r["r"], correlation)),
        (interval_name(), lambda r: "–" if r["r_low"] is None else f"{correlation(r['r_low'])} … {correlation(r['r_high'])}"),
    ]  # fmt: skip
    return made_table("parts-and-whole", cells, records, 5)


def settings(found: Sequence[Comparison], layout: Layout) -> StudyTable:
    """A row for each setting and set of questions, best first."""
    records = [
        {
            "query": c.query,
            "measure": c.measure,
            "category": c.category,
            **about(c, layout),
            "rank": i,
            **{name: getattr(s, name) for name in ("method", "architecture", "dim", "window", "models", "mean", "sd")},
            "model": s.model,
            **_low_high("", s.interval),
            "maybe_best": s.maybe_best,
            "by": c.by,
        }
        for c in found
        for i, s in enumerate(c.settings, 1)
    ]
    context = [name for name in ("corpus", "cleaning", "part") if name in layout.varying]
    cells: list[Cell] = [
        plain("query", "questions"), _category(),
        (head("texts"), lambda r: listed(layout.named(name, r[name]) for name in context)),
        sampled(layout), plain("model", "setting"),
        (head("best"), lambda r: say(f"study.best.{'best' if r['rank'] == 1 else 'maybe' if r['maybe_best'] else 'no'}")),
        (head("models"), lambda r: str(r["models"])),
        (head("right"), lambda r: valued(r["measure"], r["mean"])),
        (interval_name(), lambda r: ends(r["measure"], _ends(r, ""))),
    ]  # fmt: skip
    by = {c.by for c in found}
    how = [say(f"study.note.settings_by_{each}") for each in ("models", "questions") if each in by]
    return made_table("settings", cells, records, 6, note=" ".join([*how, say("study.note.settings")]))


def _category() -> Cell:
    return head("category"), lambda r: category_name(r["category"])


def quality(found: Sequence[Spread], layout: Layout) -> StudyTable:
    """A row for each set of questions (its totals) and kind of models."""
    records = [_spread_record(s, layout) for s in found]
    cells: list[Cell] = [
        plain("query", "questions"), (head("examination"), lambda r: measured_by(r["measure"])), _category(), plain("where", "models"), sampled(layout),
        *_spread_cells("with_value", "mean", "interval", "sd", "range"), (head("covered_least"), lambda r: share(r["coverage_least"])),
    ]  # fmt: skip
    return made_table("quality", cells, records, 5)


def lost(reading: Reading) -> StudyTable:
    """A row for each query that lacks words somewhere."""
    records = [
        {"query": query, "models": models, "words": len(words), "always": sum(n == models for _, n in words), "missing": ", ".join(f"{word} ({n})" for word, n in words[:_LOST]) + (", …" if len(words) > _LOST else "")}
        for query, models, words in reading.lost
    ]  # fmt: skip
    cells = [
        plain("query", "test"),
        plain("missing", "missing"),
        plain("models", "models"),
        plain("words", "words_lost"),
        plain("always", "everywhere"),
    ]
    return made_table("lost-words", cells, records, 2)


def failures(reading: Reading) -> StudyTable:
    """A row for each model that failed."""
    records = [{"label": f.label, "error": f.error, "task": f.task} for f in reading.failures]
    cells = [plain("label", "model"), plain("error", "error"), plain("task", "task")]
    return made_table("failures", cells, records, 3)
