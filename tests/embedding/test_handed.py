"""Objects of other libraries, files and vectors in memory, given where something else is needed: what to do is said."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import weatherglass
from weatherglass.errors import SpecError
from weatherglass.mitigate.base import mitigation

TAKES_BOTH: dict[str, Callable[[Any], object]] = {
    "audit": weatherglass.audit,
    "assert_bias": lambda given: weatherglass.assert_bias(
        given, {"query": "en/weat6", "measure": "weat", "fail": {"effect_above": 0.8}}
    ),
    "compare": lambda given: weatherglass.compare([given, given], language="en"),
    "structure_of": lambda given: weatherglass.structure_of(given, language="de"),
    "stability": weatherglass.stability,
    "quality_of": weatherglass.quality_of,
    "project": lambda given: weatherglass.project(given, ["a"], x=("b", "c"), y=("d", "e"), language="en"),
    "diffusion_of": lambda given: weatherglass.diffusion_of(given, language="en"),
}
IN_MEMORY: dict[str, Callable[[Any], object]] = {
    "run": lambda given: weatherglass.run(given, "en/weat6"),
    "analogies": lambda given: weatherglass.analogies(given, question=("a", "b", "c")),
    "account_of": lambda given: weatherglass.account_of(mitigation("hard"), given),
    "to_arrays": weatherglass.to_arrays,
    "to_gensim": weatherglass.to_gensim,
    "to_spacy": weatherglass.to_spacy,
    "write": lambda given: weatherglass.write(given, "out.bin"),
}
FILES: dict[str, Callable[[Any], object]] = {
    "read": weatherglass.read,
    "mitigate_vectors": lambda given: weatherglass.mitigate_vectors(given, "out.bin", roles="en"),
}


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", [*TAKES_BOTH, *IN_MEMORY, *FILES])
def test_an_object_of_gensim_is_refused_with_what_makes_vectors_of_it(name: str) -> None:
    from gensim.models import KeyedVectors

    keyed = KeyedVectors(vector_size=2)
    keyed.add_vectors(["a", "b"], np.eye(2, dtype=np.float32))
    with pytest.raises(SpecError, match=r"a gensim\.\S+KeyedVectors is neither .*weatherglass\.from_gensim"):
        (TAKES_BOTH | IN_MEMORY | FILES)[name](keyed)
    assert not list(Path().iterdir())


@pytest.mark.parametrize("given", [np.eye(2), [[1.0, 0.0]], {"a": [1.0]}, 3], ids=lambda each: type(each).__name__)
def test_arrays_are_refused_with_what_makes_vectors_of_them(given: object) -> None:
    for asked in (TAKES_BOTH | IN_MEMORY | FILES).values():
        with pytest.raises(SpecError, match=r"weatherglass\.from_arrays\(words, matrix\)"):
            asked(given)


@pytest.mark.parametrize("name", IN_MEMORY)
def test_a_file_where_vectors_in_memory_are_needed(name: str) -> None:
    with pytest.raises(SpecError, match=r"'x\.bin' names a file.*weatherglass\.read"):
        IN_MEMORY[name]("x.bin")


@pytest.mark.parametrize("name", FILES)
def test_vectors_in_memory_where_a_file_is_needed(name: str) -> None:
    vectors = weatherglass.from_arrays(["a", "b"], np.eye(2, dtype=np.float32), name="mine")
    with pytest.raises(SpecError, match=r"mine: these vectors are in memory.*weatherglass\.write"):
        FILES[name](vectors)
