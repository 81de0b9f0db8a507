"""RNSB against scikit-learn and scipy called directly."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import entropy
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold

from tests.measure.measuring import measured, query_of, random_vectors, scores, skipped, space_of
from weatherglass.errors import SpecError
from weatherglass.measure.published.rnsb import rnsb


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("c", [0.1, 1.0, 10.0])
def test_as_scikit_learn_and_scipy_have_it(seed: int, c: float) -> None:
    v = random_vectors((4, 3, 6, 5), 5, seed, lean=0.6)
    a, b = (s.vectors for s in v.attributes)
    train, negative = np.concatenate([a, b]), np.repeat([0, 1], [6, 5])
    model = LogisticRegression(C=c, max_iter=10_000).fit(train, negative)
    p = model.predict_proba(np.concatenate([t.vectors for t in v.targets]))[:, 1]
    shares = p / p.sum()
    found = rnsb(v, c=c, seed=seed)
    assert found.value == pytest.approx(entropy(shares, np.full(7, 1 / 7)), rel=1e-9)
    assert np.concatenate(found.groups) == pytest.approx(7 * shares)
    assert [len(group) for group in found.groups] == [4, 3]
    right = [
        LogisticRegression(C=c, max_iter=10_000).fit(train[seen], negative[seen]).score(train[unseen], negative[unseen])
        for seen, unseen in StratifiedKFold(5, shuffle=True, random_state=seed).split(train, negative)
    ]
    assert found.extra["held_out"] == pytest.approx(np.mean(right))


def test_words_nearer_to_the_second_set_have_the_larger_share() -> None:
    rows = {
        "good": (3, 0),
        "nice": (3, 1),
        "bad": (-3, 0),
        "ill": (-3, 1),
        "up": (2, 0),
        "even": (0, 1),
        "down": (-2, 0),
    }
    query = query_of({"x": ["up", "even", "down"]}, attributes={"p": ["good", "nice"], "n": ["bad", "ill"]})
    result = measured("rnsb", space_of(rows), query)
    found = scores(result)
    assert found["up"] < found["even"] < found["down"]
    # The problem is the same when mirrored, so "even" has probability 1/2 and up and down together 1: shares 1/3 each.
    assert found["even"] == pytest.approx(1, abs=1e-3)
    assert found["up"] + found["down"] == pytest.approx(2, abs=1e-3)
    assert result.value is not None
    assert result.value == pytest.approx(sum(s * np.log(s) for s in found.values()) / 3)
    assert result.extra["held_out"] == 1


@pytest.mark.parametrize("count", [2, 5, 6, 7, 19, 31])
def test_equal_words_have_equal_shares_and_no_divergence(count: int) -> None:
    """Nor a divergence of less than nothing, as rounding would have it."""
    rows = {"good": (3, 0), "nice": (3, 1), "bad": (-3, 0), "ill": (-3, 1), **{f"w{i}": (1, 1) for i in range(count)}}
    query = query_of({"x": [f"w{i}" for i in range(count)]}, attributes={"p": ["good", "nice"], "n": ["bad", "ill"]})
    result = measured("rnsb", space_of(rows), query)
    assert result.value is not None
    assert 0 <= result.value < 1e-12
    assert list(scores(result).values()) == pytest.approx([1] * count)


def test_what_cannot_be_measured() -> None:
    rows = {word: np.random.default_rng(i).normal(size=3) for i, word in enumerate("pqrs")}
    query = query_of({"x": ["p"]}, attributes={"a": ["q", "r"], "b": ["s"]})
    assert "one word" in skipped("rnsb", space_of(rows), query)
    v = random_vectors((3, 3, 3, 3), 4, 0)
    for c in (0.0, -1.0, np.inf, np.nan):
        with pytest.raises(SpecError, match="positive number"):
            rnsb(v, c=c)


def test_large_seeds_are_fine() -> None:
    assert rnsb(random_vectors((3, 3, 3, 3), 4, 0), seed=2**40).value is not None
