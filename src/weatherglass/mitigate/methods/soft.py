"""Soft mitigation: keep all inner products, but those of neutral words with the directions (Bolukbasi et al. 2016)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from weatherglass.arrays import Floats
from weatherglass.embedding.geometry import products
from weatherglass.errors import Notice, SpecError
from weatherglass.measure.base_pairs import differences
from weatherglass.mitigate.base import Fitted, Method, method
from weatherglass.mitigate.methods.linear_projection import everyone
from weatherglass.mitigate.roles import Cast, Inflected, as_found, directions_of_pairs
from weatherglass.mitigate.soft_objective import optimum
from weatherglass.mitigate.steps import Multiply, ToUnit

_NOTHING_DONE = 0.01  # share of the neutral words' part along the directions: a smaller change is no mitigation


@method(
    name="soft",
    title="Soft mitigation",
    what="Finds the linear map that changes the inner products of all words as little as possible while those of neutral words with the "
    "directions of the pairs become small; λ says how much the second counts.",
    treats="all words, by one linear map",
    lengths="every row gets length one, before and after",
    published="with λ = 0.2 fewer stereotypical analogies were removed than by hard mitigation (Bolukbasi et al. 2016)",
    limits="Weakens directions instead of removing them, for all words at once: what is gendered by definition is weakened too. Summed over words, as the "
    "paper prints it, λ = 0.2 does next to nothing to a large vocabulary, whose inner products outnumber everything else; means are weighed here.",
    cite=("bolukbasi2016",),
)
@dataclass(kw_only=True)
class Soft(Method):
    """`lam`: λ. `sums`: weigh sums of squares, as printed, instead of means. `components`, `inflected`: as in hard."""

    lam: float = 0.2
    components: int = 1
    sums: bool = False
    inflected: Inflected = "protect"

    def check(self) -> None:
        super().check()
        if not 0 <= self.lam < np.inf:
            raise SpecError(f"lam={self.lam}: give a weight of 0 or more; 0.2 is usual")

    def _fitted(self, cast: Cast) -> Fitted:
        pairs = cast.pairs()
        directions = directions_of_pairs(differences(pairs), self.components)
        used = frozenset((*pairs.one.rows, *pairs.other.rows))
        neutral = cast.neutral_rows(cast.treated(self.inflected, used))
        if not neutral.any():
            raise SpecError(
                f"no word of {cast.embedding.name} is neutral, so that nothing could be weakened; give neutral words"
            )
        of_all, of_neutral = products(cast.embedding.vectors), products(cast.embedding.vectors, neutral)
        n, m = len(neutral), int(neutral.sum())
        weight = self.lam if self.sums else self.lam * n * n / (m * self.components)
        found = optimum(of_all, of_neutral, directions, weight)
        left = _along(of_neutral, directions, found.transformation)
        notices = list(cast.notices)
        if self.lam > 0 and left > 1 - _NOTHING_DONE:
            notices.append(
                Notice(
                    "little-done",
                    f"λ = {self.lam:g} leaves {left:.1%} of what neutral words have of the directions; give a larger one, or means instead of sums.",
                )
            )
        if not found.steady:
            text = f"The optimum for λ = {self.lam:g} was not reached; give a smaller one, or more neutral words."
            notices.append(Notice("not-steady", text))
        return Fitted(
            steps=(Multiply(found.transformation), ToUnit()),
            directions=directions,
            pairs=as_found(pairs),
            used=used,
            treated=everyone,
            facts={
                "pairs": list(pairs.labels),
                "neutral_words": m,
                "objective": [found.objective[0], found.objective[-1]],
                "left_along_the_directions": left,
            },
            notices=tuple(notices),
        )


def _along(of_neutral: Floats, directions: Floats, transformation: Floats) -> float:
    """The root mean square of the neutral words' inner products with the directions, as a share of what it was."""
    new = transformation @ transformation @ directions.T
    before, after = np.sum(directions.T * (of_neutral @ directions.T)), np.sum(new * (of_neutral @ new))
    return float(np.sqrt(after / before)) if before > 0 else 0.0
