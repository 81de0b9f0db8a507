"""Does the bias of an embedding reach a sentiment classifier (Papakyriakopoulos et al. 2020), and what does mitigation at two levels change?"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from weatherglass import language as languages
from weatherglass.arrays import Bools, Floats, Indices
from weatherglass.downstream.classifier import FOLDS, C, Learnt, learn, normal_of, without
from weatherglass.downstream.diffused import (
    Balanced,
    Classified,
    Compared,
    Diffusion,
    Kind,
    Level,
    Pair,
    Stage,
    near_chance,
)
from weatherglass.downstream.groups import balanced, compare_groups, compare_two, with_holm
from weatherglass.downstream.lexicon_words import Training, signed_words, training_of
from weatherglass.downstream.names import LEAST, SEXES, Found, find_names, names_list
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.geometry import unit
from weatherglass.errors import Notice, SpecError, UnknownName
from weatherglass.measure.association import without_noise
from weatherglass.mitigate.methods.direction_removal import direction_of
from weatherglass.mitigate.roles import SENTIMENT
from weatherglass.progress import HowFar, Progress, phase, shows_progress
from weatherglass.stats.effects import correlation
from weatherglass.words import packs
from weatherglass.words.lexicon import Lexicon
from weatherglass.words.lookup import Finder, FoundPairs, Match, find_pairs
from weatherglass.words.query import PairSet, Query
from weatherglass.words.reading import language_of, read_for

KINDS: tuple[Kind, ...] = ("svm", "logistic")
REFITS = 20
_LEAST = 10  # lemmas of either sign that an accuracy goes by
Lengths = Literal["kept", "unit"]


@dataclass(frozen=True, slots=True, eq=False)
class _Case:
    """What all classifiers of one embedding share."""

    training: Training
    words: Floats  # the lexicon's vectors
    found: Found
    direction: Floats | None  # of the sentiment pairs
    beside_pairs: Bools  # which of these words have no lemma in common with a word of the pairs
    refits: int
    seed: int


@shows_progress
def diffusion_of(
    vectors: str | os.PathLike[str] | Embedding,
    language: str | None = None,
    *,
    lexicon: Lexicon | None = None,
    groups: Query | None = None,
    pairs: PairSet | None = None,
    lengths: Lengths = "kept",
    refits: int = REFITS,
    match: Match | None = None,
    seed: int = 0,
    allow_pickle: bool = False,
    progress: Progress | None = None,
) -> Diffusion:
    """Train sentiment classifiers on a lexicon's words, score first names by them, compare the groups, and mitigate at two levels.

    `lexicon`: instead of the language's list of positive and negative words. `groups`: sets of names such as “Turkish female” instead of the
    language's. `pairs`: of the direction of sentiment, the positive word first. `lengths`: vectors as they are, or all of length one. `refits`: classifiers
    trained on lexicons whose lemmas are drawn again, to see which differences depend on the lexicon.
    """
    if lengths not in ("kept", "unit"):
        raise UnknownName("choice of lengths", lengths, ("kept", "unit"))
    if refits < 0:
        raise SpecError(f"refits={refits}: give 0 or a larger whole number")
    match = match or Match()
    guessed: tuple[Notice, ...] = ()
    if language is None:
        if isinstance(vectors, Embedding):
            raise SpecError("give the language of the vectors, such as language='en'")
        language, notice = language_of(vectors, allow_pickle=allow_pickle)
        guessed = (notice,)
    signed, listed = signed_words(lexicon, language), names_list(groups, language)
    embedding = (
        vectors
        if isinstance(vectors, Embedding)
        else read_for(
            (signed.query(language), listed, *_of_pairs(language, pairs)),
            vectors,
            match,
            allow_pickle=allow_pickle,
            progress=phase(progress, "reading"),
        )
    )
    finder = Finder(embedding, languages.get(language), match)
    found = find_names(finder, listed)
    training = training_of(signed, finder, found.rows.tolist())
    direction, paired, notices = _direction(finder, language, pairs, lengths)
    beside_pairs, too_few = _beside(training, paired, embedding)
    words = embedding.vectors[training.rows].astype(np.float64)
    if lengths == "unit":
        found, words = replace(found, vectors=unit(found.vectors)), unit(words)
    case = _Case(training, words, found, direction, beside_pairs, refits, seed)
    classified, told = _classified(case, phase(progress, "training"))
    return Diffusion(
        embedding=embedding.identity(),
        language=language,
        lexicon=training.used,
        names_list=listed.id,
        names=found.names,
        missing=found.missing,
        left_out=found.left_out,
        pairs=() if paired is None else paired.labels,
        classified=classified,
        settings={"lengths": lengths, "C": C, "folds": FOLDS, "refits": refits, "seed": seed},
        warnings=tuple(
            dict.fromkeys(
                (
                    *guessed,
                    *embedding.notices,
                    *(lexicon.notices if lexicon is not None else ()),
                    *training.notices,
                    *found.notices,
                    *notices,
                    *too_few,
                    *told,
                )
            )
        ),
    )


def _of_pairs(language: str, pairs: PairSet | None) -> tuple[Query, ...]:
    chosen = _pairs(language, pairs)
    return () if chosen is None else (Query(name=SENTIMENT, language=language, pairs=(chosen,)),)


def _pairs(language: str, pairs: PairSet | None) -> PairSet | None:
    """Those given, or the language's own."""
    listed = packs.word_list(language, SENTIMENT)
    return pairs or (listed.pairs[0] if listed is not None else None)


