"""The exact numbers of a structure as tables, a row for each component, pair, concept, word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from weatherglass.structure.general_bias import GeneralBias
from weatherglass.structure.generic_masculine import Asymmetry
from weatherglass.structure.genus import Genus
from weatherglass.structure.occupations import Correlation, Occupations
from weatherglass.structure.structure import Structure
from weatherglass.structure.subspace import Subspace
from weatherglass.structure.vocabulary import Projections

if TYPE_CHECKING:
    import polars as pl

Kind = TypeVar("Kind")


def tables(found: Structure) -> dict[str, pl.DataFrame]:
    """Those that have a row, by name; every word's projection only where it was just computed."""
    import polars as pl

    rows = {
        "components": _components(found),
        "pairs": _pairs(found),
        "biases": _biases(found),
        "concepts": _concepts(found),
        "forms": _forms(found),
        "occupations": _occupations(found),
        "nouns": _nouns(found),
    }
    made = {name: pl.DataFrame(list(each), infer_schema_length=None) for name, each in rows.items()}
    if found.projections is not None:
        made["vocabulary"] = projections_table(found.projections)
    return {name: table for name, table in made.items() if table.height}


def projections_table(found: Projections) -> pl.DataFrame:
    """Every word with its rank and projection."""
    import polars as pl

    return pl.DataFrame({"word": found.words, "rank": found.ranks + 1, "projection": found.values})


def _made(parts: Iterable[object], kind: type[Kind]) -> list[Kind]:
    """Those parts that these vectors allowed."""
    return [each for each in parts if isinstance(each, kind)]


def _components(found: Structure) -> Iterator[dict[str, Any]]:
    for each in _made(found.subspaces, Subspace):
        for i, share in enumerate(each.shares):
            random = each.random
            yield {
                "list": each.list,
                "component": i + 1,
                "share": share,
                "random_mean": random and random.mean[i],
                "random_low": random and random.low[i],
                "random_high": random and random.high[i],
            }


def _pairs(found: Structure) -> Iterator[dict[str, Any]]:
    for each in _made(found.subspaces, Subspace):
        for loading in each.loadings:
            yield {"list": each.list, "pair": loading.pair, "cosine": loading.cosine, "outlier": loading.outlier}


def _biases(found: Structure) -> Iterator[dict[str, Any]]:
    for each in _made(found.biases, GeneralBias):
        yield {
            **_between(each),
            "concepts": each.concepts,
            "group_pairs": len(each.group_pairs),
            "b_g": each.value,
            "low": each.interval and each.interval.low,
            "high": each.interval and each.interval.high,
            "floor": each.floor,
            "shuffled_mean": each.shuffled.mean,
            "shuffled_as_large": each.shuffled.as_large,
            "lean": each.lean,
            "lean_p": each.lean_p.estimate,
            "signed": each.signed,
            "p_by_pairs": each.p_by_pairs.estimate,
            "sentiment": each.sentiment and each.sentiment.value,
            "sentiment_p": each.sentiment and each.sentiment.p.estimate,
        }


def _concepts(found: Structure) -> Iterator[dict[str, Any]]:
    for each in _made(found.biases, GeneralBias):
        for lean in each.leans:
            yield {**_between(each), "concept": lean.concept, "difference": lean.value, "agree": lean.agree}


def _between(each: GeneralBias) -> dict[str, str]:
    return {"task": each.task, "first": each.groups[0], "second": each.groups[1]}


def _forms(found: Structure) -> Iterator[dict[str, Any]]:
    for each in _made(found.generic_masculine, Asymmetry):
        for score in each.scores:
            yield {"experiment": each.name, "word": score.word, "form": score.set, "association": score.score}


def _occupations(found: Structure) -> Iterator[dict[str, Any]]:
    for each in _made(found.occupations, Occupations):
        for form in _made(each.forms, Correlation):
            for point in form.points:
                share, place = (None, point.share) if each.ranks_only else (point.share, None)
                yield {
                    "table": each.table,
                    "form": form.form,
                    "towards": form.towards,
                    "word": point.word,
                    "share": share,
                    "place": place,
                    "association": point.score,
                }


def _nouns(found: Structure) -> Iterator[dict[str, Any]]:
    for score in found.genus.scores if isinstance(found.genus, Genus) else ():
        yield {"word": score.word, "gender": score.set, "association": score.score}
