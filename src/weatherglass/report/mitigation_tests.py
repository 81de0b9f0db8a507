"""What a mitigation did to the tests, in words, tables and a figure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from weatherglass.mitigate.account import Account, DirectBias
from weatherglass.mitigate.explicit import CHANGED, HIDDEN, NEIGHBOURS, REVERSED, Change, Tested, Value, Verdict
from weatherglass.mitigate.implicit import Traced
from weatherglass.plot import mitigation as pictures
from weatherglass.report.numbers import (
    counted,
    difference,
    effect,
    interval_of,
    left,
    or_dash,
    per_cent,
    span,
    span_cell,
    value,
)
from weatherglass.report.page import Figure, Section, Table, without_empty

_MOST_SENTENCES = 8  # about single tests before they are folded
NO_VERDICT = "no clear difference before"
_COUNTED: dict[Verdict, tuple[str, str]] = {
    "reduced": ("is reduced", "are reduced"),
    "hidden": ("is hidden", "are hidden"),
    "unchanged": ("is unchanged", "are unchanged"),
    "reversed": ("is reversed", "are reversed"),
}


def hidden_note(account: Account) -> str | None:
    """What must stand before everything else: that bias is hidden, not removed, and where that is seen."""
    hidden = sum(test.verdict == "hidden" for test in account.tests)
    stays = [look.by for look in account.traces if isinstance(look, Traced) and look.stays]
    seen = []
    if hidden:
        seen.append(
            f"in {counted(hidden, 'test')} the difference has shrunk while the words’ neighbours lean nearly as they did"
        )
    if stays:
        seen.append(
            f"clusters or a classifier still tell the sides that words had before (by {' and by '.join(stays)})"
        )
    return f"Bias is hidden, not removed: {'; '.join(seen)}." if seen else None


def tests_section(account: Account) -> Section:
    measured = account.tests
    changed = [test for test in measured if _is_told(test)]
    few = len(changed) <= _MOST_SENTENCES
    tables = [_differences(measured), _effect_table(measured), _coherence_table(measured)] if measured else []
    if account.direct_bias:
        tables.append(_direct_bias(account.direct_bias))
    return Section(
        anchor="tests",
        title="What it did to the tests",
        findings=(
            _summary(measured, len(account.not_tested)),
            *(test_sentence(test) for test in changed if few),
            *_beyond_the_words(account),
            *(_direct_sentence(each) for each in account.direct_bias),
        ),
        tables=tuple(tables),
        figures=tuple(_figures(account)),
        folded=(*(() if few else (_one_by_one(changed),)), _rules()),
        lists=(("Tests that could not be measured", not_tested),) if (not_tested := _not_tested(account)) else (),
    )


def _one_by_one(changed: Sequence[Tested]) -> Table:
    rows = tuple((test.query, test_sentence(test)) for test in changed)
    return Table("Tests that changed, one by one", ("test", "what became of it"), rows, "", texts=2)


def _figures(account: Account) -> Iterable[Figure]:
    if account.tests:
        yield Figure(
            "Differences before and after",
            pictures.dumbbells(account),
            "Difference of the mean associations of the two target sets; lines: 95 % intervals over target words. Hollow and grey: before. Filled: after, in the shape and "
            "colour of the verdict that stands beside it.",
        )
    if account.movements:
        yield Figure(
            "Professions along the direction",
            pictures.movements(account),
            "Cosine of each profession with the first direction, for those that leaned most to either side. Circle: before; tip of the arrow: after; grey square: a word that "
            "kept its place. At zero a word is no longer told by this direction; others may still tell it.",
        )


def _not_tested(account: Account) -> tuple[str, ...]:
    return tuple(f"{name} ({reason})" for name, reason in account.not_tested.items())


def _summary(measured: Sequence[Tested], not_measured: int) -> str:
    besides = f" {counted(not_measured, 'other')} could not be measured." if not_measured else ""
    if not measured:
        return f"No test could be measured, so that nothing can be said of what it did to any.{besides}"
    verdicts = verdict_counts(measured)
    undecided = sum(test.undecided for test in measured)
    clear = sum(verdicts.values()) + undecided
    of = f"Of {counted(len(measured), 'test')}, {clear or 'none'} showed a clear difference before"
    if not clear:
        return f"{of}, so that nothing could be reduced.{besides}"
    said = [f"{n or 'none'} {_COUNTED[verdict][n > 1]}" for verdict, n in verdicts.items()]
    if undecided:
        said.append(f"{undecided} cannot be told")
    return f"{of}; of these, {', '.join(said[:-1])} and {said[-1]}.{besides}"


def verdict_counts(measured: Iterable[Tested]) -> dict[Verdict, int]:
    """How many tests have each verdict, also where none has."""
    found = Counter(test.verdict for test in measured)
    return {verdict: found[verdict] for verdict in _COUNTED}


def _is_told(test: Tested) -> bool:
    """Tests that changed, in whatever way."""
    grown = test.verdict == "unchanged" and (test.difference.left or 0) > 1 + CHANGED
    return test.verdict in ("reduced", "hidden", "reversed") or grown or test.undecided


def test_sentence(test: Tested) -> str:
    """What became of a test, with all its numbers."""
    named = f"{test.query} (“{test.title}”)" if test.title else test.query
    change = test.difference
    share = f", {_remains(change.left)}" if change.left is not None else ""
    kept = share_left(test.neighbours)
    around = f"; of that in the neighbourhoods {left(abs(kept))} is left{_turned(kept)}" if kept is not None else ""
    n = len(test.fitted_on)
    fitted = f" {n} of its {test.words} words {'was' if n == 1 else 'were'} fitted on." if n else ""
    reason = test.reason.replace("'", "’")
    return (
        f"{(test.verdict or 'undecided').capitalize()}: {named}: {reason}. The difference of mean associations was {said_of(change.before, difference)} and is "
        f"{said_of(change.after, difference, level=False)}{share}{around}. {_effects(test)}{fitted}"
    )


def share_left(change: Change) -> float | None:
    """What is left; None where there was nothing clear before, of which any share would be chance."""
    return change.left if change.before.clear else None


def _remains(share: float) -> str:
    return f"{left(abs(share))} of it{_turned(share)}"


def _turned(share: float) -> str:
    return " with the other sign" if left(share).startswith("−") else ""


def _effects(test: Tested) -> str:
    """d before and after, each by its own deviation, and by that of before."""
    was, now = test.d.before, test.d.after
    if was.value is None:
        return f"d was not defined before ({was.reason})."
    same = "" if test.d_before is None else f"{effect(test.d_before)} by the deviation before"
    if now.value is None:
        return f"d was {effect(was.value)}; by its own deviation it has no value any more ({now.reason}){f', it is {same}' if same else ''}."
    return f"d was {effect(was.value)} and is {effect(now.value)} by its own deviation{f', {same}' if same else ''}."


def _beyond_the_words(account: Account) -> Iterable[str]:
    """How much of what shrank was fitted on."""
    shrunk = [test for test in account.tests if test.verdict in ("reduced", "hidden")]
    fitted = sum(bool(test.fitted_on) for test in shrunk)
    if not fitted:
        return
    if fitted < len(shrunk):
        which = f"{fitted} of the {len(shrunk)} tests that shrank {'holds' if fitted == 1 else 'hold'}"
    else:
        all_of_them = {1: "The one test that shrank holds", 2: "Both tests that shrank hold"}
        which = all_of_them.get(fitted, f"All {fitted} tests that shrank hold")
    yield f"{which} words the method was fitted on; what shrinks for these words need not shrink for others."


def said_of(found: Value, shown: Callable[[float], str], *, level: bool = True) -> str:
    """A number with its interval, for a sentence; where there is none, why."""
    if found.value is None:
        return f"not measured ({found.reason})"
    if found.interval is None:
        return shown(found.value)
    ends = interval_of(found.interval, shown) if level else span(found.interval, shown)
    return f"{shown(found.value)} ({ends})"


def cell(found: Value, shown: Callable[[float], str]) -> str:
    """The same for a table."""
    if found.value is None:
        return "–"
    return (
        shown(found.value) if found.interval is None else f"{shown(found.value)} ({span_cell(found.interval, shown)})"
    )


def reasons(named: Iterable[tuple[str, Value]]) -> str:
    """Why there is a dash, each reason once, with what it is the reason for."""
    found: dict[str, list[str]] = {}
    for name, each in named:
        if each.value is None:
            found.setdefault(each.reason, []).append(name)
    return "".join(
        f" No value for {', '.join(dict.fromkeys(names))}: {reason.rstrip('.')}." for reason, names in found.items()
    )


def _differences(measured: Sequence[Tested]) -> Table:
    rows = tuple(
        (
            test.query,
            test.verdict or "–",
            cell(test.difference.before, difference),
            cell(test.difference.after, difference),
            or_dash(share_left(test.difference), left),
            or_dash(share_left(test.neighbours), left),
            f"{len(test.fitted_on)}/{test.words}",
        )
        for test in measured
    )
    header = ("test", "verdict", "before", "after", "left", "neighbours left", "fitted words")
    note = (
        "Difference of the mean associations of the two target sets, with 95 % intervals over target words; the attribute words are taken as given. Left: after as a share of before; –, where there was nothing clear before. "
        f"Neighbours left: the same of the original associations of the {NEIGHBOURS} nearest neutral words, which are those of each space. Fitted words: of the test’s words, "
        "how many the method was fitted on."
    )
    return Table("All tests: differences", header, rows, note, texts=2)


def _effect_table(measured: Sequence[Tested]) -> Table:
    rows = tuple(
        (test.query, cell(test.d.before, effect), cell(test.d.after, effect), or_dash(test.d_before, effect))
        for test in measured
    )
    note = (
        "d relates the difference to the deviation of the words’ associations. A mitigation shrinks both, so that d can stay, or grow, while the difference goes; by the deviation before, it is "
        f"on one scale. Intervals over all words of a test.{_missing(measured, ('d',))}"
    )
    return Table(
        "All tests: effect sizes", ("test", "d before", "d after", "d after by the deviation before"), rows, note
    )


def _coherence_table(measured: Sequence[Tested]) -> Table:
    rows = tuple(
        (test.query, *(cell(each, effect) for change in (test.ect, test.bat) for each in (change.before, change.after)))
        for test in measured
    )
    note = (
        "ECT: how alike the two target sets rank the attribute words, nearer to 1 for less bias. BAT: the share of analogies that are stereotypical; what is neutral depends on the words, and lies "
        f"below one half.{_missing(measured, ('ect', 'bat'))}"
    )
    header = ("test", "ECT before", "ECT after", "BAT before", "BAT after")
    return without_empty(Table("All tests: coherence and analogies", header, rows, note))


def _missing(measured: Sequence[Tested], names: Sequence[str]) -> str:
    return reasons(
        (f"{name if name == 'd' else name.upper()} {when} ({test.query})", getattr(getattr(test, name), when))
        for test in measured
        for name in names
        for when in ("before", "after")
    )


def _cosine(number: float) -> str:
    return value(number, "cosine")


def _direct_sentence(each: DirectBias) -> str:
    return (
        f"Direct bias by the {each.pairs} {each.by}: the mean |cosine| of {counted(each.words, 'profession')} with their direction was {said_of(each.change.before, _cosine)} and is "
        f"{said_of(each.change.after, _cosine, level=False)}; unrelated vectors give {_cosine(each.floor)}."
    )


def _direct_bias(found: Sequence[DirectBias]) -> Table:
    rows = tuple(
        (
            f"{each.pairs} {each.by}",
            str(each.words),
            cell(each.change.before, _cosine),
            cell(each.change.after, _cosine),
            or_dash(each.change.left, left),
            _cosine(each.floor),
        )
        for each in found
    )
    header = ("direction of", "professions", "before", "after", "left", "unrelated vectors")
    missing = reasons(
        (f"{each.by}, {when}", getattr(each.change, when)) for each in found for when in ("before", "after")
    )
    note = (
        "Mean |cosine| of professions with the first component of the pairs, which is taken from either space anew. A mean of absolute values is never 0: the last column is what vectors give that "
        f"have nothing to do with the direction. A mean below it is a trace of the mitigation itself: all ordinary words have some part of any direction.{missing}"
    )
    return Table("Direct bias", header, rows, note)


def _rules() -> Table:
    rows = (
        (NO_VERDICT, "The 95 % interval of the difference before holds zero."),
        (
            "reversed",
            f"The difference has the other sign, its interval leaves zero out, and it is at least {per_cent(REVERSED)} as large as before.",
        ),
        ("undecided", "The same, but its interval holds zero: whether it is smaller than before cannot be told."),
        (
            "unchanged",
            f"Less than {per_cent(CHANGED)} of the difference is gone, or the interval of what is gone holds zero. It may have grown; then that is said.",
        ),
        (
            "hidden",
            f"It has shrunk by more than that, but the share that is gone from the neighbourhoods is less than {per_cent(HIDDEN)} of the share that is gone from the difference.",
        ),
        (
            "reduced",
            "It has shrunk, and the neighbourhoods have changed with it, or showed nothing before by which that could be told.",
        ),
    )
    note = "Taken from the top: the first rule that fits gives the verdict. Every verdict is about the difference itself; d takes no part, as its scale changes with the vectors."
    return Table("How a test gets its verdict", ("verdict", "rule"), rows, note, texts=2)
