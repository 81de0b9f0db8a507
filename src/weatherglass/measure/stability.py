"""How far measures by base pairs can be trusted on these vectors: the study of Zhang, Sneyd & Stevenson (2021)."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Floats
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.geometry import cosines, unit
from weatherglass.embedding.order import frequency_known
from weatherglass.errors import CoverageError, Notice, SpecError
from weatherglass.measure import base_pairs
from weatherglass.measure.pair_agreement import kappas_between
from weatherglass.measure.space import Lists, ScoredRows, capital, known_lists, lists_of, read_lists
from weatherglass.measure.stability_result import ByPair, Correlated, Example, PairStability, Spread, Stability, TooFew
from weatherglass.progress import Progress, phase, shows_progress
from weatherglass.stats.agreement import cohen_kappa, fleiss_kappa
from weatherglass.words import packs
from weatherglass.words.lookup import FoundPairs, Match
from weatherglass.words.reading import guess_language, read_for
from weatherglass.words.vocabulary import MOST_FREQUENT

Signs = NDArray[np.int8]
File = str | os.PathLike[str]
MEASURES = ("direct-bias", "ripa", "nbm")
LEAST_WORDS = 20  # for a kappa
_RANDOM_SETS = 100_000
_AT_ONCE = 10_000


@shows_progress
def stability(
    vectors: File | Embedding,
    language: str | None = None,
    *,
    k: int = 100,
    neutral: Sequence[str] | None = None,
    match: Match | None = None,
    word: str | None = None,
    seed: int = 0,
    allow_pickle: bool = False,
    progress: Progress | None = None,
) -> Stability:
    """Put direct bias, RIPA and NBM to the tests of Zhang et al. with the language's own lists.

    Of a file only the most frequent words and those of the lists are read. Without `language` it is guessed from the words
    found. `neutral` overrides the neutral words, `word` the example of the first figure.
    """
    if k < 1:
        raise SpecError(f"k={k}: give a positive number of neighbours")
    match = match or Match()
    if isinstance(vectors, Embedding):
        embedding = vectors
    else:
        embedding = _read(vectors, language, neutral or (), match, allow_pickle, progress)
    warnings = [*embedding.notices, *_order_notices(embedding)]
    if language is None:
        language, notice = guess_language(embedding, packs.of_tests(None), match)
        warnings.insert(0, notice)
    lists = read_lists(embedding, language, match, neutral)
    if len(lists.pairs.labels) < 3 or len(lists.professions) < LEAST_WORDS:
        raise CoverageError(
            f"{embedding.name}: {len(lists.pairs.labels)} base pairs and {len(lists.professions)} professions were found; at least 3 and "
            f"{LEAST_WORDS} are needed to compare pairs. Is '{language}' the language of the vectors?"
        )
    scored = ScoredRows(embedding, lists, k)
    by_measure = scored.scores(lists.pairs)
    population = {
        name: Spread(
            mean=float((rows := scores[:, scored.places(lists.population)]).mean()),
            sd=float(rows.std()),
            words=len(lists.population),
        )
        for name, scores in by_measure.items()
    }
    professions = {name: scores[:, scored.places(lists.professions)] for name, scores in by_measure.items()}
    sides = {name: base_pairs.sides(scores) for name, scores in professions.items()}
    kappas = kappas_between(sides["direct-bias"], sides["direct-bias"])
    between, between_decided = _between(sides, lists.pairs.labels)
    return Stability(
        embedding=embedding.identity(),
        language=language,
        pairs=lists.pairs.labels,
        missing_pairs=lists.missing_pairs,
        substituted=lists.substituted,
        professions=(len(lists.professions), lists.professions_asked),
        missing_professions=lists.missing_professions,
        neutral_words=len(lists.neutral.rows),
        missing_neutral=lists.missing_neutral,
        own_neutral=neutral is not None,
        k=k,
        seed=seed,
        unit_length=bool(np.allclose(np.linalg.norm(embedding.vectors[:1000], axis=1), 1, atol=1e-3)),
        population=population,
        base_pairs=_pair_stability(professions, sides, population, _monarch_flips(scored, lists, sides)),
        profession_scores={
            embedding.words[row]: tuple(map(float, scores))
            for row, scores in zip(lists.professions, professions["direct-bias"].T, strict=True)
        },
        pair_agreement=_mean_with_others(lists.pairs.labels, kappas),
        flips_between=None
        if lists.monarchs is None or lists.plain_pair is None
        else (lists.pairs.labels[lists.plain_pair], lists.monarchs.labels[0]),
        capitalised_pairs=_capitalised_pairs(scored, lists, sides),
        word_forms={name: _form(scored, by_measure, lists, name) for name in lists.forms},
        correspondence={
            name: _correspondence(scored, by_measure, lists.pairs, *found) for name, found in lists.gendered.items()
        },
        between_measures=between,
        between_decided=between_decided,
        correlated=_correlated(embedding, lists, kappas, seed),
        example=_example(scored, by_measure, lists, word),
        warnings=tuple(warnings),
    )


def _read(
    path: File,
    language: str | None,
    neutral: Sequence[str],
    match: Match,
    allow_pickle: bool,
    progress: Progress | None,
) -> Embedding:
    """The most frequent words of a file, and those of the lists of the language, or of all that have them."""
    tests = packs.of_tests(language)
    lists = [query for code in dict.fromkeys(test.language for test in tests) for query in known_lists(code)]
    if not lists:
        lists_of(language or "")  # says which languages there are
    written = {form for query in lists for each in query.all_words() for form in each}
    cased = {other for form in written for other in (form.upper(), capital(form), capital(form.lower()))}
    return read_for(
        (*tests, *lists),
        path,
        match,
        more=cased.union(neutral),
        first=MOST_FREQUENT,
        allow_pickle=allow_pickle,
        progress=phase(progress, "reading"),
    )


def _order_notices(embedding: Embedding) -> list[Notice]:
    if embedding.rows <= MOST_FREQUENT or frequency_known(embedding):
        return []
    text = f"The file’s rows are in alphabetical order, so its first {MOST_FREQUENT:,} rows are not its most frequent words."
    return [Notice("not-by-frequency", text)]


def _pair_stability(
    scores: Mapping[str, Floats],
    sides: Mapping[str, Signs],
    population: Mapping[str, Spread],
    flips: Mapping[str, float] | None,
) -> dict[str, PairStability]:
    found = {}
    for name, side in sides.items():
        counts = np.stack([(side == category).sum(axis=0) for category in (-1, 0, 1)], axis=1)
        moves = [np.abs(scores[name][i] - scores[name][j]) for i, j in combinations(range(len(side)), 2)]
        kappa = fleiss_kappa(counts)
        found[name] = PairStability(
            kappa=kappa.value,
            decided=kappa.decided,
            changed=float((np.stack(moves) >= population[name].sd).mean()),
            one_side=float((side == side[0]).all(axis=0).mean()),
            flips=None if flips is None else flips[name],
            to_second=float((side < 0).mean()),
        )
    return found


def _monarch_flips(scored: ScoredRows, lists: Lists, sides: Mapping[str, Signs]) -> dict[str, float] | None:
    """Share of professions whose side changes from the pair (woman, man) to (queen, king)."""
    if lists.monarchs is None or lists.plain_pair is None:
        return None
    theirs = scored.scores(lists.monarchs)
    places = scored.places(lists.professions)
    return {
        name: float((base_pairs.sides(scores[0, places]) != sides[name][lists.plain_pair]).mean())
        for name, scores in theirs.items()
    }


def _mean_with_others(labels: Sequence[str], kappas: Floats) -> dict[str, float]:
    n = len(labels)
    return {label: float((kappas[i].sum() - kappas[i, i]) / (n - 1)) for i, label in enumerate(labels)}


def _kappas(
    labels: Sequence[str], one: Mapping[str, Signs], other: Mapping[str, Signs], words: int, asked: int
) -> ByPair:
    found = {name: _kappas_of(labels, one[name], other[name]) for name in one}
    return ByPair(
        words=words,
        asked=asked,
        kappas={name: kappas for name, (kappas, _) in found.items()},
        decided={name: decided for name, (_, decided) in found.items()},
    )


def _kappas_of(labels: Sequence[str], one: Signs, other: Signs) -> tuple[dict[str, float], tuple[str, ...]]:
    kappas = {label: cohen_kappa(a.tolist(), b.tolist()) for label, a, b in zip(labels, one, other, strict=True)}
    values = {label: kappa.value for label, kappa in kappas.items()}
    return values, tuple(label for label, kappa in kappas.items() if kappa.decided)


def _capitalised_pairs(scored: ScoredRows, lists: Lists, sides: Mapping[str, Signs]) -> ByPair | TooFew:
    """Each pair against its capitalised form, over the professions."""
    both = [i for i, pair in enumerate(lists.capitalised) if pair is not None]
    if not both:
        asked = len(lists.capitalised)
        return TooFew(
            skipped=f"of {asked} base pairs, none is in the vectors both as listed and capitalised",
            counts={"pairs": asked},
        )
    rows = [pair for pair in lists.capitalised if pair is not None]
    capital = scored.scores(scored.pairs_of_rows(rows))
    places = scored.places(lists.professions)
    labels = [lists.pairs.labels[i] for i in both]
    return _kappas(
        labels,
        {name: side[both] for name, side in sides.items()},
        {name: base_pairs.sides(scores[:, places]) for name, scores in capital.items()},
        len(places),
        lists.professions_asked,
    )


def _form(scored: ScoredRows, by_measure: Mapping[str, Floats], lists: Lists, name: str) -> ByPair | TooFew:
    """A word against one of its forms; over the words that have every form, or, where these are few, that one."""
    forms = lists.forms[name]
    shared = set(forms) & lists.with_every_form
    chosen = sorted(shared) if len(shared) >= LEAST_WORDS else sorted(forms)
    if len(chosen) < LEAST_WORDS:
        found = len(lists.professions)
        return TooFew(
            skipped=f"of {found} professions in the vectors, {len(forms)} have this form too; at least {LEAST_WORDS} are needed",
            counts={"found": found, "forms": len(forms), "needed": LEAST_WORDS},
        )
    one, other = scored.places(chosen), scored.places([forms[row] for row in chosen])
    return _kappas(
        lists.pairs.labels,
        {measure: base_pairs.sides(scores[:, one]) for measure, scores in by_measure.items()},
        {measure: base_pairs.sides(scores[:, other]) for measure, scores in by_measure.items()},
        len(chosen),
        lists.professions_asked,
    )


def _correspondence(
    scored: ScoredRows,
    by_measure: Mapping[str, Floats],
    pairs: FoundPairs,
    female: list[int],
    male: list[int],
    asked: int,
) -> ByPair | TooFew:
    """The side a word is given against the one it has by its meaning: the pairs' first words are female."""
    rows = [*female, *male]
    if min(len(female), len(male)) < LEAST_WORDS // 4 or len(rows) < LEAST_WORDS // 2:
        return TooFew(
            skipped=f"{len(female)} female and {len(male)} male words of {asked} are in the vectors, which is too few",
            counts={"female": len(female), "male": len(male), "asked": asked},
        )
    truth = np.repeat([1, -1], [len(female), len(male)]).astype(np.int8)
    places = scored.places(rows)
    sides = {measure: base_pairs.sides(scores[:, places]) for measure, scores in by_measure.items()}
    true_sides = {measure: np.tile(truth, (len(pairs.labels), 1)) for measure in sides}
    return _kappas(pairs.labels, sides, true_sides, len(rows), asked)