def _direction(
    finder: Finder, language: str, pairs: PairSet | None, lengths: Lengths
) -> tuple[Floats | None, FoundPairs | None, tuple[Notice, ...]]:
    """The direction that mitigation at the level of the embedding takes out, and its pairs; none where no pair is there."""
    chosen = _pairs(language, pairs)
    if chosen is None:
        return None, None, (_without_pairs(f"there is no list of sentiment pairs for '{language}'; give pairs"),)
    found, coverage = find_pairs(finder, chosen)
    missing = ", ".join(coverage.missing)
    if found is None:
        why = f"none of its {coverage.asked} pairs is in {finder.embedding.name} ({missing}); give pairs that are there"
        return None, None, (_without_pairs(why),)
    notices: tuple[Notice, ...] = ()
    if missing:
        text = f"{coverage.found} of {coverage.asked} pairs define the direction of sentiment; of others a word is not there, or both are one word: {missing}."
        notices = (Notice("pairs-missing", text),)
    return direction_of(found if lengths == "kept" else _of_length_one(found)), found, notices


def _beside(training: Training, pairs: FoundPairs | None, embedding: Embedding) -> tuple[Bools, tuple[Notice, ...]]:
    """Which words of the lexicon the direction of the pairs has not seen the sign of; all, where these would be too few."""
    every = np.ones(len(training.rows), bool)
    if pairs is None:
        return every, ()
    rows = [embedding.index[word] for word in (*pairs.one.rows, *pairs.other.rows)]
    of_pairs: Indices = training.lemmas[np.isin(training.rows, rows)]
    beside = ~np.isin(training.lemmas, of_pairs)
    if min(len(np.unique(training.lemmas[beside & side])) for side in (training.positive, ~training.positive)) < _LEAST:
        text = (
            "Most words of the lexicon are in the sentiment pairs, whose direction has seen their signs: trained anew without it, a classifier is better "
            "than its accuracy."
        )
        return every, (Notice("pairs-in-lexicon", text),)
    return beside, ()


def _without_pairs(why: str) -> Notice:
    return Notice("no-sentiment-pairs", f"Mitigation at the level of the embedding was left out: {why}.")


def _of_length_one(pairs: FoundPairs) -> FoundPairs:
    return FoundPairs(*(replace(each, vectors=unit(each.vectors)) for each in (pairs.one, pairs.other)))


def _classified(case: _Case, done: HowFar | None) -> tuple[tuple[Classified, ...], tuple[Notice, ...]]:
    total = len(KINDS) * 2
    learnt: dict[Kind, Learnt] = {}
    for i, kind in enumerate(KINDS):
        learnt[kind] = _learn(case, kind, case.words)
        if done is not None:
            done(i + 1, total)
    classified = []
    for i, kind in enumerate(KINDS):
        (other,) = (learnt[each] for each in KINDS if each != kind)
        classified.append(_one(case, kind, learnt[kind], other))
        if done is not None:
            done(len(KINDS) + i + 1, total)
    return tuple(classified), tuple(notice for kind, each in learnt.items() for notice in _notices(kind, each))


def _notices(kind: Kind, learnt: Learnt) -> Iterator[Notice]:
    if near_chance(learnt.accuracy):
        yield Notice(
            "near-chance",
            f"The {kind} classifier hardly tells held-out words apart, so that its scores of names mean nothing, and no verdict is given.",
        )
    if learnt.stopped_early:
        yield Notice(
            "not-settled",
            f"The {kind} classifier did not settle within its rounds; its scores may change with more of them.",
        )


def _learn(case: _Case, kind: Kind, words: Floats, *, anew: bool = False, judged: Bools | None = None) -> Learnt:
    return learn(kind, words, case.training.positive, case.training.lemmas, case.seed, anew=anew, judged=judged)


