"""What detection rests on: spaces, texts, settings, limits, published figures, and a paragraph of methods."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from importlib.metadata import version
from typing import Any

from weatherglass.downstream.detected import Detection, Space
from weatherglass.downstream.word_spaces import LEAST_COUNT
from weatherglass.embedding.similarity import Similarity
from weatherglass.measure.result import Lacking
from weatherglass.plot.detection import chance, measured_similarities, similarities, space_said
from weatherglass.plot.figure import picture
from weatherglass.report.document import Figure, Section, Table, without_empty
from weatherglass.report.provenance import made_by, setting_said, settings_said
from weatherglass.wording.messages import grouped, say
from weatherglass.wording.numbers import effect, length, or_dash, per_cent, share_of, value, whole

_RARE = 0.02  # share of the class looked for among the comments that the paper took its texts from: 1,988 of 100,000
_PUBLISHED = (
    ("lstm", "space.random", False, "0.57", "0.55", "0.62"),
    ("lstm", "published.wikipedia", False, "0.68", "0.65", "0.70"),
    ("lstm", "published.social_media", False, "0.70", "0.69", "0.70"),
    ("lstm", "published.own_common", False, "0.75", "0.75", "0.75"),
    ("attention", "published.own_all", True, "0.80", "0.80", "0.81"),
    ("attention", "published.own_filtered", True, "0.92", "0.92", "0.91"),
)  # model, message of the vectors, whether they were trained further, accuracy and F1 of either class


def spaces_section(found: Detection) -> Section:
    """Which words they have, and how alike they are to the task's own."""
    title, caption = say("detection.spaces.figure"), say("detection.spaces.caption")
    measured = bool(measured_similarities(found))
    return Section(
        anchor="spaces",
        title=say("detection.spaces.title"),
        findings=(*_alike_said(found), *([say("detection.spaces.paper")] if measured else [])),
        figures=(Figure(title, partial(picture, title, similarities, found), caption),) if measured else (),
        tables=(_spaces(found),),
    )


def _alike_said(found: Detection) -> Iterable[str]:
    for space in found.spaces:
        each = space.similarity
        if isinstance(each, Lacking):
            yield say("detection.spaces.lacking", space=space.name, reason=each.skipped)
        elif each is not None:
            yield _similarity_said(space.name, each)
    if not any(space.kind == "own" for space in found.spaces):
        yield say("detection.spaces.no_own")


def _similarity_said(space: str, each: Similarity) -> str:
    return say(
        f"detection.spaces.{'above' if each.value > each.floor_high else 'not_above'}",
        space=space,
        value=effect(each.value),
        words=each.words,
        least=LEAST_COUNT,
        effective=whole(each.effective),
        floor=effect(each.floor),
        low=effect(each.floor_low),
        high=effect(each.floor_high),
        above=effect(each.above_floor),
    )


def _spaces(found: Detection) -> Table:
    rows = tuple(
        (
            space_said(space.name),
            say(f"detection.kind.{space.kind}"),
            _made_by(space),
            grouped(space.dim),
            f"{grouped(space.words)}/{grouped(space.asked)}",
            share_of(space.running),
            length(space.scale),
            *_similarity_cells(space),
        )
        for space in found.spaces
    )
    columns = (
        "vectors", "kind", "made_by", "dimensions", "words", "running", "scaled", "similarity", "chance", "range", "unweighted", "equal",
    )  # fmt: skip
    header = tuple(say(f"detection.spaces.{name}") for name in columns)
    note = say("detection.spaces.note", common=found.common, least=LEAST_COUNT)
    return without_empty(Table(say("detection.spaces.table"), header, rows, note, texts=3))


def _made_by(space: Space) -> str:
    """How it was trained, where that is known."""
    if "provenance" in space.source:
        return made_by(space.source["provenance"])
    if "method" in space.source:
        return f"{space.source['method']} ({settings_said(space.source.get('settings', {}))})"
    return ""


def _similarity_cells(space: Space) -> tuple[str, ...]:
    each = space.similarity
    if each is None or isinstance(each, Lacking):
        return "–", "–", "–", "–", "–"
    chance = f"{effect(each.floor_low)} … {effect(each.floor_high)}"
    return effect(each.value), effect(each.floor), chance, effect(each.unweighted), whole(each.effective)


def rests_section(found: Detection) -> Section:
    """Texts, seeds, settings, and what they took."""
    total = sum(part.texts for part in found.parts)
    where = "texts" if found.texts == found.test_texts else "texts_tested"
    return Section(
        anchor="rests",
        title=say("detection.rests.title"),
        findings=(
            say(f"detection.rests.{where}", texts=found.texts, test_texts=found.test_texts, n=total),
            f"{_trained(found)} {say('detection.rests.chosen')}",
            *_minutes(found),
            *([say("detection.rests.notes")] if found.warnings else []),
        ),
        tables=(_parts(found),),
        folded=(_seeds(found), _settings(found), *([_cpu(found)] if found.cpu_minutes else [])),
    )


def _trained(found: Detection) -> str:
    """How often, and what that does to intervals."""
    seeds = _most_seeds(found)
    networks = any(each.model != "bag" for each in found.detectors)
    said = say(f"detection.rests.{'networks' if networks else 'random'}", n=seeds)
    few = {1: "one_seed", 2: "two_seeds"}
    return f"{said} {say(f'detection.rests.{few[seeds]}')}" if seeds in few else said


def _most_seeds(found: Detection) -> int:
    return max((len(each.test.accuracy.by_seed) for each in found.detectors), default=0)


def _minutes(found: Detection) -> Iterable[str]:
    if found.cpu_minutes:
        yield say("detection.rests.minutes", minutes=length(max(found.cpu_minutes.values())))


