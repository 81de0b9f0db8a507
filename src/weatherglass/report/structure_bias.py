"""The general bias by groups in words, tables and figures (Papakyriakopoulos et al. 2020)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from weatherglass.measure.result import Lacking
from weatherglass.plot import structure as pictures
from weatherglass.report.numbers import (
    counted,
    difference,
    interval_of,
    p_cell,
    p_value,
    per_cent,
    share_of,
    span_cell,
    value,
)
from weatherglass.report.page import Figure, Section, Table
from weatherglass.structure.concepts import Missing
from weatherglass.structure.general_bias import GeneralBias, Lean
from weatherglass.structure.sentiment import SentimentDifference

EXTREMES = 5
_CLEAR = 0.05
_FEW = 0.2  # of the words nearer to one group, below which they are compared by halves


def bias_section(found: Sequence[GeneralBias | Lacking], extremes: int = EXTREMES) -> Section:
    made = [each for each in found if isinstance(each, GeneralBias)]
    with_sentiment = [each for each in made if each.sentiment is not None]
    figures, tables = [], []
    if made:
        figures.append(
            Figure(
                "B_g by task and groups",
                pictures.biases(made),
                "Dot and line: B_g and its 95 % interval. Grey: 5 to 95 % of the B_g of shuffled groups. Dashed: what unrelated vectors of as many dimensions give.",
            )
        )
        tables += [_summary(made), _leans(made), _extremes(made, extremes)]
    if with_sentiment:
        figures.append(
            Figure(
                "Difference of sentiment between groups",
                pictures.sentiments(with_sentiment),
                "Mean polarity of the words nearer to the first group less that of those nearer to the second; to the right: the first group stands beside more "
                "positive words. Line: 95 % interval over words and pairs of group words.",
            )
        )
        tables.append(_sentiment_table(with_sentiment))
    return Section(
        anchor="bias",
        title="General bias of concepts between groups",
        findings=(
            *(sentence for each in made for sentence in _findings(each)),
            *not_run(found),
        ),
        tables=tuple(tables),
        figures=tuple(figures),
        lists=tuple(_left_out(made)),
    )


def _between(each: GeneralBias) -> str:
    return f"{each.groups[0]}–{each.groups[1]}"


def _name(each: GeneralBias) -> str:
    return f"{each.task}, {_between(each)}"


def _kind(each: GeneralBias) -> str:
    if each.paired == each.concepts:
        return f"{each.concepts} pairs of forms"
    if each.paired:
        return f"{each.paired} pairs of forms and {each.concepts - each.paired} single words"
    form = f" ({each.forms} form)" if each.forms != "paired" and each.task == "professions" else ""
    return f"{counted(each.concepts, 'word')}{form}"


def _findings(each: GeneralBias) -> Iterable[str]:
    first, second = each.groups
    shuffled = each.shuffled
    higher = f", more than {share_of(1 - shuffled.as_large)} of them" if shuffled.as_large < _CLEAR else ""
    agree = (
        f"The pairs of group words agree on which concepts lean where (p {p_value(each.lean_p)})"
        if each.lean_p.estimate < _CLEAR
        else f"That the pairs of group words agree on which concepts lean where is not shown (p {p_value(each.lean_p)})"
    )
    together = (
        f"together the concepts lean to {first if each.signed > 0 else second} by {difference(abs(each.signed))} (p {p_value(each.p_by_pairs)})"
        if each.p_by_pairs.estimate < _CLEAR
        else f"nor that they lean to either side together ({difference(each.signed)}, p {p_value(each.p_by_pairs)})"
        if each.lean_p.estimate >= _CLEAR
        else f"that they lean to either side together is not shown ({difference(each.signed)}, p {p_value(each.p_by_pairs)})"
    )
    yield (
        f"{_name(each)} ({_kind(each)}; {len(each.group_pairs)} pairs of group words): B_g = {value(each.value, 'cosine')}; shuffled groups give "
        f"{value(shuffled.low, 'cosine')} to {value(shuffled.high, 'cosine')}{higher}, unrelated vectors {value(each.floor, 'cosine')}. {agree}; {together}."
    )
    if each.sentiment is not None:
        yield _sentiment(each.sentiment, first, second)


def _sentiment(found: SentimentDifference, first: str, second: str) -> str:
    """By the words nearer to each group, and by halves where one group has hardly any."""
    lopsided = min(found.nearer_first, found.nearer_second) < _FEW * (found.nearer_first + found.nearer_second)
    gap, p = (found.halved, found.halved_p) if lopsided else (found.value, found.p)
    sure = "" if lopsided or found.interval is None else f"{interval_of(found.interval)}, "
    nearer = (
        f"as nearly all words are nearer to {first if found.nearer_first > found.nearer_second else second}, the half that leans more to {first} against the other half"
        if lopsided
        else f"{found.nearer_first:,} words nearer to {first} against {found.nearer_second:,} nearer to {second}"
    )
    verdict = (
        f"{first if gap > 0 else second} stand beside the more positive words"
        if p.estimate < _CLEAR
        else "a difference is not shown"
    )
    return f"Sentiment, {first}–{second}: {verdict} ({nearer}: {difference(gap)}, {sure}p {p_value(p)})."


def _summary(made: Sequence[GeneralBias]) -> Table:
    rows = tuple(
        (
            each.task,
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
        "task", "groups", "concepts", "paired", "pairs", "B_g", "95 % interval", "floor", "shuffled (5 … 95 %)", "as large",
    )  # fmt: skip
    note = (
        "Concepts: found of those asked for; paired: those with a form for each group. Pairs: of group words. B_g is a mean of absolute values and never 0; "
        "the floor is √(4/(πd)), and pairs of words that are alike lie below it. Shuffled: the group words dealt at random to the two sides and paired anew. "
        "Papakyriakopoulos et al. (2020), table 4, German: 0.037 to 0.087, without any of these comparisons."
    )
    return Table("B_g by task and groups", header, rows, note, texts=2)


def _leans(made: Sequence[GeneralBias]) -> Table:
    rows = tuple(
        (
            each.task,
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
    header = ("task", "groups", "lean", "p", "signed mean", "95 % interval", "p by pairs", "p by concepts")
    note = (
        "Lean: the mean absolute difference of a concept after averaging over the pairs of group words, p among exchanges of the two words within pairs. Signed mean: positive "
        "towards the first group, p two-sided: by pairs among the same exchanges, by concepts among exchanges of each concept’s two sides, which is small for most groups of any "
        "words (docs/structure.md)."
    )
    return Table("What the pairs of group words agree on", header, rows, note, texts=2)


def _sentiment_table(made: Sequence[GeneralBias]) -> Table:
    rows = []
    for each in made:
        sentiment = each.sentiment
        assert sentiment is not None
        rows.append(
            (
                _between(each),
                f"{sentiment.nearer_first:,} ({difference(sentiment.mean_first)})",
                f"{sentiment.nearer_second:,} ({difference(sentiment.mean_second)})",
                difference(sentiment.value),
                span_cell(sentiment.interval, difference),
                p_cell(sentiment.p),
                difference(sentiment.halved),
                p_cell(sentiment.halved_p),
            )
        )
    header = (
        "groups",
        "nearer to the first (mean polarity)",
        "nearer to the second",
        "difference",
        "95 % interval",
        "p",
        "by halves",
        "p ",
    )
    note = (
        "p: two-sided, among all ways to deal the words to the two sides. By halves: the half of the words that leans more to the first group against the other "
        "half, which also speaks where nearly all words lean one way. Polarity by the list or lexicon that was used. No p here is corrected for the number of comparisons."
    )
    return Table("Sentiment of the words nearer to each group", header, tuple(rows), note)


def _extremes(made: Sequence[GeneralBias], most: int) -> Table:
    rows = tuple(
        (
            each.task,
            _between(each),
            *(", ".join(map(_lean, side)) or "–" for side in each.extremes(most)),
        )
        for each in made
    )
    note = (
        "In brackets: the concept’s mean difference of cosines, and the share of the pairs of group words that have its sign. Of many words some are extreme by "
        "chance."
    )
    return Table(
        "Extreme concepts", ("task", "groups", "nearest to the first", "nearest to the second"), rows, note, texts=4
    )


def _lean(lean: Lean) -> str:
    return f"{lean.concept} ({difference(lean.value)}, {share_of(lean.agree)})"


def _left_out(made: Sequence[GeneralBias]) -> Iterable[tuple[str, tuple[str, ...]]]:
    """Each list once, however many groups it was compared between."""
    of_task = {(each.task, each.missing): each for each in made if each.missing}
    for (task, missing), each in of_task.items():
        several = len({found for name, found in of_task if name == task}) > 1
        yield f"Left out of {task}{f' ({each.forms})' if several else ''}", tuple(map(missing_name, missing))
    of_groups = {each.groups: each.missing_pairs for each in made if each.missing_pairs}
    for (first, second), missing in of_groups.items():
        yield f"Group words left out, {first}–{second}", tuple(map(missing_name, missing))
    for each in made:
        if each.itself:
            yield f"Left out of {_name(each)}, as they are group words too", each.itself


def not_run(found: Iterable[object]) -> tuple[str, ...]:
    """Of the parts that the vectors did not allow, each reason once."""
    return tuple(dict.fromkeys(f"Not run: {each.skipped}." for each in found if isinstance(each, Lacking)))


def missing_name(missing: Missing) -> str:
    """A concept that was left out, and what of it is missing."""
    if missing.forms == (missing.concept,):
        return missing.concept
    if not missing.forms:
        return f"{missing.concept} (both forms have one vector)"
    return f"{missing.concept} (without {' and '.join(missing.forms)})"
