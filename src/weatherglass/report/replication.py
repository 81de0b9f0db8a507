"""A replication as a report: each table of the paper with what was measured below what is printed, and why the two differ."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from statistics import fmean

from weatherglass.errors import Notice
from weatherglass.plot.choice import figures
from weatherglass.plot.figure import picture
from weatherglass.plot.replication import (
    along_the_diagonal,
    model_said,
    on_said,
    published_and_measured,
    rows_of,
    too_many,
)
from weatherglass.plot.stability import MARK
from weatherglass.replication.replicated import COUNTS, Carried, Line, NotCarried, Replication
from weatherglass.report.document import Below, Document, Figure, Section, Table
from weatherglass.wording.messages import known, say
from weatherglass.wording.numbers import (
    difference,
    effect,
    group_bias,
    listed,
    power_of_ten,
    probability,
    share_of,
    whole,
)
from weatherglass.wording.replication import as_printed, column_said, where_said
from weatherglass.words.references import entries, in_words

_SHARES = (
    *("accuracy", "found", "solved", "unrestricted", "one-side", "flips", "changed", "best", "worst"),
    *("component 1", "component 2", "random pairs"),
)
_SMALL = ("B_g", "floor", "shuffled", "B_g, social media", "before", "embedding level", "classifier level")
_MANY_COLUMNS = 6  # of which each must be narrow


def document(found: Replication) -> Document:
    """The replication as it is reported."""
    return Document(
        kind="replication",
        name=called(found),
        identity=tuple(_identity(found)),
        findings=tuple(findings(found)),
        mind=say("replication.mind"),
        warnings=tuple(dict.fromkeys((*found.notices, *_notices(found)))),
        sections=(*_sections(found), *_not_carried(found)),
        limits=tuple(say(f"replication.limit.{name}") for name in ("other_data", "one_draw", "agreement")),
        methods=(_methods(found),),
        command=command_line(found),
        cited=tuple(dict.fromkeys((found.cite, *(name for each in found.carried for name in each.cite)))),
        data=found.to_dict(),
        tables={"replication": found.table()},
    )


def _notices(found: Replication) -> Iterable[Notice]:
    """Of an experiment that was carried out on several, with what they are about."""
    times = Counter(each.id for each in found.carried)
    for each in found.carried:
        for notice in each.notices:
            told = times[each.id] == 1 or each.on in notice.text
            yield notice if told else replace(notice, text=f"{on_said(each)}: {notice.text}")


def _sections(found: Replication) -> Iterable[Section]:
    """One that was carried out on several has a section for each, which no other has the name or the anchor of."""
    times = Counter(each.id for each in found.carried)
    for number, each in enumerate(found.carried, 1):
        section = experiment_section(found.paper, each)
        if times[each.id] > 1:
            section = replace(section, title=_title_on(found.paper, each), anchor=f"{section.anchor}-{number}")
        yield section


def _title_on(paper: str, each: Carried) -> str:
    return f"{title_of(paper, each.id)} ({where_said(each.where)}; {on_said(each)})"


def _identity(found: Replication) -> Iterable[tuple[str, str]]:
    yield say("replication.paper"), f"{found.title} ({found.paper})"
    for item in found.inputs:
        told = [
            item.name,
            *([say(f"language.{item.language}")] if item.language else []),
            item.method,
            item.sha256[:16],
        ]
        yield say(f"replication.role.{item.role}"), listed(filter(None, told))
    how = say(f"replication.{'quick' if found.quick else 'as_published'}")
    yield say("replication.settings"), listed((how, *([_plain(found.settings)] if found.settings else [])))


def called(found: Replication) -> str:
    """By its authors and year; somebody's own paper by its name."""
    if found.file or found.cite not in entries():
        return found.paper
    cited = in_words(found.cite)
    return f"{cited.authors} ({cited.year})"


def title_of(paper: str, experiment: str) -> str:
    """What an experiment is about, in the language spoken."""
    key = f"replication.{paper}.{experiment}.title"
    return say(key) if known(key) else experiment


