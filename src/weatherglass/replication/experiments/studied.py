"""Studies of many models: subsamples and permutations, periods, sources, hyper-parameters; the paper's figures out of their tables."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from weatherglass.corpus.shared import is_url
from weatherglass.errors import SpecError
from weatherglass.replication.experiments import training_of
from weatherglass.replication.experiments.found import Found
from weatherglass.replication.given import Item, content_of
from weatherglass.replication.paper import Experiment
from weatherglass.replication.workshop import Workshop
from weatherglass.study.reading import Reading, read_study
from weatherglass.study.run import run_study
from weatherglass.study.samples import TooLittleText
from weatherglass.study.studied import Studied

_COLUMNS = {"weat": "W", "km": "KM", "ect": "ECT", "bat": "BAT"}
_BEST = "best"
_LEAST_CORRELATED = 3  # values, as for each measure by itself


def carry_out(shop: Workshop, experiment: Experiment, corpus: Item) -> Found:
    """The study that the settings describe, on this corpus; models that are done are not trained again."""
    wished = experiment.wished(quick=shop.quick)
    path = shop.encoded_path(corpus)
    study = {
        "name": f"{shop.paper.name}-{experiment.id}",
        "language": experiment.language,
        "corpus": {"path": path if is_url(path) else os.path.relpath(path, shop.studies)},
        **wished["study"],
    }
    study["train"] = [shop.otherwise(each) for each in training_of(study)]
    study["samples"] = {
        **study["samples"],
        "seeds": [each + shop.seed for each in study["samples"].get("seeds", [0])],
    }
    asked = _questions(shop, experiment)
    if asked:
        study["quality"] = {**study.get("quality", {}), **asked}
    encoded = shop.encoded(corpus).identity()
    told = {**study, "corpus": encoded["sha256"], "questions": _contents(asked)}  # wherever the files lie
    told["quality"] = {name: each for name, each in study.get("quality", {}).items() if name not in asked}
    file = shop.study_file(experiment.id, toml_text(study), told)
    try:
        studied = run_study(file, file.with_suffix(""), progress=shop.progress)
    except TooLittleText as error:  # the study's file is made of the paper's: what can be given is text
        raise SpecError(f"{error.found}, as the paper's experiment asks for; give more text") from error
    reading = read_study(studied)
    about = {"corpus": corpus.name, "words": encoded["words"]}
    found = Found(
        results=[reading],
        notices=list(reading.notices),
        unfinished=tuple(f"{each.label}: {each.error}" for each in reading.failures),
        recipes=[{"model": each["method"], **about, **each} for each in study["train"]],
        samples=study["samples"],
    )
    _READ[wished["read"]](found, studied, reading)
    for row in experiment.rows:
        if not found.tells_of(row.of):
            found.lacking[row.of] = "there is no such part of the corpus, or nothing could be measured of it"
    return found


def _questions(shop: Workshop, experiment: Experiment) -> dict[str, list[Any]]:
    """Files given for the examination of the models, by absolute paths."""
    questions: dict[str, list[Any]] = {}
    for role in ("analogies", "sentences"):
        if role in (*experiment.needs, *experiment.may_use) and (given := shop.given(role, experiment)):
            files = [[str(Path(each).resolve()) for each in (item.path, item.gold) if each] for item in given]
            questions[role] = files if role == "sentences" else [file for [file] in files]
    return questions


def _contents(asked: Mapping[str, list[Any]]) -> dict[str, list[Any]]:
    """What tells files of questions from others."""
    return {
        role: [[content_of(path) for path in ([each] if isinstance(each, str) else each)] for each in files]
        for role, files in asked.items()
    }


def _column(measure: str) -> str:
    """What papers call a measure's value; of other measures, the name."""
    return _COLUMNS.get(measure, measure)


def _robustness(found: Found, _studied: Studied, reading: Reading) -> None:
    """By test and rate: the median effect size and its spread, the share of models whose p is below 0.05, how few words a model had, and how
    many models could be measured."""
    for each in reading.spreads:
        column = "permutations" if each.group.sample == "permutation" else f"{100 * each.group.rate:g} %"
        if each.group.sample == "whole" or each.measure != "weat":
            continue
        found.put(f"d/{each.query}/{column}", each.median)
        found.put(f"sd of d/{each.query}/{column}", each.sd)
        found.put(f"coverage/{each.query}/{column}", each.coverage_least)
        found.put(f"models/{each.query}/{column}", each.measured)
        if each.with_p:
            found.put(f"p below 0.05/{each.query}/{column}", each.clear / each.with_p)
        else:
            for key in ("d", "sd of d", "p below 0.05"):
                reason = each.skipped[0][0] if each.skipped else "could not be measured in any model"
                found.lacking[f"{key}/{each.query}/{column}"] = reason


