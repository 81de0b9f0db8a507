"""What became of a gate in words: a sentence for each check, and the forms in which machines and people take them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import reduce
from importlib.metadata import version
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from weatherglass.files.plain import shown
from weatherglass.gate.checking import Check, Gated, all_exceeded
from weatherglass.gate.limits import LIMITS, Reading
from weatherglass.measure.base import Measure, get
from weatherglass.report.document import Below, Document, Section, Table
from weatherglass.report.identity import of_vectors
from weatherglass.wording.cards import card_text
from weatherglass.wording.messages import ENGLISH, say, speaking
from weatherglass.wording.numbers import or_dash, p_cell, probability, span, span_cell, value

if TYPE_CHECKING:
    import polars as pl

HEADER = ("verdict", "rule", "test", "measure", "value", "interval", "p")


def sentence(check: Check) -> str:
    """Which test by which measure, what was measured, the limits, and why the verdict is what it is."""
    return say("gate.sentence", query=shown(check.query), measure=shown(check.measure), reason=reason(check))


def reason(check: Check) -> str:
    """The same without the test's name."""
    if check.verdict == "fail":
        why = _joined("and", [_clause(reading, check) for reading in check.fail])
    elif check.obstacle:
        why = shown(check.obstacle)
    elif check.verdict == "warn":
        why = _joined("and", [_clause(reading, check) for reading in check.warn])
        for clause in _clauses(check, check.fail, exceeded=False)[:1]:
            why = say("gate.not_failed", why=why, clause=clause)
    elif check.verdict == "pass":
        why = _joined("also", _clauses(check, (*check.fail, *check.warn), exceeded=False))
    else:
        undecided = [each for table in (check.fail, check.warn) if all_exceeded(table) is None for each in table]
        why = _joined("also", _clauses(check, undecided, exceeded=None))
    return say("gate.reason", verdict=_in_words(check), why=why)


def _in_words(check: Check) -> str:
    return say(f"gate.verdict.{check.verdict}")


def _joined(how: str, texts: Iterable[str]) -> str:
    return reduce(lambda one, other: say(f"gate.join.{how}", one=one, other=other), texts)


def _clauses(check: Check, readings: Iterable[Reading], *, exceeded: bool | None) -> list[str]:
    """What is said of the limits of which that is the case, each once."""
    return list(dict.fromkeys(_clause(reading, check) for reading in readings if reading.exceeded is exceeded))


def _clause(reading: Reading, check: Check) -> str:
    number, card = reading.number, get(check.measure)
    name = _name(reading, card)
    if number.why:
        return say("gate.not_known", name=name, why=shown(number.why))
    assert number.value is not None
    assert number.low is not None
    assert number.high is not None
    if reading.key == "interval_excludes_null":
        assert check.interval is not None
        ends = span(check.interval, lambda end: _beside(end, card.null or 0.0, lambda x: value(x, card.unit)))
        return say(f"gate.interval.{'excludes' if reading.exceeded else 'includes'}", ends=ends, null=f"{card.null:g}")
    limit, told = float(reading.limit), _how_told(reading.key, card)
    if number.low < number.high:
        likely = "likely_" if check.p is not None and check.p.method == "sampled" else ""
        low, high = _beside(number.low, limit, told), _beside(number.high, limit, told)
        if reading.exceeded is None:
            as_written = _as_written(reading.limit)
            return say(f"gate.is.{likely}on_both_sides", name=name, low=low, high=high, limit=as_written)
        return say(f"gate.is.{likely}between", name=name, low=low, high=high, side=_side(reading))
    given = {"name": name, "value": _beside(number.value, limit, told), "side": _side(reading)}
    if number.before is not None and number.now is not None:
        changed = {"before": value(number.before, card.unit), "now": value(number.now, card.unit)}
        return say("gate.is.changed", **given, **changed)
    return say("gate.is.exactly", **given)


def _side(reading: Reading) -> str:
    side = LIMITS[reading.key].side
    return say(f"gate.side.{side if reading.exceeded else f'not_{side}'}", limit=_as_written(reading.limit))


def _as_written(limit: float | bool) -> str:
    return "true" if limit is True else f"{limit:.15g}".replace("-", "−")


