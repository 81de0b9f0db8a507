"""Whether word vectors help to detect texts of a class, as a report; what it rests on is beside."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from weatherglass.downstream.detected import RANDOM, Detection, Detector, Score, Scores
from weatherglass.measure.result import Lacking
from weatherglass.plot.detection import (
    accuracies,
    alike,
    chance,
    detector_said,
    said_of_group,
    space_said,
    vectors_said,
)
from weatherglass.plot.figure import picture
from weatherglass.report.detection_data import limits, methods, published_section, rests_section, spaces_section
from weatherglass.report.document import Document, Figure, Section, Table
from weatherglass.report.identity import language_name
from weatherglass.wording.messages import say
from weatherglass.wording.numbers import effect, interval_of, per_cent, points, share_of, span_cell, value

CITED = ("papakyriakopoulos2020", "pennington2014", "hochreiter1997", "yang2016")


def document(found: Detection) -> Document:
    """All that is to be said about it, in the language spoken."""
    return Document(
        kind="detection",
        name=found.texts,
        identity=tuple(_identity(found)),
        findings=tuple(findings(found)),
        mind=say("detection.mind"),
        warnings=found.warnings,
        sections=tuple(sections(found)),
        limits=tuple(limits(found)),
        methods=(methods(found),),
        cited=CITED,
        data=found.to_dict(),
        tables={"detection": found.table(), "predictions": found.predictions_table()},
    )


def sections(found: Detection) -> list[Section]:
    """The verdict, filtered texts, spaces, what it rests on, and what was published."""
    return [
        verdict_section(found),
        filtered_section(found),
        spaces_section(found),
        rests_section(found),
        published_section(),
    ]


def _identity(found: Detection) -> Iterable[tuple[str, str]]:
    one, other = found.classes
    yield say("detection.looked_for"), say("detection.against", one=one, other=other)
    if found.test_texts != found.texts:
        yield say("detection.test_texts"), found.test_texts
    yield say("detection.language"), language_name(found.language)
    yield say("report.vectors"), say("detection.comma").join(space_said(space.name) for space in found.spaces)


def findings(found: Detection) -> Iterable[str]:
    """What is to be taken away: the best detector, what can be told without vectors or order, and what vectors add to each model."""
    yield _best_said(found)
    yield _counting_said(found)
    yield from _bag_said(found)
    yield from _differences(found)


def verdict_section(found: Detection) -> Section:
    """Every detector, in a figure and a table."""
    test = found.part("test")
    one, other = found.classes
    title = say("detection.verdict.figure")
    return Section(
        anchor="verdict",
        title=say("detection.verdict.title", one=one, other=other),
        findings=(
            say(
                "detection.verdict.tested",
                one=one,
                texts=test.texts,
                looked_for=test.looked_for,
                chance=per_cent(chance(found)),
            ),
        ),
        figures=(Figure(title, partial(picture, title, accuracies, found), say("detection.verdict.caption")),),
        tables=(_table(found),),
    )


def _how(each: Detector) -> str:
    return say(f"detection.how.{'trained' if each.trainable else 'frozen'}_{each.words}")


def _sure(score: Score) -> str:
    """The accuracy with its interval over seeds and texts."""
    if score.interval is None:
        return share_of(score.value)
    return f"{share_of(score.value)} ({interval_of(score.interval, share_of)})"


def _best_said(found: Detection) -> str:
    best = found.best_detector
    one_seed = len(best.test.accuracy.by_seed) == 1 and best.model != "bag"
    one, other = found.classes
    return say(
        f"detection.verdict.best{'_one_seed' if one_seed else ''}",
        one=one,
        other=other,
        validation=share_of(best.validation),
        detector=detector_said(best),
        how=_how(best),
        accuracy=_sure(best.test.accuracy),
        f1=effect(best.test.f1.value),
        f1_other=effect(best.test.f1_other.value),
    )


def _counting_said(found: Detection) -> str:
    """What all of it adds to counting words."""
    behind = [each for each in found.detectors if each.test.accuracy.value <= found.counting.test.accuracy.value]
    best = found.best_detector
    said = say(
        "detection.verdict.counting",
        accuracy=_sure(found.counting.test.accuracy),
        difference=_difference(found.counting.best_against_it, drawn=best.model != "bag" or best.space == RANDOM),
    )
    return f"{said} {say('detection.verdict.behind', n=len(behind), among=len(found.detectors))}" if behind else said


def _bag_said(found: Detection) -> Iterable[str]:
    """What knowing the order of words adds, seen from the best bag."""
    best = found.best_detector
    bags = [each for each in found.detectors if each.model == "bag"]
    if not bags or best.model == "bag":
        return
    bag = max(bags, key=lambda each: each.validation)
    yield say(
        "detection.verdict.bag",
        vectors=vectors_said(bag.space),
        accuracy=_sure(bag.test.accuracy),
        points=points(best.test.accuracy.value - bag.test.accuracy.value),
    )


def _differences(found: Detection) -> Iterable[str]:
    """What vectors add to random ones, a sentence for each model."""
    for group, detectors in alike(found).items():
        said = [
            say("detection.verdict.each", vectors=vectors_said(each.space), difference=_difference(each.against_random))
            for each in detectors
            if each.against_random is not None
        ]
        if said:
            yield say(
                "detection.verdict.against_random",
                group=said_of_group(*group),
                said=say("detection.semicolon").join(said),
            )


def _difference(score: Score, *, drawn: bool = True) -> str:
    """`drawn`: whether another seed would have given something else."""
    if score.interval is None:
        return say("detection.difference.unknown", points=points(score.value))
    clear = score.interval.low > 0 or score.interval.high < 0
    verdict = "one_seed" if clear and drawn and len(score.by_seed) == 1 else "clear" if clear else "not_clear"
    return say(
        f"detection.difference.{verdict}", points=points(score.value), interval=interval_of(score.interval, points)
    )


def _table(found: Detection) -> Table:
    columns = ("model", "vectors", "trainable", "words", "accuracy")
    header = (
        *(say(f"detection.table.{name}") for name in columns),
        *_f1_header(found),
        say("detection.table.against_random"),
    )
    counted = say("detection.counted_words"), say("detection.none"), "–", say("detection.words.all")
    rows = tuple(
        (
            say(f"detection.model.{each.model}"),
            space_said(each.space),
            say("detection.yes" if each.trainable else "detection.no"),
            say(f"detection.words.{each.words}"),
            *_score_cells(each.test),
            "–" if each.against_random is None else _cell(each.against_random, points),
        )
        for each in found.detectors
    )
    note = say("detection.table.note", common=found.common)
    first = (*counted, *_score_cells(found.counting.test), "–")
    return Table(say("detection.table.title"), header, (first, *rows), note, texts=4)


def _f1_header(found: Detection) -> tuple[str, ...]:
    return tuple(say("detection.table.f1", one=each) for each in found.classes)


def _score_cells(scores: Scores) -> tuple[str, str, str]:
    return _cell(scores.accuracy, share_of), _cell(scores.f1, effect), _cell(scores.f1_other, effect)


def _cell(score: Score, shown: Callable[[float], str]) -> str:
    """The mean over seeds, with its interval."""
    return (
        shown(score.value) if score.interval is None else f"{shown(score.value)} ({span_cell(score.interval, shown)})"
    )


def filtered_section(found: Detection) -> Section:
    """Test texts all of whose words were seen in training."""
    test, part, best = found.part("test"), found.filtered, found.best_detector
    measured = [(each, each.filtered) for each in found.detectors if isinstance(each.filtered, Scores)]
    reasons = dict.fromkeys(each.filtered.skipped for each in found.detectors if isinstance(each.filtered, Lacking))
    said = [
        say(
            f"detection.filtered.{'shorter' if part.mean_words < test.mean_words else 'not_shorter'}",
            one=found.classes[0],
            texts=part.texts,
            among=test.texts,
            looked_for=part.looked_for,
            words=value(part.mean_words, "length"),
            all_words=value(test.mean_words, "length"),
        )
    ]
    if isinstance(best.filtered, Scores):
        accuracy, of_all = _sure(best.filtered.accuracy), share_of(best.test.accuracy.value)
        said.append(
            say("detection.filtered.best", detector=detector_said(best), accuracy=accuracy, all=of_all)
        )  # fmt: skip
    said += [say("detection.filtered.not_measured", reason=reason) for reason in reasons]
    return Section(
        anchor="filtered",
        title=say("detection.filtered.title"),
        findings=tuple(said),
        tables=(_filtered_table(measured, found),) if measured else (),
    )


def _filtered_table(measured: Sequence[tuple[Detector, Scores]], found: Detection) -> Table:
    rows = tuple(
        (
            say(f"detection.model.{each.model}"),
            space_said(each.space),
            _how(each),
            *_score_cells(scores),
            share_of(each.test.accuracy.value),
        )
        for each, scores in measured
    )
    header = (
        say("detection.table.model"),
        say("detection.table.vectors"),
        say("detection.filtered.how"),
        say("detection.table.accuracy"),
        *_f1_header(found),
        say("detection.filtered.all_texts"),
    )
    return Table(say("detection.filtered.table"), header, rows, say("detection.filtered.note"), texts=3)
