"""Hard mitigation for more than two classes (Manzini et al. 2019)."""

from __future__ import annotations

from dataclasses import dataclass

from weatherglass.embedding.geometry import unit
from weatherglass.errors import SpecError
from weatherglass.mitigate.base import Fitted, Method, method
from weatherglass.mitigate.equalising import equalised
from weatherglass.mitigate.roles import Cast, directions_of_sets
from weatherglass.mitigate.steps import Remove, Replace


@method(
    name="multi-class",
    title="Hard mitigation of several classes",
    what="As hard mitigation, with sets of three or more words instead of pairs: the subspace is that of all words about the mean of their set.",
    treats="all words that are in none of the sets, or the neutral words given; the sets are replaced",
    lengths="every row gets length one",
    published="Reddit word2vec: the mean cosine distance of stereotypes and religions rose towards 1 (Manzini et al. 2019)",
    limits="Three words of a set cannot be opposite to each other, so a neutral word becomes equally near to all of them only because it has no part "
    "in the subspace. Words near a class by topic (a feast, a book) are treated like all others. Hides directions, as hard mitigation does.",
    cite=("manzini2019",),
)
@dataclass(kw_only=True)
class MultiClass(Method):
    """`components`: principal directions of the sets to remove; one set of n words spans n − 1 at most."""

    components: int = 2

    def _fitted(self, cast: Cast) -> Fitted:
        if cast.roles.pairs is not None:
            raise SpecError("multi-class takes sets of words, not pairs; give them as equality sets")
        sets = cast.classes()
        directions = directions_of_sets([unit(cast.embedding.vectors[list(rows)]) for rows in sets], self.components)
        moved, done, told = equalised(cast.embedding, sets, directions)
        used = frozenset(cast.embedding.words[row] for rows in sets for row in rows)
        if cast.roles.neutral is not None:
            treated = cast.only(cast.roles.neutral, used)
        else:
            own = cast.class_words()
            treated = lambda word: not own(word)  # noqa: E731 - one line, named where it is used
        return Fitted(
            steps=(Remove(directions, treated, to_unit=True), Replace(moved)),
            directions=directions,
            pairs=None,
            used=used,
            treated=treated,
            equalised=done,
            facts={"sets": ["–".join(words) for words in done]},
            notices=(*cast.notices, *told),
        )
