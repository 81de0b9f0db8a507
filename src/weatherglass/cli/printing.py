"""What the commands print: an audit's table, a list of queries, one query whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from weatherglass.cli.terminal import named, print_notes, table
from weatherglass.files.plain import shown

if TYPE_CHECKING:
    from weatherglass.auditing import Audit
    from weatherglass.measure.base import Measure
    from weatherglass.measure.result import Result
    from weatherglass.stats.permutation import Test
    from weatherglass.structure.structure import Structure
    from weatherglass.words.lookup import Coverage
    from weatherglass.words.query import Query

_MARKS = {"clear": "", "unclear": " ○", "against": " ↔", "undecided": " ?"}
_VERDICTS = {"clear": "", "not clear": "", "inconclusive": " ?"}
_IN_TABLE = ("counted-once", "low-coverage", "substituted", "floor")  # notices that the table of tests has as remarks
_LEGEND = {
    "unclear": "○ p is not below 0.05: the words do not separate clearly, which does not show that there is no bias.",
    "against": "↔ the words separate in the direction opposite to the one tested.",
    "undecided": "? 0.05 lies between the bounds of p.",
}


def print_audit(outcome: Audit) -> None:
    """A line a test, the other measures beside each other, then what could not be run and what must be known."""
    print(f"{named(outcome.embedding)}, tests in {outcome.language_name}")
    if tests := outcome.results.association_tests:
        _print_association_tests(tests, outcome.test)
    if others := outcome.results.other_measures:
        _print_side_by_side(others)
    if outcome.structure is not None:
        _print_structure(outcome.structure)
    _print_rest(outcome, in_table=_IN_TABLE)


def _print_structure(structure: Structure) -> None:
    """The first finding of each part; the report has them all."""
    from weatherglass.report.structure import sections

    print("\nGender in the structure of the space (all of it in the report):")
    for section in sections(structure):
        print(f"  {section.title}\n    {shown(section.findings[0])}")


def _print_association_tests(measured: Sequence[Result], test: Test) -> None:
    from weatherglass.measure.standing import standing
    from weatherglass.wording import numbers

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
            numbers.corrected(result.p, result.adjusted.by("holm")) + _VERDICTS[result.adjusted.by("holm").verdict],
            numbers.p_method_short(result.p),
            *(topical or ["–"]),
            "+".join(str(s.found) for s in result.coverage.sets[:2]),
            f"{result.coverage.found}/{result.coverage.asked}",
        ]
        rows.append(cells)
    header = ["test", "d", "interval", "p", "Holm", "how", "topics", "n", "found"]
    remarks = [_remarks(result, test) for result in measured]
    print(table(header, rows, right=("d", "interval", "topics", "n", "found"), remarks=remarks))
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


def _print_side_by_side(others: Sequence[Result]) -> None:
    """The values of further measures, a line a query: with the level of chance in brackets, and p."""
    from weatherglass.report.readings import side_by_side

    found = side_by_side(others)
    header = ["test", *(text for card in found.cards for text in (card.name.upper(), f"p({card.name})"))]
    rows = [[query, *(text for pair in cells for text in pair)] for query, cells in found.rows]
    print()
    print(table(header, rows, right=()))
    for card in found.cards:
        reads = " A small p speaks for coherence, not for bias." if card.small_p == "coherence" else ""
        chance = (
            " In brackets: by chance." if any("chance" in r.extra for r in others if r.measure == card.name) else ""
        )
        print(f"{card.name.upper()}: {card.title}; little bias: {card.good}.{chance}{reads}")


def _print_rest(outcome: Audit, in_table: Sequence[str] = ()) -> None:
    """What could not be measured, and notices that stand in no table."""
    for each in outcome.results.not_run:
        by = f" ({', '.join(each.measures)})" if each.measures else ""
        print(f"not run: {each.query}{by}: {each.reason}")
    print_notes(notice for notice in outcome.warnings if notice.code not in in_table)


def print_measured(outcome: Audit, top: int) -> None:
    """Each result as a sentence, then its words from both ends."""
    from weatherglass.measure.base import get
    from weatherglass.report.readings import reading
    from weatherglass.wording.numbers import some, value

    print(named(outcome.embedding))
    queries = {query.id: query for query in outcome.queries}
    for result in outcome.results.measured:
        card = get(result.measure)
        found = ", ".join(f"{s.name} {s.found}/{s.asked}" for s in result.coverage.sets)
        print(f"\n{result.query} (found: {found})")
        print(f"{card.title}: {reading(result, queries[result.query])}")
        print(f"Sign: {card.sign}.")
        if (same := result.extra.get("same_side_for_all_pairs")) is not None and len(result.extra["by_pair"]) > 1:
            print(
                f"Scores are means over {len(result.extra['by_pair'])} base pairs; {some(same)} of the words lean the same way by all of them."
            )
        ordered = sorted(result.words, key=lambda word: -word.score)
        shown = ordered if len(ordered) <= 2 * top else [*ordered[:top], *ordered[len(ordered) - top :]]
        if shown:
            score = card.symbol if result.value is None else "score"
            rows = [[value(word.score, card.unit), word.set, word.word] for word in shown]
            print(table([score, "set", "word"], rows, right=(score,)))
        if len(shown) < len(ordered):
            between = len(ordered) - len(shown)
            words = "word between them is" if between == 1 else "words between them are"
            print(f"{between} {words} not shown; --top shows more, --json has all.")
        if missing := result.coverage.missing:
            print(f"missing: {', '.join(missing)}")
        if without := result.extra.get("without_rate"):
            print(f"without a rate, so not in the correlation: {', '.join(without)}")
    print(f"\nMind: {card.limits}")
    _print_rest(outcome)


def print_card(card: Measure) -> None:
    from weatherglass.report.readings import card_lines

    print(f"{card.name}: {card.title}")
    for label, text in card_lines(card):
        print(f"  {label}: {text}")


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
    """Tests, then lists of words that are no test by themselves."""
    for kind, queries in (
        ("test", [q for q in chosen if q.is_test]),
        ("list", [q for q in chosen if not q.is_test]),
    ):
        rows = []
        for q in queries:
            found = [f"{coverage[q.id].found}/{coverage[q.id].asked}"] if coverage else []
            rows.append([q.id, _size(q), *found, q.title])
        if rows:
            print(table([kind, "words", *(["found"] if coverage else []), "title"], rows, right=("words", "found")))
        if rows and kind == "test" and len(rows) < len(chosen):
            print()


def _size(q: Query) -> str:
    if q.sets:
        return "/".join(str(len(s.words)) for s in q.sets)
    return f"{sum(len(p.pairs) for p in q.pairs)} pairs" if q.pairs else f"{len(q.groups)} groups"


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
        if coverage and (lost := coverage.of(pair_set.name).missing):
            print(f"    missing: {', '.join(lost)}")
    for group in q.groups:
        together, odd = (", ".join("|".join(word) for word in words) for words in (group.together, group.odd))
        print(f"  group '{group.name}': {together}; odd: {odd}")
        if coverage and (lost := coverage.of(group.name).missing):
            print(f"    missing: {', '.join(lost)}")
    if q.rates:
        print(f"  rates: {', '.join(f'{word} {rate:g}' for word, rate in q.rates.items())}")
    print()