def findings(found: Replication) -> Iterable[str]:
    """What was carried out, and how near each experiment came to what is printed."""
    yield say("replication.found.experiments", n=len(found.measured), among=found.experiments)
    for each in found.carried:
        if nearness := _nearness(each):
            yield f"{_title_on(found.paper, each)}: {nearness}"


def _nearness(each: Carried) -> str:
    """How far measured figures lie from the printed ones, where these are numbers."""
    said = []
    if each.effects:
        gaps = [(abs(measured - printed), row, column) for row, column, printed, measured in each.effects]
        largest, row, column = max(gaps)
        said.append(
            say(
                "replication.found.near",
                n=len(gaps),
                mean=group_bias(fmean(gap for gap, *_ in gaps)),
                largest=group_bias(largest),
                row=row,
                column=column_said(column),
            )
        )
    same, among = each.same_side
    if among:
        said.append(say("replication.found.same_side", n=same, among=among))
    return " ".join(said)


def experiment_section(paper: str, each: Carried) -> Section:
    """One table of the paper, what it rests on, its figures, and why it differs."""
    return Section(
        anchor=f"{each.id}-{_slug(each.on)}",
        title=f"{title_of(paper, each.id)} ({where_said(each.where)})",
        intro=_said_of(paper, each.id, "did"),
        findings=tuple(filter(None, (*_rests(each), _nearness(each)))),
        tables=(_table(each),),
        figures=(*_own_figure(each), *_figures(each)),
        lists=tuple(_lists(paper, each)),
    )


def _said_of(paper: str, experiment: str, what: str) -> str:
    key = f"replication.{paper}.{experiment}.{what}"
    return say(key) if known(key) else ""


def _worded(kind: str, code: str) -> str:
    """The message of this code; somebody's own paper has sentences instead."""
    key = f"replication.{kind}.{code}"
    return say(key) if " " not in code and known(key) else code


def _slug(text: str) -> str:
    return "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in text).strip("-").lower()


def _rests(each: Carried) -> Iterable[str]:
    """What was measured: vectors given, models with how each was trained, and the samples that those of a study saw."""
    for recipe in each.recipes:
        told = {"corpus", "words"} | (
            {"model"} if recipe["model"] == recipe["method"] or len(each.recipes) == 1 else set()
        )
        how = _plain({key: value for key, value in recipe.items() if key not in told})
        yield say("replication.trained", corpus=recipe["corpus"], words=recipe["words"], how=how)
    if each.samples:
        yield say("replication.samples", how=_plain(each.samples))
    if not each.recipes or each.kind == "models":  # of which some may have been given
        yield say("replication.on", on=on_said(each))


def _plain(settings: Mapping[str, object]) -> str:
    """Each with its value; of several values, all of them."""
    return ", ".join(
        f"{key.replace('_', ' ')} {' / '.join(map(str, value)) if isinstance(value, list | tuple) else value}"
        for key, value in settings.items()
    )


def _table(each: Carried) -> Table:
    columns = [*each.columns, *each.beside]
    shown = [
        name
        for name in columns
        if any(name in (*line.printed, *line.measured, *line.in_words, *line.lacking) for line in each.lines)
    ]
    header = (say("replication.row"), *(_head(each, name) for name in shown))
    narrow = len(shown) > _MANY_COLUMNS
    rows = tuple(
        (line.label, *(_cell(line, name, beside=name in each.beside, narrow=narrow) for name in shown))
        for line in each.lines
    )
    no_numbers = any(line.in_words for line in each.lines) and not any(line.measured for line in each.lines)
    texts = len(header) if no_numbers else 1
    return Table(say("replication.table"), header, rows, say("replication.table_note"), texts=texts)


def _head(each: Carried, column: str) -> str:
    return f"|{column}|" if column == "d" and each.settings.get("absolute") else column_said(column)


