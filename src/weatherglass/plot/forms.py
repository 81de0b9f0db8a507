"""Figures of forms and words: sorted associations, scatters against shares, strips by gender, the vocabulary's histogram."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from weatherglass.plot.axes import (
    BLUE,
    GREY,
    ORANGE,
    SMALL,
    Grid,
    heading,
    line,
    linear,
    mark,
    picture,
    room_for,
    round_ticks,
    scale_lines,
    short,
    signed,
    text,
)
from weatherglass.structure.generic_masculine import FEMININE, MASCULINE, Asymmetry
from weatherglass.structure.occupations import Correlation, Point
from weatherglass.structure.vocabulary import Vocabulary

_APART = 11  # pixels between two labels
_LETTER = 5.6
_POINT = 3.0  # radius
_SIDE = 56  # width of a side's name


def sorted_associations(found: Sequence[Asymmetry]) -> Markup:
    """Gerard's figure 4.4: masculine words and feminine ones with their sign turned, each sorted for itself."""
    grid = Grid(len(found), 300, 190, below=30)
    series = [
        (
            sorted(s.score for s in each.scores if s.set == MASCULINE),
            sorted(-s.score for s in each.scores if s.set == FEMININE),
        )
        for each in found
    ]
    low, high = room_for([score for both in series for side in both for score in side], 0.0)
    ticks = [(at, signed(at)) for at in round_ticks(low, high)]
    parts = []
    for i, (each, both) in enumerate(zip(found, series, strict=True)):
        left, top = grid.corner(i)
        y = linear(high, low, top, top + grid.height)
        parts += [heading(grid, i, each.name), scale_lines(grid, i, y, ticks)]
        parts.append(line(left, y(0), left + grid.width, y(0), GREY, 1))
        for which, (scores, colour, offset) in enumerate(
            zip(both, (BLUE, ORANGE), (each.masculine.neutral, each.feminine.neutral), strict=True)
        ):
            x = linear(0, max(1, len(scores) - 1), left + 6, left + grid.width - 6)
            points = " ".join(f"{x(j)},{y(score)}" for j, score in enumerate(scores))
            parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.2"/>')
            parts += [
                mark(x(j), y(score), which, colour, size=2.2, said=f"{score:.3f}") for j, score in enumerate(scores)
            ]
            if offset is not None:
                at = y(-offset if which else offset)
                parts.append(line(left, at, left + grid.width, at, colour, 1, "2 3"))
        parts.append(text(left + grid.width / 2, top + grid.height + 16, "words, sorted", "middle", SMALL))
    return picture("Associations of masculine and feminine words, each sorted", *grid.size, parts)


def scatter(found: Sequence[Correlation], *, ranks: bool) -> Markup:
    """Each occupation's association against the share, with the regression line; words are named where there is room."""
    grid = Grid(len(found), 460, 300, gap=28, below=46)
    ends = [end for each in found for end in _ends(each)]
    low, high = room_for([*(point.score for each in found for point in each.points), *ends], 0.0)
    ticks = [(at, signed(at)) for at in round_ticks(low, high)]
    most = max(point.share for each in found for point in each.points) if ranks else 1.0
    parts = []
    for i, each in enumerate(found):
        left, top = grid.corner(i)
        x, y = linear(0, most, left + 8, left + grid.width - 8), linear(high, low, top, top + grid.height)
        r = f"ρ = {_rounded(each.spearman)}" if each.r is None else f"r = {_rounded(each.r)}"
        parts += [heading(grid, i, f"{each.form}: {r}, {each.words} words"), scale_lines(grid, i, y, ticks)]
        parts.append(line(left, y(0), left + grid.width, y(0), GREY, 1))
        if reached := _ends(each):
            parts.append(line(x(0), y(reached[0]), x(1), y(reached[1]), ORANGE, 1.5))
        parts += [mark(x(p.share), y(p.score), 0, BLUE, size=2.6, said=f"{p.word}: {p.score:.2f}") for p in each.points]
        parts += _labels(each.points, [(x(p.share), y(p.score)) for p in each.points], left, left + grid.width)
        of = "men" if each.towards == "male" else "women"
        below = f"place in the order of the share of {of}" if ranks else f"share of {of}"
        numbers = [] if ranks else [(at, f"{100 * at:.0f} %") for at in (0, 0.25, 0.5, 0.75, 1)]
        parts += [text(x(at), top + grid.height + 14, label, "middle", SMALL) for at, label in numbers]
        parts.append(text(left + grid.width / 2, top + grid.height + 30, below, "middle", SMALL))
    return picture("Association of occupations with a sex against its share in them", *grid.size, parts)


