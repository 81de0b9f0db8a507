"""Draw lists of random words from vectors and print how often the structure commands find something, for docs/structure.md.

    python tools/calibrate_structure.py VECTORS LANGUAGE [lists]

Random words have no gender, so every finding about them is a false one.
"""

import sys

import numpy as np

from weatherglass.embedding.formats import read
from weatherglass.measure.result import Lacking
from weatherglass.structure import generic_masculine
from weatherglass.structure.concepts import concepts
from weatherglass.structure.general_bias import GeneralBias, general_bias
from weatherglass.structure.generic_masculine import Asymmetry
from weatherglass.structure.space import Space
from weatherglass.structure.subspace import Subspace, subspace
from weatherglass.words.lookup import Match
from weatherglass.words.query import PairSet, Query, WordSet
from weatherglass.words.vocabulary import ordinary_rows

FIRST, LAST = 500, 20_000  # ranks that the random words come from
PAIRS, CONCEPTS, GROUP_PAIRS, FORMS = 10, 100, 8, 30


def main(path: str, language: str, lists: int) -> None:
    embedding = read(path)
    words = [embedding.words[i] for i in ordinary_rows(embedding, LAST)[FIRST:]]
    found: dict[str, list[bool]] = {}
    for seed in range(lists):
        random = np.random.default_rng(seed)
        space = Space(embedding, language, Match(case=False, spelling=False), seed, draws=200)

        def drawn(n: int, random: np.random.Generator = random) -> list[str]:
            return [words[i] for i in random.choice(len(words), n, replace=False)]

        def pairs(name: str, n: int, random: np.random.Generator = random) -> PairSet:
            chosen = [words[i] for i in random.choice(len(words), 2 * n, replace=False)]
            return PairSet(name, tuple(((a,), (b,)) for a, b in zip(chosen[:n], chosen[n:], strict=True)))

        direction = subspace(space, pairs("random", PAIRS))
        listed = Query(
            name="random", language=language, targets=(WordSet("random", tuple((w,) for w in drawn(CONCEPTS))),)
        )
        bias = general_bias(space, concepts(space, listed, "paired"), pairs("one–other", GROUP_PAIRS), "paired")
        asymmetry = generic_masculine.of_pairs(space, "random", pairs("random", FORMS))
        chosen = tuple((word,) for word in drawn(2 * FORMS))
        sets = (WordSet("feminine", chosen[:FORMS]), WordSet("masculine", chosen[FORMS:]))
        unpaired = generic_masculine.of_sets(space, "random", *sets)
        if isinstance(unpaired, Lacking):
            raise SystemExit(unpaired.skipped)
        assert isinstance(direction, Subspace)
        assert isinstance(bias, GeneralBias)
        assert isinstance(asymmetry, Asymmetry)
        for name, said in (
            ("a dominant direction of 10 random pairs", bool(direction.dominant)),
            (
                "first component beyond 95 % of random lists",
                bool(direction.random and direction.random.as_large < 0.05),
            ),
            ("B_g beyond 95 % of shuffled groups", bias.shuffled.as_large < 0.05),
            ("lean of concepts, p < 0.05", bias.lean_p.estimate < 0.05),
            ("signed mean, p by concepts < 0.05", bias.p.estimate < 0.05),
            ("signed mean, p by pairs < 0.05", bias.p_by_pairs.estimate < 0.05),
            ("asymmetry of 30 pairs, p < 0.05", asymmetry.p is not None and asymmetry.p.estimate < 0.05),
            ("asymmetry of 30 + 30 words, p < 0.05", unpaired.p is not None and unpaired.p.estimate < 0.05),
            (
                "asymmetry of 30 pairs, interval without 0",
                asymmetry.interval is not None and not asymmetry.interval.low <= 0 <= asymmetry.interval.high,
            ),
        ):
            found.setdefault(name, []).append(said)
    for name, times in found.items():
        print(f"| {name} | {np.mean(times):.3f} |")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 400)
