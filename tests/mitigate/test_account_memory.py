"""An account holds little beside the two embeddings, however many words they have."""

from __future__ import annotations

import tracemalloc

import numpy as np

from tests.mitigate.spaces import pack_space
from weatherglass.embedding.embedding import Embedding
from weatherglass.mitigate.account import account_of
from weatherglass.mitigate.methods.linear_projection import LinearProjection
from weatherglass.words import packs

WORDS, DIM = 24_000, 100
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def _spelled(number: int) -> str:
    return "z" + "".join(LETTERS[number // 26**place % 26] for place in range(4))


def test_an_account_of_many_words_makes_no_wide_copy_of_them() -> None:
    known = pack_space()
    words = [*known.words, *(_spelled(i) for i in range(WORDS - len(known)))]
    vectors = np.random.default_rng(0).normal(size=(WORDS, DIM)).astype(np.float32)
    vectors[: len(known), : known.dim] = 5 * known.vectors
    before = Embedding.from_arrays(words, vectors)
    assert len(before) == WORDS
    method = LinearProjection().fit(before, "en")
    after = method.transform(before)
    queries = packs.resolve(["weat7"], language="en")
    small = {name: space.subset(known.words) for name, space in (("before", before), ("after", after))}
    account_of(method, small["before"], small["after"], queries=queries)  # so that everything is loaded and compiled
    tracemalloc.start()
    try:
        found = account_of(method, before, after, queries=queries)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert found.words == WORDS
    assert peak < WORDS * DIM * 8  # one copy in double precision would be as much