def _between(
    sides: Mapping[str, Signs], labels: Sequence[str]
) -> tuple[dict[str, dict[str, float]], dict[str, tuple[str, ...]]]:
    found = {f"{one} & {other}": _kappas_of(labels, sides[one], sides[other]) for one, other in combinations(sides, 2)}
    return {name: kappas for name, (kappas, _) in found.items()}, {name: said for name, (_, said) in found.items()}


def _correlated(embedding: Embedding, lists: Lists, kappas: Floats, seed: int) -> Correlated:
    from scipy.stats import pearsonr

    labels = lists.pairs.labels
    along = base_pairs.differences(lists.pairs)
    near = cosines(along, along)
    r: dict[str, float | None] = {}
    p: dict[str, float | None] = {}
    for i, label in enumerate(labels):
        x, y = np.delete(near[i], i), np.delete(kappas[i], i)
        known = len(x) >= 3 and np.ptp(x) > 0 and np.ptp(y) > 0
        found = pearsonr(x, y) if known else None
        r[label] = None if found is None else float(found.statistic)
        p[label] = None if found is None else float(found.pvalue)
    apart, together = _random_cosines(embedding, lists.population, seed)
    return Correlated(
        cosines=tuple(tuple(map(float, row)) for row in near),
        kappas=tuple(tuple(map(float, row)) for row in kappas),
        r=r,
        p=p,
        random_differences=(float(apart.mean()), float(apart.std())),
        random_words=(float(together.mean()), float(together.std())),
    )


