"""The supervised twin of clustering: can a classifier tell the target sets apart? (after Gonen & Goldberg 2019)"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Floats
from weatherglass.errors import SpecError
from weatherglass.measure.base import NotMeasurable, Scores, measure, vectors_of
from weatherglass.measure.clustering import by_spelling
from weatherglass.stats.permutation import PValue, Test, p_from_counts, smallest_p
from weatherglass.words.lookup import Vectors


def p_value(v: Vectors, scores: Scores, test: Test, /, **params: Any) -> PValue | None:
    """Labels shuffled, the classifier trained anew each time."""
    if not params["permutations"]:
        return None
    vectors, member = _words(v)
    rng = np.random.default_rng(params["seed"])
    here = round(float(scores.value or 0.0), 9)
    found = [
        round(float(_right(vectors, rng.permutation(member), params["folds"], params["seed"]).mean()), 9)
        for _ in range(params["permutations"])
    ]
    above, below = sum(value > here for value in found), sum(value < here for value in found)
    floor = smallest_p(int(member.sum()), int((~member).sum()), test, alike=True)
    return p_from_counts(above, below, len(found), test, sampled=True, floor=floor)


def _words(v: Vectors) -> tuple[Floats, NDArray[np.bool_]]:
    """Vectors of the target words in the order of their spelling, and whether they belong to the first set."""
    vectors = vectors_of(v.targets)
    member = np.repeat([True, False], [len(target.words) for target in v.targets])
    order = by_spelling(v)
    return vectors[order], member[order]


def _right(vectors: Floats, member: NDArray[np.bool_], folds: int, seed: int) -> NDArray[np.bool_]:
    """Which words are told right by a classifier that has not seen them."""
    from sklearn.model_selection import StratifiedKFold
    from sklearn.svm import SVC

    right = np.zeros(len(member), bool)
    parts = min(folds, int(member.sum()), int((~member).sum()))
    for train, held_out in StratifiedKFold(parts, shuffle=True, random_state=seed % 2**32).split(vectors, member):
        classifier = SVC(kernel="rbf", gamma="scale", C=1.0).fit(vectors[train], member[train])
        right[held_out] = classifier.predict(vectors[held_out]) == member[held_out]
    return right


@measure(
    name="svm",
    title="Classification of the target words",
    targets=2,
    symbol="accuracy",
    unit="share",
    null=None,
    what="Trains a support vector machine (RBF kernel) to tell the target sets apart and scores it on words it has not seen, by "
    "cross-validation.",
    formula="share of words that an SVM (RBF), trained on the other folds, puts into their own set",
    sign="higher: the sets can be told apart better; a word's score is 1 if it was told right",
    range="0 to 1; always guessing the larger set gives its share",
    bounds=(0.0, 1.0),
    good="nearer to the share of the larger set",
    published="88.9 % and 96.5 % after debiasing by two methods, on 4,000 held-out words (Gonen & Goldberg 2019; see gonen-goldberg)",
    limits="Sets about two topics can be told apart for that reason alone. With few words the accuracy moves in large steps, and it can "
    "fall below chance.",
    reading="a classifier tells {t1} from {t2} with accuracy {value} on words it has not seen; always guessing the larger set gives {chance}",
    cite=("gonen2019",),
    swapped="same",
    lengths_matter=True,
    p=p_value,
    p_from="the share of shufflings of the labels that a classifier trained anew tells as well",
    resampled=False,
)
def svm(v: Vectors, *, folds: int = 5, permutations: int = 200, seed: int = 0) -> Scores:
    """Cross-validated accuracy of an RBF-SVM; p from `permutations` of the labels (0: none)."""
    if folds < 2 or permutations < 0:
        raise SpecError(
            f"folds={folds}, permutations={permutations}: give at least 2 folds, and 0 or more permutations"
        )
    vectors, member = _words(v)
    if min(member.sum(), (~member).sum()) < 2:
        raise NotMeasurable("a target set has one word, so none is left to train on")
    right = _right(vectors, member, folds, seed)
    largest = max(int(member.sum()), int((~member).sum())) / len(member)
    placed = np.empty(len(right))
    placed[by_spelling(v)] = right
    groups = tuple(np.split(placed, [len(v.targets[0].words)]))
    return Scores(value=float(right.mean()), groups=groups, extra={"chance": largest, "words": len(member)})
