"""A trace as a report: what carries the effect, what was predicted and what came. Texts of the corpus are not in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from functools import partial
from importlib.metadata import version

import numpy as np

from weatherglass.plot.figure import picture
from weatherglass.plot.pieces import shortened
from weatherglass.plot.trace import figures, group_said, headline, headline_said, removal_said
from weatherglass.report.command import command, found_least, unless
from weatherglass.report.document import Below, Document, Figure, Section, Table, WordList
from weatherglass.report.identity import language_name
from weatherglass.report.provenance import settings_said
from weatherglass.stats.effects import correlation as correlated
from weatherglass.trace.traced import Group, Removal, Trace, Traced
from weatherglass.trace.tracing import LEAST_DOCUMENTS, MODELS, TOP
from weatherglass.train.settings import GloVe
from weatherglass.wording.messages import grouped, say
from weatherglass.wording.numbers import change, correlation, effect, listed, or_dash, per_cent
from weatherglass.words import packs

_CITED = ("brunet2019", "pennington2014")
_LONGEST = 48  # letters of a field
_FIELDS = 3  # of a document that a table has room for
_SHOWN = 15  # documents on either side that stand open; the rest is folded
_UNSAID = ("seed", "threads", "memory", "vectors")
_USUAL = {name: value for name, value in asdict(GloVe()).items() if name not in _UNSAID}
_TYPED = ("dim", "window", "min_count", "epochs", "x_max")  # settings that the command has


def document(trace: Trace) -> Document:
    """The trace as it is reported, in the language spoken."""
    return Document(
        kind="trace",
        name=say("trace.name", corpus=trace.corpus["name"], query=trace.query.id),
        identity=tuple(_identity(trace)),
        findings=tuple(findings(trace)),
        mind=say("trace.mind"),
        warnings=trace.warnings,
        sections=tuple(sections(trace)),
        limits=tuple(say(f"trace.limit.{name}") for name in ("words", "contexts", "retrained", "cause", "seeds")),
        methods=(methods(trace),),
        word_lists=(WordList(trace.query, trace.coverage),),
        command=command_of(trace),
        cited=(*_CITED, *trace.query.cite),
        data=trace.to_dict(),
        tables={
            "documents": trace.documents_table(),
            "groups": trace.groups_table(),
            "removals": trace.removals_table(),
        },
    )


def _identity(trace: Trace) -> Iterable[tuple[str, str]]:
    corpus = trace.corpus
    yield say("trace.corpus"), say("trace.corpus_said", name=corpus["name"], words=corpus["words"], documents=trace.all_documents)  # fmt: skip
    if corpus["view"]:
        yield say("trace.part"), "; ".join(corpus["view"])
    yield say("trace.query"), f"{trace.query.id}: {trace.query.title}" if trace.query.title else trace.query.id
    yield say("trace.measure"), measured_said(trace)
    yield say("report.lists_language"), language_name(trace.query.language)
    yield say("trace.models"), models_said(trace)
    yield "SHA-256", corpus["sha256"]


def measured_said(trace: Trace) -> str:
    """The measure, and of which word its score, or which of its figures, is traced."""
    if trace.number:
        return say("trace.figure_of", measure=trace.measure, number=trace.number)
    return say("trace.score_of", measure=trace.measure, word=trace.word) if trace.word else trace.measure


def models_said(trace: Trace) -> str:
    """How the models were trained."""
    said = settings_said({name: value for name, value in trace.settings.items() if name not in _UNSAID})
    seeds = listed(map(str, trace.seeds))
    return say("trace.trained", n=len(trace.seeds), settings=said, seeds=seeds)


def findings(trace: Trace) -> Iterable[str]:
    """What is to be taken away."""
    told = {"symbol": trace.symbol, "value": effect(trace.value), "saved": effect(float(np.mean(trace.as_saved)))}
    if len(trace.values) > 1:
        yield say("trace.finding.effect", **told, n=len(trace.values), span=_span(trace.values))
    else:
        yield say("trace.finding.effect_one", **told)
    point = headline(trace)
    if point is not None and point.value is not None:
        said = {"n": point.documents, "share": per_cent(point.documents / trace.all_documents)}
        yield say("trace.finding.top", **said, symbol=trace.symbol, left=effect(point.value), random=_at_random(trace, point.share))  # fmt: skip
    yield _few_or_many(trace)
    for field in trace.grouped_by:
        yield say("trace.finding.group", said=group_said(trace, field))
    yield check_said(trace)


def _span(values: Sequence[float]) -> str:
    return say("number.span", low=effect(min(values)), high=effect(max(values)))


def _at_random(trace: Trace, share: float) -> str:
    found = next((each.value for each in trace.curve if each.which == "random" and each.share == share), None)
    return or_dash(found, effect)


def _few_or_many(trace: Trace) -> str:
    """How concentrated it is."""
    if not trace.weakening:
        return say("trace.finding.none")
    return say("trace.finding.half", n=trace.half, of=trace.weakening, all=trace.all_documents)


def check_said(trace: Trace) -> str:
    """Whether predictions were held against training again, and how well they did."""
    done = [each for each in trace.removals if each.measured]
    if not done:
        return say("trace.finding.unchecked")
    predicted, measured = (
        np.array([np.mean(getattr(each, name)) for each in done]) for name in ("predicted", "measured")
    )
    r = correlated(predicted, measured)
    off = effect(float(np.abs(predicted - measured).mean()))
    if r is None:
        return say("trace.finding.checked_few", n=len(done), off=off)
    return say("trace.finding.checked", n=len(done), r=correlation(r), off=off, seeds=len(trace.seeds))


def sections(trace: Trace) -> list[Section]:
    """Documents, groups, passages, the check, and the words it rests on."""
    made = [_documents(trace), _groups(trace), _passages(trace), _check(trace), _words(trace)]
    return [section for section in made if section is not None]


def _figure(trace: Trace, name: str) -> Figure:
    kind, _, _field = name.partition(":")
    title = say(f"trace.title.{kind}")
    return Figure(
        title, partial(picture, title, figures(trace)[name]), say(f"trace.caption.{kind}", symbol=trace.symbol)
    )


def _documents(trace: Trace) -> Section:
    drawn = figures(trace)
    shown = [_figure(trace, name) for name in ("removed", "documents") if name in drawn]
    carrying, against = (_document_table(trace, name, some) for name, some in (("carrying", trace.carrying), ("against", trace.against)))  # fmt: skip
    tables, folded = [], []
    for table in (carrying, against):
        if table.rows:
            tables.append(_first(table))
            if len(table.rows) > _SHOWN:
                folded.append(_rest(table))
    said = [headline_said(trace) + "."] if headline(trace) else []
    if len(trace.seeds) > 1 and trace.agreement is not None:
        said.append(say("trace.agreement", r=correlation(trace.agreement), n=len(trace.seeds)))
    without = trace.all_documents - trace.ranked
    known = trace.ranked - len(trace.unknown)
    all_known = known == trace.all_documents
    ranked = {"n": known, "all": trace.all_documents, "without": without}
    said.append(say("trace.all_ranked", n=known) if all_known else say("trace.ranked", **ranked))
    lists = ((say("trace.unknown"), trace.unknown),) if trace.unknown else ()
    return Section("documents", say("trace.section.documents"), findings=tuple(said), tables=tuple(tables), figures=tuple(shown), folded=tuple(folded), lists=lists)  # fmt: skip


def _first(table: Table) -> Table:
    return Table(table.title, table.header, table.rows[:_SHOWN], table.note, table.texts)


def _rest(table: Table) -> Table:
    title = say("trace.more", title=table.title, n=len(table.rows) - _SHOWN)
    return Table(title, table.header, table.rows[_SHOWN:], "", table.texts)


def _document_table(trace: Trace, name: str, documents: Sequence[Traced]) -> Table:
    fields = _fields_shown(trace)
    header = (say("trace.column.document"), *fields, say("trace.column.through"), *_columns("change", "models"))
    rows = tuple(
        (
            each.name,
            *(shortened(each.fields.get(field, ""), _LONGEST) for field in fields),
            each.through,
            change(each.change),
            f"{change(each.low)} … {change(each.high)}",
        )
        for each in documents
    )
    note = say("trace.note.documents", symbol=trace.symbol)
    return Table(say(f"trace.table.{name}"), header, rows, note, texts=2 + len(fields))


def _fields_shown(trace: Trace) -> tuple[str, ...]:
    """Fields that say something of documents beyond their names: title and date, and those that they are grouped by."""
    known = dict.fromkeys(name for each in trace.documents for name in each.fields)
    wanted = dict.fromkeys(["title", "date", *trace.grouped_by])
    names = {each.name for each in trace.documents}
    told = [name for name in wanted if name in known and not (name in ("year", "decade") and "date" in known)]
    return tuple(name for name in told if not {each.fields.get(name) for each in trace.documents} <= names)[:_FIELDS]


def _columns(*names: str) -> tuple[str, ...]:
    return tuple(say(f"trace.column.{name}") for name in names)


def _groups(trace: Trace) -> Section | None:
    if not trace.grouped_by:
        return None
    parts = tuple(
        Section(
            f"groups-{number}",
            say("trace.by_field", field=field),
            findings=(say("trace.finding.group", said=group_said(trace, field)),),
            figures=(_figure(trace, f"groups:{field}"),),
            tables=(_group_table(trace, [group for group in trace.groups if group.field == field]),),
        )
        for number, field in enumerate(trace.grouped_by, 1)
    )
    return Section("groups", say("trace.section.groups"), intro=say("trace.groups_intro"), parts=parts)


def _group_table(trace: Trace, groups: Sequence[Group]) -> Table:
    rows = tuple(
        (
            group.value or say("trace.no_value"),
            grouped(group.documents),
            grouped(group.with_words),
            or_dash(group.change, change),
            "–" if group.low is None or group.high is None else f"{change(group.low)} … {change(group.high)}",
            "–" if group.change is None else effect(trace.value + group.change),
        )
        for group in groups
    )
    lost = [say("trace.not_told", value=group.value or say("trace.no_value"), reason=group.reason) for group in groups if group.reason]  # fmt: skip
    header = (groups[0].field, *_columns("documents", "with_words", "change", "models", "left"))
    return Table(say("trace.table.groups"), header, rows, " ".join(lost))


def _passages(trace: Trace) -> Section | None:
    if not trace.passages:
        return None
    return Section(
        "passages",
        say("trace.section.passages"),
        findings=(say("trace.passages_elsewhere", n=len(trace.passages)),),
        folded=(_passage_table(trace),),
    )


def _passage_table(trace: Trace) -> Table:
    names = {each.number: each.name for each in trace.documents}
    carrying, against = trace.passages_by_side
    rows = tuple((names.get(each.document, say("trace.number", n=each.document + 1)), grouped(each.sentence + 1), change(each.change)) for each in (*carrying, *against))  # fmt: skip
    return Table(say("trace.table.passages"), _columns("document", "sentence", "change"), rows, say("trace.note.passages"))  # fmt: skip


def _check(trace: Trace) -> Section | None:
    if not trace.removals:
        return None
    drawn = figures(trace)
    shown = (_figure(trace, "check"),) if "check" in drawn else ()
    table = _check_table(trace.removals)
    return Section("check", say("trace.section.check"), findings=(check_said(trace),), figures=shown, tables=(table,))


def _check_table(removals: Sequence[Removal]) -> Table:
    rows = []
    for each in removals:
        cells = [removal_said(each), grouped(each.documents)]
        for values in (each.predicted, each.measured, each.as_saved):
            mean = float(np.mean(values)) if values else None
            cells.append("–" if mean is None else Below(correlation(mean), f"{correlation(min(values))} … {correlation(max(values))}"))  # fmt: skip
        rows.append(tuple(cells))
    lost = [say("trace.not_told", value=removal_said(each), reason=each.reason) for each in removals if each.reason]
    note = " ".join([say("trace.note.check"), *lost])
    header = _columns("removal", "documents", "predicted", "measured", "as_saved")
    return Table(say("trace.table.check"), header, tuple(rows), note)


def _words(trace: Trace) -> Section:
    rows = tuple(
        (each.word, each.used, each.set, *map(grouped, (each.count, each.documents, each.contexts)))
        for each in trace.words
    )
    header = _columns("word", "used", "set", "count", "in_documents", "contexts")
    table = Table(say("trace.table.words"), header, rows, say("trace.note.words"), texts=3)
    return Section("rests", say("trace.section.words"), tables=(table,))


def methods(trace: Trace) -> str:
    """A paragraph to paste into a paper; says only what was done."""
    corpus = trace.corpus
    said = [
        say(
            "trace.methods.traced",
            version=version("weatherglass"),
            measure=measured_said(trace),
            query=trace.query.id,
            corpus=corpus["name"],
            words=corpus["words"],
            documents=trace.all_documents,
            models=models_said(trace),
            sha256=corpus["sha256"][:16],
        ),
        say("trace.methods.damped" if trace.damped else "trace.methods.undamped"),
    ]
    done = [each for each in trace.removals if each.measured]
    if done:
        said.append(say("trace.methods.checked", n=len(done), seeds=len(trace.seeds)))
    return " ".join(said)


def _query_named(trace: Trace) -> str:
    """As it ships, or by the file that it was probably read from."""
    return trace.query.id if trace.query.id in packs.catalogue() else f"{trace.query.name}.toml"


def command_of(trace: Trace) -> str:
    """The command that gives the same, where all that is needed is known: a whole corpus, and settings that the command has."""
    own = {} if trace.vectors else {name: trace.settings.get(name, usual) for name, usual in _USUAL.items()}
    if trace.corpus["view"] or any(own[name] != _USUAL[name] for name in own if name not in _TYPED):
        return ""
    options = {
        "--query": [_query_named(trace)],
        "--vectors": unless(trace.vectors, ""),
        "--measure": unless(trace.measure, "weat"),
        "--word": unless(trace.word, ""),
        "--of": unless(trace.number, ""),
        "--top": unless(trace.top, TOP),
        "--by": trace.by,
        "--models": [] if trace.vectors else unless(len(trace.seeds), MODELS),
        **{
            f"--{name.replace('_', '-')}": [f"{x:g}" for x in unless(own[name], _USUAL[name])] for name in _TYPED if own
        },
        "--least-documents": unless(trace.least_documents, LEAST_DOCUMENTS),
        **found_least(trace.match),
        "--seed": unless(trace.seed, 0),
        "--verify": [f"{100 * share:g}" for share in dict.fromkeys(each.share for each in trace.removals)],
    }
    return command(["weatherglass", "trace", trace.corpus["name"]], options, {"--undamped": not trace.damped})