def _random_cosines(embedding: Embedding, rows: Sequence[int], seed: int) -> tuple[Floats, Floats]:
    """Cosines between differences of random words, and between random words, a part at a time."""
    drawn = np.random.default_rng(seed).choice(np.array(rows), size=(_RANDOM_SETS // _AT_ONCE, 4, _AT_ONCE))
    apart, together = [], []
    for part in drawn:
        a, b, c, d = (unit(embedding.vectors[each]) for each in part)
        apart.append(np.einsum("ij,ij->i", _directions(a - b), _directions(c - d)))
        together.append(np.einsum("ij,ij->i", a, b))
    return np.concatenate(apart), np.concatenate(together)


def _directions(differences: Floats) -> Floats:
    """Unit length; a word drawn twice has no difference from itself and stays 0."""
    lengths = np.linalg.norm(differences, axis=1, keepdims=True)
    found: Floats = differences / np.where(lengths > 0, lengths, 1.0)
    return found


def _example(scored: ScoredRows, by_measure: Mapping[str, Floats], lists: Lists, word: str | None) -> Example:
    row = lists.example(word)
    forms = {"as listed": row, **{name: forms[row] for name, forms in lists.forms.items() if row in forms}}
    places = scored.places(list(forms.values()))
    return Example(
        word=scored.embedding.words[row],
        scores={
            measure: {
                scored.embedding.words[at]: tuple(map(float, scores[:, place]))
                for at, place in zip(forms.values(), places, strict=True)
            }
            for measure, scores in by_measure.items()
        },
        asked=word or "",
    )
