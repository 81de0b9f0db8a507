"""A direction taken from chosen words only (Papakyriakopoulos et al. 2020: the sentiment direction from first names)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from weatherglass.arrays import Floats
from weatherglass.errors import SpecError
from weatherglass.mitigate.base import Fitted, Method, method
from weatherglass.mitigate.roles import NAMES, SENTIMENT, Cast, as_found
from weatherglass.mitigate.steps import Remove
from weatherglass.words import packs
from weatherglass.words.lookup import FoundPairs


@method(
    name="direction-removal",
    title="Removal of a direction from chosen words",
    what="Takes what chosen words have of the first singular direction of the differences of pairs, by default good–bad and the like from first names.",
    treats="the words given as neutral; without any, the first names of the language's list",
    lengths="rows keep their length but for what is taken",
    published="German GloVe vectors: the bias of sentiment classifiers between names of population groups fell from 0.23 to 0.027 with vectors of "
    "Wikipedia, from 0.14 to 0.035 with those of social media (Papakyriakopoulos et al. 2020)",
    limits="Six pairs give a direction of their own: a classifier trained on a lexicon finds another one (cosine distance 0.9 in the paper), so that "
    "what it sees is not what was removed. Words that were not chosen keep everything.",
    cite=("papakyriakopoulos2020", "bolukbasi2016"),
)
@dataclass(kw_only=True)
class DirectionRemoval(Method):
    """No settings: the pairs and the words are roles."""

    def _fitted(self, cast: Cast) -> Fitted:
        pairs = cast.pairs(SENTIMENT)
        direction = direction_of(pairs)
        used = frozenset((*pairs.one.rows, *pairs.other.rows))
        if cast.roles.neutral is not None:
            chosen = cast.only(cast.roles.neutral, used)
        else:
            names = packs.word_list(cast.roles.language, NAMES)
            if names is None:
                raise SpecError(
                    f"there is no list of first names for '{cast.roles.language}'; give the words to treat as neutral words"
                )
            chosen = cast.only((word[0] for word in names.all_words()), used, "first names")
        return Fitted(
            steps=(Remove(direction[None], chosen),),
            directions=direction[None],
            pairs=as_found(pairs),
            used=used,
            treated=chosen,
            facts={"pairs": list(pairs.labels)},
            notices=tuple(cast.notices),
        )


def direction_of(pairs: FoundPairs) -> Floats:
    """The first right singular vector of the differences as they are, without centring; it points as their mean does."""
    along = pairs.one.vectors - pairs.other.vectors
    _, strengths, directions = np.linalg.svd(along, full_matrices=False)
    scale = np.linalg.norm(pairs.one.vectors, axis=1).max()
    if strengths[0] < 1e-6 * scale:
        raise SpecError(
            f"the two words of each of the {len(along)} pairs have the same vector, so nothing lies between them; give other pairs"
        )
    first: Floats = directions[0]
    return first if along.mean(axis=0) @ first >= 0 else -first
