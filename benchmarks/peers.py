"""scipy's and WEFE's permutation tests, WEFE's measures and its hard debiasing, in an environment of their own on the data that ours get.

WEFE wants an older numpy than we do. Run by that environment's Python, this module measures; run by ours, it asks.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from benchmarks.environments.asking import NotThere, environment, run
from benchmarks.table import timed

PACKAGES = (
    "wefe==1.0.1",
    "scipy==1.12.0",
    "numpy==1.26.4",
    "gensim==4.4.0",
    "pandas==3.0.6",
    "scikit-learn==1.9.1",
)
FOLDER = "peers"  # of the environment, which `agreement` asks too
FEW, MILLION = 10_000, 1_000_000  # partitions sampled by scipy, which counts all where there are fewer
SHORT, LONG = 100, 400  # iterations of WEFE; the two show whether its time is proportional to them

Arrays = dict[str, NDArray[Any]]
Answers = dict[str, dict[str, Any]]
Question = Literal["permutation", "measures", "mitigation"]


def ask(folder: Path, question: Question, data: Arrays) -> Answers | None:
    """What the peers need, and find, for `data`; None, and a line that says why, where they cannot be had."""
    try:
        python = environment(folder / FOLDER, PACKAGES)
        print("scipy and WEFE (slow)", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory(dir=folder) as place:
            path = Path(place) / "data.npz"
            np.savez(path, **data)  # type: ignore[arg-type] # mypy thinks of its other argument
            answer: Answers = json.loads(run(python, "-m", "benchmarks.peers", question, path).splitlines()[-1])
            return answer
    except NotThere as error:
        print(f"no peers to compare with: {error}", file=sys.stderr, flush=True)
        return None


def _permutation(data: Arrays) -> Answers:
    few, many = (data["x8"], data["y8"]), (data["x25"], data["y25"])
    return {
        "exact": _scipy(5, few, MILLION),
        "few": _scipy(5, many, FEW),
        "million": _scipy(2, many, MILLION),
        "wefe": _wefe(data["vectors"]),
    }


def _scipy(times: int, groups: tuple[NDArray[Any], NDArray[Any]], n: int) -> dict[str, Any]:
    from scipy.stats import permutation_test  # noqa: PLC0415 - the peers' own version, in their environment

    def difference(x: NDArray[Any], y: NDArray[Any], axis: int) -> Any:
        return x.mean(axis=axis) - y.mean(axis=axis)

    def work() -> Any:
        return permutation_test(
            groups,
            difference,
            permutation_type="independent",
            vectorized=True,
            n_resamples=n,
            batch=FEW,  # a million at once would need gigabytes, and more time
            alternative="greater",
            random_state=0,
        )

    seconds, result = timed(times, work)
    return {"seconds": seconds, "p": float(result.pvalue), "partitions": len(result.null_distribution)}


def _model(vectors: NDArray[Any]) -> tuple[Any, list[str]]:
    """Vectors as WEFE takes them, and how their words are called."""
    from gensim.models import KeyedVectors  # noqa: PLC0415
    from wefe.word_embedding_model import WordEmbeddingModel  # type: ignore[import-not-found] # noqa: PLC0415

    words = [f"word{i}" for i in range(len(vectors))]
    keyed = KeyedVectors(vectors.shape[1], dtype=vectors.dtype)
    keyed.add_vectors(words, vectors)
    return WordEmbeddingModel(keyed, "vectors"), words


def _wefe(vectors: NDArray[Any]) -> dict[str, Any]:
    """WEAT of four sets of equal size, in this order: two of targets, two of attributes."""
    from wefe.metrics import WEAT  # type: ignore[import-not-found] # noqa: PLC0415
    from wefe.query import Query  # type: ignore[import-not-found] # noqa: PLC0415

    model, words = _model(vectors)
    size = len(words) // 4
    sets = [words[at : at + size] for at in range(0, len(words), size)]
    query = Query(sets[:2], sets[2:])

    def work(iterations: int) -> Any:
        return WEAT().run_query(query, model, calculate_p_value=True, p_value_iterations=iterations)

    work(1)
    short, _ = timed(2, lambda: work(SHORT))
    long, result = timed(2, lambda: work(LONG))
    return {"seconds": long, "short": short, "p": float(result["p_value"]), "weat": float(result["weat"])}


def _measures(data: Arrays) -> Answers:
    """WEFE's measures of each query: `vectors`, and a query's sets as their rows under "name/0" to "name/3".

    Where WEFE takes one attribute set, it gets the words of both. `seconds` are for one call.
    """
    from wefe.query import Query  # noqa: PLC0415

    model, words = _model(data["vectors"])
    found: Answers = {}
    for name in dict.fromkeys(key.rpartition("/")[0] for key in data if "/" in key):
        one, other, a, b = ([words[row] for row in data[f"{name}/{i}"]] for i in range(4))
        both, joined = Query([one, other], [a, b]), Query([one, other], [[*a, *b]])
        calls = {
            "weat": _call("WEAT", both, model, return_effect_size=True),
            "mac": _call("MAC", both, model),
            "rnsb": _call("RNSB", both, model, holdout=False, estimator_params={"max_iter": 10_000}),
            "ect": _call("ECT", joined, model),
            "rnd": _call("RND", joined, model),
            "rnd-cosine": _call("RND", joined, model, distance="cos"),
        }
        if len(one) == len(other):
            calls["ripa"] = _call("RIPA", joined, model)
        answers = {measure: timed(5, call) for measure, call in calls.items()}
        found[name] = {measure: {"seconds": seconds, "value": value} for measure, (seconds, value) in answers.items()}
    return found


def _call(metric: str, query: Any, model: Any, **options: Any) -> Callable[[], float]:
    from wefe import metrics  # type: ignore[import-not-found] # noqa: PLC0415

    return lambda: float(getattr(metrics, metric)().run_query(query, model, **options)["result"])


def _mitigation(data: Arrays) -> Answers:
    """WEFE's hard debiasing of all words but the specific ones; the new vectors of those to look at."""
    from wefe.debias.hard_debias import HardDebias  # type: ignore[import-not-found] # noqa: PLC0415

    model, words = _model(data["vectors"])
    pairs, equal = ([[words[i] for i in pair] for pair in data[name]] for name in ("pairs", "equal"))
    specific = [words[i] for i in data["specific"]]

    def work() -> Any:
        method = HardDebias(verbose=False, criterion_name="made up")
        with redirect_stdout(sys.stderr):  # it speaks on the standard output
            return method.fit(model, definitional_pairs=pairs, equalize_pairs=equal).transform(model, ignore=specific)

    seconds, made = timed(3, work)
    return {"hard": {"seconds": seconds, "vectors": [made[words[i]].tolist() for i in data["looked_at"]]}}


if __name__ == "__main__":
    answer_to = {"permutation": _permutation, "measures": _measures, "mitigation": _mitigation}[sys.argv[1]]
    print(json.dumps(answer_to(dict(np.load(sys.argv[2])))))
