"""A study as a document, and its tables as files."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import polars as pl

from weatherglass.errors import Notice
from weatherglass.files import folder_appears_whole
from weatherglass.measure.base import MEASURES
from weatherglass.measure.scrutiny import SIGNIFICANT
from weatherglass.plot.figure import picture
from weatherglass.plot.study import Drawing, drawings
from weatherglass.report import latex
from weatherglass.report.command import command
from weatherglass.report.document import Document, Fact, Figure, Section
from weatherglass.report.spreadsheet import csv_text
from weatherglass.report.study_cells import StudyTable, head
from weatherglass.report.study_sentences import extent, findings, findings_by_table, foremost, limits
from weatherglass.report.study_tables import tables
from weatherglass.study.reading import Reading
from weatherglass.study.recognise import SPEC
from weatherglass.study.rules import LEAST_MODELS, MOST_OTHERWISE, chance_value, speaks_for
from weatherglass.study.studied import Studied
from weatherglass.wording import numbers
from weatherglass.wording.messages import ENGLISH, known, say, speaking
from weatherglass.wording.studies import CONFIDENCE, Layout, listed, rules, sample_name, some_of

MOST_FINDINGS = 6
MOST_FIGURES = 12  # of one kind
MOST_OPEN_ROWS = 20  # of a table that is shown without being asked for
MOST_COLUMNS = 8  # of a table on the page beside those that name its rows
MOST_ROWS = 300  # of a table on the page; the files have all
_OPEN = ("verdicts", "trends", "parts-and-whole", "failures")  # tables that are short, or the point
_CITED = ("gerard2017", "lauscher2020")  # whose studies these are


def write_tables(studied: Studied, reading: Reading, folder: str | os.PathLike[str]) -> Path:
    """Write every table as CSV, Parquet and LaTeX, and all rows of the study as they are, into a folder that appears when complete."""
    target = Path(folder)
    with folder_appears_whole(target) as part:
        for table in tables(reading):
            (part / f"{table.name}.csv").write_text(csv_text(table.frame), "utf-8")
            table.frame.write_parquet(part / f"{table.name}.parquet")
            (part / f"{table.name}.tex").write_text(latex_text(table, reading.name), "utf-8")
        studied.table.write_parquet(part / "models.parquet")
        (part / "models.csv").write_text(csv_text(flat(studied.table)), "utf-8")
    return target


def flat(frame: pl.DataFrame) -> pl.DataFrame:
    """Lists of words as one text."""
    return frame.with_columns(pl.col(pl.List(pl.String)).list.join(" "))


def latex_text(table: StudyTable, study: str) -> str:
    """The numbers as they are read."""
    return latex.table(
        table.header,
        table.rows,
        caption=f"{table.title} ({study})",
        label=f"tab:{table.name}",
        note=table.note,
        texts=table.texts,
    )


def study_dict(reading: Reading) -> dict[str, Any]:
    """The reading as plain data, and with it what a person reads: sentences, rules and tables."""
    return {
        **reading.to_dict(),
        "findings": findings(reading),
        "limits": limits(reading),
        "rules": dict(rules()),
        "tables": {table.name: table.frame.to_dicts() for table in tables(reading)},
    }


def document(reading: Reading) -> Document:
    """Everything that a study says."""
    made = tables(reading)
    by_table = _with_a_section(findings_by_table(reading), made)
    first = foremost(by_table, MOST_FINDINGS)
    with speaking(ENGLISH):
        frames = {table.name: table.frame for table in tables(reading)}
    drawn = drawings(reading)
    return Document(
        kind="study",
        name=reading.name,
        identity=tuple(_identity(reading)),
        summary=extent(reading),
        findings=tuple(first),
        warnings=(*_warnings(reading), *reading.notices),
        sections=(
            *(
                _section(
                    table,
                    [each for each in drawn if each.table == table.name],
                    [text for text in by_table.get(table.name, ()) if text not in first],
                )
                for table in made
            ),
            *_rules(reading),
            *_asked(reading),
        ),
        limits=tuple(limits(reading)),
        methods=(" ".join(_methods(reading)),),
        command=_command() if reading.asked else "",
        cited=tuple(dict.fromkeys([*(key for name in _measures(reading) for key in MEASURES[name].cite), *_CITED])),
        data=reading.to_dict(),
        tables=frames,
    )


def _with_a_section(by_table: dict[str, list[str]], made: Sequence[StudyTable]) -> dict[str, list[str]]:
    """Sentences about stability stand with the spread where models are too few for verdicts."""
    if all(table.name != "verdicts" for table in made):
        return {"spread" if name == "verdicts" else name: texts for name, texts in by_table.items()}
    return by_table


def _measures(reading: Reading) -> list[str]:
    return [name for name in dict.fromkeys(spread.measure for spread in reading.spreads) if name in MEASURES]


def _identity(reading: Reading) -> Iterator[tuple[str, str]]:
    yield say("study.measured"), say("study.models_of", models=reading.models, planned=reading.planned)
    yield say("report.tests_language"), _language(reading)
    for name, value in reading.constant:
        yield say(f"study.context.{name}"), value


def _language(reading: Reading) -> str:
    key = f"language.{reading.language}"
    return say(key) if known(key) else reading.language


def _section(table: StudyTable, drawn: Sequence[Drawing], texts: Sequence[str]) -> Section:
    left = len(drawn) - MOST_FIGURES
    note = table.note
    if len(table.rows) > MOST_ROWS:
        note = f"{say('study.first_rows', shown=MOST_ROWS, all=len(table.rows))} {note}"
    shown = replace(table, rows=table.rows[:MOST_ROWS], note=note)
    is_open = table.name in _OPEN or not (drawn or len(table.rows) > MOST_OPEN_ROWS)
    folded = replace(shown, title=say("study.table_of", title=table.title, n=len(table.rows)))
    return Section(
        table.name,
        table.title,
        findings=tuple(texts),
        tables=tuple(_on_paper(shown)) if is_open else (),
        figures=tuple(_figure(each) for each in drawn[:MOST_FIGURES]),
        folded=() if is_open else tuple(_on_paper(folded)),
        intro=say("study.further_figures", n=left) if left > 0 else "",
    )


def _on_paper(table: StudyTable) -> list[StudyTable]:
    """A table too wide for paper as several, each of which names its rows; what to know stands below the last."""
    named = {head(name) for name in ("test", "measure", "models", "sample")}
    keys = [i for i, heading in enumerate(table.header[: table.texts]) if heading in named]
    rest = [i for i in range(len(table.header)) if i not in keys]
    if len(rest) <= MOST_COLUMNS:
        return [table]
    parts = [[*keys, *rest[i : i + MOST_COLUMNS]] for i in range(0, len(rest), MOST_COLUMNS)]
    return [
        replace(
            table,
            title=say("study.figure.part", title=table.title, i=i, parts=len(parts)),
            header=tuple(table.header[column] for column in part),
            rows=tuple(tuple(row[column] for column in part) for row in table.rows),
            note=table.note if i == len(parts) else "",
            texts=sum(column < table.texts for column in part),
        )
        for i, part in enumerate(parts, 1)
    ]


def _figure(drawing: Drawing) -> Figure:
    small = drawing.table == "parts-and-whole"
    return Figure("", partial(picture, drawing.said, drawing.draw), _caption(drawing), beside=small)


def _caption(drawing: Drawing) -> str:
    """How to read a figure."""
    if drawing.table != "spread":
        return say(f"study.figure.caption.{drawing.table}", level=CONFIDENCE)
    chance = chance_value(drawing.measure)
    names = ["boxes", "no_chance" if chance is None else "chance"]
    card = MEASURES.get(drawing.measure)
    names += ["p"] if card is None or card.p is not None else []
    names += ["coherence"] if speaks_for(drawing.measure) == "coherence" else []
    return " ".join(say(f"study.figure.caption.{name}", chance=numbers.or_dash(chance, lambda at: f"{at:g}")) for name in names)  # fmt: skip


def _rules(reading: Reading) -> list[Section]:
    if not reading.judged:
        return []
    facts = tuple(Fact(verdict, rule) for verdict, rule in rules())
    return [Section("rules", say("study.rules"), facts=facts, intro=say("study.rules_intro"))]


def _asked(reading: Reading) -> list[Section]:
    if not reading.asked:
        return []
    return [Section("asked", say("study.asked"), intro=say("study.asked_intro"), paste=reading.asked)]


def _command() -> str:
    run = command(["weatherglass", "study", "run", SPEC], {"--out": ["study"]}, {})
    return "\n".join([run, command(["weatherglass", "study", "show", "study"], {"--out": ["report"]}, {})])


def _warnings(reading: Reading) -> Iterator[Notice]:
    """What is wrong with tests or models, whatever their verdicts say; a case for each measure."""
    for measure in dict.fromkeys(spread.measure for spread in reading.spreads):
        judged = [each for each in reading.judged if each.spread.measure == measure]
        both = [each for each in judged if each.spread.above and each.spread.below and each.verdict == "unstable"]
        lacking = [each for each in judged if each.verdict == "too few words"]
        for code, some in (("models-disagree", both), ("models-lack-words", lacking)):
            if some:
                tests = some_of(dict.fromkeys(each.spread.query for each in some))
                yield Notice(code, say(f"warning.{code}.case", measure=measure, tests=tests))
    if reading.failures:
        yield Notice("models-failed", say("warning.models-failed.case", n=len(reading.failures)))


def _methods(reading: Reading) -> Iterator[str]:
    """Ready to paste into a paper; says only what was done."""
    if not reading.models:
        yield say("study.methods.nothing")
        return
    place = listed([reading.name, say("study.methods.tests_in", language=_language(reading)), *(value for _, value in reading.constant)])  # fmt: skip
    yield say("study.methods.models", n=reading.models, version=version("weatherglass"), place=place)
    if kinds := listed(_kinds(reading)):
        yield say("study.methods.samples", kinds=kinds)
    if measures := _measures(reading):
        titles = (f"{MEASURES[name].title} ({', '.join(MEASURES[name].cite)})" for name in measures)
        yield say("study.methods.measures", measures=listed(titles))
        alike = numbers.per_cent(1 - MOST_OTHERWISE)
        yield say("study.methods.verdicts", limit=f"{SIGNIFICANT:g}", alike=alike, least=LEAST_MODELS)
    if any(spread.interval for spread in (*reading.spreads, *reading.quality)):
        yield say("study.methods.intervals", level=CONFIDENCE)
    if any(each.sample is not None for each in reading.variations):
        yield say("study.methods.variance")
    if reading.trends:
        yield say("study.methods.trends")
    if reading.comparisons:
        yield say("study.methods.settings")


def _kinds(reading: Reading) -> Iterator[str]:
    """What the models differ in."""
    layout = Layout(reading)
    groups = dict.fromkeys(spread.group for spread in (*reading.spreads, *reading.quality))
    rates = sorted({group.rate for group in groups if group.sample == "subsample"})
    if rates:
        yield say("study.kind.subsample", rates=listed(sample_name("subsample", rate) for rate in rates))
    if any(group.sample == "permutation" for group in groups):
        yield say("study.kind.permutation")
    yield from (say(f"study.kind.{name}") for name in layout.varying)
    if any(each.seeds > 1 for each in reading.variations):
        yield say("study.kind.seed")