def _periods(found: Found, studied: Studied, reading: Reading) -> None:
    """AVG and CONC by test and measure, their correlations, each period, and how good the models are."""
    for whole in reading.whole:
        column = _column(whole.measure)
        for test in whole.tests:
            found.put(f"AVG/{test.query}/{column}", test.average)
            found.put(f"CONC/{test.query}/{column}", test.whole)
        found.put(f"correlation/{column}", whole.r, whole.interval)
    both = np.array([(test.average, test.whole) for whole in reading.whole for test in whole.tests])
    if len(both) >= _LEAST_CORRELATED and both.std(axis=0).all():
        found.put("correlation/r", float(np.corrcoef(both.T)[0, 1]))
    _by_part(found, reading)
    _never_measured(found, studied)
    sts = studied.table.filter((pl.col("measure") == "sentence similarity") & pl.col("value").is_not_null())
    if sts.is_empty():
        found.lacking |= dict.fromkeys(("AVG/STS", "CONC/STS", "quality"), "no pairs of sentences were measured")
    parts = [(f"quality/{part}", pl.col("part") == part) for part in sts["part"].unique(maintain_order=True) if part]
    for name, chosen in (("AVG", pl.col("part") != ""), ("CONC", pl.col("part") == ""), *parts):
        found.put(f"{name}/STS", sts.filter(chosen)["value"].mean())  # type: ignore[arg-type] # numbers alone


def _by_part(found: Found, reading: Reading) -> None:
    """Each period or source, what all text gives of p, and trends."""
    for each in reading.spreads:
        row = f"{each.query}/{each.group.part}" if each.group.part else f"CONC/{each.query}"
        found.put(f"{row}/{_column(each.measure)}", each.mean)
        if each.measure == "weat":
            found.put(f"{row}/p", each.median_p)
        if each.mean is None and each.skipped:
            found.lacking[row] = each.skipped[0][0]
            if each.group.part and f"AVG/{each.query}/W" not in found.figures:
                found.lacking[f"AVG/{each.query}"] = each.skipped[0][0]
    for trend in reading.trends:
        key = f"{trend.query}/{_column(trend.measure)}"
        found.put(f"trend/{key}", trend.tau)
        found.put(f"p of trend/{key}", trend.p)


def _never_measured(found: Found, studied: Studied) -> None:
    """Tests that no model could be measured by, with the commonest reason."""
    bias = studied.table.filter(pl.col("kind") == "bias")
    for query in bias["query"].unique(maintain_order=True):
        rows = bias.filter(pl.col("query") == query)
        if rows["value"].null_count() == len(rows):
            reason = rows["skipped"].drop_nulls().mode().sort()[0]
            found.lacking |= {f"{which}/{query}": reason for which in ("AVG", "CONC")}
    for column in ("W", "KM"):
        if f"correlation/{column}" not in found.figures:
            found.lacking[f"correlation/{column}"] = "too few tests were measured both ways"


def _settings(found: Found, studied: Studied, _reading: Reading) -> None:
    """The best accuracy in analogies of each kind of model, and with which dimension and window."""
    rows = studied.table.filter((pl.col("measure") == "analogies") & pl.col("value").is_not_null())
    if rows["category"].n_unique() > 1:  # of one category there is no total beside it
        rows = rows.filter(pl.col("category") == "all")
    for kind in ("skip-gram", "cbow", "glove"):
        chosen = rows.filter((pl.col("architecture") == kind) | (pl.col("method") == kind)).sort(
            "value", descending=True
        )
        if not len(chosen):
            found.lacking[kind] = "no model of this kind answers any analogy"
            continue
        best = chosen.row(0, named=True)
        found.put(f"{kind}/{_BEST}", best["value"])
        found.put(f"{kind}/dimensions", best["dim"])
        found.put(f"{kind}/window", best["window"])
        found.put(f"{kind}/worst", chosen["value"].min())  # type: ignore[arg-type] # numbers alone


_READ: Mapping[str, Callable[[Found, Studied, Reading], None]] = {
    "robustness": _robustness,
    "periods": _periods,
    "settings": _settings,
}


def toml_text(data: Mapping[str, Any]) -> str:
    """Plain data as TOML: numbers, texts and lists first, then tables and lists of tables."""
    return "\n".join(_toml(data, ())) + "\n"


def _toml(data: Mapping[str, Any], at: tuple[str, ...]) -> list[str]:
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in data.items() if not _is_table(value)]
    for key, value in data.items():
        if isinstance(value, Mapping):
            lines += ["", f"[{'.'.join((*at, key))}]", *_toml(value, (*at, key))]
        elif _is_table(value):
            for each in value:
                lines += ["", f"[[{'.'.join((*at, key))}]]", *_toml(each, (*at, key))]
    return lines


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping) or (isinstance(value, list) and bool(value) and isinstance(value[0], Mapping))
