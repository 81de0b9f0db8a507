"""Do word vectors help to detect sexist or offensive texts? Detectors trained side by side, each on random, given and own vectors.

After Papakyriakopoulos et al. (2020), 3.6 and table 5; the best detector is chosen by validation texts and not by the test.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, fields
from os import PathLike, cpu_count
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Floats
from weatherglass.downstream import counted_words
from weatherglass.downstream.detected import Counting, Detection, Detector, Kind, WordsUsed, column
from weatherglass.downstream.scoring import difference, filtered_scores, scores
from weatherglass.downstream.text_parts import Prepared, prepare
from weatherglass.downstream.texts import Texts
from weatherglass.downstream.word_spaces import Vectors, common_words, matrix_of, spaces_of
from weatherglass.embedding.embedding import Embedding
from weatherglass.errors import Notice, SpecError, UnknownName
from weatherglass.progress import Progress, shows_progress

Integers = NDArray[np.int64]
MODELS: tuple[Kind, ...] = get_args(Kind)
_MOST_PROBABLE = 0.5
_STRENGTH = 0.1  # of the logistic regression's regularisation, inverted, as scikit-learn has it
_LEARNING = "training detectors"


@dataclass(frozen=True, slots=True, kw_only=True)
class DetectionSettings:
    """How detectors are trained and tested.

    `trainable` and `words`: without them as in the paper, where `bag` and `lstm` have frozen vectors of the words that all spaces have, and `attention` has
    trainable ones of all words; `bag` is always frozen. `own`: whether vectors are trained on the training texts as well. `seeds`: trainings of each
    detector; `seed`: of the parts, the balancing and the own vectors. `longest`: words of a text that are read. `patience`: epochs without a
    lower validation loss after which training ends. `workers`: processes side by side, one for each core if None; results do not depend on it.
    """

    models: tuple[Kind, ...] = MODELS
    trainable: bool | None = None
    words: WordsUsed | None = None
    own: bool = True
    balanced: bool = True
    seeds: int = 3
    seed: int = 0
    epochs: int = 15
    patience: int = 3
    hidden: int = 64
    dropout: float = 0.3
    learning_rate: float = 0.004
    batch: int = 64
    longest: int = 100
    resamples: int = 1000
    workers: int | None = None

    def __post_init__(self) -> None:
        for model in self.models:
            if model not in MODELS:
                raise UnknownName("model", model, MODELS)
        if not self.models or len(set(self.models)) < len(self.models):
            raise SpecError(f"models={self.models}: give at least one of {', '.join(MODELS)}, and each once")
        if self.words is not None and self.words not in get_args(WordsUsed):
            raise UnknownName("choice of words", self.words, get_args(WordsUsed))
        least = {
            "seeds": 1,
            "seed": 0,
            "epochs": 1,
            "patience": 1,
            "hidden": 1,
            "batch": 1,
            "longest": 1,
            "resamples": 100,
        }
        for name, low in least.items():
            if getattr(self, name) < low:
                raise SpecError(f"{name}={getattr(self, name)}: give at least {low}")
        if self.workers is not None and self.workers < 1:
            raise SpecError(f"workers={self.workers}: give at least 1, or leave it out for one for each core")
        if not 0 <= self.dropout < 1:
            raise SpecError(f"dropout={self.dropout}: give a share of at least 0 and below 1")
        if not self.learning_rate > 0:
            raise SpecError(f"learning_rate={self.learning_rate}: give a number above 0")

    def told(self) -> dict[str, Any]:
        """What results keep: all that may change them."""
        kept = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "workers"}
        return kept | {"models": list(self.models)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One training; `place`: of its detector among all."""

    place: int
    model: Kind
    vectors: Vectors
    trainable: bool
    words: NDArray[np.bool_] | None
    seed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What came of one training: probabilities of the class looked for."""

    place: int
    seed: int
    validation: Floats
    test: Floats
    epoch: int | None
    cpu_seconds: float


@shows_progress
def detect(
    texts: Texts,
    vectors: Sequence[str | PathLike[str] | Embedding],
    language: str,
    *,
    test: Texts | None = None,
    settings: DetectionSettings | None = None,
    allow_pickle: bool = False,
    progress: Progress | None = None,
) -> Detection:
    """Train detectors on labelled texts with each of the spaces, and test them on texts that they have not seen."""
    settings = settings or DetectionSettings()
    if not vectors and not settings.own:
        raise SpecError(
            "there are only random vectors to train with; give a vectors file, or let vectors be trained on the texts"
        )
    _refuse_without_torch(settings.models)
    began = time.process_time()
    prepared = prepare(texts, language, test=test, balanced=settings.balanced, seed=settings.seed)
    spaces, notices = spaces_of(
        prepared, vectors, language, own=settings.own, seed=settings.seed, allow_pickle=allow_pickle, progress=progress
    )
    common = common_words(spaces)
    if not common.any() and any(_words(model, settings) == "common" for model in settings.models):
        raise SpecError("no word of the texts is in all spaces; give vectors of the texts' language, or take all words")
    plan = [(model, space) for model in settings.models for space in spaces]
    jobs = [
        Job(
            place=place,
            model=model,
            vectors=space,
            trainable=_trainable(model, settings),
            words=common if _words(model, settings) == "common" else None,
            seed=settings.seed + number,
        )
        for place, (model, space) in enumerate(plan)
        for number in range(1 if _certain(model, space) else settings.seeds)
    ]
    before = time.process_time() - began
    done: dict[int, dict[int, Done]] = {place: {} for place in range(len(plan))}
    if progress is not None:  # the first training may take minutes
        progress(_LEARNING, 0, len(jobs))
    for number, ended in enumerate(_carried_out(jobs, prepared, settings), 1):
        done[ended.place][ended.seed] = ended
        if progress is not None:
            progress(_LEARNING, number, len(jobs))
    by_detector = {place: [each[seed] for seed in sorted(each)] for place, each in done.items()}
    detectors = _detectors(plan, by_detector, prepared, settings, texts.classes)
    best = int(np.argmax([each.validation for each in detectors]))
    tested = prepared.parts["test"]
    return Detection(
        texts=texts.name,
        test_texts=texts.name if test is None else test.name,
        language=language,
        classes=texts.classes,
        parts=tuple(part.part(name) for name, part in prepared.parts.items()),
        filtered=tested.some(prepared.filtered()).part("filtered"),
        spaces=tuple(each.space for each in spaces),
        common=int(common.sum()),
        detectors=detectors,
        best=best,
        counting=_counting(by_detector[best], prepared, settings, texts.classes),
        numbers=tuple(tested.numbers.tolist()),
        labels=tuple(tested.labels.tolist()),
        settings=settings.told(),
        warnings=(
            *prepared.notices,
            *notices,
            *_cut_notices(prepared, settings),
            *_unknown_notices(jobs, prepared, settings),
        ),
        cpu_minutes=_minutes(detectors, by_detector, before),
    )


def _refuse_without_torch(models: Sequence[Kind]) -> None:
    """Before anything is trained in vain."""
    wanted = [model for model in models if model != "bag"]
    if wanted and importlib.util.find_spec("torch") is None:
        raise SpecError(
            f"{' and '.join(wanted)} need torch: pip install 'weatherglass[neural]'; the model 'bag' works without it"
        )


def _trainable(model: Kind, settings: DetectionSettings) -> bool:
    if model == "bag":
        return False
    return model == "attention" if settings.trainable is None else settings.trainable


def _words(model: Kind, settings: DetectionSettings) -> WordsUsed:
    return settings.words or ("all" if model == "attention" else "common")


def _certain(model: Kind, space: Vectors) -> bool:
    """Whether every seed would give the same."""
    return model == "bag" and space.space.kind != "random"


def _carried_out(jobs: Sequence[Job], prepared: Prepared, settings: DetectionSettings) -> Iterator[Done]:
    """As they end; the longest first, so that no core waits for another at the end."""
    ordered = sorted(jobs, key=lambda job: -MODELS.index(job.model))
    workers = min(settings.workers or cpu_count() or 1, len(ordered))
    if workers == 1 or all(
        job.model == "bag" for job in ordered
    ):  # a process takes longer to start than these to train
        for job in ordered:
            yield carry_out(job, prepared, settings)
        return
    from joblib import Parallel, delayed

    pool = Parallel(n_jobs=workers, backend="loky", return_as="generator_unordered", batch_size=1)
    calls = (delayed(carry_out)(job, prepared, settings) for job in ordered)
    try:
        yield from pool(calls)
    except BrokenProcessPool as error:
        raise SpecError(
            f"a process that trained a detector was killed, perhaps because the memory did not suffice; there were {workers} side by "
            f"side: give fewer workers (--workers {max(1, workers // 2)})"
        ) from error


def carry_out(job: Job, prepared: Prepared, settings: DetectionSettings) -> Done:
    """Train one detector and let it look at the validation and the test texts."""
    from threadpoolctl import threadpool_limits

    began = time.process_time()
    with threadpool_limits(1):
        fit = _fit_bag if job.model == "bag" else _fit_network
        validation, test, epoch = fit(job, prepared, settings)
    taken = time.process_time() - began
    return Done(place=job.place, seed=job.seed, validation=validation, test=test, epoch=epoch, cpu_seconds=taken)


def _fit_bag(job: Job, prepared: Prepared, settings: DetectionSettings) -> tuple[Floats, Floats, None]:
    """Logistic regression on the mean of each text's vectors, every dimension standardised by the training texts."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    matrix, rows = matrix_of(job.vectors, words=job.words, seen=None, seed=job.seed)
    means = {}
    for name, part in prepared.parts.items():
        read = [rows[words[: settings.longest]] for words in part.words]
        means[name] = np.array(
            [
                matrix[known].mean(axis=0, dtype=np.float64)
                if len(known := each[each > 1])
                else np.zeros(matrix.shape[1])
                for each in read
            ]
        )
    model = make_pipeline(StandardScaler(), LogisticRegression(C=_STRENGTH, max_iter=1000))
    model.fit(means["train"], prepared.parts["train"].labels)
    validation, test = (model.predict_proba(means[name])[:, 1] for name in ("validation", "test"))
    return validation, test, None


