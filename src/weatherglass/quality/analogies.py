"""Analogies: solved, generated, and checked on word pairs that have nothing to do with what they are said to show.

"a is to b as c is to ?" is answered by the words nearest to b − a + c. Where a and c are similar, as man and woman are,
that point lies near b, so the answer is a word similar to b whatever the relation (Linzen 2016; Zhang et al. 2021). And
with a, b and c barred from the answer, as is usual, the answer can never be "the same" (Nissim et al. 2020). Therefore both
rankings are given, and analogies are handed on only as `Analogies`, which carry the counter-check.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from weatherglass import language as languages
from weatherglass.arrays import Singles
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.geometry import unit
from weatherglass.embedding.handed import embedding_of
from weatherglass.errors import Notice, SpecError
from weatherglass.files.plain import fields_of, from_plain
from weatherglass.measure.association import without_noise
from weatherglass.measure.inputs import pair_notices
from weatherglass.progress import HowFar
from weatherglass.quality.counter_check import CounterCheck, Tally, counter_check
from weatherglass.quality.inputs import Input, english, find, refuse_same
from weatherglass.quality.parallel import SAME, parallel_pairs
from weatherglass.quality.ranking import nearest_rows, row_lengths
from weatherglass.words import packs
from weatherglass.words.lookup import Finder, Match
from weatherglass.words.query import PairSet
from weatherglass.words.reading import guess_language
from weatherglass.words.vocabulary import is_ordinary

__all__ = [
    "Analogies",
    "Answer",
    "CounterCheck",
    "Generated",
    "GeneratedPair",
    "Input",
    "Solved",
    "Tally",
    "analogies",
    "counter_check",
    "generate",
    "solve",
    "usable",
]

UNRELATED = "unrelated-pairs"  # the list in a language pack
SCHEMA_VERSION = 1


@dataclass(frozen=True, slots=True)
class Answer:
    """A word, its cosine with the point b − a + c, and its cosine with b alone."""

    word: str
    cosine: float
    cosine_with_b: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Solved:
    """Answers to "a is to b as c is to ?", best first, without the words a, b and c, and with any word allowed."""

    a: Input
    b: Input
    c: Input
    cosine_a_c: float
    excluded: tuple[Answer, ...]
    unrestricted: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class GeneratedPair:
    """a : x :: b : y; `score` is the cosine of x − y with a − b, `cosine` that of x with y."""

    x: str
    y: str
    score: float
    cosine: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Generated:
    """Pairs whose difference is most like that of a and b, best first, among the `words` that were looked at."""

    a: Input
    b: Input
    cosine_a_b: float
    words: int
    delta: float
    pairs: tuple[GeneratedPair, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Analogies:
    """Analogies as they are handed on: with the counter-check of their pair, or the reason why there is none."""

    embedding: str
    language: str
    solved: Solved | None = None
    generated: Generated | None = None
    check: CounterCheck | None = None
    why_no_check: str = ""
    warnings: tuple[Notice, ...] = ()

    def __post_init__(self) -> None:
        if (self.check is None) == (not self.why_no_check):
            raise SpecError("analogies need their counter-check, or the reason why there is none")

    def to_dict(self) -> dict[str, Any]:
        """The stable JSON shape; it grows only by new keys."""
        return {"schema_version": SCHEMA_VERSION, **fields_of(self)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Analogies:
        """The inverse of `to_dict`."""
        return from_plain(cls, data)


def solve(
    embedding: Embedding,
    a: str,
    b: str,
    c: str,
    *,
    k: int = 10,
    finder: Finder | None = None,
    lengths: Singles | None = None,
) -> Solved:
    """Answer "a is to b as c is to ?" by the k words of highest cosine with b − a + c, on unit vectors.

    Without a `finder` words are matched as in English, that is up to case. Words of equal cosine keep the order of the rows. `lengths` (`row_lengths`)
    spare going through all rows where many questions are asked after another.
    """
    if k < 1:
        raise SpecError(f"k={k}: give at least 1")
    rows, inputs = find(embedding, (a, b, c), finder)
    refuse_same(inputs[0], inputs[1:])
    at_a, at_b, at_c = unit(embedding.vectors[rows])
    goal = at_b - at_a + at_c
    if np.linalg.norm(goal) < SAME:
        raise SpecError(f"'{b}' − '{a}' + '{c}' is no direction in {embedding.name}, so nothing is nearest to it")
    lengths = row_lengths(embedding.vectors) if lengths is None else lengths
    (numbers,), (cosines,) = nearest_rows(embedding.vectors, goal[np.newaxis], k + len(rows), lengths)
    with_b = without_noise(unit(embedding.vectors[numbers]) @ at_b)
    ranking = [
        (row, Answer(embedding.words[row], float(cosine), float(near)))
        for row, cosine, near in zip(numbers, cosines, with_b, strict=True)
    ]
    return Solved(
        a=inputs[0],
        b=inputs[1],
        c=inputs[2],
        cosine_a_c=float(without_noise(at_a @ at_c)),
        excluded=tuple(answer for row, answer in ranking if row not in rows)[:k],
        unrestricted=tuple(answer for _, answer in ranking)[:k],
    )


def generate(
    embedding: Embedding,
    pair: tuple[str, str],
    *,
    n: int = 50,
    words: int = 20_000,
    delta: float = 1.0,
    finder: Finder | None = None,
    progress: HowFar | None = None,
) -> Generated:
    """The n pairs (x, y) that make the best analogies "a is to x as b is to y", by Bolukbasi et al. (2016).

    Among the first `words` usable rows (`usable`), those with ‖x − y‖ ≤ delta on unit vectors and the highest
    cos(x − y, a − b). As in the authors' code a word stands at most once as x and at most once as y (their paper says
    only x), and scores below 0.001 do not count. The pair itself, which would come first, is not listed again, and equal
    vectors have no difference to compare. Fewer pairs come back where there are fewer.
    """
    if n < 1 or words < 2 or not 0 < delta <= 2:
        raise SpecError(f"n={n}, words={words}, delta={delta}: give n ≥ 1, words ≥ 2 and 0 < delta ≤ 2")
    finder = finder or english(embedding)
    rows, inputs = find(embedding, pair, finder)
    refuse_same(inputs[0], inputs[1:])
    at_a, at_b = unit(embedding.vectors[rows])
    length = float(np.linalg.norm(at_a - at_b))
    if length < SAME:
        raise SpecError(f"'{pair[0]}' and '{pair[1]}' have the same vector in {embedding.name}; give another pair")
    looked_at = usable(embedding, words, any_case=finder.language.capitalised_nouns)
    place = {row: i for i, row in enumerate(looked_at)}
    found = parallel_pairs(
        unit(embedding.vectors[looked_at]),
        (at_a - at_b) / length,
        n,
        delta,
        taken=(place.get(rows[0]), place.get(rows[1])),
        progress=progress,
    )
    spelled = [embedding.words[row] for row in looked_at]
    return Generated(
        a=inputs[0],
        b=inputs[1],
        cosine_a_b=float(without_noise(at_a @ at_b)),
        words=len(looked_at),
        delta=delta,
        pairs=tuple(GeneratedPair(spelled[each.x], spelled[each.y], each.score, each.cosine) for each in found),
    )


def usable(embedding: Embedding, words: int, *, any_case: bool = False) -> list[int]:
    """Rows of the first words made of letters only, at most 20, in lower case.

    Bolukbasi et al. took lower case only. Where nouns have capitals, any case will do, but of spellings that
    differ in case only the first (most frequent) is taken. Scripts without case are not affected.
    """
    rows: dict[str, int] = {}
    for row, (word, rank) in enumerate(zip(embedding.words, embedding.ranks, strict=True)):
        if rank >= 0 and is_ordinary(word) and (any_case or word == word.lower()):
            rows.setdefault(word.lower(), row)
    return list(islice(rows.values(), words))


def analogies(
    embedding: Embedding,
    *,
    question: tuple[str, str, str] | None = None,
    pair: tuple[str, str] | None = None,
    n: int = 10,
    language: str | None = None,
    categories: Sequence[PairSet] | None = None,
    progress: HowFar | None = None,
) -> Analogies:
    """Solve a question (a, b, c), or generate n analogies for a pair, and make the counter-check.

    The check is made with (a, c), and for a pair (she, he) with (he, she). Its word pairs are those of the language's
    list, or the `categories` given. Without `language` it is guessed from the words found.
    """
    if (question is None) == (pair is None):
        raise SpecError("give a question to solve, or a pair to generate analogies for: one of the two")
    embedding = embedding_of(embedding)
    guessed = []
    if language is None:
        language, notice = guess_language(embedding, packs.of_tests(None), Match())
        guessed.append(notice)
    finder = Finder(embedding, languages.get(language), Match())
    solved = generated = None
    if question is not None:
        solved, tested = solve(embedding, *question, k=n, finder=finder), (question[0], question[2])
    if pair is not None:
        generated, tested = generate(embedding, pair, n=n, finder=finder, progress=progress), (pair[1], pair[0])
    check, why = _checked(finder, tested, categories)
    unstable = pair_notices(embedding, language, tested, Match())
    return Analogies(
        embedding=embedding.name,
        language=language,
        solved=solved,
        generated=generated,
        check=check,
        why_no_check=why,
        warnings=(*guessed, *embedding.notices, *unstable),
    )


def _checked(
    finder: Finder, pair: tuple[str, str], categories: Sequence[PairSet] | None
) -> tuple[CounterCheck | None, str]:
    """The counter-check, or why it cannot be made."""
    if categories is None:
        listed = packs.word_list(finder.language.code, UNRELATED)
        if listed is None:
            return None, f"there is no list of unrelated word pairs for the language '{finder.language.code}'"
        categories = listed.pairs
    check = counter_check(finder.embedding, pair, categories, finder=finder)
    if not check.overall.found:
        return None, f"none of the {check.overall.asked:,} unrelated word pairs has both its words in the vectors"
    return check, ""
