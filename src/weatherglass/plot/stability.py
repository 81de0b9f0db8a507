"""The two figures of the study of base pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup, escape

from weatherglass.measure.stability_result import Stability
from weatherglass.plot.axes import BLUE, GREY, STYLES, TEXT, linear, round_ticks, signed, small_picture

_WIDTH, _HEIGHT, _LEFT, _BOTTOM = 620, 210, 56, 78


def scores_by_pair(study: Stability, names: Mapping[str, str]) -> Markup:
    """Figure 1: a word and its forms, a score for each base pair, a panel for each measure."""
    panels = [
        _panel(study, measure, f"{names[measure]} of “{study.example.word}” and its forms by base pair", i)
        for i, measure in enumerate(study.example.scores)
    ]
    forms = next(iter(study.example.scores.values()))
    legend = "".join(
        f'<line x1="{_LEFT + 130 * i}" y1="10" x2="{_LEFT + 24 + 130 * i}" y2="10" stroke="{colour}" stroke-width="2" '
        f'stroke-dasharray="{dashes}"/><text x="{_LEFT + 30 + 130 * i}" y="14" {TEXT}>{escape(form)}</text>'
        for i, (form, (colour, dashes)) in enumerate(zip(forms, STYLES, strict=False))
    )
    height = 36 + len(panels) * _HEIGHT  # room for long names under the last panel
    said = f"Scores of {study.example.word} and its forms by base pair"
    return small_picture(said, _WIDTH, height, legend + "".join(panels))


def _panel(study: Stability, measure: str, title: str, number: int) -> str:
    forms = study.example.scores[measure]
    spread = study.population[measure]
    lines = {spread.mean: "mean", spread.mean + spread.sd: "+1 sd", spread.mean - spread.sd: "−1 sd"}
    values = [*(value for scores in forms.values() for value in scores), *lines, 0.0]
    low, high = min(values), max(values)
    room = (high - low) * 0.08 or 1.0
    low, high = low - room, high + room
    top = 24 + number * _HEIGHT
    y = linear(high, low, top + 22, top + _HEIGHT - _BOTTOM)
    step = (_WIDTH - _LEFT - 60) / max(1, len(study.pairs) - 1)
    xs = [round(_LEFT + 14 + step * i, 1) for i in range(len(study.pairs))]
    guides = "".join(
        f'<line x1="{_LEFT}" x2="{_WIDTH - 40}" y1="{y(at)}" y2="{y(at)}" stroke="{GREY}" stroke-width="0.8" stroke-dasharray="4 3"/>'
        f'<text x="{_WIDTH - 37}" y="{y(at) + 4}" font-size="10" fill="currentColor">{text}</text>'
        for at, text in lines.items()
    )
    zero = f'<line x1="{_LEFT}" x2="{_WIDTH - 40}" y1="{y(0)}" y2="{y(0)}" stroke="currentColor" stroke-width="0.6"/>'
    ticks = "".join(
        f'<text x="{_LEFT - 6}" y="{y(at) + 4}" text-anchor="end" {TEXT}>{signed(at)}</text>'
        for at in round_ticks(low, high)
    )
    drawn = "".join(
        _curve(xs, [y(value) for value in scores], *style)
        for scores, style in zip(forms.values(), STYLES, strict=False)
    )
    below = top + _HEIGHT - _BOTTOM + 12
    labels = "".join(
        f'<text transform="translate({x},{below}) rotate(-38)" text-anchor="end" {TEXT}>{escape(label)}</text>'
        for x, label in zip(xs, study.pairs, strict=True)
    )
    heading = (
        f'<text x="{_LEFT}" y="{top + 12}" font-size="12" font-weight="600" fill="currentColor">{escape(title)}</text>'
    )
    return heading + guides + zero + ticks + drawn + labels


def _curve(xs: Sequence[float], ys: Sequence[float], colour: str, dashes: str) -> str:
    points = " ".join(f"{x},{y}" for x, y in zip(xs, ys, strict=True))
    dots = "".join(f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>' for x, y in zip(xs, ys, strict=True))
    return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5" stroke-dasharray="{dashes}"/>{dots}'


def kappas_by_cosine(study: Stability) -> Markup:
    """Figure 2: for each two base pairs the cosine of their differences and how far their sides agree."""
    c = study.correlated
    n = len(study.pairs)
    points = [(c.cosines[i][j], c.kappas[i][j], i, j) for i in range(n) for j in range(i + 1, n)]
    low_x, high_x = min(0.0, *(p[0] for p in points)), 1.0
    low_y, high_y = min(0.0, *(p[1] for p in points)), 1.0
    width, height, left, bottom = 420, 300, 46, 40
    x, y = linear(low_x, high_x, left, width - 14), linear(high_y, low_y, 12, height - bottom)

    def dot(at: tuple[float, float, int, int]) -> str:
        unstable = {study.pairs[at[2]], study.pairs[at[3]]} & set(study.unstable)
        fill = "none" if unstable else BLUE
        said = f"{study.pairs[at[2]]} and {study.pairs[at[3]]}: cosine {at[0]:.2f}, κ {at[1]:.2f}".replace("-", "−")
        return (
            f'<circle cx="{x(at[0])}" cy="{y(at[1])}" r="4" fill="{fill}" stroke="{BLUE}" stroke-width="1.5">'
            f"<title>{escape(said)}</title></circle>"
        )

    axes = (
        f'<line x1="{left}" x2="{width - 14}" y1="{y(low_y)}" y2="{y(low_y)}" stroke="currentColor" stroke-width="0.8"/>'
        f'<line x1="{left}" x2="{left}" y1="12" y2="{y(low_y)}" stroke="currentColor" stroke-width="0.8"/>'
        + "".join(
            f'<text x="{x(t)}" y="{y(low_y) + 15}" text-anchor="middle" {TEXT}>{signed(t)}</text>'
            for t in round_ticks(low_x - 1e-9, high_x)
        )
        + "".join(
            f'<text x="{left - 6}" y="{y(t) + 4}" text-anchor="end" {TEXT}>{signed(t)}</text>'
            for t in round_ticks(low_y - 1e-9, high_y)
        )
        + f'<text x="{(left + width) / 2}" y="{height - 6}" text-anchor="middle" {TEXT}>cosine of the difference vectors</text>'
        f'<text transform="translate(12,{height / 2}) rotate(-90)" text-anchor="middle" {TEXT}>κ of the sides</text>'
    )
    said = "Agreement of base pairs against the cosine of their difference vectors"
    return small_picture(said, width, height, axes + "".join(map(dot, points)))
