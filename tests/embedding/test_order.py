"""Whether the order of rows tells frequency."""

from __future__ import annotations

import numpy as np
import pytest

from tests.spaces import composed_space, random_space
from weatherglass.embedding.order import frequency_known


def test_rows_by_the_alphabet_do_not_tell_frequency() -> None:
    words = [f"w{i:04}" for i in range(300)]
    assert not frequency_known(random_space(*words))
    shuffled = [words[i] for i in np.random.default_rng(1).permutation(300)]
    assert frequency_known(random_space(*shuffled))
    assert frequency_known(random_space(*words[:50]))  # too few to tell, so it is believed


def test_words_that_occur_equally_often_may_stand_by_the_alphabet() -> None:
    words = [f"w{i:04}" for i in range(9_000)]
    first = [words.pop(i) for i in np.random.default_rng(2).permutation(8_000)[:1000] if i < len(words)]
    assert frequency_known(random_space(*first, *words))


@pytest.mark.parametrize("first", [["the"], ["the", "of", "and"]])
def test_a_few_words_before_the_alphabet_and_composed_ones_after_it_change_nothing(first: list[str]) -> None:
    letters = np.random.default_rng(3).integers(97, 123, size=(300, 9)).astype(np.uint8)
    words = sorted(bytes(word).decode() for word in letters)
    words = [*first, *(word.capitalize() if i % 3 else word for i, word in enumerate(words)), "composed"]
    assert not frequency_known(composed_space(random_space(*words), ["composed"]))
