"""A comparison of spaces as tables; spaces are called by letters in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from markupsafe import Markup, escape

from weatherglass.embedding.similarity import Similarity
from weatherglass.measure.base import Measure, get
from weatherglass.measure.result import Outcome, Result
from weatherglass.plot import compare as pictures
from weatherglass.report.document import Below, Table
from weatherglass.study.comparison import Compared, Comparison
from weatherglass.wording import numbers
from weatherglass.wording.cards import card_text
from weatherglass.wording.messages import grouped, say

_LETTERS = "ABCDEFGH"


def letters(comparison: Comparison) -> dict[str, str]:
    """A letter for each space, for the heads of columns."""
    return {space.name: _LETTERS[i] for i, space in enumerate(comparison.spaces)}


def measure_name(card: Measure) -> str:
    """A measure by its title and its name."""
    return say("compare.measure", title=card_text(card, "title"), name=card.name)


def signed(value: float, card: Measure) -> str:
    """A difference of values, always with its sign."""
    text = numbers.value(value, card.unit)
    is_zero = not any(digit in text for digit in "123456789")
    return text if is_zero or text.startswith("−") else f"+{text}"


def tables(comparison: Comparison) -> list[Table]:
    """For each measure the values and the differences; then the similarities."""
    found = []
    for measure in comparison.measures:
        tests = comparison.of_measure(measure)
        found += [_values_table(comparison, get(measure), tests), *differences_tables(comparison, get(measure), tests)]
    return [*found, *similarity_tables(comparison)]


def _heads(*names: str) -> tuple[str, ...]:
    return tuple(say(f"compare.head.{name}") for name in names)


def _values_table(comparison: Comparison, card: Measure, tests: tuple[Compared, ...]) -> Table:
    rows = tuple(
        (each.query, *(text for outcome in each.outcomes for text in cells(outcome, card)), *_words(comparison, each))
        for each in tests
    )
    heads = [text for letter in letters(comparison).values() for text in (f"{card.symbol}({letter})", f"p({letter})")]
    common = ("common",) if comparison.common_words else ()
    header = (*_heads("test"), *heads, *_heads(*common, "found"))
    return Table(measure_name(card), header, rows, " ".join(_note(comparison, tests)))


def _words(comparison: Comparison, each: Compared) -> Iterator[str]:
    """How many words were used, where those are the common ones, and how many each space has."""
    if comparison.common_words:
        yield f"{each.outcomes[0].coverage.found}/{each.outcomes[0].coverage.asked}"
    yield ", ".join(str(found) for found, _ in each.own)


def _note(comparison: Comparison, tests: tuple[Compared, ...]) -> Iterator[str]:
    yield say("compare.table.found_note")
    if comparison.common_words:
        yield say("compare.table.common_note")
    if any(not isinstance(outcome, Result) for each in tests for outcome in each.outcomes):
        yield say("compare.table.not_measured_note")


def drawn_table(comparison: Comparison, card: Measure, tests: tuple[Compared, ...], anchors: Sequence[str]) -> Table:
    """The same for a page: each p below its value, and beside them the values of all spaces on one scale."""
    dots = [[pictures.dot_of(outcome) for outcome in each.outcomes] for each in tests]
    scale = pictures.scale_of(pictures.reach(dots), card.null)
    rows = tuple(
        (
            each.query,
            Below(" / ".join(each.targets), f"× {' / '.join(each.attributes)}" if each.attributes else ""),
            *(Below(*cells(outcome, card)) for outcome in each.outcomes),
            pictures.dumbbell(row, scale, card.symbol),
            *_words(comparison, each),
        )
        for each, row in zip(tests, dots, strict=True)
    )
    picture = Markup("{}<br>{}").format(escape(card.symbol), pictures.numbers_above(scale))
    common = ("common",) if comparison.common_words else ()
    values = (Below(f"{card.symbol} ({letter})", "p") for letter in letters(comparison).values())
    sign = card_text(card, "sign")
    notes = [say("compare.table.marks_note", sign=sign[:1].upper() + sign[1:], good=card_text(card, "good"))]
    if card.small_p == "coherence":
        notes.append(say("compare.table.coherence_note"))
    return replace(
        Table(measure_name(card), (), rows, " ".join([*notes, *_note(comparison, tests)]), texts=2),
        header=(*_heads("test", "compared"), *values, picture, *_heads(*common, "found")),
        links=tuple(anchors),
        picture_note=say("compare.table.marks_picture"),
    )


def cells(outcome: Outcome, card: Measure) -> tuple[str, str]:
    """A value and its p."""
    if not isinstance(outcome, Result) or outcome.value is None:
        return "–", "–"
    return numbers.value(outcome.value, card.unit), numbers.or_dash(outcome.p, numbers.p_cell)


def differences_tables(comparison: Comparison, card: Measure, tests: tuple[Compared, ...]) -> Iterator[Table]:
    """A line for each test and pair of spaces; no table where there is no difference at all."""
    named = letters(comparison)
    rows: list[tuple[str, ...]] = []
    why: dict[str, None] = {}
    for each in tests:
        for one in each.differences:
            pair = f"{named[one.after]} − {named[one.before]}"
            if one.value is None:
                rows.append((each.query, pair, "–", "–", "–", "–"))
                why[one.no_value] = None
                continue
            ends = numbers.span_cell(one.interval, lambda end: signed(end, card))
            holm = "–" if one.p is None or one.adjusted is None else numbers.corrected(one.p, one.adjusted.by("holm"))
            p = numbers.or_dash(one.p, numbers.p_cell)
            rows.append((each.query, pair, signed(one.value, card), ends, p, holm))
            why |= dict.fromkeys(text for text in (one.no_interval, one.no_p) if text)
    if all(row[2] == "–" for row in rows):
        return
    reasons = (say("compare.table.why_note", reason=text) for text in why)
    difference = say("compare.head.difference", symbol=card.symbol)
    header = (*_heads("test", "spaces"), difference, *_heads("interval"), "p", "Holm")
    note = " ".join([say("compare.table.differences_note"), *reasons])
    yield Table(say("compare.table.differences", measure=card.name), header, tuple(rows), note)


def similarity_tables(comparison: Comparison) -> Iterator[Table]:
    """A line for each pair of spaces that could be turned onto each other, if any could."""
    named = letters(comparison)
    rows = tuple(
        (
            say("compare.alike.pair", one=named[each.one], other=named[each.other]),
            numbers.effect(each.value),
            numbers.effect(each.floor),
            f"{numbers.effect(each.floor_low)} … {numbers.effect(each.floor_high)}",
            numbers.effect(each.above_floor),
            numbers.effect(each.unweighted),
            grouped(each.words),
            numbers.whole(each.effective),
        )
        for each in comparison.similarities
        if isinstance(each, Similarity)
    )
    header = _heads("spaces", "mean", "chance", "range", "above", "unweighted", "words", "equal_words")
    if rows:
        yield Table(say("compare.table.alike"), header, rows, say("compare.table.alike_note"))
