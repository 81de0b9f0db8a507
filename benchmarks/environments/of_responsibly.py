"""responsibly 0.1.2 with the gensim 3 it was written for: WEAT, the direction, direct and indirect bias, hard debiasing, analogies.

Run by Python 3.7, the last one that there are builds of its packages for.
"""

from __future__ import annotations

import copy
from typing import Any

from gensim.models import KeyedVectors
from responsibly.we import BiasWordEmbedding, calc_single_weat, most_similar  # type: ignore[import-not-found]

from benchmarks.environments.answering import answer, once, reply


def answers(question: dict[str, Any]) -> dict[str, Any]:
    """The embedding gets its direction as `GenderBiasWE` does, from the pairs given instead of its own."""
    keyed = KeyedVectors.load_word2vec_format(question["file"], binary=True)
    space = _space(copy.deepcopy(keyed), question)
    small = _ends(KeyedVectors.load_word2vec_format(question["small"], binary=True), question)
    even = {name: sets for name, sets in question["tests"].items() if len(sets[0]) == len(sets[1])}
    counted = {name: sets for name, sets in even.items() if len(sets[0]) <= question["counted"]}
    return {
        "weat": answer(5, lambda: [_weat(keyed, sets, with_pvalue=False)["d"] for sets in even.values()]),
        "p": answer(2, lambda: [_weat(keyed, sets, with_pvalue=True)["p"] for sets in counted.values()]),
        "direction": answer(5, lambda: _direction(space, question)),
        "direct": answer(5, lambda: float(space.calc_direct_bias(question["professions"]))),
        "indirect": answer(5, lambda: [float(space.calc_indirect_bias(*pair)) for pair in question["alike"]]),
        "solved": answer(5, lambda: [_solved(keyed, *asked) for asked in question["asked"]]),
        "generated": once(lambda: _generated(small, question["generated"])),
        "hard": once(lambda: _hard(space, question)),
    }


def _ends(keyed: Any, question: dict[str, Any]) -> Any:
    """With the two words that analogies are generated for, and no direction."""
    space = BiasWordEmbedding(keyed)
    space.positive_end, space.negative_end = question["pairs"][0]
    return space


def _space(keyed: Any, question: dict[str, Any]) -> Any:
    space = _ends(keyed, question)
    space.direction = _direction(space, question, as_list=False)
    return space


def _direction(space: Any, question: dict[str, Any], as_list: bool = True) -> Any:
    """The first principal component, towards the first words; without its demand that it explain half of the variance."""
    first = space._identify_subspace_by_pca(question["pairs"], 10).components_[0]
    along = sum(float((space[x] - space[y]) @ first) for x, y in question["pairs"])
    turned = first if along > 0 else -first
    return turned.tolist() if as_list else turned


def _weat(keyed: Any, sets: list[list[str]], with_pvalue: bool) -> Any:
    named = [{"name": "", "words": words} for words in sets]
    found = calc_single_weat(keyed, *named, with_pvalue=with_pvalue)
    return {"d": float(found["d"]), "p": float(found["p"]) if with_pvalue else None}


def _solved(keyed: Any, a: str, b: str, c: str) -> list[str]:
    return [word for word, _ in most_similar(keyed, [b, c], [a], unrestricted=True)]


def _generated(space: Any, n: int) -> list[str]:
    """One more than asked for, as the pair itself comes first, which ours does not list again."""
    found = space.generate_analogies(n + 1)
    return ["%s–%s" % pair for pair in found.iloc[1:, :2].itertuples(index=False)]  # noqa: UP031 - of an old Python


def _hard(space: Any, question: dict[str, Any]) -> list[list[float]]:
    made = space.debias("hard", question["neutral"], question["equalise"], inplace=False)
    return [made[word].tolist() for word in question["looked_at"]]


if __name__ == "__main__":
    reply(answers)
