"""The tables of a study, one function each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from weatherglass.report import numbers
from weatherglass.report.study_cells import (
    INTERVAL,
    Cell,
    Layout,
    StudyTable,
    about,
    chance,
    correlation,
    deviation,
    ends,
    made_table,
    plain,
    sampled,
    share,
    slope,
    slopes,
    step_name,
    valued,
)
from weatherglass.study.reading import Reading
from weatherglass.study.settings import Comparison
from weatherglass.study.size import Curve
from weatherglass.study.spread import Ends, Spread, place
from weatherglass.study.trend import Trend
from weatherglass.study.variance import Component, Variation
from weatherglass.study.verdicts import Judged
from weatherglass.study.whole import PartsAndWhole

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
    rows: dict[tuple[str, str, str], dict[str, str]] = {}
    for each in judged:
        s = each.spread
        word = f"{each.verdict}, {each.conclusion}" if each.conclusion else each.verdict
        rows.setdefault((s.query, s.measure, layout.row(s.group)), {})[layout.column(s.group)] = word
    records = [
        {
            "query": query,
            "measure": measure,
            "where": where,
            **{column: cells.get(column, "–") for column in columns},
            "overall": _overall(cells),
        }
        for (query, measure, where), cells in rows.items()
    ]
    shown = columns if len(columns) <= _MOST_COLUMNS else []
    note = "The verdict over all models of a column, by the rules below. Reasons and numbers are in the next table."
    if not shown:
        note = f"Counted over {len(columns)} kinds of models; each is in the next table."
    cells = [
        plain("query", "test"),
        plain("measure", "measure"),
        plain("where", "models"),
        *(plain(column, column) for column in shown),
        plain("overall", "overall"),
    ]
    return made_table("verdicts", "Verdicts", note, cells, records, len(cells))


def _ordered(judged: Iterable[Judged]) -> list[Judged]:
    return sorted(judged, key=lambda each: (each.spread.group.order, place(each.spread.group)))


def _overall(cells: dict[str, str]) -> str:
    """Stable verdicts that contradict each other are worth more attention than any one of them."""
    found = list(cells.values())
    stable = {word.partition(", ")[2] for word in found if word.startswith("stable")}
    if len(stable) > 1:
        return "changes: stable, but not alike"
    steady = sum(word.startswith("stable") for word in found)
    if steady == len(found):
        return f"stable, {stable.pop()}"
    return f"stable in {steady} of {len(found)}" if steady else found[0] if len(set(found)) == 1 else "stable in none"


def spread(judged: Sequence[Judged], layout: Layout) -> StudyTable:
    """A row for each test, measure and kind of models."""
    records = [
        _spread_record(each.spread, layout) | {"verdict": each.verdict, "because": each.because} for each in judged
    ]
    cells: list[Cell] = [
        *_which(layout),
        plain("verdict", "verdict"),
        plain("because", "because"),
        *_SPREAD,
        ("median p", lambda r: chance(r["median_p"])),
        ("p < 0.05", lambda r: share(r["share_clear"])),
        ("same side", lambda r: share(r["agreement"])),
        ("words found, least", lambda r: share(r["coverage_least"])),
        ("median", lambda r: share(r["coverage_median"])),
        plain("skipped", "no value because"),
    ]
    note = (
        f"Sd, quartiles and range: over the models. Interval: {INTERVAL} of their mean by Student’s t, over samples (over seeds where there is one sample); it says "
        "how well the mean is known, not how far a model strays. P < 0.05: share of models whose p is below for certain. Same side: share of models on the fuller "
        "side of the chance value. Order: permutations of the sentences."
    )
    return made_table("spread", "Spread over models", note, cells, records, 6)


_SPREAD: tuple[Cell, ...] = (
    ("with value", lambda r: f"{r['measured']}/{r['models']}"),
    ("mean", lambda r: valued(r["measure"], r["mean"])),
    ("interval", lambda r: ends(r["measure"], _ends(r, "mean_"))),
    ("sd", lambda r: deviation(r["sd"], r["measure"])),
    ("quartiles", lambda r: ends(r["measure"], (r["low_quartile"], r["high_quartile"]) if r["measured"] > 1 else None)),
    ("range", lambda r: ends(r["measure"], (r["least"], r["most"]) if r["measured"] > 1 else None)),
)  # fmt: skip


def _spread_cells(*headings: str) -> list[Cell]:
    return [cell for cell in _SPREAD if cell[0] in headings]


_FRESH: Cell = (
    "sd over fresh texts",
    lambda r: "–" if r["fresh_sd"] is None else ("≤ " if r["fresh_at_most"] else "") + deviation(r["fresh_sd"]),
)


def _which(layout: Layout) -> list[Cell]:
    """The columns that say which test, and which models."""
    return [plain("query", "test"), plain("measure", "measure"), plain("where", "models"), ("sample", sampled(layout))]


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
            "remark": "; ".join(part for part in (v.reason, "" if v.group.sample != "subsample" else v.fresh_reason, *v.notes, f"{v.left_out} models left out" if v.left_out else "") if part),
        }
        for v in found
        if v.raw_sd is not None
    ]  # fmt: skip
    cells: list[Cell] = [
        *_which(layout), plain("remark", "remark"),
        ("samples × seeds", lambda r: f"{r['draws']} × {r['seeds']}"),
        ("sd of all", lambda r: deviation(r["raw_sd"])),
        *(_component_cell(name, heading) for name, heading in (("sample", "sd by sample or order"), ("seed", "by seed, alike"), ("rest", "by seed, this one only"), ("training", "by training again"))),
        ("p of no sample effect", lambda r: chance(r["p"])), _FRESH,
    ]  # fmt: skip
    note = (
        f"Standard deviations with {INTERVAL}s, from a two-way analysis of variance with random samples and seeds (method of moments; intervals by chi-square and the "
        "modified large-sample method). 0*: the moments gave a negative variance, which is set to 0. Training again: the same sentences with another seed. Fresh texts: "
        "subsamples of a share f of one corpus overlap, so that their part of the variance is too small by about 1 − f; here it is divided by that (≤: with one seed the "
        "whole spread is, which is too much). It holds for fresh texts as long as a subsample and of the same kind, drawn sentence by sentence; texts that come as whole "
        "documents vary more."
    )
    return made_table("variance", "Where the spread comes from", note, cells, records, 5)


def _component(name: str, component: Component | None) -> dict[str, Any]:
    return {
        f"{name}_sd": None if component is None else component.sd,
        **_low_high(f"{name}_", None if component is None else component.sd_interval),
        f"{name}_negative": None if component is None else component.negative,
    }


def _component_cell(name: str, heading: str) -> Cell:
    def show(record: dict[str, Any]) -> str:
        if record[f"{name}_sd"] is None:
            return "–"
        interval = _ends(record, f"{name}_")
        within = "" if interval is None else f" ({deviation(interval[0])} … {deviation(interval[1])})"
        return deviation(record[f"{name}_sd"]) + ("*" if record[f"{name}_negative"] else "") + within

    return heading, show


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
        ("running words", lambda r: f"{r['running_words']:,.0f}"),
        *_spread_cells("with value", "mean", "sd"),
        _FRESH,
        ("words found, least", lambda r: share(r["coverage_least"])),
    ]
    note = "The spread of larger samples shrinks for two reasons: longer texts say more, and larger samples share more sentences. Only the first is a property of the texts; the sd over fresh texts is without the second."
    return made_table("sizes", "Length of the text", note, cells, records, 4)


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
        *_which(layout), plain("direction", "trend"),
        ("periods", lambda r: f"{r['periods']}"), ("n", lambda r: f"{r['models']}"),
        ("slope", lambda r: slope(r["slope"])), ("per", lambda r: step_name(r["step_years"])),
        (f"{INTERVAL}, over periods", lambda r: slopes(_ends(r, "slope_"))),
        ("over trainings only", lambda r: slopes(_ends(r, "training_"))),
        ("τ", lambda r: correlation(r["tau"])), ("p", lambda r: chance(r["p"])), ("by Holm", lambda r: chance(r["p_holm"])),
        ("least p", lambda r: chance(r["least_p"])),
    ]  # fmt: skip
    note = (
        "Slope: least squares over the periods’ means; its interval from how far these stray from the line, which is what tells whether there is a trend. Over trainings only: "
        "how exactly the slope is known for these very texts; no evidence beyond them. τ, p: Kendall’s, two-sided, exact among all orders of the periods (Mann–Kendall); least p: "
        "what so many periods can reach at best. A trend is shown where the interval is on one side of 0 and p < 0.05. Periods that resemble their neighbours make p too small."
    )
    return made_table("trends", "Trends over periods", note, cells, records, 5)


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
            {"query": "correlation over the tests", **said, "parts": None, "average": None, "whole": None, "difference": each.difference, "r": each.r, **_low_high("r_", interval), "reason": each.reason}
        )  # fmt: skip
    cells: list[Cell] = [
        *_which(layout), plain("reason", "remark"),
        ("parts", lambda r: numbers.or_dash(r["parts"], str)),
        ("mean over parts", lambda r: valued(r["measure"], r["average"])),
        ("whole corpus", lambda r: valued(r["measure"], r["whole"])),
        ("difference", lambda r: numbers.difference(r["difference"])),
        ("r", lambda r: numbers.or_dash(r["r"], correlation)),
        (INTERVAL, lambda r: "–" if r["r_low"] is None else f"{correlation(r['r_low'])} … {correlation(r['r_high'])}"),
    ]  # fmt: skip
    note = (
        "Signed values, each measure by itself (interval by Fisher’s z). Lauscher et al. 2020 print r = 0.66 for their table 6; that is over absolute WEAT values and KM together. From the same "
        "table, signed and apart, r is 0.99 for WEAT and 0.06 for KM. A high r says that the tests are ordered alike, not that the values are equal: see the differences."
    )
    return made_table("parts-and-whole", "Mean over parts against the whole corpus", note, cells, records, 5)


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
        plain("query", "questions"), plain("category", "category"),
        ("texts", lambda r: ", ".join(layout.named(name, r[name]) for name in context)),
        ("sample", sampled(layout)), plain("model", "setting"),
        ("best", lambda r: "best" if r["rank"] == 1 else "maybe" if r["maybe_best"] else "no"),
        ("models", lambda r: str(r["models"])),
        ("right", lambda r: valued(r["measure"], r["mean"])),
        (INTERVAL, lambda r: ends(r["measure"], _ends(r, ""))),
    ]  # fmt: skip
    by = {c.by for c in found}
    how = []
    if "models" in by:
        how.append(
            "With several models a setting, the best one is among best and maybe with 95 % confidence, as far as training varies (Hsu’s comparison with the best)."
        )
    if "questions" in by:
        how.append(
            "With one model a setting, maybe means: within the interval over questions of the best one. That is generous, as all answer the same questions."
        )
    note = " ".join(
        [
            *how,
            "The best of many is picked for being lucky too: expect it to do a little worse next time. Accuracy is not a measure of bias.",
        ]
    )
    return made_table("settings", "Settings compared", note, cells, records, 6)


def quality(found: Sequence[Spread], layout: Layout) -> StudyTable:
    """A row for each set of questions (its totals) and kind of models."""
    records = [_spread_record(s, layout) for s in found]
    cells: list[Cell] = [
        plain("query", "questions"), plain("measure", "examination"), plain("category", "category"), plain("where", "models"), ("sample", sampled(layout)),
        *_spread_cells("with value", "mean", "interval", "sd", "range"), ("covered, least", lambda r: share(r["coverage_least"])),
    ]  # fmt: skip
    note = "How good the vectors are at what vectors are examined in. Bias measured in poor vectors says little about the texts."
    return made_table("quality", "Quality of the models", note, cells, records, 5)


def lost(reading: Reading) -> StudyTable:
    """A row for each query that lacks words somewhere."""
    records = [
        {"query": query, "models": models, "words": len(words), "always": sum(n == models for _, n in words), "missing": ", ".join(f"{word} ({n})" for word, n in words[:_LOST]) + (", …" if len(words) > _LOST else "")}
        for query, models, words in reading.lost
    ]  # fmt: skip
    cells = [
        plain("query", "test"),
        plain("missing", "not found (in so many models)"),
        plain("models", "models"),
        plain("words", "words lost somewhere"),
        plain("always", "everywhere"),
    ]
    note = "Models that lack different words measure different things: part of their spread is that."
    return made_table("lost-words", "Words that were not found", note, cells, records, 2)


def failures(reading: Reading) -> StudyTable:
    """A row for each model that failed."""
    records = [{"label": f.label, "error": f.error, "task": f.task} for f in reading.studied.failures]
    cells = [plain("label", "model"), plain("error", "what happened"), plain("task", "task")]
    return made_table("failures", "Models that failed", "They are in none of the numbers.", cells, records, 3)
