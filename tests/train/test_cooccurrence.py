"""Counting pairs of words, against a loop that counts them one by one."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import lcm
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare, kstest, spearmanr

from weatherglass.corpus.build import build_from_words
from weatherglass.corpus.corpus import Corpus
from weatherglass.errors import SpecError
from weatherglass.train.cooccurrence import count_cells, count_into, plan_for, weights_of, write_cells
from weatherglass.train.counting import MOST_WORDS, Packed, Parts, keys_of, pairs_of, salt_of
from weatherglass.train.runs import Counted, Runs, bounds, merge, split
from weatherglass.train.settings import GloVe
from weatherglass.train.vocabulary import vocabulary_of

Sentences = list[list[str]]


def by_hand(
    sentences: Sentences, kept: set[str], window: int, weighting: str = "harmonic"
) -> dict[tuple[str, str], Fraction]:
    """Both directions of every pair of positions at most `window` apart in a sentence; rare words close up."""
    whole = lcm(*range(1, window + 1))  # so that every weight is so many parts of it
    parts: Counter[tuple[str, str]] = Counter()
    for sentence in sentences:
        words = [word for word in sentence if word in kept]
        for i, word in enumerate(words):
            for j in range(max(0, i - window), i):
                weight = whole // (i - j) if weighting == "harmonic" else whole
                parts[word, words[j]] += weight
                parts[words[j], word] += weight
    return {pair: Fraction(count, whole) for pair, count in parts.items()}


def counted(
    sentences: Sentences, folder: Path, window: int, *, min_count: int = 1, **options: Any
) -> dict[tuple[str, str], float]:
    corpus = build_from_words(sentences, folder / "corpus", language="en", overwrite=True)
    vocabulary = vocabulary_of(corpus, min_count)
    cells = np.load(count_cells(corpus, vocabulary, folder, GloVe(window=window, **options)))
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


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory, zipfian: Sentences) -> Corpus:
    return build_from_words(zipfian, tmp_path_factory.mktemp("text") / "corpus", language="en")


def test_memory_and_threads_do_not_change_a_byte(tmp_path: Path, text: Corpus) -> None:
    vocabulary = vocabulary_of(text, 2)

    def cells(corpus: Corpus, **options: Any) -> bytes:
        return count_cells(corpus, vocabulary, tmp_path, GloVe(**options)).read_bytes()

    whole = cells(text)
    for memory, threads in ((0.01, 1), (0.01, 2), (0.02, 3), (4.0, 2)):
        assert cells(text, memory=memory, threads=threads) == whole
    assert cells(text.shuffled(seed=1)) == whole, "nor does the order of the sentences"
    assert cells(text, seed=1) != whole


@settings(max_examples=30, deadline=None)
@given(data=st.data(), divided=st.integers(1, 9), ranges=st.integers(1, 9), together=st.integers(1, 4))
def test_no_division_changes_a_byte(
    tmp_path_factory: pytest.TempPathFactory,
    text: Corpus,
    data: st.DataObject,
    divided: int,
    ranges: int,
    together: int,
) -> None:
    """Any division of the sentences into runs, and of the keys into ranges that are merged in any grouping."""
    folder = tmp_path_factory.mktemp("divided")
    vocabulary = vocabulary_of(text, 1)
    some = text.sample(0.05, seed=2)
    numbers = some.sentence_numbers()
    how = GloVe(window=4, weighting="flat", seed=5)
    whole = count_cells(some, vocabulary, folder, how).read_bytes()
    owner = np.array(data.draw(st.lists(st.integers(0, divided), min_size=len(numbers), max_size=len(numbers))))
    pieces: list[list[Counted]] = []
    for part in np.unique(owner):
        view = replace(some, chosen=numbers[owner == part])
        plan = plan_for(len(vocabulary.words), 10_000, replace(how, memory=0.01))
        runs = Runs(folder)
        count_into(runs, view, vocabulary.row_of, plan)
        pieces.append(list(runs.merged(ranges)))
        runs.remove()
    merged = [
        merge([merge(piece[at : at + together]) for at in range(0, len(piece), together)])
        for piece in zip(*pieces, strict=True)
    ]
    narrower = [
        piece
        for place, counted in enumerate(merged)
        for piece in split(counted, bounds(3 * ranges)[3 * place : 3 * place + 4])
    ]
    assert write_cells(narrower, folder, how).read_bytes() == whole


@settings(max_examples=200)
@given(pair=st.tuples(st.integers(0, MOST_WORDS - 1), st.integers(0, MOST_WORDS - 1)), seed=st.integers(0, 2**32 - 1))
def test_a_key_leads_back_to_its_pair(pair: tuple[int, int], seed: int) -> None:
    salt = salt_of(seed)
    rows, columns = np.array([pair[0]]), np.array([pair[1]])
    key = keys_of(rows, columns, salt)
    assert int(key[0]) < 1 << 56
    assert [int(found[0]) for found in pairs_of(key, salt)] == list(pair)


def test_keys_are_as_good_as_drawn() -> None:
    """Pairs of neighbouring rows and columns: their keys fill all ranges evenly, and say nothing of each other."""
    rows, columns = (grid.ravel() for grid in np.indices((200, 200)))
    tested = []
    for seed in range(20):
        keys = keys_of(rows, columns, salt_of(seed))
        assert len(np.unique(keys)) == len(keys)
        evenly = np.bincount((keys >> np.uint64(48)).astype(int), minlength=256)
        after = np.argsort(np.argsort(keys)).reshape(200, 200)
        tested += [
            chisquare(evenly).pvalue,
            spearmanr(after[:, :-1].ravel(), after[:, 1:].ravel()).pvalue,
            spearmanr(after[:-1].ravel(), after[1:].ravel()).pvalue,
            spearmanr(after.ravel(), rows).pvalue,
            spearmanr(after.ravel(), columns).pvalue,
            spearmanr(after.ravel(), keys_of(rows, columns, salt_of(seed + 1))).pvalue,
        ]
    assert kstest(tested, "uniform").pvalue > 0.001
    assert min(tested) > 0.001 / len(tested)


def test_little_memory_spills_and_cleans_up(
    tmp_path: Path, zipfian: Sentences, monkeypatch: pytest.MonkeyPatch
) -> None:
    spilled: list[int] = []
    add = Runs.add

    def told(self: Runs, keys: Packed, parts: Parts) -> None:
        spilled.append(len(keys))
        add(self, keys, parts)

    monkeypatch.setattr(Runs, "add", told)
    found = counted(zipfian, tmp_path, window=10, memory=0.01)
    assert sum(size > 0 for size in spilled) > 2, "the corpus is large enough to spill more than once"
    expected = by_hand(zipfian, {w for s in zipfian for w in s}, 10)
    assert found.keys() == expected.keys()
    assert np.array([found[pair] for pair in expected]) == pytest.approx(np.array(list(map(float, expected.values()))))
    assert {path.name for path in tmp_path.iterdir()} == {"corpus", "cells.npy"}


def test_a_failure_leaves_no_runs(tmp_path: Path, text: Corpus) -> None:
    def stop(_done: int, _total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        count_cells(text, vocabulary_of(text, 1), tmp_path, GloVe(memory=0.01), stop)
    assert not list(tmp_path.iterdir())


def test_the_order_of_the_cells_is_random_and_follows_the_seed(tmp_path: Path, zipfian: Sentences) -> None:
    corpus = build_from_words(zipfian, tmp_path / "corpus", language="en")
    vocabulary = vocabulary_of(corpus, 5)
    orders = [
        np.load(count_cells(corpus, vocabulary, tmp_path, GloVe(window=5, seed=seed))).copy() for seed in (0, 0, 1)
    ]
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
def test_impossible_settings_are_refused(tmp_path: Path, name: str, options: dict[str, Any]) -> None:
    corpus = build_from_words([["a", "b"]], tmp_path / "corpus", language="en")
    with pytest.raises(SpecError, match=name):
        count_cells(corpus, vocabulary_of(corpus, 1), tmp_path, GloVe(**options))
