"""A comparison of spaces as tables; spaces are called by letters in them."""

from __future__ import annotations

from collections.abc import Sequence

from weatherglass.embedding.similarity import Similarity
from weatherglass.measure.base import Measure, get
from weatherglass.measure.result import Outcome, Result
from weatherglass.report import numbers
from weatherglass.report.page import Table
from weatherglass.study.comparison import Compared, Comparison

_LETTERS = "ABCDEFGH"


def letters(comparison: Comparison) -> dict[str, str]:
    """A letter for each space, for the heads of columns."""
    return {space.name: _LETTERS[i] for i, space in enumerate(comparison.spaces)}


def signed(value: float, card: Measure) -> str:
    """A difference of values, always with its sign."""
    text = numbers.value(value, card.unit)
    return text if text.startswith("−") or not float(text.removeprefix("over ")) else f"+{text}"


def tables(comparison: Comparison) -> list[Table]:
    """For each measure the values and the differences; then the similarities."""
    found = []
    for measure in comparison.measures:
        tests = comparison.of_measure(measure)
        found.append(_values_table(comparison, get(measure), tests))
        if any(one.value is not None for each in tests for one in each.differences):
            found.append(differences_table(comparison, get(measure), tests))
    if similar := [each for each in comparison.similarities if isinstance(each, Similarity)]:
        found.append(similarity_table(comparison, similar))
    return found


def _values_table(comparison: Comparison, card: Measure, tests: tuple[Compared, ...]) -> Table:
    rows = []
    for each in tests:
        shown = [text for outcome in each.outcomes for text in cells(outcome, card)]
        own = ", ".join(str(found) for found, _ in each.own)
        words = f"{each.outcomes[0].coverage.found}/{each.outcomes[0].coverage.asked}"
        rows.append((each.query, *shown, *([words] if comparison.common_words else []), own))
    heads = [text for letter in letters(comparison).values() for text in (f"{card.symbol}({letter})", f"p({letter})")]
    common = ["common"] if comparison.common_words else []
    note = "Found: words of the test in each space by itself." + (
        " Common: words that all have, of those asked for; only these were used." if comparison.common_words else ""
    )
    if any(not isinstance(outcome, Result) for each in tests for outcome in each.outcomes):
        note += " –: not measured."
    return Table(f"{card.title} ({card.name})", ("test", *heads, *common, "found"), tuple(rows), note)


def cells(outcome: Outcome, card: Measure) -> tuple[str, str]:
    """A value and its p."""
    if not isinstance(outcome, Result) or outcome.value is None:
        return "–", "–"
    return numbers.value(outcome.value, card.unit), numbers.or_dash(outcome.p, numbers.p_cell)


def differences_table(comparison: Comparison, card: Measure, tests: tuple[Compared, ...]) -> Table:
    """A line for each test and pair of spaces."""
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
    note = "Interval: over the words, the same drawn in both spaces. p: which of a target word’s two scores comes from which space is left to chance, two-sided. Holm: corrected for all differences of this table."
    note += "".join(f" –: {text}." for text in why)
    header = ("test", "spaces", f"difference of {card.symbol}", "interval", "p", "Holm")
    return Table(f"Differences, {card.name}", header, tuple(rows), note)


def similarity_table(comparison: Comparison, similar: Sequence[Similarity]) -> Table:
    """A line for each pair of spaces that could be turned onto each other."""
    named = letters(comparison)
    rows = tuple(
        (
            f"{named[each.one]} and {named[each.other]}",
            numbers.effect(each.value),
            numbers.effect(each.floor),
            f"{numbers.effect(each.floor_low)} … {numbers.effect(each.floor_high)}",
            numbers.effect(each.above_floor),
            numbers.effect(each.unweighted),
            f"{each.words:,}",
            f"{each.effective:,.0f}",
        )
        for each in similar
    )
    header = (
        "spaces",
        "mean cosine",
        "by chance",
        "range of chance",
        "above chance",
        "unweighted",
        "words",
        "equal words",
    )
    note = (
        "Common words after one space is turned onto the other (orthogonal Procrustes; vectors of length one), weighted by frequency; each half of the "
        "words is scored by the rotation fitted to the other half. By chance: the same with the words of one space exchanged. Equal words: how many "
        "equally weighted words the mean rests on as much."
    )
    return Table("How alike the spaces are", header, rows, note)
