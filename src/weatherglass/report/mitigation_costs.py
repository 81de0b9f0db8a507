"""What a mitigation left behind and what it cost, in words, tables and figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from weatherglass.measure.result import Lacking
from weatherglass.mitigate.account import Account
from weatherglass.mitigate.implicit import STAYS, Traced
from weatherglass.mitigate.utility import NEIGHBOURS, Examined, Utility
from weatherglass.plot import mitigation as pictures
from weatherglass.plot.mitigation import shown_examinations
from weatherglass.report.mitigation_tests import cell, reasons, said_of
from weatherglass.report.numbers import correlation, counted, per_cent, share_of, span_cell, value
from weatherglass.report.page import Figure, Section, Table
from weatherglass.report.structure_bias import not_run

SIMILARITY = "word similarity"  # the one examination whose number is a correlation


def traces_section(found: Sequence[Traced | Lacking], account: Account) -> Section:
    """Gonen & Goldberg's questions: are the sides that words had still seen?"""
    made = [each for each in found if isinstance(each, Traced)]
    figures = (
        Figure(
            "How well former sides are told",
            pictures.traces(account),
            "Share of words put on the side they had before. Hollow and grey: before; filled: after; lines: 95 % intervals. Dashed: guessing, and what two clusters of random "
            "words reach in 19 of 20 cases.",
        ),
    )
    return Section(
        anchor="traces",
        title="What is still there",
        findings=(
            *(sentence for each in made for sentence in _traced(each)),
            *not_run(found),
        ),
        tables=(_traces(made),) if made else (),
        figures=figures if made else (),
    )


def _traced(each: Traced) -> Iterable[str]:
    yield (
        f"Sides by {each.by}: {_still(each)}. Two clusters of the {counted(each.clustered, 'word')} that leaned most tell their sides right for {said_of(each.clusters.after, share_of)}, before "
        f"{said_of(each.clusters.before, share_of, level=False)}; random words give {per_cent(each.chance)} at most in 19 of 20 cases. A classifier trained on {each.trained:,} words tells those of "
        f"{each.tested:,} others right for {said_of(each.classifier.after, share_of)}, before {said_of(each.classifier.before, share_of, level=False)}; guessing gives {per_cent(0.5)}."
    )
    if each.neighbours.before.value is not None and each.neighbours.after.value is not None:
        yield (
            f"Sides by {each.by}: over professions, the share of neighbours from the first side and the lean before correlate at r = {said_of(each.neighbours.after, correlation)}, "
            f"before r = {said_of(each.neighbours.before, correlation, level=False)}."
        )


def _still(each: Traced) -> str:
    if each.stays:
        return f"still seen, as at least {per_cent(STAYS)} of what was seen above guessing is there"
    return f"less than {per_cent(STAYS)} of what was seen above guessing is left; that nothing else would see them is not shown"


def _traces(made: Sequence[Traced]) -> Table:
    rows: list[tuple[str, ...]] = []
    for each in made:
        for name, change, chance, shown in (
            (f"clusters of {each.clustered:,} words", each.clusters, per_cent(each.chance), share_of),
            (f"classifier, {each.tested:,} words", each.classifier, per_cent(0.5), share_of),
            ("neighbours of professions, r", each.neighbours, "0", correlation),
        ):
            verdict = "yes" if each.stays else "no"
            still = verdict if change is each.clusters else ""
            rows.append((each.by, name, cell(change.before, shown), cell(change.after, shown), chance, still))
    missing = reasons(
        (f"the neighbours of professions by {each.by}, {when}", getattr(each.neighbours, when))
        for each in made
        for when in ("before", "after")
    )
    note = (
        "As Gonen & Goldberg (2019) look for it: neutral words get the side to which they leaned before, and what is asked is whether they can be told apart afterwards, whatever the direction "
        f"shows. Still seen: by clusters or classifier, at least {per_cent(STAYS)} of what was seen above guessing.{missing}"
    )
    header = ("sides by", "seen by", "before", "after", "chance", "still seen")
    return Table("Traces of the sides that words had", header, tuple(rows), note, texts=2)