def _name(reading: Reading, card: Measure) -> str:
    """What is limited, as the subject of a sentence."""
    of = shown(reading.number.of)
    size = f"|{card.symbol}|" if not card.null else f"|{card.symbol} − {card.null:g}|"
    return say(f"gate.number.{reading.key}{'_of' if of else ''}", symbol=card.symbol, size=size, of=of)


def _how_told(key: str, card: Measure) -> Callable[[float], str]:
    """How a number of this kind is rounded where the limit is far enough."""
    if key.startswith("p_"):
        return probability
    if key in ("coverage_below", "stability_below"):
        return lambda number: f"{number:.2f}"
    return lambda number: value(number, card.unit)


def _beside(number: float, limit: float, told: Callable[[float], str]) -> str:
    """Rounded, but never onto the limit or across it."""
    for text in (told(number), *(f"{number:.{digits}g}" for digits in range(3, 18))):
        try:
            read = float(text.replace("−", "-"))
        except ValueError:  # in words, or as a power of ten: far from any limit that is not so itself
            return text
        if (read > limit, read < limit) == (number > limit, number < limit):
            break
    return text.replace("-", "−")


def summary(gated: Gated) -> str:
    """The gate in a sentence or two."""
    return say("gate.summary", verdict=headline(gated), counts=_counts(gated))


def headline(gated: Gated) -> str:
    """The gate's verdict; where it is passed, that no limit is exceeded, as far as that is so."""
    how: str = gated.verdict
    if how == "passed":
        how += "_warned" if gated.having("warn") else ""
        how += "_decided" if gated.having("inconclusive") else ""
    return say(f"gate.whole.{how}", gate=shown(gated.gate))


def _counts(gated: Gated) -> str:
    by_verdict = Counter(check.verdict for check in gated.checks)
    told = [say(f"gate.count.{name}", n=n) for name in ("fail", "inconclusive", "warn") if (n := by_verdict[name])]
    return _joined("comma", [say("gate.count.checks", n=len(gated.checks)), *told])


def rows(gated: Gated) -> list[tuple[str, ...]]:
    """A row a check, under HEADER."""
    return [(check.verdict, *_names(check), *_numbers(check)) for check in gated.checks]


def _names(check: Check) -> tuple[str, ...]:
    return tuple(map(shown, (check.rule, check.query, check.measure)))


def _numbers(check: Check) -> tuple[str, ...]:
    unit = get(check.measure).unit
    return (
        or_dash(check.value, lambda number: value(number, unit)),
        span_cell(check.interval, lambda number: value(number, unit)),
        or_dash(check.p, p_cell),
    )


def document(gated: Gated) -> Document:
    """A gate by itself, in the language spoken."""
    measures = [get(name) for name in dict.fromkeys(check.measure for check in gated.checks)]
    return Document(
        kind="gate",
        name=gated.embedding["name"],
        identity=((say("gate.file"), gated.gate), *of_vectors(gated.embedding)),
        verdict=verdict_section(gated),
        limits=(say("audit.limit.certificate"), say("audit.limit.decision")),
        methods=(_methods(gated, measures),),
        cited=tuple(dict.fromkeys(key for card in measures for key in card.cite)),
        data=gated.to_dict(),
        tables={"gate": table(gated)},
    )


def verdict_section(gated: Gated) -> Section:
    """The whole verdict, a sentence for every check that has not just passed, and a row for each with its limits."""
    header = tuple(say(f"gate.column.{name}") for name in (*HEADER[1:4], *HEADER[:1], *HEADER[4:]))
    cells = tuple((*_names(check), Below(_in_words(check), _limits(check)), *_numbers(check)) for check in gated.checks)
    return Section(
        "gate",
        headline(gated),
        tuple(sentence(check) for check in gated.checks if check.verdict != "pass"),
        tables=(Table(say("gate.checks"), header, cells, " ".join(map(shown, gated.notes)), texts=4),),
        intro=say("gate.counted", counts=_counts(gated)),
        mark=gated.verdict,
    )


def _limits(check: Check) -> str:
    """As the file has them."""
    return "; ".join(
        f"{name}: {', '.join(f'{each.key} = {_as_written(each.limit)}' for each in table)}"
        for name, table in (("fail", check.fail), ("warn", check.warn))
        if table
    )


