"""Every word of a vocabulary on a direction: the extremes, the surprising ones, and gender-inclusive forms.

What Gerard (2017, chapter 6) proposes as future work. A projection is a word's cosine with the direction less the mean of all neutral words: a
constant lean of the whole space says nothing about a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from weatherglass import language as languages
from weatherglass.arrays import Bools, Floats, Indices
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.order import frequency_known
from weatherglass.errors import Notice
from weatherglass.measure.result import Lacking
from weatherglass.structure.space import FORMS, Space
from weatherglass.structure.subspace import Subspace
from weatherglass.words.lookup import find_pairs
from weatherglass.words.query import PairSet, Query, WordSet
from weatherglass.words.vocabulary import ordinary_rows, partners

INCLUSIVE = "inclusive"
MOST_WORDS = 50_000
BANDS = (1_000, 10_000, 50_000)  # the last ranks of the bands
LEAST_WORDS = 100
SURPRISING = 3  # standard deviations of the neutral words
_AT_ONCE = 10_000
_BINS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Projected:
    """A word, its rank in the file from 1, and its projection: positive towards the first words of the pairs."""

    word: str
    rank: int
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """Words of these ranks: mean and standard deviation of their projections, and the most extreme on either side."""

    first: int
    last: int
    words: int
    mean: float
    sd: float
    towards_first: tuple[Projected, ...]
    towards_second: tuple[Projected, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class InclusiveForm:
    """A form that names both sexes, and where it lies between the masculine form (0) and the feminine one (1).

    No place is told where these two lie nearer to each other than a standard deviation of neutral words.
    """

    word: str
    value: float
    feminine: str
    feminine_value: float
    masculine: str
    masculine_value: float
    place: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """All ordinary words of a file's first rows on the direction of a list of pairs.

    `mean`: of the neutral words' cosines, which is taken off; `sd`: theirs. `counts` of the projections between the
    `edges`. `by_frequency`: whether ranks tell it; in a file by the alphabet all words are one band. `typical`: the middle projection of the pairs' first and second
    words. `surprising`: words that no list and no ending calls gendered, as far out as half of the pairs' words of that
    side and by three standard deviations; `unexpected`: the pairs' words on
    the other side of zero. `with_partner`: words left out of the surprising ones since they have a partner of the other gender in the vocabulary, by their ending.
    """

    list: str
    dominant: bool | None
    sides: tuple[str, str]
    words: int
    neutral: int
    with_partner: int
    mean: float
    sd: float
    typical: tuple[float, float]
    edges: tuple[float, ...]
    counts: tuple[int, ...]
    by_frequency: bool
    bands: tuple[Band, ...]
    surprising: tuple[tuple[Projected, ...], tuple[Projected, ...]]
    surprising_counts: tuple[int, int]
    unexpected: tuple[Projected, ...]
    inclusive: tuple[InclusiveForm, ...] | Lacking


@dataclass(frozen=True, slots=True)
class Projections:
    """Every word with its projection, in the file's order; too many for a result, written as a table."""

    words: tuple[str, ...]
    ranks: Indices
    values: Floats


def by_alphabet(embedding: Embedding) -> Notice:
    """What to say of a file whose rows tell no frequency."""
    read = int((embedding.ranks >= 0).sum())
    some = f" Only {read:,} of them were read, above all the first ones." if read < embedding.rows else ""
    return Notice(
        "not-by-frequency",
        f"The file’s {embedding.rows:,} rows are in alphabetical order, so that the words that were projected are not its most frequent ones.{some}",
    )


