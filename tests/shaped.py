"""Outcomes of examining a space's structure, made by hand: every number is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from weatherglass.measure.result import WordScore
from weatherglass.stats.intervals import Interval
from weatherglass.stats.permutation import PValue
from weatherglass.structure.concepts import Missing
from weatherglass.structure.general_bias import GeneralBias, Lean, Shuffled
from weatherglass.structure.generic_masculine import FEMININE, MASCULINE, Asymmetry, Side
from weatherglass.structure.occupations import Correlation, Gap, Occupations, Point
from weatherglass.structure.sentiment import SentimentDifference
from weatherglass.structure.structure import Structure
from weatherglass.structure.subspace import Loading, RandomPairs, Subspace
from weatherglass.structure.vocabulary import Band, InclusiveForm, Projected, Vocabulary
from weatherglass.words.lookup import SetCoverage


def p(value: float) -> PValue:
    return PValue(
        estimate=value, low=value, high=value, method="exact", alternative="two-sided", ties="inclusive", partitions=100
    )


def interval(low: float, high: float) -> Interval:
    return Interval(low=low, high=high, level=0.95, method="BCa bootstrap", resamples=2000)


def made_subspace(cosines: Sequence[float] = (0.9, 0.8, 0.1), *, missing: tuple[str, ...] = (), **changes: Any) -> Subspace:  # fmt: skip
    """With outliers below a cosine of 0.2."""
    found = Subspace(
        list="family",
        coverage=SetCoverage(name="family", found=len(cosines), asked=len(cosines) + len(missing), missing=missing),
        shares=(0.6049, 0.25, 0.1451),
        interval=interval(0.5, 0.7),
        random=RandomPairs(
            draws=500, mean=(0.4, 0.3, 0.2), low=(0.35, 0.25, 0.15), high=(0.45, 0.35, 0.25), gap=0.2, as_large=0.002, cosine=0.2, frequency=0.1, drift=0.5
        ),
        no_random="",
        dominant=True,
        loadings=tuple(Loading(pair=f"f{i}–m{i}", cosine=cosine, outlier=cosine < 0.2) for i, cosine in enumerate(cosines)),
        direction=(1.0, 0.0),
    )  # fmt: skip
    return replace(found, **changes)


SENTIMENT = SentimentDifference(
    nearer_first=1200, nearer_second=800, mean_first=0.1234, mean_second=-0.05, value=0.1734, interval=interval(0.1, 0.25), p=p(0.01), halved=0.2, halved_p=p(0.3)
)  # fmt: skip


def made_bias(**changes: Any) -> GeneralBias:
    found = GeneralBias(
        task="professions", groups=("women", "men"), forms="paired", concepts=3, paired=3, asked=5, group_pairs=("Frau–Mann", "Mutter–Vater"),
        value=0.1234, interval=interval(0.1, 0.15), floor=0.0651,
        shuffled=Shuffled(draws=500, mean=0.08, low=0.06, high=0.1, as_large=1 / 501),
        lean=0.0567, lean_p=p(0.5), signed=-0.0346, signed_interval=interval(-0.05, -0.01), p=p(0.04), p_by_pairs=p(0.02),
        leans=(Lean(concept="Ärztin–Arzt", value=0.05, agree=1.0), Lean(concept="a–b", value=0.0, agree=0.0), Lean(concept="Köchin–Koch", value=-0.15, agree=0.75)),
        sentiment=None,
        missing=(Missing(concept="Pilotin–Pilot", forms=("Pilotin",)), Missing(concept="x–y", forms=("x", "y"))),
        missing_pairs=(Missing(concept="sie–er", forms=()),), itself=(), substituted=(),
    )  # fmt: skip
    return replace(found, **changes)


def made_asymmetry(**changes: Any) -> Asymmetry:
    """Four pairs: the masculine words at 0.1, the feminine at −0.2 on average."""
    his, hers = (0.05, 0.08, 0.12, 0.15), (-0.3, -0.25, -0.15, -0.1)
    found = Asymmetry(
        name="occupations", paired=True, masculine=Side(words=4, mean=0.1, neutral=0.01), feminine=Side(words=4, mean=-0.2, neutral=0.02),
        raw=0.1, value=0.13, interval=interval(0.05, 0.2), p=p(0.03), wilcoxon_p=0.125, no_neutral="",
        scores=(*(WordScore(f"f{i}", FEMININE, s) for i, s in enumerate(hers)), *(WordScore(f"m{i}", MASCULINE, s) for i, s in enumerate(his))),
        missing=(Missing(concept="Pilotin–Pilot", forms=("Pilotin",)),), asked=5,
    )  # fmt: skip
    return replace(found, **changes)


def made_correlation(points: Sequence[Point] | None = None, **changes: Any) -> Correlation:
    found = Correlation(
        form="masculine singular", towards="male", words=12, asked=13, r=0.4251, p=0.17, interval=interval(-0.2, 0.8), spearman=-0.004, spearman_p=0.99,
        spearman_interval=interval(-0.6, 0.6), slope=1.5, intercept=-0.2, gap=None,
        points=tuple(points or (Point(word=f"Beruf{i}", share=i / 11, score=(i % 5) / 5) for i in range(12))), missing=("Köhler",),
    )  # fmt: skip
    return replace(found, **changes)


RANKED: dict[str, Any] = {"r": None, "p": None, "interval": None, "slope": None, "intercept": None, "spearman": 0.31, "spearman_p": 0.02, "gap": Gap(places=57, low=0.1, high=0.4, p_of_low=0.46, p_of_high=0.003)}  # fmt: skip


def made_occupations(*forms: Any, **changes: Any) -> Occupations:
    found = Occupations(table="de/shares", title="Occupations 2024", source="An office.", caveat="Rough.", ranks_only=False, forms=forms or (made_correlation(),))  # fmt: skip
    return replace(found, **changes)


def made_vocabulary(**changes: Any) -> Vocabulary:
    words = tuple(Projected(word=f"w{i}", rank=i + 1, value=0.3 - i / 10) for i in range(3))
    found = Vocabulary(
        list="family", dominant=True, sides=("feminine", "masculine"), words=1500, neutral=1200, with_partner=300, mean=0.0123, sd=0.0567,
        typical=(0.31, -0.29), edges=(-0.5, -0.25, 0.0, 0.25, 0.5), counts=(2, 700, 790, 8), by_frequency=True,
        bands=(Band(first=1, last=1000, words=990, mean=0.001, sd=0.06, towards_first=words, towards_second=()),),
        surprising=(words[:1], ()), surprising_counts=(1, 0), unexpected=(Projected(word="Mädchen", rank=9, value=-0.05),),
        inclusive=(
            InclusiveForm(word="Studierende", value=0.05, feminine="Studentinnen", feminine_value=0.3, masculine="Studenten", masculine_value=-0.2, place=0.5),
            InclusiveForm(word="Leute", value=0.05, feminine="Frauen", feminine_value=0.01, masculine="Männer", masculine_value=-0.002, place=None),
        ),
    )  # fmt: skip
    return replace(found, **changes)


def made_structure(**parts: Any) -> Structure:
    identity = {"name": "v.bin", "words": 1500, "dim": 24, "format": "arrays", "sha256": "0" * 64}
    return Structure(embedding=identity, language="de", **parts)
