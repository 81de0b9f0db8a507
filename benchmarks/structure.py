"""The structure of a space: random lists of pairs against scikit-learn's PCA, B_g against the formula word by word."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from scipy.spatial.distance import cosine
from sklearn.decomposition import PCA

from benchmarks.table import Row, against, timed
from weatherglass.embedding.embedding import Embedding
from weatherglass.structure.concepts import concepts
from weatherglass.structure.general_bias import GeneralBias, general_bias
from weatherglass.structure.space import Space
from weatherglass.structure.subspace import Subspace, subspace
from weatherglass.words.lookup import Match
from weatherglass.words.query import PairSet, Query, WordSet

WORDS, DIM = 20_000, 300
PAIRS, DRAWS = 132, 500
CONCEPTS, GROUP_PAIRS = 5_000, 8
PCA_SAMPLED, CONCEPTS_SAMPLED = 50, 200  # what the peers are timed on


def run(_folder: Path) -> list[Row]:
    rng = np.random.default_rng(0)
    vectors = rng.standard_normal((WORDS, DIM), np.float32)
    words = ["".join(chr(97 + int(c)) for c in str(i).zfill(5)) for i in rng.permutation(WORDS)]
    space = Space(Embedding.from_arrays(words, vectors, "made up"), "en", Match(case=False, spelling=False), 0, DRAWS)
    return [_subspace(space, words, vectors), _general_bias(space, words, vectors)]


def _subspace(space: Space, words: list[str], vectors: np.ndarray) -> Row:
    pairs = PairSet("pairs", tuple(((words[i],), (words[i + PAIRS],)) for i in range(PAIRS)))
    ours, found = timed(3, lambda: subspace(space, pairs))
    assert isinstance(found, Subspace)
    units = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    def theirs() -> None:
        rng = np.random.default_rng(1)
        for _ in range(PCA_SAMPLED):
            one, other = units[rng.permutation(WORDS)[: 2 * PAIRS].reshape(2, PAIRS)]
            middle = (one + other) / 2
            PCA(10).fit(np.concatenate([one - middle, other - middle]))

    peer, _ = timed(3, theirs)
    text = f"components of {PAIRS} pairs and of {DRAWS} random lists, loadings and interval; scikit-learn: the lists alone, scaled from {PCA_SAMPLED}"
    return against(text, ours, peer * DRAWS / PCA_SAMPLED, 1.0)


def _general_bias(space: Space, words: list[str], vectors: np.ndarray) -> Row:
    listed = Query(
        name="concepts",
        language="en",
        targets=(WordSet("concepts", tuple((word,) for word in words[1000 : 1000 + CONCEPTS])),),
    )
    groups = PairSet("one–other", tuple(((words[i],), (words[i + GROUP_PAIRS],)) for i in range(GROUP_PAIRS)))

    def ours() -> GeneralBias:
        found = general_bias(space, concepts(space, listed, "paired"), groups, "paired")
        assert isinstance(found, GeneralBias)
        return found

    def theirs() -> float:
        total = 0.0
        for word in vectors[1000 : 1000 + CONCEPTS_SAMPLED]:
            for i in range(GROUP_PAIRS):
                total += abs(cosine(word, vectors[i + GROUP_PAIRS]) - cosine(word, vectors[i]))
        return total / (CONCEPTS_SAMPLED * GROUP_PAIRS)

    seconds, found = timed(3, ours)
    peer, _ = timed(3, theirs)
    text = (
        f"B_g of {CONCEPTS:,} concepts and {GROUP_PAIRS} group pairs, and of {DRAWS} shuffled groups; ours with intervals and p; the formula with scipy's cosine, "
        f"scaled from {CONCEPTS_SAMPLED} concepts and one group"
    )
    return against(text, seconds, peer * CONCEPTS / CONCEPTS_SAMPLED * (1 + found.shuffled.draws), 50)
