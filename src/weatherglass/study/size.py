"""How a value changes with the length of the text, as far as samples of one corpus can tell."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from weatherglass.study.spread import GROUP, Group, Spread
from weatherglass.study.variance import Variation


@dataclass(frozen=True, slots=True)
class Point:
    """The models of one size; `fresh_sd` as in `Variation`."""

    running_words: float
    spread: Spread
    fresh_sd: float | None
    fresh_at_most: bool


@dataclass(frozen=True, slots=True)
class Curve:
    """One test from small samples to the whole corpus."""

    corpus: str
    cleaning: str
    part: str
    model: str
    query: str
    measure: str
    points: tuple[Point, ...]


def curves(table: pl.DataFrame, spreads: tuple[Spread, ...], found: tuple[Variation, ...]) -> tuple[Curve, ...]:
    """For each test with values at two sizes at least. Permutations stand for the whole only where there is no other model of it."""
    means = table.group_by(GROUP, maintain_order=True).agg(pl.col("running_words").mean())
    lengths = {Group(*group): length for *group, length in means.iter_rows() if length is not None}
    varied = {(each.group, each.query, each.measure): each for each in found}
    grouped: dict[tuple[str, str, str, str, str, str], list[Point]] = {}
    for spread in spreads:
        group = spread.group
        if spread.mean is None or group not in lengths:
            continue
        variation = varied[group, spread.query, spread.measure]
        point = Point(lengths[group], spread, variation.fresh_sd, variation.fresh_at_most)
        test = (group.corpus, group.cleaning, group.part, group.model, spread.query, spread.measure)
        grouped.setdefault(test, []).append(point)
    made = []
    for key, all_points in grouped.items():
        samples = {point.spread.group.sample for point in all_points}
        points = [p for p in all_points if "whole" not in samples or p.spread.group.sample != "permutation"]
        if len({point.running_words for point in points}) > 1:
            made.append(Curve(*key, tuple(sorted(points, key=lambda point: point.running_words))))
    return tuple(made)