def _fit_network(job: Job, prepared: Prepared, settings: DetectionSettings) -> tuple[Floats, Floats, int]:
    from weatherglass.downstream.networks import Read, Training, fit, probabilities

    assert job.model != "bag"
    matrix, rows = matrix_of(job.vectors, words=job.words, seen=prepared.seen if job.trainable else None, seed=job.seed)
    train, validation, test = (
        Read(texts=[rows[words[: settings.longest]] for words in part.words], labels=part.labels)
        for part in prepared.parts.values()
    )
    training = Training(**{each.name: getattr(settings, each.name) for each in fields(Training)})
    fitted = fit(job.model, matrix, train, validation, trainable=job.trainable, training=training, seed=job.seed)
    return probabilities(fitted.network, validation.texts), probabilities(fitted.network, test.texts), fitted.epoch


def _detectors(
    plan: Sequence[tuple[Kind, Vectors]],
    done: Mapping[int, Sequence[Done]],
    prepared: Prepared,
    settings: DetectionSettings,
    classes: tuple[str, str],
) -> tuple[Detector, ...]:
    labels, kept = prepared.parts["test"].labels, prepared.filtered()
    drawing = {"resamples": settings.resamples, "seed": settings.seed}
    told = {place: np.array([each.test for each in runs]) > _MOST_PROBABLE for place, runs in done.items()}
    random = {model: told[place] for place, (model, space) in enumerate(plan) if space.space.kind == "random"}
    found = []
    for place, (model, space) in enumerate(plan):
        runs = done[place]
        right = np.array([each.validation for each in runs]) > _MOST_PROBABLE
        found.append(
            Detector(
                model=model,
                space=space.space.name,
                trainable=_trainable(model, settings),
                words=_words(model, settings),
                validation=float((right == prepared.parts["validation"].labels).mean()),
                epochs=tuple(each.epoch for each in runs if each.epoch is not None),
                test=scores(told[place], labels, **drawing),
                filtered=filtered_scores(told[place], labels, kept, classes, **drawing),
                against_random=None
                if space.space.kind == "random"
                else difference(told[place] == labels, random[model] == labels),
                probabilities=tuple(np.mean([each.test for each in runs], axis=0).tolist()),
            )
        )
    return tuple(found)


