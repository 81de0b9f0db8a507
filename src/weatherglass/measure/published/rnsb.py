"""Relative negative sentiment bias (Sweeney & Najafian 2019)."""

from __future__ import annotations

import math

import numpy as np

from weatherglass.errors import SpecError
from weatherglass.measure.base import Arity, NotMeasurable, Scores, by_set, measure, vectors_of
from weatherglass.words.lookup import Vectors


@measure(
    name="rnsb",
    title="Relative negative sentiment bias",
    targets=Arity(1, None),
    attributes=2,
    symbol="KL",
    unit="divergence",
    null=0.0,
    what="Trains a logistic regression to tell attribute set 1 (positive) from set 2 (negative), takes the target words' probabilities of being "
    "negative as shares of their sum, and gives their Kullback–Leibler divergence from equal shares.",
    formula="KL(P ‖ uniform) = Σ P(w) ln(n P(w)), P(w) the word’s share of all n words’ probabilities of being negative",
    sign="0: all target words are equally negative; a word's score is its share times the number of words, 1 being even",
    range="0 and more, in nats",
    good="nearer to 0",
    published="Sweeney & Najafian 2019 compare embeddings by it; their word lists are not those of the packs",
    limits="It rests on a classifier trained on few words; how well that tells held-out attribute words apart stands beside the value. "
    "It does not tell which words carry the divergence: see their scores. WEFE trains on a random four fifths of the attribute words; here "
    "all of them are used, so the values differ.",
    reading="the target words' shares of the probability of being {a2} diverge from equal shares by {value} nats; the classifier tells {held_out} of "
    "held-out attribute words right",
    cite=("sweeney2019",),
    swapped="same",
    lengths_matter=True,
    resampled=False,
)
def rnsb(v: Vectors, *, c: float = 1.0, seed: int = 0) -> Scores:
    """KL(P ‖ uniform), P the target words' shares of negative probability; `c` is the inverse strength of the penalty."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import StratifiedKFold, cross_val_score

    if not 0 < c < math.inf:
        raise SpecError(f"c={c!r}: give a positive number; 1 is usual")
    positive, negative = v.attributes
    if min(len(positive.words), len(negative.words)) < 2:
        raise NotMeasurable("an attribute set has one word, so no classifier can be checked on words it has not seen")
    train = np.concatenate([positive.vectors, negative.vectors])
    labels = np.repeat([0, 1], [len(positive.words), len(negative.words)])
    classifier = LogisticRegression(C=c, max_iter=10_000)
    folds = StratifiedKFold(min(5, *np.bincount(labels)), shuffle=True, random_state=seed % 2**32)
    held_out = float(cross_val_score(classifier, train, labels, cv=folds).mean())
    targets = vectors_of(v.targets)
    probabilities = classifier.fit(train, labels).predict_proba(targets)[:, 1]
    shares = probabilities / probabilities.sum() * len(probabilities)
    groups = by_set(shares, v.targets)
    value = float((shares * np.log(np.maximum(shares, 1e-300))).mean())
    return Scores(value=max(value, 0.0), groups=groups, extra={"held_out": held_out})