def costs_section(account: Account) -> Section:
    found = account.utility
    whole = shown_examinations(found.examined)
    folded = [_moved(found)] if found.moved else []
    if categories := [each for each in found.examined if each not in whole]:
        folded.insert(0, _examinations("Analogies by category", categories, ""))
    overlap = (
        f"Of the {NEIGHBOURS} nearest neighbours of {counted(found.sampled, 'word')} drawn at random, {said_of(found.overlap, share_of)} are kept."
        if found.overlap.value is not None
        else f"How many neighbours words keep was not looked at: {found.overlap.reason}."
    )
    return Section(
        anchor="cost",
        title="What it cost",
        findings=(
            *(_examined(each) for each in whole),
            *(
                ()
                if found.examined
                else ("No questions or scored pairs were there, so that their answers were not compared.",)
            ),
            overlap,
            _how_far(found),
        ),
        tables=(_examinations("Examinations", whole, _NOTE),) if whole else (),
        figures=_figures(account),
        folded=tuple(folded),
    )


_NOTE = "On the same questions before and after, those of which all words are there. Accuracies, and for similarity Spearman’s ρ with people’s scores; 95 % intervals."


def _figures(account: Account) -> tuple[Figure, ...]:
    if not account.utility.examined and account.utility.overlap.value is None:
        return ()
    caption = (
        "Hollow and grey: before; filled: after; lines: 95 % intervals. Shares of right answers (for similarity, Spearman’s ρ as per cent), and of the nearest neighbours "
        "that words keep, which is all of them where nothing changes."
    )
    return (Figure("Usefulness before and after", pictures.costs(account), caption),)


def shown_as(each: Examined) -> Callable[[float], str]:
    """How its number is written: as a share of answers, or as a correlation."""
    return correlation if each.test == SIMILARITY else share_of


def _examined(each: Examined) -> str:
    what = "ρ = " if each.test == SIMILARITY else ""
    part = "" if each.part == "all" else f", {each.part}"
    covered = f"{each.covered:,} of {each.asked:,} {'pairs' if each.test == SIMILARITY else 'questions'}"
    answers = "" if each.test == SIMILARITY else " right"
    name = f"{each.test.capitalize()}{part} ({each.set}, {covered})"
    return f"{name}: {what}{said_of(each.change.before, shown_as(each))}{answers} before, {what}{said_of(each.change.after, shown_as(each), level=False)} after."


def _how_far(found: Utility) -> str:
    still = (
        f"{found.still:,} of {counted(found.words, 'word')} {'has' if found.still == 1 else 'have'} not moved"
        if found.still
        else f"All {counted(found.words, 'word')} have moved"
    )
    low, fifth, _, middle = (value(each, "cosine") for each in found.quantiles)
    return f"{still}. The cosine of a word’s vectors before and after is {middle} for the word in the middle, at least {fifth} for 95 % and at least {low} for 99 % of all words."


def _examinations(title: str, examined: Sequence[Examined], note: str) -> Table:
    rows = tuple(
        (
            each.test,
            "" if each.part == "all" else each.part,
            each.set,
            f"{each.covered:,}/{each.asked:,}",
            *_four(each),
        )
        for each in examined
    )
    header = ("examination", "part", "set", "covered", "before", "95 % interval", "after", "95 % interval ")
    missing = reasons(
        (f"{each.test} {each.part} {when}", getattr(each.change, when))
        for each in examined
        for when in ("before", "after")
    )
    return Table(title, header, rows, f"{note}{missing}".strip(), texts=3)


def _four(each: Examined) -> tuple[str, ...]:
    shown = shown_as(each)
    return tuple(
        text
        for found in (each.change.before, each.change.after)
        for text in ("–" if found.value is None else shown(found.value), span_cell(found.interval, shown))
    )


def _moved(found: Utility) -> Table:
    rows = tuple(
        (each.word, value(each.cosine, "cosine"), correlation(each.before), correlation(each.after))
        for each in found.moved
    )
    note = "By the cosine of their vectors before and after. Words that were made equal to others are among them."
    return Table(
        "Words that moved most",
        ("word", "cosine of before and after", "along the direction before", "after"),
        rows,
        note,
    )