def _cell(line: Line, column: str, *, beside: bool, narrow: bool) -> str:
    """The measured figure with the printed one below it, which says so where there is room; of what people or others measured, the printed one alone."""
    shown = _format(line, column)
    printed = _printed(line, column, shown)
    if beside:
        return printed or "–"
    first = _measured(line, column, shown)
    if not printed:
        return first
    return Below(first, printed if narrow else say("replication.published", figure=printed))


def _measured(line: Line, column: str, shown: Callable[[float], str]) -> str:
    measured = line.measured.get(column)
    if measured is None:
        return line.in_words.get(column, "†" if column in line.lacking else "–")
    if measured.low is None or measured.high is None:
        return shown(measured.value)
    return f"{shown(measured.value)} [{shown(measured.low)}, {shown(measured.high)}]"


def _printed(line: Line, column: str, shown: Callable[[float], str]) -> str:
    printed = line.printed.get(column)
    if printed is None:
        return ""
    text = printed if isinstance(printed, str) else _as_printed(printed, line.printed_as.get(column, ""), shown)
    return f"{text} ‡" if column in line.misprint else text


def _as_printed(printed: float, written: str, shown: Callable[[float], str]) -> str:
    """As it is written; shares and counts as measured ones are, and so is what is very small where its text is not known."""
    if shown in (share_of, whole):
        return shown(printed)
    if written:
        return power_of_ten(written.lower()).removeprefix("1×").replace("-", "−")
    if "e" in repr(printed):
        return shown(printed)
    decimals = max(2, len(repr(printed).partition(".")[2])) if printed else 1
    return f"{printed:.{decimals}f}".replace("-", "−")


def _format(line: Line, column: str) -> Callable[[float], str]:
    """How its numbers are written."""
    if line.of.startswith(("p below", "coverage/")):
        return share_of
    if line.of.startswith("models/"):
        return whole
    if column.split(" ", maxsplit=1)[0] == "p" or line.of_all == "p":
        return probability
    if line.of_all == "U":
        return whole
    if line.of_all == "H":
        return effect
    if column in _SHARES:
        return share_of
    if column in COUNTS:
        return whole
    if column in _SMALL:
        return group_bias
    if column == "difference":
        return difference
    printed = line.printed.get(column)
    return as_printed(line.printed_as.get(column) or (repr(printed) if isinstance(printed, float) else ""))


def _own_figure(each: Carried) -> Iterable[Figure]:
    """Published and measured beside each other, where there are numbers."""
    if rows := rows_of(each):
        many = too_many(rows)
        title = say("replication.figure_title", where=where_said(each.where), on=on_said(each))
        drawn = partial(picture, title, along_the_diagonal if many else published_and_measured, each)
        yield Figure(title, drawn, say(f"replication.{'many' if many else 'own'}_caption"))


def _figures(each: Carried) -> Iterable[Figure]:
    """Those that the paper's file names, by the beginnings of their names."""
    from weatherglass.report.write import result_of

    signed = "forest" in each.figures and each.settings.get("absolute")
    for result in map(result_of, each.results):
        on, where = on_said(each), where_said(each.where)
        if len(each.results) > 1:
            on = _on(each, result)
            where = f"{where}; {on}"
        caption = say(f"replication.{'signed_caption' if signed else 'caption'}", on=on)
        for name, draw in figures(result).items():
            if kind := next((kind for kind in each.figures if name.startswith(kind)), ""):
                title = say("replication.figure", name=_figure_called(kind), where=where)
                yield Figure(title, partial(picture, title, draw), f"{_explained(kind)}{caption}")


def _on(each: Carried, result: object) -> str:
    """Which vectors a result of several is about: those given by their name, models as they are called elsewhere."""
    name = str(getattr(result, "embedding", {}).get("name", on_said(each)))
    models = {recipe["model"]: model_said(recipe) for recipe in each.recipes}
    return models.get(name.rpartition("-")[0], name)


def _figure_called(kind: str) -> str:
    own = f"replication.figure_of.{kind.replace('-', '_')}"
    return next((say(key) for key in (own, f"stability.title.{kind}") if known(key)), kind)


