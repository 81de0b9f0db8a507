"""Sentence similarity: does the mean of a sentence's word vectors say how similar two sentences are (STS)?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Floats
from weatherglass.files.plain import fields_of
from weatherglass.measure.association import without_noise
from weatherglass.quality.accuracy import Missing, Rows
from weatherglass.quality.questions import ScoredPairs
from weatherglass.quality.word_similarity import why_no_correlation
from weatherglass.stats.effects import correlation
from weatherglass.stats.intervals import Interval, fisher


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceSimilarity:
    """Pearson's r between cosines and scores over the covered pairs; None with the `reason` where there is none.

    Covered is a pair if both sentences have a known word. `words_found` of `words`: as they stand in all sentences, repetitions
    included.
    """

    name: str
    asked: int
    covered: int
    words: int
    words_found: int
    pearson: float | None
    interval: Interval | None
    missing: Missing
    reason: str = ""

    @property
    def share_covered(self) -> float:
        return self.covered / self.asked

    @property
    def share_of_words(self) -> float:
        return self.words_found / self.words if self.words else 0.0

    def to_dict(self) -> dict[str, Any]:
        shares = ("share_covered", "share_of_words")
        return fields_of(self) | {name: getattr(self, name) for name in shares}


def sentence_similarity(rows: Rows, asked: ScoredPairs, *, level: float = 0.95) -> SentenceSimilarity:
    """A sentence is the mean of the vectors of its known words, as they are; a pair's score is the cosine of the two.

    Vectors keep their lengths, as in AraWEAT (Lauscher et al. 2020) and the baseline of SemEval 2017 (Cer et al. 2017). Words are
    what the language's cleaning makes of the text. Pairs in which a sentence has no known word are left out.
    """
    import polars as pl

    from weatherglass.language.cleaning import chosen, clean

    texts = [text for one, other, _ in asked.pairs for text in (one, other)]
    tokens, counts = clean(pl.Series(texts, dtype=pl.String), chosen(rows.finder.language))
    numbers = np.array([rows((word,)) for word in tokens], np.int64)
    of_text = np.repeat(np.arange(len(texts)), counts)
    sums = _sums(rows.finder.embedding.vectors, numbers[numbers >= 0], of_text[numbers >= 0], len(texts))
    lengths = np.linalg.norm(sums, axis=1)
    covered = (lengths > 0).reshape(-1, 2).all(axis=1)
    one, other = (sums[i::2][covered] / lengths[i::2][covered][:, np.newaxis] for i in (0, 1))
    scores = np.array([score for *_, score in asked.pairs])[covered]
    value = correlation(without_noise(np.einsum("ij,ij->i", one, other)), scores)
    return SentenceSimilarity(
        name=asked.name,
        asked=len(asked.pairs),
        covered=int(covered.sum()),
        words=len(tokens),
        words_found=int(np.count_nonzero(numbers >= 0)),
        pearson=value,
        interval=None if value is None else fisher(value, int(covered.sum()), level),
        missing=rows.missing((word,) for word in tokens),
        reason="" if value is not None else why_no_correlation(int(covered.sum()), scores, "sentences with words"),
    )


def _sums(vectors: NDArray[np.floating], rows: NDArray[np.int64], of_text: NDArray[np.int64], texts: int) -> Floats:
    """Of each text's vectors; they have the direction of the mean. A text's words stand one after the other."""
    sums = np.zeros((texts, vectors.shape[1]))
    for start in range(0, len(rows), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        np.add.at(sums, of_text[part], vectors[rows[part]].astype(np.float64))
    return sums


_AT_ONCE = 20_000  # words at a time
