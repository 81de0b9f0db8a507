"""An audit as a document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from markupsafe import Markup

from weatherglass.auditing import Audit
from weatherglass.embedding.sample import SAMPLE_NAME
from weatherglass.errors import Notice
from weatherglass.measure.base import Measure, get
from weatherglass.measure.result import NotRun, Result
from weatherglass.measure.standing import standing
from weatherglass.plot import inline
from weatherglass.report import readings, sentences
from weatherglass.report.audit_warnings import warnings_of
from weatherglass.report.document import Below, Document, Fact, Figure, Section, Table, WordList, words_anchor
from weatherglass.report.identity import language_name, of_vectors
from weatherglass.report.methods import command_line, methods_paragraph
from weatherglass.structure.structure import is_gendered
from weatherglass.wording import numbers
from weatherglass.wording.cards import card_text
from weatherglass.wording.messages import Finding, say
from weatherglass.words.query import Query

MOST_FINDINGS = 6


def document(audit: Audit) -> Document:
    """Everything an audit says, in the language spoken."""
    tests, others = audit.results.association_tests, audit.results.other_measures
    queries = {query.id: query for query in audit.queries}
    shape, noted, cited = _structure(audit)
    coverage = {outcome.query: outcome.coverage for outcome in reversed(audit.results.outcomes)}
    run = len({result.query for result in audit.results.measured})
    languages = numbers.listed(language_name(code) for code in dict.fromkeys(query.language for query in audit.queries))
    not_run = len({each.query for each in audit.results.skipped} - {r.query for r in audit.results.measured})
    return Document(
        kind="audit",
        name=audit.embedding["name"],
        identity=(
            (say("report.tests_language"), languages),
            *of_vectors(audit.embedding),
            (say("audit.tests"), say("audit.run", run=run, not_run=not_run)),
        ),
        summary=_summary(audit, tests, run, not_run),
        findings=tuple(_findings(tests, others, queries)),
        mind=say("audit.mind"),
        warnings=(*warnings_of(audit), *noted),
        sections=tuple(_sections(audit, queries, shape)),
        limits=tuple(_limits(tests, run)),
        methods=(methods_paragraph(audit), *map(_card, _cards(audit))),
        word_lists=tuple(WordList(query, coverage[query.id]) for query in audit.queries if query.id in coverage),
        command=command_line(audit),
        cited=(*_cited(audit), *cited),
        data=audit.to_dict(),
        tables={"results": audit.results.table()},
    )


def _structure(audit: Audit) -> tuple[list[Section], list[Notice], tuple[str, ...]]:
    """Its sections, notes and references; what draws them takes a while to load, and is not where there are none."""
    if audit.structure is None:
        return [], [], ()
    from weatherglass.report.structure import CITED, notes, sections

    said = sections(audit.structure)
    return said, notes(audit.structure, said), CITED


def _cards(audit: Audit) -> list[Measure]:
    return [get(name) for name in dict.fromkeys(result.measure for result in audit.results.measured)]


def _card(card: Measure) -> str:
    entries = {name: card_text(card, name) for name in ("title", "what", "sign", "range", "good", "limits")}
    return say("audit.card", **entries)


def _cited(audit: Audit) -> Iterator[str]:
    yield from (key for card in _cards(audit) for key in card.cite)
    yield from (key for query in audit.queries for key in query.cite)
    if audit.embedding["name"] == SAMPLE_NAME:
        yield "pennington2014"


def _summary(audit: Audit, tests: Sequence[Result], run: int, not_run: int) -> str:
    """How many tests stand how, taken one by one and corrected."""
    if not run:
        return say("audit.nothing")
    if not tests:
        return say("audit.no_test", n=run)
    standings = Counter(standing(result) for result in tests)
    corrected = Counter(
        r.adjusted.by("holm").verdict for r in tests if r.adjusted is not None and not r.adjusted.counted_with
    )
    family = max((r.adjusted.family for r in tests if r.adjusted is not None), default=0)
    parts = [say("audit.could", n=len(tests))]
    if not_run:
        parts.append(say("audit.could_not", n=not_run))
    parts.append(say("audit.clear", n=standings["clear"]))
    if family > 1:
        parts.append(say("audit.clear_corrected", n=corrected["clear"], tests=numbers.counted(family, "test")))
    if standings["undecided"] or corrected["inconclusive"]:
        parts.append(say("audit.undecided", n=standings["undecided"], corrected=corrected["inconclusive"]))
    if standings["against"]:
        parts.append(say("audit.against", n=standings["against"]))
    if len(tests) > MOST_FINDINGS:
        parts.append(say("audit.strongest"))
    return " ".join(parts)


def _findings(tests: Sequence[Result], others: Sequence[Result], queries: dict[str, Query]) -> Iterator[Finding]:
    """The strongest tests; where there is none, what the other measures say."""
    strongest = sorted(enumerate(tests, 1), key=lambda numbered: -abs(numbered[1].value or 0.0))[:MOST_FINDINGS]
    for i, result in strongest:
        said = sentences.finding(result, queries[result.query])
        yield Finding(said.parts, result.query, f"test-{i}")
    for result in others if not tests else ():
        said = readings.reading(result, queries[result.query])
        yield Finding(said.parts, f"{result.query}, {card_text(get(result.measure), 'title')}")


def _sections(audit: Audit, queries: dict[str, Query], shape: Sequence[Section]) -> Iterator[Section]:
    tests, others = audit.results.association_tests, audit.results.other_measures
    if tests:
        limit = inline.effect_limit([x for result in tests for x in _drawn(result)])
        yield Section("results", say("audit.results"), tables=(_results(tests, audit.results.not_run, queries, limit),))
    if others:
        yield Section("measures", say("audit.measures"), tables=(_side_by_side(others),))
    if tests:
        parts = tuple(
            _test(f"test-{i}", result, queries[result.query], limit, others, audit) for i, result in enumerate(tests, 1)
        )
        yield Section("tests", say("audit.one_by_one"), parts=parts)
    alone = tuple(_alone(others, {result.query for result in tests}, queries))
    if alone:
        yield Section("others", say("audit.alone"), parts=alone)
    if shape:
        intro = [say("audit.gendered", language=language_name(audit.language))] if is_gendered(audit.language) else []
        yield Section(
            "structure", say("audit.structure"), parts=tuple(shape), intro=" ".join([*intro, say("audit.looks_at")])
        )
    if audit.results.not_run:
        yield Section("not-run", say("audit.not_run"), tables=(_not_run(audit.results.not_run),))


def _drawn(result: Result) -> list[float]:
    """Every number of a result that is drawn on the scale of effect sizes."""
    ends = [] if result.interval is None else [result.interval.low, result.interval.high]
    return [result.value or 0.0, *ends, *(x for each in result.baseline for x in (each.low, each.high))]


def _results(tests: Sequence[Result], not_run: Sequence[NotRun], queries: dict[str, Query], limit: int) -> Table:
    header = (
        say("audit.column.test"),
        say("audit.column.compared"),
        Below("d", say("audit.column.interval")),
        Markup("{}<br>{}").format(say("audit.column.effect"), inline.effect_scale(limit)),
        say("audit.column.difference"),
        Below("p", say("audit.column.method")),
        say("procedure.holm"),
        say("audit.column.topics"),
        say("audit.column.words"),
    )
    rows = [_result_row(result, queries[result.query], limit) for result in tests]
    tested = {result.query for result in tests}
    untested = {each.query: each.coverage for each in not_run if each.query not in tested}
    rows += [  # why stands in the section that the row leads to
        (query, say("audit.not_run_short"), "–", Markup(), "–", "–", "–", "–", f"{coverage.found}/{coverage.asked}")
        for query, coverage in untested.items()
    ]
    links = (*(f"test-{i}" for i in range(1, len(tests) + 1)), *["not-run"] * len(untested))
    return Table(
        say("audit.results"),
        header,
        tuple(rows),
        say("audit.results_note"),
        texts=2,
        links=links,
        picture_note=say("audit.results_picture"),
    )


def _result_row(result: Result, query: Query, limit: int) -> tuple[str, ...]:
    assert result.value is not None
    assert result.p is not None
    ends = None if result.interval is None else (result.interval.low, result.interval.high)
    holm = "–" if result.adjusted is None else numbers.corrected(result.p, result.adjusted.by("holm"))
    if result.adjusted is not None and result.adjusted.by("holm").verdict == "inconclusive":
        holm = Below(holm, say("audit.inconclusive"))
    topical = [numbers.as_extreme(each) for each in result.baseline if each.kind == "topical"]
    (one, other), (a, b) = query.targets, query.attributes
    return (
        result.query,
        Below(f"{one.name} / {other.name}", f"× {a.name} / {b.name}"),
        Below(numbers.effect(result.value), numbers.span_cell(result.interval)),
        inline.effect_mark(result.value, ends, limit, filled=standing(result) == "clear"),
        numbers.difference(result.extra["difference"]),
        Below(numbers.p_cell(result.p), numbers.p_method_short(result.p)),
        holm,
        *(topical or ["–"]),
        f"{result.coverage.found}/{result.coverage.asked}",
    )


def _side_by_side(others: Sequence[Result]) -> Table:
    found = readings.side_by_side(others)
    rows = tuple(
        (query, *(value if p == "–" else Below(value, f"p {p}") for value, p in cells)) for query, cells in found.rows
    )
    notes = [say("audit.measures_note")]
    for card in found.cards:
        notes.append(say("audit.little_bias", title=card_text(card, "title"), good=card_text(card, "good")))
        if card.small_p == "coherence":
            notes.append(say("audit.coherence", title=card_text(card, "title")))
    header = (say("audit.column.test"), *(Below(card_text(card, "title"), card.name) for card in found.cards))
    return Table(say("audit.measures"), header, rows, " ".join([*notes, say("audit.disagree")]))


def _not_run(not_run: Sequence[NotRun]) -> Table:
    header = (say("audit.column.test"), say("audit.column.reason"), say("audit.column.words"))
    rows = tuple(
        (each.query, each.reason, f"{each.coverage.found}/{each.coverage.asked}")
        if not each.measures
        else (each.query, f"{', '.join(each.measures)}: {each.reason}", f"{each.coverage.found}/{each.coverage.asked}")
        for each in not_run
    )
    return Table(say("audit.not_run"), header, rows, texts=2)


def _test(anchor: str, result: Result, query: Query, limit: int, others: Sequence[Result], audit: Audit) -> Section:
    """Everything about one test."""
    groups = [(s.name, [(word.word, word.score) for word in result.group(s.name)]) for s in query.targets]
    one, other = query.attributes
    title = say("audit.words_title", query=query.id, one=one.name, other=other.name)
    picture = inline.word_scores(groups, (one.name, other.name), title=title)
    caption = say("audit.words_caption", one=one.name, other=other.name)
    return Section(
        anchor,
        f"{query.id}: {query.title}" if query.title else query.id,
        (sentences.finding(result, query),),
        figures=(Figure("", picture, caption),),
        facts=tuple(_facts(result, query, limit, others, audit)),
        intro=query.content_note,
        words=words_anchor(query.id),
    )


def _facts(result: Result, query: Query, limit: int, others: Sequence[Result], audit: Audit) -> Iterator[Fact]:
    assert result.value is not None
    assert result.p is not None
    p = say(
        "audit.fact.p",
        p=numbers.p_cell(result.p),
        method=numbers.p_method(result.p),
        ties=say(f"audit.fact.ties.{result.p.ties}"),
    )
    yield Fact("p", f"{p} {sentences.floor(result, audit.test)}".rstrip())
    if result.adjusted is not None and result.adjusted.family > 1:
        yield Fact(say("audit.fact.corrected"), sentences.corrected(result.adjusted))
    if result.interval is not None:
        yield Fact(say("audit.fact.interval"), _interval(result))
    if result.equivalence is not None:
        yield Fact(say("audit.fact.smallest"), sentences.smaller_than(result.equivalence))
    if result.effects is not None:
        yield Fact(say("audit.fact.scales"), sentences.other_scales(result))
    if result.influence is not None and sentences.hangs_on(result) is None:  # else the finding says it
        yield Fact(say("audit.fact.single"), sentences.largest_influence(result))
    yield from _read(others, query)
    for baseline in result.baseline:
        strip = inline.baseline_strip(result.value, baseline.low, baseline.median, baseline.high, limit)
        yield Fact(say(f"audit.fact.among.{baseline.kind}"), sentences.among_others(result, baseline), strip)
    if query.caveat:
        yield Fact(say("audit.fact.caveat"), query.caveat)


def _interval(result: Result) -> str:
    interval = result.interval
    assert interval is not None
    key = "jackknife" if interval.method == "jackknife" else "resampled"
    text = say(
        f"audit.fact.interval_{key}",
        span=numbers.span(interval),
        level=numbers.level(interval),
        method=say(f"interval.{interval.method}"),
        n=interval.resamples,
    )
    if interval.without_value:
        return f"{text} {say('audit.fact.without_value', n=interval.without_value)}"
    return text


def _alone(others: Sequence[Result], tested: set[str], queries: dict[str, Query]) -> Iterator[Section]:
    """Queries that no association test was run on, with what the other measures say."""
    for i, name in enumerate(dict.fromkeys(result.query for result in others if result.query not in tested), 1):
        query = queries[name]
        title = f"{query.id}: {query.title}" if query.title else query.id
        yield Section(f"other-{i}", title, facts=tuple(_read(others, query)), words=words_anchor(query.id))


def _read(others: Sequence[Result], query: Query) -> Iterator[Fact]:
    """What other measures say about the same words."""
    for each in others:
        if each.query == query.id:
            yield Fact(card_text(get(each.measure), "title"), readings.reading(each, query))


def _limits(tests: Sequence[Result], run: int) -> Iterator[str]:
    """What the numbers do not say."""
    yield say("audit.limit.certificate")
    yield say("audit.limit.p")
    yield say("audit.limit.topics")
    if tests:
        yield say("audit.limit.interval")
    yield say("audit.limit.many", n=run)
    yield say("audit.limit.frequency")
    if tests:
        yield say("audit.limit.scale")
    yield say("audit.limit.decision")
