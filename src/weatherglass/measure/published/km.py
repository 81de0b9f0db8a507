"""Implicit bias by clustering (Gonen & Goldberg 2019), as Lauscher et al. 2020 use it on a test's target words."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Floats
from weatherglass.embedding.geometry import unit
from weatherglass.errors import SpecError
from weatherglass.measure.base import NotMeasurable, Scores, measure, target_sizes, vectors_of
from weatherglass.measure.clustering import by_spelling, two_means
from weatherglass.stats.partitions import p_among_partitions
from weatherglass.stats.permutation import PValue, Test
from weatherglass.words.lookup import Vectors

LEAST_WORDS = 2  # of each set


def p_value(v: Vectors, scores: Scores, test: Test, /, **params: Any) -> PValue:
    """Among random partitions of the target words, for the clusters that were found."""
    labels, times = np.unique(scores.working["labels"], axis=0, return_counts=True)  # most runs find the same
    found, share = labels.astype(np.float64), times / times.sum()
    sizes = target_sizes(v)
    observed = float((_hits(np.repeat([1.0, 0.0], sizes)[None], found) @ share)[0])
    return p_among_partitions(lambda x: _hits(x, found) @ share, sizes, observed, test, alike=True)


def _hits(members: Floats, labels: Floats) -> Floats:
    """How many words the better of two labellings puts right: a row for each split, a column for each run."""
    words = labels.shape[1]
    agree = 2 * members @ labels.T - members.sum(axis=1, keepdims=True) - labels.sum(axis=1) + words
    hits: Floats = np.maximum(agree, words - agree)
    return hits


def of_some(
    v: Vectors, kept: list[NDArray[np.bool_]], *, runs: int, restarts: int, normalise: bool, seed: int
) -> Floats:
    """The accuracy for some of the words only, clustered anew; one run each, as there are many."""
    gram, sizes = _gram(v, normalise)
    masks = np.concatenate(kept, axis=1)
    labels = _clusters(v, gram, masks, 1, restarts, seed)[:, 0]
    same = ((labels == np.repeat([True, False], sizes)) & masks).sum(axis=1)
    words = masks.sum(axis=1)
    enough = np.minimum(*(mask.sum(axis=1) for mask in kept)) >= LEAST_WORDS
    accuracy: Floats = np.divide(np.maximum(same, words - same), words, out=np.full(len(words), np.nan), where=enough)
    return accuracy


def _clusters(
    v: Vectors, gram: Floats, kept: NDArray[np.bool_], runs: int, restarts: int, seed: int
) -> NDArray[np.bool_]:
    order = by_spelling(v)
    labels = np.empty((len(kept), runs, len(order)), bool)
    labels[..., order] = two_means(gram[np.ix_(order, order)], kept[:, order], runs, restarts, seed)
    return labels


def _gram(v: Vectors, normalise: bool) -> tuple[Floats, tuple[int, int]]:
    vectors = vectors_of(v.targets)
    shaped = unit(vectors) if normalise else vectors
    gram: Floats = shaped @ shaped.T
    return gram, target_sizes(v)


@measure(
    name="km",
    title="Clustering of the target words",
    targets=2,
    symbol="accuracy",
    unit="share",
    null=None,
    what="Clusters the target words into two groups by k-means++ and tells how well the clusters match the target sets, by the "
    "better of the two labellings.",
    formula="mean over runs of max(h, 1 − h), h the share of words whose cluster (k-means, k = 2) is that of their set",
    sign="higher: the sets are further apart",
    range="0.5 to 1; by chance the better of two labellings is right for more than half of the words, the more so the fewer they "
    "are (8+8: 0.59 on average)",
    bounds=(0.5, 1.0),
    good="nearer to chance",
    published="Arabic fastText: 0.71, 0.63, 0.56, 0.56 for tests 1, 2, 7, 8 (Lauscher et al. 2020, table 3)",
    limits="Any two topics form clusters: a high accuracy on flowers and insects is topic, not bias. Where the runs differ, there are "
    "several ways to divide the words, and the mean hides it.",
    reading="k-means tells {t1} from {t2} with accuracy {value} (between {lowest} and {highest} in {runs} runs); by chance it would be {chance} on "
    "average and at most {chance_95} in 95 % of cases",
    cite=("gonen2019", "lauscher2020", "arthur2007"),
    swapped="same",
    lengths_matter=True,
    p=p_value,
    p_from="the share of partitions of the target words into sets of the same sizes that the clusters found match as well",
    of_some=of_some,
)
def km(v: Vectors, *, runs: int = 20, restarts: int = 10, normalise: bool = False, seed: int = 0) -> Scores:
    """Mean accuracy over independent runs, each the best of `restarts`, with its spread and the level of chance."""
    if runs < 1 or restarts < 1:
        raise SpecError(f"runs={runs}, restarts={restarts}: give at least 1 of each")
    gram, sizes = _gram(v, normalise)
    words = len(gram)
    if min(sizes) < LEAST_WORDS:
        raise NotMeasurable("a target set has one word, so there are no two groups to find")
    labels = _clusters(v, gram, np.ones((1, words), bool), runs, restarts, seed)[0]
    member = np.repeat([True, False], sizes)
    same = (labels == member).sum(axis=1)
    accuracies = np.maximum(same, words - same) / words
    mean, high = _chance(labels.sum(axis=1), sizes)
    # A word's score: how often it lies in the cluster that stands for its own set.
    placed = np.where((same >= words - same)[:, None], labels == member, labels != member).mean(axis=0)
    return Scores(
        value=float(accuracies.mean()),
        groups=(placed[: sizes[0]], placed[sizes[0] :]),
        extra={
            "chance": mean,
            "chance_95": high,
            "spread": float(np.round(accuracies.std(ddof=1), 12)) if runs > 1 else None,
            "lowest": float(accuracies.min()),
            "highest": float(accuracies.max()),
        },
        working={"labels": labels},
    )


def _chance(cluster_sizes: NDArray[np.int64], sizes: tuple[int, int]) -> tuple[float, float]:
    """Mean and 95 % point of the accuracy when the words are assigned to clusters of these sizes at random."""
    from scipy.stats import hypergeom

    words = sum(sizes)
    shares: dict[float, float] = {}
    for cluster, times in zip(*np.unique(cluster_sizes, return_counts=True), strict=True):
        together = np.arange(max(0, cluster - sizes[1]), min(cluster, sizes[0]) + 1)
        same = 2 * together + sizes[1] - cluster
        for accuracy, p in zip(
            np.maximum(same, words - same) / words, hypergeom.pmf(together, words, sizes[0], cluster), strict=True
        ):
            shares[float(accuracy)] = shares.get(float(accuracy), 0.0) + float(p) * int(times) / len(cluster_sizes)
    ordered = sorted(shares)
    below = np.cumsum([shares[accuracy] for accuracy in ordered])
    return float(sum(a * p for a, p in shares.items())), ordered[int(np.searchsorted(below, 0.95 - 1e-12))]
