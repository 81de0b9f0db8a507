"""Counting pairs of words, against a loop that counts them one by one."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weatherglass.corpus.build import build_from_words
from weatherglass.errors import SpecError
from weatherglass.train.cooccurrence import count_cells, weights_of
from weatherglass.train.counting import Parts
from weatherglass.train.vocabulary import vocabulary_of

Sentences = list[list[str]]


def by_hand(
    sentences: Sentences, kept: set[str], window: int, weighting: str = "harmonic"
) -> dict[tuple[str, str], Fraction]:
    """Both directions of every pair of positions at most `window` apart in a sentence; rare words close up."""
    counts: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for sentence in sentences:
        words = [word for word in sentence if word in kept]
        for i, word in enumerate(words):
            for j in range(i):
                if i - j <= window:
                    weight = Fraction(1, i - j) if weighting == "harmonic" else Fraction(1)
                    counts[word, words[j]] += weight
                    counts[words[j], word] += weight
    return dict(counts)


def counted(
    sentences: Sentences, folder: Path, window: int, *, min_count: int = 1, **options: object
) -> dict[tuple[str, str], float]:
    corpus = build_from_words(sentences, folder / "corpus", language="en", overwrite=True)
    vocabulary = vocabulary_of(corpus, min_count)
    cells = np.load(count_cells(corpus, vocabulary, folder, window=window, **options))  # type: ignore[arg-type]
    found = {}
    for row, column, count in cells.tolist():
        assert row <= column
        pair = vocabulary.words[row], vocabulary.words[column]
        assert pair not in found, "a pair has one cell"
        found[pair] = found[pair[::-1]] = count
    return found


def test_a_case_worked_out_by_hand(tmp_path: Path) -> None:
    # a b a: (a,b) at 1 twice, (a,a) at 2: 1/2 in each of the two directions.
    found = counted([["a", "b", "a"], ["b"], ["c", "a"]], tmp_path, window=2)
    assert found == {("a", "b"): 2.0, ("b", "a"): 2.0, ("a", "a"): 1.0, ("c", "a"): 1.0, ("a", "c"): 1.0}


words = st.sampled_from([f"w{n}" for n in range(12)])
texts = st.lists(st.lists(words, max_size=25), min_size=1, max_size=30).filter(
    lambda s: len({w for x in s for w in x}) > 1
)


@settings(max_examples=60, deadline=None)
@given(
    sentences=texts,
    window=st.integers(1, 12),
    weighting=st.sampled_from(["harmonic", "flat"]),
    min_count=st.integers(1, 3),
)
def test_counts_are_those_of_the_loop(
    tmp_path_factory: pytest.TempPathFactory, sentences: Sentences, window: int, weighting: str, min_count: int
) -> None:
    flat = [word for sentence in sentences for word in sentence]
    kept = {word for word in flat if flat.count(word) >= min_count}
    if len(kept) < 2:
        return
    folder = tmp_path_factory.mktemp("cells")
    found = counted(sentences, folder, window, min_count=min_count, weighting=weighting)
    expected = by_hand(sentences, kept, window, weighting)
    assert found.keys() == expected.keys()
    assert all(found[pair] == pytest.approx(float(count), rel=1e-15) for pair, count in expected.items())


@pytest.fixture(scope="module")
def zipfian() -> Sentences:
    random = np.random.default_rng(3)
    numbers = random.zipf(1.2, size=(3_000, 40)) % 3_000
    return [[f"w{n}" for n in row] for row in numbers]


def test_memory_and_threads_do_not_change_the_counts(tmp_path: Path, zipfian: Sentences) -> None:
    whole = counted(zipfian, tmp_path, window=10)
    for memory, threads in ((0.01, 1), (0.01, 2), (4.0, 2)):
        assert counted(zipfian, tmp_path, window=10, memory=memory, threads=threads) == whole


def test_little_memory_spills_and_cleans_up(
    tmp_path: Path, zipfian: Sentences, monkeypatch: pytest.MonkeyPatch
) -> None:
    import weatherglass.train.cooccurrence as module

    spilled: list[int] = []
    spill = module._Runs.spill

    def told(self: module._Runs, counter: module._Counter, weights: Parts) -> None:
        spilled.append(counter.filled)
        spill(self, counter, weights)

    monkeypatch.setattr(module._Runs, "spill", told)
    found = counted(zipfian, tmp_path, window=10, memory=0.01)
    assert sum(size > 0 for size in spilled) > 1, "the corpus is large enough to spill more than once"
    assert found == {
        pair: pytest.approx(float(count))
        for pair, count in by_hand(zipfian, {w for s in zipfian for w in s}, 10).items()
    }
    assert {path.name for path in tmp_path.iterdir()} == {"corpus", "cells.npy"}


def test_the_order_of_the_cells_is_random_and_follows_the_seed(tmp_path: Path, zipfian: Sentences) -> None:
    corpus = build_from_words(zipfian, tmp_path / "corpus", language="en")
    vocabulary = vocabulary_of(corpus, 5)
    orders = [np.load(count_cells(corpus, vocabulary, tmp_path, window=5, seed=seed)).copy() for seed in (0, 0, 1)]
    assert (orders[0] == orders[1]).all()
    assert not (orders[0] == orders[2]).all()
    rows = orders[0]["row"].astype(float)
    assert abs(np.corrcoef(rows, np.arange(len(rows)))[0, 1]) < 0.02


@pytest.mark.parametrize("window", [1, 5, 15, 22, 40, 255])
def test_weights_are_one_over_the_distance(window: int) -> None:
    weights, one = weights_of(window, "harmonic")
    assert weights[1:] / one == pytest.approx(1 / np.arange(1, window + 1), rel=1e-6)
    if window <= 15:
        assert [Fraction(int(w), one) for w in weights[1:]] == [Fraction(1, d) for d in range(1, window + 1)]


@pytest.mark.parametrize(
    ("name", "options"),
    [("window", {"window": 0}), ("window", {"window": 256}), ("memory", {"window": 5, "memory": 0.001})],
)
def test_impossible_settings_are_refused(tmp_path: Path, name: str, options: dict[str, float]) -> None:
    corpus = build_from_words([["a", "b"]], tmp_path / "corpus", language="en")
    with pytest.raises(SpecError, match=name):
        count_cells(corpus, vocabulary_of(corpus, 1), tmp_path, **options)  # type: ignore[arg-type]