def _rounded(number: float) -> str:
    """Two decimals, with a real minus and none before a zero."""
    text = f"{number:.2f}"
    return text.replace("-", "−") if float(text) else "0.00"


def _ends(each: Correlation) -> tuple[float, ...]:
    """Where the regression line is at a share of nothing and at one of all; nowhere where there is no line."""
    return () if each.slope is None or each.intercept is None else (each.intercept, each.intercept + each.slope)


def _labels(points: Sequence[Point], places: Sequence[tuple[float, float]], begin: float, end: float) -> list[str]:
    """Beside the points, as far as they do not cover each other; those farthest from the middle first."""
    middle = sum(y for _, y in places) / len(places)
    boxes = [(x - _POINT, x + _POINT, y) for x, y in places]
    parts = []
    for i in sorted(range(len(points)), key=lambda i: -abs(places[i][1] - middle)):
        x, y = places[i]
        width = len(points[i].word) * _LETTER
        for start in (x + 5, x - 5 - width):  # right of it, or left
            inside = begin <= start and start + width <= end
            covered = any(
                abs(y - other) < _APART and start < right and left < start + width for left, right, other in boxes
            )
            if inside and not covered:
                boxes.append((start, start + width, y))
                parts.append(
                    text(round(start, 1), y + 3.5, points[i].word, style='font-size="9.5" fill="currentColor"')
                )
                break
    return parts


def strips(groups: Sequence[tuple[str, Sequence[tuple[str, float]]]], towards: tuple[str, str]) -> Markup:
    """Scores of the words of each set on one line, with the set's mean; `towards` names the right and the left end."""
    label, width, row = 120, 700, 46
    low, high = room_for([score for _, words in groups for _, score in words], 0.0)
    x = linear(low, high, label, width)
    height = row * len(groups) + 40
    parts = [line(x(at), 4, x(at), height - 36, GREY, 1 if at == 0 else 0.3) for at in {0.0, *round_ticks(low, high)}]
    for i, (name, words) in enumerate(groups):
        y = 24 + row * i
        colour = (BLUE, ORANGE, GREY)[i % 3]
        mean = sum(score for _, score in words) / len(words)
        parts.append(text(label - 10, y + 4, short(name, label - 10), "end"))
        parts += [
            mark(x(score), y + (j % 5 - 2) * 3.2, i, colour, hollow=True, size=3, said=f"{word}: {score:.3f}")
            for j, (word, score) in enumerate(words)
        ]
        parts.append(line(x(mean), y - 15, x(mean), y + 15, colour, 3))
    parts += [text(x(at), height - 22, signed(at), "middle", SMALL) for at in round_ticks(low, high)]
    parts.append(text(label, height - 6, f"← {towards[1]}", style=SMALL))
    parts.append(text(width, height - 6, f"{towards[0]} →", "end", SMALL))
    return picture("Association of nouns by grammatical gender", width + 16, height, parts)


def histogram(found: Vocabulary) -> Markup:
    """How many words have which projection, and where the middle of the pairs' words lies."""
    left, width, height = _SIDE, 680, 190
    edges, counts = found.edges, found.counts
    x, y = linear(edges[0], edges[-1], left, width), linear(max(counts), 0, 22, height - 34)
    parts = [
        f'<rect x="{x(a)}" y="{y(n)}" width="{max(0.5, x(b) - x(a) - 1):.1f}" height="{height - 34 - y(n):.1f}" fill="{GREY}" fill-opacity=".6">'
        f"<title>{n:,} words</title></rect>"
        for a, b, n in zip(edges, edges[1:], counts, strict=False)
    ]
    parts.append(line(left, height - 34, width, height - 34, GREY, 1))
    outer = ("start", "end") if found.typical[0] > found.typical[1] else ("end", "start")
    near = abs(x(found.typical[0]) - x(found.typical[1])) < 2 * _SIDE
    for value, side, colour, away in zip(found.typical, found.sides, (ORANGE, BLUE), outer, strict=True):
        if edges[0] <= value <= edges[-1]:
            parts += [
                line(x(value), 18, x(value), height - 34, colour, 2, "5 3"),
                text(x(value), 12, short(side, _SIDE, 10), away if near else "middle", SMALL),
            ]
    parts += [text(x(at), height - 20, signed(at), "middle", SMALL) for at in round_ticks(edges[0], edges[-1])]
    parts.append(text(left, height - 4, f"← {found.sides[1]}", style=SMALL))
    parts.append(text(width, height - 4, f"{found.sides[0]} →", "end", SMALL))
    return picture("Projections of all words on the direction", width + _SIDE, height, parts)