def _one(case: _Case, kind: Kind, learnt: Learnt, other: Learnt) -> Classified:
    names, normal = case.found.vectors, learnt.scorer.normal
    stages = [_stage(case, "none", learnt, names)]
    if case.direction is not None:
        stages.append(_stage(case, "embedding", learnt, without(names, case.direction)))
        anew = _learn(case, kind, without(case.words, case.direction), judged=case.beside_pairs)
        stages.append(_stage(case, "embedding", anew, without(names, case.direction), retrained=True))
    stages.append(_stage(case, "classifier", learnt, without(names, normal)))
    anew = _learn(case, kind, case.words, anew=True)
    stages.append(_stage(case, "classifier", anew, without(names, normal), retrained=True))
    stages.append(_stage(case, "other classifier", other, without(names, normal)))
    first = _with_same_signs(case, kind, stages[0])
    return Classified(
        kind=kind,
        accuracy=learnt.accuracy,
        right=learnt.right,
        near_chance=near_chance(learnt.accuracy),
        zero=learnt.scorer.zero,
        cosine=None if case.direction is None else float(normal @ case.direction / np.linalg.norm(case.direction)),
        with_rank=_with_rank(case.found, np.array(first.scores)),
        stages=(first, *stages[1:]),
        refits=case.refits,
    )


def _stage(case: _Case, level: Level, by: Learnt, names: Floats, *, retrained: bool = False) -> Stage:
    found, scores = case.found, without_noise(by.scorer.scores(names))
    return Stage(
        level=level,
        retrained=retrained,
        accuracy=by.accuracy,
        scores=tuple(scores.tolist()),
        populations=_populations(found, scores, case.seed),
        sexes=_sexes(found, scores, case.seed),
        within=_within(found, scores, case.seed),
        balanced=_balanced(found, scores, case.seed),
    )


def _populations(found: Found, scores: Floats, seed: int) -> Compared | None:
    members = {each: found.of(population=each) for each in found.populations}
    return compare_groups(scores, members, "population", seed) if len(members) > 1 else None


def _sexes(found: Found, scores: Floats, seed: int) -> Compared | None:
    members = {each: found.of(sex=each) for each in SEXES}
    if min(int(chosen.sum()) for chosen in members.values()) < LEAST:
        return None
    return compare_groups(scores, members, "sex", seed)


def _within(found: Found, scores: Floats, seed: int) -> tuple[Pair, ...]:
    return with_holm([compare_two(scores, *sides, seed) for sides in _both_sexes(found)])


def _balanced(found: Found, scores: Floats, seed: int) -> Balanced | None:
    strata = [(one[1], other[1]) for one, other in _both_sexes(found)]
    return balanced(scores, strata, seed) if len(strata) > 1 else None


def _both_sexes(found: Found) -> list[tuple[tuple[str, Bools], tuple[str, Bools]]]:
    """Women's and men's names of each population that has enough of both."""
    sides = []
    for population in found.populations:
        one, other = ((f"{population} {sex}", found.of(population=population, sex=sex)) for sex in SEXES)
        if min(int(one[1].sum()), int(other[1].sum())) >= LEAST:
            sides.append((one, other))
    return sides


def _with_same_signs(case: _Case, kind: Kind, stage: Stage) -> Stage:
    """A stage with the share of classifiers of other draws of the lexicon that see the same sign, pair by pair."""
    if not case.refits:
        return stage
    scores = _drawn_again(case, kind)

    def said(pairs: Sequence[Pair]) -> tuple[Pair, ...]:
        return tuple(replace(pair, same_sign=_same_sign(case.found, scores, pair)) for pair in pairs)

    def of_all(compared: Compared | None) -> Compared | None:
        return None if compared is None else replace(compared, pairs=said(compared.pairs))

    return replace(stage, populations=of_all(stage.populations), sexes=of_all(stage.sexes), within=said(stage.within))


def _drawn_again(case: _Case, kind: Kind) -> Floats:
    """Scores of the names, but for scale and zero, by classifiers of lexicons whose lemmas are drawn with replacement; a row each."""
    rng = np.random.default_rng(case.seed)
    lemmas, n = case.training.lemmas, case.training.used.lemmas
    rows = []
    for _ in range(case.refits):
        counts = np.bincount(rng.integers(n, size=n), minlength=n).astype(np.float64)
        normal = normal_of(kind, case.words, case.training.positive, counts[lemmas], case.seed)
        rows.append(case.found.vectors @ normal)
    return np.array(rows)


def _same_sign(found: Found, scores: Floats, pair: Pair) -> float | None:
    if pair.difference == 0:
        return None
    one, other = (_members(found, name) for name in (pair.one, pair.other))
    differences = scores[:, one].mean(axis=1) - scores[:, other].mean(axis=1)
    return float(np.mean(np.sign(differences) == np.sign(pair.difference)))


def _members(found: Found, name: str) -> Bools:
    """Which names a group of this name has: a sex, a population, or one of both."""
    if name in SEXES:
        return found.of(sex=name)
    if name in found.populations:
        return found.of(population=name)
    population, _, sex = name.rpartition(" ")
    return found.of(population=population, sex=sex)


def _with_rank(found: Found, scores: Floats) -> float | None:
    """Correlation of the scores with the logarithm of the names' rank."""
    ranked = [(name.rank, score) for name, score in zip(found.names, scores, strict=True) if name.rank is not None]
    if not ranked:
        return None
    ranks, values = np.array(ranked).T
    return correlation(np.log1p(ranks), values)