def _projected(space: Space, direction: Floats, most: int) -> Projections | Lacking:
    """Cosines of the ordinary words among the first rows with the direction."""
    embedding = space.embedding
    rows = np.array(ordinary_rows(embedding, most), np.int64)
    if len(rows) < LEAST_WORDS:
        return Lacking(
            skipped=f"{len(rows)} ordinary words are among the first {most:,} rows; {LEAST_WORDS} are needed"
        )
    rows = rows[np.argsort(embedding.ranks[rows], kind="stable")]
    some = np.array_split(rows, len(rows) // _AT_ONCE + 1)
    values = np.concatenate([_cosines(space, each, direction) for each in some])
    return Projections(tuple(embedding.words[row] for row in rows), embedding.ranks[rows], values)


def _cosines(space: Space, rows: Indices, direction: Floats) -> Floats:
    vectors = space.embedding.vectors[rows].astype(np.float64)
    found: Floats = vectors @ direction / np.linalg.norm(vectors, axis=1)
    return found


def vocabulary(
    space: Space, found: Subspace, pairs: PairSet, sides: tuple[str, str], *, most: int, extremes: int
) -> tuple[Vocabulary, Projections] | Lacking:
    """Project the words of the first `most` rows on the direction of a subspace; `extremes` of each kind are told."""
    by_frequency = frequency_known(space.embedding)
    if not by_frequency:
        most = space.embedding.rows
    direction = np.array(found.direction)
    made = _projected(space, direction, most)
    if isinstance(made, Lacking):
        return made
    partner = np.zeros(len(made.words), bool)
    partner[[place for both in partners(made.words, space.language) for place in both]] = True
    both, _ = find_pairs(space.finder, pairs)
    assert both is not None  # there is a subspace of them
    of_pairs = {*both.one.rows, *both.other.rows}
    neutral = ~partner & ~space.gendered(made.words) & np.array([word not in of_pairs for word in made.words])
    mean = float(made.values[neutral].mean()) if neutral.any() else 0.0
    projected = replace(made, values=made.values - mean)
    own = [_of_rows(space, each.rows, direction, mean) for each in (both.one, both.other)]
    typical = (float(np.median([p.value for p in own[0]])), float(np.median([p.value for p in own[1]])))
    values = projected.values
    sd = float(values[neutral].std()) if neutral.any() else 0.0
    beyond = (
        neutral & (values >= max(typical[0], SURPRISING * sd)),
        neutral & (values <= min(typical[1], -SURPRISING * sd)),
    )
    counts, edges = np.histogram(values, _BINS)
    wrong = sorted((p for p in own[0] if p.value < 0), key=lambda p: p.value) + sorted(
        (p for p in own[1] if p.value > 0), key=lambda p: -p.value
    )
    return (
        Vocabulary(
            list=found.list,
            dominant=found.dominant,
            sides=sides,
            words=len(values),
            neutral=int(neutral.sum()),
            with_partner=int(partner.sum()),
            mean=mean,
            sd=sd,
            typical=typical,
            edges=tuple(edges.tolist()),
            counts=tuple(counts.tolist()),
            by_frequency=by_frequency,
            bands=_bands(projected, extremes, BANDS if by_frequency else ()),
            surprising=(_largest(projected, beyond[0], 1, extremes), _largest(projected, beyond[1], -1, extremes)),
            surprising_counts=(int(beyond[0].sum()), int(beyond[1].sum())),
            unexpected=tuple(dict.fromkeys(wrong)),
            inclusive=_inclusive(space, direction, mean, sd),
        ),
        projected,
    )


def _of_rows(space: Space, rows: Iterable[str], direction: Floats, mean: float) -> list[Projected]:
    places = np.array([space.embedding.index[row] for row in dict.fromkeys(rows)], np.int64)
    values = _cosines(space, places, direction) - mean
    return [
        Projected(word=space.embedding.words[i], rank=int(space.embedding.ranks[i]) + 1, value=float(value))
        for i, value in zip(places.tolist(), values, strict=True)
    ]


def _bands(projected: Projections, extremes: int, bands: Sequence[int]) -> tuple[Band, ...]:
    """Those of the bands that hold words; beyond the last one there is a further one, to the end."""
    ends = [*(end for end in bands if end <= projected.ranks[-1]), int(projected.ranks[-1]) + 1]
    found = []
    for first, last in zip([0, *ends[:-1]], ends, strict=True):
        inside = (projected.ranks >= first) & (projected.ranks < last)
        if inside.any():
            values = projected.values[inside]
            found.append(
                Band(
                    first=first + 1,
                    last=last,
                    words=len(values),
                    mean=float(values.mean()),
                    sd=float(values.std()),
                    towards_first=_largest(projected, inside & (projected.values > 0), 1, extremes),
                    towards_second=_largest(projected, inside & (projected.values < 0), -1, extremes),
                )
            )
    return tuple(found)


def _largest(projected: Projections, among: Bools, sign: int, most: int) -> tuple[Projected, ...]:
    rows = np.flatnonzero(among)
    rows = rows[np.argsort(-sign * projected.values[rows], kind="stable")][:most]
    return tuple(
        Projected(word=projected.words[i], rank=int(projected.ranks[i]) + 1, value=float(projected.values[i]))
        for i in rows.tolist()
    )


def inclusive_query(language: str, forms: Query | None) -> Query | None:
    """The gender-inclusive spellings of a language's occupations, as words to look for."""
    spelled = tuple(dict.fromkeys(word for word, _, _ in _spelled(language, forms)))
    if not spelled:
        return None
    words = tuple((word,) for word in spelled)
    return Query(name="inclusive spellings", language=language, targets=(WordSet("inclusive spellings", words),))


def _spelled(language: str, forms: Query | None) -> list[tuple[str, str, str]]:
    """Inclusive spelling, feminine and masculine form, of singulars and plurals."""
    made = languages.get(language).inclusive
    pairs = [pair for pair_set in forms.pairs for pair in pair_set.pairs] if forms is not None else []
    return [
        (word, feminine[0], masculine[0]) for feminine, masculine in pairs for word in made(feminine[0], masculine[0])
    ]


def _inner_capital(word: str) -> bool:
    return word[1:] != word[1:].lower()


def _inclusive(space: Space, direction: Floats, mean: float, sd: float) -> tuple[InclusiveForm, ...] | Lacking:
    """Spellings with * : _ and the like, and neutral words such as Studierende, where the vocabulary has them."""
    listed = space.list(INCLUSIVE)
    asked = _spelled(space.language, space.list(FORMS))
    if listed is not None:
        hers, his = ({pair[0][0]: pair[1][0] for pair in pair_set.pairs} for pair_set in listed.pairs)
        asked = [(word, hers[word], his[word]) for word in hers if word in his] + asked
    if not asked:
        return Lacking(skipped=f"no gender-inclusive forms are known for '{space.language}'")
    found: dict[str, InclusiveForm] = {}
    for word, feminine, masculine in asked:
        hits = [space.finder.find((form,)) for form in (word, feminine, masculine)]
        rows = [hit[0] for hit in hits if hit is not None]
        if len(rows) < 3 or len(set(rows)) < 3 or space.embedding.words[rows[0]] in found:
            continue
        if _inner_capital(word) and not _inner_capital(space.embedding.words[rows[0]]):
            continue  # lehrerin, which lower case makes of LehrerIn, is a feminine form
        values = _cosines(space, np.array(rows), direction) - mean
        names = [space.embedding.words[row] for row in rows]
        between = float(values[1] - values[2])
        found[names[0]] = InclusiveForm(
            word=names[0],
            value=float(values[0]),
            feminine=names[1],
            feminine_value=float(values[1]),
            masculine=names[2],
            masculine_value=float(values[2]),
            place=float((values[0] - values[2]) / between) if abs(between) > max(sd, 1e-6) else None,
        )
    if not found:
        return Lacking(
            skipped=f"none of {len(asked):,} gender-inclusive forms such as {asked[0][0]} and {asked[-1][0]} is in the vocabulary together with both "
            "gendered forms; texts cleaned of *, :, _ and inner capitals merge such forms with the feminine (corpus build has "
            "the step inclusive-forms, which keeps them apart)"
        )
    return tuple(found.values())
