"""What a mitigation left behind and what it cost, in words and tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from weatherglass.measure.result import Lacking
from weatherglass.mitigate.implicit import STAYS, Traced
from weatherglass.mitigate.utility import NEIGHBOURS, Examined, Utility
from weatherglass.plot.mitigation import shown_examinations
from weatherglass.report.document import Section, Table
from weatherglass.report.mitigation_tests import before_and_after, cell, heads, reasons, said_of
from weatherglass.report.structure_bias import not_run
from weatherglass.wording.messages import grouped, say
from weatherglass.wording.mitigation import by_said, examination_said
from weatherglass.wording.numbers import correlation, or_dash, per_cent, share_of, span_cell, value

SIMILARITY = "word similarity"  # the one examination whose number is a correlation


def traces_section(found: Sequence[Traced | Lacking]) -> Section:
    """Gonen & Goldberg's questions: are the sides that words had still seen?"""
    made = [each for each in found if isinstance(each, Traced)]
    return Section(
        anchor="traces",
        title=say("mitigation.traces.title"),
        findings=(
            *(sentence for each in made for sentence in _traced(each)),
            *not_run(found),
        ),
        tables=(_traces(made),) if made else (),
    )


def still_said(each: Traced) -> str:
    """Whether sides are still seen."""
    key = "mitigation.traces.still" if each.stays else "mitigation.traces.gone"
    return say(key, by=by_said(each.by), share=per_cent(STAYS))


def _traced(each: Traced) -> Iterable[str]:
    clusters = say(
        "mitigation.traces.clusters",
        n=each.clustered,
        after=said_of(each.clusters.after, share_of),
        before=said_of(each.clusters.before, share_of, level=False),
        chance=per_cent(each.chance),
    )
    classifier = say(
        "mitigation.traces.classifier",
        trained=each.trained,
        tested=each.tested,
        after=said_of(each.classifier.after, share_of),
        before=said_of(each.classifier.before, share_of, level=False),
        chance=per_cent(0.5),
    )
    yield f"{still_said(each)} {clusters} {classifier}"
    if each.neighbours.before.value is not None and each.neighbours.after.value is not None:
        yield say(
            "mitigation.traces.neighbours",
            by=by_said(each.by),
            after=said_of(each.neighbours.after, correlation),
            before=said_of(each.neighbours.before, correlation, level=False),
        )


def _traces(made: Sequence[Traced]) -> Table:
    rows: list[tuple[str, ...]] = []
    for each in made:
        clusters = say("mitigation.traces.by_clusters", n=each.clustered)
        classifier = say("mitigation.traces.by_classifier", n=each.tested)
        for name, change, chance, shown in (
            (clusters, each.clusters, per_cent(each.chance), share_of),
            (classifier, each.classifier, per_cent(0.5), share_of),
            (say("mitigation.traces.by_neighbours"), each.neighbours, "0", correlation),
        ):
            verdict = say(f"mitigation.traces.{'yes' if each.stays else 'no'}")
            still = verdict if change is each.clusters else ""
            rows.append((by_said(each.by), name, cell(change.before, shown), cell(change.after, shown), chance, still))
    missing = reasons(
        (say(f"mitigation.missing.neighbours_{when}", by=by_said(each.by)), getattr(each.neighbours, when))
        for each in made
        for when in ("before", "after")
    )
    note = say("mitigation.table.traces_note", share=per_cent(STAYS)) + missing
    header = heads("sides", "seen_by", "before", "after", "chance", "still")
    return Table(say("mitigation.table.traces"), header, tuple(rows), note, texts=2)


def costs_section(found: Utility) -> Section:
    whole = shown_examinations(found.examined)
    folded = [_moved(found)] if found.moved else []
    if categories := [each for each in found.examined if each not in whole]:
        folded.insert(0, _examinations("categories", categories))
    return Section(
        anchor="cost",
        title=say("mitigation.cost.title"),
        findings=(
            *(_examined(each) for each in whole),
            *(() if found.examined else (say("mitigation.cost.nothing_examined"),)),
            kept_said(found),
            _how_far(found),
        ),
        tables=(_examinations("examinations", whole, say("mitigation.table.examinations_note")),) if whole else (),
        folded=tuple(folded),
    )


def kept_said(found: Utility) -> str:
    """What share of their neighbours words keep."""
    if found.overlap.value is None:
        return say("mitigation.cost.not_kept", reason=found.overlap.reason)
    return say("mitigation.cost.kept", n=found.sampled, k=NEIGHBOURS, share=said_of(found.overlap, share_of))


def shown_as(each: Examined) -> Callable[[float], str]:
    """How its number is written: as a share of answers, or as a correlation."""
    return correlation if each.test == SIMILARITY else share_of


def _examined(each: Examined) -> str:
    name = examination_said(each.test)
    name = name[:1].upper() + name[1:]
    return say(
        f"mitigation.cost.{'correlation' if each.test == SIMILARITY else 'answers'}",
        name=name if each.part == "all" else say("mitigation.cost.part", name=name, part=each.part),
        set=each.set,
        covered=each.covered,
        asked=each.asked,
        before=said_of(each.change.before, shown_as(each)),
        after=said_of(each.change.after, shown_as(each), level=False),
    )


def _how_far(found: Utility) -> str:
    still = (
        say("mitigation.cost.still", n=found.still, words=found.words)
        if found.still
        else say("mitigation.cost.none_still", n=found.words)
    )
    low, fifth, _, middle = (value(each, "cosine") for each in found.quantiles)
    return f"{still} {say('mitigation.cost.quantiles', middle=middle, fifth=fifth, low=low)}"


def _examinations(name: str, examined: Sequence[Examined], note: str = "") -> Table:
    rows = tuple(
        (
            examination_said(each.test),
            "" if each.part == "all" else each.part,
            each.set,
            f"{grouped(each.covered)}/{grouped(each.asked)}",
            *_four(each),
        )
        for each in examined
    )
    header = heads("examination", "part", "set", "covered", "before", "interval_before", "after", "interval_after")
    missing = reasons(
        named
        for each in examined
        for named in before_and_after(f"{examination_said(each.test)} {each.part}", each.change)
    )
    return Table(say(f"mitigation.table.{name}"), header, rows, f"{note}{missing}".strip(), texts=3)


def _four(each: Examined) -> tuple[str, ...]:
    shown = shown_as(each)
    return tuple(
        text
        for found in (each.change.before, each.change.after)
        for text in (or_dash(found.value, shown), span_cell(found.interval, shown))
    )


def _moved(found: Utility) -> Table:
    rows = tuple(
        (each.word, value(each.cosine, "cosine"), correlation(each.before), correlation(each.after))
        for each in found.moved
    )
    header = heads("word", "cosine", "along_before", "along_after")
    return Table(say("mitigation.table.moved"), header, rows, say("mitigation.table.moved_note"))
