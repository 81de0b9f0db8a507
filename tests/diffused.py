"""Results of diffusion with scores that are made up, and with the statistics that these scores have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
from scipy.stats import kruskal, mannwhitneyu

from tests.mitigated import value
from weatherglass.downstream.diffused import (
    Classified,
    Compared,
    Diffusion,
    Group,
    Kind,
    Level,
    LexiconUsed,
    Name,
    Pair,
    Stage,
)
from weatherglass.errors import Notice
from weatherglass.stats.intervals import Interval
from weatherglass.stats.multiplicity import adjust
from weatherglass.words import packs

STAGES: tuple[
    tuple[Level, bool, float, float], ...
] = (  # level, retrained, what is left of the groups' means, accuracy
    ("none", False, 1.0, 0.873),
    ("embedding", False, 0.4, 0.873),
    ("embedding", True, 0.6, 0.861),
    ("classifier", False, 0.0, 0.873),
    ("classifier", True, 0.7, 0.842),
    ("other classifier", False, 0.3, 0.873),
)
_SHIFTS = {"US American": 0.3, "French": 0.2, "Italian": 0.15, "Polish": 0.05, "Greek": 0.0, "German": -0.05, "Turkish": -0.2, "Russian": -0.25, "Arabic": -0.5}  # fmt: skip
_WOMEN = 0.12
ZERO = 0.08


def _interval(low: float, high: float) -> Interval:
    return Interval(low=low, high=high, level=0.95, method="percentile bootstrap", resamples=2000)


def compared(by: Any, groups: Mapping[str, Sequence[float]]) -> Compared:
    """Each two groups of scores; the intervals are normal ones."""
    pairs = with_holm([paired(one, other, groups[one], groups[other]) for one, other in combinations(groups, 2)])
    scores = np.concatenate(list(map(np.asarray, groups.values())))
    h = p = explained = None
    if np.ptp(scores):
        h, p = map(float, kruskal(*groups.values()))
        explained = h / (len(scores) - 1)
    return Compared(
        by=by,
        groups=tuple(Group(name=name, names=len(x), mean=float(np.mean(x)), interval=_about(x)) for name, x in groups.items()),
        pairs=pairs,
        bias=float(np.mean([pair.bias for pair in pairs])),
        floor=float(np.std(scores) / len(scores) ** 0.5 * 2),
        h=h,
        p=p,
        explained=explained,
    )  # fmt: skip


def _about(scores: Sequence[float]) -> Interval:
    reach = float(2 * np.std(scores) / len(scores) ** 0.5)
    return _interval(float(np.mean(scores)) - reach, float(np.mean(scores)) + reach)


def paired(one: str, other: str, first: Sequence[float], second: Sequence[float]) -> Pair:
    """Without a correction."""
    difference = float(np.mean(first) - np.mean(second))
    if not np.ptp([*first, *second]):
        return Pair(one=one, other=other, difference=0.0, interval=_interval(0, 0), u=None, p=None, p_holm=None, p_method="none", above=0.5)  # fmt: skip
    u, p = map(float, mannwhitneyu(first, second))
    reach = float(2 * np.hypot(np.std(first) / len(first) ** 0.5, np.std(second) / len(second) ** 0.5))
    return Pair(
        one=one, other=other, difference=difference, interval=_interval(difference - reach, difference + reach), u=u, p=p, p_holm=p, p_method="normal approximation",
        above=u / (len(first) * len(second)), same_sign=0.95,
    )  # fmt: skip


def with_holm(pairs: Sequence[Pair]) -> tuple[Pair, ...]:
    known = [pair.p for pair in pairs if pair.p is not None]
    adjusted = iter(adjust(known, "holm").tolist() if known else [])
    return tuple(replace(pair, p_holm=next(adjusted)) if pair.p is not None else pair for pair in pairs)


def _made_stage(level: Level, retrained: bool, accuracy: float, names: Sequence[Name], scores: Sequence[float]) -> Stage:  # fmt: skip
    def of(population: str | None, sex: str | None) -> list[float]:
        return [s for n, s in zip(names, scores, strict=True) if population in (None, n.population) and sex in (None, n.sex)]  # fmt: skip

    populations, sexes = (list(dict.fromkeys(getattr(name, kind) for name in names)) for kind in ("population", "sex"))
    told_apart = len(sexes) == 2
    within = []
    if told_apart:
        women, men = sexes
        within = [paired(f"{each} {women}", f"{each} {men}", of(each, women), of(each, men)) for each in populations]
    return Stage(
        level=level,
        retrained=retrained,
        accuracy=value(accuracy, 0.02),
        scores=tuple(scores),
        populations=compared("population", {each: of(each, None) for each in populations}),
        sexes=compared("sex", {sex: of(None, sex) for sex in sexes}) if told_apart else None,
        within=with_holm(within),
    )


def _made_classified(kind: Kind, names: Sequence[Name]) -> Classified:
    rng = np.random.default_rng(1 if kind == "svm" else 2)
    noise = rng.normal(scale=0.25, size=len(names))
    means = np.array([_SHIFTS.get(n.population, 0.0) + (_WOMEN if n.sex == "female" else 0.0) for n in names])
    stages = [
        _made_stage(level, retrained, accuracy, names, (ZERO + left * means + (left > 0) * noise).tolist())
        for level, retrained, left, accuracy in STAGES
    ]
    return Classified(
        kind=kind, accuracy=value(0.873, 0.02), right=0.879, near_chance=False, zero=ZERO, cosine=0.124, with_rank=-0.21, stages=tuple(stages), refits=20,
    )  # fmt: skip


def made_diffusion(language: str = "en", *, sexes: bool = True, **changes: Any) -> Diffusion:
    """Of the names that ship; without `sexes`, of groups that are not told apart by sex."""
    return replace(_made(language, sexes), **changes)


@cache
def _made(language: str, sexes: bool) -> Diffusion:
    listed = packs.word_list(language, "names")
    assert listed is not None
    names: list[Name] = []
    for group in listed.targets:
        population, sex = group.name.rsplit(" ", 1)
        names += [Name(word=word[0], population=population, sex=sex if sexes else "", rank=len(names) * 37 + 5 + i) for i, word in enumerate(group.words)]  # fmt: skip
    return Diffusion(
        embedding={"name": "glove-300.bin", "words": 400_000, "dim": 300, "sha256": "ab" * 32, "format": "word2vec binary"},
        language=language,
        lexicon=LexiconUsed(name="opinion lexicon", asked=6789, positive=1953, negative=4601, lemmas=5120, left_out_names=("grace", "joy")),
        names_list=f"{language}/names",
        names=tuple(names),
        missing={"German female": ("Hannelore",), "Arabic male": ("Bashar", "Nasser")},
        left_out={"Finnish female": "2 of 20 names are in the vectors; 5 are needed"},
        pairs=("good–bad", "peace–war", "love–hate"),
        classified=tuple(_made_classified(kind, names) for kind in ("svm", "logistic")),
        settings={"seed": 0, "held_out": 0.2, "resamples": 2000},
        warnings=(Notice("order", "The file’s rows are in alphabetical order."),),
    )  # fmt: skip


def near_chance() -> Diffusion:
    """The support vector machine tells hardly anything, the logistic regression does."""
    found = made_diffusion()
    first, second = found.classified
    stages = tuple(replace(stage, accuracy=value(0.52, 0.04)) for stage in first.stages)
    guessing = replace(first, accuracy=value(0.52, 0.04), right=0.53, near_chance=True, stages=stages)
    return replace(found, classified=(guessing, second))


def few_groups(*populations: str, **changes: Any) -> Diffusion:
    """Only the names of these populations."""
    found = made_diffusion()
    names = tuple(name for name in found.names if name.population in populations)
    classified = tuple(_made_classified(each.kind, names) for each in found.classified)
    return replace(found, names=names, classified=classified, **changes)
