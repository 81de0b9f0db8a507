"""Whether word vectors help to detect texts of a class, as sections of a page; what it rests on is beside."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from weatherglass import language as languages
from weatherglass.downstream.detected import COUNTED, RANDOM, Detection, Detector, Score, Scores
from weatherglass.measure.result import Lacking
from weatherglass.plot import detection as pictures
from weatherglass.plot.detection import MODELS, alike, chance, said_of_group
from weatherglass.report.detection_data import limits_section, methods, published_section, rests_section, spaces_section
from weatherglass.report.numbers import effect, interval_of, per_cent, points, share_of, span_cell, value
from weatherglass.report.page import Figure, Section, Table, write_page
from weatherglass.words.references import bibtex

CITED = ("papakyriakopoulos2020", "pennington2014", "hochreiter1997", "yang2016")


def sections(found: Detection) -> list[Section]:
    """The verdict, filtered texts, spaces, what it rests on, its limits, and what was published."""
    return [
        _verdict_section(found),
        _filtered_section(found),
        spaces_section(found),
        rests_section(found),
        limits_section(found),
        published_section(),
    ]


def write_detection(found: Detection, path: str | os.PathLike[str]) -> Path:
    """Write the sections as one HTML file; it appears only when it is complete."""
    context = {
        "found": found,
        "language": languages.get(found.language).name,
        "sections": sections(found),
        "notes": found.warnings,
        "methods": methods(found),
        "bibtex": bibtex(CITED),
    }
    return write_page("detection.html", context, path)


def _verdict_section(found: Detection) -> Section:
    test = found.part("test")
    caption = (
        "Shares of test texts told right, mean over seeds. Thick line: 95 % interval over seeds; thin line: over seeds and over which texts the test has. Grey circle: random vectors; "
        "blue square: given vectors; green diamond: vectors trained on the training texts. Dashed: what always saying the larger class gets right. Orange: logistic regression on counted words, without any vectors. To be read: rows of the same "
        "model against each other, and all of them against the orange line: what lies left of it can do less than counting words. Not to be read: the highest mark as the best detector, which was chosen by validation texts."
    )
    return Section(
        anchor="verdict",
        title=f"How well is “{found.classes[0]}” told from “{found.classes[1]}”?",
        findings=(
            _best_said(found),
            _counting_said(found),
            *_bag_said(found),
            *_differences(found),
            f"All detectors were tested on the same {test.texts:,} texts, {test.looked_for:,} of them “{found.classes[0]}”; guessing gets {per_cent(chance(found))} right.",
        ),
        figures=(Figure("Accuracy by model and vectors", pictures.accuracies(found), caption),),
        tables=(_table(found),),
    )


def named(each: Detector) -> str:
    """A detector, within a sentence."""
    return f"{MODELS[each.model]} with {_vectors(each.space)}"


def _vectors(space: str) -> str:
    return {"random": "random vectors", "own": "vectors of the training texts’ own"}.get(space, f"vectors {space}")


def _how(each: Detector) -> str:
    return f"{'trained further' if each.trainable else 'frozen'}, {each.words} words"


def _sure(score: Score) -> str:
    """The accuracy with its interval over seeds and texts."""
    if score.interval is None:
        return share_of(score.value)
    return f"{share_of(score.value)} ({interval_of(score.interval, share_of)})"


def _best_said(found: Detection) -> str:
    best = found.best_detector
    seeds = len(best.test.accuracy.by_seed)
    one = ". One seed says nothing about how far this hangs on it" if seeds == 1 and best.model != "bag" else ""
    return (
        f"Best by validation texts ({share_of(best.validation)} right): {named(best)} ({_how(best)}). Of the test texts it tells {_sure(best.test.accuracy)} right, with an F1 of {_f1(best.test.f1)} for "
        f"“{found.classes[0]}” and of {_f1(best.test.f1_other)} for “{found.classes[1]}”{one}."
    )


def _f1(score: Score) -> str:
    return effect(score.value)


def _counting_said(found: Detection) -> str:
    """What all of it adds to counting words."""
    behind = [each for each in found.detectors if each.test.accuracy.value <= found.counting.test.accuracy.value]
    best = found.best_detector
    drawn = best.model != "bag" or best.space == RANDOM
    less = f" {len(behind)} of {len(found.detectors)} detectors tell no more than that." if behind else ""
    return (
        f"Without any vectors, a logistic regression on the words that a text has (counted, rare ones counting more) tells {_sure(found.counting.test.accuracy)} right; the best detector stands to it at "
        f"{_difference(found.counting.best_against_it, drawn=drawn)}.{less}"
    )


def _bag_said(found: Detection) -> Iterable[str]:
    """What knowing the order of words adds, seen from the best bag."""
    best = found.best_detector
    bags = [each for each in found.detectors if each.model == "bag"]
    if not bags or best.model == "bag":
        return
    bag = max(bags, key=lambda each: each.validation)
    yield (
        f"Without the order of words, a logistic regression on the mean of a text’s vectors (bag of vectors) with {_vectors(bag.space)} tells {_sure(bag.test.accuracy)} right; the best detector "
        f"differs from it by {points(best.test.accuracy.value - bag.test.accuracy.value)} points."
    )


def _differences(found: Detection) -> Iterable[str]:
    """What vectors add to random ones, a sentence for each model."""
    for group, detectors in alike(found).items():
        compared = [(each, each.against_random) for each in detectors if each.against_random is not None]
        if compared:
            said = "; ".join(f"{_vectors(each.space)} {_difference(score)}" for each, score in compared)
            yield f"{said_of_group(*group)}: against random vectors on the same texts, {said}."


def _difference(score: Score, *, drawn: bool = True) -> str:
    """`drawn`: whether another seed would have given something else."""
    if score.interval is None:
        return f"{points(score.value)} points, how sure is not known"
    clear = score.interval.low > 0 or score.interval.high < 0
    verdict = "clear" if clear else "not clear, which does not show that they are alike"
    if clear and drawn and len(score.by_seed) == 1:
        verdict = "clear for these two trainings, though others may differ by chance: there is one seed"
    return f"{points(score.value)} points ({interval_of(score.interval, points)}), {verdict}"


def _table(found: Detection) -> Table:
    one, other = found.classes
    header = ("model", "vectors", "trainable", "words", "accuracy", f"F1 {one}", f"F1 {other}", "against random")
    counted = found.counting.test
    first = (COUNTED, "none", "–", "all", _cell(counted.accuracy, share_of), _cell(counted.f1, effect), _cell(counted.f1_other, effect), "–")  # fmt: skip
    rows = tuple(
        (
            MODELS[each.model],
            each.space,
            "yes" if each.trainable else "no",
            each.words,
            _cell(each.test.accuracy, share_of),
            _cell(each.test.f1, effect),
            _cell(each.test.f1_other, effect),
            "–" if each.against_random is None else _cell(each.against_random, points),
        )
        for each in found.detectors
    )
    note = (
        "As table 5 of the paper, with counted words before it. Means over seeds on the test texts; in brackets 95 % intervals over seeds and texts. Against random: accuracy less that of the same model with random vectors, "
        f"text by text, in points of per cent. Common words: only the {found.common:,} words that all spaces have get their vectors, so that spaces differ in what vectors say and not in which words "
        "they have."
    )
    return Table("All detectors", header, (first, *rows), note, texts=4)


def _cell(score: Score, shown: Callable[[float], str]) -> str:
    """The mean over seeds, with its interval."""
    return (
        shown(score.value) if score.interval is None else f"{shown(score.value)} ({span_cell(score.interval, shown)})"
    )


def _filtered_section(found: Detection) -> Section:
    test, part, best = found.part("test"), found.filtered, found.best_detector
    shorter = f"{value(part.mean_words, 'length')} words on average instead of {value(test.mean_words, 'length')}"
    what = (
        f"{part.texts:,} of {test.texts:,} test texts have no word that stands in no training text; {part.looked_for:,} of them are “{found.classes[0]}”. They are {'shorter' if part.mean_words < test.mean_words else 'not shorter'}: "
        f"{shorter}. So this is another test and as a rule an easier one, and its figures say nothing about texts as they come."
    )
    measured = [(each, each.filtered) for each in found.detectors if isinstance(each.filtered, Scores)]
    reasons = dict.fromkeys(each.filtered.skipped for each in found.detectors if isinstance(each.filtered, Lacking))
    findings = [what]
    if isinstance(best.filtered, Scores):
        findings.append(
            f"The best detector, {named(best)}, tells {_sure(best.filtered.accuracy)} of them right, and {share_of(best.test.accuracy.value)} of all test texts."
        )
    findings += [f"Not measured: {reason}." for reason in reasons]
    return Section(
        anchor="filtered",
        title="Texts whose words are all known",
        findings=tuple(findings),
        tables=(_filtered_table(measured, found),) if measured else (),
    )


def _filtered_table(measured: Sequence[tuple[Detector, Scores]], found: Detection) -> Table:
    rows = tuple(
        (
            MODELS[each.model],
            each.space,
            _how(each),
            _cell(scores.accuracy, share_of),
            _cell(scores.f1, effect),
            _cell(scores.f1_other, effect),
            share_of(each.test.accuracy.value),
        )
        for each, scores in measured
    )
    one, other = found.classes
    header = ("model", "vectors", "how", "accuracy", f"F1 {one}", f"F1 {other}", "all test texts")
    note = "In brackets 95 % intervals over seeds and texts. The last column is the accuracy on all test texts."
    return Table("Filtered test texts", header, rows, note, texts=3)
