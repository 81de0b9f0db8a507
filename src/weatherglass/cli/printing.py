"""What the commands print: an audit's table, a list of queries, one query whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from weatherglass.cli.table import table

if TYPE_CHECKING:
    from weatherglass.measure.audit import Audit
    from weatherglass.measure.result import Result
    from weatherglass.stats.permutation import Test
    from weatherglass.words.lookup import Coverage
    from weatherglass.words.query import Query

_MARKS = {"clear": "", "unclear": " ○", "against": " ↔", "undecided": " ?"}
_VERDICTS = {"clear": "", "not clear": "", "inconclusive": " ?"}
_LEGEND = {
    "unclear": "○ p is not below 0.05: the words do not separate clearly, which does not show that there is no bias.",
    "against": "↔ the words separate in the direction opposite to the one tested.",
    "undecided": "? 0.05 lies between the bounds of p.",
}


def print_audit(outcome: Audit) -> None:
    """A line a test, then what could not be run and what must be known."""
    from weatherglass.report import numbers
    from weatherglass.report.sentences import standing

    e, measured = outcome.embedding, outcome.results.measured
    print(f"{e['name']}: {e['words']:,} words × {e['dim']}, {e['format']}, tests in {outcome.language_name}")
    rows = []
    for result in measured:
        assert result.value is not None
        assert result.p is not None
        assert result.adjusted is not None
        topical = [numbers.as_extreme(each) for each in result.baseline if each.kind == "topical"]
        cells = [
            result.query,
            numbers.effect(result.value),
            numbers.span_cell(result.interval),
            numbers.p_cell(result.p) + _MARKS[standing(result)],
            numbers.probability(result.adjusted.by("holm").estimate) + _VERDICTS[result.adjusted.by("holm").verdict],
            numbers.p_method_short(result.p),
            *(topical or ["–"]),
            "+".join(str(s.found) for s in result.coverage.sets[:2]),
            f"{result.coverage.found}/{result.coverage.asked}",
        ]
        rows.append((cells, _remarks(result, outcome.test)))
    header = ["test", "d", "interval", "p", "Holm", "how", "topics", "n", "found"]
    print(table(header, rows, right="d interval topics n found"))
    marks = {standing(result) for result in measured} - {"clear"}
    if any(r.adjusted is not None and r.adjusted.by("holm").verdict == "inconclusive" for r in measured):
        marks.add("undecided")
    for mark in sorted(marks):
        print(_LEGEND[mark])
    if any(result.baseline for result in measured):
        print(
            "topics: how many pairs of sets about other topics, matched for frequency and cohesion as far as possible, lie as far"
            " in the tested direction."
        )
    for skipped in outcome.results.skipped:
        print(f"not run: {skipped.query}: {skipped.reason}")
    for notice in outcome.warnings:
        if notice.code not in ("counted-once", "low-coverage", "substituted", "floor"):  # these stand in the table
            print(f"note: {notice.text}")


def _remarks(result: Result, test: Test) -> str:
    """What became of the words, where anything did, and the single words on which the result hangs."""
    from weatherglass.report.sentences import floor, hangs_on
    from weatherglass.words.lookup import LOW_COVERAGE

    coverage = result.coverage
    parts = [text.rstrip(".") for text in (hangs_on(result), floor(result, test)) if text]
    parts += [f"low coverage: {s.name} {s.found}/{s.asked}" for s in coverage.sets if s.share < LOW_COVERAGE]
    if coverage.missing:
        parts.append(f"missing: {', '.join(coverage.missing)}")
    hows = Counter(substitution.how for s in coverage.sets for substitution in s.substituted)
    parts += [f"{count} matched by {how}" for how, count in hows.most_common()]
    if duplicates := [word for s in coverage.sets for word in s.duplicates]:
        parts.append(f"counted once: {', '.join(duplicates)}")
    return "; ".join(parts)


def print_listing(chosen: Sequence[Query], coverage: dict[str, Coverage]) -> None:
    rows = []
    for q in chosen:
        sizes = "/".join(str(len(s.words)) for s in q.sets)
        found = [f"{coverage[q.id].found}/{coverage[q.id].asked}"] if coverage else []
        rows.append(([q.id, sizes, *found, q.title], ""))
    print(table(["query", "words", *(["found"] if coverage else []), "title"], rows, right="words found"))


def print_query(q: Query, coverage: Coverage | None) -> None:
    print(f"{q.id}: {q.title}" if q.title else q.id)
    for label, text in (
        ("source", q.source),
        ("licence", q.licence),
        ("translation", q.translation),
        ("caveat", q.caveat),
        ("content note", q.content_note),
    ):
        if text:
            print(f"  {label}: {text}")
    for i, word_set in enumerate(q.sets):
        role = "target" if i < len(q.targets) else "attribute"
        found = f", {coverage.sets[i].found} of {coverage.sets[i].asked} found" if coverage else ""
        print(f"  {role} '{word_set.name}' ({len(word_set.words)} words{found}):")
        print(f"    {', '.join('|'.join(word) for word in word_set.words)}")
        if coverage and coverage.sets[i].missing:
            print(f"    missing: {', '.join(coverage.sets[i].missing)}")
    for pair_set in q.pairs:
        print(f"  pairs '{pair_set.name}': {', '.join(f'{one[0]}–{other[0]}' for one, other in pair_set.pairs)}")
    if q.rates:
        print(f"  rates: {', '.join(f'{word} {rate:g}' for word, rate in q.rates.items())}")
    print()
