"""WEFE 1.0.1: its measures, `run_queries`, hard and multi-class hard debiasing, on the vectors and words that ours get."""

from __future__ import annotations

from typing import Any

import numpy as np
from gensim.models import KeyedVectors
from wefe import metrics  # type: ignore[import-not-found]
from wefe.debias.hard_debias import HardDebias  # type: ignore[import-not-found]
from wefe.debias.multiclass_hard_debias import MulticlassHardDebias  # type: ignore[import-not-found]
from wefe.query import Query  # type: ignore[import-not-found]
from wefe.utils import run_queries  # type: ignore[import-not-found]
from wefe.word_embedding_model import WordEmbeddingModel  # type: ignore[import-not-found]

from benchmarks.environments.answering import answer, once, reply


def answers(question: dict[str, Any]) -> dict[str, Any]:
    """Where it takes one attribute set, it gets the words of both; its RIPA wants target sets of one size."""
    model = WordEmbeddingModel(KeyedVectors.load_word2vec_format(question["file"], binary=True), "vectors")
    tests = question["tests"]
    whole = [Query(sets[:2], sets[2:]) for sets in tests.values()]
    joined = [Query(sets[:2], [[*sets[2], *sets[3]]]) for sets in tests.values()]
    even = [query for query in joined if len(query.target_sets[0]) == len(query.target_sets[1])]
    once_for_p = Query(tests[question["drawn"]][:2], tests[question["drawn"]][2:])
    audited = [_named(name, tests[name]) for name in question["audited"]]
    plain = {"holdout": False, "estimator_params": {"max_iter": 10_000}}
    return {
        "weat": answer(5, lambda: _values("WEAT", whole, model, return_effect_size=True)),
        "ect": answer(5, lambda: _values("ECT", joined, model)),
        "rnd": answer(5, lambda: _values("RND", joined, model)),
        "rnd-cosine": answer(5, lambda: _values("RND", joined, model, distance="cos")),
        "mac": answer(5, lambda: _values("MAC", whole, model)),
        "ripa": answer(5, lambda: _values("RIPA", even, model)),
        "rnsb": answer(5, lambda: _values("RNSB", whole, model, **plain)),
        "rnsb-default": answer(5, lambda: _values("RNSB", whole, model)),
        "p": once(lambda: _p(once_for_p, model, question["draws"])),
        "p-seeded": once(lambda: _p_seeded(once_for_p, model, question)),
        "audit": answer(5, lambda: _audit(audited, model, return_effect_size=True)),
        "audit-p": once(lambda: _audit_with_p(audited, model, question["few_draws"])),
        "hard": answer(2, lambda: _hard(model, question)),
        "multi-class": answer(2, lambda: _multi_class(model, question)),
    }


def _named(name: str, sets: list[list[str]]) -> Any:
    """With names of its own, as its table has one column for all queries of a name."""
    return Query(sets[:2], sets[2:], [f"{name} one", f"{name} other"], ["a", "b"])


def _values(metric: str, queries: list[Any], model: Any, **options: Any) -> list[float]:
    return [float(getattr(metrics, metric)().run_query(query, model, **options)["result"]) for query in queries]


def _p(query: Any, model: Any, draws: int) -> float:
    found = metrics.WEAT().run_query(query, model, calculate_p_value=True, p_value_iterations=draws)
    return float(found["p_value"])


def _p_seeded(query: Any, model: Any, question: dict[str, Any]) -> float:
    """It makes a generator without a seed; one with a seed in its place makes its draws ours to repeat."""
    made, seeded = np.random.default_rng, np.random.default_rng(question["seed"])
    np.random.default_rng = lambda: seeded  # type: ignore[assignment, misc]
    try:
        return _p(query, model, question["draws"])
    finally:
        np.random.default_rng = made


def _audit(queries: list[Any], model: Any, **options: Any) -> list[float]:
    table = run_queries(metrics.WEAT, queries, [model], metric_params=options)
    return [float(value) for value in table.iloc[0]]


def _audit_with_p(queries: list[Any], model: Any, draws: int) -> list[float]:
    return _audit(
        queries, model, return_effect_size=True, calculate_p_value=True, p_value_iterations=draws
    )  # its table keeps d alone


def _hard(model: Any, question: dict[str, Any]) -> list[list[float]]:
    method = HardDebias(verbose=False)
    method.fit(model, definitional_pairs=question["pairs"], equalize_pairs=question["equalise"])
    return _looked_at(method.transform(model, ignore=question["specific"]), question)


def _multi_class(model: Any, question: dict[str, Any]) -> list[list[float]]:
    sets = question["classes"]
    method = MulticlassHardDebias(pca_args={"n_components": question["components"]}, verbose=False)
    method.fit(model, definitional_sets=sets, equalize_sets=sets)
    return _looked_at(method.transform(model, ignore=question["untreated"]), question)


def _looked_at(made: Any, question: dict[str, Any]) -> list[list[float]]:
    return [made[word].tolist() for word in question["looked_at"]]


if __name__ == "__main__":
    reply(answers)
