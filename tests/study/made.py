"""Tables of studies, made by hand or drawn from known distributions."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from weatherglass.study.studied import Failure, Studied
from weatherglass.study.table import SCHEMA

TESTS = ("de/gerard-flowers", "de/gerard-sciences", "de/gerard-career", "de/gerard-competence", "de/gerard-turkish", "de/gerard-asian", "de/gerard-islam")  # fmt: skip
DEFAULT: Mapping[str, Any] = {
    "task": "t", "corpus": "news", "cleaning": "", "part": "", "sample": "whole", "rate": 1.0, "draw": 0, "seed": 0,
    "method": "word2vec", "model": "word2vec", "dim": 100, "window": 5, "architecture": "skip-gram", "words": 20_000,
    "running_words": 1_000_000, "kind": "bias", "query": "en/weat6", "measure": "weat", "category": "", "value": 0.5,
    "low": None, "high": None, "p": 0.01, "p_low": 0.01, "p_high": 0.01, "p_method": "exact", "found": 32, "asked": 32,
    "missing": [], "skipped": None,
}  # fmt: skip


def row(**fields: Any) -> dict[str, Any]:
    """One row; what is not given is as in DEFAULT, and p's bounds are p."""
    made = {**DEFAULT, **fields}
    if "p" in fields:
        made["p_low"] = fields.get("p_low", fields["p"])
        made["p_high"] = fields.get("p_high", fields["p"])
    if "task" not in fields:
        made["task"] = "|".join(
            str(made[name]) for name in ("corpus", "cleaning", "part", "sample", "rate", "draw", "seed", "model")
        )
    return made


def frame(rows: Iterable[Mapping[str, Any]]) -> pl.DataFrame:
    return pl.DataFrame(list(rows), schema=SCHEMA)


def seeds(values: Sequence[float | None], ps: Sequence[float | None] | None = None, **fields: Any) -> pl.DataFrame:
    """One group: a model for each value, with seeds 0, 1, 2, …"""
    chosen = [0.01] * len(values) if ps is None else ps
    return frame(row(value=v, p=p, seed=i, **fields) for i, (v, p) in enumerate(zip(values, chosen, strict=True)))


def p_of(d: float, words: int = 16) -> float:
    """Roughly the one-sided p of an effect size."""
    z = d * math.sqrt(words) / 2
    return float(min(1.0, max(1e-5, 0.5 * math.erfc(z / math.sqrt(2)))))


def crossed(
    draws: int,
    seeds_: int,
    sd: tuple[float, float, float],
    rng: np.random.Generator,
    mean: float = 0.5,
    repeats: int = 1,
    **fields: Any,
) -> pl.DataFrame:
    """Samples × seeds with known standard deviations of sample, seed and rest."""
    sample, seed = sd[0] * rng.standard_normal(draws), sd[1] * rng.standard_normal(seeds_)
    rest = sd[2] * rng.standard_normal((draws, seeds_, repeats))
    return frame(
        row(
            value=mean + sample[i] + seed[j] + rest[i, j, k], draw=i, seed=j, task=f"{i}-{j}-{k}",
            **{"sample": "subsample", "rate": 0.1, **fields},
        )
        for i in range(draws) for j in range(seeds_) for k in range(repeats)
    )  # fmt: skip


def robustness_study(seeds_: int = 1, draws: int = 10, seed: int = 3) -> Studied:
    """As in Gerard 2017: seven tests at 1, 5, 10 and 50 %, ten subsets each, and ten permutations."""
    rng = np.random.default_rng(seed)
    effects = (1.3, 0.35, 0.8, -0.3, 1.0, 0.6, 1.2)
    rows: list[dict[str, Any]] = []
    drawn: dict[tuple[str, float, int, int], float] = {}
    designs = [("subsample", rate) for rate in (0.01, 0.05, 0.1, 0.5)] + [("permutation", 1.0)]
    for sample, rate in designs:
        for draw in range(draws):
            for s in range(seeds_):
                words = int(1.2e8 * rate)
                common = {
                    "sample": sample,
                    "rate": rate,
                    "draw": draw,
                    "seed": s,
                    "corpus": "wmt13",
                    "running_words": words,
                    "model": "word2vec",
                }
                for i, (test, d) in enumerate(zip(TESTS, effects, strict=True)):
                    asked = 32
                    lost = int(
                        rng.binomial(asked, 0.02 if rate > 0.05 else 0.3 if i in (0, 5) and rate == 0.01 else 0.1)
                    )
                    missing = [f"wort{k}" for k in range(lost)]
                    coverage = {"found": asked - lost, "asked": asked, "missing": missing}
                    if i == 3 and rate == 0.01:
                        gone = {
                            "value": None,
                            "p": None,
                            "found": 6,
                            "missing": [f"wort{k}" for k in range(26)],
                            "asked": asked,
                        }
                        rows += [
                            row(
                                **common,
                                query=test,
                                measure=m,
                                **gone,
                                skipped="too few words: occupations: 2 of 16 words found",
                            )
                            for m in ("weat", "km")
                        ]
                        continue
                    by_sample = 0.35 * (0.01 / rate) ** 0.25 if sample == "subsample" else 0.04
                    moved = drawn.setdefault((sample, rate, draw, i), by_sample * rng.standard_normal())
                    value = float(np.clip(d + moved + 0.06 * rng.standard_normal(), -1.9, 1.9))
                    rows.append(row(**common, query=test, value=value, p=p_of(value), **coverage))
                    km = float(np.clip(0.6 + 0.2 * abs(d) + 0.05 * rng.standard_normal(), 0.5, 1))
                    rows.append(
                        row(
                            **common,
                            query=test,
                            measure="km",
                            value=km,
                            p=float(np.clip(np.exp(-12 * (km - 0.5)), 1e-4, 1)),
                            **coverage,
                        )
                    )
                accuracy = float(0.6 * (1 - np.exp(-words / 2e7)) + 0.01 * rng.standard_normal() + 0.02)
                rows += [
                    row(**common, kind="quality", query="de/analogy-pairs", measure="analogies", category=c, value=accuracy + x, low=accuracy + x - 0.03, high=accuracy + x + 0.03, p=None, p_method=None, found=1500, asked=1834)
                    for c, x in (("all", 0.0), ("semantic", 0.05), ("syntactic", -0.04))
                ]  # fmt: skip
    failures = (Failure("abc", "wmt13, subsample 1 %, draw 10", "the process ended: out of memory"),)
    return Studied("german-robustness", "de", "", frame(rows), len(designs) * draws * seeds_ + 2, failures)


