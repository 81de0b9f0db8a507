"""From a study to its tasks: one for each model, with a key made of everything that decides its results."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from itertools import product
from pathlib import Path
from typing import Any

from weatherglass.corpus.cluster import NOT_THERE, versions
from weatherglass.corpus.corpus import Corpus, Numbers
from weatherglass.errors import Notice, SpecError
from weatherglass.files.compressed import split_archive
from weatherglass.files.fingerprint import content_sha256
from weatherglass.files.plain import to_plain
from weatherglass.files.toml import checked, kind_of
from weatherglass.measure.base import get
from weatherglass.quality.quality import question_sets
from weatherglass.stats.permutation import Test
from weatherglass.study import cost
from weatherglass.study.samples import Sample, TooLittleText, part_of, parts_of, samples_of, times_of
from weatherglass.study.spec import Examining, Given, Measuring, Study, Training
from weatherglass.train.settings import GloVe, Word2Vec
from weatherglass.words import packs
from weatherglass.words.lookup import Match
from weatherglass.words.query import Query

_KEY = 24  # characters of a key


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurements:
    """What is measured on every model."""

    language: str
    queries: tuple[Query, ...] = ()
    measures: tuple[str, ...] = ()
    params: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    test: Test = field(default_factory=Test)
    match: Match = field(default_factory=Match)
    quality: Examining | None = None

    def fingerprint(self) -> dict[str, Any]:
        """Everything that decides a result; files of questions by their content."""
        quality = None if self.quality is None else _by_content(self.quality)
        return asdict(replace(self, quality=None)) | {"quality": quality}


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One model: what it is made of, and its place in the grid.

    `key` names its results, `model_key` its vectors, which more than one set of measurements may use. `location` is the
    folder of the corpus, or the file of given vectors. `expected` are the seconds it may take.
    """

    key: str
    model_key: str
    location: str
    corpus: str
    corpus_sha256: str = ""
    cleaning: str = ""
    part: str = ""
    time: float | None = None
    sample: Sample = field(default_factory=lambda: Sample(kind="whole"))
    method: str = "given"
    settings: Mapping[str, Any] = field(default_factory=dict)
    model: str = "given"
    expected: float = 0.0

    @property
    def seed(self) -> int:
        return int(self.settings.get("seed", 0))

    @property
    def label(self) -> str:
        """For people."""
        sample = {"whole": "", "subsample": f"{self.sample.rate:.3g} of it, draw {self.sample.draw}"}
        said = sample.get(self.sample.kind, f"permutation {self.sample.draw}")
        seed = f"seed {self.seed}" if self.method != "given" else ""
        named = (self.corpus, self.cleaning, self.part, said, self.model, seed)
        return ", ".join(part for part in named if part)

    def place(self) -> dict[str, Any]:
        """Its columns in the table of results."""
        return {
            "task": self.key,
            "corpus": self.corpus,
            "cleaning": self.cleaning,
            "part": self.part,
            "time": self.time,
            "sample": self.sample.kind,
            "rate": self.sample.rate,
            "draw": self.sample.draw,
            "seed": self.seed,
            "method": self.method,
            "model": self.model,
            "dim": self.settings.get("dim"),
            "window": self.settings.get("window"),
            "architecture": self.settings.get("architecture"),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Every task in order; `disk`: bytes of the vectors, if they are kept.

    `notices` tell about the texts, and stay with the results; `design` what a study of this design cannot tell, which
    its results show by themselves.
    """

    tasks: tuple[Task, ...]
    measurements: Measurements
    notices: tuple[Notice, ...] = ()
    design: tuple[Notice, ...] = ()
    disk: int = 0

    @property
    def models(self) -> dict[str, Task]:
        """By key: a model may stand at several places of the grid, as where two corpora are the same."""
        found: dict[str, Task] = {}
        for task in self.tasks:
            found.setdefault(task.key, task)
        return found

    def to_dict(self, done: Collection[str] = ()) -> dict[str, Any]:
        """For programs: every model with its place, what it may take, and whether it is done."""
        return {
            "models": [
                task.place() | {"label": task.label, "seconds": task.expected, "done": task.key in done}
                for task in self.tasks
            ],
            "seconds": sum(task.expected for task in self.models.values()),
            "disk": self.disk,
            "queries": [query.id for query in self.measurements.queries],
            "measures": list(self.measurements.measures),
            "warnings": to_plain((*self.notices, *self.design)),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """An encoded corpus of the study; `location` is where workers find it."""

    name: str
    cleaning: str
    location: str
    corpus: Corpus


def measurements_of(study: Study) -> Measurements:
    """Queries and measures, looked up and checked against each other."""
    if study.quality is not None:
        try:
            question_sets(study.language, **study.quality.files())
        except SpecError as error:
            raise error if error.file else SpecError(str(error), file=study.file, key="quality") from error
    if study.measure is None:
        return Measurements(language=study.language, quality=study.quality)
    asked = study.measure
    folders = tuple(Path(folder) for folder in asked.packs)
    cards = [get(name) for name in asked.measures]
    _check_params(asked, study.file)
    chosen: list[Query] = []
    for name in asked.queries or ("*",):
        found = packs.resolve([name], language=study.language, folders=folders)
        fitting = [query for query in found if any(card.fits(query) for card in cards)]
        if not fitting:
            problem = f"'{name}' does not fit {' or '.join(asked.measures)}: they need other sets of words"
            raise SpecError(problem, file=study.file, key="measure.queries")
        chosen += fitting
    queries = packs.unique(chosen)
    for card in cards:
        if not any(card.fits(query) for query in queries):
            raise SpecError(f"'{card.name}' fits none of the queries", file=study.file, key="measure.measures")
    return Measurements(
        language=study.language,
        queries=queries,
        measures=asked.measures,
        params=asked.params,
        test=Test(alternative=asked.alternative),
        match=asked.match,
        quality=study.quality,
    )


def _check_params(asked: Measuring, file: Path) -> None:
    for name, own in asked.params.items():
        if name not in asked.measures:
            raise SpecError("is not among the measures", file=file, key=f"measure.params.{name}")
        kinds = {key: kind_of(default) for key, default in get(name).params.items()}
        checked(own, kinds, file=file, at=f"measure.params.{name}")


def _by_content(quality: Examining) -> dict[str, Any]:
    files = {
        kind: [content_sha256(Path(name)) for each in names for name in ([each] if isinstance(each, str) else each)]
        for kind, names in quality.files().items()
    }
    return {**files, "words": quality.words}


def plan_of(study: Study, corpora: Sequence[Ready]) -> Plan:
    """Every model of the study. Its key covers texts, sample, settings, questions and the versions that compute it."""
    measurements = measurements_of(study)
    if study.vectors:
        return _plan_of_given(study, measurements)
    labels = _labels(study.trainings)
    tasks: list[Task] = []
    notices: list[Notice] = []
    disk: dict[str, int] = {}  # by the key of the vectors, which may stand at several places
    key_of = _Keys(measurements)
    measuring = cost.measuring(len(measurements.queries), measurements.measures)
    for ready in corpora:
        parts, found = parts_of(ready.corpus, study.samples)
        notices += found
        times = times_of(ready.corpus, study.samples)
        for part_name in parts:
            part = part_of(ready.corpus, study.samples, part_name)
            counts = part.word_counts()
            view = part.identity()
            _refuse_shares(study, ready.name, part_name, view[f"{study.samples.unit}s"])
            for training, label in zip(study.trainings, labels, strict=True):
                expected = {
                    rate: _expected(counts, view["sentences"], rate, training.settings)
                    for rate in {sample.rate for sample in samples_of(study.samples)}
                }
                for sample, seed in product(samples_of(study.samples), study.samples.seeds):
                    seconds, size = expected[sample.rate]
                    settings = asdict(training.settings) | {"seed": seed}
                    made_of = {
                        "corpus": {key: view[key] for key in ("sha256", "view_sha256")},
                        "sample": asdict(_as_seen(sample, training)) | {"unit": study.samples.unit},
                        "method": training.method,
                        "settings": settings,
                    }
                    model_key, key = key_of(made_of)
                    tasks.append(
                        Task(
                            key=key,
                            model_key=model_key,
                            location=ready.location,
                            corpus=ready.name,
                            corpus_sha256=ready.corpus.facts.sha256,
                            cleaning=ready.cleaning,
                            part=part_name,
                            time=times.get(part_name),
                            sample=sample,
                            method=training.method,
                            settings=settings,
                            model=label,
                            expected=seconds + measuring,
                        )
                    )
                    disk[model_key] = size
    return Plan(
        tasks=tuple(tasks),
        measurements=measurements,
        notices=tuple(notices),
        design=tuple(_warned(study)),
        disk=sum(disk.values()) if study.keep_vectors else 0,
    )


def _refuse_shares(study: Study, corpus: str, part: str, units: int) -> None:
    """A share that is none of so few sentences or documents, or all of them, would be drawn as another one than it is called."""
    for rate in study.samples.rates:
        if not 0 < round(rate * units) < units:
            where = f"{corpus}, {part}" if part else corpus
            drawn = "all" if units and round(rate * units) else "none"
            more = ", or unit = 'sentence'" if study.samples.unit == "document" else ""
            raise TooLittleText(
                f"{where}: has {units:,} {study.samples.unit}s, of which {rate:g} is {drawn}",
                f"give other rates, or larger parts by least_words{more}",
                file=study.file,
                key="samples.rates",
            )


def _as_seen(sample: Sample, training: Training) -> Sample:
    """GloVe learns from counts, which no order changes: all permutations are one model to it, made once."""
    if sample.kind == "permutation" and isinstance(training.settings, GloVe):
        return replace(sample, draw=0)
    return sample


def _expected(counts: Numbers, sentences: int, rate: float, settings: Word2Vec | GloVe) -> tuple[float, int]:
    """Seconds to train on such a share of the texts, and bytes of the vectors."""
    share = (counts * rate).astype(int) if rate < 1 else counts
    return cost.seconds(share, round(sentences * rate), settings), cost.vectors_bytes(share, settings)


def _plan_of_given(study: Study, measurements: Measurements) -> Plan:
    tasks = []
    key_of = _Keys(measurements)
    for given in study.vectors:
        model_key, key = key_of(_made_of(given, study.file))
        tasks.append(
            Task(
                key=key,
                model_key=model_key,
                location=given.path,
                corpus=given.name,
                part=given.part,
                model=given.model or "given",
                expected=cost.measuring(len(measurements.queries), measurements.measures),
            )
        )
    return Plan(tasks=tuple(tasks), measurements=measurements)


def _made_of(given: Given, file: Path) -> dict[str, str]:
    """The file's content; of an archive, also which member, as all of them share the archive's fingerprint."""
    path, member = split_archive(Path(given.path))
    if not path.exists():
        raise SpecError(f"there is no file {given.path}", file=file, key="vectors")
    return {"vectors": content_sha256(path)} | ({} if member is None else {"member": member})


class _Keys:
    """Makes keys. What all models share is looked up once: a study may have ten thousand of them."""

    def __init__(self, measurements: Measurements):
        self._measured = _text(measurements.fingerprint())
        self._same = {
            "versions": {name: found for name, found in versions().items() if found != NOT_THERE},
            "machine": platform.machine(),
        }

    def __call__(self, made_of: Mapping[str, Any]) -> tuple[str, str]:
        """The key of the vectors, and that of the results."""
        model = _hash(_text({**made_of, **self._same}))
        return model, _hash(f"[{_text(model)}, {self._measured}]")


def _text(data: Any) -> str:
    return json.dumps(data, sort_keys=True, ensure_ascii=False, default=str)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_KEY]


def _labels(trainings: Sequence[Training]) -> list[str]:
    """The method, and those settings in which the models of this method differ."""
    labels = []
    for training in trainings:
        same = [other.settings for other in trainings if other.method == training.method]
        varying = [
            each.name
            for each in fields(training.settings)
            if len({getattr(settings, each.name) for settings in same}) > 1
        ]
        said = [_setting(name, getattr(training.settings, name)) for name in varying]
        labels.append(", ".join([training.method, *said]))
    return labels


def _setting(name: str, value: Any) -> str:
    return str(value) if isinstance(value, str) else f"{name.replace('_', ' ')} {value}"


def _warned(study: Study) -> list[Notice]:
    """What the design of the study cannot tell."""
    samples, found = study.samples, []
    if len(samples.seeds) == 1 and (samples.rates or samples.permutations):
        text = "Every sample has one seed, so the spread over samples holds that of training too; several seeds tell them apart."
        found.append(Notice("one-seed", text))
    if samples.permutations and any(isinstance(each.settings, GloVe) for each in study.trainings):
        text = "The order of the sentences does not change GloVe’s counts, so its permutations all give one model, made and counted once; only seeds differ."
        found.append(Notice("glove-order", text))
    return found
