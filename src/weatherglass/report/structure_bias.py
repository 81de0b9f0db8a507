"""The general bias by groups in words, tables and figures (Papakyriakopoulos et al. 2020)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from weatherglass.measure.result import Lacking
from weatherglass.measure.scrutiny import SIGNIFICANT
from weatherglass.plot.figure import picture
from weatherglass.plot.labels import translated
from weatherglass.plot.structure import biases, sentiments
from weatherglass.report.document import Figure, Section, Table
from weatherglass.stats.intervals import Interval
from weatherglass.stats.permutation import PValue
from weatherglass.structure.concepts import Missing
from weatherglass.structure.general_bias import GeneralBias, Lean
from weatherglass.structure.sentiment import SentimentDifference
from weatherglass.wording.messages import say
from weatherglass.wording.numbers import (
    counted,
    difference,
    effect,
    interval_of,
    p_cell,
    p_value,
    per_cent,
    share_of,
    span_cell,
    value,
)


def bias_section(found: Sequence[GeneralBias | Lacking], extremes: int) -> Section:
    made = [each for each in found if isinstance(each, GeneralBias)]
    with_sentiment = [each for each in made if each.sentiment is not None]
    tables = [_summary(made), _leans(made), _extremes(made, extremes)] if made else []
    if with_sentiment:
        tables.append(_sentiment_table(with_sentiment))
    figures = []
    if made:
        heading = say("structure.bias.summary")
        figures.append(Figure(heading, partial(picture, heading, biases, made), say("structure.bias.caption")))
    if with_sentiment:
        heading = say("structure.sentiment.figure")
        figures.append(Figure(heading, partial(picture, heading, sentiments, made), say("structure.sentiment.caption")))
    return Section(
        anchor="bias",
        title=say("structure.title.bias"),
        findings=(*(sentence for each in made for sentence in _findings(each)), *not_run(found)),
        tables=tuple(tables),
        figures=tuple(figures),
        lists=tuple(_left_out(made)),
    )


def heads(*names: str) -> tuple[str, ...]:
    """The heads of a table's columns."""
    return tuple(say(f"structure.head.{name}") for name in names)


def joined(words: Iterable[str]) -> str:
    """Words or numbers in a row."""
    return say("structure.comma").join(words)


def numbers_said(shown: str, interval: Interval | None, p: PValue, ends: Callable[[float], str] = effect) -> str:
    """A value with its interval, if it has one, and its p."""
    sure = [] if interval is None else [interval_of(interval, ends)]
    return joined([shown, *sure, f"p {p_value(p)}"])


def not_run(found: Iterable[object]) -> tuple[str, ...]:
    """Of the parts that the vectors did not allow, each reason once."""
    lacking = (each.skipped for each in found if isinstance(each, Lacking))
    return tuple(say("structure.not_run", reason=reason) for reason in dict.fromkeys(lacking))


def missing_name(missing: Missing) -> str:
    """A concept that was left out, and what of it is missing."""
    if missing.forms == (missing.concept,):
        return missing.concept
    if not missing.forms:
        return say("structure.missing.one_vector", concept=missing.concept)
    if len(missing.forms) == 1:
        return say("structure.missing.without", concept=missing.concept, form=missing.forms[0])
    first, second = missing.forms
    return say("structure.missing.without_both", concept=missing.concept, first=first, second=second)


def _task(each: GeneralBias) -> str:
    return translated("structure.task", each.task)


def _between(each: GeneralBias) -> str:
    return f"{each.groups[0]}–{each.groups[1]}"


def _name(each: GeneralBias) -> str:
    return joined([_task(each), _between(each)])


def _kind(each: GeneralBias) -> str:
    if each.paired == each.concepts:
        return say("structure.bias.paired", n=each.concepts)
    if each.paired:
        pairs = say("structure.bias.paired", n=each.paired)
        return say("structure.bias.also_single", pairs=pairs, n=each.concepts - each.paired)
    words = counted(each.concepts, "word")
    if each.forms == "paired" or each.task != "professions":
        return words
    return say(f"structure.bias.{each.forms}_form", words=words)


def _findings(each: GeneralBias) -> Iterable[str]:
    shuffled = each.shuffled
    beyond = say("structure.bias.beyond", share=share_of(1 - shuffled.as_large)) if each.beyond_shuffled else ""
    compared = say(
        "structure.bias.finding",
        name=_name(each),
        kind=_kind(each),
        pairs=counted(len(each.group_pairs), "pair"),
        value=value(each.value, "cosine"),
        low=value(shuffled.low, "cosine"),
        high=value(shuffled.high, "cosine"),
        beyond=beyond,
        floor=value(each.floor, "cosine"),
    )
    yield f"{compared} {_leaning(each)}"
    if each.sentiment is not None:
        yield _sentiment(each.sentiment, *each.groups)


