"""What can be told of a text without any vectors: logistic regression on which words it has, rare ones counting more."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from threadpoolctl import threadpool_limits

from weatherglass.arrays import Floats
from weatherglass.downstream.text_parts import Prepared


def probabilities(prepared: Prepared, longest: int) -> tuple[Floats, Floats]:
    """Of the class looked for, of the validation and the test texts; words that no training text has count nothing."""
    from sklearn.feature_extraction.text import TfidfTransformer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    counts = {name: _counts(part.words, longest, prepared.seen) for name, part in prepared.parts.items()}
    model = make_pipeline(TfidfTransformer(sublinear_tf=True), LogisticRegression(max_iter=1000))
    with threadpool_limits(1):
        model.fit(counts["train"], prepared.parts["train"].labels)
        validation, test = (model.predict_proba(counts[name])[:, 1] for name in ("validation", "test"))
    return validation, test


def _counts(texts: Sequence[NDArray[np.int64]], longest: int, seen: NDArray[np.bool_]) -> csr_array:
    """How often each text has each word, a row per text."""
    read = [words[:longest][seen[words[:longest]]] for words in texts]
    columns = np.concatenate(read) if read else np.empty(0, np.int64)
    starts = np.concatenate([[0], np.cumsum([len(words) for words in read])])
    found = csr_array((np.ones(len(columns)), columns, starts), shape=(len(read), len(seen)))
    found.sum_duplicates()
    return found
