"""Figures of detection: accuracies of detectors by model and space, and how alike spaces are to the task's own."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

from weatherglass.downstream.detected import COUNTED, Detection, Detector, Score
from weatherglass.plot.axes import (
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    SMALL,
    Scale,
    line,
    linear,
    mark,
    picture,
    room_for,
    round_ticks,
    short,
    text,
)

MODELS = {"bag": "bag of vectors", "lstm": "LSTM", "attention": "attention"}
# Of a kind of space: colour and shape (circle, square, diamond).
_MARKS = {"random": (GREY, 0), "given": (BLUE, 1), "own": (GREEN, 3)}
_LABELS, _LETTER = (90, 210), 6.4
_WIDE, _REMARK = 520, 190
_ROW, _HEADING = 22, 26


def chance(found: Detection) -> float:
    """What always saying the larger class of the test texts gets right."""
    test = found.part("test")
    return max(test.looked_for, test.texts - test.looked_for) / test.texts if test.texts else 0.5


def alike(found: Detection) -> dict[tuple[str, bool, str], list[Detector]]:
    """Detectors that differ in their vectors only, together."""
    groups: dict[tuple[str, bool, str], list[Detector]] = {}
    for each in found.detectors:
        groups.setdefault((each.model, each.trainable, each.words), []).append(each)
    return groups


def said_of_group(model: str, trainable: bool, words: str) -> str:
    """How these detectors are called: LSTM, vectors frozen, common words."""
    how = "vectors trained further" if trainable else "vectors frozen"
    name = MODELS[model]
    return f"{name[:1].upper()}{name[1:]}, {how}, {words} words"


def accuracies(found: Detection) -> Markup:
    """A row for each detector, those of one model together; a thick line for seeds, a thin one for seeds and texts; dashed: guessing."""
    groups = alike(found)
    guess, counted = chance(found), found.counting.test.accuracy
    reaches = [end for each in found.detectors for end in _reach(each.test.accuracy)]
    low, high = room_for([*reaches, *_reach(counted)], guess)
    kinds = {space.name: space.kind for space in found.spaces}
    narrowest, widest = _LABELS
    label = round(
        min(widest, max(narrowest, 20 + _LETTER * max(len(COUNTED), *(len(space.name) for space in found.spaces))))
    )
    x = linear(low, high, label, label + _WIDE)
    top = 22
    bottom = top + _ROW + _HEADING * len(groups) + _ROW * len(found.detectors)
    ticks = round_ticks(low, high)
    parts = [line(x(at), top, x(at), bottom, GREY, 0.3) for at in ticks]
    parts.append(text(_within(x(guess), label, label + _WIDE), 13, "guessing", "middle", SMALL))
    said = f"{COUNTED}, without vectors: {_share(counted.value)}"
    parts += [
        _named(COUNTED, label - 10, top + _ROW / 2 + 4),
        *_point(counted, x, top + _ROW / 2, ORANGE, 2, said=said),
        line(x(counted.value), top, x(counted.value), bottom, ORANGE, 1, "2 3"),
        text(label + _WIDE + 14, top + _ROW / 2 + 4, f"{_share(counted.value)}, no vectors"),
    ]
    y = float(top + _ROW)
    for (model, trainable, words), detectors in groups.items():
        parts.append(text(label, y + 17, said_of_group(model, trainable, words), weight="600"))
        y += _HEADING
        parts.append(line(x(guess), y, x(guess), y + _ROW * len(detectors), "currentColor", 1, "5 3"))
        for each in detectors:
            middle = y + _ROW / 2
            parts.append(_named(each.space, label - 10, middle + 4))
            parts += _point(each.test.accuracy, x, middle, *_MARKS[kinds[each.space]], said=f"{each.space}: {_share(each.test.accuracy.value)}")  # fmt: skip
            best = ", best by validation" if each is found.best_detector else ""
            parts.append(text(label + _WIDE + 14, middle + 4, f"{_share(each.test.accuracy.value)}{best}"))
            y += _ROW
    parts += [text(x(at), bottom + 14, f"{float(f'{100 * at:.6g}'):g} %", "middle", SMALL) for at in ticks]
    return picture("Accuracy of detectors by model and vectors", label + _WIDE + _REMARK, bottom + 22, parts)


def similarities(values: Sequence[tuple[str, float, float, float, float]]) -> Markup:
    """A row for each space: its similarity to the task's own, beside the mean and range of chance; `values`: name, similarity, mean, and range of chance."""
    low, high = room_for([number for _, *numbers in values for number in numbers], 0.0)
    narrowest, widest = _LABELS
    label = round(min(widest, max(narrowest, 20 + _LETTER * max((len(name) for name, *_ in values), default=0))))
    x = linear(low, high, label, label + _WIDE)
    top, bottom = 8, 8 + _ROW * len(values)
    ticks = round_ticks(low, high)
    parts = [line(x(at), top, x(at), bottom, GREY, 1 if at == 0 else 0.3) for at in ticks]
    for i, (name, value, floor, floor_low, floor_high) in enumerate(values):
        y = top + _ROW * (i + 0.5)
        said = f"by chance {floor:.2f}, range {floor_low:.2f} to {floor_high:.2f}".replace("-", "−")
        parts += [
            _named(name, label - 10, y + 4),
            f'<rect x="{x(floor_low)}" y="{y - 6}" width="{max(1.0, x(floor_high) - x(floor_low)):.1f}" height="12" fill="{ORANGE}" fill-opacity=".45"><title>{escape(said)}</title></rect>',
            line(x(floor), y - 6, x(floor), y + 6, ORANGE, 1.5),
            mark(x(value), y, 1, BLUE, size=4, said=f"{name}: {value:.2f}".replace("-", "−")),
        ]
    parts += [text(x(at), bottom + 14, f"{at:g}".replace("-", "−"), "middle", SMALL) for at in ticks]
    return picture("Similarity of each space to the task's own", label + _WIDE + 20, bottom + 22, parts)


def _within(x: float, start: float, end: float) -> float:
    """Where a short text in the middle of which this is does not leave the picture."""
    return min(max(x, start + 24), end - 24)


def _point(score: Score, x: Scale, y: float, colour: str, shape: int, *, said: str) -> list[str]:
    at = x(score.value)
    parts = []
    for interval, width in ((score.interval, 1.4), (score.interval_seeds, 4.0)):
        if interval is not None:
            parts.append(line(x(interval.low), y, x(interval.high), y, colour, width))
            said += f", {'seeds and texts' if width < 2 else 'seeds'} {_share(interval.low)} to {_share(interval.high)}"
    return [*parts, mark(at, y, shape, colour, size=4, said=said)]


def _reach(score: Score) -> list[float]:
    intervals = [interval for interval in (score.interval, score.interval_seeds) if interval is not None]
    return [score.value, *(end for interval in intervals for end in (interval.low, interval.high))]


def _named(name: str, end: float, y: float) -> str:
    return f"<g><title>{escape(name)}</title>{text(end, y, short(name, end), 'end')}</g>"


def _share(value: float) -> str:
    return f"{100 * value:.1f} %".replace("-", "−")