def _counting(
    best: Sequence[Done], prepared: Prepared, settings: DetectionSettings, classes: tuple[str, str]
) -> Counting:
    """The detector without vectors, and how the best one stands to it."""
    validation, test = counted_words.probabilities(prepared, settings.longest)
    labels, told = prepared.parts["test"].labels, test[None] > _MOST_PROBABLE
    drawing = {"resamples": settings.resamples, "seed": settings.seed}
    its = np.array([each.test for each in best]) > _MOST_PROBABLE
    return Counting(
        validation=float(((validation > _MOST_PROBABLE) == prepared.parts["validation"].labels).mean()),
        test=scores(told, labels, **drawing),
        filtered=filtered_scores(told, labels, prepared.filtered(), classes, **drawing),
        best_against_it=difference(its == labels, told == labels),
        probabilities=tuple(test.tolist()),
    )


def _cut_notices(prepared: Prepared, settings: DetectionSettings) -> list[Notice]:
    cut = sum(len(words) > settings.longest for part in prepared.parts.values() for words in part.words)
    said = f"Of {cut:,} texts with more than {settings.longest:,} words only so many were read."
    return [Notice("texts-cut", said)] if cut else []


def _unknown_notices(jobs: Sequence[Job], prepared: Prepared, settings: DetectionSettings) -> list[Notice]:
    """Test texts of which a detector is shown nothing, for each way of choosing words."""
    tested = prepared.parts["test"].words
    counts: dict[str, int] = {}
    for job in jobs:
        has = job.vectors.has if job.words is None else job.words
        has = has | prepared.seen if job.trainable and job.words is None else has
        where = f"vectors in {job.vectors.space.name}" if job.words is None else "vectors in all spaces"
        if where not in counts:
            counts[where] = sum(not has[words[: settings.longest]].any() for words in tested)
    return [
        Notice(
            "texts-without-vectors", f"Of {count:,} of {len(tested):,} test texts no word that was read has {where}."
        )
        for where, count in counts.items()
        if count
    ]


def _minutes(detectors: Sequence[Detector], done: Mapping[int, Sequence[Done]], before: float) -> dict[str, float]:
    """CPU minutes of each detector, of the vectors and texts before them, and of all together."""
    found = {column(each): sum(run.cpu_seconds for run in done[place]) / 60 for place, each in enumerate(detectors)}
    found["texts and vectors"] = before / 60
    return found | {"all": sum(found.values())}
