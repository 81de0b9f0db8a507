"""Linear projection (Dev & Phillips 2019): one direction taken from every word."""

from __future__ import annotations

from dataclasses import dataclass

from weatherglass.measure.base_pairs import differences
from weatherglass.mitigate.base import Fitted, Method, method
from weatherglass.mitigate.roles import Cast, as_found, directions_of_pairs
from weatherglass.mitigate.steps import Remove


@method(
    name="linear-projection",
    title="Linear projection",
    what="Takes what every word has of the first components of the pairs, without exception.",
    treats="all words, also those that are gendered by definition; or the neutral words given",
    lengths="rows keep their length but for what is taken",
    published="GloVe of Wikipedia: WEAT of occupations and gendered words fell (Dev & Phillips 2019)",
    limits="Also what is gendered by definition loses part of it: she and he, feminine and masculine forms move together. Hides one direction, "
    "as hard mitigation does.",
    cite=("dev2019",),
)
@dataclass(kw_only=True)
class LinearProjection(Method):
    """`components`: principal directions of the pairs to remove."""

    components: int = 1

    def _fitted(self, cast: Cast) -> Fitted:
        pairs = cast.pairs()
        directions = directions_of_pairs(differences(pairs), self.components)
        used = frozenset((*pairs.one.rows, *pairs.other.rows))
        only = None if cast.roles.neutral is None else cast.only(cast.roles.neutral, used)
        return Fitted(
            steps=(Remove(directions, only),),
            directions=directions,
            pairs=as_found(pairs),
            used=used,
            treated=only or everyone,
            facts={"pairs": list(pairs.labels)},
            notices=tuple(cast.notices),
        )


def everyone(_word: str) -> bool:
    return True
