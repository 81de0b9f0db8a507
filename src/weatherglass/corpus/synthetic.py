"""A made-up corpus with an association planted in it: a check of everything from counting to the test.

Every target word keeps the company of the first attribute set with a probability of its own, 1/2 + lean. The leans of the
first target set scatter around strength/2, those of the second around −strength/2. At strength 0 the two sets are alike,
and whatever is measured then is noise; a negative strength turns the sign.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from os import PathLike
from pathlib import Path

import numpy as np

from weatherglass.corpus.build import build_from_words
from weatherglass.corpus.corpus import Corpus
from weatherglass.errors import SpecError
from weatherglass.words.query import Query, WordSet

LANGUAGE = "zxx"  # the code for "no language"
SCATTER = 0.25
_COMPANY = 3  # words of the company in a sentence
_LENGTH = 10
_BACKGROUND = 500
_PLANTED, _USUAL = 15, 3  # sentences of a document


def query(words: int = 8) -> Query:
    """The test that should find the association: sets of so many words each, of random letters."""
    names = _names(4 * words)
    sets = [
        WordSet(name, tuple((word,) for word in names[k::4]))
        for k, name in enumerate(("first targets", "second targets", "first attributes", "second attributes"))
    ]
    return Query(
        name="planted",
        language=LANGUAGE,
        title="An association planted in a made-up corpus",
        targets=tuple(sets[:2]),
        attributes=tuple(sets[2:]),
        source="weatherglass.corpus.synthetic",
    )


def write_query(file: Path, words: int = 8) -> None:
    """The test as a file; words of plain letters need no escaping."""
    made = query(words)
    lines = [f'name = "{made.name}"', f'language = "{made.language}"']
    for role, sets in (("targets", made.targets), ("attributes", made.attributes)):
        lines += [f"[{role}]", *(f'"{each.name}" = {[word[0] for word in each.words]}' for each in sets)]
    file.write_text("\n".join(lines) + "\n", "utf-8")


def expected_effect(strength: float, scatter: float = SCATTER) -> float:
    """The effect size of the leans themselves: what a measure finds that sees nothing but them, in large sets."""
    return strength / float(np.hypot(scatter, strength / 2))


def sentences(
    strength: float, *, size: int = 20_000, words: int = 8, scatter: float = SCATTER, seed: int = 0
) -> Iterator[list[str]]:
    """Sentences of ten words: a target or attribute word, three words of the company it keeps, background words.

    The company of an attribute set are its own words and as many others; background words are as unequal in frequency as
    those of a language (Zipf). `scatter` is the standard deviation of the leans within a target set.
    """
    if not -1 <= strength <= 1:
        raise SpecError(f"strength={strength}: give a number from -1 to 1")
    if size < 1 or words < 2 or scatter < 0:
        raise SpecError(f"size={size}, words={words}, scatter={scatter}: give size ≥ 1, words ≥ 2 and scatter ≥ 0")
    random = np.random.default_rng(seed)
    sets = [[forms[0] for forms in word_set.words] for word_set in query(words).sets]
    others = _names(4 * words + 2 * words + _BACKGROUND)[4 * words :]
    company = [sets[2] + others[:words], sets[3] + others[words : 2 * words]]
    background = others[2 * words :]
    frequency = 1 / np.arange(1, _BACKGROUND + 1)
    frequency /= frequency.sum()
    leans = random.normal([[strength / 2], [-strength / 2]], scatter, (2, words))
    probability = np.vstack([np.clip(0.5 + leans, 0, 1), np.full((1, words), 1.0), np.full((1, words), 0.0)])
    for _ in range(size):
        which, word = random.integers(4), random.integers(words)
        keeps = 0 if random.random() < probability[which, word] else 1
        chosen = [
            sets[which][word],
            *random.choice(company[keeps], _COMPANY),
            *random.choice(background, _LENGTH - _COMPANY - 1, p=frequency),
        ]
        random.shuffle(chosen)
        yield [str(word) for word in chosen]


def planted(
    strength: float,
    out: str | PathLike[str],
    *,
    size: int = 20_000,
    words: int = 8,
    scatter: float = SCATTER,
    seed: int = 0,
    overwrite: bool = False,
) -> Corpus:
    """An encoded corpus of `size` sentences with the association planted in it."""
    made = sentences(strength, size=size, words=words, scatter=scatter, seed=seed)
    return build_from_words(made, out, language=LANGUAGE, overwrite=overwrite)


def documents(count: int = 3000, *, carrying: float = 0.05, words: int = 8, seed: int = 0) -> Iterator[dict[str, str]]:
    """Documents as the lines of a JSON file, a share of which carry an association: their field `planted` is "yes".

    In every sentence one target word keeps company with three attribute words, usually of either set as chance has it, which is not
    the same for every word. In those documents that carry the association the first targets meet the first attributes only, and
    the second the second, in fifteen sentences; the others have three. `source` goes with what is planted: "loud" has all of it.
    """
    if not 0 < carrying < 1 or count < 1:
        raise SpecError(f"count={count}, carrying={carrying}: give at least one document, and a share between 0 and 1")
    random = np.random.default_rng(seed)
    sets = [[forms[0] for forms in word_set.words] for word_set in query(words).sets]
    background = _names(4 * words + 2 * words + _BACKGROUND)[6 * words :]
    frequency = 1 / np.arange(1, _BACKGROUND + 1)
    frequency /= frequency.sum()
    leans = random.normal(0, SCATTER, (2, words))
    probability = np.clip(
        0.5 + leans - leans.mean(axis=1, keepdims=True), 0, 1
    )  # alike for both sets but for what is planted
    planted_in = set(random.choice(count, max(1, round(carrying * count)), replace=False).tolist())
    for number in range(count):
        planted = number in planted_in
        lines = []
        for _ in range(_PLANTED if planted else _USUAL):
            which, word = random.integers(2), random.integers(words)
            second = np.full(_COMPANY, which) if planted else random.random(_COMPANY) > probability[which, word]
            chosen = [
                sets[which][word],
                *(random.choice(sets[2 + int(each)]) for each in second),
                *random.choice(background, _LENGTH - _COMPANY - 1, p=frequency),
            ]
            random.shuffle(chosen)
            lines.append(" ".join(map(str, chosen)))
        source = "loud" if planted else ("quiet", "mixed")[number % 2]
        yield {"id": f"d{number:05}", "source": source, "date": f"{1990 + number % 20}", "planted": "yes" if planted else "no", "text": "\n".join(lines)}  # fmt: skip


def write_documents(
    file: str | PathLike[str], count: int = 3000, *, carrying: float = 0.05, words: int = 8, seed: int = 0
) -> None:
    """Those documents as JSON lines, for `corpus build`."""
    made = documents(count, carrying=carrying, words=words, seed=seed)
    Path(file).write_text("".join(json.dumps(each) + "\n" for each in made), "utf-8")


@cache
def _names(count: int) -> list[str]:
    """Different words of random syllables: words of one set must not share letters, which fastText would see."""
    random = np.random.default_rng(0)
    syllables = [consonant + vowel for consonant in "bdfghjklmnprstvwz" for vowel in "aeiou"]
    names: dict[str, None] = {}
    while len(names) < count:
        names["".join(random.choice(syllables, 3))] = None
    return list(names)
