"""What an examination of vectors found, in sentences and tables, and what it does not say."""

from __future__ import annotations

from dataclasses import dataclass

from weatherglass.quality.accuracy import Accuracy, Missing
from weatherglass.quality.analogy_accuracy import AnalogyAccuracy
from weatherglass.quality.odd_one_out import OddOneOut
from weatherglass.quality.quality import Quality
from weatherglass.quality.sentence_similarity import SentenceSimilarity
from weatherglass.quality.word_similarity import WordSimilarity
from weatherglass.report.numbers import correlation, counted, interval_of, level, or_dash, share_cell, share_of

_NAMED = 12  # missing words that are named
_NOT_BIAS = "None of this measures bias: vectors that do well here can be as biased as any, and poor ones need not be."


@dataclass(frozen=True, slots=True)
class Section:
    """The result of one set of questions: findings in sentences, and a table if there are parts."""

    title: str
    sentences: tuple[str, ...]
    header: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


def sections(outcome: Quality) -> tuple[Section, ...]:
    """One for each set of questions."""
    return (
        *(_analogies(each) for each in outcome.analogies),
        *(_odd(each) for each in outcome.odd_one_out),
        *(_words(each) for each in outcome.word_similarity),
        *(_sentences(each) for each in outcome.sentence_similarity),
    )


def limits(outcome: Quality) -> tuple[str, ...]:
    """What the numbers do not say."""
    found = []
    if outcome.analogies:
        case = "spellings that differ in case counting as one word" if outcome.ignore_case else "as rows of the file"
        found.append(
            f"Analogies: right means that the expected word came first among {outcome.words:,} words, those of the question left "
            f"out, {case}. Similar words alone answer many (Linzen 2016). Compare figures only for the same questions and as many "
            "words."
        )
    if outcome.analogies or outcome.odd_one_out:
        found.append(
            "Intervals of accuracy: how far it may move with other word pairs, or groups, of the same kinds; not with another corpus "
            "or training run."
        )
    if outcome.word_similarity or outcome.sentence_similarity:
        found.append(
            "Intervals of correlations take the pairs for independent of each other; where they share words, they are too narrow."
        )
    return (*found, _NOT_BIAS)


def _analogies(result: AnalogyAccuracy) -> Section:
    return Section(
        f"Analogies: {result.name}",
        (_finding(result.overall, "word pair"), *_uncovered(result.overall), *_lost(result.missing)),
        ("category", "right", "interval", "covered", "pairs"),
        tuple(
            (_part_name(part, result.overall), *_cells(part), str(part.units))
            for part in result.parts
            if len(result.parts) > 1
        ),
    )


def _part_name(part: Accuracy, overall: Accuracy) -> str:
    return "all" if part is overall else f"all {part.name}" if part.name in ("semantic", "grammar") else part.name


def _odd(result: OddOneOut) -> Section:
    chance = "" if result.chance is None else f" Guessing would reach {share_of(result.chance)}."
    return Section(
        f"Odd one out: {result.name}",
        (_finding(result.overall, "group") + chance, *_uncovered(result.overall), *_lost(result.missing)),
        ("group", "right", "interval", "covered"),
        tuple(("all" if part is result.overall else part.name, *_cells(part)) for part in result.parts)
        if len(result.groups) > 1
        else (),
    )


def _cells(part: Accuracy) -> tuple[str, str, str]:
    return (
        or_dash(part.accuracy, share_of),
        or_dash(part.interval, share_cell),
        f"{part.covered:,}/{part.asked:,}",
    )


def _finding(result: Accuracy, unit: str) -> str:
    if result.accuracy is None:
        return f"No accuracy: {result.reason}."
    if result.covered == result.asked:
        of = f"the {result.asked:,} questions"
    else:
        of = f"the {result.covered:,} questions covered (of {result.asked:,})"
    if result.interval is None:
        sure = f"no interval, as they are made of {counted(result.units, unit)} only"
    else:
        sure = f"{level(result.interval)} interval {share_cell(result.interval)}"
    return f"{share_of(result.accuracy)} of {of} were answered right ({sure})."


def _uncovered(result: Accuracy) -> list[str]:
    found = []
    if result.covered < result.asked and result.accuracy:
        found.append(f"With questions that are not covered counted as wrong it is {share_of(result.accuracy_of_all)}.")
    if result.same_row:
        ask = "question asks" if result.same_row == 1 else "questions ask"
        found.append(
            f"{result.same_row:,} {ask} nothing here, as two of the words are one row of the vectors; not covered."
        )
    return found


def _lost(missing: Missing) -> list[str]:
    if not missing.count:
        return []
    more = ", …" if missing.count > _NAMED else ""
    return [f"Not in the vectors, {counted(missing.count, 'word')}: {', '.join(missing.words[:_NAMED])}{more}"]


def _words(result: WordSimilarity) -> Section:
    found = _correlated(result, result.spearman, "Spearman’s ρ between cosines and people’s scores")
    return Section(f"Word similarity: {result.name}", (found, *_lost(result.missing)))


def _sentences(result: SentenceSimilarity) -> Section:
    found = _correlated(result, result.pearson, "Pearson’s r between cosines of mean word vectors and people’s scores")
    words = f"{share_of(result.share_of_words)} of the {result.words:,} words in the sentences are in the vectors."
    return Section(f"Sentence similarity: {result.name}", (found, words, *_lost(result.missing)))


def _correlated(result: WordSimilarity | SentenceSimilarity, r: float | None, what: str) -> str:
    if r is None:
        return f"No correlation: {result.reason}."
    all_of = result.covered == result.asked
    pairs = f"all {result.asked:,} pairs" if all_of else f"{result.covered:,} of {result.asked:,} pairs"
    sure = "" if result.interval is None else f" ({interval_of(result.interval, correlation)})"
    return f"{what} is {correlation(r)} over {pairs}{sure}."
