"""The classifier against scikit-learn called directly."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.svm import SVC

from tests.measure.measuring import found_set, measured, query_of, random_vectors, scores, skipped, space_of
from weatherglass.errors import SpecError
from weatherglass.measure.published.svm import p_value, svm
from weatherglass.stats.permutation import Test
from weatherglass.words.lookup import Vectors


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("sizes", "folds"), [((8, 6), 5), ((3, 9), 3), ((2, 2), 2)])
def test_as_scikit_learn_has_it(seed: int, sizes: tuple[int, int], folds: int) -> None:
    v = random_vectors(sizes, 5, seed, lean=0.8)
    # x0, x1, … sort before y0, y1, … only in the other order, so here the second set comes first.
    v = Vectors(targets=(found_set("b", v.targets[0].vectors), found_set("a", v.targets[1].vectors)))
    vectors = np.concatenate([v.targets[1].vectors, v.targets[0].vectors])
    member = np.repeat([False, True], sizes[::-1])
    parts = StratifiedKFold(folds, shuffle=True, random_state=seed)
    right = cross_val_predict(SVC(kernel="rbf", gamma="scale", C=1.0), vectors, member, cv=parts) == member
    found = svm(v, seed=seed, permutations=0)
    assert found.value == pytest.approx(right.mean())
    assert np.concatenate(found.groups).tolist() == np.concatenate([right[member], right[~member]]).tolist()
    assert found.extra == {"chance": max(sizes) / sum(sizes), "words": sum(sizes)}


def test_sets_far_apart_are_told_right_and_p_is_as_small_as_shuffling_allows() -> None:
    v = random_vectors((8, 8), 6, 0, lean=6.0)
    found = svm(v, permutations=99)
    assert found.value == 1
    p = p_value(v, found, Test(), folds=5, permutations=99, seed=0)
    assert p is not None
    assert (p.method, p.partitions) == ("sampled", 99)
    assert p.estimate == pytest.approx(1 / 100)
    assert p.floor == pytest.approx(1 / 100)


def test_p_by_shuffling_labels_in_plain_scikit_learn() -> None:
    v = random_vectors((6, 5), 4, 1, lean=0.5)
    found = svm(v, permutations=30)
    vectors = np.concatenate([t.vectors for t in v.targets])
    member = np.repeat([True, False], [6, 5])
    rng = np.random.default_rng(0)
    values = []
    for _ in range(30):
        shuffled = rng.permutation(member)
        parts = StratifiedKFold(5, shuffle=True, random_state=0)
        values.append((cross_val_predict(SVC(), vectors, shuffled, cv=parts) == shuffled).mean())
    p = p_value(v, found, Test(), folds=5, permutations=30, seed=0)
    assert found.value is not None
    assert p is not None
    assert p.estimate == pytest.approx((np.count_nonzero(np.array(values) >= found.value - 1e-9) + 1) / 31)


@pytest.mark.parametrize("seed", range(5))
def test_exchanging_the_sets_tells_the_same_words_right(seed: int) -> None:
    v = random_vectors((6, 5), 4, seed, lean=0.3)
    one, other = svm(v), svm(replace(v, targets=v.targets[::-1]))
    assert one.value == other.value
    assert [g.tolist() for g in one.groups] == [g.tolist() for g in other.groups[::-1]]


def test_scores_stay_with_their_words() -> None:
    """z is the odd one out, so no classifier that has not seen it tells it right."""
    rows = (
        {f"p{i}": (10 + i / 10, 1) for i in range(4)} | {f"q{i}": (-10 - i / 10, 1) for i in range(4)} | {"z": (-11, 1)}
    )
    query = query_of({"x": ["z", "p0", "p1", "p2", "p3"], "y": [f"q{i}" for i in range(4)]})
    result = measured("svm", space_of(rows), query, params={"permutations": 0})
    assert scores(result) == {word: float(word != "z") for word in rows}
    assert result.p is None
    assert result.adjusted is None
    assert result.value == pytest.approx(8 / 9)


def test_what_cannot_be_measured() -> None:
    rows = {word: np.random.default_rng(i).normal(size=3) for i, word in enumerate("pqr")}
    assert "one word" in skipped("svm", space_of(rows), query_of({"x": ["p"], "y": ["q", "r"]}))
    for wrong in ({"folds": 1}, {"permutations": -1}):
        with pytest.raises(SpecError, match="give at least 2 folds"):
            measured("svm", space_of(rows), query_of({"x": ["p"], "y": ["q", "r"]}), params=wrong)


def test_large_seeds_are_fine() -> None:
    """numpy takes any positive seed, scikit-learn only those below 2³²."""
    v = random_vectors((4, 4), 4, 0)
    assert svm(v, seed=2**32 + 1, permutations=0).value is not None