def diachronic_study(seeds_: int = 3, seed: int = 5) -> Studied:
    """As in Lauscher et al. 2020: one model a year, and of all years together, four tests by WEAT and KM."""
    rng = np.random.default_rng(seed)
    years = ("2007", "2008", "2009", "2010", "2011", "2015", "2016", "2017")
    rows = []
    for part in (*years, ""):
        year = float(part) - 2007 if part else 5.0
        for s in range(seeds_):
            common = {
                "corpus": "leipzig-ar",
                "part": part,
                "seed": s,
                "model": "word2vec",
                "running_words": 16_000_000 if part else 120_000_000,
            }
            for i, d in enumerate((0.7, 1.05, 0.65, -0.5)):
                value = d + (0.05 * year if i == 2 else 0.0) + 0.08 * rng.standard_normal()
                km = float(np.clip(0.62 + (0.03 * year if i == 2 else 0.0) + 0.03 * rng.standard_normal(), 0.5, 1))
                query = f"ar/weat{(1, 2, 7, 8)[i]}"
                rows.append(row(**common, query=query, value=value, p=p_of(value)))
                rows.append(row(**common, query=query, measure="km", value=km, p=p_of(4 * (km - 0.6))))
    return Studied("arabic-news", "ar", "", frame(rows), 27, ())


def settings_study(seed: int = 1, models: int = 3) -> Studied:
    """Accuracy over architecture × dimensions × window."""
    rng = np.random.default_rng(seed)
    rows = []
    for architecture in ("skip-gram", "cbow"):
        for dim in (100, 200, 300, 400, 500):
            for window in (3, 5, 10):
                for s in range(models):
                    accuracy = (
                        0.5
                        + (0.06 if architecture == "skip-gram" else 0.0)
                        + 0.00012 * dim * (1 - dim / 1000)
                        + 0.01 * (window > 3)
                    )
                    value = accuracy + 0.004 * rng.standard_normal()
                    rows += [
                        row(kind="quality", query="de/analogy-pairs", measure="analogies", category=c, value=value + x, low=value + x - 0.03, high=value + x + 0.03,
                            p=None, p_method=None, architecture=architecture, dim=dim, window=window, seed=s, found=1500, asked=1834,
                            model=f"word2vec, {architecture}, dim {dim}, window {window}")
                        for c, x in (("all", 0.0), ("semantic", 0.05), ("syntactic", -0.04))
                    ]  # fmt: skip
    return Studied("settings", "de", "", frame(rows), 30 * models, ())


def small_studies() -> tuple[Studied, Studied]:
    """A little of samples, and a little of periods and settings: between them every kind of section and of figure."""
    samples = robustness_study(seeds_=2, draws=3)
    periods = [diachronic_study().table.filter(pl.col("query") == "ar/weat7"), settings_study(models=1).table.filter(category="all")]  # fmt: skip
    return (
        replace(samples, table=samples.table.filter(pl.col("query").is_in([TESTS[0], TESTS[3]]), measure="weat")),
        Studied("periods", "ar", "name = 'x'", pl.concat(periods), 60),
    )


def on_disk(studied: Studied, folder: Path) -> Path:
    """A study's folder, as a run leaves it."""
    place = list(SCHEMA)[: list(SCHEMA).index("words")]
    (folder / "parts").mkdir(parents=True)
    (folder / "failed").mkdir()
    tasks = []
    for (task,), rows in studied.table.group_by(["task"], maintain_order=True):
        key = hashlib.sha256(str(task).encode()).hexdigest()[:16]
        tasks.append({**rows.select(place).row(0, named=True), "task": key, "label": str(task)})
        rows.drop(place).write_parquet(folder / "parts" / f"{key}.parquet")
    empty = {**tasks[0], "draw": 99}
    for failure in studied.failures:
        tasks.append({**empty, "task": failure.task, "label": failure.label})
        facts = {"task": failure.task, "label": failure.label, "error": failure.error}
        (folder / "failed" / f"{failure.task}.json").write_text(json.dumps(facts), "utf-8")
    for i in range(studied.planned - len(tasks)):
        tasks.append({**empty, "task": f"waiting{i}", "label": "waiting"})
    manifest = {"format": "weatherglass study", "version": 1, "name": studied.name, "language": studied.language}
    (folder / "study.json").write_text(
        json.dumps({**manifest, "notices": [asdict(notice) for notice in studied.notices], "tasks": tasks}), "utf-8"
    )
    (folder / "study.toml").write_text("", "utf-8")
    return folder
