"""What a direction leaves behind: clusters, a classifier and neighbours (Gonen & Goldberg 2019)."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Bools, Floats, Indices
from weatherglass.embedding.geometry import unit
from weatherglass.errors import SpecError
from weatherglass.measure import base_pairs
from weatherglass.measure.base import Arity, NotMeasurable, Scores, measure
from weatherglass.stats.effects import correlation
from weatherglass.words.lookup import Vectors


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """How well sides are told among words: by two clusters of the most biased ones, and by a classifier on words it has not seen."""

    clusters: float
    classifier: float
    clustered: int
    trained: int
    tested: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Traces:
    """How well the side that words had in the original space is still seen in a space.

    `clusters`: accuracy of k-means over the most biased words. `classifier`: accuracy of an SVM on words it has not
    seen. `neighbours`: correlation, over the professions, of the share of neighbours from the first side with the bias.
    """

    clusters: float
    classifier: float
    neighbours: float | None
    clustered: int
    trained: int
    tested: int


def traces(words: Floats, bias: Floats, professions: Floats, their_bias: Floats, settings: dict[str, int]) -> Traces:
    """Look for the sides in `words` and `professions`, vectors of any space; the biases are those of the original one.

    After a mitigation the vectors are the new ones and the biases the old ones: what is found then was only hidden.
    """
    told = sides_told(words, bias, settings)
    return Traces(**asdict(told), neighbours=by_neighbours(words, bias, professions, their_bias, settings["k"]))


def sides_told(words: Floats, bias: Floats, settings: dict[str, int]) -> Told:
    """By clusters and by a classifier; words that are not in the pool of the most biased ones do not matter."""
    from sklearn.svm import SVC

    most, pool, train, seed = (settings[key] for key in ("most", "pool", "train", "seed"))
    order = np.argsort(bias, kind="stable")
    half = pool // 2
    clustered = np.concatenate([order[-most:], order[:most]])
    rng = np.random.default_rng(seed)
    sides = [rng.permutation(order[-half:]), rng.permutation(order[:half])]
    seen = np.concatenate([side[: train // 2] for side in sides])
    unseen = np.concatenate([side[train // 2 :] for side in sides])
    classifier = SVC(kernel="rbf", gamma="scale").fit(words[seen], bias[seen] > 0)
    right = classifier.predict(words[unseen]) == (bias[unseen] > 0)
    return Told(
        clusters=accuracy_of_clusters(words[clustered], np.repeat([True, False], most), seed),
        classifier=float(right.mean()),
        clustered=len(clustered),
        trained=len(seen),
        tested=len(unseen),
    )


def accuracy_of_clusters(vectors: NDArray[np.floating], first: Bools, seed: int) -> float:
    """How well two clusters match two sides, the better way round; `first`: which words are of the first side."""
    from sklearn.cluster import KMeans
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1):  # so few words take longer in several threads, and very long on a busy machine
        same = float(np.mean((KMeans(2, n_init=10, random_state=seed % 2**32).fit_predict(vectors) == 1) == first))
    return max(same, 1 - same)


def by_neighbours(
    words: NDArray[np.floating],
    bias: Floats,
    professions: NDArray[np.floating],
    their_bias: Floats,
    k: int,
    among: Indices | None = None,
) -> float | None:
    """The correlation of the share of neighbours from the first side with the bias; `among`: the rows of `words` that have the biases."""
    from weatherglass.embedding.neighbours import nearest

    # A profession that is a neutral word too is its own nearest neighbour; one more is taken and it is left out.
    near = nearest(professions, words, k + 1, among=among)
    first = words[near[:, 0] if among is None else among[near[:, 0]]]
    same = np.einsum("ij,ij->i", unit(professions), unit(first)) > 1 - base_pairs.NO_SIDE
    kept = np.where(same[:, None], near[:, 1:], near[:, :-1])
    return correlation((bias[kept] > 0).mean(axis=1), their_bias)


@measure(
    name="gonen-goldberg",
    title="Traces of a direction among neutral words",
    targets=Arity(1, 1),
    pairs=True,
    neutral=True,
    symbol="accuracy",
    unit="share",
    null=None,
    what="Takes the neutral words that lean most to either side of the base pairs and tells how well k-means clusters, and a classifier on "
    "words it has not seen, recover the sides; and how the share of neighbours from the first side correlates with the lean of the target words.",
    formula="max(h, 1 − h), h the share of words whose cluster (k-means, k = 2) is that of their side",
    sign="higher: the sides are seen more clearly",
    range="0.5 to 1 for the clusters, 0 to 1 for the classifier, −1 to 1 for the correlation",
    bounds=(0.5, 1.0),
    good="nearer to 0.5 for clusters and classifier, nearer to 0 for the correlation",
    published="Google News word2vec, 500 + 500 words: clusters 99.9 % before and 92.5 % after hard debiasing; classifier 88.9 % after; correlation "
    "0.741 before and 0.686 after (Gonen & Goldberg 2019)",
    limits="The words were chosen by the very direction that is looked for, so high figures before a mitigation are no news; what matters is "
    "what is left after it, with the sides of the original space.",
    reading="clusters of the {clustered} most leaning neutral words match the sides of the base pairs with accuracy {value}; a classifier tells "
    "{classifier} of unseen words right; over {t1} the share of neighbours from the first side correlates with their lean at {neighbours}",
    cite=("gonen2019",),
    lengths_matter=True,
    resampled=False,
)
def gonen_goldberg(
    v: Vectors, *, most: int = 500, pool: int = 5000, train: int = 1000, k: int = 100, seed: int = 0
) -> Scores:
    """Gonen & Goldberg's three looks at one space; `most` words of each side, `train` of the `pool` most biased."""
    if min(most, k) < 1 or not 1 <= train // 2 < pool // 2:
        raise SpecError(
            f"most={most}, pool={pool}, train={train}, k={k}: give positive numbers, and train below pool by two or more"
        )
    assert v.neutral is not None
    words = v.neutral.vectors
    if len(words) < max(2 * most, pool, k + 1):
        raise NotMeasurable(
            f"{len(words):,} neutral words, but {max(2 * most, pool, k + 1):,} are needed; give more, or a smaller most, pool or k"
        )
    pairs = base_pairs.pairs_of(v)
    bias = base_pairs.direct_bias(words, pairs).mean(axis=0)
    fewest = min(np.count_nonzero(bias > 0), np.count_nonzero(bias < 0))
    if fewest < max(most, pool // 2):
        raise NotMeasurable(
            f"{fewest:,} neutral words lean to one side of the base pairs, but {max(most, pool // 2):,} are needed; give more, or a "
            "smaller most or pool"
        )
    (target,) = v.targets
    lean = base_pairs.direct_bias(target.vectors, pairs).mean(axis=0)
    settings = {"most": most, "pool": pool, "train": train, "k": k, "seed": seed}
    found = traces(words, bias, target.vectors, lean, settings)
    return Scores(
        value=found.clusters,
        groups=(lean,),
        extra={
            "classifier": found.classifier,
            "neighbours": found.neighbours,
            "clustered": found.clustered,
            "trained": found.trained,
            "tested": found.tested,
            "pairs": list(pairs.labels),
            "neutral_words": len(words),
        },
    )
