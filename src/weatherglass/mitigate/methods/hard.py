"""Hard mitigation: neutralise and equalise (Bolukbasi et al. 2016)."""

from __future__ import annotations

from dataclasses import dataclass

from weatherglass.measure.base_pairs import differences
from weatherglass.mitigate.base import Fitted, Method, method
from weatherglass.mitigate.equalising import equalised
from weatherglass.mitigate.roles import Cast, Inflected, as_found, directions_of_pairs
from weatherglass.mitigate.steps import Remove, Replace


@method(
    name="hard",
    title="Hard mitigation: neutralise and equalise",
    what="Takes what neutral words have of the first components of the pairs, scales them to length one again, and moves the words of each "
    "equality set so that every neutral word is equally near to all of them.",
    treats="all words that are neither gendered by definition nor inflected for gender, or the neutral words given; equality sets are replaced",
    lengths="every row gets length one",
    published="Google News word2vec: people judged far fewer analogies stereotypical (Bolukbasi et al. 2016); the words most biased before "
    "cluster with accuracy 99.9 % before and 92.5 % after it (Gonen & Goldberg 2019)",
    limits="Hides one direction. Words that were near each other because of gender stay near each other, and a classifier still finds their side; "
    "only neutralised words become equally near to an equalised pair, and words left out of the lists keep everything.",
    cite=("bolukbasi2016", "gonen2019"),
)
@dataclass(kw_only=True)
class Hard(Method):
    """`components`: principal directions of the pairs to remove. `inflected`: what happens to the two forms of a word in a language with grammatical gender."""

    components: int = 1
    inflected: Inflected = "protect"

    def _fitted(self, cast: Cast) -> Fitted:
        pairs = cast.pairs()
        directions = directions_of_pairs(differences(pairs), self.components)
        moved, sets, told = equalised(cast.embedding, cast.equality_sets(self.inflected), directions)
        used = frozenset((*pairs.one.rows, *pairs.other.rows))
        treated = cast.treated(self.inflected, used | set(moved))
        return Fitted(
            steps=(Remove(directions, treated, to_unit=True), Replace(moved)),
            directions=directions,
            pairs=as_found(pairs),
            used=used | frozenset(moved),
            treated=treated,
            equalised=sets,
            facts={"pairs": list(pairs.labels), "equalised": len(sets)},
            notices=(*cast.notices, *told),
        )
