"""The words a model is trained on: those of a corpus, or of a view of it, that occur often enough."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from weatherglass.corpus.corpus import Corpus, Numbers, Tokens
from weatherglass.errors import SpecError


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """Words, most frequent first, and how often each occurs; `row_of` gives a corpus's word its row here, or -1."""

    words: tuple[str, ...]
    counts: Numbers
    row_of: Tokens

    @property
    def running_words(self) -> int:
        return int(self.counts.sum())


def vocabulary_of(corpus: Corpus, min_count: int) -> Vocabulary:
    """The view's words that occur at least `min_count` times in it; equally frequent ones in the corpus's order."""
    counts = corpus.word_counts()
    numbers = np.argsort(-counts, kind="stable")
    numbers = numbers[counts[numbers] >= min_count]
    if len(numbers) < 2:
        most = int(counts.max()) if len(counts) else 0
        raise SpecError(
            f"{corpus.name}: fewer than two words occur at least {min_count:,} times (the most frequent one occurs "
            f"{most:,} times); give a lower minimum count or a larger corpus"
        )
    row_of = np.full(len(counts), -1, np.int32)
    row_of[numbers] = np.arange(len(numbers))
    return Vocabulary(tuple(corpus.words[i] for i in numbers), counts[numbers], row_of)
