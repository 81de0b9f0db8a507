"""Double-hard mitigation (Wang et al. 2020): a direction of frequency taken off before hard mitigation."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from weatherglass.arrays import Bools, Floats, Indices
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.geometry import products
from weatherglass.errors import SpecError
from weatherglass.measure.published.gonen_goldberg import accuracy_of_clusters
from weatherglass.mitigate.base import Fitted, Method, method
from weatherglass.mitigate.equalising import equalised
from weatherglass.mitigate.roles import Cast, Inflected, as_found, directions_of_pairs
from weatherglass.mitigate.steps import Remove, Replace, Shift, Step, ToUnit, Who, carried_out
from weatherglass.words.lookup import FoundPairs
from weatherglass.words.vocabulary import is_ordinary

LEAST = 50


@method(
    name="double-hard",
    title="Double-hard mitigation",
    what="Centres all words and takes the one of their first principal components off without which hard mitigation leaves the words most biased before least "
    "clustered; then hard mitigation.",
    treats="the component: all words; then as in hard mitigation",
    lengths="every row gets length one",
    published="GloVe: the words most biased before cluster far less by side than after hard mitigation, and tests of analogies and "
    "similarity hardly change (Wang et al. 2020)",
    limits="The component is chosen by the very clustering that then looks better, on words whose sides the direction gave; the account therefore looks at others too. "
    "Hides directions, as hard mitigation does.",
    cite=("wang2020",),
)
@dataclass(kw_only=True)
class DoubleHard(Method):
    """`candidates`: principal components that are tried, the largest first. `most`: words of each side that are clustered. Others as in hard."""

    components: int = 1
    candidates: int = 20
    most: int = 500
    inflected: Inflected = "protect"
    seed: int = 0

    def check(self) -> None:
        super().check()
        if self.candidates < 1 or self.most < LEAST:
            raise SpecError(
                f"candidates={self.candidates}, most={self.most}: give at least 1 candidate and {LEAST} words of each side"
            )

    def _fitted(self, cast: Cast) -> Fitted:
        pairs = cast.pairs()
        used = frozenset((*pairs.one.rows, *pairs.other.rows))
        sets = cast.equality_sets(self.inflected)
        made_equal = {cast.embedding.words[row] for rows in sets for row in rows}
        treated = cast.treated(self.inflected, used | made_equal)
        mean, axes = _principal(cast.embedding, self.candidates)
        rows, sides = self._most_biased(cast, cast.leaning(pairs), treated)
        words = [cast.embedding.words[row] for row in rows]
        tried = []
        for axis in axes:
            before: tuple[Step, ...] = (ToUnit(), Shift(mean), Remove(axis[None], to_unit=True))
            along = _directions(cast, before, pairs, self.components)
            new = carried_out((*before, Remove(along, treated, to_unit=True)), words, cast.embedding.vectors[rows])
            tried.append(accuracy_of_clusters(new, sides, self.seed))
        best = int(np.argmin(tried))
        before = (ToUnit(), Shift(mean), Remove(axes[best][None], to_unit=True))
        directions = _directions(cast, before, pairs, self.components)
        there = cast.embedding.with_vectors(carried_out(before, cast.embedding.words, cast.embedding.vectors), {})
        moved, done, told = equalised(there, sets, directions)
        return Fitted(
            steps=(*before, Remove(directions, treated, to_unit=True), Replace(moved)),
            directions=directions,
            pairs=as_found(pairs),
            used=used | frozenset(moved),
            treated=treated,
            equalised=done,
            facts={
                "pairs": list(pairs.labels),
                "equalised": len(done),
                "component": best + 1,
                "clusters_by_component": tried,
                "clustered": len(rows),
            },
            notices=(*cast.notices, *told),
        )

    def _most_biased(self, cast: Cast, lean: Floats, treated: Who) -> tuple[Indices, Bools]:
        """Rows of the treated words that lean most to either side, and which side."""
        able = np.array([i for i, w in enumerate(cast.embedding.words) if is_ordinary(w) and treated(w)], np.int64)
        order = able[np.argsort(-lean[able], kind="stable")]
        most = min(self.most, len(order) // 2)
        if most < LEAST:
            raise SpecError(
                f"{len(order)} ordinary words of {cast.embedding.name} are treated; at least {2 * LEAST} are needed"
            )
        return np.concatenate([order[:most], order[::-1][:most]]), np.repeat([True, False], most)


def _principal(embedding: Embedding, candidates: int) -> tuple[Floats, Floats]:
    """The mean of the words at length one, and their first principal components about it."""
    mean = carried_out((ToUnit(),), embedding.words, embedding.vectors).mean(axis=0, dtype=np.float64)
    _, axes = np.linalg.eigh(products(embedding.vectors) / len(embedding) - np.outer(mean, mean))
    return mean, axes[:, ::-1].T[:candidates]


def _directions(cast: Cast, before: tuple[Step, ...], pairs: FoundPairs, k: int) -> Floats:
    """Those of the pairs after the first steps."""
    rows = [cast.embedding.index[row] for side in (pairs.one, pairs.other) for row in side.rows]
    words = [cast.embedding.words[row] for row in rows]
    new = carried_out(before, words, cast.embedding.vectors[rows]).astype(np.float64)
    n = len(pairs.labels)
    return directions_of_pairs(new[:n] - new[n:], k)