def _cpu(found: Detection) -> Table:
    rows = tuple((name, length(minutes)) for name, minutes in found.cpu_minutes.items())
    header = (say("detection.rests.what"), say("detection.rests.minutes_column"))
    return Table(say("detection.rests.cpu"), header, rows, say("detection.rests.cpu_note"))


def _parts(found: Detection) -> Table:
    rows = tuple(
        (
            say(f"detection.part.{part.name}"),
            grouped(part.texts),
            grouped(part.looked_for),
            grouped(part.texts - part.looked_for),
            value(part.mean_words, "length"),
        )
        for part in (*found.parts, found.filtered)
    )
    part, texts, words = (say(f"detection.rests.{name}") for name in ("part", "texts_column", "mean_words"))
    header = (part, texts, *found.classes, words)
    return Table(say("detection.rests.parts"), header, rows, say("detection.rests.parts_note"))


def _seeds(found: Detection) -> Table:
    rows = tuple(
        (
            say(f"detection.model.{each.model}"),
            space_said(each.space),
            say("detection.comma").join(share_of(accuracy) for accuracy in each.test.accuracy.by_seed),
            say("detection.comma").join(map(str, each.epochs)) or "–",
            share_of(each.validation),
            or_dash(each.test.accuracy.interval_seeds, lambda found: f"{share_of(found.low)} … {share_of(found.high)}"),
        )
        for each in found.detectors
    )
    header = (
        say("detection.table.model"),
        say("detection.table.vectors"),
        *(say(f"detection.rests.{name}") for name in ("by_seed", "epochs", "validation", "interval_seeds")),
    )
    return Table(say("detection.rests.seeds"), header, rows, say("detection.rests.seeds_note"), texts=4)


def _settings(found: Detection) -> Table:
    rows = tuple((name.replace("_", " "), setting_said(each)) for name, each in _chosen(found).items())
    header = (say("detection.rests.setting"), say("detection.rests.value"))
    return Table(say("detection.rests.settings"), header, rows, "")


def _chosen(found: Detection) -> dict[str, Any]:
    """Settings as people write them, without those that were left to each model."""
    return {
        name: ", ".join(map(str, each)) if isinstance(each, list | tuple) else each
        for name, each in found.settings.items()
        if each is not None
    }


def limits(found: Detection) -> Iterable[str]:
    """What a reader might take it for."""
    yield say("detection.limit.labels", one=found.classes[0])
    yield say("detection.limit.people")
    yield from _in_the_wild(found)
    yield say("detection.limit.bias")
    yield say("detection.limit.others")
    yield say("detection.limit.overlap")


def _in_the_wild(found: Detection) -> Iterable[str]:
    """What balanced classes hide: how many of those found would be right where the class is rare."""
    shares = rates(found)
    if shares is None:
        return
    caught, wrongly = shares
    test = found.part("test")
    here = _precision(caught, wrongly, test.looked_for / test.texts)
    rare = _precision(caught, wrongly, _RARE)
    if here is None or rare is None:
        return
    yield say(
        "detection.limit.wild",
        one=found.classes[0],
        here=per_cent(test.looked_for / test.texts),
        caught=share_of(caught),
        wrongly=share_of(wrongly),
        precise=per_cent(here),
        rare_precise=per_cent(rare),
        rare=per_cent(_RARE),
    )


def rates(found: Detection) -> tuple[float, float] | None:
    """Shares of the texts of each class that the best detector calls the class looked for, by its mean probabilities; None where a class has no text."""
    called = [probability > 0.5 for probability in found.best_detector.probabilities]
    of = {label: [said for said, real in zip(called, found.labels, strict=True) if real is label] for label in (True, False)}  # fmt: skip
    if not of[True] or not of[False]:
        return None
    return sum(of[True]) / len(of[True]), sum(of[False]) / len(of[False])


def _precision(caught: float, wrongly: float, share: float) -> float | None:
    found = caught * share + wrongly * (1 - share)
    return caught * share / found if found else None


def published_section() -> Section:
    """Table 5 of the paper."""
    rows = tuple(
        (
            say(f"detection.model.{model}"),
            say(f"detection.{vectors}"),
            say("detection.yes" if trained else "detection.no"),
            *numbers,
        )
        for model, vectors, trained, *numbers in _PUBLISHED
    )
    header = (
        *(say(f"detection.table.{name}") for name in ("model", "vectors", "trainable", "accuracy")),
        say("detection.published.f1_sexist"),
        say("detection.published.f1_neutral"),
    )
    table = Table(say("detection.published.table"), header, rows, say("detection.published.note"), texts=3)
    title, said = say("detection.published.title"), say("detection.published.said")
    return Section(anchor="published", title=title, findings=(said,), tables=(table,))


def methods(found: Detection) -> str:
    """A paragraph to paste into a paper."""
    one, other = found.classes
    parts = (
        say("detection.methods.part", n=part.texts, part=say(f"detection.part.{part.name}")) for part in found.parts
    )
    chosen = settings_said(_chosen(found))
    return " ".join(
        [
            say(
                "detection.methods.trained",
                one=one,
                other=other,
                version=version("weatherglass"),
                texts=found.texts,
                parts=say("detection.comma").join(parts),
                chance=per_cent(chance(found)),
            ),
            say(
                "detection.methods.models",
                models=say("detection.comma").join(
                    dict.fromkeys(say(f"detection.model.{each.model}") for each in found.detectors)
                ),
            ),
            say(
                "detection.methods.vectors",
                spaces=say("detection.comma").join(dict.fromkeys(space_said(space.name) for space in found.spaces)),
                common=found.common,
            ),
            say("detection.methods.means", n=_most_seeds(found)),
            *([say("detection.methods.settings", settings=chosen)] if found.settings else []),
        ]
    )