def _methods(gated: Gated, measures: Iterable[Measure]) -> str:
    """Ready to paste into a paper."""
    return say(
        "gate.methods",
        gate=shown(gated.gate),
        name=gated.embedding["name"],
        sha=gated.embedding["sha256"][:16],
        version=version("weatherglass"),
        measures="; ".join(f"{card_text(card, 'title')} ({', '.join(card.cite)})" for card in measures),
    )


def table(gated: Gated) -> pl.DataFrame:
    """The exact numbers, a row a check."""
    import polars as pl

    texts, figures = ("rule", "query", "measure", "verdict"), ("value", "low", "high", "p", "p_low", "p_high")
    exact = [
        (
            *(getattr(check, name) for name in texts),
            check.value,
            *((None, None) if check.interval is None else (check.interval.low, check.interval.high)),
            *((None, None, None) if check.p is None else (check.p.estimate, check.p.low, check.p.high)),
        )
        for check in gated.checks
    ]
    schema = {**dict.fromkeys(texts, pl.String), **dict.fromkeys(figures, pl.Float64)}
    return pl.DataFrame(exact, schema=schema, orient="row")


def plain(gated: Gated) -> dict[str, Any]:
    """As plain data, with the sentences, which are English there whatever is spoken."""
    data = gated.to_dict()
    with speaking(ENGLISH):
        for check, entry in zip(gated.checks, data["checks"], strict=True):
            entry["sentence"] = sentence(check)
        return data | {"summary": summary(gated)}


def markdown(gated: Gated) -> str:
    """For a page of a build: the summary, the table, and a sentence for every check that has not just passed."""
    lines = [f"### {_escaped(summary(gated))}", "", _escaped(shown(str(gated.embedding["name"]))), ""]
    lines += [f"| {' | '.join(HEADER)} |", f"|{' --- |' * len(HEADER)}"]
    lines += [f"| {' | '.join(map(_escaped, row))} |" for row in rows(gated)]
    told = [f"- {_escaped(sentence(check))}" for check in gated.checks if check.verdict != "pass"]
    told += [f"- {_escaped(shown(note))}" for note in gated.notes]
    return "\n".join([*lines, *(["", *told] if told else [])]) + "\n"


def _escaped(text: str) -> str:
    """Text that Markdown takes for text, whatever is in it."""
    return "".join(f"\\{c}" if c in "\\`*_[]<>|~&#!$@" else c for c in text)


def junit(gated: Gated) -> str:
    """A test case a check: exceeded limits are failures; what is inconclusive is an error, or skipped where that was allowed."""
    errors = [check for check in gated.having("inconclusive") if check.stops]
    counts = {
        "tests": str(len(gated.checks)),
        "failures": str(len(gated.having("fail"))),
        "errors": str(len(errors)),
        "skipped": str(len(gated.having("inconclusive")) - len(errors)),
    }
    root = ElementTree.Element("testsuites", {"name": "weatherglass", **counts})
    suite = ElementTree.SubElement(root, "testsuite", {"name": shown(gated.gate), **counts})
    for check in gated.checks:
        names = {"classname": f"{gated.gate}.{check.rule}", "name": f"{check.query} {check.measure}"}
        case = ElementTree.SubElement(suite, "testcase", {key: shown(text) for key, text in names.items()})
        told = sentence(check)
        if check.verdict == "fail" or check.stops:
            kind = "failure" if check.verdict == "fail" else "error"
            ElementTree.SubElement(case, kind, {"message": told, "type": _in_words(check)}).text = told
        elif check.verdict == "inconclusive":
            ElementTree.SubElement(case, "skipped", {"message": told})
        else:
            ElementTree.SubElement(case, "system-out").text = told
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def github_lines(gated: Gated) -> list[str]:
    """A line for each check that stops the gate or warns, as GitHub's runners take them from what a command prints."""
    levels = ((check, "error" if check.stops else "warning") for check in gated.checks if check.stops or check.warns)
    return [
        f"::{level} title={_property(shown(f'{gated.gate}, {check.rule}'))}::{_data(sentence(check))}"
        for check, level in levels
    ]


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
