"""Logistic regression on counted words, without vectors."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression

from tests.labelled import labelled
from weatherglass.downstream.counted_words import probabilities
from weatherglass.downstream.text_parts import prepare


def test_it_is_what_scikit_learn_makes_of_the_words() -> None:
    prepared = prepare(labelled(400), "en")
    joined: dict[str, list[str]] = {
        name: [" ".join(prepared.vocabulary[word] for word in words) for words in part.words]
        for name, part in prepared.parts.items()
    }
    counting = TfidfVectorizer(sublinear_tf=True, token_pattern=r"\S+", lowercase=False)
    model = LogisticRegression(max_iter=1000).fit(
        counting.fit_transform(joined["train"]), prepared.parts["train"].labels
    )
    for found, name in zip(probabilities(prepared, 1000), ("validation", "test"), strict=True):
        expected = model.predict_proba(counting.transform(joined[name]))[:, 1]
        assert found == pytest.approx(expected, abs=1e-3)


def test_words_decide_where_one_tells_the_class() -> None:
    prepared = prepare(labelled(400), "en")
    _, test = probabilities(prepared, 1000)
    assert ((test > 0.5) == prepared.parts["test"].labels).mean() > 0.9


def test_only_so_many_words_are_read() -> None:
    prepared = prepare(labelled(400), "en")
    _, whole = probabilities(prepared, 1000)
    _, cut = probabilities(prepared, 1)
    assert not np.allclose(whole, cut)
