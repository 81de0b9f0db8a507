"""What a mitigation did to the tests, in words and tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import get_args

from weatherglass.mitigate.account import Account, DirectBias
from weatherglass.mitigate.explicit import CHANGED, HIDDEN, NEIGHBOURS, REVERSED, Change, Tested, Value, Verdict
from weatherglass.mitigate.implicit import Traced
from weatherglass.report.document import Section, Table, without_empty
from weatherglass.wording.messages import say
from weatherglass.wording.mitigation import by_said, listed, name_of_test, pairs_said
from weatherglass.wording.numbers import (
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

_MOST_SENTENCES = 8  # about single tests before they are folded
_VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


def hidden_note(account: Account) -> str | None:
    """What must stand before everything else: that bias is hidden, not removed, and where that is seen."""
    hidden = sum(test.verdict == "hidden" for test in account.tests)
    stays = [by_said(look.by) for look in account.traces if isinstance(look, Traced) and look.stays]
    seen = [say("mitigation.hidden.tests", n=hidden)] if hidden else []
    if stays:
        by = reduce(lambda one, other: say("mitigation.hidden.by_both", first=one, second=other), stays)
        seen.append(say("mitigation.hidden.traces", by=by))
    if not seen:
        return None
    said = seen[0] if len(seen) == 1 else say("mitigation.hidden.both", first=seen[0], second=seen[1])
    return say("mitigation.hidden.note", seen=said)


def tests_section(account: Account) -> Section:
    measured = account.tests
    changed = [test for test in measured if _is_told(test)]
    few = len(changed) <= _MOST_SENTENCES
    tables = [_differences(measured), _effect_table(measured), _coherence_table(measured)] if measured else []
    if account.direct_bias:
        tables.append(_direct_bias(account.direct_bias))
    return Section(
        anchor="tests",
        title=say("mitigation.tests.title"),
        findings=(
            tests_summary(account),
            *(said_of_test(test) for test in changed if few),
            *beyond_the_words(account),
            *(_direct_sentence(each) for each in account.direct_bias),
        ),
        tables=tuple(tables),
        folded=(*(() if few else (_one_by_one(changed),)), _rules()),
        lists=tuple((say(f"mitigation.tests.{name}"), found) for name, found in _lists(account).items() if found),
    )


def _lists(account: Account) -> dict[str, tuple[str, ...]]:
    missing = {name_of_test(test.query): test.missing for test in account.tests if test.missing}
    return {
        "not_measured": tuple(f"{name_of_test(name)} ({reason})" for name, reason in account.not_tested.items()),
        "missing_words": tuple(f"{name}: {listed(list(words))}" for name, words in missing.items()),
    }


def heads(*names: str) -> tuple[str, ...]:
    """The heads of columns."""
    return tuple(say(f"mitigation.head.{name}") for name in names)


def _one_by_one(changed: Sequence[Tested]) -> Table:
    rows = tuple((name_of_test(test.query), said_of_test(test)) for test in changed)
    return Table(say("mitigation.tests.one_by_one"), heads("test", "became"), rows, texts=2)


def tests_summary(account: Account) -> str:
    """How many tests have which verdict."""
    measured, not_measured = account.tests, len(account.not_tested)
    besides = [say("mitigation.tests.others", n=not_measured)] if not_measured else []
    return " ".join([_verdicts_said(measured), *besides])


def _verdicts_said(measured: Sequence[Tested]) -> str:
    if not measured:
        return say("mitigation.tests.none_measured")
    verdicts = verdict_counts(measured)
    undecided = sum(test.undecided for test in measured)
    clear = sum(verdicts.values()) + undecided
    if not clear:
        return say("mitigation.tests.none_clear", n=len(measured))
    said = [say(f"mitigation.tests.{'' if n else 'none_'}{verdict}", n=n) for verdict, n in verdicts.items()]
    if undecided:
        said.append(say("mitigation.tests.undecided", n=undecided))
    every = say("mitigation.last_of_several", first=listed(said[:-1]), last=said[-1])
    return say("mitigation.tests.summary", n=len(measured), clear=clear, verdicts=every)


def verdict_counts(measured: Iterable[Tested]) -> dict[Verdict, int]:
    """How many tests have each verdict, also where none has."""
    found = Counter(test.verdict for test in measured)
    return {verdict: found[verdict] for verdict in _VERDICTS}


def _is_told(test: Tested) -> bool:
    """Tests that changed, in whatever way."""
    grown = test.verdict == "unchanged" and (test.difference.left or 0) > 1 + CHANGED
    return test.verdict in ("reduced", "hidden", "reversed") or grown or test.undecided


def said_of_test(test: Tested) -> str:
    """What became of a test, with all its numbers."""
    named = name_of_test(test.query)
    if test.title:
        named = say("mitigation.test.titled", test=named, title=test.title)
    change = test.difference
    verdict = say(f"mitigation.verdict_first.{test.verdict or 'undecided'}")
    sentences = [
        say("mitigation.test.became", verdict=verdict, test=named, reason=_why(test)),
        say(
            "mitigation.test.difference",
            before=said_of(change.before, difference),
            after=said_of(change.after, difference, level=False),
            share=_clause("share", change.left),
            around=_clause("around", share_left(test.neighbours)),
        ),
        _effects(test),
    ]
    if test.fitted_on:
        sentences.append(say("mitigation.test.fitted", n=len(test.fitted_on), words=test.words))
    return " ".join(sentences)


def _why(test: Tested) -> str:
    unseen = test.neighbours.before.reason or say("mitigation.why.nothing_before")
    return say(f"mitigation.why.{test.reason}", unseen=unseen)


def share_left(change: Change) -> float | None:
    """What is left; None where there was nothing clear before, of which any share would be chance."""
    return change.left if change.before.clear else None


def _clause(name: str, share: float | None) -> str:
    """What is left, as a part of a sentence; nothing where that cannot be told."""
    if share is None:
        return ""
    turned = "_turned" if left(share).startswith("−") else ""
    return say(f"mitigation.test.{name}{turned}", share=left(abs(share)))


def _effects(test: Tested) -> str:
    """d before and after, each by its own deviation, and by that of before."""
    was, now = test.d.before, test.d.after
    if was.value is None:
        return say("mitigation.test.d_undefined", reason=was.reason)
    same = {} if test.d_before is None else {"same": effect(test.d_before)}
    ending = "_same" if same else ""
    if now.value is None:
        return say(f"mitigation.test.d_gone{ending}", before=effect(was.value), reason=now.reason, **same)
    return say(f"mitigation.test.d_both{ending}", before=effect(was.value), after=effect(now.value), **same)


def beyond_the_words(account: Account) -> Iterable[str]:
    """How much of what shrank was fitted on."""
    shrunk = [test for test in account.tests if test.verdict in ("reduced", "hidden")]
    fitted = sum(bool(test.fitted_on) for test in shrunk)
    if not fitted:
        return
    which = "some" if fitted < len(shrunk) else "both" if fitted == 2 else "all"
    yield say(f"mitigation.tests.fitted_{which}", n=fitted, shrunk=len(shrunk))


def said_of(found: Value, shown: Callable[[float], str], *, level: bool = True) -> str:
    """A number with its interval, for a sentence; where there is none, why."""
    if found.value is None:
        return say("mitigation.not_measured", reason=found.reason)
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
    said = (
        say("mitigation.no_value", names=listed(list(dict.fromkeys(names))), reason=reason.rstrip("."))
        for reason, names in found.items()
    )
    return "".join(f" {each}" for each in said)


def before_and_after(what: str, change: Change, test: str = "") -> Iterable[tuple[str, Value]]:
    """Both values of a change, with what each is called where it has to be said that there is none."""
    for when, found in (("before", change.before), ("after", change.after)):
        yield say(f"mitigation.missing.{when}{'_in' if test else ''}", what=what, test=test), found


def _differences(measured: Sequence[Tested]) -> Table:
    rows = tuple(
        (
            name_of_test(test.query),
            or_dash(test.verdict, lambda verdict: say(f"mitigation.verdict.{verdict}")),
            cell(test.difference.before, difference),
            cell(test.difference.after, difference),
            or_dash(share_left(test.difference), left),
            or_dash(share_left(test.neighbours), left),
            f"{len(test.fitted_on)}/{test.words}",
        )
        for test in measured
    )
    header = heads("test", "verdict", "before", "after", "left", "neighbours_left", "fitted_words")
    note = say("mitigation.table.differences_note", neighbours=NEIGHBOURS)
    return Table(say("mitigation.table.differences"), header, rows, note, texts=2)


def _effect_table(measured: Sequence[Tested]) -> Table:
    rows = tuple(
        (
            name_of_test(test.query),
            cell(test.d.before, effect),
            cell(test.d.after, effect),
            or_dash(test.d_before, effect),
        )
        for test in measured
    )
    note = say("mitigation.table.effects_note") + _missing(measured, "d")
    return Table(say("mitigation.table.effects"), heads("test", "d_before", "d_after", "d_same"), rows, note)


def _coherence_table(measured: Sequence[Tested]) -> Table:
    rows = tuple(
        (
            name_of_test(test.query),
            *(cell(each, effect) for change in (test.ect, test.bat) for each in (change.before, change.after)),
        )
        for test in measured
    )
    header = heads("test", "ect_before", "ect_after", "bat_before", "bat_after")
    note = say("mitigation.table.coherence_note") + _missing(measured, "ect", "bat")
    return without_empty(Table(say("mitigation.table.coherence"), header, rows, note))


def _missing(measured: Sequence[Tested], *names: str) -> str:
    return reasons(
        each
        for test in measured
        for name in names
        for each in before_and_after(
            name if name == "d" else name.upper(), getattr(test, name), test=name_of_test(test.query)
        )
    )


def _cosine(number: float) -> str:
    return value(number, "cosine")


def _direct_sentence(each: DirectBias) -> str:
    return say(
        "mitigation.direct.sentence",
        pairs=pairs_said(each.pairs, each.by),
        professions=say("mitigation.direct.professions", n=each.words),
        before=said_of(each.change.before, _cosine),
        after=said_of(each.change.after, _cosine, level=False),
        floor=_cosine(each.floor),
    )


def _direct_bias(found: Sequence[DirectBias]) -> Table:
    rows = tuple(
        (
            pairs_said(each.pairs, each.by),
            str(each.words),
            cell(each.change.before, _cosine),
            cell(each.change.after, _cosine),
            or_dash(each.change.left, left),
            _cosine(each.floor),
        )
        for each in found
    )
    header = heads("direction", "professions", "before", "after", "left", "unrelated")
    missing = reasons(
        named for each in found for named in before_and_after(pairs_said(each.pairs, each.by), each.change)
    )
    return Table(say("mitigation.table.direct"), header, rows, say("mitigation.table.direct_note") + missing)


def _rules() -> Table:
    """In the order in which they are taken, with the share that each speaks of."""
    shares = {
        "none": None,
        "reversed": REVERSED,
        "undecided": None,
        "unchanged": CHANGED,
        "hidden": HIDDEN,
        "reduced": None,
    }
    rows = tuple(
        (say(f"mitigation.verdict.{name}"), say(f"mitigation.rule.{name}", share=or_dash(share, per_cent)))
        for name, share in shares.items()
    )
    note = say("mitigation.table.rules_note")
    return Table(say("mitigation.table.rules"), heads("verdict", "rule"), rows, note, texts=2)