def _leaning(each: GeneralBias) -> str:
    """What the pairs of group words agree on, and whether the concepts lean to one side together."""
    agree, together = (p.estimate < SIGNIFICANT for p in (each.lean_p, each.p_by_pairs))
    key = {
        (True, True): "agree_and_lean",
        (True, False): "agree_only",
        (False, True): "lean_only",
        (False, False): "neither",
    }
    return say(
        f"structure.bias.{key[agree, together]}",
        lean_p=p_value(each.lean_p),
        group=each.groups[0 if each.signed > 0 else 1],
        signed=difference(abs(each.signed) if together else each.signed),
        p=p_value(each.p_by_pairs),
    )


def _sentiment(found: SentimentDifference, first: str, second: str) -> str:
    """By the words nearer to each group, and by halves where one group has hardly any."""
    gap, interval, p = found.told
    return say(
        f"structure.sentiment.{'by_halves' if found.lopsided else 'by_words'}{'' if found.shown else '_not_shown'}",
        first=first,
        second=second,
        group=first if gap > 0 else second,
        near_first=found.nearer_first,
        near_second=found.nearer_second,
        most=first if found.nearer_first > found.nearer_second else second,
        numbers=numbers_said(difference(gap), interval, p),
    )


def _summary(made: Sequence[GeneralBias]) -> Table:
    rows = tuple(
        (
            _task(each),
            _between(each),
            f"{each.concepts}/{each.asked}",
            str(each.paired),
            str(len(each.group_pairs)),
            value(each.value, "cosine"),
            span_cell(each.interval, lambda x: value(x, "cosine")),
            value(each.floor, "cosine"),
            f"{value(each.shuffled.mean, 'cosine')} ({value(each.shuffled.low, 'cosine')} … {value(each.shuffled.high, 'cosine')})",
            per_cent(each.shuffled.as_large),
        )
        for each in made
    )
    header = (
        *heads("task", "groups", "concepts", "paired", "pairs"), "B_g", *heads("interval", "floor", "shuffled", "as_large"),
    )  # fmt: skip
    return Table(say("structure.bias.summary"), header, rows, say("structure.bias.summary_note"), texts=2)


def _leans(made: Sequence[GeneralBias]) -> Table:
    rows = tuple(
        (
            _task(each),
            _between(each),
            value(each.lean, "cosine"),
            p_cell(each.lean_p),
            difference(each.signed),
            span_cell(each.signed_interval, difference),
            p_cell(each.p_by_pairs),
            p_cell(each.p),
        )
        for each in made
    )
    header = (*heads("task", "groups", "lean"), "p", *heads("signed", "interval", "p_by_pairs", "p_by_concepts"))
    return Table(say("structure.bias.leans"), header, rows, say("structure.bias.leans_note"), texts=2)


def _sentiment_table(made: Sequence[GeneralBias]) -> Table:
    rows = []
    for each in made:
        sentiment = each.sentiment
        assert sentiment is not None
        rows.append(
            (
                _between(each),
                say("structure.sentiment.nearer", number=sentiment.nearer_first, mean=difference(sentiment.mean_first)),
                say("structure.sentiment.nearer", number=sentiment.nearer_second, mean=difference(sentiment.mean_second)),
                difference(sentiment.value),
                span_cell(sentiment.interval, difference),
                p_cell(sentiment.p),
                difference(sentiment.halved),
                p_cell(sentiment.halved_p),
            )
        )  # fmt: skip
    header = (*heads("groups", "nearer_first", "nearer_second", "difference", "interval"), "p", *heads("halves"), "p ")
    return Table(say("structure.sentiment.title"), header, tuple(rows), say("structure.sentiment.note"))


def _extremes(made: Sequence[GeneralBias], most: int) -> Table:
    rows = tuple(
        (_task(each), _between(each), *(joined(map(_lean, side)) or "–" for side in each.extremes(most)))
        for each in made
    )
    header = heads("task", "groups", "nearest_first", "nearest_second")
    return Table(say("structure.bias.extremes"), header, rows, say("structure.bias.extremes_note"), texts=4)


def _lean(lean: Lean) -> str:
    return f"{lean.concept} ({joined([difference(lean.value), share_of(lean.agree)])})"


def _left_out(made: Sequence[GeneralBias]) -> Iterable[tuple[str, tuple[str, ...]]]:
    """Each list once, however many groups it was compared between."""
    of_task = {(each.task, each.missing): each for each in made if each.missing}
    for (task, missing), each in of_task.items():
        several = len({found for name, found in of_task if name == task}) > 1
        of = f"{_task(each)} ({translated('structure.forms', each.forms)})" if several else _task(each)
        yield say("structure.missing.left_out", list=of), tuple(map(missing_name, missing))
    of_groups = {each.groups: each for each in made if each.missing_pairs}
    for each in of_groups.values():
        names = tuple(map(missing_name, each.missing_pairs))
        yield say("structure.missing.group_words", groups=_between(each)), names
    for each in made:
        if each.itself:
            yield say("structure.missing.itself", list=_name(each)), each.itself