def _explained(kind: str) -> str:
    """How figures of base pairs are read; the others explain themselves, or by their title."""
    key = f"stability.caption.{kind}"
    return f"{say(key, mark=MARK)} " if known(key) and kind != "words" else ""


def _lists(paper: str, each: Carried) -> Iterable[tuple[str, tuple[str, ...]]]:
    differs = [text for text in (_said_of(paper, each.id, "differs"),) if text]
    differs += [_worded("caveat", code) for code in each.mind]
    if differs:
        yield say("replication.why"), tuple(differs)
    if misprints := tuple(_misprints(each)):
        yield say("replication.misprints"), misprints
    rows_by_reason: dict[str, list[str]] = {}
    for line in each.lines:
        if line.lacking:
            rows_by_reason.setdefault(_reason(tuple(dict.fromkeys(line.lacking.values()))), []).append(line.label)
    if rows_by_reason:
        yield (
            say("replication.not_measured"),
            tuple(
                say("replication.lacking", row="; ".join(rows), reason=reason)
                for reason, rows in rows_by_reason.items()
            ),
        )


def _reason(reasons: tuple[str, ...]) -> str:
    """The shortest of them, as columns may differ in how many words they lack."""
    shortest = min(reasons, key=len)
    return shortest if len(reasons) == 1 else say("replication.and_more", reason=shortest, n=len(reasons) - 1)


def _misprints(each: Carried) -> Iterable[str]:
    for line in each.lines:
        for column, code in line.misprint.items():
            corrected = line.corrected.get(column)
            shown = _format(line, column)
            meant = "" if corrected is None else f" {say('replication.corrected', figure=shown(corrected))}"
            yield f"{line.label}, {column_said(column)}: {_worded('misprint', code)}{meant}"


def _not_carried(found: Replication) -> Iterable[Section]:
    if not found.not_carried:
        return
    rows = tuple(
        (f"{title_of(found.paper, each.id)} ({each.id})", where_said(each.where), why(each))
        for each in found.not_carried
    )
    header = tuple(say(f"replication.{name}") for name in ("experiment", "where", "reason"))
    yield Section(
        anchor="not-carried-out",
        title=say("replication.not_carried"),
        tables=(Table(say("replication.not_carried"), header, rows, texts=3),),
    )


def why(each: NotCarried) -> str:
    """What would have to be given, or what went wrong."""
    if each.needs:
        return say("replication.needs", what=listed(_needed(each, role) for role in each.needs))
    return each.reason


def _needed(each: NotCarried, role: str) -> str:
    said = say(f"replication.role.{role}")
    about = [say(f"language.{each.language}")] if each.language else []
    about += [each.method] if each.method and role == "vectors" else []
    return f"{said} ({', '.join(about)})" if about else said


def _methods(found: Replication) -> str:
    from importlib.metadata import version

    methods = say(
        f"replication.methods_{'quick' if found.quick else 'as_published'}",
        title=found.title if called(found) == found.paper else f"{called(found)}, “{found.title}”",
        n=len(found.measured),
        inputs=listed(found.used),
        seed=found.seed,
        version=version("weatherglass"),
    )
    if not found.settings:
        return methods
    return f"{methods} {say('replication.other_settings', how=_plain(found.settings))}"


def command_line(found: Replication) -> str:
    """The command that makes it again, with the names of what was given."""
    parts = ["weatherglass", "replicate", found.file or found.paper]
    for item in found.inputs:
        said = ":".join(filter(None, (item.method or item.role, item.language)))
        parts += ["--data", f"{said}={','.join(filter(None, (item.name, item.gold)))}"]
    for experiment in found.only:
        parts += ["--only", experiment]
    for name, value in found.settings.items():
        parts += ["--setting", f"{name}={value}"]
    parts += ["--seed", str(found.seed)] if found.seed else []
    parts += ["--threads", str(found.threads)] if found.threads > 1 else []
    parts += ["--quick"] if found.quick else []
    return shlex.join(parts)
