"""`trace_of`: from a corpus and a query to the documents, groups and passages that carry the effect."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from os import PathLike, cpu_count
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from weatherglass.corpus.corpus import Corpus
from weatherglass.corpus.open import opened
from weatherglass.embedding.embedding import Embedding
from weatherglass.errors import CoverageError, Notice, SpecError
from weatherglass.measure.published.weat import largest_effect
from weatherglass.progress import Progress, phase, shows_progress
from weatherglass.trace.effect import Effect, Target, effect_of, sets_of
from weatherglass.trace.grouping import described, fields_to_group_by, grouped, named
from weatherglass.trace.ledger import Ledger, ledger_of
from weatherglass.trace.models import kept_model, settings_of, train_models
from weatherglass.trace.passages import Sentences, passage, sentences_of
from weatherglass.trace.prediction import Predictor, predictor_of
from weatherglass.trace.ranking import Ranking, curve, ranking_of
from weatherglass.trace.squares import squares_of
from weatherglass.trace.traced import Every, Passage, TestWord, Trace, Traced
from weatherglass.trace.verifying import verified
from weatherglass.train.glove import Model
from weatherglass.train.settings import GloVe
from weatherglass.train.vocabulary import Vocabulary, vocabulary_of
from weatherglass.words import packs
from weatherglass.words.lookup import Coverage, Match
from weatherglass.words.query import Query

MODELS, TOP, LEAST_DOCUMENTS = 3, 50, 5
_SPREAD = 400  # points of the order of documents that are kept for a figure
_PASSAGES = 3  # of each document that is listed
_STRONGEST = 20  # passages of the whole corpus, on either side
_LITTLE_AGREEMENT = 0.5
_ANY = 8  # dimensions of vectors in which words are only looked up
_SATURATED = 0.9  # of the largest d that there can be


@dataclass(frozen=True, slots=True, eq=False)
class _Test:
    """The words of the test that can be traced, and what the corpus has of them."""

    effect: Effect
    ledger: Ledger
    coverage: Coverage
    words: tuple[TestWord, ...]
    embedding: Embedding  # the words that can be traced, by their rows in the vocabulary; its vectors say nothing
    left_out: tuple[Notice, ...]


@shows_progress
def trace_of(
    corpus: Corpus | str | PathLike[str],
    query: str | Query,
    *,
    vectors: str | PathLike[str] | None = None,
    language: str | None = None,
    measure: str = "weat",
    word: str = "",
    number: str = "",
    params: Mapping[str, Any] | None = None,
    top: int = TOP,
    by: Sequence[str] | None = None,
    models: int | None = None,
    verify: Sequence[float] = (),
    match: Match | None = None,
    least_documents: int = LEAST_DOCUMENTS,
    damped: bool = True,
    folders: Iterable[Path] = (),
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
    **settings: Any,
) -> Trace:
    """Rank the documents of a corpus by how much of an effect they carry: the change that their removal is predicted to cause.

    So many `models`, three if nothing is said, are trained by GloVe with `settings`, with seeds from `seed` on; or the one is taken that
    was kept with `vectors`. `word`: trace the score that the measure gives this word; `number`: another figure of the measure, such as
    weat's difference. `top`: how many documents are listed on either side. `by`: fields of the documents to group by; without it, those
    that suit. `verify`: shares of the documents; models are trained again without so many at the top, at the bottom, and at random.
    `damped`: steps as long as training goes (see `trace.squares`). `threads`: trainings side by side.
    """
    count = MODELS if models is None else models
    _refuse_numbers(top, count, least_documents, verify)
    if vectors is not None and (given := [*settings, *(["models"] if models is not None else [])]):
        raise SpecError(f"{given[0]}: the vectors given are one model, trained with settings of its own; leave it out")
    chosen, threads, match = settings_of(settings, seed), threads or cpu_count() or 1, match or Match()
    with opened(corpus, language, progress) as texts, tempfile.TemporaryDirectory(prefix="weatherglass-") as passing:
        asked = _one_query(query, texts, folders)
        target = Target.of(asked, measure, word=word, number=number, params=params)
        kept = None if vectors is None else kept_model(vectors, texts)
        if kept is not None:
            chosen = kept.settings
            if verify and not chosen.deterministic:
                raise SpecError(
                    f"{vectors}: was trained in {chosen.threads} threads, so that training again differs by chance as well; train it in one "
                    "thread, or leave the vectors out, to verify"
                )
        vocabulary = vocabulary_of(texts, chosen.min_count)
        test = _tested(texts, vocabulary, target, chosen, match, least_documents, Path(passing), progress)
        table = described(texts, test.ledger)
        fields = fields_to_group_by(table, by)
        if kept is None:
            trained = train_models(texts, vocabulary, chosen, count, threads, phase(progress, "training"))
        else:
            trained = [kept.model]
        predictors = [
            predictor_of(
                squares_of(test.ledger, each, replace(chosen, seed=chosen.seed + i), damped=damped), test.effect
            )
            for i, each in enumerate(trained)
        ]
        ranking = ranking_of(test.ledger, predictors, seed, phase(progress, "predicting"))
        sentences = sentences_of(
            texts, vocabulary, test.ledger.rows, chosen, predictors, phase(progress, "reading sentences")
        )
        removals = verified(texts, vocabulary, ranking, predictors, verify, threads, phase(progress, "retraining"))
        weakening, half = ranking.concentration()
        names = dict(zip(test.ledger.all_documents.tolist(), named(table), strict=True))
        documents = _listed(ranking, test.effect, names, table, top)
        return Trace(
            corpus=texts.identity(),
            query=asked,
            measure=measure,
            word=word,
            number=number,
            params=dict(target.params),
            symbol=target.symbol,
            settings=asdict(chosen),
            damped=damped,
            seeds=tuple(each.squares.settings.seed for each in predictors),
            vectors="" if vectors is None else Path(vectors).name,
            values=tuple(each.value for each in predictors),
            as_saved=tuple(each.as_saved for each in predictors),
            coverage=test.coverage,
            words=test.words,
            all_documents=len(test.ledger.all_documents),
            ranked=len(test.ledger.documents),
            weakening=weakening,
            half=half,
            unknown=tuple(names[number] for number in test.ledger.documents[~ranking.known].tolist()),
            match=match,
            seed=seed,
            top=top,
            by=tuple(by or ()),
            least_documents=least_documents,
            documents=documents,
            spread=_spread(ranking),
            curve=curve(ranking, predictors),
            groups=grouped(table, fields, test.ledger, predictors),
            passages=_passages(texts, vocabulary, ranking, sentences, predictors, documents),
            removals=removals,
            agreement=ranking.agreement(),
            warnings=(
                *_told_by(trained[0], target, test, match),
                *test.left_out,
                *_notices(target, test, ranking, predictors),
            ),
            every=_every(ranking, test.effect, names, table),
        )


def _one_query(query: str | Query, corpus: Corpus, folders: Iterable[Path]) -> Query:
    """The test that is asked for, in the language of the corpus."""
    language = corpus.facts.language
    found = packs.given([query], language=language, folders=folders)
    if len(found) > 1:
        raise SpecError(f"'{query}' names {len(found)} tests, and an effect is traced for one at a time; give one: {', '.join(each.id for each in found)}")  # fmt: skip
    if found[0].language != language:
        raise SpecError(
            f"'{found[0].id}' is not in the language '{language}' of {corpus.name}; give a test in that language"
        )
    return found[0]


def _refuse_numbers(top: int, models: int, least_documents: int, verify: Sequence[float]) -> None:
    for name, given, least in (("top", top, 1), ("models", models, 1), ("least_documents", least_documents, 2)):
        if given < least:
            raise SpecError(f"{name}={given}: give at least {least}")
    for share in verify:
        if not 0 < share < 1:
            raise SpecError(f"verify={share}: give shares of the documents between 0 and 1, such as 0.05")


def _tested(
    corpus: Corpus,
    vocabulary: Vocabulary,
    target: Target,
    settings: GloVe,
    match: Match,
    least_documents: int,
    folder: Path,
    progress: Progress | None,
) -> _Test:
    """Look the words up, and what stands near them; words that are too rare to be traced are left out, and the rest is looked up again."""
    words = {word: row for row, word in enumerate(vocabulary.words)}
    vectors = np.random.default_rng(0).random(
        (len(words), _ANY), np.float32
    )  # nothing is trained yet: only words are looked up
    embedding = Embedding(corpus.name, vocabulary.words, vectors, np.arange(len(words)), len(words))
    rare: dict[str, tuple[int, int]] = {}
    while True:
        prepared = target.prepared(embedding, match)
        if prepared.vectors is None:
            raise CoverageError(f"{target.query.id}: {prepared.reason}{_because(rare, settings.dim, least_documents)}")
        effect = effect_of(target, prepared)
        rows = [words[word] for word in effect.words]
        ledger = ledger_of(corpus, vocabulary, rows, settings, folder, phase(progress, "reading documents"))
        _refuse_one_document(corpus, ledger)
        found = dict(
            zip(effect.words, zip(ledger.documents_with.tolist(), ledger.contexts.tolist(), strict=True), strict=True)
        )
        too_rare = {word: had for word, had in found.items() if had[0] < least_documents or had[1] <= settings.dim}
        if not too_rare:
            break
        rare |= too_rare
        embedding = embedding.subset(word for word in vocabulary.words if word not in rare)
    left_out = (
        [Notice("too-rare-to-trace", _too_rare(target.query.id, rare, settings.dim, least_documents))] if rare else []
    )
    counted = tuple(
        TestWord(word, row, each.name, int(vocabulary.counts[words[row]]), *found[row])
        for each in sets_of(effect.vectors)
        for word, row in zip(each.words, each.rows, strict=True)
    )
    return _Test(effect, ledger, prepared.coverage, counted, embedding, tuple(left_out))


def _told_by(model: Model, target: Target, test: _Test, match: Match) -> tuple[Notice, ...]:
    """What there is to know of the words in trained vectors, such as whether base pairs are stable there."""
    vectors = np.ascontiguousarray(model.vectors[test.embedding.ranks, 0])
    return target.prepared(test.embedding.with_vectors(vectors, {}), match).notices


def _refuse_one_document(corpus: Corpus, ledger: Ledger) -> None:
    count = len(ledger.all_documents)
    if count < 2:
        raise SpecError(
            f"{corpus.name}: all of its text is one document, so there is nothing that an effect could be traced to; build it from "
            "texts that are apart: JSON lines, a folder of files, TEI, or `corpus build --lines document`"
        )


def _because(rare: Mapping[str, tuple[int, int]], dim: int, least: int) -> str:
    return (
        f"; {_rare_words(rare, dim, least)}. Take a larger corpus, fewer dimensions, or a test of more frequent words"
        if rare
        else ""
    )


def _too_rare(query: str, rare: Mapping[str, tuple[int, int]], dim: int, least: int) -> str:
    return f"{query}: {_rare_words(rare, dim, least)}; the effect is that of the other words."


def _rare_words(rare: Mapping[str, tuple[int, int]], dim: int, least: int) -> str:
    listed = ", ".join(
        f"{word} ({documents:,} documents, {contexts:,} words)" for word, (documents, contexts) in rare.items()
    )
    return (
        f"left out, as they stand in fewer than {least} documents or beside no more different words than the vectors have "
        f"dimensions ({dim}): {listed}"
    )


def _listed(
    ranking: Ranking, effect: Effect, names: Mapping[int, str], table: pl.DataFrame, top: int
) -> tuple[Traced, ...]:
    """Those that carry most of the effect, then those that work most against it; those that do nothing are not listed."""
    change = ranking.sign * ranking.mean
    carrying = [place for place in ranking.order[:top] if change[place] < 0]
    against = [place for place in ranking.order[::-1][:top] if change[place] > 0]
    made = []
    for place in (*carrying, *against):
        number = int(ranking.ledger.documents[place])
        fields = table.row(int(np.searchsorted(ranking.ledger.all_documents, number)), named=True)
        made.append(
            Traced(
                number=number,
                name=names[number],
                fields={name: value for name, value in fields.items() if value},
                change=float(ranking.mean[place]),
                low=float(ranking.changes[:, place].min()),
                high=float(ranking.changes[:, place].max()),
                through=effect.words[ranking.through[place]],
            )
        )
    return tuple(made)


def _spread(ranking: Ranking) -> tuple[float, ...]:
    """The changes in the order of the documents, all of them or at even steps."""
    changes = ranking.mean[ranking.order]
    if len(changes) > _SPREAD:
        changes = changes[np.linspace(0, len(changes) - 1, _SPREAD).round().astype(np.int64)]
    return tuple(changes.tolist())


def _every(ranking: Ranking, effect: Effect, names: Mapping[int, str], table: pl.DataFrame) -> Every:
    numbers = ranking.ledger.documents
    through = tuple(effect.words[word] if word >= 0 else "" for word in ranking.through)
    rows = np.searchsorted(ranking.ledger.all_documents, numbers)
    return Every(numbers, tuple(names[number] for number in numbers.tolist()), ranking.changes, through, table[rows])


def _passages(
    corpus: Corpus,
    vocabulary: Vocabulary,
    ranking: Ranking,
    sentences: Sentences,
    models: Sequence[Predictor],
    documents: Sequence[Traced],
) -> tuple[Passage, ...]:
    """The strongest sentences of the corpus on either side, and of every document that is listed, each once."""
    sign = ranking.sign
    chosen = [*sentences.strongest(-sign, _STRONGEST), *sentences.strongest(sign, _STRONGEST)]
    for each in documents:
        own = sentences.between(*corpus.document_starts[each.number : each.number + 2])
        chosen += [*own.strongest(1 if each.change > 0 else -1, _PASSAGES)]
    numbers = dict.fromkeys(map(int, chosen))
    return tuple(passage(corpus, vocabulary, ranking.ledger.rows, models, number, sign) for number in numbers)


def _notices(target: Target, test: _Test, ranking: Ranking, models: Sequence[Predictor]) -> list[Notice]:
    notices = []
    values = [each.value for each in models]
    if len(models) == 1:
        text = "One model alone: how far the order of the documents hangs on the seed of training cannot be told."
        notices.append(Notice("one-model", text))
    if min(values) < 0 < max(values):
        said = ", ".join(f"{value:.2f}" for value in values)
        text = f"The effect itself changes its sign with the seed of training ({said}), so there is little to trace."
        notices.append(Notice("sign-by-seed", text))
    agreement = ranking.agreement()
    if agreement is not None and agreement < _LITTLE_AGREEMENT:
        text = f"The models agree little about the documents (their predictions correlate at {agreement:.2f})."
        notices.append(Notice("documents-by-seed", text))
    if target.measure.name == "weat" and not (target.word or target.number):
        one, other = (len(each.words) for each in test.effect.vectors.targets)
        most = largest_effect(one, other, target.params["ddof"])
        if abs(ranking.value) > _SATURATED * most:
            text = f"d = {ranking.value:.2f} is near the most that sets of these sizes can have ({most:.2f}); trace the difference instead."
            notices.append(Notice("saturated", text))
    return notices
