"""Made-up German sentences in which feminine forms keep the company of women, and masculine ones that of men more or less often."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from weatherglass.words import packs

_OTHERS = 1_200  # words without any gender
_LENGTH = 9
_COMPANY = 3
_OWN = 0.9  # of the company, where the sex of the form decides


def forms(count: int) -> list[tuple[str, str]]:
    """The first occupations of the German list whose forms are written in one way, the feminine first."""
    listed = packs.word_list("de", "forms")
    assert listed is not None
    pairs = listed.pairs[0].pairs
    return [(hers[0], his[0]) for hers, his in pairs if len(hers) == len(his) == 1][:count]


def sentences(generic: float, *, pairs: int = 24, size: int = 6_000, seed: int = 0) -> Iterator[list[str]]:
    """Sentences of nine words, in turn about a woman, a man and anybody: an occupation, three terms of a sex, other words.

    The terms beside a form are of its own sex in nine of ten sentences. Masculine forms are `generic` in so large a share of
    theirs: then the terms are of either sex, or there are none. At 0 women and men are alike. Sentences about anybody have no
    occupation, and as many male terms that over all sentences there are as many of either sex.
    """
    random = np.random.default_rng(seed)
    listed = packs.word_list("de", "terms")
    assert listed is not None
    terms = [[word[0] for word in target.words] for target in listed.targets]
    others = _names(random)
    frequency = 1 / (np.arange(_OTHERS) + 20.0)
    filling = random.choice(_OTHERS, (size, _LENGTH), p=frequency / frequency.sum())
    both = forms(pairs)
    for i in range(size):
        about = i % 3
        sex: int | None = int(random.random() < (0.5 + (_OWN - 0.5) * generic if about == 2 else 0.5))
        if about < 2 and not (about == 1 and random.random() < generic):
            sex = about if random.random() < _OWN else 1 - about
        elif about == 1 and random.random() < 1 / 3:
            sex = None
        words = [both[random.integers(pairs)][about]] if about < 2 else []
        if sex is not None:
            words += [terms[sex][j] for j in random.integers(len(terms[sex]), size=_COMPANY)]
        words += [others[j] for j in filling[i, len(words) :]]
        yield [words[j] for j in random.permutation(_LENGTH)]


def _names(random: np.random.Generator) -> list[str]:
    """Words of four syllables, which no list has."""
    syllables = [consonant + vowel for consonant in "bdfgklmnprstvw" for vowel in "aeiou"]
    names: dict[str, None] = {}
    while len(names) < _OTHERS:
        names["".join(syllables[j] for j in random.integers(len(syllables), size=4))] = None
    return list(names)
